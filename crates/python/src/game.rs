//! Games, as Python sees them.

use crate::board::Rules;
use crate::failure::{config_error, value_error};
use crate::number::Number;
use crate::state::{Place, State};
use katsura_engine::{Color, setup};
use katsura_game::Ground;
use katsura_games::GameSpec;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// A game with its parameters. Made by `katsura.game`.
#[pyclass(frozen, module = "katsura", name = "Game")]
pub struct Game {
    pub rules: Arc<Rules>,
}

#[pymethods]
impl Game {
    /// The game that a JSON object describes: its name and parameters.
    #[new]
    fn new(table: &str) -> PyResult<Self> {
        let table = serde_json::from_str(table).map_err(value_error)?;
        Ok(Game { rules: Rules::of(setup::game(table).map_err(config_error)?) })
    }

    /// The names of all games.
    #[staticmethod]
    fn names() -> Vec<String> {
        GameSpec::all().iter().map(|spec| spec.about().name.into_owned()).collect()
    }

    /// The name.
    #[getter]
    fn name(&self) -> String {
        self.rules.spec.about().name.into_owned()
    }

    /// The version of the rules, raised when behaviour changes.
    #[getter]
    fn version(&self) -> u32 {
        self.rules.spec.about().version
    }

    /// The name in a menu or a sentence.
    #[getter]
    fn title(&self) -> String {
        self.rules.spec.customs().title.into_owned()
    }

    /// The colours of the players in the order of their first moves, as protocols and files have them.
    #[getter]
    fn colours(&self) -> [String; 2] {
        let first = Color::first_in(&self.rules.spec.customs());
        [first, first.other()].map(|color| color.to_string())
    }

    /// Whether pieces stand on a board, for environments to see.
    #[getter]
    fn has_board(&self) -> bool {
        self.rules.spec.start().picture().ground != Ground::Bare
    }

    /// Name and parameters as a JSON object.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.rules.spec).map_err(value_error)
    }

    /// The position before the first move.
    fn new_initial_state(&self) -> State {
        State { place: Place::start(&self.rules) }
    }

    /// The position after these moves.
    fn after(&self, moves: Vec<Number<i64>>) -> PyResult<State> {
        let mut place = Place::start(&self.rules);
        moves.into_iter().try_for_each(|Number(action)| place.play(action))?;
        Ok(State { place })
    }

    /// The number of players.
    fn num_players(&self) -> usize {
        self.rules.players
    }

    /// All actions are below this.
    fn num_distinct_actions(&self) -> usize {
        self.rules.moves
    }

    /// The worst result in `State.returns`.
    fn min_utility(&self) -> f64 {
        -1.0
    }

    /// The best result in `State.returns`.
    fn max_utility(&self) -> f64 {
        1.0
    }

    /// What the results of all players add up to; `None` for games that are not of two players.
    fn utility_sum(&self) -> Option<f64> {
        (self.rules.players == 2).then_some(0.0)
    }

    /// Planes, rows and columns of `State.observation_tensor`.
    fn observation_tensor_shape(&self) -> [usize; 3] {
        [self.rules.players + 1, self.rules.layout.rows, self.rules.layout.columns]
    }

    /// The position of a text that `State.serialize` wrote.
    fn deserialize_state(&self, text: &str) -> PyResult<State> {
        let read = |line: &str| line.parse().map(Number).map_err(|_| value_error(format!("'{line}' is no action")));
        self.after(text.split_whitespace().map(read).collect::<PyResult<_>>()?)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<katsura.Game {}>", self.to_json()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.get().rules.spec == self.rules.spec)
    }

    fn __hash__(&self) -> PyResult<isize> {
        let text = self.to_json()?;
        Ok(text.bytes().fold(7, |hash: isize, byte| hash.wrapping_mul(31).wrapping_add(isize::from(byte))))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<Game>().into_any(), PyTuple::new(py, [self.to_json()?])?))
    }
}
