//! Rankings from pairs of games, the two of which are not independent.
//!
//! The strengths are those of [`fit`](super::fit). Their covariance is the sandwich estimator with the pair as the cluster [liang1986],
//!
//! C·S·C, S = Σ over pairs of g·gᵀ,
//!
//! with C the covariance that independent games would have and g the derivative of the log-likelihood of a pair. It is right for pairs of any correlation if there are many;
//! for few it is too small, and with no pair of which one player won both games it is 0. Therefore every match gets four pairs more in S, as [agresti1998] add four trials to
//! a share: pairs whose two games end alike, with the information that the model expects of them.

use super::{Encounter, Likelihood, NoRanking, Options, Ranking};
use crate::stats::matrix::Matrix;

/// Pairs of games of one match: player `a` moves first in the first game of each, player `b` in the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairedGames {
    /// Who moves first in the first games.
    pub a: usize,
    /// The other player.
    pub b: usize,
    /// How many pairs player a won, drew or lost the first game of (row) and won, drew or lost the second game of (column).
    pub results: [[u64; 3]; 3],
}

/// How many pairs a match gets more.
const ADDED: f64 = 4.0;

impl PairedGames {
    fn pairs(&self) -> u64 {
        self.results.iter().flatten().sum()
    }

    /// The games by who moved first.
    fn encounters(&self) -> [Encounter; 2] {
        let firsts = self.results.map(|row| row.iter().sum::<u64>());
        let seconds: [u64; 3] = std::array::from_fn(|result| self.results.iter().map(|row| row[result]).sum());
        let [[wins, draws, losses], [lost, drawn, won]] = [firsts, seconds];
        [
            Encounter { first: self.a, second: self.b, wins, draws, losses },
            Encounter { first: self.b, second: self.a, wins: won, draws: drawn, losses: lost },
        ]
    }

    /// Each kind of pair by itself, with how many there are.
    fn kinds(&self) -> impl Iterator<Item = (PairedGames, u64)> {
        let places = (0..3).flat_map(|first| (0..3).map(move |second| (first, second)));
        places.map(|(first, second)| {
            let mut results = [[0; 3]; 3];
            results[first][second] = 1;
            (PairedGames { results, ..*self }, self.results[first][second])
        })
    }
}

/// Fits the model to matches of pairs between `players` players; pairs are independent, their two games need not be.
///
/// With a prior, which is needed where pairs do not tell how they vary, the two games of a pair are taken to be as alike as can be: the information of the games counts half.
///
/// # Errors
/// [`NoRanking`] says what the games lack.
///
/// ```
/// use katsura_lab::stats::{Level, bradley_terry::{Options, PairedGames, fit_pairs}};
/// let alike = PairedGames { a: 0, b: 1, results: [[60, 0, 0], [0, 0, 0], [0, 0, 40]] };
/// let apart = PairedGames { a: 0, b: 1, results: [[36, 0, 24], [0, 0, 0], [24, 0, 16]] };
/// let [alike, apart] = [alike, apart].map(|games| fit_pairs(2, &[games], &Options::default()).unwrap().elo_difference(0, 1, Level::P95));
/// assert!((alike.value - apart.value).abs() < 1e-6 && alike.interval.width() > 1.3 * apart.interval.width());
/// ```
pub fn fit_pairs(players: usize, matches: &[PairedGames], options: &Options) -> Result<Ranking, NoRanking> {
    let games: Vec<Encounter> = matches.iter().flat_map(PairedGames::encounters).collect();
    let likelihood = Likelihood::new(players, &games, options)?;
    let ranking = likelihood.ranking()?;
    let covariance = likelihood.covariance_of_pairs(matches, &ranking);
    Ok(Ranking { covariance, ..ranking })
}

impl Likelihood<'_> {
    fn covariance_of_pairs(&self, matches: &[PairedGames], independent: &Ranking) -> Matrix {
        let (at, inverse) = (&independent.parameters, &independent.covariance);
        if self.prior > 0.0 {
            return self.covariance_of_copies(inverse);
        }
        let mut spread = Matrix::zero(self.layout.size);
        for pairs in matches.iter().filter(|pairs| pairs.pairs() > 0) {
            for (kind, count) in pairs.kinds() {
                spread.add_square(&self.expand_games(&kind.encounters(), at).gradient, count as f64);
            }
            let information = self.expand_games(&pairs.encounters(), at).information;
            spread.add_scaled(&information, 2.0 * ADDED / pairs.pairs() as f64);
        }
        inverse.around(&spread)
    }

    /// If the second game of a pair is a copy of the first, S is twice the information of the games, and that of the prior stays: C·(2·(C⁻¹ − prior) + prior)·C.
    fn covariance_of_copies(&self, inverse: &Matrix) -> Matrix {
        let mut of_one = Matrix::zero(self.layout.size);
        (0..self.layout.size).for_each(|place| of_one.add(place, place, 1.0));
        let mut covariance = inverse.clone();
        covariance.add_scaled(inverse, 1.0);
        covariance.add_scaled(&inverse.around(&of_one), -self.prior);
        covariance
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::bradley_terry::{ELO, fit};
    use crate::stats::{Level, Measured};
    use katsura_game::Rng;

    fn error(measured: Measured) -> f64 {
        (measured.interval.high - measured.value) / Level::P95.z()
    }

    #[test]
    fn two_players_by_hand() {
        // 60 pairs won, 40 lost: θ difference ln 1.5; the derivative in it is 2·0.4 of a won pair and −2·0.6 of a lost one, so that S is
        // 60·0.64 + 40·1.44 = 96; the information is 200·0.24 = 48, and four pairs more add 4·2·0.48 to S
        let games = PairedGames { a: 0, b: 1, results: [[60, 0, 0], [0, 0, 0], [0, 0, 40]] };
        let ours = fit_pairs(2, &[games], &Options::default()).unwrap().elo_difference(0, 1, Level::P95);
        assert!((ours.value - ELO * 1.5f64.ln()).abs() < 1e-8);
        assert!((error(ours) - ELO * (96.0 + 3.84f64).sqrt() / 48.0).abs() < 1e-8, "{ours:?}");
    }

    #[test]
    fn three_players_with_draws_are_those_of_derivatives_by_differences() {
        // Python 3.12 without libraries: θ2 = −θ0 − θ1, all derivatives of the log-likelihood of a pair and of all pairs by five-point differences
        // (steps 1e-5 and 1e-4), Newton's method, the inverse by Gauss-Jordan; S without and with four pairs more per match
        let results = [
            (0, 1, [[30, 4, 6], [5, 6, 3], [4, 2, 20]]),
            (0, 2, [[35, 3, 8], [4, 5, 4], [6, 3, 12]]),
            (1, 2, [[22, 5, 7], [6, 9, 4], [5, 2, 15]]),
        ];
        let games = results.map(|(a, b, results)| PairedGames { a, b, results });
        let ranking = fit_pairs(3, &games, &Options::default()).unwrap();
        let elo = [63.69195871322297, -3.344010474916479, -60.34794823830648];
        let errors = [19.100284897937165, 18.605900170120552, 18.486495911721935];
        for player in 0..3 {
            let ours = ranking.elo(player, Level::P95);
            assert!((ours.value - elo[player]).abs() < 1e-4 && (error(ours) - errors[player]).abs() < 1e-4, "{ours:?}");
        }
        let apart = |a, b| error(ranking.elo_difference(a, b, Level::P95));
        assert!((apart(0, 1) - 32.867161081413855).abs() < 1e-4 && (apart(0, 2) - 32.664404286814495).abs() < 1e-4);
        let first = ranking.first_move_elo(Level::P95).unwrap();
        assert!((first.value - 12.353970023805909).abs() < 1e-4 && (error(first) - 14.274606177263468).abs() < 1e-4);
    }

    #[test]
    fn pairs_that_were_all_shared_still_have_an_interval() {
        // whoever moved first won half of the pairs, whoever moved second the others: nobody won both games of any
        let games = PairedGames { a: 0, b: 1, results: [[0, 0, 50], [0, 0, 0], [50, 0, 0]] };
        let ours = fit_pairs(2, &[games], &Options::default()).unwrap().elo_difference(0, 1, Level::P95);
        // as for a share of 0 in 100: about 4 of them may be won by one player, a score of 0.52
        assert!(ours.value.abs() < 1e-9 && (10.0..18.0).contains(&ours.interval.high), "{ours:?}");
    }

    #[test]
    fn with_a_prior_copies_have_half_the_information_of_games() {
        let games = PairedGames { a: 0, b: 1, results: [[20, 0, 0], [0, 0, 0], [0, 0, 0]] };
        let prior = |prior_elo| Options { prior_elo: Some(prior_elo), ..Options::default() };
        let [alone, paired] = [fit(2, &games.encounters(), &prior(1000.0)), fit_pairs(2, &[games], &prior(1000.0))]
            .map(|ranking| ranking.unwrap().elo_difference(0, 1, Level::P95));
        let wider = error(paired) / error(alone);
        assert!(alone.value == paired.value && wider > 1.2 && wider < 2f64.sqrt(), "{wider}");
        // a prior that says everything leaves nothing to the games
        let [alone, paired] = [fit(2, &games.encounters(), &prior(0.01)), fit_pairs(2, &[games], &prior(0.01))]
            .map(|ranking| error(ranking.unwrap().elo_difference(0, 1, Level::P95)));
        assert!((paired / alone - 1.0).abs() < 1e-3);
    }

    /// How the second game of a pair follows from the first: alike, not at all, or opposed.
    type Second = fn(f64, &mut Rng) -> f64;

    /// A match in which the stronger by `d` moves first in the first games.
    fn played((a, b): (usize, usize), d: f64, pairs: u32, (second, rng): (Second, &mut Rng)) -> PairedGames {
        const FIRST_MOVE: f64 = 0.3;
        let win = |d: f64| 1.0 / (1.0 + (-d).exp());
        let mut games = PairedGames { a, b, results: [[0; 3]; 3] };
        for _ in 0..pairs {
            let one = rng.unit();
            let two = second(one, rng);
            let result = |won: bool| if won { 0 } else { 2 };
            games.results[result(one < win(d + FIRST_MOVE))][result(two < win(d - FIRST_MOVE))] += 1;
        }
        games
    }

    #[test]
    fn intervals_of_simulated_tournaments_of_correlated_pairs_cover_the_truth() {
        let truth = [0.5, 0.0, -0.5];
        let seconds: [(&str, Second); 4] = [
            ("copies", |one, _| one),
            ("mostly copies", |one, rng| if rng.chance(0.7) { one } else { rng.unit() }),
            ("independent", |_, rng| rng.unit()),
            ("opposed", |one, _| 1.0 - one),
        ];
        for (name, second) in seconds {
            let (runs, mut covered, mut by_games) = (2000, 0, 0);
            let mut rng = Rng::new(12);
            for _ in 0..runs {
                let games =
                    [(0, 1), (0, 2), (1, 2)].map(|(a, b)| played((a, b), truth[a] - truth[b], 40, (second, &mut rng)));
                let hit = |ranking: &Ranking| {
                    ranking.elo_difference(0, 2, Level::P95).interval.contains(ELO * (truth[0] - truth[2]))
                };
                covered += u32::from(hit(&fit_pairs(3, &games, &Options::default()).unwrap()));
                let single: Vec<Encounter> = games.iter().flat_map(PairedGames::encounters).collect();
                by_games += u32::from(hit(&fit(3, &single, &Options::default()).unwrap()));
            }
            let [covered, by_games] = [covered, by_games].map(|hits| f64::from(hits) / f64::from(runs));
            // 4 standard errors of 2000 runs
            assert!(covered > 0.95 - 4.0 * (0.95f64 * 0.05 / f64::from(runs)).sqrt(), "{name}: {covered}");
            assert!(name != "copies" || by_games < 0.87, "games counted as independent mislead: {by_games}");
        }
    }
}
