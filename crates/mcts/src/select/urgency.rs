//! The selection of Crazy Stone.

use super::Term;
use crate::config::parameters;
use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::{Rng, math};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Urgencies of Crazy Stone",
    formula: "P(i) ∝ exp(−2.4·(μ₀ − μᵢ)/√(2(σ₀² + σᵢ²))) + (0.1 + 2⁻ⁱ)/N",
    citation: "coulom2006",
    config: "search.select.explore = { kind = 'urgency' }",
    sources: "lecture 12",
    test: "children_are_drawn_by_the_urgencies_worked_out_by_hand",
    file: file!(),
}];

parameters! {
    /// Children are drawn by about their probability to be better than the best [coulom2006, sec. 3.2]:
    ///
    /// P(i) ∝ exp(−2.4·(μ₀ − μᵢ)/√(2(σ₀² + σᵢ²))) + εᵢ, εᵢ = (0.1 + 2⁻ⁱ)/N.
    ///
    /// N is the number of children, which stand in the order of their values μ: child 0 is the best. σᵢ² = (Σ₂ − S·m² + 1)/(S + 1) divided by S, and by 500
    /// at most where the child is internal itself [sec. 4.2]; S is its number of simulations, m their mean, Σ₂ the sum of their squares. The 1 is a virtual simulation as
    /// far off as can be: 4P² in the source, which counts points of a board of P. A child without a simulation has the mean of those that have some. In a
    /// node with fewer simulations than `from` all children are drawn with equal chances.
    ///
    /// **Differs from the paper:** it also adds 1/N where a move is an atari, and in external nodes draws moves by what it knows of captures. Its virtual
    /// simulation is off by the points of the board, ours by the whole range of results, which komi makes a little wider. That external nodes divide by S
    /// is read from "instead of σ²/S"; without it the choice would hardly depend on the values.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Urgency {
        /// How sharply worse children lose their share. 2.4 in the source.
        pub sharpness: f64 = 2.4, from 0.0 to 100.0;
        /// The simulations of a node from which on values count: the points of the board in the source.
        pub from: u32 = 81, from 0 to 1_000_000_000;
    }
}

/// The most simulations that make the value of an internal child more certain.
const MOST: f32 = 500.0;

/// The part of ε that is the same for all children, times N.
const EVEN: f64 = 0.1;

impl Urgency {
    /// The variance of the value of a child, by the number of its simulations, their mean and that of their squares.
    fn variance(&self, visits: f32, mean: f32, mean_square: f32) -> f32 {
        let spread = (visits * (mean_square - mean * mean).max(0.0) + 1.0) / (visits + 1.0);
        let games = if visits < self.from as f32 { visits } else { visits.min(MOST) };
        spread / games.max(1.0)
    }

    /// Writes the exponentials over the scores, and returns their sum.
    fn exponentials(&self, node: &NodeView<'_>, unknown: f32, scores: &mut [f32]) -> f64 {
        let children = node.children;
        let value = |place: usize| if children.visits[place] > 0.0 { children.value[place] } else { unknown };
        let [mean, square] = [&children.mean, &children.mean_square].map(|numbers| &numbers[..scores.len()]);
        let variance = |place: usize| self.variance(children.visits[place], mean[place], square[place]);
        let best = nth_best(scores.len(), 0, value);
        let (best_value, best_variance) = (value(best), variance(best));
        let mut sum = 0.0;
        for (place, score) in scores.iter_mut().enumerate() {
            let spread = f64::from(2.0 * (best_variance + variance(place))).sqrt();
            *score = math::exp(-self.sharpness * f64::from(best_value - value(place)) / spread) as f32;
            sum += f64::from(*score);
        }
        sum
    }

    /// The child that is drawn.
    fn draw(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) -> usize {
        let (count, children) = (scores.len(), node.children);
        let unknown = node.value().unwrap_or(0.5);
        let of_values = self.exponentials(node, unknown, scores);
        let of_ranks = (2.0 - (1..count).fold(1.0, |half, _| half * 0.5)) / count as f64;
        let drawn = rng.unit() * (of_values + EVEN + of_ranks);
        if drawn < of_values {
            return place_at(drawn, scores);
        }
        if drawn < of_values + EVEN {
            return rng.index(count);
        }
        let rank = rank_at((drawn - of_values - EVEN) * count as f64, count);
        nth_best(count, rank, |place| if children.visits[place] > 0.0 { children.value[place] } else { unknown })
    }
}

/// The place at which the sum of the shares passes a number.
fn place_at(mut rest: f64, shares: &[f32]) -> usize {
    let passes = |&share: &f32| {
        rest -= f64::from(share);
        rest < 0.0
    };
    shares.iter().position(passes).unwrap_or(shares.len() - 1)
}

/// The rank at which the sum of 1, ½, ¼, … passes a number.
fn rank_at(mut rest: f64, count: usize) -> usize {
    let (mut rank, mut share) = (0, 1.0);
    while rest >= share && rank + 1 < count {
        (rest, share, rank) = (rest - share, share * 0.5, rank + 1);
    }
    rank
}

/// The place of the best value but so many; of equal ones the first.
fn nth_best(count: usize, rank: usize, value: impl Fn(usize) -> f32) -> usize {
    let mut last: Option<usize> = None;
    for _ in 0..=rank {
        let comes_after =
            |place: usize, last: usize| value(place) < value(last) || (value(place) == value(last) && place > last);
        let left = (0..count).filter(|&place| last.is_none_or(|last| comes_after(place, last)));
        let best = left.reduce(|best, place| if value(place) > value(best) { place } else { best });
        last = best.or(last);
    }
    last.unwrap_or(0)
}

impl Term for Urgency {
    fn needs(&self) -> Needs {
        Needs::SQUARES | Needs::MEAN
    }

    fn apply(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]) {
        if node.visits < self.from as f32 {
            return scores.fill(f32::INFINITY);
        }
        let drawn = self.draw(node, rng, scores);
        scores[drawn] = f32::INFINITY;
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::select::{Formula, Mean, Nothing, pick};
    use crate::testing::{grow, root_visits};
    use crate::tree::Children;
    use katsura_game::toy::ToyGame;

    fn counts(rule: Urgency, visits: f32, children: &Children) -> Vec<u32> {
        let node = NodeView::new(visits, children);
        let rule = Formula { value: Mean, explore: rule, bias: Nothing, unvisited: Nothing };
        let (mut rng, mut scores, mut counts) = (Rng::new(4), Vec::new(), vec![0; children.len()]);
        for _ in 0..100_000 {
            counts[pick(&rule, &node, &mut rng, &mut scores)] += 1;
        }
        counts
    }

    /// 24 simulations each with a variance of 5/24: (24·5/24 + 1)/25 = 0.24, and 0.24/24 = 0.01. √(2·0.02) = 0.2, so that the worse child has
    /// e^(−2.4·0.2/0.2) + (0.1 + ½)/2 = 0.0907180 + 0.3, and the better one 1 + (0.1 + 1)/2: 0.3907180/1.9407180 = 0.2013266.
    #[test]
    fn children_are_drawn_by_the_urgencies_worked_out_by_hand() {
        let squares = vec![0.36 + 5.0 / 24.0, 0.64 + 5.0 / 24.0];
        let mean = vec![0.6, 0.8];
        let children =
            Children { mean_square: squares.clone(), mean: mean.clone(), ..Children::of(&[24.0, 24.0], &[0.6, 0.8]) };
        let even = counts(Urgency::default(), 81.0, &children);
        // standard deviation 127
        assert!(even[0].abs_diff(20_133) < 500, "{even:?}");
        // a backup rule that sees the better one at 0.9: e^(−2.4·0.3/0.2) = 0.0273237, 0.3273237/1.8773237 = 0.1743565; the variances stay
        let children = Children { mean_square: squares, mean, ..Children::of(&[24.0, 24.0], &[0.6, 0.9]) };
        let ahead = counts(Urgency::default(), 81.0, &children);
        assert!(ahead[0].abs_diff(17_436) < 500, "{ahead:?}");
    }

    /// 2000 simulations with a variance of 0.24: (480 + 1)/2001 = 0.2403798, divided by 500 inside the tree and by 2000 outside.
    #[test]
    fn an_internal_child_is_never_as_certain_as_so_many_independent_games() {
        let variance = |from: u32| Urgency { from, ..Urgency::default() }.variance(2000.0, 0.4, 0.4);
        assert!((variance(81) - 0.000_480_76).abs() < 1e-8 && (variance(10_000) - 0.000_120_19).abs() < 1e-8);
        // one game whose result is its mean, and the virtual one: (0 + 1)/2
        assert_eq!(Urgency::default().variance(1.0, 0.5, 0.25), 0.5);
        assert_eq!(Urgency::default().variance(0.0, 0.5, 0.25), 1.0);
    }

    /// Equal values: each has 1 + 0.1/4 + 2⁻ⁱ/4, of 4 + 0.1 + 1.875/4 = 4.56875.
    #[test]
    fn among_equals_the_first_ranks_are_drawn_more_often() {
        let children = Children { mean_square: vec![0.25; 4], mean: vec![0.5; 4], ..Children::of(&[30.0; 4], &[0.5; 4]) };
        let counts = counts(Urgency::default(), 120.0, &children);
        for (place, share) in [1.275, 1.15, 1.0875, 1.056_25].into_iter().enumerate() {
            let expected = 100_000.0 * share / 4.568_75;
            assert!((f64::from(counts[place]) - expected).abs() < 600.0, "{place}: {counts:?} {expected}");
        }
    }

    #[test]
    fn in_an_external_node_all_children_have_equal_chances() {
        let children =
            Children { mean_square: vec![1.0, 0.0], mean: vec![1.0, 0.0], ..Children::of(&[40.0, 40.0], &[1.0, 0.0]) };
        let counts = counts(Urgency::default(), 80.0, &children);
        assert!(counts[0].abs_diff(50_000) < 700, "{counts:?}");
    }

    #[test]
    fn the_best_move_is_found_and_no_move_is_given_up() {
        let game: ToyGame = "(0: [1 0] [0 1] [0 1] [0 1])".parse().unwrap();
        let search =
            grow(&game, "[search.select]\nexplore = { kind = 'urgency', from = 4 }\nunvisited = { kind = 'none' }", 4000);
        let visits = root_visits(&search);
        // ε of the others: (0.1 + ½)/4, (0.1 + ¼)/4, (0.1 + ⅛)/4 of 1 + (0.4 + 1.875)/4 = 1.56875
        let share = |rank: i32| 4000.0 * (0.1 + 1.0 / f64::from(1 << rank)) / 4.0 / 1.568_75;
        for (place, rank) in [(1, 1), (2, 2), (3, 3)] {
            assert!((f64::from(visits[place]) - share(rank)).abs() < 100.0, "{visits:?}");
        }
    }
}
