//! A choice among groups of moves before the choice of a move.

use super::{Select, SelectTraits, Ucb1, argmax};
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::{Children, NodeView};
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Move groups",
    formula: "UCB1 over groups of moves, then the rule inside the group; needs a game with `Knowledge::groups`",
    citation: "childs2008, browne2012",
    config: "search.select.groups = { kind = 'ucb1' }",
    sources: "slides 14",
    test: "the_group_with_the_better_bound_is_chosen_and_its_visits_count_inside",
    file: file!(),
}];

/// A node has at most this many groups of moves.
pub const MAX_GROUPS: usize = 64;

/// Move groups [childs2008], [browne2012, sec. 5.2.3]: UCB1 chooses one of the game's groups of moves, then the rule below
/// chooses inside it, as if there were a node between.
///
/// A group has the visits of its moves together and the mean of their rewards; a group without visits is chosen first.
/// Inside, the group's visits take the place of the node's. Groups must be below [`MAX_GROUPS`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveGroups<S> {
    /// The bandit over groups.
    pub groups: Ucb1,
    /// The rule inside a group.
    pub inside: S,
}

/// Visits and sum of rewards of each group.
struct Totals {
    count: usize,
    visits: [f32; MAX_GROUPS],
    sum: [f32; MAX_GROUPS],
    present: u64,
}

impl Totals {
    fn of(children: &Children) -> Self {
        let mut totals = Totals { count: 0, visits: [0.0; MAX_GROUPS], sum: [0.0; MAX_GROUPS], present: 0 };
        for ((&group, visits), value) in children.group.iter().zip(&children.visits).zip(&children.value) {
            let group = usize::from(group);
            totals.visits[group] += visits;
            totals.sum[group] += visits * value;
            totals.present |= 1 << group;
            totals.count = totals.count.max(group + 1);
        }
        totals
    }

    fn score(&self, group: usize, factor: f32) -> f32 {
        let visits = self.visits[group];
        if self.present >> group & 1 == 0 {
            f32::NEG_INFINITY
        } else if visits == 0.0 {
            f32::INFINITY
        } else {
            self.sum[group] / visits + factor / visits.sqrt()
        }
    }
}

impl<S: Select> Select for MoveGroups<S> {
    fn needs(&self) -> Needs {
        self.inside.needs() | Needs::GROUP
    }

    fn score(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        let totals = Totals::of(node.children);
        let factor = self.groups.factor(node.visits);
        let by_group: [f32; MAX_GROUPS] = std::array::from_fn(|group| totals.score(group, factor));
        let chosen = argmax(&by_group[..totals.count], rng);
        let inside = NodeView { visits: totals.visits[chosen], ..*node };
        self.inside.score(&inside, rng, scores);
        for (score, &group) in scores.iter_mut().zip(&node.children.group) {
            // Finite, so that a move of another group is still better than one that pruning has closed.
            *score = if usize::from(group) == chosen { *score } else { f32::MIN };
        }
    }

    fn traits(&self) -> SelectTraits {
        SelectTraits { trials: 0, ..self.inside.traits() }
    }

    fn should_stop(&self, root: &NodeView<'_>) -> bool {
        self.inside.should_stop(root)
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::select::{Formula, Mean, Nothing, TryAll, pick};
    use crate::testing::{Hinted, config, grow, picture, root_visits};

    fn groups(c: f64) -> MoveGroups<Formula<Mean, Ucb1, Nothing, TryAll>> {
        let inside = Formula { value: Mean, explore: Ucb1::default(), bias: Nothing, unvisited: TryAll::default() };
        MoveGroups { groups: Ucb1 { c, ..Ucb1::default() }, inside }
    }

    fn scores(c: f64, children: &Children) -> Vec<f32> {
        let mut scores = vec![0.0; children.len()];
        let node = NodeView::new(children.visits.iter().sum(), children);
        groups(c).score(&node, &mut Rng::new(1), &mut scores);
        scores
    }

    /// Group 0 has 30 visits and the mean (10·0.6 + 20·0.3)/30 = 0.4, group 2 has 10 visits and the mean 0.5.
    #[test]
    fn the_group_with_the_better_bound_is_chosen_and_its_visits_count_inside() {
        let children = Children { group: vec![0, 2, 0], ..Children::of(&[10.0, 10.0, 20.0], &[0.6, 0.5, 0.3]) };
        let greedy = scores(0.0, &children);
        // inside group 2: 0.5 + √2·√(ln 10/10) = 0.5 + 0.678613
        assert!((greedy[1] - 1.178_613).abs() < 1e-5, "{greedy:?}");
        assert!(greedy[0] == f32::MIN && greedy[2] == f32::MIN);
    }

    #[test]
    fn a_group_without_visits_comes_first_and_absent_groups_never() {
        let children = Children { group: vec![1, 3], ..Children::of(&[10.0, 0.0], &[1.0, 0.5]) };
        assert_eq!(scores(0.0, &children), [f32::MIN, f32::INFINITY]);
        let one = Children { group: vec![5], ..Children::of(&[0.0], &[0.5]) };
        assert_eq!(scores(1.0, &one), [f32::INFINITY]);
    }

    #[test]
    fn equal_groups_have_equal_chances() {
        let children = Children { group: vec![0, 1, 1], ..Children::of(&[4.0, 2.0, 2.0], &[0.5; 3]) };
        let node = NodeView::new(8.0, &children);
        let (mut rng, mut scratch, mut first) = (Rng::new(3), Vec::new(), 0);
        for _ in 0..4000 {
            first += u32::from(pick(&groups(1.0), &node, &mut rng, &mut scratch) == 0);
        }
        assert!(first.abs_diff(2000) < 160, "{first} of 4000 for a group of one move");
    }

    /// Seven losing moves in one group and a winning one in the other: the bandit over two groups finds it sooner.
    #[test]
    fn a_good_move_in_a_group_of_its_own_gets_more_visits() {
        let game = Hinted::new("(0: [0 1] [0 1] [0 1] [0 1] [0 1] [0 1] [0 1] [1 0])", &[0.5; 8]).grouped(|mv| mv / 7);
        let good = |select: &str| root_visits(&grow(&game, &format!("[search.select]\n{select}"), 200))[7];
        assert!(good("groups = { kind = 'ucb1' }") > good("") + 10);
    }

    #[test]
    fn one_group_is_no_group() {
        let game = Hinted::new("(0: {1 [1 0] 2 [0 1]} {1 [1 0] 1 [0 1]})", &[0.5; 2]).grouped(|_| 0);
        let tree = |select: &str| {
            picture(
                grow(&game, &format!("[search]\nexpand = {{ kind = 'root_only' }}\n[search.select]\n{select}"), 500).tree(),
            )
        };
        assert_eq!(tree("groups = { kind = 'ucb1' }"), tree(""));
    }

    #[test]
    fn a_game_without_groups_is_refused() {
        let game: katsura_game::toy::ToyGame = "(0: [0] [1])".parse().unwrap();
        let error =
            crate::Search::new(&game, &config("[search.select]\ngroups = { kind = 'ucb1' }")).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), "search.select.groups: toy has no groups of moves");
    }
}
