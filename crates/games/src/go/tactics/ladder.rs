//! Ladders: strings that are caught by one atari after the other.
//!
//! The attacker plays liberties of the string only, so that it stays in atari; the defender extends, or takes a string in atari that touches
//! it. Nothing else helps the defender: whoever plays elsewhere is taken off the board. Simple ko is kept; a string whose last liberty the
//! attacker may not play because of ko has escaped.

use crate::go::board::{Board, Colour, StringId, colour_of};
use crate::go::cells::At;
use std::any::Any;
use std::cell::RefCell;

/// Boards looked at before a string is said to escape. On 9x9 a ladder across the board takes about 40.
const MOST_BOARDS: u32 = 160;

thread_local! {
    /// Boards that were used to read on, of whatever size. A ladder is read up to [`MOST_BOARDS`] moves deep, more than a thread's stack has room for; and
    /// because they are used again, a thread soon allocates no more.
    static SPARE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

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
        let caught = |after: &Reading<STRIDE, CELLS>| after.is_caught(stone, &mut { MOST_BOARDS });
        Reading { board: *self, ko }.after(extension, colour, caught).unwrap_or(true)
    }
}

impl<const STRIDE: usize, const CELLS: usize> Reading<STRIDE, CELLS> {
    /// What `then` says of the board after a move; `None` if the move cannot be made.
    fn after<T>(&self, at: At<STRIDE, CELLS>, colour: Colour, then: impl FnOnce(&Self) -> T) -> Option<T> {
        if Some(at) == self.ko || !self.board.can_place(at, colour, false) {
            return None;
        }
        let spare = SPARE.with_borrow_mut(Vec::pop).and_then(|spare| spare.downcast().ok());
        let mut after = spare.unwrap_or_else(|| Box::new(*self));
        *after = *self;
        after.ko = after.board.place_stone(at, colour);
        let answer = then(&after);
        SPARE.with_borrow_mut(|spare| spare.push(after));
        Some(answer)
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
        *boards > 0 && self.after(at, colour ^ 1, |after| !after.escapes(stone, boards)).unwrap_or(false)
    }

    /// The defender is to move.
    fn escapes(&self, stone: At<STRIDE, CELLS>, boards: &mut u32) -> bool {
        let Some(string) = self.board.string_at(stone) else { return false };
        let Some(colour) = colour_of(string) else { return false };
        let Some(extension) = self.board.last_liberty(string) else { return true };
        let mut saves =
            |at: At<STRIDE, CELLS>| self.after(at, colour, |after| !after.is_caught(stone, boards)).unwrap_or(false);
        saves(extension) || self.board.any_attacker_in_atari(string, colour, saves)
    }
}
