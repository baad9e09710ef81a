//! What moves are worth on average, whoever's and whenever they were.

use super::Shape;
use katsura_game::{Player, Rewards, Trace};
use std::ops::Range;

/// Which moves of a simulation count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    /// Every move for its player, as often as it was played.
    All,
    /// Each move once, for the player who was the first to play it [bruegmann1993].
    FirstPlayer,
}

/// The mean reward of each player's moves over simulations: "moves are considered independent of positions" [bruegmann1993].
#[derive(Clone, Debug)]
pub(super) struct MoveValues {
    shape: Shape,
    counted: Counted,
    /// Samples and their sum, player by player.
    cells: Vec<(f64, f64)>,
    /// The simulation in which each move was last played.
    last_seen: Vec<u64>,
    simulations: u64,
}

impl MoveValues {
    pub(super) fn new(shape: Shape, counted: Counted) -> Self {
        MoveValues {
            shape,
            counted,
            cells: vec![(0.0, 0.0); shape.players * shape.moves],
            last_seen: vec![0; shape.moves],
            simulations: 0,
        }
    }

    /// Where the number of a player's move stands.
    #[inline]
    pub(super) fn cell(&self, player: Player, index: usize) -> usize {
        player.index() * self.shape.moves + index
    }

    /// Where the moves of a player stand.
    #[inline]
    pub(super) fn cells(&self, player: Player) -> Range<usize> {
        self.cell(player, 0)..self.cell(player, self.shape.moves)
    }

    /// The number of moves, and so of the cells of each player.
    #[inline]
    pub(super) fn moves(&self) -> usize {
        self.shape.moves
    }

    /// The number of cells.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The mean reward in a cell; `unseen` without a sample.
    #[inline]
    pub(super) fn mean(&self, cell: usize, unseen: f64) -> f64 {
        let (samples, sum) = self.cells[cell];
        if samples > 0.0 { sum / samples } else { unseen }
    }

    /// Simulations learnt from.
    pub(super) fn simulations(&self) -> u64 {
        self.simulations
    }

    /// Counts a simulation.
    pub(super) fn learn(&mut self, trace: &Trace, rewards: &Rewards) {
        self.simulations += 1;
        for played in trace {
            let Some(player) = played.player() else { continue };
            let fresh = std::mem::replace(&mut self.last_seen[played.index()], self.simulations) != self.simulations;
            if fresh || self.counted == Counted::All {
                let cell = self.cell(player, played.index());
                self.cells[cell].0 += 1.0;
                self.cells[cell].1 += f64::from(rewards.of(player));
            }
        }
    }

    /// Keeps this part of all samples: 1 changes nothing, 0 forgets everything.
    pub(super) fn fade(&mut self, kept: f64) {
        for (samples, sum) in &mut self.cells {
            *samples *= kept;
            *sum *= kept;
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.cells.fill((0.0, 0.0));
        self.last_seen.fill(0);
        self.simulations = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_game::Played;

    fn play(player: u8, index: usize) -> Played {
        Played::new(Some(Player(player)), index)
    }

    fn values(counted: Counted) -> MoveValues {
        MoveValues::new(Shape { players: 2, moves: 3, points: 1.0 }, counted)
    }

    #[test]
    fn a_recapture_counts_for_the_first_player_only() {
        // Player 0 takes point 0, player 1 recaptures there, player 0 plays point 1 and wins.
        let trace = vec![play(0, 0), play(1, 0), play(0, 1)];
        let mut first = values(Counted::FirstPlayer);
        first.learn(&trace, &Rewards::win(Player(0)));
        let means: Vec<f64> = (0..6).map(|cell| first.mean(cell, 0.5)).collect();
        assert_eq!(means, [1.0, 1.0, 0.5, 0.5, 0.5, 0.5]);
        let mut all = values(Counted::All);
        all.learn(&trace, &Rewards::win(Player(0)));
        assert_eq!(all.mean(all.cell(Player(1), 0), 0.5), 0.0, "the recapture is a sample of its own");
    }

    #[test]
    fn means_are_over_simulations_and_over_every_play() {
        let mut first = values(Counted::FirstPlayer);
        let mut all = values(Counted::All);
        for (trace, winner) in [(vec![play(0, 2), play(0, 2)], 0), (vec![play(0, 2)], 1), (vec![play(0, 2)], 1)] {
            first.learn(&trace, &Rewards::win(Player(winner)));
            all.learn(&trace, &Rewards::win(Player(winner)));
        }
        assert!((first.mean(2, 0.5) - 1.0 / 3.0).abs() < 1e-12, "one win in three simulations");
        assert!((all.mean(2, 0.5) - 0.5).abs() < 1e-12, "two of four plays won");
        assert_eq!(all.simulations(), 3);
    }

    #[test]
    fn fading_keeps_the_mean_and_weakens_it() {
        let mut all = values(Counted::All);
        (0..4).for_each(|_| all.learn(&vec![play(0, 0)], &Rewards::win(Player(0))));
        all.fade(0.25);
        assert_eq!(all.mean(0, 0.5), 1.0);
        all.learn(&vec![play(0, 0)], &Rewards::win(Player(1)));
        assert_eq!(all.mean(0, 0.5), 0.5, "one old sample against a new one");
        all.fade(0.0);
        assert_eq!(all.mean(0, 0.5), 0.5);
        assert_eq!(all.mean(0, 0.9), 0.9, "nothing is known any more");
    }

    #[test]
    fn chance_has_no_values() {
        let mut all = values(Counted::All);
        all.learn(&vec![Played::new(None, 1)], &Rewards::win(Player(0)));
        assert!((0..6).all(|cell| all.mean(cell, 0.5) == 0.5));
    }
}
