//! Games whose rules, playouts or priors are Python code.

use crate::held::Held;
use crate::hooks::{Hooks, numbers, priors_of};
use crate::number::Number;
use crate::object::{actions_of, agreed, asked, outcomes_of, turn_of};
use crate::state::{self, Place};
use katsura_game::{
    About, Chance, Game, Knowledge, Knows, LightPlayout, Payoff, Played, Record, Rewards, Rng, State, Turn, plain,
};
use pyo3::intern;
use pyo3::prelude::*;
use std::sync::{Arc, OnceLock};

/// A game of which Python writes the rules, or whose search asks Python.
#[derive(Clone)]
pub struct Scripted {
    start: Position,
    hooks: Arc<Hooks>,
}

/// A position: one of Katsura's own games, or a Python object with the methods of an OpenSpiel state.
pub struct Position {
    at: At,
    hooks: Arc<Hooks>,
}

enum At {
    Own(Place),
    Object {
        object: Held,
        turn: Turn,
        /// The legal actions, sorted, once they have been asked for.
        legal: OnceLock<Vec<u32>>,
    },
    /// A copy could not be made.
    Lost,
}

impl Scripted {
    /// The game that begins with a position of one of Katsura's own.
    pub fn own(place: Place, hooks: Arc<Hooks>) -> Self {
        Scripted { start: Position { at: At::Own(place), hooks: hooks.clone() }, hooks }
    }

    /// The game that begins with a Python object.
    ///
    /// # Errors
    /// What the object raises when it is asked whose turn it is.
    pub fn object(object: &Bound<'_, PyAny>, hooks: Arc<Hooks>) -> PyResult<Self> {
        let turn = turn_of(object, &hooks)?;
        let at = At::Object { object: Held::new(&hooks, object.clone().unbind()), turn, legal: OnceLock::new() };
        Ok(Scripted { start: Position { at, hooks: hooks.clone() }, hooks })
    }
}

impl Game for Scripted {
    type State = Position;

    /// Results are rewards here, whatever the script's own units.
    fn about(&self) -> About {
        let (chance, own_priors) = match &self.start.at {
            At::Own(place) => (place.rules.spec.about().chance, place.rules.has_priors),
            At::Object { .. } | At::Lost => (Chance::Listed, false),
        };
        About {
            players: self.hooks.players,
            chance,
            payoff: Payoff { constant_sum: self.hooks.shares.then_some(1.0), ..Payoff::POINT },
            knows: Knows { priors: own_priors || self.hooks.gives_priors(), ..Knows::default() },
            ..About::board("the game in Python", 1, self.hooks.moves)
        }
    }

    fn start(&self) -> Position {
        self.start.clone()
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        let at = match &self.at {
            At::Own(place) => At::Own(place.clone()),
            At::Object { object, turn, legal } => self.copied(object).map_or(At::Lost, |object| At::Object {
                object: Held::new(&self.hooks, object),
                turn: *turn,
                legal: legal.clone(),
            }),
            At::Lost => At::Lost,
        };
        Position { at, hooks: self.hooks.clone() }
    }
}

impl Position {
    /// A copy of the object.
    fn copied(&self, object: &Held) -> Option<Py<PyAny>> {
        self.hooks.call(|py| match &self.hooks.clone {
            Some(function) => function.call1(py, (object.object(py),)),
            None => object.object(py).call_method0(intern!(py, "clone")).map(Bound::unbind),
        })
    }

    /// The outcomes of chance, if it is its turn.
    fn outcomes(&self) -> Option<Vec<(u32, f64)>> {
        let At::Object { object, turn: Turn::Chance, legal } = &self.at else { return None };
        self.hooks.call(|py| {
            let outcomes = outcomes_of(&object.object(py), &self.hooks)?;
            agreed(legal, outcomes.iter().map(|&(action, _)| action)).map(|()| outcomes)
        })
    }

    /// The position as Python functions get it: a copy.
    pub fn shown(&self) -> Option<Py<PyAny>> {
        match &self.at {
            At::Own(place) => {
                self.hooks.call(|py| Ok(Bound::new(py, state::State { place: place.clone() })?.into_any().unbind()))
            }
            At::Object { object, .. } => self.copied(object),
            At::Lost => None,
        }
    }

    /// What the playout function says, if there is one. A failed search gives draws.
    fn asked(&self) -> Option<Rewards> {
        let function = self.hooks.playout.as_ref()?;
        let answer = || {
            let state = self.shown()?;
            self.hooks.call(|py| self.hooks.rewards(&numbers(&function.bind(py).call1((state,))?)?))
        };
        Some(answer().unwrap_or_default())
    }

    /// What the prior function says about moves.
    fn asked_priors(&self, moves: &[u32]) -> Option<Vec<f32>> {
        let (function, state) = (self.hooks.prior.as_ref()?, self.shown()?);
        self.hooks.call(|py| {
            let answer = function.bind(py).call1((state, moves.to_vec()))?;
            priors_of(&numbers(&answer)?, moves.len())
        })
    }
}

impl State for Position {
    type Move = u32;

    fn turn(&self) -> Turn {
        match &self.at {
            _ if self.hooks.has_failed() => Turn::Over,
            At::Own(place) => place.board.turn(),
            At::Object { turn, .. } => *turn,
            At::Lost => Turn::Over,
        }
    }

    /// After an exception there is one move, so that nobody chooses among none.
    fn legal_moves(&self, moves: &mut Vec<u32>) {
        moves.clear();
        match &self.at {
            At::Own(place) => place.board.legal(moves),
            At::Object { turn: Turn::Over, .. } | At::Lost => {}
            At::Object { object, turn, legal } => {
                let actions = self.hooks.call(|py| {
                    let actions = actions_of(&object.object(py), *turn, &self.hooks)?;
                    agreed(legal, actions.iter().copied()).map(|()| actions)
                });
                moves.extend(actions.unwrap_or_else(|| vec![0]));
            }
        }
    }

    fn apply(&mut self, mv: u32) {
        match &mut self.at {
            At::Own(place) => {
                place.board.apply(mv);
                place.history.push(mv);
            }
            At::Object { object, turn, legal } => {
                *legal = OnceLock::new();
                let hooks = &self.hooks;
                let next = hooks.call(|py| {
                    let object = object.object(py);
                    object.call_method1(intern!(py, "apply_action"), (mv,))?;
                    turn_of(&object, hooks)
                });
                *turn = next.unwrap_or(Turn::Over);
            }
            At::Lost => {}
        }
    }

    fn rewards(&self) -> Rewards {
        match &self.at {
            At::Own(place) => place.board.rewards(),
            At::Object { object, .. } => {
                let rewards = |py: Python<'_>| {
                    let results: Vec<Number<f64>> = asked(&object.object(py), intern!(py, "returns"))?;
                    self.hooks.rewards(&results.into_iter().map(|Number(result)| result).collect::<Vec<_>>())
                };
                self.hooks.call(rewards).unwrap_or_default()
            }
            At::Lost => Rewards::default(),
        }
    }

    fn move_index(&self, mv: u32) -> usize {
        mv as usize
    }

    fn move_at(&self, index: usize) -> u32 {
        index as u32
    }

    /// After an exception nobody is told that a move is illegal that may have been legal.
    fn is_legal(&self, mv: u32) -> bool {
        if let At::Own(place) = &self.at {
            return place.board.is_legal(mv);
        }
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        self.has_failed() || moves.contains(&mv)
    }

    fn random_move(&self, moves: &mut Vec<u32>, rng: &mut Rng) -> u32 {
        if let At::Object { turn: Turn::Chance, .. } = &self.at {
            return drawn(&self.outcomes().unwrap_or_default(), rng.unit());
        }
        self.legal_moves(moves);
        if moves.is_empty() { 0 } else { moves[rng.index(moves.len())] }
    }

    fn chance_probability(&self, outcome: u32) -> f64 {
        let outcomes = self.outcomes().unwrap_or_default();
        outcomes.iter().find(|&&(action, _)| action == outcome).map_or(0.0, |&(_, probability)| probability)
    }

    fn has_failed(&self) -> bool {
        self.hooks.has_failed() || matches!(self.at, At::Lost)
    }
}

plain!(Position: Points, Lanes, Skip, Hidden);

impl LightPlayout for Position {
    fn begin_playout(&mut self) {
        if let At::Own(place) = &mut self.at {
            place.board.begin_playout();
        }
    }

    fn playout_move(&self, moves: &mut Vec<u32>, rng: &mut Rng) -> u32 {
        match &self.at {
            At::Own(place) => place.board.playout_move(rng),
            _ => self.random_move(moves, rng),
        }
    }

    fn is_playout_move(&self, mv: u32) -> bool {
        match &self.at {
            At::Own(place) => place.board.is_playout_move(mv),
            _ => self.is_legal(mv),
        }
    }

    /// The playout function's answer, or the usual loop.
    fn play_out<R: Record>(&mut self, moves: &mut Vec<u32>, rng: &mut Rng, record: &mut R) -> Rewards {
        if let Some(rewards) = self.asked() {
            return rewards;
        }
        self.begin_playout();
        loop {
            let turn = self.turn();
            if turn == Turn::Over {
                return self.rewards();
            }
            let mv = self.playout_move(moves, rng);
            record.push(Played::new(turn.player(), mv as usize));
            self.apply(mv);
        }
    }
}

/// The outcome at this height of the summed probabilities.
fn drawn(outcomes: &[(u32, f64)], height: f64) -> u32 {
    let mut sum = 0.0;
    let found = outcomes.iter().find(|(_, probability)| {
        sum += probability;
        height < sum
    });
    found.or(outcomes.last()).map_or(0, |&(action, _)| action)
}

impl Knowledge for Position {
    fn priors(&self, moves: &[u32], last: Option<u32>, priors: &mut [f32]) {
        priors.fill(0.5);
        if self.hooks.prior.is_some() {
            let asked = self.asked_priors(moves).unwrap_or_default();
            priors.iter_mut().zip(asked).for_each(|(prior, asked)| *prior = asked);
        } else if let At::Own(place) = &self.at {
            place.board.priors(moves, last, priors);
        }
    }
}
