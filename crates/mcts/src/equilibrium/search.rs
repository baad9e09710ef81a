//! A solver of the whole game as a search: it plays by the policy it has learnt.

use super::best_response::{reach_of_others, values};
use super::{Equilibrium, GameTree, Policy, Solve};
use crate::analysis::Analysis;
use crate::budget::{Budget, Control, Meter, Report};
use crate::config::{Checked, ConfigError};
use crate::core::{Core, Policies};
use crate::needs::Needs;
use crate::play::{Searcher, legal_move, replay, skipped};
use crate::tree::{ROOT, Tree, room_for};
use katsura_game::{Game, Hidden, IllegalMove, Information, Knowledge, LightPlayout, Rng, SKIP, State, Turn};
use std::any::Any;
use std::sync::Arc;

/// A solver of a game, and a position in it.
///
/// A run brings the solver to so many iterations since it knew nothing, whatever the position: what it has learnt holds for the whole game,
/// and for the next one. So the policy is a function of the configuration and the budget.
pub(crate) struct EquilibriumSearch<G: Game<State: Knowledge>> {
    core: Core,
    game: G,
    position: G::State,
    /// The moves that led here, as places in the tree.
    place: u32,
    method: Equilibrium,
    tree: Arc<GameTree>,
    solve: Solve,
    /// The policy after so many iterations.
    policy: Option<(u64, Policy)>,
    rng: Rng,
    /// The seed that the solver started from.
    seed: u64,
    hides: bool,
}

impl<G: Game<State: Knowledge>> EquilibriumSearch<G> {
    pub(crate) fn new(game: &G, config: &Checked, method: Equilibrium) -> Result<Self, ConfigError> {
        config.is_for(&game.about())?;
        room_for(config)?;
        let tree = Arc::new(GameTree::of(game, usize::try_from(method.positions).unwrap_or(usize::MAX))?);
        let core = Core::new(config.about(), Policies::new(config, config.about()), (Needs::NONE, true), config);
        let solve = Solve::new(&tree, method.method, config.seed);
        let (rng, hides) = (Rng::stream(&[config.seed, 1]), config.about().information == Information::Hidden);
        let (game, position) = (game.clone(), game.start());
        Ok(EquilibriumSearch {
            core,
            game,
            position,
            place: 0,
            method,
            tree,
            solve,
            policy: None,
            rng,
            seed: config.seed,
            hides,
        })
    }

    fn reset(&mut self, position: G::State) {
        self.core.reset();
        self.position = position;
        self.policy = None;
    }

    /// The place of the position in the tree of the game.
    fn go_to(&mut self, moves: &[usize]) {
        self.place = 0;
        moves.iter().for_each(|&index| self.follow(index));
    }

    fn follow(&mut self, index: usize) {
        if let Some(to) = self.tree.after(self.place, index) {
            self.place = to;
        }
    }

    /// The set of positions that look as this one does, if a player is to move.
    fn set(&self) -> Option<usize> {
        match self.tree.kind(self.place) {
            super::Kind::Choice(set) => Some(set as usize),
            super::Kind::End(_) | super::Kind::Chance => None,
        }
    }

    /// The policy learnt so far.
    fn learnt(&mut self) -> &Policy {
        let made = self.solve.iterations();
        let known = self.policy.take().filter(|&(iterations, _)| iterations == made);
        let policy = known.unwrap_or_else(|| (made, self.solve.policy(&self.tree)));
        &self.policy.insert(policy).1
    }

    /// Writes down what there is to see: the moves here with what they bring in the mean of all positions that look the same, and
    /// iterations in proportion to their probabilities.
    fn note(&mut self) {
        let Some(number) = self.set() else { return };
        let (tree, made) = (self.tree.clone(), self.solve.iterations() as f64);
        let set = &tree.sets()[number];
        let policy = self.learnt().clone();
        let (worth, reach) = (values(&tree, &policy), reach_of_others(&tree, &policy, set.player));
        let total: f64 = set.nodes().iter().map(|&at| reach[at as usize]).sum();
        let Core { tree: shown, scale, .. } = &self.core;
        shown.expand(ROOT, set.moves.iter().copied());
        for (place, child) in shown.children(ROOT).enumerate() {
            let at = |&node: &u32| reach[node as usize] * worth[tree.child(node, place) as usize][set.player.index()];
            let sum: f64 = set.nodes().iter().map(at).sum();
            let mean = if total > 0.0 { sum / total } else { 0.0 };
            let visits = (policy.of(set)[place] * made).round() as u32;
            for node in [child, ROOT] {
                shown.add(node, visits, scale.reward_of(mean as f32));
                shown.set_value(node, shown.mean(node));
            }
        }
    }
}

impl<G: Game<State: Knowledge>> Searcher for EquilibriumSearch<G> {
    fn core(&self) -> &Core {
        &self.core
    }

    fn run(&mut self, budget: &Budget, control: &Control) -> Report {
        let meter = Meter::new(budget, control);
        let mut done = 0;
        loop {
            let wanted = budget.simulations.map_or(u64::MAX, |limit| limit.saturating_sub(self.solve.iterations()));
            let allowed = meter.allowance(0, Meter::STRIDE).min(wanted);
            if allowed == 0 {
                break;
            }
            self.solve.run(&self.tree, allowed);
            control.count(allowed);
            done += allowed;
        }
        self.core.forget();
        self.note();
        self.core.simulations = self.solve.iterations();
        Report { simulations: done, seconds: meter.seconds() }
    }

    /// A move, drawn by the policy.
    fn best(&mut self) -> Option<usize> {
        let shares = self.shares();
        let number = super::policy::draw(shares.iter().map(|&(_, share)| share), &mut self.rng);
        shares.get(number).map(|&(index, _)| index)
    }

    fn shares(&mut self) -> Vec<(usize, f64)> {
        let (tree, only) = (self.tree.clone(), self.core.only.clone());
        let Some(set) = self.set().map(|set| &tree.sets()[set]) else { return Vec::new() };
        let moves = set.moves.iter().copied().zip(self.learnt().of(set).iter().copied());
        let mut shares: Vec<_> = moves.filter(|(index, _)| only.is_empty() || only.contains(index)).collect();
        let total: f64 = shares.iter().map(|&(_, share)| share).sum();
        let count = shares.len() as f64;
        shares.iter_mut().for_each(|(_, share)| *share = if total > 0.0 { *share / total } else { 1.0 / count });
        shares
    }

    fn peek(&self) -> Analysis {
        let core = &self.core;
        core.analysis_of(&core.tree, ROOT, &[&core.tree], core.simulations)
    }

    fn tree(&self) -> &Tree {
        &self.core.tree
    }

    fn show_ends(&mut self, playouts: u32, look: &mut dyn FnMut(&dyn Any)) {
        for _ in 0..playouts {
            let mut state = self.position.clone();
            if let (true, Turn::Player(player)) = (self.hides, state.turn()) {
                state.determinize(player, &mut self.rng);
            }
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
            self.follow(index);
        }
        self.core.only.clear();
        self.reset(position);
        Ok(())
    }

    fn restrict(&mut self, moves: &[usize]) {
        self.core.only = moves.to_vec();
    }

    fn reseed(&mut self, seed: u64) {
        self.core.config.seed = seed;
    }

    fn restart(&mut self, moves: &[usize]) -> Result<(), IllegalMove> {
        let seed = self.core.config.seed;
        if self.seed != seed && self.method.method.is_drawn() {
            self.solve = Solve::new(&self.tree, self.method.method, seed);
        }
        (self.seed, self.rng) = (seed, Rng::stream(&[seed, 1]));
        self.core.only.clear();
        self.reset(self.game.start());
        self.go_to(&[]);
        self.reset(replay(&self.game, moves)?);
        self.go_to(moves);
        Ok(())
    }
}
