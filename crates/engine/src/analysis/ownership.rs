//! Who will own what: by light playouts from a position.

use crate::Color;
use katsura_game::{Player, Rng};
use katsura_games::Position;

/// What light playouts say about the end of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Ownership {
    /// For each cell of the picture, how much more often the first player owned it than the second: from -1 to 1.
    pub cells: Vec<f64>,
    /// The first player's mean score in points, for games with a score.
    pub score: Option<f64>,
}

/// Plays light playouts and counts who owns what at their ends.
///
/// ```
/// use katsura_engine::analysis::ownership;
/// use katsura_games::GameSpec;
/// let spec = GameSpec::named("go").unwrap();
/// let found = ownership(&*spec.start(), spec.score_range(), 100, 1);
/// assert_eq!(found.cells.len(), 81);
/// assert!(found.score.unwrap() < 0.0, "komi decides an empty board");
/// ```
pub fn ownership(position: &dyn Position, score_range: Option<f32>, playouts: u32, seed: u64) -> Ownership {
    let mut rng = Rng::stream(&[seed, u64::from(playouts)]);
    let mut cells = vec![0i64; position.owners().len()];
    let mut score = 0.0;
    for _ in 0..playouts {
        let mut end = position.boxed();
        end.play_out(&mut rng);
        for (cell, owner) in cells.iter_mut().zip(end.owners()) {
            *cell += owner.map_or(0, |owner| if owner == Player::FIRST { 1 } else { -1 });
        }
        let reward = end.score_rewards().map_or(0.5, |rewards| rewards.of(Player::FIRST));
        score += f64::from(reward) * 2.0 - 1.0;
    }
    let many = f64::from(playouts.max(1));
    Ownership {
        cells: cells.into_iter().map(|sum| sum as f64 / many).collect(),
        score: score_range.map(|range| score / many * f64::from(range)),
    }
}

impl Ownership {
    /// The same in the eyes of a colour, where `first` is the colour that makes the first move.
    #[must_use]
    pub fn seen_by(mut self, color: Color, first: Color) -> Self {
        if color != first {
            self.cells.iter_mut().for_each(|cell| *cell = 0.0 - *cell);
            self.score = self.score.map(|score| 0.0 - score);
        }
        self
    }
}
