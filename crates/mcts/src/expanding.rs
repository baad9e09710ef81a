//! How a leaf of the tree gets its children, with what the game knows about them.

use crate::expand::{Expand, LeafView};
use crate::needs::Needs;
use crate::policies::Policies;
use crate::search::Search;
use crate::tree::{NodeId, ROOT};
use crate::worker::Worker;
use katsura_game::{Game, Knowledge, State, Turn};

impl<G: Game<State: Knowledge>, P: Policies<G::State>> Search<G, P> {
    /// Gives the leaf children if it is ripe, and steps into one.
    pub(crate) fn expand(&self, worker: &mut Worker<G::State, P::Playout>) {
        if self.open(worker) {
            self.step_down(worker);
        }
    }

    /// Gives the leaf children if it is ripe. Whether it has some now: not if another thread is just doing the same.
    fn open(&self, worker: &mut Worker<G::State, P::Playout>) -> bool {
        let node = worker.node();
        if self.ends_here(worker) {
            return false;
        }
        let key = if self.table.is_on() { worker.state.transposition_key().unwrap_or(0) } else { 0 };
        if key != 0 {
            self.tree.set_key(node, key);
        }
        let leaf = LeafView::new(&self.tree, &worker.path);
        if leaf.depth() > 0 && !self.policies.bundle().expand.is_ripe(&leaf) {
            return false;
        }
        if key != 0 && self.table.link(&self.tree, node, key) {
            return true;
        }
        worker.state.legal_moves(&mut worker.moves);
        if leaf.depth() == 0 && !self.only.is_empty() {
            let state = &worker.state;
            worker.moves.retain(|&mv| self.only.contains(&state.move_index(mv)));
        } else {
            self.config.decisive.restrict(&worker.state, &mut worker.moves);
        }
        self.judge_moves(worker);
        let state = &worker.state;
        if state.has_failed() || !self.tree.expand(node, worker.moves.iter().map(|&mv| state.move_index(mv))) {
            return false;
        }
        self.note_knowledge(worker, node);
        if key != 0 {
            self.table.remember(&self.tree, node, key);
        }
        true
    }

    /// Gives the root its children before several threads come: those that found it without would count in no move.
    pub(crate) fn open_root(&self, worker: &mut Worker<G::State, P::Playout>) {
        if !self.tree.is_expanded(ROOT) {
            worker.restart(&self.position, self.root_mover);
            self.open(worker);
        }
    }

    /// Asks the game for the priors of the moves that are about to become children, and puts them in order if a policy needs that.
    fn judge_moves(&self, worker: &mut Worker<G::State, P::Playout>) {
        worker.priors.clear();
        if !self.needs.has(Needs::PRIOR) || worker.state.turn() == Turn::Chance {
            return;
        }
        worker.priors.resize(worker.moves.len(), 0.5);
        if self.needs.has(Needs::HEURISTIC) {
            worker.state.heuristic(&worker.moves, worker.last_move(), &self.hints, &mut worker.priors);
        } else {
            worker.state.priors(&worker.moves, worker.last_move(), &mut worker.priors);
        }
        if self.needs.has(Needs::ORDERED) {
            worker.order_moves();
        }
    }

    /// Stores priors and groups of the moves that have just become children.
    fn note_knowledge(&self, worker: &Worker<G::State, P::Playout>, node: NodeId) {
        for (child, &prior) in self.tree.children(node).zip(&worker.priors) {
            self.tree.set_prior(child, prior);
        }
        if self.needs.has(Needs::GROUP) && worker.state.turn() != Turn::Chance {
            let last = worker.last_move();
            for (child, &mv) in self.tree.children(node).zip(&worker.moves) {
                self.tree.set_group(child, worker.state.group(mv, last) as u8);
            }
        }
    }
}
