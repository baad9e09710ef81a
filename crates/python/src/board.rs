//! A position of any game whose moves are numbers, and what the boards of a game look like.

use katsura_game::{Draw, Game, Keyed, Knowledge, Mark, Picture, Rewards, Rng, Shape, State, Text, Turn};
use katsura_games::{GameSpec, with_game};
use std::sync::Arc;

/// A position without a type parameter. Moves are numbers ([`State::move_index`]); a number that is too large is nobody's move.
pub trait Board: Send + Sync {
    fn turn(&self) -> Turn;
    fn legal(&self, moves: &mut Vec<u32>);
    /// Sets the mask of the action of every legal move.
    fn mark_legal(&self, actions: &[u32], mask: &mut [i8]);
    fn is_legal(&self, index: u32) -> bool;
    /// Makes a legal move.
    fn apply(&mut self, index: u32);
    fn rewards(&self) -> Rewards;
    fn random_move(&self, rng: &mut Rng) -> u32;
    fn name(&self, index: u32) -> String;
    fn parse(&self, text: &str) -> Result<u32, String>;
    fn key(&self) -> u64;
    fn picture(&self) -> Picture;
    fn marks(&self, marks: &mut Vec<Mark>);
    fn priors(&self, moves: &[u32], last: Option<u32>, priors: &mut [f32]);
    fn begin_playout(&mut self);
    fn playout_move(&self, rng: &mut Rng) -> u32;
    fn is_playout_move(&self, index: u32) -> bool;
    fn boxed(&self) -> Box<dyn Board>;
}

impl<S: Text + Keyed + Draw + Knowledge + 'static> Board for S {
    fn turn(&self) -> Turn {
        State::turn(self)
    }

    fn legal(&self, moves: &mut Vec<u32>) {
        let mut own = Vec::new();
        self.legal_moves(&mut own);
        moves.clear();
        moves.extend(own.into_iter().map(|mv| self.move_index(mv) as u32));
    }

    fn mark_legal(&self, actions: &[u32], mask: &mut [i8]) {
        self.for_each_legal(&mut Vec::new(), |mv| mask[actions[self.move_index(mv)] as usize] = 1);
    }

    fn is_legal(&self, index: u32) -> bool {
        State::is_legal(self, self.move_at(index as usize))
    }

    fn apply(&mut self, index: u32) {
        State::apply(self, self.move_at(index as usize));
    }

    fn rewards(&self) -> Rewards {
        State::rewards(self)
    }

    fn random_move(&self, rng: &mut Rng) -> u32 {
        self.move_index(State::random_move(self, &mut Vec::new(), rng)) as u32
    }

    fn name(&self, index: u32) -> String {
        self.format_move(self.move_at(index as usize))
    }

    fn parse(&self, text: &str) -> Result<u32, String> {
        let mv = self.parse_move(text).map_err(|error| error.to_string())?;
        Ok(self.move_index(mv) as u32)
    }

    fn key(&self) -> u64 {
        Keyed::key(self)
    }

    fn picture(&self) -> Picture {
        Draw::picture(self)
    }

    fn marks(&self, marks: &mut Vec<Mark>) {
        Draw::marks(self, marks);
    }

    fn priors(&self, moves: &[u32], last: Option<u32>, priors: &mut [f32]) {
        let own: Vec<_> = moves.iter().map(|&index| self.move_at(index as usize)).collect();
        Knowledge::priors(self, &own, last.map(|index| self.move_at(index as usize)), priors);
    }

    fn begin_playout(&mut self) {
        State::begin_playout(self);
    }

    fn playout_move(&self, rng: &mut Rng) -> u32 {
        self.move_index(State::playout_move(self, &mut Vec::new(), rng)) as u32
    }

    fn is_playout_move(&self, index: u32) -> bool {
        State::is_playout_move(self, self.move_at(index as usize))
    }

    fn boxed(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}

/// A game, and what all its positions have in common.
pub struct Rules {
    pub spec: GameSpec,
    pub players: usize,
    pub moves: usize,
    pub has_priors: bool,
    pub layout: Layout,
}

impl Rules {
    pub fn of(spec: GameSpec) -> Arc<Self> {
        fn has_priors<G: Game<State: Knowledge>>(_: &G) -> bool {
            G::State::has_priors()
        }
        let (players, moves) = (spec.players(), with_game!(&spec, game => game.move_count()));
        let has_priors = with_game!(&spec, game => has_priors(game));
        let layout = Layout::of(&start(&spec).picture(), moves);
        Arc::new(Rules { spec, players, moves, has_priors, layout })
    }

    pub fn start(&self) -> Box<dyn Board> {
        start(&self.spec)
    }
}

fn start(spec: &GameSpec) -> Box<dyn Board> {
    with_game!(spec, game => Box::new(game.start()))
}

/// Where the cells of a game lie in an array of rows and columns, and the numbers that environments give to its moves.
///
/// In an environment the actions are the cells in reading order, from the top left, and then the moves that are no cell, such as a pass. In a
/// game whose moves are no cells the actions are the moves.
pub struct Layout {
    pub rows: usize,
    pub columns: usize,
    /// The place of each cell of the picture: row times columns plus column.
    pub places: Vec<usize>,
    /// The move of each action.
    pub moves: Vec<u32>,
    /// The action of each move.
    pub actions: Vec<u32>,
}

impl Layout {
    fn of(picture: &Picture, count: usize) -> Self {
        let column =
            |x: i32, y: i32| if picture.shape == Shape::Hexagonal { (x - y).div_euclid(2) } else { x.div_euclid(2) };
        let cells: Vec<(i32, i32)> = picture.cells.iter().map(|cell| (cell.y, column(cell.x, cell.y))).collect();
        let (top, left) = (least(cells.iter().map(|cell| cell.0)), least(cells.iter().map(|cell| cell.1)));
        let rows = cells.iter().map(|cell| cell.0 - top + 1).max().unwrap_or(0) as usize;
        let columns = cells.iter().map(|cell| cell.1 - left + 1).max().unwrap_or(0) as usize;
        let places = cells.iter().map(|&(row, column)| (row - top) as usize * columns + (column - left) as usize).collect();
        let moves = actions_of(picture, count);
        let mut actions = vec![0; count];
        moves.iter().zip(0..).for_each(|(&mv, action)| actions[mv as usize] = action);
        Layout { rows, columns, places, moves, actions }
    }
}

fn least(numbers: impl Iterator<Item = i32>) -> i32 {
    numbers.min().unwrap_or(0)
}

/// The moves in the order of the actions.
fn actions_of(picture: &Picture, count: usize) -> Vec<u32> {
    let cells: Option<Vec<u32>> = picture.cells.iter().map(|cell| Some(cell.move_index? as u32)).collect();
    let Some(mut moves) = cells.filter(|moves| !moves.is_empty() && moves.iter().all(|&mv| (mv as usize) < count)) else {
        return (0..count as u32).collect();
    };
    let mut seen = vec![false; count];
    moves.iter().for_each(|&mv| seen[mv as usize] = true);
    moves.extend((0..count as u32).filter(|&mv| !seen[mv as usize]));
    if moves.len() == count { moves } else { (0..count as u32).collect() }
}
