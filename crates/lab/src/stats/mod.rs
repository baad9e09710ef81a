//! Statistics of matches: every number that leaves the laboratory comes with an interval from here.
//!
//! | question | answer |
//! |---|---|
//! | how sure is this share of independent games? | [`wilson`], [`clopper_pearson`], [`jeffreys`] |
//! | how sure is the score of a match of pairs? | [`gaffke`] (honest everywhere, the one to report), [`pair_variance`], [`bootstrap`] |
//! | the same, looked at after every pair? | [`confidence_sequence`] |
//! | which of two hypotheses, with few games? | [`Gsprt`] |
//! | how much stronger? | [`elo`] |
//! | how many games do I need? | [`plan`] |
//! | does our figure agree with the published one? | [`judge`] |
//! | who is best of many? | [`bradley_terry`], [`holm`] |
//! | the mean of anything | [`Moments`], [`Sums`] |
//!
//! The unit of a match is the pair: two games from one opening with seats swapped. The two games of a pair are not
//! independent, pairs are; so everything about matches takes [`PairCounts`].
//!
//! ```
//! use katsura_lab::stats::{Level, PairCounts, gaffke, elo};
//! let pairs = PairCounts::new([4, 9, 40, 22, 15]); // LL, LD, DD+WL, WD, WW
//! let interval = gaffke(&pairs.histogram(), Level::P95);
//! assert!(interval.contains(pairs.score()) && interval.low > 0.5);
//! assert!(elo::logistic_interval(interval).low > 0.0);
//! ```

mod bootstrap;
pub mod bradley_terry;
mod clopper_pearson;
pub mod confidence_sequence;
mod difference;
pub mod elo;
mod figure;
mod gaffke;
mod gsprt;
mod holm;
mod interval;
mod jeffreys;
mod matrix;
mod moments;
mod pair_variance;
mod pairs;
pub mod plan;
mod quantile;
mod sample;
mod verdict;
mod wilson;

pub use bootstrap::bootstrap;
pub use clopper_pearson::clopper_pearson;
pub use difference::difference;
pub use elo::EloModel;
pub use figure::{Figure, Precision};
pub use gaffke::{gaffke, gaffke_p_value};
pub use gsprt::{BadGsprt, Decision, Gsprt};
pub use holm::holm;
pub use interval::{Interval, Level, Measured};
pub use jeffreys::jeffreys;
pub use moments::{Moments, Sums};
pub use pair_variance::pair_variance;
pub use pairs::{Histogram, PairCounts};
pub use sample::{Design, Sample};
pub use verdict::{Claim, Judgement, Side, SideJudgement, Size, SizeJudgement, judge};
pub use wilson::wilson;
