//! How a leaf of the tree gets its children, with what the game knows about them.

use super::{Search, Worker};
use crate::expand::{Expand, LeafView};
use crate::needs::Needs;
use crate::tree::{NodeId, ROOT};
use katsura_game::{Game, Knowledge, State, Turn};
use std::ops::Range;

/// What is to be done about the children of a leaf.
enum Leaf {
    /// It gets none now.
    Closed,
    /// It has some, or they come as they are drawn.
    Open,
    /// It is to get them: their moves are listed.
    ToExpand,
}

impl<G: Game<State: Knowledge>> Search<G> {
    /// Gives the leaf children if it should have some, and steps into one.
    pub(crate) fn expand(&self, worker: &mut Worker<G::State>) {
        if self.open(worker) {
            self.step_down(worker);
        }
    }

    /// Gives the leaf children if it should have some. Whether it has some now: not if another thread is just doing the same.
    pub(crate) fn open(&self, worker: &mut Worker<G::State>) -> bool {
        let node = worker.scratch.node();
        match self.approach(worker, false) {
            Leaf::Closed => false,
            Leaf::Open => true,
            Leaf::ToExpand => {
                self.ask_priors(worker);
                self.add_children(worker, node)
            }
        }
    }

    /// As [`open`](Search::open), for somebody who knows about the moves only later: whether the moves that are listed then
    /// [become children](Search::add_children).
    pub(crate) fn list_children(&self, worker: &mut Worker<G::State>) -> bool {
        matches!(self.approach(worker, true), Leaf::ToExpand) && !self.core.tree.is_full()
    }

    /// Whether the leaf should have children, `at_once` or when the rule says so; if so, lists their moves.
    fn approach(&self, worker: &mut Worker<G::State>, at_once: bool) -> Leaf {
        let (core, node) = (&self.core, worker.scratch.node());
        if self.ends_here(worker) || worker.scratch.is_outside {
            return Leaf::Closed;
        }
        let key = if core.table.is_on() { worker.state.transposition_key().unwrap_or(0) } else { 0 };
        if key != 0 {
            core.tree.set_key(node, key);
        }
        let leaf = LeafView::new(&core.tree, &worker.scratch.path);
        let is_root = leaf.depth() == 0;
        if !is_root && !at_once && !core.policies.expand.should_expand(&leaf) {
            return Leaf::Closed;
        }
        if key != 0 && core.table.link(&core.tree, node, key) {
            return Leaf::Open;
        }
        if !core.dynamics.is_plain || core.needs.has(Needs::GROWS) {
            match worker.state.turn() {
                // its children come as they are drawn
                Turn::Chance if core.dynamics.samples || core.needs.has(Needs::DRAWN) => return Leaf::Open,
                Turn::Together(players) if players.count() > 1 => {
                    return if core.tree.expand(node, 0..players.count()) { Leaf::Open } else { Leaf::Closed };
                }
                _ => {}
            }
        }
        self.list_moves(worker, is_root);
        Leaf::ToExpand
    }

    /// Makes the moves that are listed children of a node, with the priors there are. Whether it has children now.
    pub(crate) fn add_children(&self, worker: &mut Worker<G::State>, node: NodeId) -> bool {
        let core = &self.core;
        if core.needs.has(Needs::ORDERED) && !worker.scratch.priors.is_empty() {
            worker.order_moves();
        }
        let state = &worker.state;
        let moves = worker.moves.iter().map(|&mv| state.move_index(mv));
        if state.has_failed()
            || worker.moves.is_empty()
            || !core.tree.expand_with(node, moves, |children| self.note_knowledge(worker, children))
        {
            return false;
        }
        if core.table.is_on()
            && let key @ 1.. = worker.state.transposition_key().unwrap_or(0)
        {
            core.table.remember(&core.tree, node, key);
        }
        true
    }

    /// The moves that are about to become children.
    pub(crate) fn list_moves(&self, worker: &mut Worker<G::State>, is_root: bool) {
        let core = &self.core;
        worker.state.legal_moves(&mut worker.moves);
        if is_root && !core.only.is_empty() {
            let state = &worker.state;
            worker.moves.retain(|&mv| core.only.contains(&state.move_index(mv)));
            if worker.moves.is_empty() {
                // where players choose together, it may be another's moves that are restricted
                worker.state.legal_moves(&mut worker.moves);
            }
        } else {
            core.config.decisive.restrict(&worker.state, &mut worker.moves);
        }
    }

    /// Gives the root its children before several threads come: those that found it without would count in no move.
    pub(crate) fn open_root(&self, worker: &mut Worker<G::State>) {
        if !self.core.tree.is_expanded(ROOT) {
            self.restart(worker);
            self.open(worker);
        }
    }

    /// Asks the game for the priors of the moves that are about to become children.
    pub(crate) fn ask_priors(&self, worker: &mut Worker<G::State>) {
        let needs = self.core.needs;
        worker.scratch.priors.clear();
        if !needs.has(Needs::PRIOR) || worker.state.turn() == Turn::Chance {
            return;
        }
        worker.scratch.priors.resize(worker.moves.len(), 0.5);
        let last = worker.last_move();
        if needs.has(Needs::HEURISTIC) {
            worker.state.heuristic(&worker.moves, last, &self.core.hints, &mut worker.scratch.priors);
        } else {
            worker.state.priors(&worker.moves, last, &mut worker.scratch.priors);
        }
    }

    /// Stores who makes the moves that become children, their priors and their groups.
    fn note_knowledge(&self, worker: &Worker<G::State>, children: Range<NodeId>) {
        self.core.tag_children(children.clone(), worker.state.turn().player());
        if worker.scratch.priors.is_empty() && !self.core.needs.has(Needs::GROUP) {
            return;
        }
        for (number, child) in children.enumerate() {
            self.note_move(worker, number, child);
        }
    }

    /// The same for children that have been added to others, after so many.
    pub(crate) fn note_late(&self, worker: &Worker<G::State>, node: NodeId, known: usize) {
        let (core, mover) = (&self.core, worker.state.turn().player());
        for (number, &mv) in worker.moves.iter().enumerate() {
            let place = core.place_of(node, mover, worker.state.move_index(mv));
            if let Some(place) = place.filter(|&place| place >= known) {
                self.note_move(worker, number, core.tree.children(node).start + place as NodeId);
            }
        }
    }

    /// Stores what is known of one of the moves that are listed.
    fn note_move(&self, worker: &Worker<G::State>, number: usize, child: NodeId) {
        if let Some(&prior) = worker.scratch.priors.get(number) {
            self.core.tree.set_prior(child, prior);
        }
        if self.core.needs.has(Needs::GROUP) && worker.state.turn() != Turn::Chance {
            let group = worker.state.group(worker.moves[number], worker.last_move());
            self.core.tree.set_group(child, group as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::config::SearchConfig;
    use crate::needs::Needs;
    use crate::parallel::{Parallel, TreeThreads};
    use crate::select::{AnySelect, Select};
    use crate::testing::Hinted;
    use crate::tree::NodeView;
    use crate::{Budget, Control, Custom, Policies, Search};
    use katsura_game::{Game, Rng};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    /// Any child; notes whether it has met one of which less was known than the game has to say.
    #[derive(Default)]
    struct Witness {
        unknown: AtomicBool,
    }

    impl Select for Witness {
        fn needs(&self) -> Needs {
            Needs::PRIOR | Needs::GROUP
        }

        fn score(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
            let (priors, groups) = (&node.children.prior, &node.children.group);
            let is_known = priors.iter().all(|&prior| prior == 0.25) && groups.iter().all(|&group| group == 3);
            self.unknown.fetch_or(!is_known, Relaxed);
            scores.fill_with(|| rng.unit() as f32);
        }
    }

    #[test]
    fn threads_that_share_a_tree_see_no_child_before_what_the_game_says_of_it() {
        let slowly = |_| {
            std::thread::sleep(std::time::Duration::from_micros(100));
            3
        };
        let node = |turn: u8, child: &str| format!("({turn}: {child} {child} {child})");
        let tree = (0..4).fold("[1 0]".to_string(), |tree, depth| node(depth % 2, &tree));
        let game = Hinted::new(&tree, &[0.25; 3]).grouped(slowly);
        let parallel = Parallel::Tree(TreeThreads { threads: 4, virtual_loss: 1.0 });
        let config = SearchConfig { parallel, memory_mib: 1, ..SearchConfig::default() }.check(&game.about()).unwrap();
        let witness = Arc::new(Witness::default());
        let select = AnySelect::Custom(Custom(witness.clone()));
        let policies = Policies { select: select.clone(), root: select, ..Policies::new(&config, &game.about()) };
        let mut search = Search::with_policies(&game, policies, &config).unwrap();
        search.run(&Budget::simulations(2000), &Control::new());
        assert_eq!(search.tree().visits(0), 2000);
        assert!(!witness.unknown.load(Relaxed));
    }
}
