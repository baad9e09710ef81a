//! A position of a game of connection.

use super::grid::{Grid, NONE};
use super::stones::{Joined, Stones};
use katsura_game::planes::Plane;
use katsura_game::{
    Hidden, Keyed, LegalSet, LightPlayout, Played, Player, Points, Record, Rewards, Rng, Skip, State, Turn, mix_key,
};
use std::fmt::Debug;

/// A cell, counted along the rows from the top, or the swap move: the number of cells.
pub type Cell = u16;

/// What a game of connection says about its positions.
pub trait Rules: Copy + Debug + Send + Sync + 'static {
    /// Whether the game asks for rings.
    const RINGS: bool;

    /// The cells.
    fn grid(&self) -> &'static Grid;

    /// Whether the second player may take the first stone over instead of answering it.
    fn may_swap(&self) -> bool;

    /// Where the second player's stone stands after the first one was taken over.
    fn swapped(&self, first: Cell) -> Cell {
        first
    }

    /// The number of sides.
    const SIDES: usize;

    /// The sides that are of use to a player.
    fn sides_of(_player: Player) -> u16 {
        u16::MAX
    }

    /// Whether a stone that has joined this wins for its player.
    fn wins(player: Player, joined: Joined) -> bool;

    /// Whether a group that touches these sides wins for its player, in a bit for each of many boards. Rings are left out.
    fn wins_in<P: Plane>(player: Player, sides: &[P; 12]) -> P;

    /// The player to whom the rim belongs at the end of the step from a cell in a direction that leads off the board.
    fn rim_owner(&self, _cell: Cell, _direction: usize) -> Option<Player> {
        None
    }
}

/// A position of a game of connection, on a board of at most `CELLS` cells.
///
/// Winning connections are detected as stones are put, nothing is allocated per move, and `clone_from` copies only the part
/// that the board at hand uses.
#[derive(Debug)]
pub struct Board<R, const CELLS: usize> {
    pub(super) stones: Stones<CELLS>,
    pub(super) status: Status<R>,
}

/// Everything but the stones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Status<R> {
    pub grid: &'static Grid,
    pub rules: R,
    pub to_move: Player,
    /// The last stone, or [`NONE`].
    pub last: Cell,
    pub winner: Option<Player>,
}

impl<R: Rules, const CELLS: usize> Board<R, CELLS> {
    /// The empty board.
    ///
    /// # Panics
    /// If the board has more than `CELLS` cells.
    pub(crate) fn new(rules: R) -> Self {
        let grid = rules.grid();
        let status = Status { grid, rules, to_move: Player::FIRST, last: NONE, winner: None };
        Board { stones: Stones::new(grid), status }
    }

    /// The rules this position is played by.
    pub fn rules(&self) -> &R {
        &self.status.rules
    }

    /// Who has a stone on a cell; `None` also for what is no cell.
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        let place = self.status.grid.places().get(usize::from(cell))?;
        self.stones.owner(place)
    }

    /// Who has won.
    pub fn winner(&self) -> Option<Player> {
        self.status.winner
    }

    /// The cell of the last stone.
    pub fn last(&self) -> Option<Cell> {
        (self.status.last != NONE).then_some(self.status.last)
    }

    /// Whether the player to move may swap.
    #[inline]
    pub fn may_swap(&self) -> bool {
        self.status.rules.may_swap() && self.stones.count() == 1 && self.status.to_move == Player::SECOND
    }

    /// The number of the swap move, which is that of no cell.
    #[inline]
    pub fn swap_move(&self) -> Cell {
        self.status.grid.len() as Cell
    }

    /// The cells of a player's stones.
    pub(crate) fn stones_of(&self, player: Player) -> Vec<bool> {
        (0..self.swap_move()).map(|cell| self.stone(cell) == Some(player)).collect()
    }

    /// Puts a stone out of turn.
    #[cfg(test)]
    pub(crate) fn put(&mut self, player: Player, cell: Cell) {
        self.status.to_move = player;
        self.apply(cell);
    }

    fn swap(&mut self) {
        self.status.last = self.status.rules.swapped(self.status.last);
        self.stones = Stones::new(self.status.grid);
        self.stones.put::<R>(self.status.grid, Player::SECOND, self.status.last);
    }

    /// Takes down what the last stone has done.
    #[inline]
    fn settle(&mut self, player: Player, cell: Cell, joined: Joined) {
        self.status.winner = R::wins(player, joined).then_some(player);
        self.status.last = cell;
    }
}

impl<R: Rules, const CELLS: usize> Clone for Board<R, CELLS> {
    fn clone(&self) -> Self {
        Board { stones: self.stones.clone(), status: self.status }
    }

    fn clone_from(&mut self, source: &Self) {
        self.stones.clone_from(&source.stones);
        self.status = source.status;
    }
}

impl<R: Rules, const CELLS: usize> State for Board<R, CELLS> {
    type Move = Cell;

    #[inline]
    fn turn(&self) -> Turn {
        let over = self.status.winner.is_some() || self.stones.empty() == 0;
        if over { Turn::Over } else { Turn::Player(self.status.to_move) }
    }

    /// The empty cells in order, then the swap.
    fn legal_moves(&self, moves: &mut Vec<Cell>) {
        moves.clear();
        if self.status.winner.is_none() {
            moves.extend(self.stones.empty_cells(self.status.grid));
            moves.extend(self.may_swap().then_some(self.swap_move()));
        }
    }

    #[inline]
    fn apply(&mut self, mv: Cell) {
        let player = self.status.to_move;
        if mv == self.swap_move() {
            self.swap();
        } else {
            let joined = self.stones.put::<R>(self.status.grid, player, mv);
            self.settle(player, mv, joined);
        }
        self.status.to_move = player.opponent();
    }

    #[inline]
    fn rewards(&self) -> Rewards {
        self.status.winner.map_or(Rewards::draw(), Rewards::win)
    }

    #[inline]
    fn move_index(&self, mv: Cell) -> usize {
        usize::from(mv)
    }

    #[inline]
    fn move_at(&self, index: usize) -> Cell {
        index as Cell
    }

    fn is_legal(&self, mv: Cell) -> bool {
        let free = if mv < self.swap_move() { self.stone(mv).is_none() } else { mv == self.swap_move() && self.may_swap() };
        free && self.status.winner.is_none()
    }

    #[inline]
    fn random_move(&self, _moves: &mut Vec<Cell>, rng: &mut Rng) -> Cell {
        if self.may_swap() && rng.index(self.stones.empty() + 1) == 0 {
            return self.swap_move();
        }
        self.stones.draw(rng)
    }
}

impl<R: Rules, const CELLS: usize> LightPlayout for Board<R, CELLS> {
    fn play_out<T: Record>(&mut self, moves: &mut Vec<Cell>, rng: &mut Rng, record: &mut T) -> Rewards {
        if self.status.rules.may_swap() {
            self.begin_with_swap(moves, rng).into_iter().flatten().for_each(|played| record.push(played));
        }
        if self.turn() != Turn::Over {
            let end = self.stones.fill::<R, T>(self.status.grid, self.status.to_move, rng, record);
            self.settle(end.player, end.cell, end.joined);
            self.status.to_move = end.player.opponent();
        }
        self.rewards()
    }
}

/// What a game on such a board says of playouts side by side. It is said for each game, so that they are compiled there, once, and not
/// again wherever a search is made.
macro_rules! lanes {
    ($board:ty) => {
        impl katsura_game::Lanes for $board {
            fn play_out_source(source: &mut dyn katsura_game::Source<Self>) {
                $crate::hexagon::play_side_by_side(source);
            }

            fn plays_side_by_side(&self) -> bool {
                self.fits_batch()
            }
        }
    };
}

pub(crate) use lanes;

impl<R: Rules, const CELLS: usize> Board<R, CELLS> {
    /// Makes the first two moves of a playout, one of which may be the swap, as far as they are not made yet.
    #[cold]
    #[inline(never)]
    fn begin_with_swap(&mut self, moves: &mut Vec<Cell>, rng: &mut Rng) -> [Option<Played>; 2] {
        std::array::from_fn(|_| {
            (self.stones.count() < 2).then(|| {
                let mv = self.random_move(moves, rng);
                let played = Played::new(Some(self.status.to_move), self.move_index(mv));
                self.apply(mv);
                played
            })
        })
    }

    /// Whether playouts from here can run side by side.
    pub(crate) fn fits_batch(&self) -> bool {
        let swaps = self.status.rules.may_swap() && self.stones.count() < 2;
        !swaps && !self.turn().is_over()
    }
}

impl<R: Rules, const CELLS: usize> Points for Board<R, CELLS> {}

impl<R: Rules, const CELLS: usize> Skip for Board<R, CELLS> {}
impl<R: Rules, const CELLS: usize> Hidden for Board<R, CELLS> {}

impl<R: Rules, const CELLS: usize> LegalSet for Board<R, CELLS> {}

impl<R: Rules, const CELLS: usize> Keyed for Board<R, CELLS> {
    fn key(&self) -> u64 {
        self.stones.key(self.status.grid) ^ mix_key(u64::from(self.status.to_move.0))
    }
}
