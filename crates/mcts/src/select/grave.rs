//! Generalized rapid action value estimation: AMAF values from further up the tree.

use super::{MinimumMse, Rave, Schedule, Term, TermTraits};
use crate::config::parameters;
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "GRAVE",
    formula: "RAVE with the AMAF values of the nearest node above with enough visits",
    citation: "cazenave2015",
    config: "search.select.value = { kind = 'grave', reference = 100 }",
    sources: "slides 18",
    test: "the_nearest_node_with_enough_visits_and_the_same_player_is_asked",
    file: file!(),
}];

parameters! {
    /// GRAVE [cazenave2015]: [RAVE](Rave) with the AMAF values of the nearest node above (or the node itself) that has at
    /// least `reference` visits, because those of a node with few visits say little.
    ///
    /// The paper's share p̃/(p̃ + p + bias·p̃·p) of the AMAF value is the minimum-MSE schedule with 4b² = bias.
    ///
    /// **Differs from the paper:** only nodes with the same player to move are asked, since a node keeps AMAF values for
    /// its own moves only; the paper's nodes have a table of all moves of both players. Where no such node has enough
    /// visits, the one nearest to the root is asked. Enough are `reference` visits, where the paper asks for more than
    /// that. A move that the asked node does not have is worth its mean, and `unseen` before its first visit.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Grave {
        /// The visits a node must have for its AMAF values to be used; 0 is RAVE. Ludii uses 100.
        pub reference: u32 = 100, from 0 to 1_000_000_000;
        /// How the share of the AMAF value falls. Left out, it is `minimum_mse` with b = 0.0005: bias = 10⁻⁶ in the paper's
        /// form, as Ludii has it. A kind that is named has the defaults below.
        pub schedule: Schedule = Schedule::MinimumMse(MinimumMse { bias: 0.0005 });
        /// The AMAF value of a move that has no visit, and no sample where it is asked for.
        pub unseen: f64 = 0.5, from 0.0 to 1.0;
    }
}

impl Term for Grave {
    fn traits(&self) -> TermTraits {
        TermTraits { reference: self.reference, waits_for_trials: true, ..TermTraits::default() }
    }

    fn needs(&self) -> Needs {
        Needs::AMAF
    }

    #[inline]
    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        Rave { schedule: self.schedule, unseen: self.unseen, ..Rave::default() }.apply(node, rng, scores);
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::amaf::{AmafConfig, AmafTable, reference_node};
    use crate::backup::Step;
    use crate::testing::{grow, picture, scores_of, with_amaf};
    use crate::tree::{Children, ROOT, Tree};
    use katsura_game::{Played, Player};
    use katsura_games::tic_tac_toe::TicTacToe;

    #[test]
    fn the_share_is_that_of_the_paper() {
        // bias 10⁻⁶, p = 100, p̃ = 900: 900/(900 + 100 + 0.09) = 0.899919; mean 0.2, AMAF value 0.6: 0.2 + 0.899919·0.4
        let children = with_amaf(&[(100.0, 0.2, 900.0, 540.0), (0.0, 0.5, 0.0, 0.0), (1.0, 0.3, 1.0, 0.3)]);
        let scores = scores_of(&Grave::default(), 100.0, &children);
        assert!((scores[0] - 0.559_968).abs() < 1e-5, "{scores:?}");
        assert_eq!(scores[1], 0.5);
        assert!((scores[2] - 0.3).abs() < 1e-6);
    }

    /// ```text
    /// root (100 visits) ─ 1 (60) ─ 4 (30) ─ 5 (10)
    /// ```
    #[test]
    fn the_nearest_node_with_enough_visits_and_the_same_player_is_asked() {
        let tree = Tree::new(Needs::AMAF, 1 << 16);
        tree.expand(ROOT, [0, 1, 2].into_iter());
        tree.expand(1, [1].into_iter());
        tree.expand(4, [2].into_iter());
        for (node, visits) in [(ROOT, 100), (1, 60), (4, 30), (5, 10)] {
            tree.add(node, visits, 0.5);
        }
        let path = [ROOT, 1, 4, 5].map(|node| Step::new(node, Player::FIRST));
        let trace: Vec<_> = [(0, 0), (1, 1), (0, 2)].map(|(p, mv)| Played::new(Some(Player(p)), mv)).to_vec();
        let asked = |end: usize, visits| {
            let player = Player((end % 2) as u8);
            reference_node(&tree, &path[..=end], &trace[..end].to_vec(), visits, player)
        };
        assert_eq!(asked(2, 0), 4, "every node has zero visits: RAVE");
        assert_eq!(asked(2, 30), 4);
        assert_eq!(asked(2, 31), ROOT);
        assert_eq!(asked(3, 20), 1);
        assert_eq!(asked(3, 1000), 1, "nobody has enough: the topmost with the same player");
        assert_eq!(asked(0, 1000), ROOT);
    }

    #[test]
    fn values_are_found_by_move_and_missing_moves_have_none() {
        let tree = Tree::new(Needs::AMAF, 1 << 16);
        tree.expand(ROOT, [7, 3, 5].into_iter());
        tree.expand(1, [5, 9, 7].into_iter());
        tree.add_amaf_sample(1, 1.0);
        tree.add_amaf_sample(3, 0.25);
        tree.add_amaf_sample(3, 0.25);
        let mut table = AmafTable::new(10, AmafConfig::default());
        let mut children = Children::default();
        children.gather(&tree, 1, Needs::AMAF, 0.0);
        table.refer(&tree, ROOT, 1, &mut children);
        assert_eq!(children.amaf_visits, [2.0, 0.0, 1.0]);
        assert_eq!(children.amaf_sum, [0.5, 0.0, 1.0]);
    }

    fn tree(value: &str) -> Vec<crate::testing::Line> {
        picture(grow(&TicTacToe {}, &format!("[search.select]\nvalue = {value}"), 2000).tree())
    }

    #[test]
    fn without_a_threshold_grave_is_rave() {
        let schedule = "schedule = { kind = 'minimum_mse', bias = 0.05 }";
        let rave = tree(&format!("{{ kind = 'rave', {schedule} }}"));
        assert_eq!(tree(&format!("{{ kind = 'grave', reference = 0, {schedule} }}")), rave);
        assert_ne!(tree(&format!("{{ kind = 'grave', reference = 50, {schedule} }}")), rave);
    }
}
