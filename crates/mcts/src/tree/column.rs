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

/// Where the count of a cell begins, and where the whole part of its sum does. Before are 14 bits of fraction, so that a
/// sample is exact to 1/16384 however large the sum is, and adding to both numbers is one addition. The last bit is that
/// of a count of 2^24: there counting ends. Sums have room for twice that, since whole batches are added as well.
const COUNT: u32 = 39;
const WHOLE: u32 = 14;

/// The two numbers of a cell.
#[inline]
pub(super) fn load_pair(cell: &AtomicU64) -> [f32; 2] {
    unpack(cell.load(Relaxed))
}

/// Writes both numbers of a cell, so that nobody ever reads one of them without the other.
#[inline]
pub(super) fn store_pair(cell: &AtomicU64, pair: [f32; 2]) {
    cell.store(pack(pair), Relaxed);
}

/// The same text for the atomic numbers of the processor and for those of the model checker.
macro_rules! add_pair {
    ($memory:ident) => {
        /// Adds to both numbers of a cell, and loses nothing of what others add to it in the meantime.
        #[inline]
        pub(super) fn add_pair(cell: &$memory::sync::atomic::AtomicU64, more: [f32; 2]) {
            let more = pack(more);
            let _ = cell.fetch_update(Relaxed, Relaxed, |bits| Some(with_pair(bits, more)));
        }
    };
}

add_pair!(std);

/// A count and a sum between zero and the count as the bits of a cell.
#[inline]
pub(super) fn pack([count, sum]: [f32; 2]) -> u64 {
    let (count, sum) = (count as u64, (f64::from(sum) * f64::from(1 << WHOLE)).round() as u64);
    count << COUNT | sum.min(count << WHOLE)
}

#[inline]
fn unpack(bits: u64) -> [f32; 2] {
    let [count, whole, parts] = [bits >> COUNT, bits >> WHOLE & ((1 << (COUNT - WHOLE)) - 1), bits & ((1 << WHOLE) - 1)];
    // as signed numbers, which the processor converts four at a time
    let [count, whole, parts] = [count, whole, parts].map(|bits| bits as i32 as f32);
    [count, whole + parts * (1.0 / (1 << WHOLE) as f32)]
}

/// The bits of a cell with those of another pair added, unless counting has ended.
#[inline]
pub(super) fn with_pair(bits: u64, more: u64) -> u64 {
    let is_full = (bits as i64 >> 63) as u64;
    bits + (more & !is_full)
}

/// Copies pairs into two buffers, four at a time.
#[inline]
pub(super) fn gather_pairs(cells: &[AtomicU64], [a, b]: [&mut Vec<f32>; 2]) {
    a.resize(cells.len(), 0.0);
    b.resize(cells.len(), 0.0);
    let (fours, rest) = cells.as_chunks::<4>();
    let ((fours_a, rest_a), (fours_b, rest_b)) = (a.as_chunks_mut::<4>(), b.as_chunks_mut::<4>());
    for ((a, b), four) in fours_a.iter_mut().zip(fours_b).zip(fours) {
        let pairs = load_pairs(four).map(unpack);
        (*a, *b) = (pairs.map(|[a, _]| a), pairs.map(|[_, b]| b));
    }
    for ((a, b), cell) in rest_a.iter_mut().zip(rest_b).zip(rest) {
        [*a, *b] = load_pair(cell);
    }
}

/// Replaces the bits of pairs by what `next` makes of them and of what stands in another column, four at a time.
#[inline]
pub(super) fn update_pairs(pairs: &[AtomicU64], other: &[AtomicU32], next: impl Fn(u64, u32) -> u64) {
    let ((pairs, rest), (other, rest_other)) = (pairs.as_chunks::<4>(), other.as_chunks::<4>());
    for (cells, other) in pairs.iter().zip(other) {
        let pairs = load_pairs(cells);
        store_pairs(cells, std::array::from_fn(|place| next(pairs[place], other[place].load(Relaxed))));
    }
    for (cell, other) in rest.iter().zip(rest_other) {
        cell.store(next(cell.load(Relaxed), other.load(Relaxed)), Relaxed);
    }
}

/// Four relaxed loads of pairs.
#[inline]
fn load_pairs(cells: &[AtomicU64; 4]) -> [u64; 4] {
    let (twos, _) = cells.as_chunks::<2>();
    let [[a, b], [c, d]] = [load_two(&twos[0]), load_two(&twos[1])];
    [a, b, c, d]
}

/// Four relaxed stores of pairs.
#[inline]
fn store_pairs(cells: &[AtomicU64; 4], [a, b, c, d]: [u64; 4]) {
    let (twos, _) = cells.as_chunks::<2>();
    store_two(&twos[0], [a, b]);
    store_two(&twos[1], [c, d]);
}

/// Four relaxed loads. The compiler never makes one instruction of atomic loads, so this one is written out.
#[inline]
fn load_four(cells: &[AtomicU32; 4]) -> [u32; 4] {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: the array has 16 bytes, and any bytes are four numbers.
    unsafe {
        std::mem::transmute(load_16(cells.as_ptr().cast()))
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    std::array::from_fn(|place| cells[place].load(Relaxed))
}

/// Two relaxed loads.
#[inline]
fn load_two(cells: &[AtomicU64; 2]) -> [u64; 2] {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: the array has 16 bytes, and any bytes are two numbers.
    unsafe {
        std::mem::transmute(load_16(cells.as_ptr().cast()))
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    std::array::from_fn(|place| cells[place].load(Relaxed))
}

/// Two relaxed stores.
#[inline]
fn store_two(cells: &[AtomicU64; 2], numbers: [u64; 2]) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: writes the 16 bytes of the array, which atomic cells allow through a shared reference; each cell is written as a whole.
    unsafe {
        let numbers = std::mem::transmute::<[u64; 2], std::arch::x86_64::__m128i>(numbers);
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

/// Sixteen bytes of atomic cells in one instruction.
///
/// # Safety
/// The sixteen bytes must be those of cells that live. Each aligned cell of four or eight bytes comes as a whole, as a relaxed load would bring it.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline]
unsafe fn load_16(cells: *const u8) -> std::arch::x86_64::__m128i {
    let loaded: std::arch::x86_64::__m128i;
    // SAFETY: the caller vouches for the memory.
    unsafe {
        std::arch::asm!(
            "movdqu {loaded}, [{cells}]",
            loaded = out(xmm_reg) loaded,
            cells = in(reg) cells,
            options(pure, readonly, nostack, preserves_flags)
        );
    }
    loaded
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
    fn pairs_four_at_a_time_are_the_pairs_one_by_one() {
        for len in [0u16, 1, 3, 4, 5, 8, 83] {
            let pairs = (0..len).map(|n| [f32::from(n) * 3.0, f32::from(n) * 0.25]);
            let cells: Vec<AtomicU64> = pairs.clone().map(|pair| AtomicU64::new(pack(pair))).collect();
            let other: Vec<AtomicU32> = (0..u32::from(len)).map(|place| AtomicU32::new(place % 3)).collect();
            let next = |bits: u64, other: u32| with_pair(bits, pack([other as f32, 0.5 * other as f32]));
            update_pairs(&cells, &other, next);
            let (mut a, mut b) = (vec![1.0; 3], vec![1.0; 7]);
            gather_pairs(&cells, [&mut a, &mut b]);
            let expected: Vec<[f32; 2]> =
                pairs.zip(0..).map(|([x, y], place)| [x + (place % 3) as f32, y + 0.5 * (place % 3) as f32]).collect();
            let gathered: Vec<[f32; 2]> = a.into_iter().zip(b).map(|(a, b)| [a, b]).collect();
            assert_eq!(gathered, expected);
            assert_eq!(cells.iter().map(load_pair).collect::<Vec<_>>(), expected);
        }
    }

    mod model {
        use super::super::{Relaxed, pack, unpack, with_pair};
        use loom::sync::Arc;
        use loom::sync::atomic::AtomicU64;
        use loom::thread;

        add_pair!(loom);

        #[test]
        fn of_what_two_threads_hand_over_nothing_is_lost() {
            loom::model(|| {
                let cell = Arc::new(AtomicU64::new(0));
                let shared = Arc::clone(&cell);
                let other = thread::spawn(move || add_pair(&shared, [3.0, 0.5]));
                add_pair(&cell, [2.0, 1.0]);
                other.join().unwrap();
                assert_eq!(unpack(cell.load(Relaxed)), [5.0, 1.5]);
            });
        }
    }

    #[test]
    fn a_cell_has_room_for_the_largest_count_and_its_sum() {
        let largest = (1u32 << 24) as f32;
        for pair in [[0.0, 0.0], [1.0, 1.0], [3.0, 0.75], [largest, largest], [largest, 0.5]] {
            assert_eq!(unpack(pack(pair)), pair);
        }
        let full = pack([largest, 7.0]);
        assert_eq!(with_pair(full, pack([1.0, 1.0])), full, "there is no room");
        assert_eq!(unpack(with_pair(pack([2.0, 0.5]), pack([1.0, 0.25]))), [3.0, 0.75]);
    }

    #[test]
    fn a_prefetch_of_nothing_is_harmless() {
        prefetch::<6, AtomicU32>(&[], usize::MAX);
    }
}
