//! Boards as environments show them: planes of bits, with the boards before, and the mask of the legal actions.

use crate::board::{Board, Rules};
use katsura_game::{Rng, fetch_ahead};
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

/// What the environments of one game have in common.
#[derive(Clone)]
pub struct Setting {
    pub rules: Arc<Rules>,
    pub format: Format,
}

impl Setting {
    /// Words in a set of actions.
    pub fn words(&self) -> usize {
        self.rules.moves.div_ceil(64)
    }

    /// Bytes of an observation.
    pub fn bytes(&self) -> usize {
        self.rules.layout.rows * self.rules.layout.columns * self.format.planes()
    }
}

/// Scratch space, so that a move allocates nothing.
pub struct Scratch {
    pieces: Vec<u8>,
    moves: Vec<u64>,
}

impl Scratch {
    pub fn new(setting: &Setting) -> Self {
        Scratch { pieces: vec![0; setting.rules.layout.places.len()], moves: vec![0; setting.words()] }
    }
}

/// One board of an environment, with the boards before.
pub struct Shown {
    pub board: Box<dyn Board>,
    /// For each place two bits per board, the newest lowest: the stones of player 0 and of player 1, or of the mover and the opponent.
    history: Vec<u16>,
}

/// The bits of a byte as eight bytes.
static SPREAD: [u64; 256] = {
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
    pub fn new(setting: &Setting, scratch: &mut Scratch) -> Self {
        let size = setting.rules.layout.rows * setting.rules.layout.columns;
        let mut shown = Shown { board: setting.rules.start(), history: vec![0; size] };
        shown.begin(setting, scratch);
        shown
    }

    /// Back to the start.
    pub fn reset(&mut self, setting: &Setting, scratch: &mut Scratch) {
        self.board = setting.rules.start();
        self.begin(setting, scratch);
    }

    fn begin(&mut self, setting: &Setting, scratch: &mut Scratch) {
        self.history.fill(0);
        if setting.format.view == View::Looker {
            self.note(setting, scratch, false);
        }
    }

    /// Makes a legal move.
    pub fn play(&mut self, setting: &Setting, scratch: &mut Scratch, index: u32) {
        let second = self.player() == Some(1);
        self.board.apply(index);
        self.note(setting, scratch, second && setting.format.view == View::Mover);
    }

    /// Asks the processor to bring the board into its caches.
    pub fn fetch_ahead(&self) {
        fetch_ahead(&*self.board);
        fetch_ahead(&*self.history);
    }

    /// The player to move.
    pub fn player(&self) -> Option<usize> {
        self.board.turn().player().map(|player| player.index())
    }

    /// Puts the board as it is before those before.
    fn note(&mut self, setting: &Setting, scratch: &mut Scratch, swapped: bool) {
        self.board.pieces(&mut scratch.pieces);
        if setting.rules.layout.is_dense {
            let both = self.history.iter_mut().zip(&scratch.pieces);
            if swapped {
                both.for_each(|(history, &piece)| {
                    *history = *history << 2 | u16::from(piece & 1) << 1 | u16::from(piece >> 1 & 1)
                });
            } else {
                both.for_each(|(history, &piece)| *history = *history << 2 | u16::from(piece & 3));
            }
            return;
        }
        self.history.iter_mut().for_each(|history| *history <<= 2);
        for (&place, &piece) in setting.rules.layout.places.iter().zip(&scratch.pieces) {
            let piece = u16::from(piece);
            self.history[place] |= if swapped { (piece & 1) << 1 | piece >> 1 & 1 } else { piece & 3 };
        }
    }

    /// Writes the planes as `player` sees them: rows, columns, planes.
    pub fn write(&self, format: Format, player: usize, out: &mut [u8]) {
        let write = match format.boards {
            1 => write_places::<2>,
            2 => write_places::<4>,
            3 => write_places::<6>,
            4 => write_places::<8>,
            5 => write_places::<10>,
            6 => write_places::<12>,
            7 => write_places::<14>,
            _ => write_places::<16>,
        };
        let swap = format.view == View::Looker && player == 1;
        write(&self.history, swap, player as u8, out);
    }

    /// The set of the legal actions.
    pub fn legal(&self, rules: &Rules, scratch: &mut Scratch, actions: &mut [u64]) {
        self.board.legal_set(&mut scratch.moves);
        rules.layout.set_of_actions(&scratch.moves, actions);
    }
}

fn write_places<const PAIRED: usize>(history: &[u16], swap: bool, player: u8, out: &mut [u8]) {
    for (&history, place) in history.iter().zip(out.chunks_exact_mut(PAIRED + 1)) {
        let bits = if swap { (history & 0x5555) << 1 | (history & 0xaaaa) >> 1 } else { history };
        let [low, high] = bits.to_le_bytes().map(|byte| SPREAD[usize::from(byte)].to_le_bytes());
        let both = [low, high];
        place[..PAIRED].copy_from_slice(&both.as_flattened()[..PAIRED]);
        place[PAIRED] = player;
    }
}

/// Writes 1 for each action of a set, 0 for the others.
pub fn write_mask(set: &[u64], mask: &mut [i8]) {
    let spread = |byte: u8| SPREAD[usize::from(byte)].to_le_bytes().map(|bit| bit as i8);
    for (word, mask) in set.iter().zip(mask.chunks_mut(64)) {
        let (eights, rest) = mask.as_chunks_mut::<8>();
        let bytes = word.to_le_bytes();
        eights.iter_mut().zip(bytes).for_each(|(eight, byte)| *eight = spread(byte));
        if let Some(&byte) = bytes.get(eights.len()) {
            rest.iter_mut().zip(spread(byte)).for_each(|(action, bit)| *action = bit);
        }
    }
}

/// Whether an action is in a set.
pub fn contains(set: &[u64], action: i64) -> bool {
    usize::try_from(action).is_ok_and(|action| set.get(action / 64).is_some_and(|word| word >> (action % 64) & 1 == 1))
}

/// A member of a set that is not empty, uniformly at random.
pub fn draw(set: &[u64], rng: &mut Rng) -> i64 {
    let mut rank = rng.below(set.iter().map(|word| word.count_ones()).sum());
    for (number, &word) in set.iter().enumerate() {
        let count = word.count_ones();
        if rank < count {
            let rest = (0..rank).fold(word, |rest, _| rest & (rest - 1));
            return 64 * number as i64 + i64::from(rest.trailing_zeros());
        }
        rank -= count;
    }
    unreachable!("the rank is below the number of members")
}
