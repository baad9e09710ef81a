//! Who has which cell at the end of playouts.

use katsura_engine::analysis::ownership;
use katsura_games::GameSpec;
use katsura_mcts::SearchConfig;

/// Playouts that are counted at a time.
const BATCH: u32 = 16;
/// More playouts change nothing one can see.
const ENOUGH: u64 = 125;

/// Counts of one position.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ownership {
    player: SearchConfig,
    moves: Vec<String>,
    batches: u64,
    sums: Vec<f64>,
}

impl Ownership {
    /// Plays some more of a player's playouts; of a new position from the beginning.
    pub fn count(&mut self, game: &GameSpec, player: &SearchConfig, moves: &[String]) -> Result<(), String> {
        if self.batches == 0 || !self.is_of(player, moves) {
            *self = Ownership { player: player.clone(), moves: moves.to_vec(), ..Ownership::default() };
        }
        let player = SearchConfig { seed: self.batches, ..player.clone() };
        let more = ownership(game, &player, moves, BATCH).map_err(|error| error.to_string())?;
        self.sums.resize(more.cells.len(), 0.0);
        self.sums.iter_mut().zip(more.cells).for_each(|(sum, share)| *sum += share);
        self.batches += 1;
        Ok(())
    }

    fn is_of(&self, player: &SearchConfig, moves: &[String]) -> bool {
        self.moves == moves && self.player == *player
    }

    /// From −1, the second player's, to 1, the first player's.
    pub fn shares(&self) -> Vec<f64> {
        self.sums.iter().map(|&sum| sum / self.batches.max(1) as f64).collect()
    }

    /// Whether more playouts would still change something one can see.
    pub fn wants_more(&self, player: &SearchConfig, moves: &[String]) -> bool {
        self.batches < ENOUGH || !self.is_of(player, moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_games::GameSpec;

    #[test]
    fn batches_are_added_up_and_a_new_position_or_player_begins_anew() {
        let (game, player) = (GameSpec::named("tic-tac-toe").unwrap(), SearchConfig::default());
        let (one, two) = (["b2".to_string()], ["b2".to_string(), "a1".to_string()]);
        let mut counts = Ownership::default();
        (0..ENOUGH).for_each(|_| counts.count(&game, &player, &one).unwrap());
        assert_eq!((counts.batches, counts.shares()[4]), (ENOUGH, 1.0));
        assert!(!counts.wants_more(&player, &one) && counts.wants_more(&player, &two));
        assert!(counts.wants_more(&SearchConfig { seed: 5, ..player.clone() }, &one));
        counts.count(&game, &player, &two).unwrap();
        assert_eq!(counts.batches, 1);
        assert_eq!(counts.shares().iter().filter(|&&share| share == -1.0).count(), 1);
        assert!(counts.wants_more(&player, &two));
    }
}
