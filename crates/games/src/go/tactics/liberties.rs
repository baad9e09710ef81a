//! The liberties of a string, found by walking along it.

use super::few::Few;
use crate::go::around;
use crate::go::board::{Board, Colour, StringId, colour_of, strings_of};
use crate::go::cells::At;
use crate::go::lanes::{ONES, above};

/// An empty point has at most so many neighbours: a string with more pseudo-liberties than this has two liberties or more.
pub(super) const BESIDE: u16 = 4;

impl<const STRIDE: usize, const CELLS: usize> Board<STRIDE, CELLS> {
    /// The string of stones at a point, if there is one.
    #[inline]
    pub fn string_at(&self, at: At<STRIDE, CELLS>) -> Option<StringId<CELLS>> {
        Some(self.string.get(at)).filter(|&string| colour_of(string).is_some())
    }

    /// The different strings of a colour beside a point.
    #[inline]
    pub fn strings_beside(&self, at: At<STRIDE, CELLS>, colour: Colour) -> Few<StringId<CELLS>, 4> {
        let beside = self.string.beside(at);
        let mut few = Few::new(beside[0]);
        beside.into_iter().filter(|&string| colour_of(string) == Some(colour)).for_each(|string| few.add(string));
        few
    }

    /// Those of the strings of a colour beside a point that are in atari, each with its liberty.
    #[inline]
    pub fn in_atari_beside(
        &self,
        at: At<STRIDE, CELLS>,
        colour: Colour,
    ) -> impl Iterator<Item = (StringId<CELLS>, At<STRIDE, CELLS>)> + '_ {
        let strings = self.string.beside(at);
        // a one for each string of the colour that may be in atari
        let mut weak = strings_of(strings, colour) & (above::<{ BESIDE as u64 }>(self.liberties(strings)) ^ ONES);
        std::iter::from_fn(move || {
            while weak != 0 {
                let place = weak.trailing_zeros() as usize / 16;
                weak &= weak - 1;
                let string = strings[place];
                if strings[..place].contains(&string) {
                    continue;
                }
                if let Some(last) = self.last_liberty(string) {
                    return Some((string, last));
                }
            }
            None
        })
    }

    /// The points beside a point on which no stone stands.
    #[inline]
    pub fn empty_beside(&self, at: At<STRIDE, CELLS>) -> impl Iterator<Item = At<STRIDE, CELLS>> {
        let cells = self.string.beside(at).into_iter().zip(at.neighbours());
        cells.filter(|(string, _)| string.mark() == 0).filter_map(|(_, number)| At::from_number(number))
    }

    /// The stones of a string.
    #[inline]
    pub fn stones_in(&self, string: StringId<CELLS>) -> impl Iterator<Item = At<STRIDE, CELLS>> + '_ {
        self.stones_of(self.next.get_named(string))
    }

    /// Adds the liberties of a string until there is no room.
    #[inline]
    pub fn add_liberties<const MOST: usize>(&self, string: StringId<CELLS>, few: &mut Few<At<STRIDE, CELLS>, MOST>) {
        for stone in self.stones_in(string).filter(|&stone| around::empty(self.around.get(stone)) > 0) {
            self.empty_beside(stone).for_each(|at| few.add(at));
            if few.is_full() {
                return;
            }
        }
    }

    /// The liberties of a string; if there are `MOST`, there may be more.
    #[inline]
    pub fn some_liberties<const MOST: usize>(&self, string: StringId<CELLS>) -> Few<At<STRIDE, CELLS>, MOST> {
        let mut few = Few::new(self.next.get_named(string));
        self.add_liberties(string, &mut few);
        few
    }

    /// The only liberty of a string in atari.
    #[inline]
    pub fn last_liberty(&self, string: StringId<CELLS>) -> Option<At<STRIDE, CELLS>> {
        if self.liberties.get(string) > BESIDE {
            return None;
        }
        let mut last = None;
        for stone in self.stones_in(string) {
            match around::empty(self.around.get(stone)) {
                0 => {}
                1 if last.is_none() => last = self.empty_beside(stone).next(),
                1 if last == self.empty_beside(stone).next() => {}
                _ => return None,
            }
        }
        last
    }

    /// The liberties of a string that has exactly two.
    #[inline]
    pub fn two_liberties(&self, string: StringId<CELLS>) -> Option<[At<STRIDE, CELLS>; 2]> {
        if self.liberties.get(string) > 2 * BESIDE {
            return None;
        }
        let few = self.some_liberties::<3>(string);
        if few.len() == 2 { Some([few[0], few[1]]) } else { None }
    }

    /// Calls `found` with the liberty of every string in atari of the other colour that touches a string; stops when it says so.
    pub fn any_attacker_in_atari(
        &self,
        string: StringId<CELLS>,
        colour: Colour,
        mut found: impl FnMut(At<STRIDE, CELLS>) -> bool,
    ) -> bool {
        let mut seen = Few::<_, 8>::new(string);
        for stone in self.stones_in(string) {
            for (attacker, last) in self.in_atari_beside(stone, colour ^ 1) {
                if seen.contains(&attacker) {
                    continue;
                }
                seen.add(attacker);
                if found(last) {
                    return true;
                }
            }
        }
        false
    }
}
