//! Who has which cell at the end of light playouts.

use super::view::marks;
use katsura_game::{Draw, Game, Rng, State};
use katsura_games::{GameSpec, with_game};

/// Counts of one position.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ownership {
    moves: Vec<usize>,
    playouts: u32,
    /// Cells of the first player less those of the second.
    sums: Vec<i32>,
}

impl Ownership {
    /// Plays some more; of a new position from the beginning.
    pub fn count(&mut self, game: &GameSpec, moves: &[usize], playouts: u32) {
        if self.moves != moves || self.playouts == 0 {
            *self = Ownership { moves: moves.to_vec(), ..Ownership::default() };
        }
        let seed = u64::from(self.playouts);
        let ends = with_game!(game, game => ends(game, moves, playouts, seed));
        for end in ends {
            self.sums.resize(end.len(), 0);
            for (sum, mark) in self.sums.iter_mut().zip(end.bytes()) {
                *sum += i32::from(mark == b'0') - i32::from(mark == b'1');
            }
            self.playouts += 1;
        }
    }

    /// From −1, the second player's, to 1, the first player's.
    pub fn shares(&self) -> Vec<f32> {
        self.sums.iter().map(|&sum| sum as f32 / self.playouts.max(1) as f32).collect()
    }

    /// Whether more playouts would still change something one can see.
    pub fn wants_more(&self) -> bool {
        self.playouts < 2000
    }
}

/// The boards at the end of playouts from the position after these moves.
fn ends<G: Game<State: Draw>>(game: &G, moves: &[usize], playouts: u32, seed: u64) -> Vec<String> {
    let mut position = game.start();
    for &index in moves {
        position.apply(position.move_at(index));
    }
    let (mut rng, mut buffer) = (Rng::stream(&[seed, playouts.into()]), Vec::new());
    let played = (0..playouts).map(|_| {
        let mut end = position.clone();
        end.play_out(&mut buffer, &mut rng, &mut ());
        marks(&end.picture())
    });
    played.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_is_won_belongs_to_its_owner() {
        let game = GameSpec::named("tic-tac-toe").unwrap();
        let mut counts = Ownership::default();
        counts.count(&game, &[0, 4], 200);
        counts.count(&game, &[0, 4], 200);
        assert_eq!(counts.playouts, 400);
        let shares = counts.shares();
        assert_eq!(shares.len(), 9);
        // the picture begins with the top row, the moves with the bottom one
        assert_eq!((shares.iter().filter(|&&share| share == 1.0).count(), shares[4]), (1, -1.0));
        counts.count(&game, &[4], 10);
        assert_eq!(counts.playouts, 10);
    }
}
