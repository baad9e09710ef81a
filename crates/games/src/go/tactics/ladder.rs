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
        self.reads_caught(ko, stone, &mut { MOST_BOARDS })
    }

    /// The moves on a string with two liberties after which it cannot escape, one for each liberty.
    pub fn catching_moves(
        &self,
        string: StringId<CELLS>,
        ko: Option<At<STRIDE, CELLS>>,
    ) -> impl Iterator<Item = At<STRIDE, CELLS>> + '_ {
        let stone = self.next.get_named(string);
        let liberties = self.two_liberties(string).into_iter().flatten();
        liberties.filter(move |&at| self.catches(ko, stone, at, &mut { MOST_BOARDS }))
    }

    /// Whether a string with one liberty, its player to move, is lost by extending: its extension is suicide, or leaves it to be caught.
    pub fn is_lost_extension(
        &self,
        stone: At<STRIDE, CELLS>,
        extension: At<STRIDE, CELLS>,
        ko: Option<At<STRIDE, CELLS>>,
    ) -> bool {
        let Some(colour) = self.colour(stone) else { return true };
        let caught = |after: &Reading<STRIDE, CELLS>| after.board.is_caught(stone, after.ko);
        self.after(ko, extension, colour, caught).unwrap_or(true)
    }

    /// What `then` says of the board after a move; `None` if the move cannot be made.
    fn after<T>(
        &self,
        ko: Option<At<STRIDE, CELLS>>,
        at: At<STRIDE, CELLS>,
        colour: Colour,
        then: impl FnOnce(&Reading<STRIDE, CELLS>) -> T,
    ) -> Option<T> {
        if Some(at) == ko || !self.can_place(at, colour, false) {
            return None;
        }
        let spare = SPARE.with_borrow_mut(Vec::pop).and_then(|spare| spare.downcast::<Reading<STRIDE, CELLS>>().ok());
        let mut after = match spare {
            Some(mut spare) => {
                spare.board = *self;
                spare
            }
            None => Box::new(Reading { board: *self, ko }),
        };
        after.ko = after.board.place_stone(at, colour);
        let answer = then(&after);
        SPARE.with_borrow_mut(|spare| spare.push(after));
        Some(answer)
    }

    /// The attacker is to move.
    fn reads_caught(&self, ko: Option<At<STRIDE, CELLS>>, stone: At<STRIDE, CELLS>, boards: &mut u32) -> bool {
        let Some(string) = self.string_at(stone) else { return true };
        let liberties = self.some_liberties::<3>(string);
        match *liberties {
            [last] => Some(last) != ko,
            [one, other] => self.catches(ko, stone, one, boards) || self.catches(ko, stone, other, boards),
            _ => false,
        }
    }

    /// Whether the attacker catches a string with two liberties by playing this one.
    fn catches(
        &self,
        ko: Option<At<STRIDE, CELLS>>,
        stone: At<STRIDE, CELLS>,
        at: At<STRIDE, CELLS>,
        boards: &mut u32,
    ) -> bool {
        let Some(colour) = self.colour(stone) else { return true };
        *boards = boards.saturating_sub(1);
        let is_over = *boards == 0;
        let escapes = |after: &Reading<STRIDE, CELLS>| after.board.escapes(after.ko, stone, boards);
        !is_over && self.after(ko, at, colour ^ 1, escapes).is_some_and(|escapes| !escapes)
    }

    /// The defender is to move.
    fn escapes(&self, ko: Option<At<STRIDE, CELLS>>, stone: At<STRIDE, CELLS>, boards: &mut u32) -> bool {
        let Some(string) = self.string_at(stone) else { return false };
        let Some(colour) = colour_of(string) else { return false };
        let Some(extension) = self.last_liberty(string) else { return true };
        let mut saves = |at: At<STRIDE, CELLS>| {
            let caught = |after: &Reading<STRIDE, CELLS>| after.board.reads_caught(after.ko, stone, boards);
            self.after(ko, at, colour, caught).is_some_and(|caught| !caught)
        };
        saves(extension) || self.any_attacker_in_atari(string, colour, saves)
    }
}
