//! One simulation as the page tells it.

use super::view::marks;
use katsura_games::Position;
use katsura_mcts::Watched;
use serde::Serialize;

/// Boards of a playout that are shown at most.
const FRAMES: usize = 100;

/// A simulation with the boards of its playout.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Story {
    /// The simulation's number in this position, from 1.
    number: u64,
    descent: Vec<String>,
    grown: usize,
    entered: Option<String>,
    playout: Vec<String>,
    rewards: Vec<f32>,
    /// Boards on the way, the first one after the descent; the number of moves made and what stands on the cells.
    frames: Vec<(usize, String)>,
    caption: String,
}

impl Story {
    /// The story of a simulation that began in this position.
    pub fn of(watched: &Watched, position: &dyn Position, number: u64) -> Self {
        let in_tree = watched.descent.len() + usize::from(watched.entered.is_some());
        let all: Vec<usize> = watched.descent.iter().chain(&watched.entered).chain(&watched.playout).copied().collect();
        let stride = watched.playout.len().div_ceil(FRAMES).max(1);
        let mut board = position.boxed();
        let (mut names, mut frames) = (Vec::new(), Vec::new());
        for (made, &index) in all.iter().enumerate() {
            let name = board.move_name(index);
            if board.play_index(index).is_err() {
                break;
            }
            names.push(name);
            let (made, last) = (made + 1, made + 1 == all.len());
            if made <= in_tree || last || (made - in_tree).is_multiple_of(stride) {
                frames.push((made, marks(&board.picture())));
            }
        }
        let picture = board.picture();
        let deep = watched.descent.len().min(names.len());
        let entered = watched.entered.and_then(|_| names.get(deep).cloned());
        Story {
            number,
            descent: names[..deep].to_vec(),
            grown: watched.grown,
            entered,
            playout: names.get(in_tree..).unwrap_or_default().to_vec(),
            rewards: watched.rewards.as_slice().iter().take(picture.players.len()).copied().collect(),
            frames,
            caption: picture.caption,
        }
    }
}
