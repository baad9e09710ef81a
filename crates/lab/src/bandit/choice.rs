//! The largest of some scores, ties broken uniformly.

use katsura_game::Rng;

/// The index of the largest score, each of the largest with the same probability. NaN is never the largest.
///
/// # Panics
/// In debug builds, if there are no scores.
pub(super) fn argmax(scores: &[f64], rng: &mut Rng) -> usize {
    debug_assert!(!scores.is_empty(), "nothing to choose from");
    let most = maximum(scores);
    let first = scores.iter().position(|&score| score == most).unwrap_or(0);
    if !scores[first + 1..].contains(&most) {
        return first;
    }
    let ties = scores.iter().filter(|&&score| score == most).count();
    let mut largest = scores.iter().enumerate().filter(|(_, score)| **score == most);
    largest.nth(rng.index(ties)).map_or(first, |(index, _)| index)
}

/// The largest score.
pub(super) fn maximum(scores: &[f64]) -> f64 {
    maximum_by(scores, |score| score)
}

/// The largest of a function of the scores, in eight lanes that the compiler can compare at once.
#[inline]
pub(super) fn maximum_by(scores: &[f64], function: impl Fn(f64) -> f64) -> f64 {
    let mut lanes = [f64::NEG_INFINITY; 8];
    let (chunks, rest) = scores.as_chunks::<8>();
    for chunk in chunks {
        for lane in 0..8 {
            lanes[lane] = larger(lanes[lane], function(chunk[lane]));
        }
    }
    let rest = rest.iter().fold(f64::NEG_INFINITY, |most, &score| larger(most, function(score)));
    lanes.iter().fold(rest, |most, &score| larger(most, score))
}

#[inline]
fn larger(most: f64, score: f64) -> f64 {
    if score > most { score } else { most }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{prop, prop_assert_eq, proptest};

    #[test]
    fn ties_are_broken_uniformly() {
        let mut rng = Rng::new(1);
        let mut counts = [0; 4];
        for _ in 0..30_000 {
            counts[argmax(&[1.0, 3.0, 3.0, 3.0], &mut rng)] += 1;
        }
        assert_eq!(counts[0], 0);
        assert!(counts[1..].iter().all(|&count: &i32| (count - 10_000).abs() < 400), "{counts:?}");
    }

    #[test]
    fn all_minus_infinity_is_a_tie_and_nan_never_wins() {
        let mut rng = Rng::new(2);
        assert!((0..100).any(|_| argmax(&[f64::NEG_INFINITY; 3], &mut rng) == 2));
        assert_eq!(argmax(&[f64::NAN, 1.0], &mut rng), 1);
    }

    proptest! {
        #[test]
        fn maximum_and_choice_are_those_of_a_plain_loop(scores in prop::collection::vec(-5i32..50, 1..40)) {
            let scores: Vec<f64> = scores.into_iter().map(f64::from).collect();
            let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert_eq!(maximum(&scores), most);
            prop_assert_eq!(scores[argmax(&scores, &mut Rng::new(1))], most);
        }
    }
}
