//! How often a verdict is wrong when the published value is the truth: in runs whose size was settled before, and in runs
//! that are continued as `games_needed` says.

#![allow(clippy::disallowed_methods, reason = "nothing here reaches a record")]

use katsura_game::Rng;
use katsura_lab::stats::{Claim, Design, Figure, Judgement, PairCounts, Precision, Sample, Side, Size, judge};
use rayon::prelude::*;

const HALF: Claim = Claim::Side { threshold: 0.5 };

/// True shares with the standard error of the published ones.
const TRUTHS: [[f64; 2]; 4] = [[0.52, 0.005], [0.53, 0.005], [0.543, 0.0046], [0.53, 0.0]];
const FIRST_LOOK: u64 = 200;
const MOST_PAIRS: u64 = 20_000;

/// A run of games that are won with this probability, beside a figure that somebody else measured.
struct Run {
    truth: f64,
    published: Figure,
    pairs: [u64; 5],
    rng: Rng,
}

impl Run {
    fn new([truth, error]: [f64; 2], number: u64) -> Self {
        let mut rng = Rng::stream(&[23, truth.to_bits(), error.to_bits(), number]);
        let normal = (-2.0 * (1.0 - rng.unit()).ln()).sqrt() * (std::f64::consts::TAU * rng.unit()).cos();
        let precision = if error > 0.0 { Precision::StandardError(error) } else { Precision::Exact };
        Run { truth, published: Figure { value: truth + error * normal, precision }, pairs: [0; 5], rng }
    }

    /// Plays until there are so many pairs.
    fn play(&mut self, pairs: u64) {
        for _ in self.pairs.iter().sum::<u64>()..pairs {
            let won = [0; 2].map(|_: u8| self.rng.chance(self.truth));
            self.pairs[won.into_iter().map(|won| 2 * usize::from(won)).sum::<usize>()] += 1;
        }
    }

    fn judged(&self, design: Design) -> Judgement {
        judge(&HALF, &self.published, &Sample::pairs(&PairCounts::new(self.pairs), design))
    }

    /// Plays as many games more as both verdicts ask for, look after look, with intervals of this design from the second
    /// look on.
    fn follow(&mut self, later: Design) -> Judgement {
        self.play(FIRST_LOOK);
        let mut judged = self.judged(Design::Fixed);
        loop {
            let pairs = self.pairs.iter().sum::<u64>();
            let needed = [judged.side.and_then(|side| side.games_needed), judged.size.and_then(|size| size.games_needed)];
            match needed.into_iter().flatten().min() {
                Some(games) if pairs < MOST_PAIRS => self.play((pairs + games.div_ceil(2).max(1)).min(MOST_PAIRS)),
                _ => return judged,
            }
            judged = self.judged(later);
        }
    }
}

fn is_wrong(judged: &Judgement) -> bool {
    let side = judged.side.is_some_and(|side| side.verdict == Side::Contradicted);
    side || judged.size.is_some_and(|size| size.verdict == Size::Differs)
}

/// The share of runs of all truths that end with a wrong verdict.
fn wrong(runs: u64, end: impl Fn(&mut Run) -> Judgement + Sync) -> f64 {
    let all = || TRUTHS.into_iter().flat_map(|truth| (0..runs).map(move |number| (truth, number)));
    let cases: Vec<([f64; 2], u64)> = all().collect();
    let wrong = cases.par_iter().filter(|(truth, number)| is_wrong(&end(&mut Run::new(*truth, *number)))).count();
    wrong as f64 / cases.len() as f64
}

/// Five per cent and three standard errors of the share of so many runs of each truth.
fn five_per_cent(runs: u64) -> f64 {
    0.05 + 3.0 * (0.05f64 * 0.95 / (TRUTHS.len() as u64 * runs) as f64).sqrt()
}

#[test]
fn a_true_claim_is_found_false_in_at_most_five_per_cent_of_the_runs_whose_size_was_settled() {
    for pairs in [50, FIRST_LOOK, 1000] {
        let share = wrong(400, |run| {
            run.play(pairs);
            run.judged(Design::Fixed)
        });
        println!("{pairs} pairs: {share}");
        assert!(share < five_per_cent(400), "{pairs} pairs: {share}");
    }
}

#[test]
fn a_true_claim_is_found_false_in_at_most_five_per_cent_of_the_runs_that_are_continued_as_asked_for() {
    let runs = 250;
    let share = wrong(runs, |run| run.follow(Design::Sequential));
    println!("followed: {share}");
    assert!(share < five_per_cent(runs), "{share}");
    let naive = wrong(runs, |run| run.follow(Design::Fixed));
    println!("with intervals for one look: {naive}");
    assert!(naive > five_per_cent(runs), "with intervals for one look it would be more: {naive}");
}
