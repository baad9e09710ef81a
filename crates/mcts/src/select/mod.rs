//! Choosing the child to descend into. Selection sees numbers, not games: it is compiled once for all of them.
//!
//! Most rules are a [`Formula`]: value + exploration + bias, and a rule for children without visits. Each slot is a [`Term`] in a
//! file of its own; [`AnyFormula`] takes its terms from a configuration. A rule that is no sum implements [`Select`] itself.
//!
//! | file | technique |
//! |---|---|
//! | `mean.rs` | the mean reward |
//! | `ucb1.rs` | UCB1 exploration in its named forms |
//! | `unvisited.rs` | try all first, first-play urgency |
//! | `any.rs` | the choice of terms as data |

mod any;
mod formula;
mod mean;
mod ucb1;
mod unvisited;

pub use any::{AnyBias, AnyExplore, AnyFormula, AnyRoot, AnySelect, AnyUnvisited, AnyValue};
pub use formula::{Formula, Nothing, Term};
pub use mean::Mean;
pub use ucb1::{Ucb1, Ucb1Form};
pub use unvisited::{FirstPlay, TryAll};

use crate::needs::Needs;
use crate::tree::NodeView;
use katsura_game::Rng;

/// Scores the children of a node; the search descends into the best.
pub trait Select: Send + Sync {
    /// The statistics the rule reads.
    fn needs(&self) -> Needs {
        Needs::NONE
    }

    /// Writes a score for each child: the highest is chosen, equal ones with equal chances. `f32::INFINITY` means "must be
    /// tried", `f32::NEG_INFINITY` "must not".
    fn score(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]);
}

/// The child a rule chooses. `scores` is scratch space.
///
/// ```
/// use katsura_game::Rng;
/// use katsura_mcts::select::{Formula, Mean, Nothing, TryAll, Ucb1, pick};
/// use katsura_mcts::tree::{Children, NodeView};
///
/// let children = Children::of(&[10.0, 5.0, 0.0], &[0.9, 0.2, 0.0]);
/// let node = NodeView { visits: 15.0, children: &children };
/// let ucb1 = Formula { value: Mean, explore: Ucb1::default(), bias: Nothing, unvisited: TryAll };
/// assert_eq!(pick(&ucb1, &node, &mut Rng::new(1), &mut Vec::new()), 2);
/// ```
#[inline]
pub fn pick(select: &impl Select, node: &NodeView<'_>, rng: &mut Rng, scores: &mut Vec<f32>) -> usize {
    scores.clear();
    scores.resize(node.children.len(), 0.0);
    select.score(node, rng, scores);
    argmax(scores, rng)
}

/// The place of the largest score; equal ones with equal chances.
#[inline]
pub fn argmax(scores: &[f32], rng: &mut Rng) -> usize {
    debug_assert!(!scores.is_empty() && scores.iter().all(|score| !score.is_nan()), "scores are numbers");
    let best = scores.iter().fold(f32::NEG_INFINITY, |best, &score| if score > best { score } else { best });
    let ties = scores.iter().map(|&score| u32::from(score == best)).sum::<u32>();
    let skip = if ties == 1 { 0 } else { rng.below(ties) as usize };
    let mut places = scores.iter().enumerate().filter(|&(_, &score)| score == best).map(|(place, _)| place);
    places.nth(skip).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_score_wins_wherever_it_stands() {
        let mut rng = Rng::new(1);
        for place in 0..5 {
            let mut scores = [0.25; 5];
            scores[place] = 0.75;
            assert_eq!(argmax(&scores, &mut rng), place);
        }
        assert_eq!(argmax(&[f32::NEG_INFINITY, 0.0, f32::INFINITY], &mut rng), 2);
        assert_eq!(argmax(&[f32::NEG_INFINITY], &mut rng), 0);
    }

    #[test]
    fn ties_are_broken_fairly() {
        let mut rng = Rng::new(2);
        let mut counts = [0; 4];
        for _ in 0..9000 {
            counts[argmax(&[1.0, 0.0, 1.0, 1.0], &mut rng)] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!([0, 2, 3].iter().all(|&i| (2800..3200).contains(&counts[i])), "{counts:?}");
    }
}
