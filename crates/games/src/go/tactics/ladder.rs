//! Ladders: strings that are caught by one atari after the other.
//!
//! The attacker plays liberties of the string only, so that it stays in atari; the defender extends, or takes a string in atari that touches
//! it. Nothing else helps the defender: whoever plays elsewhere is taken off the board. Simple ko is kept; a string whose last liberty the
//! attacker may not play because of ko has escaped.

use crate::go::board::{Board, Colour, StringId, colour_of};
use crate::go::cells::At;

/// Boards looked at before a string is said to escape. On 9x9 a ladder across the board takes about 40.
const MOST_BOARDS: u32 = 160;

/// A board with the point that simple ko forbids to whoever moves next.
#[derive(Clone, Copy)]
struct Reading<const STRIDE: usize, const CELLS: usize> {
    board: Board<STRIDE, CELLS>,
    ko: Option<At<STRIDE, CELLS>>,
}

impl<const STRIDE: usize, const CELLS: usize> Board<STRIDE, CELLS> {
    /// Whether the opponent of a string with at most two liberties catches it by ladder if they move now.
    pub fn is_caught(&self, stone: At<STRIDE, CELLS>, ko: Option<At<STRIDE, CELLS>>) -> bool {
        Reading { board: *self, ko }.is_caught(stone, &mut { MOST_BOARDS })
    }

    /// The moves on a string with two liberties after which it cannot escape, one for each liberty.
    pub fn catching_moves(
        &self,
        string: StringId<CELLS>,
        ko: Option<At<STRIDE, CELLS>>,
    ) -> impl Iterator<Item = At<STRIDE, CELLS>> + '_ {
        let reading = Reading { board: *self, ko };
        let stone = self.next.get_named(string);
        let liberties = self.two_liberties(string).into_iter().flatten();
        liberties.filter(move |&at| reading.catches(stone, at, &mut { MOST_BOARDS }))
    }

    /// Whether a string with one liberty, its player to move, is lost by extending: its extension is suicide, or leaves it to be caught.
    pub fn is_lost_extension(
        &self,
        stone: At<STRIDE, CELLS>,
        extension: At<STRIDE, CELLS>,
        ko: Option<At<STRIDE, CELLS>>,
    ) -> bool {
        let Some(colour) = self.colour(stone) else { return true };
        let after = Reading { board: *self, ko }.after(extension, colour);
        after.is_none_or(|after| after.is_caught(stone, &mut { MOST_BOARDS }))
    }
}

impl<const STRIDE: usize, const CELLS: usize> Reading<STRIDE, CELLS> {
    /// The board after a move, on the heap: a ladder is read up to [`MOST_BOARDS`] moves deep, more than a thread's stack holds.
    fn after(&self, at: At<STRIDE, CELLS>, colour: Colour) -> Option<Box<Self>> {
        if Some(at) == self.ko || !self.board.can_place(at, colour, false) {
            return None;
        }
        let mut after = Box::new(*self);
        after.ko = after.board.place_stone(at, colour);
        Some(after)
    }

    /// The attacker is to move.
    fn is_caught(&self, stone: At<STRIDE, CELLS>, boards: &mut u32) -> bool {
        let Some(string) = self.board.string_at(stone) else { return true };
        let liberties = self.board.some_liberties::<3>(string);
        match *liberties {
            [last] => Some(last) != self.ko,
            [one, other] => self.catches(stone, one, boards) || self.catches(stone, other, boards),
            _ => false,
        }
    }

    /// Whether the attacker catches a string with two liberties by playing this one.
    fn catches(&self, stone: At<STRIDE, CELLS>, at: At<STRIDE, CELLS>, boards: &mut u32) -> bool {
        let Some(colour) = self.board.colour(stone) else { return true };
        *boards = boards.saturating_sub(1);
        *boards > 0 && self.after(at, colour ^ 1).is_some_and(|after| !after.escapes(stone, boards))
    }

    /// The defender is to move.
    fn escapes(&self, stone: At<STRIDE, CELLS>, boards: &mut u32) -> bool {
        let Some(string) = self.board.string_at(stone) else { return false };
        let Some(colour) = colour_of(string) else { return false };
        let Some(extension) = self.board.last_liberty(string) else { return true };
        let mut saves = |at: At<STRIDE, CELLS>| self.after(at, colour).is_some_and(|after| !after.is_caught(stone, boards));
        saves(extension) || self.board.any_attacker_in_atari(string, colour, saves)
    }
}
