//! The arms: where their means come from and what a pull gives.

use super::sample;
use katsura_game::Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of bandit problem, from which instances are drawn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bandit {
    /// Where the means of the arms come from.
    pub means: Means,
    /// What a pull of an arm gives.
    pub reward: Reward,
}

/// Where the means of the arms come from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Means {
    /// Independent and uniform in [0, 1].
    Uniform {
        /// How many arms.
        arms: usize,
    },
    /// Uniform numbers r rounded to round(parts·r)/parts. With twelve parts the best arm has mean 1 in 74 % of instances of
    /// 32 arms: this is how the data behind the figures of [tolpin2012] were made, though the paper says uniform.
    Rounded {
        /// How many arms.
        arms: usize,
        /// How many parts the range is cut into.
        #[serde(default = "twelve")]
        parts: u32,
    },
    /// The same given means in every instance.
    Given {
        /// The means, one for each arm.
        means: Vec<f64>,
    },
}

fn twelve() -> u32 {
    12
}

/// What a pull of an arm with a given mean gives.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Reward {
    /// 1 with probability mean, otherwise 0.
    Bernoulli,
    /// A Beta number with parameters mean·precision and (1 − mean)·precision.
    Beta {
        /// The sum of the two parameters: large values keep rewards near the mean.
        precision: f64,
    },
    /// A normal number; it may leave [0, 1].
    Gaussian {
        /// The standard deviation.
        sd: f64,
    },
}

impl Means {
    /// How many arms.
    pub fn arms(&self) -> usize {
        match self {
            Means::Uniform { arms } | Means::Rounded { arms, .. } => *arms,
            Means::Given { means } => means.len(),
        }
    }

    /// Draws the means of an instance.
    pub(super) fn draw(&self, rng: &mut Rng, means: &mut Vec<f64>) {
        means.clear();
        match self {
            Means::Uniform { arms } => means.extend((0..*arms).map(|_| rng.unit())),
            Means::Rounded { arms, parts } => {
                let parts = f64::from(*parts);
                means.extend((0..*arms).map(|_| (parts * rng.unit()).round() / parts));
            }
            Means::Given { means: given } => means.extend_from_slice(given),
        }
    }

    pub(super) fn problem(&self) -> Option<&'static str> {
        match self {
            _ if self.arms() == 0 => Some("a bandit needs at least one arm"),
            _ if self.arms() > 1_000_000 => Some("a bandit has at most a million arms"),
            Means::Rounded { parts: 0, .. } => Some("the range of means must be cut into at least one part"),
            Means::Given { means } if means.iter().any(|mean| !mean.is_finite()) => Some("given means must be numbers"),
            _ => None,
        }
    }
}

impl Reward {
    /// Pulls an arm of this mean.
    #[inline]
    pub(super) fn pull(&self, mean: f64, rng: &mut Rng) -> f64 {
        match *self {
            Reward::Bernoulli => f64::from(u8::from(rng.chance(mean))),
            Reward::Beta { precision } => sample::beta(mean * precision, (1.0 - mean) * precision, rng),
            Reward::Gaussian { sd } => mean + sd * sample::normal(rng),
        }
    }

    pub(super) fn problem(&self, means: &Means) -> Option<&'static str> {
        let shares = |means: &[f64]| means.iter().all(|mean| (0.0..=1.0).contains(mean));
        match (self, means) {
            (Reward::Beta { precision }, _) if !(*precision > 0.0 && precision.is_finite()) => {
                Some("the precision of Beta rewards must be positive")
            }
            (Reward::Gaussian { sd }, _) if !(*sd >= 0.0 && sd.is_finite()) => {
                Some("the standard deviation of Gaussian rewards must not be negative")
            }
            (Reward::Bernoulli | Reward::Beta { .. }, Means::Given { means }) if !shares(means) => {
                Some("means of Bernoulli and Beta arms must lie between 0 and 1")
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Moments;

    fn drawn(means: &Means, times: u32) -> Vec<f64> {
        let (mut rng, mut buffer) = (Rng::new(3), Vec::new());
        (0..times)
            .flat_map(|_| {
                means.draw(&mut rng, &mut buffer);
                buffer.clone()
            })
            .collect()
    }

    #[test]
    fn rounded_means_are_twelfths_with_half_weight_at_the_ends() {
        let all = drawn(&Means::Rounded { arms: 32, parts: 12 }, 3000);
        assert!(all.iter().all(|mean| (mean * 12.0 - (mean * 12.0).round()).abs() < 1e-12));
        let share = |value: f64| all.iter().filter(|&&mean| mean == value).count() as f64 / all.len() as f64;
        // 96,000 draws: a standard error of 0.0006 at 1/24 and 0.0009 at 1/12
        assert!((share(1.0) - 1.0 / 24.0).abs() < 0.003 && (share(0.0) - 1.0 / 24.0).abs() < 0.003);
        assert!((share(0.25) - 1.0 / 12.0).abs() < 0.004);
    }

    #[test]
    fn rewards_have_the_mean_and_spread_that_was_asked_for() {
        let mut rng = Rng::new(4);
        // Beta(3.5, 1.5): variance ab/((a + b)²(a + b + 1)) = 5.25/(25·6)
        let table = [
            (Reward::Bernoulli, 0.21),
            (Reward::Beta { precision: 5.0 }, 5.25 / 150.0),
            (Reward::Gaussian { sd: 0.3 }, 0.09),
        ];
        for (reward, variance) in table {
            let moments: Moments = (0..50_000).map(|_| reward.pull(0.7, &mut rng)).collect();
            assert!((moments.mean() - 0.7).abs() < 4.5 * moments.standard_error(), "{reward:?}");
            assert!((moments.variance() / variance - 1.0).abs() < 0.03, "{reward:?}");
        }
    }

    #[test]
    fn certain_arms_always_give_their_mean() {
        let mut rng = Rng::new(5);
        for reward in [Reward::Bernoulli, Reward::Beta { precision: 2.0 }] {
            assert!((0..100).all(|_| reward.pull(0.0, &mut rng) == 0.0 && reward.pull(1.0, &mut rng) == 1.0), "{reward:?}");
        }
    }
}
