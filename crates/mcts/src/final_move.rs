//! Which move is played when the search has ended.

use crate::choose::{Choice, Choose};
use crate::policies::Policies;
use crate::search::Search;
use crate::tree::{Children, NodeId, NodeView, ROOT};
use katsura_game::{Game, Knowledge, LightPlayout, Rng, State};

impl<G: Game<State: Knowledge>, P: Policies<G::State>> Search<G, P> {
    /// What the rule for the final move says about the root now.
    pub(crate) fn choice(&mut self, last: bool) -> Choice {
        let mut children = Children::default();
        children.gather(&self.tree, ROOT, self.needs, 0.0);
        if self.is_amaf_over() {
            children.forget_amaf();
        }
        children.hide_hopeless(&self.tree, ROOT);
        let view = NodeView { visits: self.tree.visits(ROOT) as f32, children: &children };
        if children.is_empty() && self.policies.bundle().choose.wants_search() {
            return Choice::AnyLegal;
        }
        self.policies.bundle().choose.choose(&view, &mut self.workers[0].rng, last)
    }

    /// The move to play, by the rule for the final move; `None` when the game is over.
    pub fn best_move(&mut self) -> Option<<G::State as State>::Move> {
        if self.position.turn().is_over() {
            return None;
        }
        let choice = self.choice(true);
        let worker = &mut self.workers[0];
        Some(match choice {
            Choice::Child(place) => {
                self.position.move_at(self.tree.move_index(self.tree.children(ROOT).start + place as NodeId))
            }
            Choice::AnyLegal | Choice::KeepSearching => self.position.random_move(&mut worker.moves, &mut worker.rng),
            Choice::AnyPlayout => light_move(&self.position, &mut worker.moves, &mut worker.rng),
        })
    }
}

/// A move of the light playout that is legal on the board as well: playouts may be looser, in Go they do not look at superko.
fn light_move<S: LightPlayout>(position: &S, moves: &mut Vec<S::Move>, rng: &mut Rng) -> S::Move {
    let mut playing = position.clone();
    playing.begin_playout();
    let drawn = playing.playout_move(moves, rng);
    if position.is_legal(drawn) {
        return drawn;
    }
    position.legal_moves(moves);
    moves.retain(|&mv| playing.is_playout_move(mv));
    if moves.is_empty() { position.random_move(moves, rng) } else { moves[rng.index(moves.len())] }
}
