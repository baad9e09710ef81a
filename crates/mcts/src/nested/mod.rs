//! Nested Monte-Carlo search, for games of one player [cazenave2009nested].
//!
//! A search of level 0 is a playout. One of level n tries every move with a search of level n − 1, keeps the best line that any of them
//! has found, makes its next move, and goes on to the end of the game. It needs no tree; what is kept of the moves of the root are
//! counts and means, so that it is shown and played like any other search.

use crate::analysis::Analysis;
use crate::budget::{Budget, Control, Meter, Report};
use crate::config::{Checked, ConfigError, Problem, parameters};
use crate::core::{BestLine, Core, Policies};
use crate::equilibrium::Equilibrium;
use crate::needs::Needs;
use crate::play::{Searcher, legal_move, replay, skipped};
use crate::techniques::Technique;
use crate::tree::{ROOT, Tree, room_for};
use katsura_game::{
    About, Chance, Game, IllegalMove, Information, Knowledge, LightPlayout, Played, Rng, SKIP, State, Trace, When,
};
use std::any::Any;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Nested Monte-Carlo search",
    formula: "level n plays the best line that searches of level n − 1 from each move have found; level 0 is a playout",
    citation: "cazenave2009nested",
    config: "search.algorithm = { kind = 'nested', level = 2 }",
    sources: "",
    test: "a_nested_search_keeps_the_best_line_it_has_seen",
    file: file!(),
}];

parameters! {
    /// How a search looks for a move: `[search.algorithm]`.
    #[derive(Clone, Copy, Debug, PartialEq, Default)]
    pub enum Algorithm by kind checked by Algorithm::check {
        /// A tree of statistics.
        #[default]
        Tree,
        /// Nested Monte-Carlo search, for one player. Every playout counts as a simulation.
        Nested(Nested),
        /// A solver of the whole game, for games that are small enough to be written out.
        Equilibrium(Equilibrium),
    }
}

parameters! {
    /// Parameters of nested search.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Nested {
        /// How many searches stand in each other; one of level 0 is a playout.
        pub level: u32 = 2, from 1 to 8;
    }
}

impl Algorithm {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        let (is_fit, why) = match self {
            Algorithm::Tree => return Ok(()),
            Algorithm::Nested(_) => {
                let is_fit = about.players == 1
                    && about.chance == Chance::None
                    && about.information == Information::Perfect
                    && about.payoff.when == When::AtEnd;
                (is_fit, "plays lines of one player to their end, and {} has others, chance or gains on the way")
            }
            Algorithm::Equilibrium(_) => {
                let is_fit = about.information == Information::Hidden && about.chance != Chance::Sampled;
                (is_fit, "solves games that hide something and list what chance does, and {} is no such game")
            }
        };
        if is_fit { Ok(()) } else { Err(ConfigError::of("", Problem::Unfit(why.replace("{}", &about.name)))) }
    }
}

/// A nested search of a game.
pub(crate) struct NestedSearch<G: Game<State: Knowledge>> {
    core: Core,
    game: G,
    position: G::State,
    level: u32,
    rng: Rng,
    best: Option<BestLine>,
}

/// What ends a run of playouts.
struct Limit<'a> {
    meter: Meter<'a>,
    control: &'a Control,
    done: u64,
    allowed: u64,
}

impl Limit<'_> {
    /// Takes one playout out of the budget; false when there is none left.
    fn take(&mut self) -> bool {
        if self.allowed == 0 {
            self.allowed = self.meter.allowance(self.done, Meter::STRIDE);
        }
        if self.allowed == 0 {
            return false;
        }
        self.allowed -= 1;
        self.done += 1;
        self.control.count(1);
        true
    }
}

impl<G: Game<State: Knowledge>> NestedSearch<G> {
    pub(crate) fn new(game: &G, config: &Checked, level: u32) -> Result<Self, ConfigError> {
        config.is_for(&game.about())?;
        room_for(config)?;
        let core = Core::new(config.about(), Policies::new(config, config.about()), (Needs::NONE, true), config);
        let rng = Rng::stream(&[config.seed, 0]);
        Ok(NestedSearch { core, game: game.clone(), position: game.start(), level, rng, best: None })
    }

    /// A search of this level from a position to which these moves have led; what its best line brings, and the moves of that line from
    /// the root on. `None` if the budget ended before there was one.
    fn search(&mut self, from: &G::State, level: u32, line: &Trace, limit: &mut Limit<'_>) -> Option<BestLine> {
        if level == 0 {
            return self.play_out(from, line, limit);
        }
        let (mut state, mut line, mut moves) = (from.clone(), line.clone(), Vec::new());
        let mut best: Option<BestLine> = None;
        while !state.turn().is_over() {
            self.list_moves(&state, line.is_empty(), &mut moves);
            for &mv in &moves {
                let (mut next, mut longer) = (state.clone(), line.clone());
                longer.push(Played::new(state.turn().player(), state.move_index(mv)));
                next.apply(mv);
                let Some(found) = self.search(&next, level - 1, &longer, limit) else { return best };
                best = BestLine::better(best, Some(found));
            }
            let index = best.as_ref()?.moves[line.len()];
            line.push(Played::new(state.turn().player(), index));
            state.apply(state.move_at(index));
        }
        best.or_else(|| if limit.take() { self.note(&state, &line) } else { None })
    }

    fn play_out(&mut self, from: &G::State, line: &Trace, limit: &mut Limit<'_>) -> Option<BestLine> {
        if !limit.take() {
            return None;
        }
        let (mut state, mut line) = (from.clone(), line.clone());
        state.play_out(&mut Vec::new(), &mut self.rng, &mut line);
        self.note(&state, &line)
    }

    /// Counts a finished line for its first move, and keeps it if it is the best so far. `None` if the rules have failed.
    fn note(&mut self, end: &G::State, line: &Trace) -> Option<BestLine> {
        if end.has_failed() || line.is_empty() {
            return None;
        }
        let points = self.core.config.reward.of(end)[0];
        let moves: Vec<usize> = line.iter().map(|played| played.index()).collect();
        self.count(moves[0], points);
        let found = BestLine { points, moves };
        if self.best.as_ref().is_none_or(|best| points > best.points) {
            self.best = Some(found.clone());
        }
        Some(found)
    }

    fn count(&mut self, index: usize, points: f32) {
        let Core { tree, scale, .. } = &self.core;
        scale.see(tree, points);
        let reward = scale.reward_of(points);
        let child = tree.place_of(ROOT, index).map(|place| tree.children(ROOT).start + place as u32);
        for node in child.into_iter().chain([ROOT]) {
            tree.add(node, 1, reward);
            tree.set_value(node, tree.mean(node));
        }
    }

    /// Starts afresh from a position.
    fn reset(&mut self, position: G::State) {
        self.core.reset();
        self.rng = Rng::stream(&[self.core.config.seed, 0]);
        self.best = None;
        self.position = position;
    }

    /// The moves that are tried in a position.
    fn list_moves(&self, state: &G::State, is_root: bool, moves: &mut Vec<<G::State as State>::Move>) {
        state.legal_moves(moves);
        if is_root && !self.core.only.is_empty() {
            moves.retain(|&mv| self.core.only.contains(&state.move_index(mv)));
        }
    }

    /// Gives the root its moves.
    fn open_root(&self) {
        let mut moves = Vec::new();
        self.list_moves(&self.position, true, &mut moves);
        if !self.core.tree.is_expanded(ROOT) && !moves.is_empty() {
            self.core.tree.expand(ROOT, moves.iter().map(|&mv| self.position.move_index(mv)));
        }
    }
}

impl<G: Game<State: Knowledge>> Searcher for NestedSearch<G> {
    fn core(&self) -> &Core {
        &self.core
    }

    fn run(&mut self, budget: &Budget, control: &Control) -> Report {
        let mut limit = Limit { meter: Meter::new(budget, control), control, done: 0, allowed: 0 };
        if self.position.turn().is_over() {
            return Report::default();
        }
        self.open_root();
        let position = self.position.clone();
        loop {
            let before = limit.done;
            if self.search(&position, self.level, &Trace::new(), &mut limit).is_none() || limit.done == before {
                break;
            }
            if limit.meter.allowance(limit.done, 1) == 0 {
                break;
            }
        }
        self.core.simulations += limit.done;
        Report { simulations: limit.done, seconds: limit.meter.seconds() }
    }

    /// The first move of the best line.
    fn best(&mut self) -> Option<usize> {
        if self.position.turn().is_over() {
            return None;
        }
        let drawn = || {
            let mut moves = Vec::new();
            self.list_moves(&self.position, true, &mut moves);
            let drawn = self.rng.clone().index(moves.len().max(1));
            moves.get(drawn).map(|&mv| self.position.move_index(mv))
        };
        self.best.as_ref().map_or_else(drawn, |line| line.moves.first().copied())
    }

    fn peek(&self) -> Analysis {
        let core = &self.core;
        core.analysis_of(&core.tree, ROOT, &[&core.tree], core.simulations)
    }

    fn best_line(&self) -> Option<BestLine> {
        self.best.clone()
    }

    fn tree(&self) -> &Tree {
        &self.core.tree
    }

    fn show_ends(&mut self, playouts: u32, look: &mut dyn FnMut(&dyn Any)) {
        for _ in 0..playouts {
            let mut state = self.position.clone();
            state.play_out(&mut Vec::new(), &mut self.rng, &mut ());
            look(&state);
        }
    }

    fn advance(&mut self, index: usize) -> Result<(), IllegalMove> {
        let mut position = self.position.clone();
        if index == SKIP {
            position = skipped(&position)?;
        } else {
            position.apply(legal_move(&self.game, &position, index)?);
        }
        let best = self.best.take().and_then(|line| line.after(index)).filter(|line| !line.moves.is_empty());
        let rng = self.rng.clone();
        self.reset(position);
        (self.best, self.rng) = (best, rng);
        Ok(())
    }

    fn restrict(&mut self, moves: &[usize]) {
        self.reset(self.position.clone());
        self.core.only = moves.to_vec();
    }

    fn reseed(&mut self, seed: u64) {
        self.core.config.seed = seed;
    }

    fn restart(&mut self, moves: &[usize]) -> Result<(), IllegalMove> {
        self.reset(self.game.start());
        self.reset(replay(&self.game, moves)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SearchConfig, searcher};
    use katsura_game::toy::ToyGame;
    use katsura_games::tic_tac_toe::TicTacToe;

    fn nested(level: u32) -> SearchConfig {
        SearchConfig { algorithm: Algorithm::Nested(Nested { level }), ..SearchConfig::default() }
    }

    /// The best moves of both levels are found where each playout finds them with probability ½.
    #[test]
    fn a_nested_search_keeps_the_best_line_it_has_seen() {
        let mut found = 0;
        for seed in 0..20 {
            let game = ToyGame::random(1, 3, 5, &mut Rng::new(seed));
            let mut search = searcher(&game, &nested(2)).unwrap();
            let report = search.run(&Budget::simulations(200), &Control::new());
            assert_eq!((report.simulations, u64::from(search.tree().visits(ROOT))), (200, 200));
            let best = search.best_line().unwrap();
            let mut state = game.start();
            best.moves.iter().for_each(|&index| state.apply(state.move_at(index)));
            assert!(state.turn().is_over());
            assert_eq!((state.rewards()[0], search.best()), (best.points, best.moves.first().copied()));
            found += u32::from(best.points == game.minimax()[0]);
        }
        assert_eq!(found, 20, "200 playouts see all that matters in trees of 243 leaves of which half win");
    }

    /// Level 1 on a tree of two moves, twice: from the root each move is tried once, then each move after the better one.
    #[test]
    fn a_search_of_level_1_tries_each_move_once_in_each_position() {
        let game: ToyGame = "(0: (0: [0.1] [0.2]) (0: [0.8] [0.9]))".parse().unwrap();
        let mut search = searcher(&game, &nested(1)).unwrap();
        search.run(&Budget::simulations(4), &Control::new());
        let analysis = search.peek();
        let visits = |index: usize| analysis.moves.iter().find(|mv| mv.index == index).unwrap().visits;
        assert_eq!((visits(0), visits(1)), (1, 3));
        assert_eq!(search.best_line().unwrap(), BestLine { points: 0.9, moves: vec![1, 1] });
    }

    #[test]
    fn the_same_seed_finds_the_same_line_and_moves_take_it_along() {
        let game = ToyGame::random(1, 4, 6, &mut Rng::new(1));
        let line = || {
            let mut search = searcher(&game, &nested(1)).unwrap();
            search.run(&Budget::simulations(37), &Control::new());
            search
        };
        let (mut one, two) = (line(), line());
        assert_eq!((one.best_line(), one.peek()), (two.best_line(), two.peek()));
        let first = one.best_line().unwrap();
        one.advance(first.moves[0]).unwrap();
        assert_eq!(one.best_line().unwrap().moves, first.moves[1..]);
    }

    #[test]
    fn games_of_two_are_refused() {
        let error = searcher(&TicTacToe {}, &nested(1)).map(|_| ()).unwrap_err().to_string();
        assert!(error.starts_with("search.algorithm: plays lines of one player"), "{error}");
    }
}
