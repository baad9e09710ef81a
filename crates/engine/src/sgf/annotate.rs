//! Searching the positions of a record, and writing what was found into it.

use super::{AnalysisFile, Candidate, GameRecord, NodeId, PositionAnalysis, RecordError};
use crate::analysis::{MoveInfo, Viewpoint, move_infos, root_info};
use crate::{Color, Session};
use katsura_mcts::Control;

/// Candidates that a comment names.
const NAMED: usize = 3;

impl GameRecord {
    /// The nodes of the main line, the root first.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.steps.line(self.steps.root()).collect()
    }

    /// The node of the main line after so many moves.
    pub fn after_moves(&self, moves: usize) -> Option<NodeId> {
        let mut made = 0;
        self.main_line().into_iter().find(|&node| {
            made += usize::from(self.steps[node].play.is_some());
            made == moves
        })
    }
}

/// Searches positions of a record with a session of its game, each from scratch, writes Black's winning chance and a comment into their
/// nodes, and returns everything that was found. `progress` is called with the number of positions done, and ends the work by returning
/// false.
///
/// # Errors
/// If the record cannot be played to one of the nodes.
///
/// ```
/// use katsura_engine::sgf::{GameRecord, annotate};
/// use katsura_engine::{PlayerSpec, Session};
/// use katsura_games::GameSpec;
/// let game = GameSpec::named("tic-tac-toe").unwrap();
/// let player = PlayerSpec::parse("uct memory_mib=16 budget.simulations=200").unwrap();
/// let mut record = GameRecord::from_moves(&game, &["b2", "a1"]).unwrap();
/// let mut session = Session::new(game, player.config).unwrap();
/// let nodes = record.main_line();
/// let file = annotate(&mut record, &mut session, &nodes, "uct", &mut |_| true).unwrap();
/// assert_eq!(file.positions.len(), 3);
/// assert!(record.steps[nodes[1]].comment.starts_with("Katsura: "));
/// ```
pub fn annotate(
    record: &mut GameRecord,
    session: &mut Session,
    nodes: &[NodeId],
    player: &str,
    progress: &mut dyn FnMut(usize) -> bool,
) -> Result<AnalysisFile, RecordError> {
    let mut file = AnalysisFile::new(session.game().clone(), player);
    for (done, &node) in nodes.iter().enumerate() {
        if !progress(done) {
            break;
        }
        let moves = record.moves_to(node)?;
        let after = moves.len();
        session.restart(&moves).map_err(|error| RecordError::Game(format!("after {after} moves: {error}")))?;
        let budget = session.config().budget;
        session.search(&budget, &Control::new());
        let found = position(session, plays(record, node));
        if let Some(text) = comment(&found) {
            let own = &mut record.steps[node].comment;
            if !own.is_empty() {
                own.push_str("\n\n");
            }
            own.push_str(&text);
        }
        record.steps[node].black_win_rate = Some(found.black_win_rate);
        file.positions.push(found);
    }
    Ok(file)
}

/// The moves of the record that lead to a node, setups not counted.
fn plays(record: &GameRecord, node: NodeId) -> Vec<String> {
    let steps = record.steps.path(node).into_iter().filter_map(|id| record.steps[id].play.as_ref());
    steps.filter_map(|play| play.action.as_move()).map(str::to_string).collect()
}

fn position(session: &mut Session, moves: Vec<String>) -> PositionAnalysis {
    let analysis = session.analysis();
    let infos = move_infos(session, &analysis, Viewpoint::SideToMove);
    PositionAnalysis {
        moves,
        to_move: session.to_move(),
        black_win_rate: root_info(session, &analysis, Viewpoint::Black).winrate,
        simulations: analysis.simulations,
        candidates: infos.into_iter().filter(|info| info.visits > 0).map(candidate).collect(),
    }
}

fn candidate(info: MoveInfo) -> Candidate {
    Candidate {
        mv: info.mv,
        visits: info.visits,
        mean: info.winrate,
        lower: info.lcb,
        upper: info.ucb,
        amaf_visits: info.amaf_visits,
        amaf_mean: info.amaf_winrate,
        pv: info.pv,
    }
}

/// What people may want to read about a position; nothing if there is no choice to speak of.
fn comment(found: &PositionAnalysis) -> Option<String> {
    let line = |candidate: &Candidate| {
        let pv: Vec<&str> = candidate.pv.iter().take(8).map(String::as_str).collect();
        format!("{} {:.1} % ({} visits): {}", candidate.mv, candidate.mean * 100.0, candidate.visits, pv.join(" "))
    };
    let lines: Vec<String> = found.candidates.iter().take(NAMED).map(line).collect();
    let who = if found.to_move == Color::Black { "Black" } else { "White" };
    (!lines.is_empty()).then(|| format!("Katsura: {who} to move\n{}", lines.join("\n")))
}
