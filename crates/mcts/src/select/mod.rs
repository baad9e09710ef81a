//! Choosing the child to descend into. Selection sees numbers, not games: it is compiled once for all of them.
//!
//! Most rules are a [`Formula`]: value + exploration + bias, and a rule for children without visits. Each slot is a [`Term`]
//! in a file of its own; [`AnyFormula`] takes its terms from a configuration. A rule that is no sum implements [`Select`]
//! itself.
//!
//! | file | technique |
//! |---|---|
//! | `mean.rs` | the mean reward |
//! | `amaf.rs` | AMAF, α-AMAF |
//! | `rave.rs` | RAVE with its schedules |
//! | `grave.rs` | GRAVE |
//! | `heuristic_rave.rs` | RAVE whose values start with the game's knowledge |
//! | `ucb1.rs` | UCB1 exploration in its named forms |
//! | `ucb1_tuned.rs` | UCB1-Tuned and the general form with variance |
//! | `ucb_v.rs` | UCB-V, and Bernstein's bound as used for Havannah |
//! | `ucb_scaled.rs` | UCB1 for costs, on any scale |
//! | `ucb_sqrt.rs` | UCB√ |
//! | `scale.rs` | in which units a constant is |
//! | `epsilon_greedy.rs` | ε-greedy |
//! | `half_greedy.rs` | ½-greedy |
//! | `even.rs` | equal shares |
//! | `thompson.rs` | Thompson sampling |
//! | `urgency.rs` | the urgencies of Crazy Stone |
//! | `single_player.rs` | single-player MCTS |
//! | `progressive_bias.rs` | progressive bias |
//! | `unvisited.rs` | try all first, first-play urgency |
//! | `groups.rs` | move groups |
//! | `uniform.rs` | equal chances |
//! | `voi.rs` | value of information at the root |
//! | `voi_plus.rs` | the same by a tighter bound |
//! | `any.rs` | the choice of terms as data |

mod amaf;
mod any;
mod epsilon_greedy;
mod even;
mod formula;
mod grave;
mod groups;
mod half_greedy;
mod heuristic_rave;
mod mean;
mod progressive_bias;
mod rave;
mod scale;
mod single_player;
mod thompson;
mod ucb1;
mod ucb1_tuned;
mod ucb_scaled;
mod ucb_sqrt;
mod ucb_v;
mod uniform;
mod unvisited;
mod urgency;
mod voi;
mod voi_plus;

pub use amaf::{AlphaAmaf, Amaf};
pub use any::{AnyBias, AnyExplore, AnyFormula, AnyGroups, AnyRoot, AnySelect, AnyUnvisited, AnyValue};
pub use epsilon_greedy::EpsilonGreedy;
pub use even::Even;
pub use formula::{Formula, Nothing, Term, TermTraits};
pub use grave::Grave;
pub use groups::{MAX_GROUPS, MoveGroups};
pub use half_greedy::HalfGreedy;
pub use heuristic_rave::HeuristicRave;
pub use mean::Mean;
pub use progressive_bias::{Fading, ProgressiveBias};
pub use rave::{Count, Equivalence, HandSelected, Linear, MinimumMse, Mixing, Rave, Schedule};
pub use scale::ExploreScale;
pub use single_player::SinglePlayer;
pub use thompson::Thompson;
pub use ucb_scaled::UcbScaled;
pub use ucb_sqrt::UcbSqrt;
pub use ucb_v::{Bernstein, UcbV};
pub use ucb1::{Ucb1, Ucb1Form};
pub use ucb1_tuned::Ucb1Tuned;
pub use uniform::Uniform;
pub use unvisited::{FirstPlay, TryAll};
pub use urgency::Urgency;
pub use voi::{Divisor, Voi, VoiForm};
pub use voi_plus::VoiPlus;

use crate::needs::Needs;
use crate::techniques::Technique;
use crate::tree::NodeView;
use katsura_game::Rng;

/// The lines of this kind on the page of techniques.
pub(crate) const TECHNIQUES: &[&[Technique]] = &[
    ucb1_tuned::TECHNIQUES,
    ucb1::TECHNIQUES,
    ucb_v::TECHNIQUES,
    ucb_scaled::TECHNIQUES,
    ucb_sqrt::TECHNIQUES,
    epsilon_greedy::TECHNIQUES,
    half_greedy::TECHNIQUES,
    thompson::TECHNIQUES,
    urgency::TECHNIQUES,
    single_player::TECHNIQUES,
    even::TECHNIQUES,
    voi::TECHNIQUES,
    voi_plus::TECHNIQUES,
    unvisited::TECHNIQUES,
    groups::TECHNIQUES,
    progressive_bias::TECHNIQUES,
    amaf::TECHNIQUES,
    rave::TECHNIQUES,
    grave::TECHNIQUES,
];

/// What a search must know of a selection rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SelectTraits {
    /// The AMAF values that [`score`](Select::score) sees are those of the nearest node above, or of the node itself, with
    /// at least this many visits; 0 for the node's own.
    pub reference: u32,
    /// How many visits every child gets, those with fewer being chosen with equal chances, before a score counts; 0 if
    /// scores always count. The search does not ask for scores before. A rule that draws random numbers while it scores says
    /// 0.
    pub trials: u32,
    /// The rule reads how large the game's units are ([`NodeView::measure`]).
    pub measures: bool,
    /// When the rule, at the root, is asked whether it [asks to stop](Select::should_stop); `None` for never.
    pub stopping: Option<Stopping>,
}

/// Scores the children of a node; the search descends into the best.
pub trait Select: Send + Sync {
    /// The statistics the rule reads.
    fn needs(&self) -> Needs {
        Needs::NONE
    }

    /// Writes a score for each child: the highest is chosen, equal ones with equal chances. `f32::INFINITY` means "must be
    /// tried", `f32::NEG_INFINITY` "must not".
    fn score(&self, node: &NodeView<'_>, rng: &mut Rng, scores: &mut [f32]);

    /// What a search must know of the rule. Asked once, before the first simulation.
    fn traits(&self) -> SelectTraits {
        SelectTraits::default()
    }

    /// Whether the rule sees no use in more simulations from this root. The search then ends before its budget is spent.
    fn should_stop(&self, _root: &NodeView<'_>) -> bool {
        false
    }
}

/// How a rule at the root may end a search early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopping {
    /// Simulations between two questions, rounded up to a multiple of 16.
    pub interval: u64,
    /// Whether the simulations left over are added to the budget of the next move.
    pub carry_over: bool,
}

/// The variance of rewards with this mean and this mean square; never below zero, whatever rounding does.
#[inline]
fn variance(mean: f32, mean_square: f32) -> f32 {
    (mean_square - mean * mean).max(0.0)
}

/// The child a rule chooses. `scores` is scratch space.
///
/// ```
/// use katsura_game::Rng;
/// use katsura_mcts::select::{Formula, Mean, Nothing, TryAll, Ucb1, pick};
/// use katsura_mcts::tree::{Children, NodeView};
///
/// let children = Children::of(&[10.0, 5.0, 0.0], &[0.9, 0.2, 0.0]);
/// let node = NodeView::new(15.0, &children);
/// let ucb1 = Formula { value: Mean, explore: Ucb1::default(), bias: Nothing, unvisited: TryAll::default() };
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
    if scores.len() < BLOCK {
        return argmax_of_few(scores, rng);
    }
    let best = largest(scores);
    any_place(scores, |score| score == best, rng).unwrap_or(0)
}

/// As [`argmax`], in one pass.
#[inline]
fn argmax_of_few(scores: &[f32], rng: &mut Rng) -> usize {
    let (mut best, mut at, mut equal) = (f32::NEG_INFINITY, 0, 0);
    for (place, &score) in scores.iter().enumerate() {
        let is_larger = score > best;
        equal = if is_larger { 1 } else { equal + u32::from(score == best) };
        at = if is_larger { place } else { at };
        best = if is_larger { score } else { best };
    }
    match equal {
        0 | 1 => at,
        _ => nth_place(scores, |score| score == best, rng.below(equal)),
    }
}

/// Numbers that are looked at together: the compiler makes a few vectors of them.
const BLOCK: usize = 16;

fn largest(scores: &[f32]) -> f32 {
    let larger = |best: f32, score: f32| if score > best { score } else { best };
    let (blocks, rest) = scores.as_chunks::<BLOCK>();
    let mut best = [f32::NEG_INFINITY; BLOCK];
    for block in blocks {
        best = std::array::from_fn(|lane| larger(best[lane], block[lane]));
    }
    best.iter().chain(rest).fold(f32::NEG_INFINITY, |best, &score| larger(best, score))
}

/// The place of a number that is wanted, each with equal chances; `None` if none is.
#[inline]
pub(crate) fn any_place(numbers: &[f32], is_wanted: impl Fn(f32) -> bool, rng: &mut Rng) -> Option<usize> {
    let (mut wanted, mut sum_of_places) = (0, 0);
    for (place, &number) in (0u32..).zip(numbers) {
        wanted += u32::from(is_wanted(number));
        sum_of_places += if is_wanted(number) { place } else { 0 };
    }
    match wanted {
        0 => None,
        1 => Some(sum_of_places as usize),
        _ => Some(nth_place(numbers, is_wanted, rng.below(wanted))),
    }
}

/// The place of the wanted number before which this many others are wanted.
fn nth_place(numbers: &[f32], is_wanted: impl Fn(f32) -> bool, mut skip: u32) -> usize {
    let mut start = 0;
    for block in numbers.as_chunks::<BLOCK>().0 {
        let here = block.iter().map(|&number| u32::from(is_wanted(number))).sum();
        if skip < here {
            break;
        }
        skip -= here;
        start += BLOCK;
    }
    let mut places = (start..numbers.len()).filter(|&place| is_wanted(numbers[place]));
    places.nth(skip as usize).unwrap_or(start)
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

    /// The slow twin: one score after the other.
    fn argmax_one_by_one(scores: &[f32], rng: &mut Rng) -> usize {
        let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let places: Vec<usize> = (0..scores.len()).filter(|&place| scores[place] == best).collect();
        places[if places.len() == 1 { 0 } else { rng.index(places.len()) }]
    }

    #[test]
    fn blocks_of_scores_are_the_scores_one_by_one() {
        let mut draw = Rng::new(3);
        let (mut rng, mut twin) = (Rng::new(4), Rng::new(4));
        for round in 0..20_000 {
            let kinds = [1, 2, 5, 1000][round % 4];
            let score = |draw: &mut Rng| match draw.below(kinds) {
                0 => [f32::NEG_INFINITY, f32::INFINITY, -0.0, 0.0][draw.index(4)],
                other => other as f32 / 7.0,
            };
            let scores: Vec<f32> = (0..1 + draw.index(100)).map(|_| score(&mut draw)).collect();
            assert_eq!(argmax(&scores, &mut rng), argmax_one_by_one(&scores, &mut twin), "{scores:?}");
        }
        assert_eq!(rng, twin, "the same numbers are drawn");
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
