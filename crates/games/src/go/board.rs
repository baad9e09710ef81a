//! Stones and strings, and what can be seen of them.

use super::around;
use super::cells::{At, PerString, Table};
use super::empty::EmptyPoints;
use super::lanes::{ONES, above, lanes};

/// The two colours as numbers: Black is 0, White is 1.
pub(super) type Colour = usize;

/// A string of stones. A cell without a stone counts as a string of its own that has no colour.
pub(super) type StringId<const CELLS: usize> = super::cells::StringId<CELLS>;

/// The mark of a string: a bit for its colour, none for an empty point, [`OFF_BOARD`] for a cell of the rim.
pub(super) const fn mark(colour: Colour) -> u16 {
    1 << colour
}
const OFF_BOARD: u16 = 4;

/// The liberties of a cell without a stone: it never looks captured.
pub(super) const MANY: u16 = 1 << 14;

/// The stones on the board and everything that is kept up to date about them.
#[derive(Clone, Copy)]
pub(super) struct Board<const STRIDE: usize, const CELLS: usize> {
    /// What stands around every point.
    pub(super) around: Table<u16, STRIDE, CELLS>,
    /// The string at every cell.
    pub(super) string: Table<StringId<CELLS>, STRIDE, CELLS>,
    /// The next stone of the same string, in a circle.
    pub(super) next: Table<At<STRIDE, CELLS>, STRIDE, CELLS>,
    /// The pseudo-liberties of every string: pairs of a stone and an empty neighbour of it.
    pub(super) liberties: PerString<CELLS>,
    pub(super) empty: EmptyPoints<STRIDE, CELLS>,
    /// Stones taken off the board by colour.
    pub(super) taken: [u32; 2],
}

impl<const STRIDE: usize, const CELLS: usize> Board<STRIDE, CELLS> {
    /// The empty board.
    pub fn new(size: usize) -> Self {
        let mut around = [0; CELLS];
        let mut string = std::array::from_fn(|cell| StringId::new(cell, OFF_BOARD));
        let mut empty = EmptyPoints::new();
        for (column, row) in (0..size).flat_map(|row| (0..size).map(move |column| (column, row))) {
            let at = At::<STRIDE, CELLS>::new(column, row);
            let edges = [column == 0, column == size - 1, row == 0, row == size - 1];
            around[usize::from(at.number())] += around::at_start(edges.into_iter().filter(|&edge| edge).count() as u16);
            for near in at.neighbours() {
                around[usize::from(near)] += around::EMPTY_NEIGHBOUR;
            }
            string[usize::from(at.number())] = StringId::named(at, 0);
            empty.add(at);
        }
        Board {
            around: Table::new(around),
            string: Table::new(string),
            next: Table::new([At::new(0, 0); CELLS]),
            liberties: PerString::new([MANY, 0, 0, 0, MANY, 0, 0, 0]),
            empty,
            taken: [0, 0],
        }
    }

    /// What stands at a point: 0 for nothing, 1 for Black, 2 for White.
    #[inline(always)]
    pub fn mark_at(&self, at: At<STRIDE, CELLS>) -> usize {
        usize::from(self.string.get(at).mark() & 3)
    }

    /// The colour of the stone at a point.
    pub fn colour(&self, at: At<STRIDE, CELLS>) -> Option<Colour> {
        colour_of(self.string.get(at))
    }

    #[inline(always)]
    pub fn is_empty_point(&self, at: At<STRIDE, CELLS>) -> bool {
        self.string.get(at).mark() == 0
    }

    /// The stones of the string at this point.
    pub fn stones_of(&self, first: At<STRIDE, CELLS>) -> impl Iterator<Item = At<STRIDE, CELLS>> + '_ {
        std::iter::successors(Some(first), move |&stone| Some(self.next.get(stone)).filter(|&next| next != first))
    }

    /// The pseudo-liberties of four strings in lanes.
    #[inline(always)]
    pub fn liberties(&self, [a, b, c, d]: [StringId<CELLS>; 4]) -> u64 {
        let get = |string| self.liberties.get(string);
        lanes([get(a), get(b), get(c), get(d)])
    }

    /// The pseudo-liberties that the strings around an empty point have once a stone stands on it, in lanes.
    #[inline(always)]
    pub fn liberties_after(&self, at: At<STRIDE, CELLS>) -> u64 {
        let [a, b, c, d] = self.string.beside(at);
        let same = |x, y| u16::from(x == y);
        let (ab, ac, ad, bc, bd, cd) = (same(a, b), same(a, c), same(a, d), same(b, c), same(b, d), same(c, d));
        let taken = [1 + ab + ac + ad, 1 + ab + bc + bd, 1 + ac + bc + cd, 1 + ad + bd + cd];
        self.liberties([a, b, c, d]) - lanes(taken)
    }

    /// Whether a stone on this empty point stays, captures, or is suicide that the rules allow. Ko is not looked at.
    #[inline]
    pub fn can_place(&self, at: At<STRIDE, CELLS>, colour: Colour, multi_stone_suicide: bool) -> bool {
        let strings = self.string.beside(at);
        let own = strings_of(strings, colour);
        if around::empty(self.around.get(at)) != 0 || multi_stone_suicide && own != 0 {
            return true;
        }
        // strings that have more liberties than the stone can take are not worth a closer look
        let free = above::<4>(self.liberties(strings));
        if free == ONES || own & free != 0 {
            return own != 0;
        }
        let breathing = above::<0>(self.liberties_after(at));
        own & breathing != 0 || own | breathing != ONES
    }
}

/// The colour of a string.
pub(super) const fn colour_of<const CELLS: usize>(string: StringId<CELLS>) -> Option<Colour> {
    match string.mark() {
        0 | OFF_BOARD => None,
        mark => Some((mark >> 1) as usize),
    }
}

/// The numbers of four strings in lanes.
#[inline(always)]
pub(super) fn numbers<const CELLS: usize>([a, b, c, d]: [StringId<CELLS>; 4]) -> u64 {
    lanes([a.number(), b.number(), c.number(), d.number()])
}

/// A one in the lane of each string of the colour.
#[inline(always)]
pub(super) fn strings_of<const CELLS: usize>(strings: [StringId<CELLS>; 4], colour: Colour) -> u64 {
    numbers(strings) >> colour & ONES
}
