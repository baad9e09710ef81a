//! What the Computer Go Server shows its spectators of a search: one line of JSON with each move.

use super::points::Points;
use crate::analysis::{MoveInfo, PositionReport};
use serde::Serialize;

/// How many moves are told unless the client says otherwise: the server keeps them in its records.
pub(super) const MOVES: usize = 10;

/// A position in the eyes of the player to move.
#[derive(Serialize)]
struct Position {
    winrate: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    visits: u64,
    moves: Vec<Candidate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<String>,
}

/// A move; what follows it is without the move itself. The search keeps no score of a move.
#[derive(Serialize)]
struct Candidate {
    #[serde(rename = "move")]
    mv: String,
    visits: u64,
    winrate: f64,
    prior: f64,
    pv: String,
}

/// The line of a report.
pub(super) fn line<'a>(report: &PositionReport, moves: impl Iterator<Item = &'a MoveInfo>, points: &Points) -> String {
    let root = report.root_info.as_ref();
    let candidate = |info: &MoveInfo| {
        let pv: Vec<String> = info.pv.iter().skip(1).map(|mv| points.write(mv)).collect();
        let (winrate, prior) = (rounded(info.winrate), rounded(info.prior));
        Candidate { mv: points.write(&info.mv), visits: info.visits, winrate, prior, pv: pv.join(" ") }
    };
    let position = Position {
        winrate: rounded(root.map_or(0.5, |root| root.winrate)),
        score: root.and_then(|root| root.score_lead).map(rounded),
        visits: root.map_or(0, |root| root.visits),
        moves: moves.map(candidate).collect(),
        ownership: report.ownership.as_ref().map(|cells| cells.iter().map(|&cell| letter(cell)).collect()),
    };
    serde_json::to_string(&position).unwrap_or_default()
}

/// Four digits are enough to look at.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// An owner from −1 to 1 as one of 63 letters and digits, from `A` to `+`.
fn letter(owner: f64) -> char {
    const LETTERS: &[u8; 63] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+";
    char::from(LETTERS[(owner.mul_add(31.0, 31.0)).round().clamp(0.0, 62.0) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::RootInfo;

    #[test]
    fn owners_are_letters_from_the_opponents_to_ones_own() {
        // 31·(owner + 1) is the place: 0, 15.5 → 16, 31, 46.5 → 47, 62; what lies outside counts as the end.
        assert_eq!([-1.0, -0.5, 0.0, 0.5, 1.0, 7.0].map(letter), ['A', 'Q', 'f', 'v', '+', '+']);
    }

    #[test]
    fn a_report_is_one_line_of_json() {
        let info = |mv: &str, pv: &[&str]| MoveInfo {
            mv: mv.to_string(),
            visits: 3,
            winrate: 0.123_456,
            lcb: 0.0,
            ucb: 1.0,
            prior: 0.5,
            order: 0,
            amaf_visits: None,
            amaf_winrate: None,
            pv: pv.iter().map(ToString::to_string).collect(),
        };
        let root =
            RootInfo { current_player: None, visits: 7, winrate: 0.25, score_lead: Some(-2.5), nodes: 9, tree_full: false };
        let report = PositionReport {
            move_infos: vec![info("E5", &["E5", "C3", "D4"]), info("pass", &["pass"])],
            root_info: Some(root),
            ownership: Some(vec![-1.0, 0.0, 1.0]),
            ..PositionReport::default()
        };
        assert_eq!(
            line(&report, report.move_infos.iter(), &Points::own()),
            "{\"winrate\":0.25,\"score\":-2.5,\"visits\":7,\"moves\":[\
             {\"move\":\"E5\",\"visits\":3,\"winrate\":0.1235,\"prior\":0.5,\"pv\":\"C3 D4\"},\
             {\"move\":\"pass\",\"visits\":3,\"winrate\":0.1235,\"prior\":0.5,\"pv\":\"\"}],\"ownership\":\"Af+\"}"
        );
    }
}
