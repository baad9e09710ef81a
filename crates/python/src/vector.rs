//! Thousands of boards, stepped together.

use crate::environment::format;
use crate::failure::value_error;
use crate::game::Game;
use crate::number::Number;
use crate::part::{Arrays, MOST, Part};
use crate::planes::{Scratch, Setting, Shown, contains, draw};
use crate::pool::pool;
use katsura_game::Rng;
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;

/// Many boards of one game. A board whose game ends starts anew at once.
#[pyclass(module = "katsura._native", name = "Boards")]
pub struct Boards {
    setting: Setting,
    boards: Vec<Shown>,
    /// The set of the legal actions of each board, one after the other.
    legal: Vec<u64>,
    rngs: Vec<Rng>,
    /// The moves of the step under way.
    moves: Vec<u32>,
}

#[pymethods]
impl Boards {
    #[new]
    #[pyo3(signature = (game, count, boards=Number(1), mover=false))]
    fn new(game: &Bound<'_, Game>, count: Number<usize>, boards: Number<usize>, mover: bool) -> PyResult<Self> {
        let (count, boards) = (count.0, boards.0);
        if !(1..=1 << 20).contains(&count) {
            return Err(value_error(format!("{count} boards: expected 1 to {}", 1 << 20)));
        }
        let setting = Setting { rules: game.get().rules.clone(), format: format(boards, mover)? };
        let mut scratch = Scratch::new(&setting);
        Ok(Boards {
            boards: (0..count).map(|_| Shown::new(&setting, &mut scratch)).collect(),
            legal: vec![0; count * setting.words()],
            rngs: (0..count as u64).map(|number| Rng::stream(&[0, number])).collect(),
            moves: Vec::with_capacity(count),
            setting,
        })
    }

    /// All boards back to the start.
    #[pyo3(signature = (arrays, seed=None))]
    fn reset(&mut self, py: Python<'_>, mut arrays: Arrays<'_>, seed: Option<Number<u64>>) -> PyResult<()> {
        if let Some(Number(seed)) = seed {
            self.rngs = (0..self.rngs.len() as u64).map(|number| Rng::stream(&[seed, number])).collect();
        }
        let part = Part::all(&self.setting, &mut self.boards, &mut self.legal, &mut arrays)?;
        in_threads(py, self.rngs.len(), || part.reset(&self.setting))
    }

    /// One action on each board. If one is illegal, nothing is done.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>, mut arrays: Arrays<'_>) -> PyResult<()> {
        self.read_moves(actions.as_slice()?)?;
        let part = Part::all(&self.setting, &mut self.boards, &mut self.legal, &mut arrays)?;
        in_threads(py, self.moves.len(), || part.step(&self.setting, &self.moves))
    }

    /// A legal action for each board, uniformly at random.
    fn sample(&mut self, mut out: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let (out, legal) = (out.as_slice_mut()?, self.legal.chunks_exact(self.setting.words()));
        if out.len() != self.boards.len() {
            return Err(value_error(format!("expected room for {} actions, found {}", self.boards.len(), out.len())));
        }
        out.iter_mut().zip(legal).zip(&mut self.rngs).for_each(|((action, legal), rng)| *action = draw(legal, rng));
        Ok(())
    }
}

impl Boards {
    /// Keeps the moves of the actions, so that nobody changes what has been found legal. An error unless all are.
    fn read_moves(&mut self, actions: &[i64]) -> PyResult<()> {
        let count = self.boards.len();
        if actions.len() != count {
            return Err(value_error(format!("expected {count} actions, one for each board, found {}", actions.len())));
        }
        let (legal, known) = (self.legal.chunks_exact(self.setting.words()), &self.setting.rules.layout.moves);
        self.moves.clear();
        for (place, (&action, legal)) in actions.iter().zip(legal).enumerate() {
            if !contains(legal, action) {
                return Err(value_error(format!("action {action} is illegal on board {place}; nothing was done")));
            }
            self.moves.push(known[action as usize]);
        }
        Ok(())
    }
}

/// Does something with so many boards, without the interpreter; in many threads if it is worth to wake them.
fn in_threads(py: Python<'_>, boards: usize, work: impl FnOnce() + Send) -> PyResult<()> {
    if boards <= MOST {
        py.detach(work);
    } else {
        let pool = pool(py)?;
        py.detach(|| pool.install(work));
    }
    Ok(())
}
