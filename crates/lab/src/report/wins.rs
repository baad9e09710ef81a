//! How games were won, where a game has several ways: in Havannah fork, bridge and ring.

use super::RowReport;
use super::cell::{Cell, Table};
use crate::experiment::MatchWork;
use crate::matches::{Contest, End, GameRecord, Seat};
use katsura_game::{Game, State, Text};
use katsura_games::GameSpec;
use katsura_games::havannah::{Havannah, Structure};
use rayon::prelude::*;

/// The ways, in the order of the counts.
pub const WAYS: [Structure; 3] = [Structure::Fork, Structure::Bridge, Structure::Ring];

/// How often player a, and player b, won each of the [`WAYS`]; `None` for games that have no such ways. The moves of the record are made again.
pub(super) fn count(contest: &Contest, games: &[GameRecord]) -> Option<[[u64; 3]; 2]> {
    let GameSpec::Havannah(rules) = &contest.game else { return None };
    let won: Vec<(Seat, Structure)> = games.par_iter().filter_map(|game| way(rules, game)).collect();
    let number = |seat: Seat, way: Structure| won.iter().filter(|one| **one == (seat, way)).count() as u64;
    Some(Seat::BOTH.map(|seat| WAYS.map(|way| number(seat, way))))
}

/// Who won a game, and how; `None` if it did not end with a structure on the board.
fn way(rules: &Havannah, game: &GameRecord) -> Option<(Seat, Structure)> {
    let mut board = rules.start();
    for mv in game.moves.split_whitespace() {
        let mv = board.parse_move(mv).ok()?;
        board.try_apply(mv).ok()?;
    }
    let winner = if game.reward_a == 1.0 { Seat::A } else { Seat::B };
    board.winning_structure().filter(|_| game.end == End::Rules).map(|way| (winner, way))
}

/// One line for each row and player of games that have such ways.
pub(super) fn table(rows: &[RowReport<MatchWork>]) -> Table {
    let header = ["row", "player"].map(str::to_string).into_iter().chain(WAYS.map(|way| format!("won by {way}"))).collect();
    let won = rows.iter().filter_map(|row| Some((row, row.sums.wins?)));
    let lines = won.flat_map(|(row, wins)| {
        Seat::BOTH.map(|seat| {
            let names = [&row.name, &row.work.contest.players[seat as usize].name].map(Cell::text);
            names.into_iter().chain(wins[seat as usize].map(Cell::Count)).collect::<Vec<_>>()
        })
    });
    Table { header, rows: lines.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::{Contestant, Openings};

    #[test]
    fn the_ways_of_havannah_are_told_by_the_moves() {
        let player = || Contestant::parse("random", None).unwrap();
        let game = GameSpec::Havannah(Havannah { size: 3, swap: false });
        let contest = Contest { game, players: [player(), player()], openings: Openings::None, seed: 1, resign: None };
        let game = |number: u64, reward_a: f64, end: End| {
            let (first, moves) = (Seat::BOTH[number as usize % 2], "a1 c3 a2 b3 a3".to_string());
            let [restarts, late_moves] = [[0; 2]; 2];
            GameRecord {
                game: number,
                first,
                reward_a,
                end,
                opening: 0,
                points_a: None,
                note: None,
                restarts,
                late_moves,
                moves,
            }
        };
        let games =
            [game(0, 1.0, End::Rules), game(1, 0.0, End::Rules), game(3, 0.0, End::Rules), game(2, 1.0, End::Resigned)];
        assert_eq!(count(&contest, &games), Some([[0, 1, 0], [0, 2, 0]]));
        let other = Contest { game: GameSpec::named("hex").unwrap(), ..contest };
        assert_eq!(count(&other, &games), None);
    }
}
