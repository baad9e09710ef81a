//! What is known about good moves: the colour that is kept for a large group, and the same group on different boards.

use super::field::Field;
use super::state::{Blocks, Group};
use katsura_game::{Hidden, Keyed, Knowledge, Lanes, LegalSet, LightPlayout, Points, Reserve, Rng, Skip, mix_key};

impl<const WORDS: usize, const STRIDE: usize> Points for Blocks<WORDS, STRIDE> {}
impl<const WORDS: usize, const STRIDE: usize> LightPlayout for Blocks<WORDS, STRIDE> {}
impl<const WORDS: usize, const STRIDE: usize> Lanes for Blocks<WORDS, STRIDE> {}
impl<const WORDS: usize, const STRIDE: usize> Skip for Blocks<WORDS, STRIDE> {}
impl<const WORDS: usize, const STRIDE: usize> Hidden for Blocks<WORDS, STRIDE> {}
impl<const WORDS: usize, const STRIDE: usize> LegalSet for Blocks<WORDS, STRIDE> {}

impl<const WORDS: usize, const STRIDE: usize> Blocks<WORDS, STRIDE> {
    /// The starts of the groups that may be taken if those of a colour are kept.
    #[inline]
    fn free_starts(&self, reserve: &Reserve) -> Field<WORDS, STRIDE> {
        let starts = self.starts();
        let kept = starts & self.of_colour(reserve.group as u8);
        if kept.is_empty() || reserve.lifts && kept.without(self.group_of(kept.first())).is_empty() {
            return starts;
        }
        let mut free = starts.without(kept);
        if reserve.spares {
            self.each_group(kept, |group, cells| {
                free = if cells.count() == 2 { free | Field::one(usize::from(group.0)) } else { free };
            });
        }
        if free.is_empty() { starts } else { free }
    }

    fn code_of(&self, group: Group, cells: Field<WORDS, STRIDE>) -> u64 {
        cells.hash(mix_key(u64::from(self.colour_at(usize::from(group.0)))))
    }
}

impl<const WORDS: usize, const STRIDE: usize> Knowledge for Blocks<WORDS, STRIDE> {
    /// The colour.
    #[inline]
    fn group(&self, mv: Group, _last: Option<Group>) -> usize {
        usize::from(self.colour_at(usize::from(mv.0)))
    }

    /// The colours of which there are most blocks [schadd2012].
    fn reserved(&self) -> u64 {
        u64::from(self.most())
    }

    fn reserved_at_start(&self) -> u64 {
        u64::from(self.first)
    }

    /// Pairs, which are worth nothing [cazenave2016].
    #[inline]
    fn is_spare(&self, mv: Group) -> bool {
        self.group_of(usize::from(mv.0)).count() == 2
    }

    #[inline]
    fn free_moves(&self, reserve: &Reserve, moves: &mut Vec<Group>) {
        moves.clear();
        self.each_group(self.free_starts(reserve), |group, _| moves.push(group));
    }

    #[inline]
    fn free_move(&self, reserve: &Reserve, _moves: &mut Vec<Group>, rng: &mut Rng) -> Group {
        self.draw(self.free_starts(reserve), rng)
    }

    /// The cells of the group and their colour [rosin2011].
    #[inline]
    fn code(&self, mv: Group) -> u64 {
        self.code_of(mv, self.group_of(usize::from(mv.0)))
    }

    #[inline]
    fn coded_moves(&self, reserve: Option<&Reserve>, moves: &mut Vec<Group>, codes: &mut Vec<u64>) {
        moves.clear();
        codes.clear();
        let starts = reserve.map_or_else(|| self.starts(), |reserve| self.free_starts(reserve));
        self.each_group(starts, |group, cells| {
            moves.push(group);
            codes.push(self.code_of(group, cells));
        });
    }

    /// min(n − 2, 8) for a group of n blocks [cazenave2021].
    fn biases(&self, moves: &[Group], biases: &mut [f32]) {
        for (bias, mv) in biases.iter_mut().zip(moves) {
            let blocks = self.group_of(usize::from(mv.0)).count();
            *bias = (blocks - 2).min(8) as f32;
        }
    }

    /// What lies ahead is a matter of the blocks alone.
    fn rest_key(&self) -> Option<u64> {
        Some(self.blocks_key())
    }

    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }
}
