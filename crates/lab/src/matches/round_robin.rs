//! Everybody against everybody.

use super::Tally;
use crate::stats::Level;
use crate::stats::bradley_terry::{NoRanking, Options, PairedGames, Ranking, fit_pairs};
use katsura_game::Rng;

/// Every two of so many players, by their numbers.
pub fn pairings(players: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..players).flat_map(move |a| (a + 1..players).map(move |b| [a, b]))
}

/// The seed of a match between two players: 32 bits, which every reader of JSON reads exactly.
pub fn pairing_seed(seed: u64, [a, b]: [usize; 2]) -> u64 {
    Rng::stream(&[seed, a as u64, b as u64]).next_u64() >> 32
}

/// What a tournament came to.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The fitted strengths.
    pub ranking: Ranking,
    /// The players by strength, the strongest first.
    pub order: Vec<usize>,
    /// The games of each player in pairs that count, and the points they made.
    pub results: Vec<[f64; 2]>,
    /// The standard deviation of the prior on strengths, first move and draws, if the games alone do not determine them all.
    pub prior_elo: Option<f64>,
}

/// Weak: a thousand Elo is the difference between one game won of 317 and an even match.
const PRIOR_ELO: f64 = 1000.0;

/// Ranks the players of a tournament by the matches that were played. The unit is the pair, as it is for the score of a match.
///
/// # Errors
/// If a match names a player that does not exist, or the same one twice.
pub fn standings(players: usize, matches: &[([usize; 2], Tally)]) -> Result<Standing, NoRanking> {
    if let Some(&player) = matches.iter().flat_map(|(pair, _)| pair).find(|&&player| player >= players) {
        return Err(NoRanking::BadPlayer(player));
    }
    let mut results = vec![[0.0; 2]; players];
    for ([a, b], tally) in matches {
        let (games, score) = (tally.pairs().games() as f64, tally.pairs().score());
        for (player, score) in [(*a, score), (*b, 1.0 - score)] {
            results[player][0] += games;
            results[player][1] += games * score;
        }
    }
    let paired = |([a, b], tally): &([usize; 2], Tally)| PairedGames { a: *a, b: *b, results: tally.pair_results() };
    let games: Vec<PairedGames> = matches.iter().map(paired).collect();
    let free = fit_pairs(players, &games, &Options::default());
    let prior_elo = free.is_err().then_some(PRIOR_ELO);
    let ranking = free.or_else(|_| fit_pairs(players, &games, &Options { prior_elo, ..Options::default() }))?;
    let mut order: Vec<usize> = (0..players).collect();
    let elo = |player: usize| ranking.elo(player, Level::P95).value;
    order.sort_by(|&a, &b| elo(b).total_cmp(&elo(a)));
    Ok(Standing { ranking, order, results, prior_elo })
}

#[cfg(test)]
mod tests {
    use super::super::{End, GameRecord, Seat};
    use super::*;

    fn game(number: u64, won: u64) -> GameRecord {
        GameRecord {
            game: number,
            first: if number.is_multiple_of(2) { Seat::A } else { Seat::B },
            reward_a: f64::from(u8::from(number < won)),
            end: End::Rules,
            opening: 0,
            points_a: None,
            note: None,
            restarts: [0; 2],
            late_moves: [0; 2],
            moves: String::new(),
        }
    }

    /// So many games of which the first player won so many, seats swapped in turn.
    fn tally(games: u64, won: u64) -> Tally {
        Tally::of(&(0..games).map(|number| game(number, won)).collect::<Vec<_>>())
    }

    #[test]
    fn three_players_are_ranked_by_their_games() {
        assert_eq!(pairings(3).collect::<Vec<_>>(), [[0, 1], [0, 2], [1, 2]]);
        let table = standings(3, &[([0, 1], tally(100, 36)), ([0, 2], tally(100, 64)), ([1, 2], tally(100, 76))]).unwrap();
        assert_eq!((table.order.as_slice(), table.prior_elo), (&[1, 0, 2][..], None));
        assert_eq!(table.results, [[200.0, 100.0], [200.0, 140.0], [200.0, 60.0]]);
        // 64 of 100 are 400·log10(64/36) = 100 Elo, and 76 of 100 are 200
        let elo: Vec<f64> = (0..3).map(|player| table.ranking.elo(player, Level::P95).value).collect();
        assert!((elo[1] - 100.0).abs() < 3.0 && elo[0].abs() < 3.0 && (elo[2] + 100.0).abs() < 3.0, "{elo:?}");
    }

    #[test]
    fn pairs_that_end_alike_count_as_one_game_each() {
        // 60 pairs won and 40 lost: games that were independent would give +70, +21 to +120; the match itself +70, −2 to +144
        let table = standings(2, &[([0, 1], tally(200, 120))]).unwrap();
        let ours = table.ranking.elo_difference(0, 1, Level::P95);
        assert!((ours.value - 70.4).abs() < 0.1, "{ours:?}");
        assert!(ours.interval.low.abs() < 3.0 && (ours.interval.high - 141.0).abs() < 3.0, "{ours:?}");
    }

    #[test]
    fn whoever_wins_every_game_needs_a_prior() {
        let table = standings(2, &[([0, 1], tally(20, 20))]).unwrap();
        assert_eq!((table.order.as_slice(), table.prior_elo), (&[0, 1][..], Some(PRIOR_ELO)));
        assert!(table.ranking.elo(0, Level::P95).value > 200.0);
    }

    #[test]
    fn games_that_were_all_drawn_make_everybody_even() {
        let drawn = |number| GameRecord { reward_a: 0.5, ..game(number, 0) };
        let table = standings(2, &[([0, 1], Tally::of(&(0..8).map(drawn).collect::<Vec<_>>()))]).unwrap();
        assert_eq!((table.prior_elo, table.ranking.elo(0, Level::P95).value), (Some(PRIOR_ELO), 0.0));
        assert_eq!(standings(1, &[([0, 1], tally(2, 1))]).unwrap_err(), NoRanking::BadPlayer(1));
    }

    #[test]
    fn seeds_of_pairings_differ() {
        let seeds: std::collections::HashSet<u64> = pairings(5).map(|pair| pairing_seed(1, pair)).collect();
        assert_eq!(seeds.len(), 10);
    }
}
