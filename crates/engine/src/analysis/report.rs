//! From a search to a report.

use super::{MoveInfo, PositionReport, RootInfo, Side, ownership};
use crate::{Color, Session};
use katsura_mcts::{Analysis, MoveAnalysis};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Playouts behind an ownership: few enough for reports ten times a second.
const PLAYOUTS: u32 = 100;

/// In whose eyes win rates are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum Viewpoint {
    /// The player to move.
    #[default]
    SideToMove,
    /// Black.
    Black,
    /// White.
    White,
}

impl Viewpoint {
    fn color(self, to_move: Color) -> Color {
        match self {
            Viewpoint::SideToMove => to_move,
            Viewpoint::Black => Color::Black,
            Viewpoint::White => Color::White,
        }
    }
}

/// A report of what a session's search thinks now; id, turn number and ownership are left for the caller.
pub fn position_report(session: &mut Session, viewpoint: Viewpoint) -> PositionReport {
    let analysis = session.analysis();
    PositionReport::of(session, &analysis, viewpoint)
}

/// The moves of an analysis as they are shown: first the one that would be played, then by visits.
///
/// ```
/// use katsura_engine::{PlayerSpec, Session, analysis::best_first};
/// use katsura_games::GameSpec;
/// use katsura_mcts::{Budget, Control};
/// let player = PlayerSpec::parse("uct memory_mib=16").unwrap();
/// let mut session = Session::new(GameSpec::named("tic-tac-toe").unwrap(), player.config).unwrap();
/// session.search(&Budget::simulations(9), &Control::new());
/// let analysis = session.analysis();
/// assert_eq!(best_first(&analysis).next().map(|mv| mv.index), analysis.best);
/// ```
pub fn best_first(analysis: &Analysis) -> impl Iterator<Item = &MoveAnalysis> {
    let is_best = |mv: &&MoveAnalysis| Some(mv.index) == analysis.best;
    analysis.moves.iter().filter(is_best).chain(analysis.moves.iter().filter(move |mv| !is_best(mv)))
}

/// The moves of an analysis, [the best first](best_first).
pub fn move_infos(session: &Session, analysis: &Analysis, viewpoint: Viewpoint) -> Vec<MoveInfo> {
    let swap = is_swapped(session, viewpoint);
    let rate = |mean: f32| f64::from(if swap { 1.0 - mean } else { mean });
    let info = |(order, mv): (usize, &MoveAnalysis)| MoveInfo {
        mv: session.position().move_name(mv.index),
        visits: u64::from(mv.visits),
        winrate: rate(mv.mean),
        lcb: rate(mv.lower),
        ucb: rate(mv.upper),
        prior: f64::from(mv.prior),
        order,
        amaf_visits: (mv.amaf_visits > 0).then_some(u64::from(mv.amaf_visits)),
        amaf_winrate: (mv.amaf_visits > 0).then(|| rate(mv.amaf_mean)),
        pv: session.line(&mv.pv),
    };
    best_first(analysis).enumerate().map(info).collect()
}

/// The position as a whole.
pub fn root_info(session: &Session, analysis: &Analysis, viewpoint: Viewpoint) -> RootInfo {
    let visits: u64 = analysis.moves.iter().map(|mv| u64::from(mv.visits)).sum();
    let sum: f64 = analysis.moves.iter().map(|mv| f64::from(mv.visits) * f64::from(mv.mean)).sum();
    let mean = match visits {
        0 => end_reward(session).unwrap_or(0.5),
        visits => sum / visits as f64,
    };
    RootInfo {
        current_player: session.position().turn().player().map(|_| Side::from(session.to_move())),
        visits,
        winrate: if is_swapped(session, viewpoint) { 1.0 - mean } else { mean },
        score_lead: None,
        nodes: analysis.nodes,
        tree_full: analysis.tree_full,
    }
}

fn is_swapped(session: &Session, viewpoint: Viewpoint) -> bool {
    viewpoint.color(session.to_move()) != session.to_move()
}

/// The reward of the colour that would move, when the game is over.
fn end_reward(session: &Session) -> Option<f64> {
    let player = session.to_move().player(Color::first_in(&session.game().customs()));
    session.position().turn().is_over().then(|| f64::from(session.position().rewards().of(player)))
}

impl PositionReport {
    /// A report of an analysis of a session's position; id and ownership are left for the caller.
    pub fn of(session: &Session, analysis: &Analysis, viewpoint: Viewpoint) -> Self {
        PositionReport {
            turn_number: session.moves().len(),
            game: session.game().about().name.into_owned(),
            move_infos: move_infos(session, analysis, viewpoint),
            root_info: Some(root_info(session, analysis, viewpoint)),
            ..PositionReport::default()
        }
    }

    /// Adds who will own each cell, and by how much, in the eyes of the viewpoint.
    pub fn add_ownership(&mut self, session: &Session, viewpoint: Viewpoint) {
        let first = Color::first_in(&session.game().customs());
        let Ok(found) = ownership(session.game(), session.config(), session.moves(), PLAYOUTS) else { return };
        let found = found.seen_by(viewpoint.color(session.to_move()), first);
        self.ownership = Some(found.cells);
        if let Some(root) = &mut self.root_info {
            root.score_lead = found.score;
        }
    }
}
