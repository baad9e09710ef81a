//! Some of many boards, with the rows of the arrays that belong to them.

use crate::failure::value_error;
use crate::planes::{Scratch, Setting, Shown, write_mask};
use katsura_game::Turn;
use numpy::{PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;

/// The arrays that a step fills, one row for each board. Planes are bytes of 0 and 1.
pub type Arrays<'py> = (
    PyReadwriteArray2<'py, u8>,
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray1<'py, i8>,
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray1<'py, bool>,
);

/// The most boards that a thread takes at once: for so few it is not worth to wake another.
pub const MOST: usize = 256;

/// How many boards ahead the next ones are fetched: thousands do not fit into the caches, and to wait for them takes longer than a move.
const AHEAD: usize = 4;

/// An array with a row for each board.
struct Rows<'a, T> {
    values: &'a mut [T],
    width: usize,
}

impl<'a, T> Rows<'a, T> {
    /// So many rows of this width; an error if the array has another size.
    fn new(values: &'a mut [T], count: usize, width: usize) -> PyResult<Self> {
        if values.len() != count * width {
            return Err(value_error("the arrays do not have the shapes of these boards"));
        }
        Ok(Rows { values, width })
    }

    fn row(&mut self, number: usize) -> &mut [T] {
        &mut self.values[number * self.width..][..self.width]
    }

    fn split(self, rows: usize) -> (Self, Self) {
        let (first, second) = self.values.split_at_mut(rows * self.width);
        (Rows { values: first, width: self.width }, Rows { values: second, width: self.width })
    }
}

/// Boards and what is written about them.
pub struct Part<'a> {
    /// The number of the first board.
    first: usize,
    boards: &'a mut [Shown],
    /// The sets of the legal actions.
    legal: Rows<'a, u64>,
    /// Rows without bytes if nobody wants to see the boards.
    planes: Rows<'a, u8>,
    masks: Rows<'a, i8>,
    turns: Rows<'a, i8>,
    rewards: Rows<'a, f32>,
    over: Rows<'a, bool>,
}

/// One board and what is written about it.
struct Row<'a> {
    board: &'a mut Shown,
    legal: &'a mut [u64],
    planes: &'a mut [u8],
    mask: &'a mut [i8],
    turn: &'a mut [i8],
    rewards: &'a mut [f32],
    over: &'a mut [bool],
}

impl<'a> Part<'a> {
    /// All boards, after the sizes of the arrays have been checked.
    pub fn all(
        setting: &Setting,
        boards: &'a mut [Shown],
        legal: &'a mut [u64],
        arrays: &'a mut Arrays<'_>,
    ) -> PyResult<Self> {
        let (planes, masks, turns, rewards, over) = arrays;
        let (planes, masks, turns) = (planes.as_slice_mut()?, masks.as_slice_mut()?, turns.as_slice_mut()?);
        let (rewards, over) = (rewards.as_slice_mut()?, over.as_slice_mut()?);
        let (count, bytes) = (boards.len(), if planes.is_empty() { 0 } else { setting.bytes() });
        Ok(Part {
            first: 0,
            legal: Rows::new(legal, count, setting.words())?,
            planes: Rows::new(planes, count, bytes)?,
            masks: Rows::new(masks, count, setting.rules.moves)?,
            turns: Rows::new(turns, count, 1)?,
            rewards: Rows::new(rewards, count, setting.rules.players)?,
            over: Rows::new(over, count, 1)?,
            boards,
        })
    }

    /// Back to the start.
    pub fn reset(self, setting: &Setting) {
        self.each(setting, &|_, row, scratch| row.reset(setting, scratch));
    }

    /// Makes a legal move on each board.
    pub fn step(self, setting: &Setting, moves: &[u32]) {
        self.each(setting, &|number, row, scratch| row.step(setting, scratch, moves[number]));
    }

    /// Does something with every board, in as many threads as are worth it.
    fn each(mut self, setting: &Setting, work: &(impl Fn(usize, Row<'_>, &mut Scratch) + Sync)) {
        if self.boards.len() > MOST {
            let (left, right) = self.halves();
            rayon::join(|| left.each(setting, work), || right.each(setting, work));
            return;
        }
        let mut scratch = Scratch::new(setting);
        for number in 0..self.boards.len() {
            if let Some(later) = self.boards.get(number + AHEAD) {
                later.fetch_ahead();
            }
            work(self.first + number, self.row(number), &mut scratch);
        }
    }

    fn row(&mut self, number: usize) -> Row<'_> {
        Row {
            board: &mut self.boards[number],
            legal: self.legal.row(number),
            planes: self.planes.row(number),
            mask: self.masks.row(number),
            turn: self.turns.row(number),
            rewards: self.rewards.row(number),
            over: self.over.row(number),
        }
    }

    fn halves(self) -> (Self, Self) {
        let half = self.boards.len() / 2;
        let (boards, legal, planes) = (self.boards.split_at_mut(half), self.legal.split(half), self.planes.split(half));
        let (masks, turns) = (self.masks.split(half), self.turns.split(half));
        let (rewards, over) = (self.rewards.split(half), self.over.split(half));
        let (left, right) = ((boards.0, legal.0, planes.0, masks.0), (boards.1, legal.1, planes.1, masks.1));
        let part = |first, (boards, legal, planes, masks), turns, rewards, over| Part {
            first,
            boards,
            legal,
            planes,
            masks,
            turns,
            rewards,
            over,
        };
        (part(self.first, left, turns.0, rewards.0, over.0), part(self.first + half, right, turns.1, rewards.1, over.1))
    }
}

impl Row<'_> {
    fn reset(mut self, setting: &Setting, scratch: &mut Scratch) {
        self.board.reset(setting, scratch);
        self.over[0] = false;
        self.rewards.fill(0.0);
        self.show(setting, scratch);
    }

    /// Makes a legal move.
    fn step(mut self, setting: &Setting, scratch: &mut Scratch, index: u32) {
        self.board.play(setting, scratch, index);
        self.over[0] = self.board.board.turn() == Turn::Over;
        self.rewards.fill(0.0);
        if self.over[0] {
            let results = self.board.board.rewards();
            self.rewards.iter_mut().zip(results.as_slice()).for_each(|(reward, result)| *reward = 2.0 * result - 1.0);
            self.board.reset(setting, scratch);
        }
        self.show(setting, scratch);
    }

    /// Writes what stands on the board.
    fn show(&mut self, setting: &Setting, scratch: &mut Scratch) {
        let player = self.board.player().unwrap_or_default();
        self.turn[0] = player as i8;
        if !self.planes.is_empty() {
            self.board.write(setting.format, player, self.planes);
        }
        self.board.legal(&setting.rules, scratch, self.legal);
        write_mask(self.legal, self.mask);
    }
}
