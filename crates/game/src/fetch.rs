//! Asking for memory before it is needed.

/// Asks the processor to bring a value, without what it points to, into its second cache, and does not wait for it. The first cache has not enough room on the
/// way for much.
///
/// ```
/// katsura_game::fetch_ahead(&[1, 2, 3]);
/// ```
#[inline]
pub fn fetch_ahead<T: ?Sized>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    for byte in (0..size_of_val(value)).step_by(64) {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: a prefetch changes nothing that a program can see, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(std::ptr::from_ref(value).cast::<i8>().wrapping_add(byte)) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
