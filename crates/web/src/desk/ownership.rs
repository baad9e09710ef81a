//! Who has which cell at the end of light playouts.

use katsura_engine::analysis::ownership;
use katsura_games::Position;

/// Playouts that are counted at a time.
const BATCH: u32 = 16;
/// More playouts change nothing one can see.
const ENOUGH: u64 = 125;

/// Counts of one position.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ownership {
    moves: Vec<usize>,
    batches: u64,
    sums: Vec<f64>,
}

impl Ownership {
    /// Plays some more; of a new position from the beginning.
    pub fn count(&mut self, position: &dyn Position, moves: &[usize]) {
        if self.moves != moves || self.batches == 0 {
            *self = Ownership { moves: moves.to_vec(), ..Ownership::default() };
        }
        let more = ownership(position, None, BATCH, self.batches);
        self.sums.resize(more.cells.len(), 0.0);
        self.sums.iter_mut().zip(more.cells).for_each(|(sum, share)| *sum += share);
        self.batches += 1;
    }

    /// From −1, the second player's, to 1, the first player's.
    pub fn shares(&self) -> Vec<f64> {
        self.sums.iter().map(|&sum| sum / self.batches.max(1) as f64).collect()
    }

    /// Whether more playouts would still change something one can see.
    pub fn wants_more(&self, moves: &[usize]) -> bool {
        self.moves != moves || self.batches < ENOUGH
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_games::GameSpec;

    #[test]
    fn batches_are_added_up_and_a_new_position_begins_anew() {
        let mut position = GameSpec::named("tic-tac-toe").unwrap().start();
        position.play("b2").unwrap();
        let mut counts = Ownership::default();
        (0..20).for_each(|_| counts.count(&*position, &[4]));
        assert_eq!((counts.batches, counts.shares()[4]), (20, 1.0));
        position.play("a1").unwrap();
        counts.count(&*position, &[4, 0]);
        assert_eq!(counts.batches, 1);
        assert_eq!(counts.shares().iter().filter(|&&share| share == -1.0).count(), 1);
        assert!(counts.wants_more(&[4, 0]));
    }
}
