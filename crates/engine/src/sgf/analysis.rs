//! What a search thought of the positions of a record.
//!
//! There is no standard for it in SGF. A record carries Black's winning chance in `SBKV`, which Sabaki draws, and anything
//! worth reading in comments; everything else goes into a file beside it, `NAME.analysis.json`.

use super::{GameRecord, NodeId};
use crate::Color;
use katsura_games::GameSpec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the format; raised whenever a field changes its meaning or goes away.
pub const ANALYSIS_VERSION: u32 = 1;

/// A file of analyses of one game.
///
/// ```
/// use katsura_engine::sgf::{AnalysisFile, GameRecord};
/// use katsura_games::GameSpec;
/// let spec = GameSpec::named("tic-tac-toe").unwrap();
/// let text = r#"{"version": 1, "game": {"name": "tic-tac-toe"}, "player": "uct", "positions":
///     [{"moves": ["b2"], "to_move": "white", "black_win_rate": 0.75, "simulations": 100, "candidates": []}]}"#;
/// let file = AnalysisFile::from_json(text).unwrap();
/// let mut record = GameRecord::from_moves(&spec, &["b2", "a1"]).unwrap();
/// assert_eq!(file.annotate(&mut record), 1);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisFile {
    /// The version of the format, [`ANALYSIS_VERSION`].
    pub version: u32,
    /// The game.
    pub game: GameSpec,
    /// Who analysed, as a player is written: a preset, a file or a command line.
    pub player: String,
    /// The positions that were analysed.
    pub positions: Vec<PositionAnalysis>,
}

/// What a search thought of one position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionAnalysis {
    /// The moves of the record that lead to the position, from the root; setups are not counted.
    pub moves: Vec<String>,
    /// Who is to move.
    pub to_move: Color,
    /// Black's chance to win, from 0 to 1.
    pub black_win_rate: f64,
    /// The simulations that were made.
    pub simulations: u64,
    /// The moves that were considered, best first.
    pub candidates: Vec<Candidate>,
}

/// A move that a search considered. Rewards are those of the player to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Visits.
    pub visits: u64,
    /// The average reward.
    pub mean: f64,
    /// The lower end of its interval.
    pub lower: f64,
    /// The upper end of its interval.
    pub upper: f64,
    /// Visits by the all-moves-as-first rule, if it was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amaf_visits: Option<u64>,
    /// The average reward by the all-moves-as-first rule, if it was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amaf_mean: Option<f64>,
    /// The expected continuation, beginning with the move.
    pub pv: Vec<String>,
}

/// Why a file of analyses could not be read.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// It is not what the format says.
    #[error("analysis file: {0}")]
    Format(#[from] serde_json::Error),
    /// It is of another version.
    #[error("analysis file: version {0}: expected {ANALYSIS_VERSION}")]
    Version(u32),
}

impl AnalysisFile {
    /// A file without positions.
    pub fn new(game: GameSpec, player: impl Into<String>) -> Self {
        AnalysisFile { version: ANALYSIS_VERSION, game, player: player.into(), positions: Vec::new() }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is not of this format or not of this version.
    pub fn from_json(text: &str) -> Result<Self, AnalysisError> {
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        let Version { version } = serde_json::from_str(text)?;
        if version != ANALYSIS_VERSION {
            return Err(AnalysisError::Version(version));
        }
        Ok(serde_json::from_str(text)?)
    }

    /// Writes a file.
    ///
    /// # Errors
    /// If a number is none that JSON has.
    pub fn to_json(&self) -> Result<String, AnalysisError> {
        Ok(serde_json::to_string_pretty(self)?)
    }

    /// Writes the winning chances into the nodes of a record; positions that the record does not have are left out. Returns
    /// how many it has.
    pub fn annotate(&self, record: &mut GameRecord) -> usize {
        let found: Vec<(NodeId, f64)> = self
            .positions
            .iter()
            .filter_map(|position| {
                let moves = position.moves.iter().map(String::as_str);
                record.find(record.steps.root(), moves).map(|node| (node, position.black_win_rate))
            })
            .collect();
        for &(node, rate) in &found {
            record.steps[node].black_win_rate = Some(rate.clamp(0.0, 1.0));
        }
        found.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> AnalysisFile {
        let game = GameSpec::named("tic-tac-toe").unwrap();
        let candidate = Candidate {
            mv: "a1".into(),
            visits: 60,
            mean: 0.25,
            lower: 0.15,
            upper: 0.37,
            amaf_visits: Some(80),
            amaf_mean: None,
            pv: vec!["a1".into(), "c3".into()],
        };
        let position = PositionAnalysis {
            moves: vec!["b2".into()],
            to_move: Color::White,
            black_win_rate: 0.75,
            simulations: 100,
            candidates: vec![candidate],
        };
        AnalysisFile { positions: vec![position], ..AnalysisFile::new(game, "uct c=0.4") }
    }

    #[test]
    fn a_file_survives_json() {
        let text = file().to_json().unwrap();
        assert_eq!(AnalysisFile::from_json(&text).unwrap(), file());
        assert!(text.contains("\"move\": \"a1\"") && !text.contains("amaf_mean"));
    }

    #[test]
    fn another_version_and_unknown_fields_are_refused() {
        let text = file().to_json().unwrap();
        let error = AnalysisFile::from_json(&text.replace("\"version\": 1", "\"version\": 2")).unwrap_err();
        assert_eq!(error.to_string(), "analysis file: version 2: expected 1");
        assert!(AnalysisFile::from_json(&text.replace("pv", "line")).is_err());
        assert!(AnalysisFile::from_json("{}").is_err());
    }

    #[test]
    fn win_rates_go_into_the_nodes_and_into_sbkv() {
        let game = GameSpec::named("tic-tac-toe").unwrap();
        let mut record = GameRecord::from_moves(&game, &["b2", "a1"]).unwrap();
        assert_eq!(file().annotate(&mut record), 1);
        let text = crate::sgf::write(&[record.to_tree().unwrap()]);
        assert!(text.contains(";B[b2]SBKV[75.00];W[a1]"), "{text}");
    }

    #[test]
    fn positions_that_the_record_does_not_have_are_left_out() {
        let game = GameSpec::named("tic-tac-toe").unwrap();
        let mut record = GameRecord::from_moves(&game, &["a1"]).unwrap();
        assert_eq!(file().annotate(&mut record), 0);
    }
}
