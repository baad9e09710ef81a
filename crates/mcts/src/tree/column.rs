//! Columns of numbers: one statistic of all nodes.

use std::sync::atomic::Ordering::Relaxed;
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

/// Asks the processor to bring the cells from a slot on into its caches, without waiting for them: one cache line, or `LINES` of them.
/// The slot need not exist, and nothing depends on how many are wanted: a branch on what is not in the caches yet would make the
/// processor wait after all.
#[inline]
pub(super) fn prefetch<const LINES: usize, T>(column: &[T], slot: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let start = column.as_ptr().wrapping_add(slot).cast::<i8>();
        for line in 0..LINES {
            // SAFETY: a prefetch changes nothing that a program can see, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(start.wrapping_add(line * 64)) };
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (column, slot);
}

/// Copies cells into a buffer as numbers, four at a time.
#[inline]
pub(super) fn gather(cells: &[AtomicU32], buffer: &mut Vec<f32>, number: impl Fn(u32) -> f32) {
    buffer.resize(cells.len(), 0.0);
    let (fours, rest) = cells.as_chunks::<4>();
    let (buffers, last) = buffer.as_chunks_mut::<4>();
    for (buffer, four) in buffers.iter_mut().zip(fours) {
        *buffer = load_four(four).map(&number);
    }
    for (buffer, cell) in last.iter_mut().zip(rest) {
        *buffer = number(cell.load(Relaxed));
    }
}

/// Replaces the numbers of two columns by what `next` makes of both and of what stands in a third, four at a time.
#[inline]
pub(super) fn update_both([a, b]: [&[AtomicU32]; 2], third: &[AtomicU32], next: impl Fn(f32, f32, u32) -> [f32; 2]) {
    let ((a, rest_a), (b, rest_b), (third, rest)) = (a.as_chunks::<4>(), b.as_chunks::<4>(), third.as_chunks::<4>());
    for ((a, b), third) in a.iter().zip(b).zip(third) {
        let (x, y) = (load_four(a).map(f32::from_bits), load_four(b).map(f32::from_bits));
        let both: [[f32; 2]; 4] = std::array::from_fn(|place| next(x[place], y[place], third[place].load(Relaxed)));
        store_four(a, both.map(|[x, _]| x.to_bits()));
        store_four(b, both.map(|[_, y]| y.to_bits()));
    }
    for ((a, b), third) in rest_a.iter().zip(rest_b).zip(rest) {
        let (x, y) = (f32::from_bits(a.load(Relaxed)), f32::from_bits(b.load(Relaxed)));
        let [x, y] = next(x, y, third.load(Relaxed));
        a.store(x.to_bits(), Relaxed);
        b.store(y.to_bits(), Relaxed);
    }
}

/// Four relaxed loads. The compiler never makes one instruction of atomic loads, so this one is written out.
#[inline]
fn load_four(cells: &[AtomicU32; 4]) -> [u32; 4] {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let loaded: std::arch::x86_64::__m128i;
        // SAFETY: reads the 16 bytes of the array. Each aligned word comes as a whole, as four relaxed loads would bring it.
        unsafe {
            std::arch::asm!(
                "movdqu {loaded}, [{cells}]",
                loaded = out(xmm_reg) loaded,
                cells = in(reg) cells.as_ptr(),
                options(pure, readonly, nostack, preserves_flags)
            );
        }
        // SAFETY: both are 16 plain bytes.
        unsafe { std::mem::transmute::<std::arch::x86_64::__m128i, [u32; 4]>(loaded) }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    std::array::from_fn(|place| cells[place].load(Relaxed))
}

/// Four relaxed stores.
#[inline]
fn store_four(cells: &[AtomicU32; 4], numbers: [u32; 4]) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: writes the 16 bytes of the array, which atomic cells allow through a shared reference; each aligned word comes as a whole.
    unsafe {
        let numbers = std::mem::transmute::<[u32; 4], std::arch::x86_64::__m128i>(numbers);
        std::arch::asm!(
            "movdqu [{cells}], {numbers}",
            numbers = in(xmm_reg) numbers,
            cells = in(reg) cells.as_ptr(),
            options(nostack, preserves_flags)
        );
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    cells.iter().zip(numbers).for_each(|(cell, number)| cell.store(number, Relaxed));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_starts_with_zeros() {
        let column = zeroed::<AtomicU64>(1000);
        assert!(column.iter().all(|cell| cell.load(Relaxed) == 0));
        assert!(zeroed::<AtomicU8>(0).is_empty());
    }

    #[test]
    fn four_at_a_time_are_the_numbers_one_by_one() {
        let column: Vec<AtomicU32> = (0..100u32).map(|n| AtomicU32::new(n.wrapping_mul(0x9e37_79b9))).collect();
        let mut buffer = vec![1.0; 3];
        for (start, end) in [(0, 100), (3, 50), (1, 2), (7, 7), (96, 100), (5, 9)] {
            prefetch::<3, _>(&column, start);
            gather(&column[start..end], &mut buffer, |bits| bits as f32);
            let one_by_one: Vec<f32> = column[start..end].iter().map(|cell| cell.load(Relaxed) as f32).collect();
            assert_eq!(buffer, one_by_one);
        }
    }

    #[test]
    fn two_columns_are_updated_as_they_are_one_by_one() {
        let column = |len: u16, step: f32| -> Vec<AtomicU32> {
            (0..len).map(|n| AtomicU32::new((f32::from(n) * step).to_bits())).collect()
        };
        for len in [0, 1, 3, 4, 5, 8, 83] {
            let (a, b) = (column(len, 1.5), column(len, 0.25));
            let third: Vec<AtomicU32> = (0..u32::from(len)).map(|place| AtomicU32::new(place % 3)).collect();
            update_both([&a, &b], &third, |x, y, z| [x + z as f32, y * z as f32 + x]);
            for place in 0..len {
                let (x, y, z) = (f32::from(place) * 1.5, f32::from(place) * 0.25, f32::from(place % 3));
                let now = [&a, &b].map(|column| f32::from_bits(column[usize::from(place)].load(Relaxed)));
                assert_eq!(now, [x + z, y * z + x]);
            }
        }
    }

    #[test]
    fn a_prefetch_of_nothing_is_harmless() {
        prefetch::<6, AtomicU32>(&[], usize::MAX);
    }
}
