//! One step down the tree: the move of a player, an outcome of chance, or the moves that several players make together.

use super::{Search, Worker};
use crate::core::{Gain, Scratch};
use crate::tree::NodeId;
use katsura_game::{Game, Hidden, Knowledge, LightPlayout, Player, Players, State, Turn};

impl<G: Game<State: Knowledge>> Search<G> {
    /// One step into a child: the best by the selection rule, or a sampled outcome of chance. Whether the simulation is still in the
    /// tree: not if the step leads to something that is no child and cannot become one.
    #[inline]
    pub(crate) fn step_down(&self, worker: &mut Worker<G::State>) -> bool {
        let turn = worker.state.turn();
        if !self.core.dynamics.is_plain || turn == Turn::Chance {
            return self.step_otherwise(worker, turn);
        }
        let place = self.core.pick(&mut worker.scratch, turn.player());
        let child = self.core.enter(&worker.scratch, place);
        worker.step(child, turn.player(), self.core.tree.move_index(child));
        true
    }

    /// One step where more is to be done than to choose a child and to make its move.
    fn step_otherwise(&self, worker: &mut Worker<G::State>, turn: Turn) -> bool {
        match turn {
            // in another position that looks the same, the game went on
            Turn::Over => return false,
            Turn::Chance => self.step_by_chance(worker),
            Turn::Together(players) if players.count() > 1 => self.step_together(worker, players),
            _ if self.core.dynamics.hides => self.step_among_open(worker, turn),
            _ => {
                let place = self.core.pick(&mut worker.scratch, turn.player());
                self.enter(worker, place, turn);
            }
        }
        !worker.scratch.is_outside
    }

    /// Makes the move that leads to the child at a place.
    fn enter(&self, worker: &mut Worker<G::State>, place: usize, turn: Turn) {
        let child = self.core.enter(&worker.scratch, place);
        let discount = self.discount_before(worker, turn);
        worker.step(child, turn.player(), self.core.tree.move_index(child));
        if self.core.dynamics.pays {
            worker.note_gain(discount);
        }
        if self.core.dynamics.hides {
            self.observe(worker, turn);
        }
    }

    /// Where a player who observes is to move, goes on to the node of what this player has seen: one node for all positions that look the
    /// same, another for others [cowling2012]. It stands below the player's last own move, or the root: what was hidden since then is not on
    /// the way to it.
    fn observe(&self, worker: &mut Worker<G::State>, turn: Turn) {
        let viewer = self.viewer();
        let observes = |player: &Player| *player == viewer || self.core.dynamics.all_observe;
        if let Some(player) = turn.player().filter(observes) {
            worker.scratch.anchors[player.index()] = worker.scratch.path.len() - 1;
        }
        let Some(player) = worker.state.turn().player().filter(observes) else { return };
        match self.core.node_of_view(&mut worker.scratch, viewer, player, worker.state.view_key(player)) {
            Some(seen) => worker.scratch.join(seen, player),
            None => worker.scratch.is_outside = true,
        }
    }

    /// What the move that is about to be made is worth one step before.
    fn discount_before(&self, worker: &mut Worker<G::State>, turn: Turn) -> f32 {
        if self.core.dynamics.pays { worker.scratch.choices.before(turn) } else { 1.0 }
    }

    /// An outcome of chance, drawn anew or one of those drawn before. One that is no child becomes one.
    fn step_by_chance(&self, worker: &mut Worker<G::State>) {
        let (core, node) = (&self.core, worker.scratch.node());
        if let Some(place) = core.draw_again(&mut worker.scratch) {
            return self.enter(worker, place, Turn::Chance);
        }
        let outcome = worker.state.random_move(&mut worker.moves, &mut worker.scratch.rng);
        let index = worker.state.move_index(outcome);
        match core.child_of(node, None, index) {
            Some(place) => {
                core.tree.count_draw(core.tree.children(node).start + place as NodeId, 1);
                self.enter(worker, place, Turn::Chance);
            }
            None => self.leave(worker, index),
        }
    }

    /// Draws what chance does, out of the tree, until a player is to move or the game is over.
    pub(crate) fn pass_chance(&self, worker: &mut Worker<G::State>) {
        while worker.state.turn() == Turn::Chance && !worker.state.has_failed() {
            let outcome = worker.state.random_move(&mut worker.moves, &mut worker.scratch.rng);
            self.leave(worker, worker.state.move_index(outcome));
        }
    }

    /// Makes a move that leads out of the tree.
    fn leave(&self, worker: &mut Worker<G::State>, index: usize) {
        let Worker { scratch, state, .. } = worker;
        let turn = state.turn();
        scratch.leave(turn, index);
        state.apply(state.move_at(index));
        if let Some(rest) = &mut scratch.rest {
            rest.add(state.rewards());
        }
    }

    /// The best of the children that can be chosen in this simulation; out of the tree if there is none.
    fn step_among_open(&self, worker: &mut Worker<G::State>, turn: Turn) {
        self.open_children(worker, turn);
        if worker.scratch.children.open.contains(&true) {
            let place = self.core.pick_open(&mut worker.scratch);
            return self.enter(worker, place, turn);
        }
        let mv = worker.state.random_move(&mut worker.moves, &mut worker.scratch.rng);
        self.leave(worker, worker.state.move_index(mv));
    }

    /// Marks which children can be chosen in this simulation, and adds those that are seen for the first time: what is legal depends on
    /// what is hidden [cowling2012].
    fn open_children(&self, worker: &mut Worker<G::State>, turn: Turn) {
        let (core, node) = (&self.core, worker.scratch.node());
        let known = core.tree.children(node).len();
        self.list_moves(worker, worker.scratch.path.len() == 1);
        let open = &mut worker.scratch.children.open;
        open.clear();
        for &mv in &worker.moves {
            let Some(place) = core.child_of(node, turn.player(), worker.state.move_index(mv)) else { continue };
            open.resize(open.len().max(place + 1), false);
            open[place] = true;
        }
        open.resize(core.tree.children(node).len(), false);
        if core.tree.children(node).len() > known {
            self.ask_priors(worker);
            self.note_late(worker, node, known);
        }
    }

    /// The moves that several players make together: each chooses by the numbers of its own moves, and all moves lead to one child.
    fn step_together(&self, worker: &mut Worker<G::State>, players: Players) {
        let (core, node, at_root) = (&self.core, worker.scratch.node(), worker.scratch.path.len() == 1);
        let (seats, mut first) = (core.tree.children(node), None);
        worker.scratch.joint.clear();
        for (seat, player) in seats.zip(players.iter()) {
            if !core.tree.is_expanded(seat) && !self.open_seat(worker, seat, at_root) {
                let mv = worker.state.random_move(&mut worker.moves, &mut worker.scratch.rng);
                self.leave(worker, worker.state.move_index(mv));
                continue;
            }
            let place = core.pick_at(&mut worker.scratch, node, seat, at_root);
            let child = core.tree.children(seat).start + place as NodeId;
            let (turn, index) = (worker.state.turn(), core.tree.move_index(child));
            let discount = self.discount_before(worker, turn);
            worker.step(child, turn.player(), index);
            if core.dynamics.pays {
                worker.note_gain(discount);
            }
            if first.is_none() {
                first = Some((child, player));
            } else {
                worker.scratch.joint.push(index);
            }
        }
        match first.filter(|_| !worker.scratch.is_outside) {
            Some((child, player)) => self.join(&mut worker.scratch, child, player),
            None => worker.scratch.is_outside = true,
        }
    }

    /// Gives the seat of a player at a turn of several its moves.
    fn open_seat(&self, worker: &mut Worker<G::State>, seat: NodeId, at_root: bool) -> bool {
        self.list_moves(worker, at_root);
        self.ask_priors(worker);
        self.add_children(worker, seat)
    }

    /// Goes on to the node that the moves of all players lead to: below the move of the first, by the moves of the others.
    fn join(&self, scratch: &mut Scratch, first: NodeId, player: Player) {
        let mut node = first;
        for &index in &scratch.joint {
            let Some(place) = self.core.child_of(node, None, index) else {
                scratch.is_outside = true;
                return;
            };
            node = self.core.tree.children(node).start + place as NodeId;
        }
        scratch.join(node, player);
    }
}

impl<S: LightPlayout> Worker<S> {
    /// Takes note of what the last step brought.
    fn note_gain(&mut self, discount: f32) {
        self.scratch.gains.push(Gain { rewards: self.state.rewards(), discount });
    }
}
