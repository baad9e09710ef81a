//! Moves by weights of what they look like, and the training of these weights: simulation balancing [silver2009balancing].

use super::gibbs::{place_by_weight, sum};
use super::{Playing, Playout, With};
use crate::config::{ConfigError, Problem, parameters, refused};
use crate::techniques::Technique;
use katsura_game::{About, Knowledge, Player, Rng, math};
use std::sync::Arc;

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "simulation balancing",
    formula: "P(m) ∝ exp(θ(pattern of m)); θ ← θ + α (V* − V) g, g = 1/(N·T) Σ (z − V) ψ, ψ = φ(s,a) − Σ_b π(b) φ(s,b)",
    citation: "silver2009balancing, huang2011",
    config: "search.playout = { kind = 'balanced', weights = [[0, 0.5], [1, -0.5]] }",
    sources: "lecture 38, lecture 39",
    test: "training_brings_the_value_of_playouts_to_the_wanted_one",
    file: file!(),
}];

parameters! {
    /// P(m) ∝ exp(θ of the move's [feature](Knowledge::feature)): 3x3 patterns in Go, the six neighbours in Havannah and
    /// Hex.
    ///
    /// Weights come from [`Balance`]; a feature without one weighs 0, so that no weights at all are uniform playouts.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Balanced checked by Balanced::check {
        /// Features with their weights θ.
        pub weights: Vec<(u32, f64)> = Vec::new();
        /// How often the rule is asked.
        pub probability: f64 = 1.0, from 0.0 to 1.0;
    }
}

/// The largest weight either way: e^50 is far from the ends of double precision, and beyond any use.
const LARGEST: f64 = 50.0;

impl Balanced {
    /// Checks that the game has these features.
    ///
    /// # Errors
    /// If it has none, or if a weight is of none or out of range.
    pub fn check(&self, about: &About) -> Result<(), ConfigError> {
        let features = about.knows.features;
        if features == 0 {
            return refused("the game tells no features of moves".to_string()).map_err(|error| error.under("weights"));
        }
        match self
            .weights
            .iter()
            .find(|(feature, weight)| *feature as usize >= features || weight.is_nan() || weight.abs() > LARGEST)
        {
            None => Ok(()),
            Some((feature, weight)) => {
                let (found, accepted) =
                    (format!("[{feature}, {weight}]"), format!("features below {features}, weights from -50 to 50"));
                Err(ConfigError::of("weights", Problem::OutOfRange { found, accepted }))
            }
        }
    }

    /// The policy for a game with these features.
    pub fn policy(&self, about: &About) -> With<BalancedPolicy> {
        let mut weights = vec![1.0; counted(about)];
        for &(feature, weight) in &self.weights {
            weights[feature as usize] = math::exp(weight);
        }
        With { probability: self.probability, rule: BalancedPolicy { weights: weights.into(), scratch: Vec::new() } }
    }
}

/// The features to keep weights for: where a game tells none, all moves have number 0.
fn counted(about: &About) -> usize {
    about.knows.features.max(1)
}

/// Draws moves by the weights of their features.
#[derive(Clone, Debug)]
pub struct BalancedPolicy {
    /// e^θ by feature.
    weights: Arc<[f64]>,
    scratch: Vec<f64>,
}

impl<S: Knowledge> Playout<S> for BalancedPolicy {
    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        playing.list_moves();
        self.scratch.clear();
        let state = &*playing.state;
        self.scratch.extend(playing.moves.iter().map(|&mv| self.weights[state.feature(mv)]));
        place_by_weight(&self.scratch, sum(&self.scratch), playing.rng).map(|place| playing.moves[place])
    }
}

/// Simulation balancing [silver2009balancing]: weights for which the mean result V of playouts is the value V* of the
/// position, so that errors of both players cancel, whether or not single moves are good. The values may come from the
/// program's own searches [huang2011].
///
/// For a position with a known value: V = the mean of M playouts; g = 1/(N·T) Σ z ψ, a sum over the T moves of each of N
/// further playouts with results z, where ψ = φ(s, a) − Σ_b π(s, b) φ(s, b); θ ← θ + α (V* − V) g. Results are rewards of
/// the first player.
///
/// **Differs from the paper:** g takes z − V in the place of z. Where T depends on the moves, Σ ψ / T is not zero on
/// average, and what is the same for all results would make games shorter or longer; the baseline takes that out, and
/// some of the noise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balance {
    /// M: playouts for the value.
    pub value_playouts: u32,
    /// N: playouts for the gradient.
    pub gradient_playouts: u32,
    /// The step size α.
    pub rate: f64,
}

/// The weights under training, by feature.
#[derive(Clone, Debug)]
pub struct Weights {
    theta: Vec<f64>,
    gradient: Vec<f64>,
}

impl Weights {
    /// No weights yet: uniform playouts.
    pub fn new(about: &About) -> Self {
        Weights { theta: vec![0.0; counted(about)], gradient: vec![0.0; counted(about)] }
    }

    /// The playout policy of these weights.
    pub fn policy(&self) -> Balanced {
        let learnt = self.theta.iter().zip(0..).filter(|(weight, _)| **weight != 0.0);
        let weights = learnt.map(|(weight, feature)| (feature, weight.clamp(-LARGEST, LARGEST))).collect();
        Balanced { weights, ..Balanced::default() }
    }

    /// The mean reward of the first player over playouts from a position.
    pub fn value<S: Knowledge>(&self, start: &S, playouts: u32, rng: &mut Rng) -> f64 {
        let rewards = (0..playouts).map(|_| play_out(&self.theta, start, rng, &mut |_, _| ()).0);
        rewards.sum::<f64>() / f64::from(playouts)
    }

    /// One step of the training on a position whose value is known.
    pub fn learn<S: Knowledge>(&mut self, training: &Balance, start: &S, value: f64, rng: &mut Rng) {
        let mean = self.value(start, training.value_playouts, rng);
        self.gradient.fill(0.0);
        let mut seen = Vec::new();
        for _ in 0..training.gradient_playouts {
            seen.clear();
            let (reward, moves) = play_out(&self.theta, start, rng, &mut |feature, share| seen.push((feature, share)));
            let weight = (reward - mean) / f64::from(training.gradient_playouts * moves.max(1));
            seen.iter().for_each(|&(feature, share)| self.gradient[feature] += weight * share);
        }
        for (theta, gradient) in self.theta.iter_mut().zip(&self.gradient) {
            *theta = (*theta + training.rate * (value - mean) * gradient).clamp(-LARGEST, LARGEST);
        }
    }
}

/// A playout with softmax weights: the first player's reward and the number of moves. `psi` is told the parts of each ψ: 1
/// for the feature that was played, −π(b) for that of every move b.
fn play_out<S: Knowledge>(theta: &[f64], start: &S, rng: &mut Rng, psi: &mut impl FnMut(usize, f64)) -> (f64, u32) {
    let (mut state, mut moves, mut count) = (start.clone(), Vec::new(), 0);
    state.begin_playout();
    while !state.turn().is_over() {
        moves.clear();
        if state.turn().player().is_some() {
            state.playout_moves(&mut moves);
        }
        let drawn = draw(theta, &state, &moves, rng, psi);
        let mv = drawn.unwrap_or_else(|| state.playout_move(&mut moves, rng));
        state.apply(mv);
        count += 1;
    }
    (f64::from(state.rewards().of(Player::FIRST)), count)
}

fn draw<S: Knowledge>(
    theta: &[f64],
    state: &S,
    moves: &[S::Move],
    rng: &mut Rng,
    psi: &mut impl FnMut(usize, f64),
) -> Option<S::Move> {
    let weights: Vec<f64> = moves.iter().map(|&mv| math::exp(theta[state.feature(mv)])).collect();
    let total: f64 = weights.iter().sum();
    moves.iter().zip(&weights).for_each(|(&mv, weight)| psi(state.feature(mv), -weight / total));
    let mv = moves[place_by_weight(&weights, total, rng)?];
    psi(state.feature(mv), 1.0);
    Some(mv)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Cells, answers, counts};
    use super::*;
    use katsura_game::{Game, Rewards};

    #[test]
    fn moves_are_drawn_by_the_exponential_of_their_weight() {
        // Features are the cells: θ = ln 3 for cell 0, ln 2 for cell 1, 0 for the two others: 3/7, 2/7, 1/7, 1/7.
        let config = Balanced { weights: vec![(0, 3f64.ln()), (1, 2f64.ln())], ..Balanced::default() };
        let drawn = counts(&answers(&mut config.policy(&Cells::key(4).about()), &Cells::key(4), &[], 70_000), 4);
        let expected = [30_000.0, 20_000.0, 10_000.0, 10_000.0];
        let chi2: f64 = drawn.iter().zip(expected).map(|(&n, expected)| (n as f64 - expected).powi(2) / expected).sum();
        assert!(chi2 < 16.27, "the 99.9 % quantile of 3 degrees of freedom is 16.27: {chi2}");
    }

    #[test]
    fn the_parts_of_psi_are_those_worked_out_by_hand() {
        // Two cells, θ = (ln 3, 0): π = (3/4, 1/4). The first move plays 0 or 1, the second has one move only: ψ = φ − φ =
        // 0.
        let theta = [3f64.ln(), 0.0];
        let (mut sum, mut reward, mut rng) = ([0.0, 0.0], 0.0, Rng::new(1));
        while reward == 0.0 {
            sum = [0.0, 0.0];
            reward = play_out(&theta, &Cells::key(2).start(), &mut rng, &mut |feature, share| sum[feature] += share).0;
        }
        // A win of the first player: cell 0 was played, ψ = (1 − 3/4, −1/4).
        assert!((sum[0] - 0.25).abs() < 1e-12 && (sum[1] + 0.25).abs() < 1e-12, "{sum:?}");
    }

    #[test]
    fn a_step_goes_where_the_value_is() {
        // Two cells, θ = 0: V = ½. E[g] = ½·½·(½, −½) = (1/8, −1/8): half the playouts are won, and T = 2.
        let training = Balance { value_playouts: 200_000, gradient_playouts: 200_000, rate: 4.0 };
        let mut weights = Weights::new(&Cells::key(4).about());
        weights.learn(&training, &Cells::key(2).start(), 1.0, &mut Rng::new(1));
        // θ = 4 · (1 − ½) · (1/8, −1/8) = (¼, −¼).
        assert!(
            (weights.theta[0] - 0.25).abs() < 0.005 && (weights.theta[1] + 0.25).abs() < 0.005,
            "{:?}",
            &weights.theta[..2]
        );
    }

    #[test]
    fn training_brings_the_value_of_playouts_to_the_wanted_one() {
        let (start, mut rng, mut weights) = (Cells::key(4).start(), Rng::new(2), Weights::new(&Cells::key(4).about()));
        let training = Balance { value_playouts: 100, gradient_playouts: 100, rate: 5.0 };
        for _ in 0..400 {
            weights.learn(&training, &start, 0.8, &mut rng);
        }
        let value = weights.value(&start, 20_000, &mut rng);
        assert!((value - 0.8).abs() < 0.03, "{value}");
        let config = weights.policy();
        config.check(&Cells::key(4).about()).unwrap();
        assert!(config.weights[0].1 > 0.3, "cell 0 wins: {config:?}");
    }

    #[test]
    fn weights_that_fit_no_feature_are_refused() {
        let check = |feature, weight| {
            Balanced { weights: vec![(feature, weight)], ..Balanced::default() }.check(&Cells::key(4).about())
        };
        assert!(check(15, 50.0).is_ok());
        for (feature, weight) in [(16, 0.0), (0, 51.0), (0, f64::NAN)] {
            let error = check(feature, weight).unwrap_err().to_string();
            assert!(error.ends_with("is out of range: features below 16, weights from -50 to 50"), "{error}");
        }
        let none = Balanced::default().check(&katsura_games::tic_tac_toe::TicTacToe {}.about()).unwrap_err();
        assert_eq!(none.to_string(), "weights: the game tells no features of moves");
    }

    /// The first player wins whatever is played, after one move or after four: no weight can change that.
    #[test]
    fn moves_that_only_change_the_length_of_the_game_get_no_weight() {
        let game = Cells::new(4, |owners| (owners[0] == 0 || !owners.contains(&9)).then(|| Rewards::win(Player::FIRST)));
        let training = Balance { value_playouts: 1000, gradient_playouts: 1000, rate: 10.0 };
        let mut weights = Weights::new(&Cells::key(4).about());
        weights.learn(&training, &game.start(), 0.0, &mut Rng::new(1));
        assert!(weights.theta.iter().all(|theta| theta.abs() < 1e-9), "{:?}", &weights.theta[..4]);
    }
}
