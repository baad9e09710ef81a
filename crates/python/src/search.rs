//! Searches, as Python sees them.

use crate::batch::BatchEvaluator;
use crate::failure::{config_error, value_error};
use crate::game::Game;
use crate::hooks::{Hooks, lock};
use crate::number::Number;
use crate::script::Script;
use crate::scripted::Scripted;
use crate::state::State;
use crate::watched::watched;
use katsura_engine::player::start_search;
use katsura_game::Game as _;
use katsura_games::GameSpec;
use katsura_games::tic_tac_toe::TicTacToe;
use katsura_mcts::config::path;
use katsura_mcts::tree::{ROOT, Tree};
use katsura_mcts::{
    Budget, ConfigError, Control, MoveAnalysis, Needs, Policies, Report, SearchConfig, Searcher, searcher, searcher_with,
};
use numpy::IntoPyArray;
use pyo3::exceptions::PyRuntimeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

/// A run of this many simulations of Katsura's own games is over before anybody misses Ctrl-C.
const SHORT: u64 = 256;

/// A search from one position. Made by `katsura.Search`.
#[pyclass(frozen, module = "katsura._native", name = "Search")]
pub struct Search {
    inner: Mutex<Inner>,
    control: Mutex<Control>,
    config: SearchConfig,
    /// The Python side; `None` for a search without one, and after the garbage collector has taken it away.
    hooks: Mutex<Option<Arc<Hooks>>>,
}

struct Inner {
    searcher: Box<dyn Searcher>,
    /// The moves since the search was made, or since the start of one of Katsura's own games.
    moves: Vec<usize>,
    /// An exception came in the middle of a move: the position may be any.
    broken: bool,
}

/// A search of a game in Python, whose leaves are evaluated together if a function answers for many at once.
fn searcher_for(game: &Scripted, config: &SearchConfig, hooks: &Arc<Hooks>) -> Result<Box<dyn Searcher>, ConfigError> {
    if hooks.asks_many() {
        searcher_with(game, config, Arc::new(Mutex::new(BatchEvaluator::new(hooks.clone()))))
    } else {
        searcher(game, config)
    }
}

fn config_of(text: &str) -> PyResult<SearchConfig> {
    path::from_value(serde_json::from_str(text).map_err(value_error)?).map_err(config_error)
}

#[pymethods]
impl Search {
    /// A search of one of Katsura's own games, at its start.
    #[staticmethod]
    fn own(game: &Bound<'_, Game>, config: &str) -> PyResult<Self> {
        let config = config_of(config)?;
        let searcher = start_search(&game.get().rules.spec, &config).map_err(config_error)?;
        Ok(Search::new(searcher, config, None))
    }

    /// A search that asks Python, from a position on.
    #[staticmethod]
    fn scripted(root: &Bound<'_, PyAny>, config: &str, script: &Bound<'_, PyAny>) -> PyResult<Self> {
        let config = config_of(config)?;
        let hooks = Arc::new(script.extract::<Script>()?.hooks(&config.parallel)?);
        let game = match root.cast::<State>() {
            Ok(state) => Scripted::own(state.try_borrow()?.place.clone(), hooks.clone()),
            Err(_) => Scripted::object(root, hooks.clone())?,
        };
        let asks_priors = Policies::new(&config, &game.about()).needs().has(Needs::PRIOR);
        if asks_priors && !game.about().knows.priors {
            return Err(value_error("search.select.bias asks for priors, and there are none: give a prior function"));
        }
        let searcher = searcher_for(&game, &config, &hooks).map_err(config_error);
        if let Some(error) = hooks.take_failure() {
            return Err(error);
        }
        Ok(Search::new(searcher?, config, Some(hooks)))
    }

    /// The configuration as JSON.
    fn config(&self) -> String {
        path::to_value(&self.config).to_string()
    }

    /// Searches; how many simulations were made in how many seconds. After an exception, Ctrl-C or another, the tree is that of the simulations
    /// that were whole.
    #[pyo3(signature = (simulations=None, seconds=None))]
    fn run(&self, py: Python<'_>, simulations: Option<Number<u64>>, seconds: Option<Number<f64>>) -> PyResult<(u64, f64)> {
        let budget = self.budget(simulations.map(|Number(n)| n), seconds.map(|Number(seconds)| seconds))?;
        let mut inner = self.ready()?;
        let control = Control::new();
        *lock(&self.control) = control.clone();
        let searcher = &mut inner.searcher;
        let report = match self.hooks() {
            Some(hooks) => {
                hooks.begin(&control);
                let run = || searcher.run(&budget, &control);
                let is_alone = self.config.parallel.threads() == 1 && !hooks.asks_many();
                if is_alone { Ok(py.detach(run)) } else { watched(py, || hooks.interrupt(), run) }
            }
            None if budget.simulations.is_some_and(|n| n <= SHORT) => Ok(py.detach(|| searcher.run(&budget, &control))),
            None => watched(py, || control.stop(), || searcher.run(&budget, &control)),
        };
        let raised = self.raised();
        let Report { simulations, seconds } = report?;
        raised.map(|()| (simulations, seconds))
    }

    /// Ends a run that is under way in another thread.
    fn stop(&self) {
        lock(&self.control).stop();
    }

    /// The action to play; `None` when the game is over.
    fn best(&self) -> PyResult<Option<usize>> {
        let mut inner = self.ready()?;
        let best = inner.searcher.best();
        self.raised().map(|()| best)
    }

    /// What the search thinks of the position: columns of numbers, one entry for each move.
    fn analysis<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut inner = self.ready()?;
        let analysis = inner.searcher.analysis();
        self.raised()?;
        let shown = PyDict::new(py);
        let moves = &analysis.moves;
        let floats = |of: fn(&MoveAnalysis) -> f32| moves.iter().map(of).collect::<Vec<f32>>().into_pyarray(py);
        let numbers = |of: fn(&MoveAnalysis) -> i64| moves.iter().map(of).collect::<Vec<i64>>().into_pyarray(py);
        shown.set_item("actions", numbers(|mv| mv.index as i64))?;
        shown.set_item("visits", numbers(|mv| i64::from(mv.visits)))?;
        shown.set_item("means", floats(|mv| mv.mean))?;
        shown.set_item("lower", floats(|mv| mv.lower))?;
        shown.set_item("upper", floats(|mv| mv.upper))?;
        shown.set_item("amaf_visits", numbers(|mv| i64::from(mv.amaf_visits)))?;
        shown.set_item("amaf_means", floats(|mv| mv.amaf_mean))?;
        shown.set_item("priors", floats(|mv| mv.prior))?;
        shown.set_item("lines", moves.iter().map(|mv| mv.pv.clone()).collect::<Vec<_>>())?;
        shown.set_item("best", analysis.best)?;
        shown.set_item("simulations", analysis.simulations)?;
        shown.set_item("nodes", analysis.nodes)?;
        shown.set_item("bytes_per_node", analysis.bytes_per_node)?;
        shown.set_item("tree_full", analysis.tree_full)?;
        Ok(shown)
    }

    /// Makes a move; the part of the tree below it is kept.
    fn advance(&self, action: Number<i64>) -> PyResult<()> {
        let (mut inner, action) = (self.ready()?, action.0);
        let index =
            usize::try_from(action).map_err(|_| value_error(format!("action {action} is illegal in this position")))?;
        let done = inner.searcher.advance(index);
        self.check(&mut inner)?;
        done.map_err(|_| value_error(format!("action {action} is illegal in this position")))?;
        inner.moves.push(index);
        Ok(())
    }

    /// Forgets everything and goes to the position after these moves; with a seed, as if it had been made with that.
    #[pyo3(signature = (moves, seed=None))]
    fn restart(&self, moves: Vec<Number<usize>>, seed: Option<Number<u64>>) -> PyResult<()> {
        let moves: Vec<usize> = moves.into_iter().map(|Number(index)| index).collect();
        let mut inner = self.inner()?;
        if let Some(Number(seed)) = seed {
            inner.searcher.reseed(seed);
        }
        let done = inner.searcher.restart(&moves);
        self.check(&mut inner)?;
        inner.broken = false;
        inner.moves = if done.is_ok() { moves } else { Vec::new() };
        done.map_err(|_| value_error("these moves are not legal; the search is at the start"))
    }

    /// The moves that lead to the root.
    fn moves(&self) -> PyResult<Vec<usize>> {
        Ok(self.inner()?.moves.clone())
    }

    /// The tree as columns: the nodes breadth first, those with few visits and those below them left out.
    fn tree<'py>(
        &self,
        py: Python<'py>,
        nodes: Number<usize>,
        visits: Number<u32>,
        depth: Number<u32>,
    ) -> PyResult<Bound<'py, PyDict>> {
        columns(py, self.ready()?.searcher.tree(), (nodes.0, visits.0, depth.0))
    }

    /// The functions and the objects of the positions may refer to the search: the garbage collector must see them.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.hooks.try_lock().ok().as_deref() {
            Some(Some(hooks)) => {
                hooks.functions().try_for_each(|function| visit.call(function))?;
                hooks.objects.each(|object| visit.call(object))
            }
            _ => Ok(()),
        }
    }

    /// Lets go of the functions and the positions; the search is then one of nothing, and nobody can reach it.
    fn __clear__(&self) {
        let small = SearchConfig { memory_mib: 1, ..SearchConfig::default() };
        let nothing = start_search(&GameSpec::TicTacToe(TicTacToe {}), &small);
        let hooks = lock(&self.hooks).take();
        if let (Some(_), Ok(mut inner), Ok(nothing)) = (hooks, self.inner.try_lock(), nothing) {
            inner.searcher = nothing;
        }
    }
}

impl Search {
    fn new(searcher: Box<dyn Searcher>, config: SearchConfig, hooks: Option<Arc<Hooks>>) -> Self {
        let inner = Inner { searcher, moves: Vec::new(), broken: false };
        Search { inner: Mutex::new(inner), control: Mutex::new(Control::new()), config, hooks: Mutex::new(hooks) }
    }

    fn hooks(&self) -> Option<Arc<Hooks>> {
        lock(&self.hooks).clone()
    }

    /// The search, unless another thread has it.
    fn inner(&self) -> PyResult<MutexGuard<'_, Inner>> {
        match self.inner.try_lock() {
            Ok(inner) => Ok(inner),
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "this search is running in another thread: wait for it, stop() it, or use another Search",
            )),
        }
    }

    fn budget(&self, simulations: Option<u64>, seconds: Option<f64>) -> PyResult<Budget> {
        if simulations == Some(0) {
            return Err(value_error("simulations must be at least 1"));
        }
        if let Some(bad) = seconds.filter(|seconds| !(0.0..=1e6).contains(seconds)) {
            return Err(value_error(format!("seconds {bad} is out of range: 0 to 1000000")));
        }
        Ok(if simulations.is_none() && seconds.is_none() { self.config.budget } else { Budget { simulations, seconds } })
    }

    /// Raises what Python code raised since the last look.
    fn raised(&self) -> PyResult<()> {
        self.hooks().and_then(|hooks| hooks.take_failure()).map_or(Ok(()), Err)
    }

    /// As [`raised`](Search::raised), after moves.
    fn check(&self, inner: &mut Inner) -> PyResult<()> {
        self.raised().inspect_err(|_| inner.broken = true)
    }

    /// The search, unless another thread has it. If an exception came in the middle of a move, the moves before it are made anew.
    fn ready(&self) -> PyResult<MutexGuard<'_, Inner>> {
        let mut inner = self.inner()?;
        if inner.broken {
            let moves = inner.moves.clone();
            let done = inner.searcher.restart(&moves);
            self.raised()?;
            done.map_err(|_| value_error("the moves so far are not legal any more"))?;
            inner.broken = false;
        }
        Ok(inner)
    }
}

/// The columns of a tree.
fn columns<'py>(
    py: Python<'py>,
    tree: &Tree,
    (largest, visits, deepest): (usize, u32, u32),
) -> PyResult<Bound<'py, PyDict>> {
    let mut nodes = vec![(ROOT, -1i64, 0u32)];
    let mut next = 0;
    while let Some(&(node, _, depth)) = nodes.get(next).filter(|_| nodes.len() < largest) {
        let worth = tree.children(node).filter(|&child| depth < deepest && tree.visits(child) >= visits);
        let room = largest - nodes.len();
        nodes.extend(worth.take(room).map(|child| (child, next as i64, depth + 1)));
        next += 1;
    }
    let shown = PyDict::new(py);
    let action = |node: u32| if node == ROOT { -1 } else { tree.move_index(node) as i64 };
    shown.set_item("parent", nodes.iter().map(|node| node.1).collect::<Vec<i64>>().into_pyarray(py))?;
    shown.set_item("depth", nodes.iter().map(|node| i64::from(node.2)).collect::<Vec<i64>>().into_pyarray(py))?;
    shown.set_item("action", nodes.iter().map(|node| action(node.0)).collect::<Vec<i64>>().into_pyarray(py))?;
    let numbers = nodes.iter().map(|node| i64::from(tree.visits(node.0)));
    shown.set_item("visits", numbers.collect::<Vec<i64>>().into_pyarray(py))?;
    shown.set_item("mean", nodes.iter().map(|node| tree.mean(node.0)).collect::<Vec<f32>>().into_pyarray(py))?;
    shown.set_item("amaf_visits", nodes.iter().map(|node| tree.amaf(node.0).0).collect::<Vec<f32>>().into_pyarray(py))?;
    shown.set_item("amaf_mean", nodes.iter().map(|node| tree.amaf(node.0).1).collect::<Vec<f32>>().into_pyarray(py))?;
    shown.set_item("prior", nodes.iter().map(|node| tree.prior(node.0)).collect::<Vec<f32>>().into_pyarray(py))?;
    Ok(shown)
}
