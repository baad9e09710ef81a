//! One statistic of all nodes.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

/// A number for which all-zero bits are a value.
///
/// # Safety
/// Memory filled with zero bytes must be a valid value of the type.
pub(super) unsafe trait Zeroed: Sized {}

// SAFETY: the atomic integers have the layout of the integers, for which zero bytes are the number 0.
unsafe impl Zeroed for AtomicU8 {}
// SAFETY: as above.
unsafe impl Zeroed for AtomicU16 {}
// SAFETY: as above.
unsafe impl Zeroed for AtomicU32 {}
// SAFETY: as above.
unsafe impl Zeroed for AtomicU64 {}

/// A column of `len` zeros. The operating system hands out its pages when they are first touched, so a large limit on memory
/// costs nothing until the tree grows into it (writing 512 MiB of zeros one by one takes 0.2 s, this takes microseconds).
pub(super) fn zeroed<T: Zeroed>(len: usize) -> Box<[T]> {
    let zeros = Box::<[T]>::new_zeroed_slice(len);
    // SAFETY: the memory is zeroed, and `Zeroed` promises that zero bytes are a valid `T`.
    unsafe { zeros.assume_init() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn a_column_starts_with_zeros() {
        let column = zeroed::<AtomicU64>(1000);
        assert!(column.iter().all(|cell| cell.load(Relaxed) == 0));
        assert!(zeroed::<AtomicU8>(0).is_empty());
    }
}
