//! Progressive pruning [bouzy2004].

use super::Prune;
use crate::config::parameters;
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::{Children, NodeView};
use katsura_game::Rng;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[
    Technique {
        name: "progressive pruning, hard",
        formula: "closed for good when m + r_d·σ < m' − r_d·σ' of another move",
        citation: "bouzy2004",
        config: "search.prune = { kind = 'progressive_pruning', form = 'hard', r_d = 1.0, sigma_e = 0.2 }",
        sources: "lecture 22, lecture 23",
        test: "a_move_is_closed_when_the_outcomes_worked_out_by_hand_part",
        file: file!(),
    },
    Technique {
        name: "progressive pruning, soft",
        formula: "closed while m + r_d·σ < m' − r_d·σ' of an open move",
        citation: "bouzy2004",
        config: "search.prune = { kind = 'progressive_pruning', form = 'soft', r_d = 1.0, sigma_e = 0.2 }",
        sources: "lecture 23, slides 20",
        test: "hard_is_for_good_and_soft_is_not",
        file: file!(),
    },
];

parameters! {
    /// Progressive pruning [bouzy2004, as the lecture notes give it]: a move that is statistically inferior to another is
    /// closed.
    ///
    /// A move with mean m and standard error σ has a left and a right expected outcome, m ∓ r_d·σ. Move 1 is *inferior* to
    /// move 2 if its right outcome is less than the left outcome of move 2. Two moves are *equal* if both σ are less than
    /// σ_e and neither is inferior. Moves with fewer than `min_visits` games are neither. The search ends when one move is
    /// left open, when all that are left are equal, or after `cap` games per legal move.
    ///
    /// | lecture notes | here |
    /// |---|---|
    /// | m, σ | mean and standard error √(variance / visits) of the mover's reward |
    /// | r_d | `r_d` |
    /// | σ_e | `sigma_e` / `points`: σ_e is in points, and a reward of 1 is `points` points |
    /// | 100 games per move | `min_visits` |
    /// | 10,000 × the number of legal moves | `cap` |
    ///
    /// **Differs from the paper:** it says "standard deviation" for σ. With the deviation of the results, 39 points on a 9x9
    /// board, σ_e = 0.2 could never be reached and r_d = 1 would never prune; the standard error of the mean makes sense of
    /// the published numbers.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct ProgressivePruning {
        /// Whether a closed move can come back.
        pub form: PruningForm = PruningForm::Hard;
        /// The width of the outcomes in standard errors. The source compares 1 (its reference), 2, 4 and 8: larger plays
        /// better, slower.
        pub r_d: f64 = 1.0, from 0.0 to 1_000_000.0;
        /// The standard error, in points, below which moves count as equal. The source compares 0.2 (its reference), 0.5 and
        /// 1 for rewards by score. With rewards by result a point is a whole game, which calls for something like 0.001.
        pub sigma_e: f64 = 0.2, from 0.0 to 1_000_000.0;
        /// How many points a reward of 1 is. 0 asks the game: twice the largest difference with rewards by score, 1 with
        /// rewards by result.
        pub points: f64 = 0.0, from 0.0 to 1_000_000.0;
        /// Games before a move is compared. 100 in the source.
        pub min_visits: u32 = 100, from 1 to 1_000_000_000;
        /// Games of the node between two comparisons.
        pub period: u32 = 1, from 1 to 1_000_000_000;
        /// Games per legal move after which the search ends. 10,000 in the source.
        pub cap: u32 = 10_000, from 1 to 1_000_000_000;
    }
}

parameters! {
    /// Whether a move that [`ProgressivePruning`] has closed can come back.
    pub enum PruningForm by name {
        /// Never.
        #[default]
        Hard,
        /// When it is no longer inferior to an open move.
        Soft,
    }
}

impl ProgressivePruning {
    /// The left and right expected outcomes of a move and its standard error, if it has enough games.
    fn outcomes(&self, children: &Children, place: usize) -> Option<(f64, f64, f64)> {
        let (visits, mean) = (f64::from(children.visits[place]), f64::from(children.value[place]));
        if visits < f64::from(self.min_visits) {
            return None;
        }
        let variance = (f64::from(children.mean_square[place]) - mean * mean).max(0.0);
        let error = (variance / visits).sqrt();
        Some((mean - self.r_d * error, mean + self.r_d * error, error))
    }

    /// The largest left outcome of the open moves.
    fn best_left(&self, children: &Children, closed: &[bool]) -> f64 {
        let open = (0..children.len()).filter(|&place| !closed[place]);
        open.filter_map(|place| self.outcomes(children, place)).fold(f64::NEG_INFINITY, |best, (left, ..)| best.max(left))
    }

    fn are_equal(&self, children: &Children, closed: &[bool]) -> bool {
        let best = self.best_left(children, closed);
        let equal = self.sigma_e / if self.points > 0.0 { self.points } else { 1.0 };
        let mut open = (0..children.len()).filter(|&place| !closed[place]);
        open.all(|place| {
            let outcomes = self.outcomes(children, place);
            outcomes.is_some_and(|(_, right, error)| error < equal && right >= best)
        })
    }
}

impl Prune for ProgressivePruning {
    fn needs(&self) -> Needs {
        Needs::SQUARES | Needs::CLOSED
    }

    fn review(&self, node: &NodeView<'_>, _rng: &mut Rng, closed: &mut [bool]) {
        if !(node.visits as u64).is_multiple_of(u64::from(self.period)) {
            return;
        }
        let best = self.best_left(node.children, closed);
        for (place, closed) in closed.iter_mut().enumerate() {
            let inferior = self.outcomes(node.children, place).is_some_and(|(_, right, _)| right < best);
            *closed = inferior || (*closed && self.form == PruningForm::Hard);
        }
    }

    fn should_stop(&self, root: &NodeView<'_>, closed: &[bool]) -> bool {
        let open = closed.iter().filter(|&&closed| !closed).count();
        let spent = f64::from(root.visits) >= f64::from(self.cap) * closed.len() as f64;
        open <= 1 || spent || self.are_equal(root.children, closed)
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::config::{SearchConfig, path};
    use crate::tree::ROOT;
    use crate::{Budget, Control, Search};
    use katsura_game::toy::ToyGame;

    /// Moves with 0 or 1 as results: the squares have the mean of the results.
    fn children(visits: &[f32], mean: &[f32]) -> Children {
        Children { mean_square: mean.to_vec(), ..Children::of(visits, mean) }
    }

    fn reviewed(rule: &ProgressivePruning, children: &Children, mut closed: Vec<bool>) -> Vec<bool> {
        let node = NodeView::new(children.visits.iter().sum(), children);
        rule.review(&node, &mut Rng::new(1), &mut closed);
        closed
    }

    fn stops(rule: &ProgressivePruning, children: &Children, closed: &[bool]) -> bool {
        rule.should_stop(&NodeView::new(children.visits.iter().sum(), children), closed)
    }

    fn rule(r_d: f64) -> ProgressivePruning {
        ProgressivePruning { r_d, ..ProgressivePruning::default() }
    }

    #[test]
    fn a_move_is_closed_when_the_outcomes_worked_out_by_hand_part() {
        // 100 games with mean 0.6 or 0.4: σ = √(0.24/100) = 0.048990. The outcomes meet at 0.1/0.048990 = 2.0412 errors.
        let moves = children(&[100.0, 100.0, 100.0], &[0.6, 0.4, 0.55]);
        assert_eq!(reviewed(&rule(1.0), &moves, vec![false; 3]), [false, true, false]);
        assert_eq!(reviewed(&rule(2.04), &moves, vec![false; 3]), [false, true, false]);
        assert_eq!(reviewed(&rule(2.05), &moves, vec![false; 3]), [false; 3]);
    }

    #[test]
    fn moves_with_too_few_games_are_left_alone() {
        assert_eq!(reviewed(&rule(1.0), &children(&[500.0, 99.0], &[0.9, 0.1]), vec![false; 2]), [false; 2]);
        assert_eq!(reviewed(&rule(1.0), &children(&[99.0, 500.0], &[0.9, 0.1]), vec![false; 2]), [false; 2]);
        assert_eq!(reviewed(&rule(1.0), &children(&[0.0, 0.0], &[0.5, 0.5]), vec![false; 2]), [false; 2]);
    }

    #[test]
    fn hard_is_for_good_and_soft_is_not() {
        let recovered = children(&[200.0, 200.0], &[0.5, 0.5]);
        let soft = ProgressivePruning { form: PruningForm::Soft, ..rule(1.0) };
        assert_eq!(reviewed(&rule(1.0), &recovered, vec![false, true]), [false, true]);
        assert_eq!(reviewed(&soft, &recovered, vec![false, true]), [false, false]);
        let inferior = children(&[200.0, 200.0], &[0.7, 0.5]);
        assert_eq!(reviewed(&soft, &inferior, vec![false, true]), [false, true]);
        // What is closed does not close others: 0.9 is history, and of the open ones 0.6 is the best.
        let history = children(&[200.0, 200.0, 200.0], &[0.9, 0.6, 0.55]);
        assert_eq!(reviewed(&rule(1.0), &history, vec![true, false, false]), [true, false, false]);
    }

    #[test]
    fn between_reviews_everything_stays_as_it_is() {
        let sometimes = ProgressivePruning { period: 150, form: PruningForm::Soft, ..rule(1.0) };
        let moves = |extra: f32| children(&[200.0, 100.0 + extra], &[0.7, 0.3]);
        assert_eq!(reviewed(&sometimes, &moves(1.0), vec![false, false]), [false, false]);
        assert_eq!(reviewed(&sometimes, &moves(0.0), vec![false, false]), [false, true]);
    }

    #[test]
    fn one_open_move_or_equal_ones_or_the_cap_end_the_search() {
        // σ = 0.048990 for both, and 4 errors do not part them.
        let moves = children(&[100.0, 100.0], &[0.6, 0.4]);
        let wide = |sigma_e| ProgressivePruning { sigma_e, points: 1.0, ..rule(4.0) };
        assert!(stops(&wide(0.0), &moves, &[false, true]), "one is left");
        assert!(stops(&wide(0.049), &moves, &[false, false]), "both errors are less");
        assert!(!stops(&wide(0.0489), &moves, &[false, false]));
        assert!(!stops(&ProgressivePruning { r_d: 1.0, ..wide(0.049) }, &moves, &[false, false]), "one is inferior");
        assert!(!stops(&wide(0.049), &children(&[100.0, 99.0], &[0.6, 0.4]), &[false, false]), "one has too few games");
        assert!(stops(&ProgressivePruning { cap: 100, ..wide(0.0) }, &moves, &[false, false]), "100 games per move");
        assert!(!stops(&ProgressivePruning { cap: 101, ..wide(0.0) }, &moves, &[false, false]));
        // In points: 0.2 of 4 points is 0.05.
        assert!(stops(&ProgressivePruning { sigma_e: 0.2, points: 4.0, ..wide(0.0) }, &moves, &[false, false]));
    }

    /// Three bandits with the means 0.9, 0.8 and 0.1.
    fn bandits() -> ToyGame {
        "(0: {9 [1 0] 1 [0 1]} {8 [1 0] 2 [0 1]} {1 [1 0] 9 [0 1]})".parse().unwrap()
    }

    fn flat(prune: &str) -> Search<ToyGame> {
        let mut config = SearchConfig::default();
        for (path, text) in [("root", "{ kind = 'uniform' }"), ("expand", "{ kind = 'root_only' }"), ("prune", prune)] {
            config = path::set(&config, path, text).unwrap();
        }
        Search::new(&bandits(), &config).unwrap()
    }

    #[test]
    fn bad_bandits_are_closed_one_after_the_other_and_the_search_ends_early() {
        let mut search = flat("{ kind = 'progressive_pruning', r_d = 4.0, sigma_e = 0.001 }");
        let report = search.run(&Budget::simulations(1_000_000), &Control::new());
        assert!(report.simulations < 100_000, "{report:?}");
        let tree = search.tree();
        let closed: Vec<bool> = tree.children(ROOT).map(|child| tree.is_closed(child)).collect();
        assert_eq!(closed, [false, true, true]);
        let visits: Vec<u32> = tree.children(ROOT).map(|child| tree.visits(child)).collect();
        // 0.1 parts from 0.9 as soon as both have 100 games; 4 (0.3 + 0.4)/√n < 0.1 takes about 800.
        assert!((100..200).contains(&visits[2]) && visits[1] > 200, "{visits:?}");
        assert_eq!(search.best_move(), Some(0));
    }

    #[test]
    fn a_solved_position_ends_the_search_as_well() {
        let mut config = SearchConfig::default();
        for (path, text) in [("solver", "win_loss"), ("prune", "{ kind = 'progressive_pruning' }")] {
            config = path::set(&config, path, text).unwrap();
        }
        let game: ToyGame = "(0: [1 0] [0 1] [0 1])".parse().unwrap();
        let mut search = Search::new(&game, &config).unwrap();
        assert!(search.run(&Budget::simulations(100_000), &Control::new()).simulations < 100_000);
        assert_eq!(search.run(&Budget::simulations(100_000), &Control::new()).simulations, 0);
    }

    #[test]
    fn without_bounds_nothing_is_closed_and_the_tree_is_that_of_no_pruning() {
        let tree = |prune: &str| {
            let mut search = flat(prune);
            search.run(&Budget::simulations(3000), &Control::new());
            let tree = search.tree();
            assert!(tree.children(ROOT).all(|child| !tree.is_closed(child)));
            tree.children(ROOT).map(|child| (tree.visits(child), tree.mean(child).to_bits())).collect::<Vec<_>>()
        };
        for form in ["hard", "soft"] {
            let prune = format!("{{ kind = 'progressive_pruning', r_d = 1000000.0, sigma_e = 0.0, form = '{form}' }}");
            assert_eq!(tree(&prune), tree("{ kind = 'none' }"));
        }
        let infinite = rule(f64::INFINITY);
        assert_eq!(reviewed(&infinite, &children(&[100.0, 100.0], &[1.0, 0.0]), vec![false; 2]), [false; 2]);
    }
}
