//! Thousands of boards, stepped together.

use crate::environment::format;
use crate::failure::value_error;
use crate::game::Game;
use crate::planes::{Setting, Shown};
use katsura_game::{Rng, Turn};
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use rayon::prelude::*;

/// Many boards of one game. A board whose game ends starts anew at once.
#[pyclass(module = "katsura._native", name = "Boards")]
pub struct Boards {
    setting: Setting,
    boards: Vec<Board>,
}

struct Board {
    shown: Shown,
    rng: Rng,
}

/// The arrays that a step fills, one row for each board. Planes are bytes of 0 and 1.
type Arrays<'py> = (
    PyReadwriteArray2<'py, u8>,
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray1<'py, i8>,
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray1<'py, bool>,
);

/// What a step writes about one board.
struct Row<'a> {
    board: &'a mut Board,
    planes: &'a mut [u8],
    mask: &'a mut [i8],
    turn: &'a mut i8,
    rewards: &'a mut [f32],
    over: &'a mut bool,
}

impl Board {
    fn player(&self) -> usize {
        self.shown.board.turn().player().map_or(0, |player| player.index())
    }
}

impl Row<'_> {
    /// Writes what stands on the board.
    fn show(&mut self, setting: &Setting) {
        let player = self.board.player();
        *self.turn = player as i8;
        if !self.planes.is_empty() {
            self.board.shown.write(setting.format, player, self.planes);
        }
        self.board.shown.write_mask(&setting.rules, self.mask);
    }

    /// Makes a legal move.
    fn step(&mut self, setting: &Setting, index: u32) {
        let shown = &mut self.board.shown;
        shown.play(&setting.rules, setting.format, index);
        *self.over = shown.board.turn() == Turn::Over;
        self.rewards.fill(0.0);
        if *self.over {
            let results = shown.board.rewards();
            self.rewards.iter_mut().zip(results.as_slice()).for_each(|(reward, result)| *reward = 2.0 * result - 1.0);
            shown.reset(&setting.rules, setting.format);
        }
        self.show(setting);
    }
}

#[pymethods]
impl Boards {
    #[new]
    #[pyo3(signature = (game, count, boards=1, mover=false))]
    fn new(game: &Bound<'_, Game>, count: usize, boards: usize, mover: bool) -> PyResult<Self> {
        if !(1..=1 << 20).contains(&count) {
            return Err(value_error(format!("{count} boards: expected 1 to {}", 1 << 20)));
        }
        let setting = Setting { rules: game.get().rules.clone(), format: format(boards, mover)? };
        let boards = (0..count as u64)
            .map(|number| Board { shown: Shown::new(&setting.rules, setting.format), rng: Rng::stream(&[0, number]) });
        Ok(Boards { boards: boards.collect(), setting })
    }

    /// All boards back to the start.
    #[pyo3(signature = (arrays, seed=None))]
    fn reset(&mut self, py: Python<'_>, mut arrays: Arrays<'_>, seed: Option<u64>) -> PyResult<()> {
        let (setting, rows) = (&self.setting, rows(&self.setting, &mut self.boards, &mut arrays)?);
        py.detach(|| {
            rows.into_par_iter().enumerate().for_each(|(number, mut row)| {
                row.board.shown.reset(&setting.rules, setting.format);
                if let Some(seed) = seed {
                    row.board.rng = Rng::stream(&[seed, number as u64]);
                }
                (*row.over, _) = (false, row.rewards.fill(0.0));
                row.show(setting);
            });
        });
        Ok(())
    }

    /// One action on each board. If one is illegal, nothing is done.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>, mut arrays: Arrays<'_>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        if actions.len() != self.boards.len() {
            return Err(value_error(format!(
                "expected {} actions, one for each board, found {}",
                self.boards.len(),
                actions.len()
            )));
        }
        let moves = self.moves_of(py, actions)?;
        let (setting, rows) = (&self.setting, rows(&self.setting, &mut self.boards, &mut arrays)?);
        py.detach(|| rows.into_par_iter().zip(moves).for_each(|(mut row, index)| row.step(setting, index)));
        Ok(())
    }

    /// A legal action for each board, uniformly at random.
    fn sample(&mut self, py: Python<'_>, mut out: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let (out, actions) = (out.as_slice_mut()?, &self.setting.rules.layout.actions);
        if out.len() != self.boards.len() {
            return Err(value_error(format!("expected room for {} actions, found {}", self.boards.len(), out.len())));
        }
        let boards = &mut self.boards;
        py.detach(|| {
            boards.par_iter_mut().zip(out).for_each(|(board, action)| {
                let index = board.shown.board.random_move(&mut board.rng);
                *action = i64::from(actions[index as usize]);
            });
        });
        Ok(())
    }
}

impl Boards {
    /// The moves of the actions, all legal.
    fn moves_of(&self, py: Python<'_>, actions: &[i64]) -> PyResult<Vec<u32>> {
        let known = &self.setting.rules.layout.moves;
        let read = |(board, &action): (&Board, &i64)| {
            let index = usize::try_from(action).ok().and_then(|action| known.get(action)).copied();
            index.filter(|&index| board.shown.board.is_legal(index))
        };
        let boards = &self.boards;
        let moves: Vec<Option<u32>> = py.detach(|| boards.par_iter().zip(actions).map(read).collect());
        let illegal = moves.iter().position(Option::is_none);
        match illegal {
            Some(place) => {
                Err(value_error(format!("action {} is illegal on board {place}; nothing was done", actions[place])))
            }
            None => Ok(moves.into_iter().flatten().collect()),
        }
    }
}

/// The rows of the arrays, after checking their sizes.
fn rows<'a>(setting: &Setting, boards: &'a mut [Board], arrays: &'a mut Arrays<'_>) -> PyResult<Vec<Row<'a>>> {
    let (count, moves, players) = (boards.len(), setting.rules.moves, setting.rules.players);
    let size = setting.rules.layout.rows * setting.rules.layout.columns * setting.format.planes();
    let (planes, mask, turn, rewards, over) = arrays;
    let (planes, mask, turn) = (planes.as_slice_mut()?, mask.as_slice_mut()?, turn.as_slice_mut()?);
    let (rewards, over) = (rewards.as_slice_mut()?, over.as_slice_mut()?);
    let fits = [mask.len() == count * moves, turn.len() == count, rewards.len() == count * players, over.len() == count];
    if !(planes.is_empty() || planes.len() == count * size) || fits.contains(&false) {
        return Err(value_error("the arrays do not have the shapes of these boards"));
    }
    let mut planes: Vec<&mut [u8]> = if planes.is_empty() { Vec::new() } else { planes.chunks_exact_mut(size).collect() };
    planes.resize_with(count, Default::default);
    let rows =
        boards.iter_mut().zip(planes).zip(mask.chunks_exact_mut(moves)).zip(turn).zip(rewards.chunks_exact_mut(players));
    let row = |(((((board, planes), mask), turn), rewards), over)| Row { board, planes, mask, turn, rewards, over };
    Ok(rows.zip(over).map(row).collect())
}
