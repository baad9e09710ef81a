//! Who is best of many: the Bradley-Terry model with first-move advantage and Davidson's draws.
//!
//! With d = θ_first − θ_second + γ, ν for draws and Z = e^(d/2) + e^(−d/2) + ν,
//!
//! P(first wins) = e^(d/2)/Z, P(second wins) = e^(−d/2)/Z, P(draw) = ν/Z.
//!
//! This is the model of [bradley1952] with the draws of [davidson1970] and the order effect of [davidson1977]; their ν is ours
//! times e^(γ/2), so that ours is the weight of a draw between players that are even *on the board*. The log-likelihood is concave
//! in θ, γ and ln ν: Newton's method finds the one maximum, and the inverse of the information at it is the covariance of games that are
//! independent. The games of a match come in pairs that are not: [`fit_pairs`] takes them as such.
//!
//! ```
//! use katsura_lab::stats::{Level, bradley_terry::{Encounter, Options, fit}};
//! let games = [
//!     Encounter { first: 0, second: 1, wins: 60, draws: 10, losses: 30 },
//!     Encounter { first: 1, second: 0, wins: 45, draws: 10, losses: 45 },
//! ];
//! let ranking = fit(2, &games, &Options::default()).unwrap();
//! assert!(ranking.superiority(0, 1) > 0.9 && ranking.first_move_elo(Level::P95).unwrap().value > 0.0);
//! ```

mod paired;

pub use paired::{PairedGames, fit_pairs};

use super::matrix::Matrix;
use super::quantile::normal_cdf;
use super::{Level, Measured};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Games between two players with the same one moving first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Encounter {
    /// The player who moved first.
    pub first: usize,
    /// The other player.
    pub second: usize,
    /// Games the first player won.
    pub wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games the second player won.
    pub losses: u64,
}

/// What to estimate beside the strengths.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Whether the first move may be worth something.
    pub first_move: bool,
    /// The standard deviation in Elo of a normal prior on each of θ, γ and ln ν; without one, a player who won or lost every game has no
    /// finite strength, games that were all drawn no finite ν, and there is no ranking. With one there always is.
    pub prior_elo: Option<f64>,
}

impl Default for Options {
    fn default() -> Self {
        Options { first_move: true, prior_elo: None }
    }
}

/// Why there is no ranking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoRanking {
    /// A game names a player that does not exist, or the same player twice.
    #[error("a game names player {0}, who does not exist or plays against himself")]
    BadPlayer(usize),
    /// The games do not determine the strengths.
    #[error(
        "the games do not determine the ranking: the players form separate groups, one group won every game against another, or all games were drawn or won by who \
         moved first; give a prior"
    )]
    Undetermined,
}

/// Elo of one unit of θ: 400 / ln 10.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The fitted model. Strengths add up to zero.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranking {
    players: usize,
    /// Strengths, then γ and ln ν where they were estimated.
    parameters: Vec<f64>,
    covariance: Matrix,
    layout: Layout,
}

impl Ranking {
    /// The player's Elo above the average of all players.
    pub fn elo(&self, player: usize, level: Level) -> Measured {
        let variance = self.covariance.get(player, player);
        Measured::with_standard_error(ELO * self.parameters[player], ELO * variance.sqrt(), level)
    }

    /// The first player's Elo above the second's; correlations are taken into account.
    pub fn elo_difference(&self, a: usize, b: usize, level: Level) -> Measured {
        let (difference, error) = self.difference(a, b);
        Measured::with_standard_error(ELO * difference, ELO * error, level)
    }

    /// The likelihood of superiority: the probability that player a is the stronger, as normal as the estimate is.
    pub fn superiority(&self, a: usize, b: usize) -> f64 {
        let (difference, error) = self.difference(a, b);
        if error > 0.0 { normal_cdf(difference / error) } else { 0.5 }
    }

    /// The two-sided p-value of "both are equally strong"; correct a table of them with [`holm`](super::holm).
    pub fn p_value(&self, a: usize, b: usize) -> f64 {
        let superior = self.superiority(a, b);
        2.0 * superior.min(1.0 - superior)
    }

    /// What the first move is worth in Elo; `None` if it was not estimated.
    pub fn first_move_elo(&self, level: Level) -> Option<Measured> {
        let at = self.layout.first_move?;
        Some(Measured::with_standard_error(ELO * self.parameters[at], ELO * self.covariance.get(at, at).sqrt(), level))
    }

    /// The share of draws between even players: ν/(2 + ν).
    pub fn even_draw_share(&self) -> f64 {
        let nu = self.layout.draw.map_or(0.0, |at| self.parameters[at].exp());
        nu / (2.0 + nu)
    }

    /// The covariance of two players' Elo.
    pub fn covariance(&self, a: usize, b: usize) -> f64 {
        ELO * ELO * self.covariance.get(a, b)
    }

    /// How many players.
    pub fn players(&self) -> usize {
        self.players
    }

    fn difference(&self, a: usize, b: usize) -> (f64, f64) {
        let c = |i, j| self.covariance.get(i, j);
        (self.parameters[a] - self.parameters[b], (c(a, a) + c(b, b) - 2.0 * c(a, b)).max(0.0).sqrt())
    }
}

/// Where γ and ln ν stand among the parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Layout {
    first_move: Option<usize>,
    draw: Option<usize>,
    size: usize,
}

/// Fits the model to independent games between `players` players.
///
/// # Errors
/// [`NoRanking`] says what the games lack.
pub fn fit(players: usize, games: &[Encounter], options: &Options) -> Result<Ranking, NoRanking> {
    Likelihood::new(players, games, options)?.ranking()
}

/// The log-likelihood, with its prior, of a set of games.
struct Likelihood<'a> {
    players: usize,
    games: &'a [Encounter],
    layout: Layout,
    /// The precision of the prior on each parameter.
    prior: f64,
}

/// Value, gradient and negative second derivative of the log-likelihood.
struct Expansion {
    value: f64,
    gradient: Vec<f64>,
    information: Matrix,
}

impl<'a> Likelihood<'a> {
    fn new(players: usize, games: &'a [Encounter], options: &Options) -> Result<Self, NoRanking> {
        let bad = games.iter().find(|game| game.first.max(game.second) >= players || game.first == game.second);
        if let Some(game) = bad {
            return Err(NoRanking::BadPlayer(game.first.max(game.second)));
        }
        let first_move = options.first_move.then_some(players);
        let after = players + usize::from(options.first_move);
        let draw = games.iter().any(|game| game.draws > 0).then_some(after);
        let layout = Layout { first_move, draw, size: after + usize::from(draw.is_some()) };
        let prior = options.prior_elo.map_or(0.0, |elo| (ELO / elo).powi(2));
        Ok(Likelihood { players, games, layout, prior })
    }

    /// The maximum, with the covariance of independent games.
    fn ranking(&self) -> Result<Ranking, NoRanking> {
        let (parameters, covariance) = self.maximise().ok_or(NoRanking::Undetermined)?;
        Ok(Ranking { players: self.players, parameters, covariance, layout: self.layout })
    }

    /// Newton's method with halved steps where the likelihood would fall; `None` if there is no finite maximum.
    fn maximise(&self) -> Option<(Vec<f64>, Matrix)> {
        let mut at = vec![0.0; self.layout.size];
        let mut here = self.expand(&at);
        for _ in 0..MOST_STEPS {
            let inverse = here.information.inverse()?;
            let step = inverse.times(&here.gradient);
            if step.iter().all(|by| by.abs() < 1e-10) {
                return Some((at, self.without_gauge(inverse)));
            }
            (at, here) = self.uphill(&at, &step, here.value)?;
            if at.iter().any(|parameter| parameter.abs() > FAR) {
                return None;
            }
        }
        None
    }

    /// The point after the largest halving of the step that does not lower the likelihood.
    fn uphill(&self, from: &[f64], step: &[f64], value: f64) -> Option<(Vec<f64>, Expansion)> {
        (0..40).find_map(|halvings| {
            let scale = 0.5f64.powi(halvings);
            let at: Vec<f64> = from.iter().zip(step).map(|(x, by)| x + scale * by).collect();
            let there = self.expand(&at);
            (there.value >= value - 1e-9 * value.abs()).then_some((at, there))
        })
    }

    /// The log-likelihood of some games alone, without prior.
    fn expand_games(&self, games: &[Encounter], at: &[f64]) -> Expansion {
        let mut sum = Expansion { value: 0.0, gradient: vec![0.0; at.len()], information: Matrix::zero(at.len()) };
        games.iter().for_each(|game| self.add_game(game, at, &mut sum));
        sum
    }

    fn expand(&self, at: &[f64]) -> Expansion {
        let mut sum = self.expand_games(self.games, at);
        for (place, parameter) in at.iter().enumerate() {
            sum.value -= 0.5 * self.prior * parameter * parameter;
            sum.gradient[place] -= self.prior * parameter;
            sum.information.add(place, place, self.prior);
        }
        self.add_gauge(&mut sum.information, 1.0);
        sum
    }

    /// Adds one encounter. ln Z has the derivatives (pW − pL)/2 in d and pD in ln ν.
    fn add_game(&self, game: &Encounter, at: &[f64], sum: &mut Expansion) {
        let Layout { first_move, draw, .. } = self.layout;
        let d = at[game.first] - at[game.second] + first_move.map_or(0.0, |i| at[i]);
        let [win, loss, nu] = [(0.5 * d).exp(), (-0.5 * d).exp(), draw.map_or(0.0, |i| at[i].exp())];
        let z = win + loss + nu;
        let [win, loss, drawn] = [win / z, loss / z, nu / z];
        let (wins, draws, losses) = (game.wins as f64, game.draws as f64, game.losses as f64);
        let n = wins + draws + losses;
        let slope = 0.5 * (win - loss);
        sum.value += 0.5 * d * (wins - losses) - n * z.ln() + draw.map_or(0.0, |i| draws * at[i]);
        let design = [(Some(game.first), 1.0), (Some(game.second), -1.0), (first_move, 1.0)];
        let design = design.into_iter().filter_map(|(index, sign)| index.map(|index| (index, sign)));
        for (i, sign) in design.clone() {
            sum.gradient[i] += sign * (0.5 * (wins - losses) - n * slope);
            for (j, other) in design.clone() {
                sum.information.add(i, j, sign * other * n * (0.25 * (win + loss) - slope * slope));
            }
            if let Some(j) = draw {
                sum.information.add(i, j, -sign * n * slope * drawn);
                sum.information.add(j, i, -sign * n * slope * drawn);
            }
        }
        if let Some(j) = draw {
            sum.gradient[j] += draws - n * drawn;
            sum.information.add(j, j, n * drawn * (1.0 - drawn));
        }
    }

    /// Only differences of strengths matter: the information has no weight in the direction of all strengths together. A
    /// weight there keeps their sum at zero.
    fn add_gauge(&self, matrix: &mut Matrix, weight: f64) {
        for i in 0..self.players {
            for j in 0..self.players {
                matrix.add(i, j, weight);
            }
        }
    }

    /// Takes the variance that the gauge gave to the sum of all strengths out again.
    fn without_gauge(&self, mut inverse: Matrix) -> Matrix {
        let players = self.players as f64;
        let of_sum = 1.0 / (players * (players + self.prior));
        self.add_gauge(&mut inverse, -of_sum);
        inverse
    }
}

const MOST_STEPS: usize = 200;
/// Odds of e^25 to one: no number of games that can be played supports a strength this far out.
const FAR: f64 = 25.0;

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_game::Rng;

    fn encounter((first, second, wins, draws, losses): (usize, usize, u64, u64, u64)) -> Encounter {
        Encounter { first, second, wins, draws, losses }
    }

    fn close(ours: f64, theirs: f64) -> bool {
        (ours - theirs).abs() < 1e-4 * theirs.abs().max(1.0)
    }

    fn error(measured: Measured) -> f64 {
        (measured.interval.high - measured.value) / Level::P95.z()
    }

    #[test]
    fn two_players_without_first_move_by_hand() {
        // 75 of 100: θ difference ln 3, information n·p·q = 18.75
        let options = Options { first_move: false, ..Options::default() };
        let ours = fit(2, &[encounter((0, 1, 75, 0, 25))], &options).unwrap().elo_difference(0, 1, Level::P95);
        assert!((ours.value - 400.0 * 3f64.log10()).abs() < 1e-8);
        assert!((error(ours) - ELO / 18.75f64.sqrt()).abs() < 1e-8);
    }

    #[test]
    fn draws_by_hand() {
        // 40 won, 40 lost, 20 drawn by even players: ν/(2 + ν) = 0.2
        let ranking = fit(2, &[encounter((0, 1, 20, 10, 20)), encounter((1, 0, 20, 10, 20))], &Options::default()).unwrap();
        assert!((ranking.even_draw_share() - 0.2).abs() < 1e-10);
        assert_eq!(ranking.superiority(0, 1), 0.5);
    }

    #[test]
    fn without_draws_it_is_the_logistic_regression_of_statsmodels() {
        // statsmodels 0.15.0: GLM(Y, X, family=Binomial()) on these encounters, strengths summing to zero, times 400/ln 10
        let table = [
            (0, 1, 30, 0, 20),
            (1, 0, 28, 0, 22),
            (0, 2, 35, 0, 15),
            (2, 0, 25, 0, 25),
            (1, 2, 29, 0, 21),
            (2, 1, 24, 0, 26),
            (0, 3, 44, 0, 6),
            (3, 0, 9, 0, 41),
            (2, 3, 38, 0, 12),
            (3, 1, 13, 0, 37),
        ];
        let ranking = fit(4, &table.map(encounter), &Options::default()).unwrap();
        let elo = [93.93592255791901, 64.22424272264156, 18.4079949637777, -176.5681602443383];
        let errors = [16.717679181767544, 17.765292192529103, 18.127856622977077, 23.280220005320082];
        for player in 0..4 {
            let ours = ranking.elo(player, Level::P95);
            assert!(close(ours.value, elo[player]) && close(error(ours), errors[player]), "{player}: {ours:?}");
        }
        let first_move = ranking.first_move_elo(Level::P95).unwrap();
        assert!(close(first_move.value, 45.33398995485835) && close(error(first_move), 17.295702469826377));
        assert!(close(ranking.covariance(0, 1), -62.14424301846423));
        assert!((ranking.superiority(0, 1) - 0.8660194035965287).abs() < 1e-6);
        assert!((ranking.p_value(0, 1) - 2.0 * (1.0 - 0.8660194035965287)).abs() < 1e-6);
    }

    #[test]
    fn with_draws_it_is_the_maximum_that_scipy_finds() {
        // SciPy 1.17.1: minimize(negative log-likelihood, method="BFGS"), errors from numdifftools.Hessian
        let table = [
            (0, 1, 30, 12, 8),
            (1, 0, 20, 15, 15),
            (0, 2, 35, 9, 6),
            (2, 0, 12, 13, 25),
            (1, 2, 22, 14, 14),
            (2, 1, 15, 16, 19),
        ];
        let ranking = fit(3, &table.map(encounter), &Options::default()).unwrap();
        let elo = [102.5161273647976, -8.698199407599272, -93.81792795719832];
        let errors = [21.190271693420488, 20.081541785366888, 21.005210553941655];
        for player in 0..3 {
            let ours = ranking.elo(player, Level::P95);
            assert!(close(ours.value, elo[player]) && close(error(ours), errors[player]), "{player}: {ours:?}");
        }
        let first_move = ranking.first_move_elo(Level::P95).unwrap();
        assert!(close(first_move.value, 83.58104364877993) && close(error(first_move), 25.39582577496303));
        assert!((ranking.even_draw_share() - 0.28310825883676094).abs() < 1e-6);
    }

    #[test]
    fn separate_groups_and_all_won_need_a_prior() {
        let separate =
            [encounter((0, 1, 5, 0, 5)), encounter((1, 0, 4, 0, 6)), encounter((2, 3, 5, 0, 5)), encounter((3, 2, 5, 0, 5))];
        assert_eq!(fit(4, &separate, &Options::default()), Err(NoRanking::Undetermined));
        let all_won = [encounter((0, 1, 50, 0, 0)), encounter((1, 0, 0, 0, 50))];
        assert_eq!(fit(2, &all_won, &Options::default()), Err(NoRanking::Undetermined));
        let prior = Options { prior_elo: Some(400.0), ..Options::default() };
        let all_drawn = [encounter((0, 1, 0, 50, 0)), encounter((1, 0, 0, 50, 0))];
        let all_first = [encounter((0, 1, 50, 0, 0)), encounter((1, 0, 50, 0, 0))];
        for games in [&separate[..], &all_won[..], &all_drawn[..], &all_first[..], &[]] {
            assert_eq!(fit(4, games, &Options::default()), Err(NoRanking::Undetermined));
            let ranking = fit(4, games, &prior).unwrap();
            assert!((0..4).all(|player| ranking.elo(player, Level::P95).value.is_finite()));
        }
        assert!(fit(2, &all_won, &prior).unwrap().superiority(0, 1) > 0.99);
    }

    #[test]
    fn games_that_name_nobody_are_refused() {
        assert_eq!(fit(2, &[encounter((0, 2, 1, 0, 1))], &Options::default()), Err(NoRanking::BadPlayer(2)));
        assert_eq!(fit(2, &[encounter((1, 1, 1, 0, 1))], &Options::default()), Err(NoRanking::BadPlayer(1)));
        assert_eq!(fit(2, &[], &Options::default()), Err(NoRanking::Undetermined));
        assert_eq!(fit(0, &[], &Options { first_move: false, ..Options::default() }).unwrap().players(), 0);
    }

    #[test]
    fn intervals_of_simulated_tournaments_cover_the_truth() {
        let (truth, first_move, nu) = ([0.6f64, 0.1, -0.2, -0.5], 0.3, 0.5);
        let mut rng = Rng::new(8);
        let (runs, mut covered) = (1000, [0u32; 2]);
        for _ in 0..runs {
            let mut games = Vec::new();
            for first in 0..4 {
                for second in (0..4).filter(|&second| second != first) {
                    let d = truth[first] - truth[second] + first_move;
                    let [win, loss] =
                        [(0.5 * d).exp(), (-0.5 * d).exp()].map(|w| w / ((0.5 * d).exp() + (-0.5 * d).exp() + nu));
                    let mut game = encounter((first, second, 0, 0, 0));
                    for _ in 0..60 {
                        let u = rng.unit();
                        let count = if u < win {
                            &mut game.wins
                        } else if u < win + loss {
                            &mut game.losses
                        } else {
                            &mut game.draws
                        };
                        *count += 1;
                    }
                    games.push(game);
                }
            }
            let ranking = fit(4, &games, &Options::default()).unwrap();
            let difference = ranking.elo_difference(0, 3, Level::P95).interval.contains(ELO * (truth[0] - truth[3]));
            let first = ranking.first_move_elo(Level::P95).unwrap().interval.contains(ELO * first_move);
            covered[0] += u32::from(difference);
            covered[1] += u32::from(first);
        }
        // 4 standard errors of 1000 runs around 95 %
        let slack = 4.0 * (0.95f64 * 0.05 / f64::from(runs)).sqrt();
        assert!(covered.iter().all(|&hits| (f64::from(hits) / f64::from(runs) - 0.95).abs() < slack), "{covered:?}");
    }
}
