//! One board for PettingZoo and Gymnasium.

use crate::failure::value_error;
use crate::game::Game;
use crate::number::Number;
use crate::planes::{Format, Scratch, Setting, Shown, View, contains, draw, write_mask};
use crate::state::{Place, State};
use katsura_game::{Rng, Turn};
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

/// A board of an environment: actions are the cells in reading order, then the other moves.
#[pyclass(module = "katsura._native", name = "BoardEnv")]
pub struct BoardEnv {
    setting: Setting,
    shown: Shown,
    /// The set of the legal actions.
    legal: Vec<u64>,
    scratch: Scratch,
    history: Vec<u32>,
    rng: Rng,
}

/// What [`BoardEnv::step`] says to an illegal action.
const ILLEGAL: i64 = -9;

/// How Python makes a board again: by whom, from what, and what happened on it.
type Reduced<'py> = (Bound<'py, PyType>, (Bound<'py, Game>, usize, bool), (Vec<u32>, [u64; 4]));

/// The format of so many boards; `mover` as in PettingZoo's go_v5.
pub fn format(boards: usize, mover: bool) -> PyResult<Format> {
    if !(1..=8).contains(&boards) {
        return Err(value_error(format!("{boards} boards of history: expected 1 to 8")));
    }
    Ok(Format { boards, view: if mover { View::Mover } else { View::Looker } })
}

impl BoardEnv {
    fn player(&self) -> i64 {
        match self.shown.board.turn() {
            Turn::Player(player) => i64::from(player.0),
            Turn::Together(_) => -2,
            Turn::Chance => -1,
            Turn::Over => -4,
        }
    }

    fn index(&self, action: i64) -> Option<u32> {
        usize::try_from(action).ok().and_then(|action| self.setting.rules.layout.moves.get(action)).copied()
    }

    fn find_legal(&mut self) {
        self.shown.legal(&self.setting.rules, &mut self.scratch, &mut self.legal);
    }
}

#[pymethods]
impl BoardEnv {
    #[new]
    #[pyo3(signature = (game, boards=Number(1), mover=false))]
    fn new(game: &Bound<'_, Game>, boards: Number<usize>, mover: bool) -> PyResult<Self> {
        let setting = Setting { rules: game.get().rules.clone(), format: format(boards.0, mover)? };
        let mut scratch = Scratch::new(&setting);
        let (shown, legal) = (Shown::new(&setting, &mut scratch), vec![0; setting.words()]);
        let mut env = BoardEnv { setting, shown, legal, scratch, history: Vec::new(), rng: Rng::new(0) };
        env.find_legal();
        Ok(env)
    }

    /// Rows, columns and planes of an observation.
    #[getter]
    fn shape(&self) -> [usize; 3] {
        let layout = &self.setting.rules.layout;
        [layout.rows, layout.columns, self.setting.format.planes()]
    }

    /// The number of actions.
    #[getter]
    fn actions(&self) -> usize {
        self.setting.rules.moves
    }

    /// Back to the start.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, seed: Option<Number<u64>>) {
        self.shown.reset(&self.setting, &mut self.scratch);
        self.find_legal();
        self.history.clear();
        if let Some(Number(seed)) = seed {
            self.rng = Rng::stream(&[seed]);
        }
    }

    /// The player to move; -4 when the game is over.
    fn turn(&self) -> i64 {
        self.player()
    }

    /// Makes a move and tells whose turn it is then; -9 for an illegal one, which changes nothing.
    fn step(&mut self, action: Number<i64>) -> i64 {
        let action = action.0;
        match self.index(action) {
            Some(index) if contains(&self.legal, action) => {
                self.shown.play(&self.setting, &mut self.scratch, index);
                self.find_legal();
                self.history.push(index);
                self.player()
            }
            _ => ILLEGAL,
        }
    }

    /// What a player sees: the planes, and the mask of the legal actions if it is `selected`.
    fn observe<'py>(&self, py: Python<'py>, player: Number<usize>, selected: bool) -> PyResult<Bound<'py, PyDict>> {
        let seen = PyDict::new(py);
        seen.set_item(intern!(py, "observation"), self.planes(py, player)?)?;
        let mask = if selected { self.mask(py) } else { PyArray1::zeros(py, self.actions(), false) };
        seen.set_item(intern!(py, "action_mask"), mask)?;
        Ok(seen)
    }

    /// The planes as a player sees them.
    fn planes<'py>(&self, py: Python<'py>, player: Number<usize>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        let player = player.0;
        if player > 1 {
            return Err(value_error(format!("player {player}: expected 0 or 1")));
        }
        let [rows, columns, planes] = self.shape();
        // SAFETY: every byte is set below to 0 or 1, which are the values of a bool, before anybody reads the array.
        let array = unsafe { PyArray3::<bool>::new(py, [rows, columns, planes], false) };
        // SAFETY: the array was made here, is contiguous, and nobody else has it yet; a bool has the size of a byte, and only 0 and 1 are
        // written: the bits of the history, and the player's number.
        let bytes = unsafe { std::slice::from_raw_parts_mut(array.data().cast::<u8>(), rows * columns * planes) };
        self.shown.write(self.setting.format, player, bytes);
        Ok(array)
    }

    /// One number for each action: 1 if it is legal. After the end, PettingZoo's go_v5 offers a pass.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mask = PyArray1::zeros(py, self.actions(), false);
        // SAFETY: the array was made here and nobody else has it yet.
        if let Ok(bytes) = unsafe { mask.as_slice_mut() } {
            write_mask(&self.legal, bytes);
            if let (View::Mover, Turn::Over, Some(last)) =
                (self.setting.format.view, self.shown.board.turn(), bytes.last_mut())
            {
                *last = 1;
            }
        }
        mask
    }

    /// A legal action, uniformly at random from the generator that `reset` seeds.
    fn sample(&mut self) -> PyResult<i64> {
        if self.player() < 0 {
            return Err(value_error("the game is over: there is no action"));
        }
        Ok(draw(&self.legal, &mut self.rng))
    }

    /// Each player's result in [-1, 1]; zeros before the end.
    fn returns(&self) -> Vec<f64> {
        if !self.shown.board.turn().is_over() {
            return vec![0.0; self.setting.rules.players];
        }
        self.setting.rules.returns(&self.shown.board.rewards())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Setting { rules, format } = &self.setting;
        let game = Bound::new(py, Game { rules: rules.clone() })?;
        let arguments = (game, format.boards, format.view == View::Mover);
        Ok((py.get_type::<BoardEnv>(), arguments, (self.history.clone(), self.rng.words())))
    }

    fn __setstate__(&mut self, state: (Vec<Number<usize>>, [Number<u64>; 4])) -> PyResult<()> {
        let (history, words) = (state.0, state.1.map(|word| word.0));
        if words == [0; 4] {
            return Err(value_error("a generator cannot be all zeros"));
        }
        self.rng = Rng::from_words(words);
        for index in history {
            let action = i64::from(self.action_of(index)?);
            if self.step(Number(action)) == ILLEGAL {
                return Err(value_error(format!("the moves are not those of a game: {} is illegal", index.0)));
            }
        }
        Ok(())
    }

    /// The position.
    fn state(&self) -> State {
        let place =
            Place { rules: self.setting.rules.clone(), board: self.shown.board.boxed(), history: self.history.clone() };
        State { place }
    }

    /// The move of an action.
    fn move_of(&self, action: Number<i64>) -> PyResult<u32> {
        let action = action.0;
        self.index(action)
            .ok_or_else(|| value_error(format!("action {action} is out of range: 0 to {}", self.actions() - 1)))
    }

    /// The action of a move.
    fn action_of(&self, index: Number<usize>) -> PyResult<u32> {
        let (index, actions) = (index.0, &self.setting.rules.layout.actions);
        actions
            .get(index)
            .copied()
            .ok_or_else(|| value_error(format!("move {index} is out of range: 0 to {}", actions.len() - 1)))
    }
}
