//! The sliding puzzle: the 8-puzzle, the 15-puzzle and their like.
//!
//! A position says how far its tiles are from their places (the Manhattan distance), kept up to date with each move. The
//! number of moves is limited, and part of the position's key, so that nothing runs in circles.

use crate::parameters::{ParameterError, checked_parameters};
use katsura_game::{
    About, Customs, Game, Keyed, Knowledge, Knows, LightPlayout, MAX_PLAYERS, Payoff, Player, PlayoutRule, Rewards, Rng,
    State, Turn, mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod ida_star;
mod instance;
mod shape;
#[cfg(test)]
mod tests;
mod text;

pub use ida_star::{Solution, shortest_solution};

use shape::{MAX_CELLS, Shape};

/// The sliding puzzle: tiles with numbers on a board with one gap. A move slides a tile beside the gap into it.
///
/// ```
/// use katsura_game::{Game, State};
/// use katsura_games::sliding_puzzle::SlidingPuzzle;
/// let puzzle: SlidingPuzzle = serde_json::from_str(r#"{"board": "1 2 3 / 4 5 6 / 7 0 8"}"#).unwrap();
/// let mut board = puzzle.start();
/// board.apply(8);
/// assert!(board.turn().is_over());
/// assert_eq!(board.rewards()[0], 99.0, "the limit less one move");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct SlidingPuzzle {
    /// The number of columns.
    #[schemars(range(min = 2, max = 5))]
    pub width: u8,
    /// The number of rows.
    #[schemars(range(min = 2, max = 5))]
    pub height: u8,
    /// Where the gap is at the end.
    pub goal: Goal,
    /// How many moves may be made.
    #[schemars(range(min = 1, max = 1000))]
    pub limit: u16,
    /// The board at the start: the tiles row by row with 0 for the gap, as in `1 2 3 / 4 0 5 / 7 8 6`; `random:SEED`, drawn
    /// from all that can be solved; or `korf:N`, one of the hundred boards of 4x4 that Korf published.
    pub board: String,
}

checked_parameters!(SlidingPuzzle);

/// Where the gap is at the end; the tiles are in the order of their numbers, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// In the upper left corner.
    BlankFirst,
    /// In the middle of a board of odd width and height.
    BlankCentre,
    /// In the lower right corner.
    #[default]
    BlankLast,
}

/// The number on a tile, from 1. A move is the tile that slides.
pub type Tile = u8;

impl Default for SlidingPuzzle {
    fn default() -> Self {
        SlidingPuzzle { width: 3, height: 3, goal: Goal::default(), limit: 100, board: "random:1".to_string() }
    }
}

impl SlidingPuzzle {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter, and for a board the row and the column, and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        self.read().map(|_| ())
    }

    /// The board at the start.
    fn read(&self) -> Result<Board, ParameterError> {
        ParameterError::unless_within("width", self.width, 2..=5)?;
        ParameterError::unless_within("height", self.height, 2..=5)?;
        if !(1..=1000).contains(&self.limit) {
            return Err(ParameterError::new("limit", self.limit, "1 to 1000"));
        }
        if self.goal == Goal::BlankCentre && (self.width.is_multiple_of(2) || self.height.is_multiple_of(2)) {
            return Err(ParameterError::new("goal", "blank-centre", "another for a board that has no middle"));
        }
        let shape = Shape::of(self.width, self.height, self.goal);
        Ok(Board::new(shape, &instance::read(&self.board, shape)?, self.limit))
    }
}

/// A position of the sliding puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// The tile on each cell, 0 for the gap.
    tiles: [Tile; MAX_CELLS],
    /// The cell of the gap.
    gap: u8,
    /// The tile that was moved last, 0 before the first move.
    last: Tile,
    /// How far all tiles are from their places.
    distance: u16,
    made: u16,
    limit: u16,
    shape: &'static Shape,
}

impl Game for SlidingPuzzle {
    type State = Board;

    /// One move per tile.
    ///
    /// # Panics
    /// If [`check`](SlidingPuzzle::check) refuses the parameters.
    fn about(&self) -> About {
        let start = self.start();
        let low = -f64::from(start.shape.largest_distance);
        // after m moves the distance is at least the one at the start less m
        let high = f64::from(self.limit) - f64::from(start.distance);
        let knows = Knows { transpositions: true, priors: true, playout_rules: RULES.into(), ..Knows::default() };
        About {
            players: 1,
            payoff: Payoff { solved_from: Some(0.0), ..Payoff::between(low, high) },
            knows,
            ..About::board("sliding-puzzle", 1, usize::from(self.width) * usize::from(self.height) - 1)
        }
    }

    /// # Panics
    /// If [`check`](SlidingPuzzle::check) refuses the parameters.
    fn start(&self) -> Board {
        self.read().expect("the parameters were checked")
    }

    fn customs(&self) -> Customs {
        Customs::titled("Sliding puzzle")
    }
}

impl Board {
    fn new(shape: &'static Shape, tiles: &[Tile], limit: u16) -> Board {
        let mut board = Board { tiles: [0; MAX_CELLS], gap: 0, last: 0, distance: 0, made: 0, limit, shape };
        board.tiles[..tiles.len()].copy_from_slice(tiles);
        board.gap = tiles.iter().position(|&tile| tile == 0).unwrap_or(0) as u8;
        let distance = |(cell, &tile): (usize, &Tile)| u16::from(shape.distance[usize::from(tile)][cell]);
        board.distance = tiles.iter().enumerate().map(distance).sum();
        board
    }

    /// The tiles row by row, 0 for the gap.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles[..self.shape.cells()]
    }

    /// How far all tiles are from their places, in rows and columns: no fewer moves solve the puzzle.
    pub fn manhattan_distance(&self) -> u32 {
        u32::from(self.distance)
    }

    /// The cells beside the gap.
    #[inline]
    fn around(&self) -> &'static [u8] {
        self.shape.around(self.gap)
    }

    /// The tiles that can slide, and one more for each that is left out.
    #[inline]
    fn movable(&self, left_out: Tile) -> ([Tile; 4], usize) {
        let (mut tiles, mut count) = ([0; 4], 0);
        for &cell in self.around() {
            let tile = self.tiles[usize::from(cell)];
            tiles[count] = tile;
            count += usize::from(tile != left_out);
        }
        (tiles, count)
    }

    /// By how much a move of the tile on this cell changes the distance: 1 or −1.
    #[inline]
    fn change(&self, tile: Tile, cell: u8) -> i16 {
        let distance = &self.shape.distance[usize::from(tile)];
        i16::from(distance[usize::from(self.gap)]) - i16::from(distance[usize::from(cell)])
    }

    fn cell_of(&self, tile: Tile) -> Option<u8> {
        self.around().iter().copied().find(|&cell| self.tiles[usize::from(cell)] == tile)
    }

    /// Whether a move of this tile brings it nearer to its place.
    fn brings_nearer(&self, tile: Tile) -> bool {
        self.cell_of(tile).is_some_and(|cell| self.change(tile, cell) < 0)
    }
}

impl State for Board {
    type Move = Tile;

    #[inline]
    fn turn(&self) -> Turn {
        if self.distance == 0 || self.made == self.limit { Turn::Over } else { Turn::Player(Player::FIRST) }
    }

    fn legal_moves(&self, moves: &mut Vec<Tile>) {
        moves.clear();
        if !self.turn().is_over() {
            moves.extend(self.around().iter().map(|&cell| self.tiles[usize::from(cell)]));
        }
    }

    #[inline]
    fn apply(&mut self, tile: Tile) {
        let Some(cell) = self.cell_of(tile) else {
            debug_assert!(false, "{tile} is beside the gap");
            return;
        };
        self.distance = self.distance.wrapping_add_signed(self.change(tile, cell));
        self.tiles[usize::from(self.gap)] = tile;
        self.tiles[usize::from(cell)] = 0;
        self.gap = cell;
        self.last = tile;
        self.made += 1;
    }

    /// Solved, the number of moves that are left of the limit; otherwise the Manhattan distance, below zero.
    #[inline]
    fn rewards(&self) -> Rewards {
        let mut rewards = [0.0; MAX_PLAYERS];
        let left = f32::from(self.limit - self.made);
        rewards[0] = if self.distance == 0 { left } else { -f32::from(self.distance) };
        Rewards::new(rewards)
    }

    /// The number of the tile less one.
    #[inline]
    fn move_index(&self, tile: Tile) -> usize {
        usize::from(tile) - 1
    }

    #[inline]
    fn move_at(&self, index: usize) -> Tile {
        index as Tile + 1
    }

    fn is_legal(&self, tile: Tile) -> bool {
        tile != 0 && !self.turn().is_over() && self.cell_of(tile).is_some()
    }

    #[inline]
    fn random_move(&self, _moves: &mut Vec<Tile>, rng: &mut Rng) -> Tile {
        let (tiles, count) = self.movable(0);
        tiles[rng.index(count)]
    }
}

/// Playouts never take the last move back.
impl LightPlayout for Board {
    #[inline]
    fn playout_move(&self, _moves: &mut Vec<Tile>, rng: &mut Rng) -> Tile {
        let (tiles, count) = self.movable(self.last);
        tiles[rng.index(count)]
    }

    fn is_playout_move(&self, tile: Tile) -> bool {
        tile != self.last && self.is_legal(tile)
    }
}

plain!(Board: Points, Lanes, Skip, Hidden, LegalSet);

impl Keyed for Board {
    /// Where the tiles are, and how many moves were made.
    fn key(&self) -> u64 {
        let (words, rest) = self.tiles.as_chunks::<8>();
        let seed = u64::from(self.made) << 8 | u64::from(rest[0]);
        words.iter().fold(mix_key(seed), |key, &word| mix_key(key ^ u64::from_le_bytes(word)))
    }
}

/// The playout rules.
const RULES: &[PlayoutRule] = &[PlayoutRule {
    name: "nearer",
    about: "Moves that bring a tile nearer to its place, but for the tile that was moved last.",
}];

impl Knowledge for Board {
    fn suggest(&self, _rule: usize, _last: Option<Tile>, moves: &mut Vec<Tile>, _rng: &mut Rng) {
        moves.clear();
        let (tiles, count) = self.movable(self.last);
        moves.extend(tiles[..count].iter().filter(|&&tile| self.brings_nearer(tile)));
    }

    /// ¾ for a move that brings its tile nearer to its place, ¼ for one that takes it away, 0 for taking back the last move.
    fn priors(&self, moves: &[Tile], _last: Option<Tile>, priors: &mut [f32]) {
        for (prior, &tile) in priors.iter_mut().zip(moves) {
            *prior = match (tile == self.last, self.brings_nearer(tile)) {
                (true, _) => 0.0,
                (_, true) => 0.75,
                (_, false) => 0.25,
            };
        }
    }

    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }
}
