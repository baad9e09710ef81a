//! What the string of a new stone would have left.

use super::few::Few;
use super::liberties::BESIDE;
use crate::go::around;
use crate::go::board::{Board, Colour, StringId, colour_of};
use crate::go::cells::At;

impl<const STRIDE: usize, const CELLS: usize> Board<STRIDE, CELLS> {
    /// Whether a stone of the colour on this empty point takes a string of the opponent off the board.
    #[inline]
    pub fn captures(&self, at: At<STRIDE, CELLS>, colour: Colour) -> bool {
        self.in_atari_beside(at, colour ^ 1).next().is_some()
    }

    /// Whether a stone of the colour on this empty point would stand in a string with less than two liberties. The stone may be suicide.
    #[inline]
    pub fn is_self_atari(&self, at: At<STRIDE, CELLS>, colour: Colour) -> bool {
        around::empty(self.around.get(at)) < 2 && !self.joins_free_string(at, colour) && self.liberties_with(at, colour) < 2
    }

    /// Whether a string of the colour beside this empty point has three liberties for certain: so many pseudo-liberties that two points cannot have them all.
    #[inline]
    fn joins_free_string(&self, at: At<STRIDE, CELLS>, colour: Colour) -> bool {
        let is_free = |string: StringId<CELLS>| colour_of(string) == Some(colour) && self.liberties.get(string) > 2 * BESIDE;
        self.string.beside(at).into_iter().any(is_free)
    }

    /// The liberties, up to three, of the string that a stone of the colour on this empty point would belong to.
    pub fn liberties_with(&self, at: At<STRIDE, CELLS>, colour: Colour) -> usize {
        let own = self.strings_beside(at, colour);
        // the point itself is a liberty of every string beside it
        let mut few = Few::<_, 4>::new(at);
        few.add(at);
        self.empty_beside(at).for_each(|near| few.add(near));
        own.iter().for_each(|&string| self.add_liberties(string, &mut few));
        if !few.is_full() {
            let is_beside = |&taken: &At<STRIDE, CELLS>| {
                at.neighbours().contains(&taken.number()) || self.string.beside(taken).iter().any(|near| own.contains(near))
            };
            let taken = self.in_atari_beside(at, colour ^ 1).flat_map(|(string, _)| self.stones_in(string));
            taken.filter(is_beside).for_each(|stone| few.add(stone));
        }
        few.len() - 1
    }

    /// The number of stones, up to `most`, of the string that a stone of the colour on this empty point would belong to.
    pub fn stones_with(&self, at: At<STRIDE, CELLS>, colour: Colour, most: usize) -> usize {
        let own = self.strings_beside(at, colour);
        let stones = own.iter().flat_map(|&string| self.stones_in(string));
        1 + stones.take(most.saturating_sub(1)).count()
    }

    /// Whether a stone of the colour on this empty point only gives stones away: it takes nothing and leaves a string of two stones or more
    /// with less than two liberties. A single stone may be a throw-in, and stones that are a nakade make sure that the opponent gets one eye only.
    #[inline]
    pub fn is_bad_self_atari(&self, at: At<STRIDE, CELLS>, colour: Colour) -> bool {
        self.is_self_atari(at, colour)
            && self.stones_with(at, colour, 2) > 1
            && !self.captures(at, colour)
            && !self.is_nakade(at, colour)
    }
}
