//! The best line of play that any simulation has found, for games of one player.

use super::Scratch;

/// A line of play to the end, and what it brings.
#[derive(Clone, Debug, PartialEq)]
pub struct BestLine {
    /// The return of the line from the root on, in the game's units.
    pub points: f32,
    /// The numbers of its moves, those of chance included.
    pub moves: Vec<usize>,
}

impl BestLine {
    /// Whether it brings more than another, or as much with fewer moves.
    ///
    /// ```
    /// use katsura_mcts::BestLine;
    /// let line = |points, moves| BestLine { points, moves };
    /// assert!(line(3.0, vec![1, 2]).beats(&line(2.0, vec![1])));
    /// assert!(line(3.0, vec![2]).beats(&line(3.0, vec![1, 2])));
    /// assert!(!line(3.0, vec![2]).beats(&line(3.0, vec![1])), "who was first stays");
    /// ```
    pub fn beats(&self, other: &BestLine) -> bool {
        self.points > other.points || self.points == other.points && self.moves.len() < other.moves.len()
    }

    /// The better of two; the first if they are equal. Workers and trees are asked in the order of their numbers, so that the result
    /// does not depend on which thread was faster.
    pub(crate) fn better(one: Option<BestLine>, other: Option<BestLine>) -> Option<BestLine> {
        match (&one, &other) {
            (Some(first), Some(second)) if second.beats(first) => other,
            (None, _) => other,
            _ => one,
        }
    }

    /// What is left of the line after its first move, if it is this one.
    pub(crate) fn after(mut self, index: usize) -> Option<BestLine> {
        if self.moves.first() != Some(&index) {
            return None;
        }
        self.moves.remove(0);
        Some(self)
    }
}

impl Scratch {
    /// Keeps the line of the simulation that has just ended if it is the best so far.
    #[inline]
    pub(crate) fn keep_line(&mut self, points: f32) {
        if self.best.as_ref().is_none_or(|best| points > best.points) {
            let moves = self.trace.iter().map(|played| played.index()).collect();
            self.best = Some(BestLine { points, moves });
        }
    }
}
