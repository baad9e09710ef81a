//! What the string of a new stone would have left.

use super::few::Few;
use super::liberties::BESIDE;
use crate::go::around;
use crate::go::board::{Board, Colour, colour_of};
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
        around::empty(self.around.get(at)) < 2 && !self.has_room(at, colour) && self.liberties_with::<3>(at, colour) < 2
    }

    /// Whether it can be seen at once that a stone of the colour on this empty point would have two liberties: a string of the colour beside it has so
    /// many pseudo-liberties that two points cannot have them all, or there are three empty points beside the point and a stone of the colour next to it,
    /// the point itself being one of them. Two points beside each other have no neighbour in common.
    #[inline]
    fn has_room(&self, at: At<STRIDE, CELLS>, colour: Colour) -> bool {
        let needed = 3 - around::empty(self.around.get(at)).min(3);
        let mut beside = self.string.beside(at).into_iter().zip(self.around.beside(at));
        beside.any(|(string, around)| {
            let is_free = self.liberties.get(string) > 2 * BESIDE || around::empty(around) >= needed;
            is_free && colour_of(string) == Some(colour)
        })
    }

    /// The liberties, if they are less than `MOST` - 1, of the string that a stone of the colour on this empty point would belong to; otherwise that
    /// number.
    pub fn liberties_with<const MOST: usize>(&self, at: At<STRIDE, CELLS>, colour: Colour) -> usize {
        let own = self.strings_beside(at, colour);
        // the point itself is a liberty of every string beside it
        let mut few = Few::<_, MOST>::new(at);
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
