//! A position of any game whose moves are numbers, and what the boards of a game look like.

use crate::layout::Layout;
use katsura_game::{Draw, Game, Keyed, Knowledge, LegalSet, LightPlayout, Picture, Rewards, Rng, State, Text, Turn};
use katsura_games::{GameSpec, with_game};
use std::sync::Arc;

/// A position without a type parameter. Moves are numbers ([`State::move_index`]); a number that is too large is nobody's move.
pub trait Board: Send + Sync {
    fn turn(&self) -> Turn;
    fn legal(&self, moves: &mut Vec<u32>);
    /// The legal moves as in [`LegalSet::legal_set`].
    fn legal_set(&self, set: &mut [u64]);
    fn is_legal(&self, index: u32) -> bool;
    /// Makes a legal move.
    fn apply(&mut self, index: u32);
    fn rewards(&self) -> Rewards;
    fn name(&self, index: u32) -> String;
    fn parse(&self, text: &str) -> Result<u32, String>;
    fn key(&self) -> u64;
    fn picture(&self) -> Picture;
    /// What stands on the cells as in [`Draw::pieces`].
    fn pieces(&self, pieces: &mut [u8]);
    fn priors(&self, moves: &[u32], last: Option<u32>, priors: &mut [f32]);
    fn begin_playout(&mut self);
    fn playout_move(&self, rng: &mut Rng) -> u32;
    fn is_playout_move(&self, index: u32) -> bool;
    fn boxed(&self) -> Box<dyn Board>;
}

impl<S: Text + Keyed + Draw + Knowledge + LegalSet + 'static> Board for S {
    fn turn(&self) -> Turn {
        State::turn(self)
    }

    fn legal(&self, moves: &mut Vec<u32>) {
        let mut own = Vec::new();
        self.legal_moves(&mut own);
        moves.clear();
        moves.extend(own.into_iter().map(|mv| self.move_index(mv) as u32));
    }

    fn legal_set(&self, set: &mut [u64]) {
        LegalSet::legal_set(self, &mut Vec::new(), set);
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

    fn pieces(&self, pieces: &mut [u8]) {
        Draw::pieces(self, pieces);
    }

    fn priors(&self, moves: &[u32], last: Option<u32>, priors: &mut [f32]) {
        let own: Vec<_> = moves.iter().map(|&index| self.move_at(index as usize)).collect();
        Knowledge::priors(self, &own, last.map(|index| self.move_at(index as usize)), priors);
    }

    fn begin_playout(&mut self) {
        LightPlayout::begin_playout(self);
    }

    fn playout_move(&self, rng: &mut Rng) -> u32 {
        self.move_index(LightPlayout::playout_move(self, &mut Vec::new(), rng)) as u32
    }

    fn is_playout_move(&self, index: u32) -> bool {
        LightPlayout::is_playout_move(self, self.move_at(index as usize))
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
    /// Whether results are parts of a point, which are told from -1 to 1; others are told as they are.
    pub is_unit: bool,
    pub layout: Layout,
}

impl Rules {
    /// What the players get, as OpenSpiel tells it.
    pub fn returns(&self, rewards: &Rewards) -> Vec<f64> {
        let told = |reward: f64| if self.is_unit { 2.0 * reward - 1.0 } else { reward };
        (0..self.players).map(|player| told(f64::from(rewards[player]))).collect()
    }

    pub fn of(spec: GameSpec) -> Arc<Self> {
        let about = spec.about();
        let moves = about.move_count().unwrap_or(0);
        let layout = Layout::of(&start(&spec).picture(), moves);
        let (players, has_priors, is_unit) = (about.players, about.knows.priors, about.payoff.is_unit());
        Arc::new(Rules { spec, players, moves, has_priors, is_unit, layout })
    }

    pub fn start(&self) -> Box<dyn Board> {
        start(&self.spec)
    }
}

fn start(spec: &GameSpec) -> Box<dyn Board> {
    with_game!(spec, game => Box::new(game.start()))
}
