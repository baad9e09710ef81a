//! Root parallelism: independent trees, added up at the root [chaslot2008parallel].

use super::panics::{OnPanic, join};
use crate::analysis::Analysis;
use crate::budget::{Budget, Control, Meter, Report};
use crate::choose::Choice;
use crate::config::{Checked, ConfigError};
use crate::core::{BestLine, Core};
use crate::evaluate::{SideBySide, Tables};
use crate::needs::Needs;
use crate::nested::Algorithm;
use crate::play::{Searcher, Watched};
use crate::tree::{ROOT, Tree};
use katsura_game::{IllegalMove, Rng};
use std::any::Any;

/// Several searches of one position, each in its own thread with its own seed. The children of the roots are added up in a
/// tree of one level, from which the move is chosen. The result depends on the seed and the number of trees only.
pub(crate) struct RootSearch {
    searches: Vec<Box<dyn Searcher>>,
    /// Whether an evaluator is asked, which answers for all trees together.
    asks_together: bool,
    sum: Tree,
    rng: Rng,
}

/// Runs each search in a thread of its own. If one panics, the others end.
fn run_in_threads(searches: &mut [Box<dyn Searcher>], shares: &[Budget], control: &Control) -> Report {
    let control = &control.part();
    let run = |search: &mut Box<dyn Searcher>, share| {
        let _end_others = OnPanic(|| control.stop());
        search.run(share, control)
    };
    let reports = std::thread::scope(|scope| {
        let running = searches.iter_mut().zip(shares).map(|(search, share)| scope.spawn(move || run(search, share)));
        join(running.collect())
    });
    let seconds = reports.iter().fold(0.0, |longest: f64, report| longest.max(report.seconds));
    Report { simulations: reports.iter().map(|report| report.simulations).sum(), seconds }
}

/// The trees as places of searches side by side, each of which searches once.
struct Trees<'a> {
    searches: &'a mut [Box<dyn Searcher>],
    shares: Vec<Option<Budget>>,
    control: &'a Control,
    meter: Meter<'a>,
}

impl<'a> Trees<'a> {
    fn run(
        searches: &'a mut [Box<dyn Searcher>],
        mut runner: Box<dyn SideBySide>,
        shares: &[Budget],
        control: &'a Control,
    ) -> Report {
        let made = |searches: &[Box<dyn Searcher>]| searches.iter().map(|search| search.core().simulations).sum::<u64>();
        let before = made(searches);
        let limit = Budget { simulations: None, seconds: shares[0].seconds };
        let shares = shares.iter().map(|share| Some(*share)).collect();
        let mut trees = Trees { searches, shares, control, meter: Meter::new(&limit, control) };
        runner.run(&mut trees);
        Report { simulations: made(trees.searches) - before, seconds: trees.meter.seconds() }
    }
}

impl Tables for Trees<'_> {
    fn places(&self) -> usize {
        self.searches.len()
    }

    fn begin(&mut self, place: usize) -> Option<Budget> {
        self.shares[place].take().filter(|_| !self.is_stopped())
    }

    fn search(&self, place: usize) -> &dyn Searcher {
        &*self.searches[place]
    }

    fn search_mut(&mut self, place: usize) -> &mut dyn Searcher {
        &mut *self.searches[place]
    }

    fn end(&mut self, _place: usize) {}

    fn count(&mut self, simulations: u64) {
        self.control.count(simulations);
    }

    fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    fn is_out_of_time(&self) -> bool {
        self.meter.allowance(0, 1) == 0
    }

    fn wants_moves(&self) -> bool {
        false
    }
}

/// The seed of one of the searches.
fn seed_of(seed: u64, number: usize) -> u64 {
    Rng::stream(&[seed, number as u64]).next_u64()
}

impl RootSearch {
    /// As many searches as the configuration says, each with its share of the memory; `one` makes a search. They run in threads, or ask an
    /// evaluator together.
    ///
    /// # Errors
    /// If a search cannot be made.
    pub(crate) fn new(
        config: &Checked,
        asks_together: bool,
        one: impl Fn(&Checked) -> Result<Box<dyn Searcher>, ConfigError>,
    ) -> Result<Self, ConfigError> {
        let configs = (0..config.parallel.trees()).map(|number| config.with_seed(seed_of(config.seed, number)));
        let searches = configs.map(|config| one(&config)).collect::<Result<Vec<_>, _>>()?;
        let needs = searches[0].core().needs.without(Needs::GROWS) | Needs::SQUARES;
        let room = (config.about().move_count().unwrap_or(0) + 1) * Tree::bytes_per_node(needs);
        Ok(RootSearch { sum: Tree::new(needs, room), searches, asks_together, rng: Rng::stream(&[config.seed, u64::MAX]) })
    }

    fn add_up(&mut self) {
        self.sum.clear();
        let trees = || self.searches.iter().map(|search| search.tree());
        // a run that was stopped may have left some of the trees without a node
        let Some(grown) = trees().find(|tree| tree.is_expanded(ROOT)) else {
            return;
        };
        let core = self.searches[0].core();
        let moves = grown.children(ROOT).filter(|&child| !core.is_view(grown, child)).map(|child| grown.move_index(child));
        self.sum.expand(ROOT, moves.collect::<Vec<_>>().into_iter());
        self.sum.children(ROOT).for_each(|child| self.sum.set_closed(child, true));
        for search in &self.searches {
            let (core, tree) = (search.core(), search.tree());
            self.sum.absorb(tree, |child| !core.is_view(tree, child));
        }
    }
}

impl Searcher for RootSearch {
    fn core(&self) -> &Core {
        self.searches[0].core()
    }

    /// Every tree gets its share of the simulations, and all of the seconds. Trees that ask an evaluator ask it together, in one thread.
    fn run(&mut self, budget: &Budget, control: &Control) -> Report {
        let threads = self.searches.len() as u64;
        let share = |number: u64| Budget {
            simulations: budget.simulations.map(|n| n / threads + u64::from(number < n % threads)),
            seconds: budget.seconds,
        };
        let shares: Vec<Budget> = (0..threads).map(share).collect();
        let report = match self.searches[0].side_by_side().filter(|_| self.asks_together) {
            Some(runner) => Trees::run(&mut self.searches, runner, &shares, control),
            None => run_in_threads(&mut self.searches, &shares, control),
        };
        self.add_up();
        report
    }

    /// The move to play, by the rule for the final move applied to the sums.
    fn best(&mut self) -> Option<usize> {
        if self.core().config.algorithm != Algorithm::Tree {
            return self.best_line().map_or_else(|| self.searches[0].best(), |line| line.moves.first().copied());
        }
        let core = self.searches[0].core();
        if core.wants_search() && self.sum.is_expanded(ROOT) {
            let choice = core.choice_in(&self.sum, ROOT, &mut self.rng, true);
            if let Choice::Child(place) = choice {
                return Some(self.sum.child_index(ROOT, place));
            }
        }
        self.searches[0].best()
    }

    /// What the searches together think of the position; lines of play are those of the first tree.
    fn analysis(&mut self) -> Analysis {
        let best = self.best();
        Analysis { best, ..self.peek() }
    }

    fn peek(&self) -> Analysis {
        let simulations = self.searches.iter().map(|search| search.core().simulations).sum();
        let trees: Vec<&Tree> = self.searches.iter().map(|search| search.tree()).collect();
        self.core().analysis_of(&self.sum, ROOT, &trees, simulations)
    }

    /// The best of all trees; the first of equal ones.
    fn best_line(&self) -> Option<BestLine> {
        self.searches.iter().map(|search| search.best_line()).fold(None, BestLine::better)
    }

    fn tree(&self) -> &Tree {
        self.searches[0].tree()
    }

    fn bytes(&self) -> usize {
        self.sum.bytes() + self.searches.iter().map(|search| search.bytes()).sum::<usize>()
    }

    /// One simulation of the search that has made the fewest.
    fn watch(&mut self) -> Option<Watched> {
        let watched = self.searches.iter_mut().min_by_key(|search| search.core().simulations)?.watch();
        self.add_up();
        watched
    }

    fn show_ends(&mut self, playouts: u32, look: &mut dyn FnMut(&dyn Any)) {
        self.searches[0].show_ends(playouts, look);
    }

    fn root_scores(&mut self) -> Vec<f32> {
        self.searches[0].root_scores()
    }

    fn advance(&mut self, index: usize) -> Result<(), IllegalMove> {
        self.searches.iter_mut().try_for_each(|search| search.advance(index))?;
        self.add_up();
        Ok(())
    }

    fn restrict(&mut self, moves: &[usize]) {
        self.searches.iter_mut().for_each(|search| search.restrict(moves));
        self.add_up();
    }

    fn reseed(&mut self, seed: u64) {
        for (number, search) in self.searches.iter_mut().enumerate() {
            search.reseed(seed_of(seed, number));
        }
        self.rng = Rng::stream(&[seed, u64::MAX]);
    }

    fn restart(&mut self, moves: &[usize]) -> Result<(), IllegalMove> {
        let restarted = self.searches.iter_mut().try_for_each(|search| search.restart(moves));
        self.add_up();
        restarted
    }
}
