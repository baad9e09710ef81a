//! The student's backup [seksaoui].

use super::{Backup, BackupTraits, Passed};
use crate::techniques::Technique;
use katsura_game::Player;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "The student's same-sign backup",
    formula: "every node of the path: visits += 1, reward += Δ, one sign for both players",
    citation: "seksaoui",
    config: "search.backup = { kind = 'same_sign' }",
    sources: "student 6",
    test: "both_players_get_the_same_reward",
    file: file!(),
}];

/// Every node gets the reward of the player to move at the root, whoever moved along its edge: the backup of the student report, in
/// which the opponent's moves are chosen as if both played for the same side. Kept to reproduce its curves; it is no way to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SameSign;

impl Backup for SameSign {
    fn traits(&self) -> BackupTraits {
        BackupTraits { is_of_root: true, ..BackupTraits::default() }
    }

    fn back_up(&self, passed: Passed<'_>) {
        let mover = passed.path.get(1).map_or(Player::FIRST, |step| step.mover);
        let reward = passed.rewards.of(mover);
        for step in passed.path {
            passed.tree.add(step.node, 1, reward);
            passed.tree.set_value(step.node, passed.tree.mean(step.node));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{root_value, tree_of};
    use super::*;
    use crate::tree::ROOT;

    #[test]
    fn both_players_get_the_same_reward() {
        let tree = tree_of(&[(0, 0.5)]);
        assert_eq!(root_value(&SameSign, &tree), 1.0, "the root gets the reward of the player who moves there");
        assert_eq!((tree.value(1), tree.visits(ROOT)), (1.0, 1));
    }
}
