//! Rules that end a match before its last game, and what they say.

use crate::stats::{Decision, Gsprt, Interval, Level, PairCounts, confidence_sequence};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fmt;

/// What may end a match before its last game; both look after every pair.
///
/// ```
/// use katsura_lab::matches::{StopRule, Stopped};
/// use katsura_lab::stats::PairCounts;
/// let rule = StopRule { width: Some(0.2), ..StopRule::default() };
/// assert_eq!(rule.stopped(&PairCounts::new([1, 0, 0, 0, 1])), None);
/// assert_eq!(rule.stopped(&PairCounts::new([0, 0, 0, 0, 500])), Some(Stopped::Width));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StopRule {
    /// A sequential test that has decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Gsprt>,
    /// An anytime-valid 95 % interval that is narrower than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
}

/// Which rule has ended a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The sequential test has decided.
    Sprt,
    /// The anytime-valid interval is narrow enough.
    Width,
}

impl Stopped {
    /// What stands beside a score or an Elo difference after such a stop.
    pub const BIASED: &str = "biased by the stop";

    /// The rule in a word.
    pub fn word(self) -> &'static str {
        match self {
            Stopped::Sprt => "sprt",
            Stopped::Width => "width",
        }
    }

    /// What to report instead of the score.
    fn remedy(self) -> &'static str {
        match self {
            Stopped::Sprt => "report the decision",
            Stopped::Width => "report the anytime-valid interval",
        }
    }
}

impl StopRule {
    /// Whether only the number of games ends the match.
    pub fn is_none(&self) -> bool {
        *self == StopRule::default()
    }

    /// The rule that ends a match after these pairs, if one does.
    pub fn stopped(&self, pairs: &PairCounts) -> Option<Stopped> {
        let decided = self.sprt.is_some_and(|test| test.decide(pairs) != Decision::Continue);
        let narrow = || self.width.is_some_and(|width| anytime(pairs).width() < width);
        if decided { Some(Stopped::Sprt) } else { narrow().then_some(Stopped::Width) }
    }

    /// What the rules say about these pairs, a sentence each, and whether they have ended the match; nothing where there are none.
    pub fn sentences(&self, pairs: &PairCounts) -> Vec<String> {
        let test = self.sprt.map(|test| {
            let ([low, high], llr) = (test.bounds(), test.deciding_llr(pairs));
            let decision = test.decide(pairs).word();
            format!("{}: {decision}; LLR {llr:.2}, bounds {low:.2} and {high:.2}", test_name(&test))
        });
        let width = self.width.map(|width| {
            let now = anytime(pairs);
            format!("anytime-valid 95 % interval {:.4} to {:.4} (asked for a width below {width})", now.low, now.high)
        });
        let end = (!self.is_none()).then(|| self.end(pairs));
        test.into_iter().chain(width).chain(end).collect()
    }

    fn end(&self, pairs: &PairCounts) -> String {
        let games = pairs.games();
        match self.stopped(pairs) {
            Some(stopped) => {
                let (word, biased, remedy) = (stopped.word(), Stopped::BIASED, stopped.remedy());
                format!("stopped by --{word} after {games} games that count: the score and the Elo are {biased}, {remedy}")
            }
            None => format!("not stopped by it: {games} games count"),
        }
    }

    /// What the rules say about these pairs, as JSON.
    pub fn document(&self, pairs: &PairCounts) -> Map<String, Value> {
        let test = self.sprt.map(|test| {
            let decision = test.decide(pairs).word();
            json!({ "elo": [test.elo0, test.elo1], "decision": decision, "llr": test.deciding_llr(pairs), "bounds": test.bounds() })
        });
        let interval = (!self.is_none()).then(|| anytime(pairs)).map(|interval| [interval.low, interval.high]);
        let stopped = self.stopped(pairs);
        let document = json!({
            "sprt": test,
            "width": self.width,
            "anytime_interval_95": interval,
            "stopped_by": stopped.map(Stopped::word),
            "biased_by_stop": stopped.is_some(),
        });
        document.as_object().cloned().unwrap_or_default()
    }
}

impl fmt::Display for StopRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width.map(|width| format!("anytime-valid 95 % interval narrower than {width}"));
        let parts: Vec<String> = self.sprt.as_ref().map(test_name).into_iter().chain(width).collect();
        f.write_str(&if parts.is_empty() { "number of games".to_string() } else { parts.join(" or ") })
    }
}

fn test_name(test: &Gsprt) -> String {
    format!("sequential test between {} and {} normalised Elo", test.elo0, test.elo1)
}

/// The interval that holds however often one looks.
pub(crate) fn anytime(pairs: &PairCounts) -> Interval {
    confidence_sequence::interval(&pairs.histogram(), Level::P95)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::EloModel;

    #[test]
    fn a_rule_says_whether_it_has_ended_the_match_and_what_to_report() {
        let sprt = Gsprt::new(EloModel::Normalised, [0.0, 50.0]).ok();
        let rule = StopRule { sprt, width: None };
        let even = rule.sentences(&PairCounts::new([1, 0, 1, 0, 1])).join("\n");
        assert!(even.contains("undecided; LLR ") && even.ends_with("not stopped by it: 6 games count"), "{even}");
        let won = PairCounts::new([0, 0, 10, 0, 200]);
        let told = rule.sentences(&won).join("\n");
        assert!(told.contains("between 0 and 50 normalised Elo: high; LLR "), "{told}");
        assert!(
            told.ends_with("after 420 games that count: the score and the Elo are biased by the stop, report the decision"),
            "{told}"
        );
        let document = rule.document(&won);
        assert_eq!((&document["stopped_by"], &document["biased_by_stop"]), (&"sprt".into(), &true.into()));
        assert_eq!((StopRule::default().sentences(&won), StopRule::default().stopped(&won)), (vec![], None));
    }

    #[test]
    fn a_rule_survives_a_manifest() {
        let rule = StopRule { sprt: Gsprt::new(EloModel::Normalised, [-5.0, 5.0]).ok(), width: Some(0.1) };
        let written = serde_json::to_string(&rule).unwrap();
        assert_eq!(serde_json::from_str::<StopRule>(&written).unwrap(), rule);
        assert_eq!(
            rule.to_string(),
            "sequential test between -5 and 5 normalised Elo or anytime-valid 95 % interval narrower than 0.1"
        );
        assert_eq!(serde_json::to_string(&StopRule::default()).unwrap(), "{}");
    }
}
