//! Placing a stone: strings are joined, strings without a liberty are removed.

use super::around;
use super::board::{Board, Colour, MANY, StringId, colour_of, mark, numbers, strings_of};
use super::cells::At;
use super::lanes::{ONES, above, any, are_equal, full, split};

/// The strings beside an empty point after a stone there has taken its liberty from them, one to a lane.
#[derive(Clone, Copy)]
pub(super) struct Touched {
    strings: u64,
    /// A one for each string of the stone's colour.
    own: u64,
    /// A one for each string that has another liberty, and for each cell without a stone.
    breathing: u64,
    around: u16,
}

impl Touched {
    /// The opponent's strings that have no liberty.
    #[inline(always)]
    fn captured(&self) -> u64 {
        (self.own | self.breathing) ^ ONES
    }

    /// Whether the stone takes the last liberty of its own string.
    #[inline(always)]
    fn is_suicide(&self) -> bool {
        self.own & self.breathing | self.captured() | u64::from(around::empty(self.around)) == 0
    }
}

impl<const STRIDE: usize, const CELLS: usize> Board<STRIDE, CELLS> {
    /// Places a stone on an empty point and removes what has no liberty; returns the point that simple ko forbids next.
    ///
    /// The suicide of a single stone does nothing; that of several is carried out, the caller knows whether it is legal.
    pub fn place_stone(&mut self, at: At<STRIDE, CELLS>, colour: Colour) -> Option<At<STRIDE, CELLS>> {
        match colour {
            0 => self.touch::<0>(at, true).and_then(|touched| self.place_touched::<0>(at, touched)),
            _ => self.touch::<1>(at, true).and_then(|touched| self.place_touched::<1>(at, touched)),
        }
    }

    /// Takes a liberty from the strings beside an empty point, unless a stone there is suicide that is not allowed.
    #[inline(always)]
    pub fn touch<const COLOUR: Colour>(&mut self, at: At<STRIDE, CELLS>, multi_stone_suicide: bool) -> Option<Touched> {
        let strings = self.string.beside(at);
        self.change_liberties(strings, u16::wrapping_sub);
        let touched = Touched {
            strings: numbers(strings),
            own: strings_of(strings, COLOUR),
            breathing: above::<0>(self.liberties(strings)),
            around: self.around.get(at),
        };
        if touched.is_suicide() && (!multi_stone_suicide || touched.own == 0) {
            self.change_liberties(strings, u16::wrapping_add);
            return None;
        }
        Some(touched)
    }

    /// Places a stone on a point that has been touched; returns the point that simple ko forbids next.
    #[inline(always)]
    pub fn place_touched<const COLOUR: Colour>(
        &mut self,
        at: At<STRIDE, CELLS>,
        touched: Touched,
    ) -> Option<At<STRIDE, CELLS>> {
        self.empty.remove(at);
        self.around.change_around(at, around::neighbour(COLOUR), around::diagonal(COLOUR), u64::wrapping_add);
        self.add_to_string::<COLOUR>(at, touched);
        if touched.breathing == ONES { None } else { self.remove_breathless::<COLOUR>(at, touched) }
    }

    #[inline(always)]
    fn change_liberties(&mut self, strings: [StringId<CELLS>; 4], change: impl Fn(u16, u16) -> u16) {
        for string in strings {
            let liberties = self.liberties.get_mut(string);
            *liberties = change(*liberties, 1);
        }
    }

    /// Makes a stone part of the strings beside it, or a string of its own.
    #[inline(always)]
    fn add_to_string<const COLOUR: Colour>(&mut self, at: At<STRIDE, CELLS>, touched: Touched) {
        self.next.set(at, at);
        let own = touched.strings & full(touched.own);
        let alone = StringId::<CELLS>::named(at, mark(COLOUR)).number() & u16::from(own == 0).wrapping_neg();
        let mut string = any(own) | alone;
        if !are_equal(own, touched.own) {
            string = self.join(own).number();
        }
        let string = StringId::from_number(string);
        *self.liberties.get_mut(string) += around::empty(touched.around);
        self.string.set(at, string);
        self.next.set(at, self.next.get_named(string));
        self.next.set_named(string, at);
    }

    /// Makes one of several strings: the one with the most liberties keeps its name, which is returned.
    #[inline(never)]
    fn join(&mut self, own: u64) -> StringId<CELLS> {
        let mut numbers = split(own);
        loop {
            let high = numbers.iter().fold(0, |high, &number| high.max(number));
            let low = numbers.iter().fold(u16::MAX, |low, number| low.min(number.wrapping_sub(1))) + 1;
            let (high, low) = (StringId::from_number(high), StringId::from_number(low));
            if low == high {
                return high;
            }
            let high_is_kept = self.liberties.get(high) > self.liberties.get(low);
            let (kept, lost) = if high_is_kept { (high, low) } else { (low, high) };
            self.rename(lost, kept);
            for number in &mut numbers {
                *number = if *number == lost.number() { kept.number() } else { *number };
            }
        }
    }

    /// Makes one string part of another.
    ///
    /// Most strings are short: to go round one twice costs less than a branch to stop in time.
    #[inline(always)]
    fn rename(&mut self, lost: StringId<CELLS>, kept: StringId<CELLS>) {
        *self.liberties.get_mut(kept) += std::mem::take(self.liberties.get_mut(lost));
        let first = self.next.get_named(lost);
        let mut stone = first;
        let mut apart = 1;
        while apart != 0 {
            for _ in 0..4 {
                self.string.set(stone, kept);
                stone = self.next.get(stone);
                apart *= u64::from(stone.number() ^ first.number());
            }
            apart = apart.min(1);
        }
        self.next.set_named(lost, self.next.get_named(kept));
        self.next.set_named(kept, first);
    }

    /// Removes the strings whose last liberty a new stone has taken; returns the point that simple ko forbids next.
    #[inline(never)]
    fn remove_breathless<const COLOUR: Colour>(
        &mut self,
        at: At<STRIDE, CELLS>,
        touched: Touched,
    ) -> Option<At<STRIDE, CELLS>> {
        if touched.is_suicide() {
            self.remove_string::<COLOUR>(self.string.get(at));
            return None;
        }
        let before = self.empty.len();
        let mut captured = touched.captured();
        while captured != 0 {
            let string = self.string.beside(at)[captured.trailing_zeros() as usize / 16];
            captured &= captured - 1;
            if colour_of(string).is_some() {
                if COLOUR == 0 { self.remove_string::<1>(string) } else { self.remove_string::<0>(string) }
            }
        }
        let is_ko = self.empty.len() == before + 1 && touched.around & around::enclosed(COLOUR ^ 1) != 0;
        is_ko.then(|| self.empty.get(before))
    }

    /// Takes a string off the board.
    #[inline(always)]
    fn remove_string<const COLOUR: Colour>(&mut self, string: StringId<CELLS>) {
        let before = self.empty.len();
        let first = self.next.get_named(string);
        let mut stone = first;
        loop {
            let empty = StringId::named(stone, 0);
            self.string.set(stone, empty);
            *self.liberties.get_mut(empty) = MANY;
            self.empty.add(stone);
            self.around.change_around(stone, around::neighbour(COLOUR), around::diagonal(COLOUR), u64::wrapping_sub);
            self.change_liberties(self.string.beside(stone), u16::wrapping_add);
            stone = self.next.get(stone);
            if stone == first {
                break;
            }
        }
        *self.liberties.get_mut(string) = 0;
        self.taken[COLOUR] += (self.empty.len() - before) as u32;
    }
}
