//! Sets of small numbers as words.

use std::ops::Range;

/// The number of words for so many bits.
pub(super) fn words(bits: usize) -> usize {
    bits.div_ceil(64)
}

#[inline]
pub(super) fn has(set: &[u64], bit: usize) -> bool {
    set[bit / 64] >> (bit % 64) & 1 == 1
}

#[inline]
pub(super) fn put(set: &mut [u64], bit: usize, value: bool) {
    let word = &mut set[bit / 64];
    *word = *word & !(1 << (bit % 64)) | u64::from(value) << (bit % 64);
}

/// The bits of a range within one of its words, and the first number of that word.
fn masked(set: &[u64], range: &Range<u32>, word: usize) -> u64 {
    let (first, end) = (word as u32 * 64, word as u32 * 64 + 64);
    let mut bits = set[word];
    if range.start > first {
        bits &= u64::MAX << (range.start - first);
    }
    if range.end < end {
        bits &= u64::MAX >> (end - range.end);
    }
    bits
}

fn words_of(range: &Range<u32>) -> Range<usize> {
    if range.is_empty() { 0..0 } else { range.start as usize / 64..words(range.end as usize) }
}

/// How many numbers of a range are in a set.
#[inline]
pub(super) fn count(set: &[u64], range: &Range<u32>) -> u32 {
    words_of(range).map(|word| masked(set, range, word).count_ones()).sum()
}

/// The numbers of a range that are in a set.
pub(super) fn numbers<'a>(set: &'a [u64], range: &'a Range<u32>) -> impl Iterator<Item = u32> + 'a {
    words_of(range).flat_map(move |word| {
        let mut bits = masked(set, range, word);
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| word as u32 * 64 + bits.trailing_zeros());
            bits &= bits.wrapping_sub(1);
            bit
        })
    })
}

/// The number of a range that comes after `rank` others in a set.
#[inline]
pub(super) fn select(set: &[u64], range: &Range<u32>, mut rank: u32) -> Option<u32> {
    for word in words_of(range) {
        let mut bits = masked(set, range, word);
        let here = bits.count_ones();
        if rank < here {
            (0..rank).for_each(|_| bits &= bits - 1);
            return Some(word as u32 * 64 + bits.trailing_zeros());
        }
        rank -= here;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_answer_as_lists_do() {
        let mut rng = katsura_game::Rng::new(8);
        for _ in 0..300 {
            let mut set = vec![0; 4];
            (0..rng.below(200)).for_each(|_| put(&mut set, rng.index(256), true));
            put(&mut set, rng.index(256), false);
            let start = rng.below(256);
            let range = start..start + rng.below(257 - start);
            let list: Vec<u32> = range.clone().filter(|&number| has(&set, number as usize)).collect();
            assert_eq!(numbers(&set, &range).collect::<Vec<_>>(), list);
            assert_eq!(count(&set, &range) as usize, list.len());
            for rank in 0..=list.len() {
                assert_eq!(select(&set, &range, rank as u32), list.get(rank).copied());
            }
        }
    }
}
