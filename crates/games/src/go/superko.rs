//! The positions a game has seen, for the rules that forbid to repeat them.

/// The keys of all earlier positions, and two cheap tests that answer "not seen" for almost every candidate.
///
/// Keys have 64 bits and stand for the positions themselves. A legal move is refused by accident with probability 2⁻⁶⁴ for
/// every pair of a candidate and an earlier position: in a game of 1000 moves with 361 candidates each that is less than
/// 1000² · 361 / 2⁶⁴ ≈ 2·10⁻¹¹. A repetition is never missed.
#[derive(Debug, Default)]
pub(super) struct Superko {
    keys: Vec<u64>,
    /// A Bloom filter [bloom1970] over the keys: two bits of one word for each.
    filter: [u64; Superko::WORDS],
    /// The most stones that stood on the board.
    most_stones: u16,
}

impl Superko {
    const WORDS: usize = 32;

    pub fn record(&mut self, key: u64, stones: u16) {
        let (word, bits) = Self::bits(key);
        self.filter[word] |= bits;
        self.most_stones = self.most_stones.max(stones);
        self.keys.push(key);
    }

    /// Whether a position with this many stones cannot have been seen, because there were never so many.
    #[inline]
    pub fn is_new(&self, stones: u16) -> bool {
        stones > self.most_stones
    }

    /// Whether a position was seen.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        let (word, bits) = Self::bits(key);
        self.filter[word] & bits == bits && self.keys.contains(&key)
    }

    #[inline]
    fn bits(key: u64) -> (usize, u64) {
        ((key >> 32) as usize % Self::WORDS, 1 << (key & 63) | 1 << (key >> 6 & 63))
    }
}

impl Clone for Superko {
    fn clone(&self) -> Self {
        Superko { keys: self.keys.clone(), ..*self }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.keys.clone_from(&source.keys);
        self.filter = source.filter;
        self.most_stones = source.most_stones;
    }
}
