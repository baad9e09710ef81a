//! What a search thinks, as numbers for the page.

use super::thinker::Thinker;
use katsura_engine::Color;
use katsura_engine::analysis::{MoveInfo, RootInfo, Side};
use katsura_game::{Player, Turn};
use katsura_games::Position;
use katsura_mcts::tree::ROOT;
use katsura_mcts::{Analysis, MoveAnalysis};
use serde::Serialize;

/// Moves whose principal variation is shown, and how much of it.
const LINES: usize = 12;
const LONGEST_LINE: usize = 16;

/// The numbers of one search. Moves and root are those of the analysis protocol, in the eyes of the player to move.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Numbers {
    player: String,
    simulations: u64,
    seconds: f64,
    per_second: f64,
    bytes: u64,
    limit_bytes: u64,
    deepest: usize,
    root_info: RootInfo,
    move_infos: Vec<MoveNumbers>,
}

/// A move as in the analysis protocol, and what only a tree tells.
#[derive(Clone, Debug, Serialize)]
struct MoveNumbers {
    #[serde(flatten)]
    info: MoveInfo,
    /// What selection compares; null is "try this first", or "never".
    score: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<f32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    closed: bool,
}

impl Numbers {
    /// The numbers of a search that stands at this position, where `first` is the colour that makes the first move.
    pub fn of(thinker: &mut Thinker, position: &dyn Position, first: Color) -> Self {
        let scores = thinker.searcher.root_scores();
        let analysis = thinker.searcher.peek();
        let tree = thinker.searcher.tree();
        let moves = analysis.moves.iter().enumerate().map(|(order, mv)| {
            let place = tree.children(ROOT).position(|child| tree.move_index(child) == mv.index);
            let score = place.and_then(|place| scores.get(place).copied()).filter(|score| score.is_finite());
            let child = place.map(|place| tree.children(ROOT).start + place as u32);
            MoveNumbers {
                info: info(mv, order, line(position, mv, order)),
                score,
                proven: child.and_then(|child| tree.bounds(child).reward()),
                closed: child.is_some_and(|child| tree.is_closed(child)),
            }
        });
        Numbers {
            move_infos: moves.collect(),
            player: thinker.player.name.clone(),
            simulations: analysis.simulations,
            seconds: thinker.seconds,
            per_second: thinker.simulations as f64 / thinker.seconds.max(1e-6),
            bytes: thinker.searcher.bytes() as u64,
            limit_bytes: thinker.player.config.memory_mib << 20,
            deepest: analysis.moves.iter().map(|mv| mv.pv.len()).max().unwrap_or(0),
            root_info: root(&analysis, position, first),
        }
    }
}

fn info(mv: &MoveAnalysis, order: usize, pv: Vec<String>) -> MoveInfo {
    let with_amaf = mv.amaf_visits > 0;
    MoveInfo {
        mv: pv.first().cloned().unwrap_or_default(),
        visits: mv.visits.into(),
        winrate: mv.mean.into(),
        lcb: mv.lower.into(),
        ucb: mv.upper.into(),
        prior: mv.prior.into(),
        order,
        amaf_visits: with_amaf.then_some(mv.amaf_visits.into()),
        amaf_winrate: with_amaf.then_some(mv.amaf_mean.into()),
        pv,
    }
}

fn root(analysis: &Analysis, position: &dyn Position, first: Color) -> RootInfo {
    let visits: u64 = analysis.moves.iter().map(|mv| u64::from(mv.visits)).sum();
    let sum: f64 = analysis.moves.iter().map(|mv| f64::from(mv.visits) * f64::from(mv.mean)).sum();
    RootInfo {
        current_player: position.turn().player().map(|player| Side::from(Color::of(player, first))),
        visits,
        winrate: if visits == 0 { 0.5 } else { sum / visits as f64 },
        score_lead: None,
        nodes: analysis.nodes,
        tree_full: analysis.tree_full,
    }
}

/// The move's name, and for the first moves those of its principal variation.
fn line(position: &dyn Position, mv: &MoveAnalysis, rank: usize) -> Vec<String> {
    if rank >= LINES {
        return vec![position.move_name(mv.index)];
    }
    names(position, mv.pv.iter().copied().take(LONGEST_LINE))
}

/// The names of a line of moves; stops at the first that is not legal.
pub(crate) fn names(position: &dyn Position, indices: impl IntoIterator<Item = usize>) -> Vec<String> {
    let mut board = position.boxed();
    let mut names = Vec::new();
    for index in indices {
        let name = board.move_name(index);
        if board.play_index(index).is_err() {
            break;
        }
        names.push(name);
    }
    names
}

/// The first player's chance by the most visited move; `None` with few visits.
pub(crate) fn first_player_value(analysis: &Analysis, turn: Turn) -> Option<f32> {
    const FEW: u32 = 16;
    let best = analysis.moves.first().filter(|mv| mv.visits >= FEW)?;
    Some(if turn == Turn::Player(Player::FIRST) { best.mean } else { 1.0 - best.mean })
}
