//! What a search thinks, as numbers for the page.

use super::thinker::Thinker;
use katsura_game::{Player, Turn};
use katsura_games::Position;
use katsura_mcts::tree::{ROOT, Tree};
use katsura_mcts::{Analysis, MoveAnalysis};
use serde::Serialize;

/// Moves whose principal variation is shown, and how much of it.
const LINES: usize = 12;
const LONGEST_LINE: usize = 16;

/// The numbers of one search.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Numbers {
    player: String,
    simulations: u64,
    visits: u32,
    seconds: f64,
    per_second: f64,
    nodes: usize,
    bytes: u64,
    limit_bytes: u64,
    tree_full: bool,
    deepest: usize,
    moves: Vec<MoveNumbers>,
}

#[derive(Clone, Debug, Serialize)]
struct MoveNumbers {
    #[serde(rename = "move")]
    mv: String,
    visits: u32,
    mean: f32,
    lower: f32,
    upper: f32,
    amaf_visits: u32,
    amaf_mean: f32,
    prior: f32,
    /// What selection compares; null is "try this first", or "never".
    score: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proven: Option<f32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    closed: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pv: Vec<String>,
}

impl Numbers {
    /// The numbers of a search that stands at this position.
    pub fn of(thinker: &mut Thinker, position: &dyn Position) -> Self {
        let scores = thinker.searcher.root_scores();
        let analysis = thinker.searcher.peek();
        let tree = thinker.searcher.tree();
        let moves = analysis.moves.iter().enumerate().map(|(rank, mv)| {
            let place = tree.children(ROOT).position(|child| tree.move_index(child) == mv.index);
            let score = place.and_then(|place| scores.get(place).copied()).filter(|score| score.is_finite());
            numbers_of(mv, (tree, place), score, line(position, mv, rank))
        });
        let moves: Vec<MoveNumbers> = moves.collect();
        Numbers {
            player: thinker.player.name.clone(),
            simulations: analysis.simulations,
            visits: tree.visits(ROOT),
            seconds: thinker.seconds,
            per_second: thinker.simulations as f64 / thinker.seconds.max(1e-6),
            nodes: analysis.nodes,
            bytes: analysis.nodes as u64 * analysis.bytes_per_node as u64,
            limit_bytes: thinker.player.config.memory_mib << 20,
            tree_full: analysis.tree_full,
            deepest: analysis.moves.iter().map(|mv| mv.pv.len()).max().unwrap_or(0),
            moves,
        }
    }
}

fn numbers_of(
    mv: &MoveAnalysis,
    (tree, place): (&Tree, Option<usize>),
    score: Option<f32>,
    pv: Vec<String>,
) -> MoveNumbers {
    let child = place.map(|place| tree.children(ROOT).start + place as u32);
    MoveNumbers {
        mv: pv.first().cloned().unwrap_or_default(),
        visits: mv.visits,
        mean: mv.mean,
        lower: mv.lower,
        upper: mv.upper,
        amaf_visits: mv.amaf_visits,
        amaf_mean: mv.amaf_mean,
        prior: mv.prior,
        score,
        proven: child.and_then(|child| tree.bounds(child).reward()),
        closed: child.is_some_and(|child| tree.is_closed(child)),
        pv: pv.into_iter().skip(1).collect(),
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
        if board.play(&name).is_err() {
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
