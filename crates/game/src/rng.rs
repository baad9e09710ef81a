//! The one random generator of the project: xoshiro256++, named, portable, the same numbers on every machine.

/// xoshiro256++ [blackman2021], seeded through SplitMix64.
///
/// ```
/// use katsura_game::Rng;
/// let mut a = Rng::new(7);
/// let mut b = Rng::new(7);
/// assert_eq!(a.next_u64(), b.next_u64());
/// assert!(a.below(6) < 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    s: [u64; 4],
}

impl Rng {
    /// The generator of one seed.
    #[inline]
    pub fn new(seed: u64) -> Self {
        let mut mix = seed;
        Rng { s: std::array::from_fn(|_| split_mix(&mut mix)) }
    }

    /// The generator of one stream of a run, for example (run seed, game number, seat, worker).
    ///
    /// Streams that differ in any word, or in the number of words, are unrelated.
    ///
    /// ```
    /// use katsura_game::Rng;
    /// assert_ne!(Rng::stream(&[1, 0]).next_u64(), Rng::stream(&[1, 1]).next_u64());
    /// assert_ne!(Rng::stream(&[1]).next_u64(), Rng::stream(&[1, 0]).next_u64());
    /// ```
    #[inline]
    pub fn stream(words: &[u64]) -> Self {
        let mut hash = words.len() as u64;
        for &word in words {
            hash = split_mix(&mut (hash ^ word.wrapping_mul(0xff51_afd7_ed55_8ccd))).rotate_left(23);
        }
        Rng::new(hash)
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.s;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// The state, for somebody who keeps it.
    ///
    /// ```
    /// use katsura_game::Rng;
    /// let mut rng = Rng::new(7);
    /// let mut again = Rng::from_words(rng.words());
    /// assert_eq!(rng.next_u64(), again.next_u64());
    /// ```
    #[inline]
    pub fn words(&self) -> [u64; 4] {
        self.s
    }

    /// The generator with this [state](Rng::words), which must not be all zeros: such a generator gives nothing else.
    #[inline]
    pub fn from_words(s: [u64; 4]) -> Self {
        Rng { s }
    }

    /// Takes the last [`next_u64`](Self::next_u64) back.
    pub(crate) fn step_back(&mut self) {
        let [s0, s1, s2, s3] = self.s;
        // forwards: s2 ^= s0, s3 ^= s1, s1 ^= s2, s0 ^= s3, s2 ^= t, s3 rotates, with t made of the s1 from before
        let s3 = s3.rotate_right(45);
        let s0 = s0 ^ s3;
        // s1 is now s1' ^ s2', and s2 is s2' ^ (s1' << 17), where s1' is the word from before and s2' its s2 ^ s0
        let mixed = s1 ^ s2;
        let mut s1 = mixed;
        for _ in 0..4 {
            s1 = mixed ^ s1 << 17;
        }
        let s2 = s2 ^ s1 << 17;
        self.s = [s0, s1, s2 ^ s0, s3 ^ s1];
    }

    /// A number in `0..bound`, exactly uniform (Lemire's multiply-and-reject [lemire2019]).
    ///
    /// # Panics
    /// In debug builds, if `bound` is zero.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0, "there is no number below zero");
        let mut product = u64::from((self.next_u64() >> 32) as u32) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from((self.next_u64() >> 32) as u32) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// An index into a slice of this length, exactly uniform.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u32) as usize
    }

    /// A number in [0, 1) with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// True with this probability: never at 0, always at 1.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Puts a slice into random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

/// SplitMix64 [steele2014]: advances the state and returns the next number.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng as _, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        for seed in [0, 1, 42, u64::MAX] {
            let mut ours = Rng::new(seed);
            let mut theirs = Xoshiro256PlusPlus::seed_from_u64(seed);
            for _ in 0..1000 {
                assert_eq!(ours.next_u64(), theirs.next_u64());
            }
        }
    }

    #[test]
    fn below_is_uniform_by_chi_squared() {
        let mut rng = Rng::new(3);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        let chi2: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi2 < 22.46, "chi-squared {chi2} exceeds the 99.9 % quantile of 6 degrees of freedom");
    }

    #[test]
    fn a_step_back_undoes_a_step() {
        let mut rng = Rng::new(11);
        for _ in 0..1000 {
            let before = rng.clone();
            rng.next_u64();
            let mut back = rng.clone();
            back.step_back();
            assert_eq!(back, before);
        }
    }

    #[test]
    fn chance_is_never_at_zero_and_always_at_one() {
        let mut rng = Rng::new(5);
        assert!((0..1000).all(|_| !rng.chance(0.0) && rng.chance(1.0)));
    }
}
