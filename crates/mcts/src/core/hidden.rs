//! Children in games in which not everything is seen: which of them belong to this simulation, and the nodes of what a player has seen
//! [cowling2012].
//!
//! With a single observer only the player who searches has nodes by what is seen. The others are taken to know what has happened since that
//! player's last move: what is drawn or chosen in secret leads to different nodes of theirs. They are stronger so than they can be. With
//! several observers every player has nodes by what that player has seen, as if each had a tree [cowling2012, sec. IV-D].

use super::{Core, Scratch};
use crate::config::parameters;
use crate::needs::Needs;
use crate::select::argmax;
use crate::techniques::Technique;
use crate::tree::{NodeId, Tree};
use katsura_game::{Player, mix_key};
use std::ops::Range;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "Information set MCTS, single observer",
        formula: "each simulation draws what is hidden; nodes are what the searcher sees, n′ counts how often a child was open",
        citation: "cowling2012",
        config: "search.information = 'single_observer'",
        sources: "",
        test: "a_search_plays_by_what_its_player_has_seen",
        file: file!(),
    },
    Technique {
        name: "Information set MCTS, multiple observers",
        formula: "as with one, and every player's nodes are what that player sees",
        citation: "cowling2012",
        config: "search.information = 'multiple_observer'",
        sources: "",
        test: "with_several_observers_the_others_do_not_know_what_they_do_not_see",
        file: file!(),
    },
    Technique {
        name: "Determinization, perfect-information Monte Carlo",
        formula: "a tree of its own for each of M drawn worlds, visits summed at the root",
        citation: "cowling2012",
        config: "search.information = 'determinized'\nsearch.parallel = { kind = 'root', threads = 40 }",
        sources: "",
        test: "a_determinized_search_keeps_to_one_world",
        file: file!(),
    },
];

parameters! {
    /// What a search may know where something is hidden: `search.information`.
    pub enum InformationRule by name {
        /// What its player has seen: each simulation draws the rest anew; the others are taken to see more than they do.
        #[default]
        SingleObserver,
        /// The same, and the others know no more than they have seen.
        MultipleObserver,
        /// What its player has seen: the rest is drawn once for each tree, and the same in all its simulations. Root parallelism gives many.
        Determinized,
        /// Everything. It cheats.
        Perfect,
    }
}

impl InformationRule {
    /// Whether a search goes by what is seen, and not by positions.
    pub(crate) fn goes_by_views(self) -> bool {
        match self {
            InformationRule::SingleObserver | InformationRule::MultipleObserver => true,
            InformationRule::Determinized | InformationRule::Perfect => false,
        }
    }
}

/// What tells the node of a view from children that are moves.
const VIEW: u64 = 1 << 63;

/// Tells moves of one number apart by who makes them: in positions that look the same to one player, another may be to move.
fn tag(mover: Option<Player>) -> u64 {
    mover.map_or(0, |player| 1 + u64::from(player.0))
}

impl Core {
    /// The place of the child of a move by this player, or by chance.
    pub(crate) fn place_of(&self, node: NodeId, mover: Option<Player>, index: usize) -> Option<usize> {
        let place = self.tree.place_of(node, index)?;
        if !self.dynamics.hides {
            return Some(place);
        }
        self.tree.place_of_key(node, index, tag(mover))
    }

    /// The same; the move gets a child if it has none yet. `None` if there is no room for it.
    pub(crate) fn child_of(&self, node: NodeId, mover: Option<Player>, index: usize) -> Option<usize> {
        self.place_of(node, mover, index).or_else(|| {
            let place = if self.needs.has(Needs::GROWS) { self.tree.add_child(node, index)? } else { return None };
            if self.dynamics.hides {
                self.tree.set_key(self.tree.children(node).start + place as NodeId, tag(mover));
            }
            Some(place)
        })
    }

    /// Says of children who makes these moves.
    pub(crate) fn tag_children(&self, children: Range<NodeId>, mover: Option<Player>) {
        if self.dynamics.hides {
            children.into_iter().for_each(|child| self.tree.set_key(child, tag(mover)));
        }
    }

    /// The node of what a player has seen, below this player's last own move, or the root; `None` if there is no room for it.
    pub(crate) fn node_of_view(&self, scratch: &mut Scratch, viewer: Player, player: Player, key: u64) -> Option<NodeId> {
        let key = if player == viewer { key } else { mix_key(key ^ u64::from(player.0)) };
        let (tree, anchor) = (&self.tree, scratch.path[scratch.anchors[player.index()]].node);
        let (index, key) = (key as u32 as usize, key | VIEW);
        let before = tree.children(anchor);
        let place = tree.place_of_key(anchor, index, key).or_else(|| {
            let place = tree.add_child(anchor, index)?;
            tree.set_key(tree.children(anchor).start + place as NodeId, key);
            Some(place)
        })?;
        let first = tree.children(anchor).start;
        // the block may have moved, and the way down leads through it
        if first != before.start {
            for step in scratch.path.iter_mut().filter(|step| before.contains(&step.node)) {
                step.node = first + (step.node - before.start);
            }
        }
        Some(first + place as NodeId)
    }

    /// Whether a child is the node of what a player has seen, and no move.
    pub(crate) fn is_view(&self, tree: &Tree, child: NodeId) -> bool {
        self.dynamics.hides && tree.key(child) & VIEW != 0
    }

    /// The place of the child that this player descends into, among those that are open in this simulation; counts for each of them that it
    /// could have been chosen, once for each playout of the leaf. Rules see the open children only.
    pub(crate) fn pick_open(&self, scratch: &mut Scratch) -> usize {
        let (node, children, at_root) = (scratch.node(), &mut scratch.children, scratch.path.len() == 1);
        let open = std::mem::take(&mut children.open);
        children.gather(&self.tree, node, self.needs, self.config.parallel.virtual_loss());
        children.keep(&open);
        scratch.node_visits = self.tree.visits(node);
        self.score(scratch, at_root);
        let chosen = argmax(&scratch.scores, &mut scratch.rng);
        let mut places = (0..open.len()).filter(|&place| open[place]);
        let place = places.nth(chosen).unwrap_or(0);
        let playouts = self.config.parallel.playouts_of_a_leaf();
        let children = self.tree.children(node).zip(&open);
        children.filter(|&(_, &open)| open).for_each(|(child, _)| self.tree.count_available(child, playouts));
        scratch.children.open = open;
        scratch.children.open.clear();
        place
    }
}
