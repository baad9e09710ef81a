//! Many generators side by side, for playouts in lockstep.

use crate::Rng;

/// Generators side by side: each lane gives the numbers of the [`Rng`] that was put there, whatever the others do.
///
/// The states lie in columns, so that one loop over all lanes is a loop over vectors.
///
/// ```
/// use katsura_game::{Rng, Rngs};
/// let mut many = Rngs::new(8);
/// many.set(3, &Rng::new(7));
/// let mut ranks = [0; 8];
/// many.below(&[6; 8], &mut ranks);
/// assert_eq!(u32::from(ranks[3]), Rng::new(7).below(6));
/// ```
#[derive(Clone, Debug)]
pub struct Rngs {
    s: [Vec<u64>; 4],
}

impl Rngs {
    /// This many lanes, all with the generator of seed 0.
    pub fn new(lanes: usize) -> Self {
        Rngs { s: Rng::new(0).words().map(|word| vec![word; lanes]) }
    }

    /// Puts a generator into a lane.
    pub fn set(&mut self, lane: usize, rng: &Rng) {
        for (column, word) in self.s.iter_mut().zip(rng.words()) {
            column[lane] = word;
        }
    }

    fn get(&self, lane: usize) -> Rng {
        Rng::from_words([0, 1, 2, 3].map(|word| self.s[word][lane]))
    }

    /// Draws a number from every lane whose bound is above zero, as [`Rng::below`] does; the others give zero and stay as they are.
    ///
    /// # Panics
    /// If there are not as many bounds and ranks as lanes.
    #[inline(always)]
    pub fn below(&mut self, bounds: &[u16], ranks: &mut [u16]) {
        let [a, b, c, d] = &mut self.s;
        let lanes = a.len();
        assert!(bounds.len() == lanes && ranks.len() == lanes, "there is a bound and a rank for every lane");
        let (b, c, d) = (&mut b[..lanes], &mut c[..lanes], &mut d[..lanes]);
        let mut doubtful = false;
        for lane in 0..lanes {
            let draws = if bounds[lane] > 0 { u64::MAX } else { 0 };
            let (s0, s1, s2, s3) = (a[lane], b[lane], c[lane], d[lane]);
            let random = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
            let (t2, t3) = (s2 ^ s0, s3 ^ s1);
            a[lane] = s0 ^ t3 & draws;
            b[lane] = s1 ^ t2 & draws;
            c[lane] = s2 ^ (s0 ^ s1 << 17) & draws;
            d[lane] = s3 ^ (s3 ^ t3.rotate_left(45)) & draws;
            let product = (random >> 32) * u64::from(bounds[lane]);
            ranks[lane] = (product >> 32) as u16;
            doubtful |= product & 0xffff_ffff < u64::from(bounds[lane]);
        }
        if doubtful {
            self.look_again(bounds, ranks);
        }
    }

    /// Goes through the lanes one by one after one of them may have to draw again: once in about 2^32 draws.
    #[cold]
    #[inline(never)]
    fn look_again(&mut self, bounds: &[u16], ranks: &mut [u16]) {
        for (lane, (&bound, rank)) in bounds.iter().zip(ranks).enumerate().filter(|(_, (bound, _))| **bound > 0) {
            let mut rng = self.get(lane);
            rng.step_back();
            *rank = rng.below(u32::from(bound)) as u16;
            self.set(lane, &rng);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_gives_the_numbers_of_its_generator() {
        let mut singles: Vec<Rng> = (0..24).map(Rng::new).collect();
        let mut many = Rngs::new(24);
        singles.iter().enumerate().for_each(|(lane, rng)| many.set(lane, rng));
        let mut ranks = [0; 24];
        for round in 0..2000u16 {
            let bounds: [u16; 24] = std::array::from_fn(|lane| (round * 31 + lane as u16 * 7) % 626);
            if round % 100 == 99 {
                // what a doubtful lane leads to must change nothing for the others
                many.below(&bounds, &mut ranks);
                many.look_again(&bounds, &mut ranks);
            } else {
                many.below(&bounds, &mut ranks);
            }
            for ((rng, bound), rank) in singles.iter_mut().zip(bounds).zip(ranks) {
                assert_eq!(u32::from(rank), if bound > 0 { rng.below(u32::from(bound)) } else { 0 });
            }
        }
    }

    #[test]
    fn a_draw_that_must_be_repeated_is() {
        // xoshiro256++ with these words gives 0 first, and 0 · bound is below the threshold of any bound but a power of two
        let mut single = Rng::from_words([0, 5, 9, 0]);
        let mut many = Rngs::new(8);
        many.set(2, &single);
        let mut ranks = [0; 8];
        many.below(&[0, 1, 81, 4, 5, 6, 7, 8], &mut ranks);
        assert_eq!(u32::from(ranks[2]), single.below(81));
        assert_eq!(many.get(2), single);
        let mut once = Rng::from_words([0, 5, 9, 0]);
        assert_eq!(once.next_u64(), 0);
        assert_ne!(once, single);
    }
}
