//! Root parallelism: independent trees, added up at the root [chaslot2008parallel].

use crate::analysis::Analysis;
use crate::budget::{Budget, Control, Report};
use crate::choose::{Choice, Choose};
use crate::config::{ConfigError, SearchConfig};
use crate::needs::Needs;
use crate::policies::{AnyPolicies, Policies};
use crate::search::Search;
use crate::tree::{NodeView, ROOT, Tree};
use crate::watch::Watched;
use katsura_game::{Game, IllegalMove, Knowledge, Rng, State};

/// Several searches of one position, each in its own thread with its own seed. The children of the roots are added up in a
/// tree of one level, from which the move is chosen. The result depends on the seed and the number of trees only.
pub struct RootSearch<G: Game<State: Knowledge>> {
    searches: Vec<Search<G>>,
    sum: Tree,
    rng: Rng,
}

/// The seed of one of the searches.
fn seed_of(seed: u64, number: usize) -> u64 {
    Rng::stream(&[seed, number as u64]).next_u64()
}

impl<G: Game<State: Knowledge>> RootSearch<G> {
    /// As many searches as the configuration says, each with its share of the memory.
    ///
    /// # Errors
    /// If the configuration is not valid or does not fit the game.
    pub fn new(game: &G, config: &SearchConfig) -> Result<Self, ConfigError> {
        config.check(game)?;
        let searches: Vec<_> = (0..config.parallel.trees())
            .map(|number| {
                let one = SearchConfig { seed: seed_of(config.seed, number), ..config.clone() };
                Search::with_policies(game, AnyPolicies::new(game, &one), &one)
            })
            .collect();
        let needs = searches[0].needs | Needs::SQUARES;
        let room = (game.about().move_count().unwrap_or(0) + 1) * Tree::bytes_per_node(needs);
        Ok(RootSearch { sum: Tree::new(needs, room), searches, rng: Rng::stream(&[config.seed, u64::MAX]) })
    }

    /// Searches with all threads; every tree gets its share of the simulations, and all of the seconds.
    pub fn run(&mut self, budget: &Budget, control: &Control) -> Report {
        let threads = self.searches.len() as u64;
        let share = |number: u64| Budget {
            simulations: budget.simulations.map(|n| n / threads + u64::from(number < n % threads)),
            seconds: budget.seconds,
        };
        let reports: Vec<Report> = std::thread::scope(|scope| {
            let running: Vec<_> = self
                .searches
                .iter_mut()
                .zip(0..)
                .map(|(search, number)| scope.spawn(move || search.run(&share(number), control)))
                .collect();
            running.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
        });
        self.add_up();
        let seconds = reports.iter().fold(0.0, |longest: f64, report| longest.max(report.seconds));
        Report { simulations: reports.iter().map(|report| report.simulations).sum(), seconds }
    }

    fn add_up(&mut self) {
        self.sum.clear();
        // a run that was stopped may have left some of the trees without a node
        let Some(grown) = self.searches.iter().map(|search| &search.tree).find(|tree| tree.is_expanded(ROOT)) else {
            return;
        };
        self.sum.expand(ROOT, grown.children(ROOT).map(|child| grown.move_index(child)));
        self.sum.children(ROOT).for_each(|child| self.sum.set_closed(child, true));
        for search in &self.searches {
            self.sum.absorb(&search.tree);
        }
    }

    /// The move to play, by the rule for the final move applied to the sums.
    pub fn best_move(&mut self) -> Option<<G::State as State>::Move> {
        let choose = &self.searches[0].policies.bundle().choose;
        if !choose.wants_search() || !self.sum.is_expanded(ROOT) {
            return self.searches[0].best_move();
        }
        let mut children = crate::tree::Children::default();
        children.gather(&self.sum, ROOT, self.sum.needs(), 0.0);
        if self.searches[0].is_amaf_over() {
            children.forget_amaf();
        }
        children.hide_hopeless(&self.sum, ROOT);
        let view = NodeView { visits: self.sum.visits(ROOT) as f32, children: &children };
        match choose.choose(&view, &mut self.rng, true) {
            Choice::Child(place) => {
                let child = self.sum.children(ROOT).start + place as u32;
                Some(self.searches[0].position.move_at(self.sum.move_index(child)))
            }
            _ => self.searches[0].best_move(),
        }
    }

    /// What the searches together think of the position; lines of play are those of the first tree.
    pub fn analysis(&mut self) -> Analysis {
        let best = self.best_move().map(|mv| self.searches[0].position.move_index(mv));
        Analysis { best, ..self.peek() }
    }

    /// As [`analysis`](RootSearch::analysis) without the move to play.
    pub(crate) fn peek(&self) -> Analysis {
        let simulations = self.searches.iter().map(|search| search.simulations).sum();
        Analysis::of_sum(&self.sum, &self.searches.iter().map(|s| &s.tree).collect::<Vec<_>>(), None, simulations)
    }

    /// Makes a move in every search.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn advance(&mut self, mv: <G::State as State>::Move) -> Result<(), IllegalMove> {
        for search in &mut self.searches {
            search.advance(mv)?;
        }
        self.add_up();
        Ok(())
    }

    /// Sets the seed that the next [`reset`](RootSearch::reset) starts from.
    pub fn reseed(&mut self, seed: u64) {
        for (number, search) in self.searches.iter_mut().enumerate() {
            search.config.seed = seed_of(seed, number);
        }
        self.rng = Rng::stream(&[seed, u64::MAX]);
    }

    /// Forgets everything and starts from this position.
    pub fn reset(&mut self, position: &G::State) {
        for search in &mut self.searches {
            search.reset(position.clone());
        }
        self.add_up();
    }

    /// Starts afresh, and tries only these moves at the roots ([`Search::restrict`]).
    pub fn restrict(&mut self, moves: &[usize]) {
        self.searches.iter_mut().for_each(|search| search.restrict(moves));
        self.add_up();
    }

    /// One simulation of the search that has made the fewest, told in its parts ([`Search::watch`]).
    pub fn watch(&mut self) -> Option<Watched> {
        let watched = self.searches.iter_mut().min_by_key(|search| search.simulations)?.watch();
        self.add_up();
        watched
    }

    /// The first of the searches.
    pub(crate) fn first(&self) -> &Search<G> {
        &self.searches[0]
    }

    pub(crate) fn first_mut(&mut self) -> &mut Search<G> {
        &mut self.searches[0]
    }

    /// The position at the root.
    pub fn position(&self) -> &G::State {
        self.searches[0].position()
    }
}
