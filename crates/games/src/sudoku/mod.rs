//! Sudoku with boxes of any shape, from 4x4 to 25x25.
//!
//! The next cell is always one with the fewest values left, the first in reading order among equals, so that a move is a
//! value. Which values are left is kept up to date with each move, and so are the sets of cells by the number of their
//! values.

use crate::parameters::{ParameterError, checked_parameters};
use katsura_game::{
    About, Customs, Game, Keyed, Knowledge, Knows, MAX_PLAYERS, Payoff, Player, Rewards, Rng, State, Turn, mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod cover;
mod instance;
mod layout;
#[cfg(test)]
mod tests;
mod text;

pub use cover::count_solutions;

use layout::{Layout, MAX_SIZE};

/// Sudoku: every row, column and box has every value once. A move writes a value into the next cell; the game ends when all
/// cells are filled, or when a cell has no value left.
///
/// ```
/// use katsura_game::{Game, State};
/// use katsura_games::sudoku::Sudoku;
/// let text = r#"{"box_width": 2, "box_height": 2, "grid": "12.. 34.. 2143 4321"}"#;
/// let sudoku: Sudoku = serde_json::from_str(text).unwrap();
/// let (mut grid, mut moves) = (sudoku.start(), Vec::new());
/// while !grid.turn().is_over() {
///     grid.legal_moves(&mut moves);
///     grid.apply(moves[0]);
/// }
/// assert_eq!(grid.rewards()[0], 16.0, "all cells are filled");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct Sudoku {
    /// The number of columns of a box. Width times height of a box, which is the size of the grid, is at most 25.
    #[schemars(range(min = 2, max = 12))]
    pub box_width: u8,
    /// The number of rows of a box.
    #[schemars(range(min = 2, max = 12))]
    pub box_height: u8,
    /// How many of a hundred cells are empty in a random grid.
    #[schemars(range(min = 1, max = 100))]
    pub empty: u8,
    /// The grid at the start: row by row the values 1 to 9, A to P, and a point or 0 for an empty cell; or `random:SEED`, a
    /// full grid from which cells are taken, so that there is a solution and maybe others.
    pub grid: String,
}

checked_parameters!(Sudoku);

impl Default for Sudoku {
    fn default() -> Self {
        Sudoku { box_width: 3, box_height: 3, empty: 66, grid: "random:1".to_string() }
    }
}

impl Sudoku {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter, and for a grid the row and the column, and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        self.read().map(|_| ())
    }

    fn read(&self) -> Result<Grid, ParameterError> {
        ParameterError::unless_within("box_width", self.box_width, 2..=12)?;
        ParameterError::unless_within("box_height", self.box_height, 2..=12)?;
        ParameterError::unless_within("empty", self.empty, 1..=100)?;
        if usize::from(self.box_width) * usize::from(self.box_height) > MAX_SIZE {
            let accepted =
                format!("at most {}, for a box has at most {MAX_SIZE} cells", MAX_SIZE / usize::from(self.box_width));
            return Err(ParameterError::new("box_height", self.box_height, accepted));
        }
        instance::read(&self.grid, Layout::of(self.box_width, self.box_height), self.empty)
    }
}

/// A value in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The cell, counted from 0 along the rows.
    pub cell: u16,
    /// The value, from 1.
    pub value: u8,
}

/// A position of Sudoku.
#[derive(Debug)]
pub struct Grid {
    layout: &'static Layout,
    /// The value of each cell, 0 for none.
    values: Vec<u8>,
    /// The values that each empty cell may still have, as bits from 0; none for a filled one.
    domains: Vec<u32>,
    /// The empty cells with 0, 1, 2, … values left: sets of as many words as the layout says.
    bins: Vec<u64>,
    /// How many cells each of these sets has.
    counts: [u16; MAX_SIZE + 1],
    filled: u16,
    givens: u16,
    key: u64,
    last: Option<Entry>,
}

impl Clone for Grid {
    fn clone(&self) -> Self {
        Grid { values: self.values.clone(), domains: self.domains.clone(), bins: self.bins.clone(), ..*self }
    }

    /// Allocates nothing if the grids have one size.
    fn clone_from(&mut self, source: &Self) {
        self.values.clone_from(&source.values);
        self.domains.clone_from(&source.domains);
        self.bins.clone_from(&source.bins);
        let vectors = (std::mem::take(&mut self.values), std::mem::take(&mut self.domains), std::mem::take(&mut self.bins));
        *self = Grid { values: vectors.0, domains: vectors.1, bins: vectors.2, ..*source };
    }
}

impl Game for Sudoku {
    type State = Grid;

    /// One move per cell and value.
    ///
    /// # Panics
    /// If [`check`](Sudoku::check) refuses the parameters.
    fn about(&self) -> About {
        let start = self.start();
        let cells = start.layout.cells();
        let payoff = Payoff::between(f64::from(start.givens), cells as f64);
        About {
            players: 1,
            payoff: Payoff { solved_from: Some(cells as f64), ..payoff },
            knows: Knows { transpositions: true, ..Knows::default() },
            ..About::board("sudoku", 1, cells * start.layout.size)
        }
    }

    /// # Panics
    /// If [`check`](Sudoku::check) refuses the parameters.
    fn start(&self) -> Grid {
        self.read().expect("the parameters were checked")
    }

    fn customs(&self) -> Customs {
        Customs::titled("Sudoku")
    }
}

impl Grid {
    fn empty(layout: &'static Layout) -> Grid {
        let (cells, size) = (layout.cells(), layout.size);
        let mut grid = Grid {
            layout,
            values: vec![0; cells],
            domains: vec![u32::MAX >> (32 - size); cells],
            bins: vec![0; (size + 1) * layout.words],
            counts: [0; MAX_SIZE + 1],
            filled: 0,
            givens: 0,
            key: 0,
            last: None,
        };
        (0..cells).for_each(|cell| grid.put(size, cell));
        grid
    }

    /// Adds an empty cell to those with so many values left.
    #[inline]
    fn put(&mut self, left: usize, cell: usize) {
        self.bins[left * self.layout.words + cell / 64] |= 1 << (cell % 64);
        self.counts[left] += 1;
    }

    #[inline]
    fn take(&mut self, left: usize, cell: usize) {
        self.bins[left * self.layout.words + cell / 64] &= !(1 << (cell % 64));
        self.counts[left] -= 1;
    }

    /// The values row by row, 0 for an empty cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Whether a cell has no value left.
    #[inline]
    fn is_stuck(&self) -> bool {
        self.counts[0] > 0
    }

    /// The cell that is filled next: the first of those with the fewest values left, if no cell has none.
    #[inline]
    fn next_cell(&self) -> Option<usize> {
        let fewest = self.counts[..=self.layout.size].iter().position(|&count| count > 0).filter(|&fewest| fewest > 0)?;
        let words = &self.bins[fewest * self.layout.words..];
        let word = words.iter().position(|&word| word != 0)?;
        Some(word * 64 + words[word].trailing_zeros() as usize)
    }

    /// Writes a value that is left for the cell.
    #[inline]
    fn write(&mut self, cell: usize, value: u8) {
        let bit = 1 << (value - 1);
        self.take(self.domains[cell].count_ones() as usize, cell);
        self.values[cell] = value;
        self.domains[cell] = 0;
        self.filled += 1;
        let layout = self.layout;
        for &peer in layout.peers(cell) {
            let peer = usize::from(peer);
            let domain = self.domains[peer];
            if domain & bit != 0 {
                let left = domain.count_ones() as usize;
                self.domains[peer] = domain & !bit;
                self.take(left, peer);
                self.put(left - 1, peer);
            }
        }
        self.key ^= mix_key((cell * MAX_SIZE + usize::from(value)) as u64);
    }
}

impl State for Grid {
    type Move = Entry;

    #[inline]
    fn turn(&self) -> Turn {
        if self.is_stuck() || usize::from(self.filled) == self.values.len() {
            Turn::Over
        } else {
            Turn::Player(Player::FIRST)
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Entry>) {
        moves.clear();
        let Some(cell) = self.next_cell() else { return };
        let mut left = self.domains[cell];
        while left != 0 {
            moves.push(Entry { cell: cell as u16, value: left.trailing_zeros() as u8 + 1 });
            left &= left - 1;
        }
    }

    #[inline]
    fn apply(&mut self, mv: Entry) {
        self.write(usize::from(mv.cell), mv.value);
        self.last = Some(mv);
    }

    /// The number of filled cells, the givens among them.
    #[inline]
    fn rewards(&self) -> Rewards {
        let mut rewards = [0.0; MAX_PLAYERS];
        rewards[0] = f32::from(self.filled);
        Rewards::new(rewards)
    }

    /// Cell by cell, the values less one.
    #[inline]
    fn move_index(&self, mv: Entry) -> usize {
        usize::from(mv.cell) * self.layout.size + usize::from(mv.value) - 1
    }

    #[inline]
    fn move_at(&self, index: usize) -> Entry {
        Entry { cell: (index / self.layout.size) as u16, value: (index % self.layout.size) as u8 + 1 }
    }

    fn is_legal(&self, mv: Entry) -> bool {
        let (cell, size) = (usize::from(mv.cell), self.layout.size as u8);
        self.next_cell() == Some(cell) && (1..=size).contains(&mv.value) && self.domains[cell] >> (mv.value - 1) & 1 == 1
    }

    #[inline]
    fn random_move(&self, _moves: &mut Vec<Entry>, rng: &mut Rng) -> Entry {
        let cell = self.next_cell().expect("the game is not over");
        let mut left = self.domains[cell];
        for _ in 0..rng.below(left.count_ones()) {
            left &= left - 1;
        }
        Entry { cell: cell as u16, value: left.trailing_zeros() as u8 + 1 }
    }
}

plain!(Grid: Points, LightPlayout, Lanes, Skip, Hidden, LegalSet);

impl Keyed for Grid {
    fn key(&self) -> u64 {
        self.key
    }
}

impl Knowledge for Grid {
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key)
    }
}
