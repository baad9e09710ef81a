//! Boards as environments show them: planes of bits, with the boards before.

use crate::board::{Board, Rules};
use katsura_game::Mark;
use std::sync::Arc;

/// How the stones of the two players are told apart in the planes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The first plane of each pair holds the stones of whoever looks.
    Looker,
    /// The first plane of each pair holds the stones of whoever had moved then, as in PettingZoo's go_v5.
    Mover,
}

/// How many boards are shown, and from whose side.
#[derive(Clone, Copy)]
pub struct Format {
    /// Boards shown, the newest first: 1 to 8.
    pub boards: usize,
    pub view: View,
}

impl Format {
    /// Two planes for each board, and one that tells the players apart.
    pub fn planes(&self) -> usize {
        2 * self.boards + 1
    }
}

/// One board of an environment, with the boards before.
pub struct Shown {
    pub board: Box<dyn Board>,
    /// For each place two bits per board, the newest lowest: the stones of player 0 and of player 1, or of the mover and the opponent.
    history: Vec<u16>,
    marks: Vec<Mark>,
}

/// The bits of a byte as eight bytes.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte as u64 >> bit) & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl Shown {
    pub fn new(rules: &Rules, format: Format) -> Self {
        let size = rules.layout.rows * rules.layout.columns;
        let mut shown = Shown { board: rules.start(), history: vec![0; size], marks: Vec::new() };
        shown.reset(rules, format);
        shown
    }

    /// Back to the start.
    pub fn reset(&mut self, rules: &Rules, format: Format) {
        self.board = rules.start();
        self.history.fill(0);
        if format.view == View::Looker {
            self.note(rules, false);
        }
    }

    /// Makes a legal move.
    pub fn play(&mut self, rules: &Rules, format: Format, index: u32) {
        let second = self.board.turn().player().is_some_and(|player| player.index() == 1);
        self.board.apply(index);
        self.note(rules, second && format.view == View::Mover);
    }

    /// Puts the board as it is before those before.
    fn note(&mut self, rules: &Rules, swapped: bool) {
        self.board.marks(&mut self.marks);
        self.history.iter_mut().for_each(|history| *history <<= 2);
        for (&place, &mark) in rules.layout.places.iter().zip(&self.marks) {
            if let Mark::Piece(player) = mark {
                self.history[place] |= 1 << ((player & 1) ^ u8::from(swapped));
            }
        }
    }

    /// Writes the planes as `player` sees them: rows, columns, planes.
    pub fn write(&self, format: Format, player: usize, out: &mut [u8]) {
        let swap = format.view == View::Looker && player == 1;
        let (planes, pairs) = (format.planes(), 2 * format.boards);
        for (&history, place) in self.history.iter().zip(out.chunks_exact_mut(planes)) {
            let bits = if swap { (history & 0x5555) << 1 | (history & 0xaaaa) >> 1 } else { history };
            let [low, high] = bits.to_le_bytes();
            if pairs == 16 {
                place[..8].copy_from_slice(&SPREAD[usize::from(low)].to_le_bytes());
                place[8..16].copy_from_slice(&SPREAD[usize::from(high)].to_le_bytes());
            } else {
                (0..pairs).for_each(|bit| place[bit] = (bits >> bit & 1) as u8);
            }
            place[pairs] = player as u8;
        }
    }

    /// Writes 1 for each legal action, 0 for the others.
    pub fn write_mask(&self, rules: &Rules, out: &mut [i8]) {
        out.fill(0);
        self.board.mark_legal(&rules.layout.actions, out);
    }
}

/// What the environments of one game have in common.
#[derive(Clone)]
pub struct Setting {
    pub rules: Arc<Rules>,
    pub format: Format,
}
