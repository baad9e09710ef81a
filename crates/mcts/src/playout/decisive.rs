//! Moves that win at once.

use super::{Playing, Playout, With};
use crate::config::parameters;
use crate::techniques::Technique;
use katsura_game::{Knowledge, Player};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "decisive moves in playouts",
    formula: "a move that wins at once, else the opponent's",
    citation: "teytaud2010",
    config: "search.playout = { kind = 'decisive', anti = true }",
    sources: "slides 13",
    test: "a_winning_move_is_played_and_the_opponents_is_taken",
    file: file!(),
}];

parameters! {
    /// Decisive and anti-decisive moves [teytaud2010]: a move that wins at once is played; else, if the opponent could win
    /// at once, the move with which they would is played instead of them.
    ///
    /// Uses [`Knowledge::winning_move`]. A game that does not replace it answers for the player to move only, by trying
    /// every legal move: decisive moves then work but are slow, anti-decisive moves have no effect.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Decisive {
        /// Whether the opponent's winning move is played as well.
        pub anti: bool = true;
        /// How often the rule is asked.
        pub probability: f64 = 1.0, from 0.0 to 1.0;
    }
}

impl Decisive {
    /// The policy for a game with this many players.
    pub fn policy(&self, players: usize) -> With<DecisivePolicy> {
        let opponents = if self.anti { players as u8 } else { 0 };
        With { probability: self.probability, rule: DecisivePolicy { opponents } }
    }
}

/// Plays decisive and anti-decisive moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisivePolicy {
    /// Players below this number are answered.
    opponents: u8,
}

impl<S: Knowledge> Playout<S> for DecisivePolicy {
    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        let mover = playing.state.turn().player()?;
        let others = (0..self.opponents).map(Player).filter(|&player| player != mover);
        std::iter::once(mover).chain(others).find_map(|player| {
            let mv = playing.state.winning_move(player, playing.moves)?;
            playing.state.is_playout_move(mv).then_some(mv)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Uniform;
    use super::super::testing::{Cells, answers, play};
    use super::*;

    fn policy(anti: bool) -> With<DecisivePolicy> {
        Decisive { anti, probability: 1.0 }.policy(2)
    }

    #[test]
    fn a_winning_move_is_played_and_the_opponents_is_taken() {
        let game = Cells::race(9);
        // The first player has cell 0 and is to move: 1 and 2 win, and 1 is found first.
        assert_eq!(answers(&mut policy(true), &game, &[0, 8], 3), [Some(1); 3]);
        // The second player is to move and has to take 1 or 2.
        assert_eq!(answers(&mut policy(true), &game, &[0], 3), [Some(1); 3]);
        assert_eq!(answers(&mut policy(false), &game, &[0], 3), [None; 3]);
        assert_eq!(answers(&mut policy(true), &game, &[], 3), [None; 3], "nobody can win yet");
    }

    #[test]
    fn an_own_win_comes_before_the_opponents() {
        // Both have one of the three cells; whoever moves takes the third.
        assert_eq!(answers(&mut policy(true), &Cells::race(9), &[0, 1], 1), [Some(2)]);
        assert_eq!(answers(&mut policy(true), &Cells::race(9), &[0, 1, 8], 1), [Some(2)]);
    }

    #[test]
    fn the_default_of_a_game_finds_own_wins_only() {
        let game = katsura_games::tic_tac_toe::TicTacToe {};
        assert_eq!(answers(&mut policy(true), &game, &[0, 4, 1, 5], 3), [Some(2); 3]);
        assert_eq!(answers(&mut policy(true), &game, &[0, 4, 1], 3), [None; 3], "the threat at 2 is not seen");
    }

    /// Whoever is first at one of the three cells makes the other take the second, takes the third and wins. The first visit
    /// is at ply (9 + 1)/(3 + 1) = 2.5 on average, so a game has 4.5 moves. The first player is first there with probability
    /// 3/9 + 6·5·3/(9·8·7) + 6·5·4·3·3/(9·8·7·6·5) + 6!·3/(9·8·7·6·5·4·3) = 0.5952. Random games last until someone has two
    /// cells.
    #[test]
    fn decisive_moves_make_short_games_of_a_race() {
        let results = play(&mut policy(true), &Cells::race(9), 4000);
        let length = |results: &[(f32, usize)]| results.iter().map(|r| r.1).sum::<usize>() as f32 / results.len() as f32;
        let wins = results.iter().map(|r| r.0).sum::<f32>() / 4000.0;
        assert!((length(&results) - 4.5).abs() < 0.1 && (wins - 0.5952).abs() < 0.031, "{} {wins}", length(&results));
        assert!(
            length(&play(&mut Uniform, &Cells::race(9), 4000)) > 5.0,
            "two of three cells take at least 5 moves on average"
        );
    }
}
