//! All moves as first: which moves of a simulation count for which children [gelly2007].

use crate::backup::Step;
use crate::tree::Tree;
use katsura_game::{Played, Rewards, Trace};

/// Who was the first to play each move in the rest of a simulation.
///
/// Walking backwards from the end, the table always holds the first player of each move from the present ply on: only that
/// player's children get the sample (the rule for recaptures at one point).
#[derive(Clone, Debug)]
pub struct AmafTable {
    first: Vec<u8>,
}

const NOBODY: u8 = 0;

impl AmafTable {
    /// A table for this many moves.
    pub fn new(move_count: usize) -> Self {
        AmafTable { first: vec![NOBODY; move_count] }
    }

    #[inline]
    fn mark(&mut self, played: Played) {
        if let Some(player) = played.player() {
            self.first[played.index()] = player.0 + 1;
        }
    }

    /// Adds the samples of a finished simulation: every child, of a node that was passed, whose move the same player made
    /// later in the simulation, be it in the tree or in the playout.
    pub fn back_up(&mut self, tree: &Tree, path: &[Step], trace: &Trace, rewards: &Rewards) {
        self.first.fill(NOBODY);
        let below = path.len() - 1;
        for &played in trace[below..].iter().rev() {
            self.mark(played);
        }
        for depth in (0..below).rev() {
            self.mark(trace[depth]);
            if trace[depth].player().is_some() {
                let mover = path[depth + 1].mover;
                let first = &self.first;
                tree.add_amaf(path[depth].node, rewards.of(mover), |index| first[index] == mover.0 + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::needs::Needs;
    use crate::tree::ROOT;
    use katsura_game::Player;

    /// The picture of the lecture notes: a simulation r → v → y → u → w updates u under the root and w under v as well.
    #[test]
    fn later_moves_of_the_same_player_update_the_siblings() {
        let (v, y, u, w) = (0, 1, 2, 3);
        let tree = Tree::new(Needs::AMAF, 1 << 16);
        tree.expand(ROOT, [v, u].into_iter());
        tree.expand(1, [y, w].into_iter());
        let step = |node, player| Step { node, mover: Player(player) };
        let path = [step(ROOT, 0), step(1, 0), step(3, 1)];
        let play = |player, index| Played::new(Some(Player(player)), index);
        let trace = vec![play(0, v), play(1, y), play(0, u), play(1, w)];
        AmafTable::new(4).back_up(&tree, &path, &trace, &Rewards::win(Player(0)));
        assert_eq!(tree.amaf(1), (1.0, 1.0), "v is the direct play under the root");
        assert_eq!(tree.amaf(2), (1.0, 1.0), "u was played later by the same player");
        assert_eq!(tree.amaf(3), (1.0, 0.0), "y is the direct play under v");
        assert_eq!(tree.amaf(4), (1.0, 0.0), "w was played later by the same player");
    }

    #[test]
    fn a_recapture_counts_for_the_first_player_at_the_point_only() {
        let tree = Tree::new(Needs::AMAF, 1 << 16);
        tree.expand(ROOT, [0, 1].into_iter());
        let path = [Step { node: ROOT, mover: Player(0) }, Step { node: 1, mover: Player(0) }];
        let play = |player, index| Played::new(Some(Player(player)), index);
        let trace = vec![play(0, 0), play(1, 1), play(0, 1)];
        AmafTable::new(2).back_up(&tree, &path, &trace, &Rewards::win(Player(0)));
        assert_eq!(tree.amaf(2), (0.0, 0.5), "the opponent was first at point 1");
    }
}
