//! Which move is played when the search has ended.

use super::Core;
use crate::analysis::{Analysis, Line};
use crate::choose::{AnyChoose, Choice, Choose};
use crate::tree::{Children, NodeId, NodeView, ROOT, Tree};
use katsura_game::{Player, Rng, Turn};

impl Core {
    /// What the rule for the final move says now about a node: the root, or the seat of a player there.
    pub(crate) fn choice(&self, node: NodeId, rng: &mut Rng, last: bool) -> Choice {
        self.choice_in(&self.tree, node, rng, last)
    }

    /// As [`choice`](Core::choice), for the node of another tree.
    pub(crate) fn choice_in(&self, tree: &Tree, node: NodeId, rng: &mut Rng, last: bool) -> Choice {
        let mut children = Children::default();
        self.gather(tree, node, &mut children);
        if self.is_amaf_over() {
            children.forget_amaf();
        }
        children.mark_hopeless(tree, node);
        let mut open = std::mem::take(&mut children.open);
        open.iter_mut().zip(tree.children(node)).for_each(|(open, child)| *open &= !self.is_view(tree, child));
        children.keep(&open);
        let places: Vec<usize> = (0..open.len()).filter(|&place| open[place]).collect();
        if places.is_empty() && self.wants_search() {
            return Choice::AnyLegal;
        }
        match self.policies.choose.choose(&NodeView::new(tree.visits(ROOT) as f32, &children), rng, last) {
            Choice::Child(place) => Choice::Child(places[place]),
            other => other,
        }
    }

    /// The probabilities with which the rule for the final move plays what has been analysed, if it draws.
    pub(crate) fn drawn_shares(&self, analysis: &Analysis) -> Option<Vec<(usize, f64)>> {
        let AnyChoose::Temperature(rule) = &self.policies.choose else { return None };
        let shares = rule.shares(analysis.moves.iter().map(|mv| f64::from(mv.visits)))?;
        Some(analysis.moves.iter().map(|mv| mv.index).zip(shares).collect())
    }

    /// The node whose children are the moves of a player at the root: the root itself, or the player's seat if several choose together.
    /// `None` if there is no such seat yet.
    pub(crate) fn seat(&self, turn: Turn, player: Player) -> Option<NodeId> {
        match turn {
            Turn::Together(players) if players.count() > 1 => {
                let place = players.iter().position(|one| one == player)?;
                self.tree.children(ROOT).nth(place)
            }
            _ => Some(ROOT),
        }
    }

    /// What is known of the moves of a node, in the game's units.
    pub(crate) fn analysis_of(&self, sum: &Tree, node: NodeId, trees: &[&Tree], simulations: u64) -> Analysis {
        let line = Line { is_move: &|tree, child| !self.is_view(tree, child), goes_on: !self.dynamics.joins };
        let mut analysis = Analysis::of(sum, node, trees, simulations, &line);
        if !self.scale.is_unit() {
            analysis.moves.iter_mut().for_each(|mv| mv.in_units(|reward| self.scale.result(reward)));
        }
        analysis
    }
}
