//! Simulations to look at: one at a time, told in their parts. For people who watch, not for speed.

use super::Search;
use crate::tree::ROOT;
use katsura_game::{Game, Knowledge, Played, Rewards, State};

/// One simulation: descend, expand, play out, back up. Moves are numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched {
    /// The moves through nodes that had been visited or made before.
    pub descent: Vec<usize>,
    /// The children that the leaf got; 0 if it was not ripe, the game was over or the tree full.
    pub grown: usize,
    /// The move into one of them.
    pub entered: Option<usize>,
    /// The moves of the playout; empty where the simulation ended in the tree.
    pub playout: Vec<usize>,
    /// The result.
    pub rewards: Rewards,
}

impl<G: Game<State: Knowledge>> Search<G> {
    /// Makes one simulation with the first worker and tells its parts. The tree is then the same as after a run of one simulation; of a search
    /// that plays in batches, of one playout. `None` if there is nothing to search for, the game being over or solved, or if the final move
    /// needs no search; and where an evaluator judges leaves, since there is no playout to tell of.
    ///
    /// ```
    /// use katsura_games::tic_tac_toe::TicTacToe;
    /// use katsura_mcts::{Search, SearchConfig};
    ///
    /// let mut search = Search::new(&TicTacToe {}, &SearchConfig::default()).unwrap();
    /// let first = search.watch().unwrap();
    /// assert_eq!((first.descent.len(), first.grown), (0, 9));
    /// assert!(first.entered.is_some() && first.playout.len() >= 4);
    /// ```
    pub fn watch(&mut self) -> Option<Watched> {
        let turn = self.position.turn();
        if !self.core.wants_search() || turn.is_over() || self.core.is_settled() || self.evaluator.is_some() {
            return None;
        }
        self.core.forget_other_player(turn.player());
        let mut workers = std::mem::take(&mut self.workers);
        let worker = &mut workers[0];
        self.restart(worker);
        self.descend(worker);
        let (deep, leaf, before) =
            (worker.scratch.trace.len(), worker.scratch.node(), self.core.tree.is_expanded(worker.scratch.node()));
        self.expand(worker);
        let in_tree = worker.scratch.trace.len();
        let rewards = self.play_out(worker);
        let counts = self.back_up(worker, rewards);
        worker.scratch.copies.close(&self.core.tree);
        let moves = |trace: &[Played]| trace.iter().map(|played| played.index()).collect::<Vec<_>>();
        let watched = Watched {
            descent: moves(&worker.scratch.trace[..deep]),
            grown: if before { 0 } else { self.core.tree.children(leaf).len() },
            entered: worker.scratch.trace[deep..in_tree].first().map(|played| played.index()),
            playout: moves(&worker.scratch.trace[in_tree..]),
            rewards,
        };
        self.workers = workers;
        self.core.simulations += u64::from(counts);
        Some(watched)
    }

    /// Plays so many games from the root to the end as playouts do, without the tree, and shows the last position of each. The tree is as it
    /// was; the first worker's generator has gone on.
    ///
    /// ```
    /// use katsura_games::connect_four::ConnectFour;
    /// use katsura_mcts::{Search, SearchConfig};
    ///
    /// let mut search = Search::new(&ConnectFour::default(), &SearchConfig::default()).unwrap();
    /// let mut ends = Vec::new();
    /// search.show_ends(10, &mut |state| ends.push(state.clone()));
    /// assert_eq!(ends.len(), 10);
    /// ```
    pub fn show_ends(&mut self, playouts: u32, look: &mut dyn FnMut(&G::State)) {
        let mut workers = std::mem::take(&mut self.workers);
        let worker = &mut workers[0];
        for _ in 0..playouts {
            self.restart(worker);
            self.play_out(worker);
            look(&worker.state);
        }
        self.workers = workers;
    }

    /// What the selection rule says about the children of the root, in their order: the next simulation descends into the
    /// highest that no pruning rule has closed and no proof has decided. The search is as it was.
    pub fn root_scores(&mut self) -> Vec<f32> {
        if !self.core.tree.is_expanded(ROOT) {
            return Vec::new();
        }
        let mut workers = std::mem::take(&mut self.workers);
        let worker = &mut workers[0];
        let rng = worker.scratch.rng.clone();
        self.restart(worker);
        self.core.gather_visits(&mut worker.scratch);
        self.core.score_children(&mut worker.scratch, self.position.turn().player());
        worker.scratch.rng = rng;
        let scores = worker.scratch.scores.clone();
        self.workers = workers;
        scores
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use crate::config::{preset, presets};
    use crate::{Budget, Control, Search, SearchConfig, searcher};
    use katsura_game::{Game, State};
    use katsura_games::connect_four::ConnectFour;
    use katsura_games::tic_tac_toe::TicTacToe;

    fn small(name: &str) -> SearchConfig {
        SearchConfig { memory_mib: 8, ..preset(name).unwrap() }
    }

    #[test]
    fn watching_grows_the_same_tree_as_running() {
        for preset in presets().iter().filter(|preset| preset.is_general()) {
            let config = small(preset.name);
            // each run gives every of several trees its share, a watcher looks at one
            if config.parallel.trees() > 1 || config.check(&ConnectFour::default().about()).is_err() {
                continue;
            }
            let mut watched = searcher(&ConnectFour::default(), &config).unwrap();
            let mut run = searcher(&ConnectFour::default(), &config).unwrap();
            for _ in 0..64 {
                watched.watch();
                watched.root_scores();
                watched.peek();
                run.run(&Budget::simulations(1), &Control::new());
            }
            assert_eq!(watched.analysis().moves, run.analysis().moves, "{}", preset.name);
            assert_eq!(watched.tree().nodes(), run.tree().nodes(), "{}", preset.name);
        }
    }

    #[test]
    fn the_parts_are_a_whole_game_and_its_result() {
        let mut search = searcher(&TicTacToe {}, &small("uct")).unwrap();
        for simulation in 0..200 {
            let watched = search.watch().unwrap();
            let moves: Vec<usize> =
                watched.descent.iter().chain(&watched.entered).chain(&watched.playout).copied().collect();
            let mut position = katsura_games::GameSpec::named("tic-tac-toe").unwrap().start();
            moves.iter().for_each(|&index| position.play(&position.move_name(index)).unwrap());
            assert!(position.turn().is_over(), "simulation {simulation}: {moves:?}");
            assert_eq!(position.rewards(), watched.rewards);
            assert_eq!(watched.grown > 0, watched.entered.is_some());
        }
        assert_eq!(search.analysis().simulations, 200);
    }

    #[test]
    fn the_highest_score_is_descended_into_next() {
        let mut search = searcher(&ConnectFour::default(), &small("uct")).unwrap();
        search.run(&Budget::simulations(100), &Control::new());
        for _ in 0..50 {
            let scores = search.root_scores();
            let best = scores.iter().copied().fold(f32::MIN, f32::max);
            let watched = search.watch().unwrap();
            let tree = search.tree();
            let place = tree.children(0).position(|child| tree.move_index(child) == watched.descent[0]).unwrap();
            assert_eq!(scores[place], best);
        }
    }

    #[test]
    fn ends_are_those_of_whole_games_and_leave_no_trace() {
        let mut search = Search::new(&ConnectFour::default(), &small("rave")).unwrap();
        search.run(&Budget::simulations(100), &Control::new());
        let (moves, mut ends) = (search.analysis().moves, 0);
        search.show_ends(50, &mut |state| {
            assert!(state.turn().is_over());
            ends += 1;
        });
        assert_eq!((search.analysis().moves, ends), (moves, 50));
    }

    #[test]
    fn nothing_is_watched_when_there_is_nothing_to_search_for() {
        let mut search = searcher(&TicTacToe {}, &small("uct")).unwrap();
        search.restart(&[0, 3, 1, 4, 2]).unwrap();
        assert_eq!(search.watch(), None);
        assert!(search.root_scores().is_empty());
        assert_eq!(searcher(&TicTacToe {}, &small("random")).unwrap().watch(), None);
    }
}
