//! Permutation AMAF [helmbold2009], after the survey [browne2012, sec. 5.3.1].

use super::AmafTable;
use crate::backup::Step;
use crate::techniques::Technique;
use crate::tree::{NodeId, Tree};
use katsura_game::{Played, Rewards};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Permutation AMAF",
    formula: "nodes that the same moves in another order reach get the sample",
    citation: "helmbold2009, browne2012",
    config: "search.amaf = { permutations = true }",
    sources: "slides 18",
    test: "permutations_reach_the_nodes_beside_the_path",
    file: file!(),
}];

impl AmafTable {
    /// Adds the sample to the nodes below the siblings of a step that the simulation's moves in another order reach.
    ///
    /// `path` and `trace` start at the node whose children are the siblings; that node's own children have the sample
    /// already. A permutation keeps the moves before the node and the order of the players, and uses each later move once,
    /// so a node beside the path is reached from one node of the path only and gets one sample.
    pub(super) fn back_up_beside(&mut self, tree: &Tree, path: &[Step], trace: &[Played], rewards: &Rewards) {
        for sibling in tree.children(path[0].node) {
            if sibling != path[1].node {
                self.step_beside(tree, sibling, trace, |table, rest| table.permute(tree, sibling, rest, rewards));
            }
        }
    }

    /// Adds the sample to the children of a node beside the path, and below them.
    fn permute(&mut self, tree: &Tree, node: NodeId, trace: &[Played], rewards: &Rewards) {
        let Some(mover) = trace.first().and_then(|played| played.player()) else { return };
        for child in tree.children(node) {
            self.step_beside(tree, child, trace, |table, rest| {
                tree.add_amaf_sample(child, rewards.of(mover));
                table.permute(tree, child, rest, rewards);
            });
        }
    }

    /// Runs `then` for a child whose move the player of this ply makes now or later, with that move taken out of the table.
    fn step_beside(&mut self, tree: &Tree, child: NodeId, trace: &[Played], then: impl FnOnce(&mut Self, &[Played])) {
        let Some((mover, rest)) = trace.split_first().and_then(|(played, rest)| Some((played.player()?, rest))) else {
            return;
        };
        let index = tree.move_index(child);
        if self.played[index][mover.index()] > 0.0 {
            self.played[index][mover.index()] = 0.0;
            then(self, rest);
            self.played[index][mover.index()] = 1.0;
        }
    }
}
