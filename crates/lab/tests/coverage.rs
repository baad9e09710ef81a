//! Do the intervals contain the truth as often as they say? Ten thousand matches drawn from known probabilities.

#![allow(clippy::disallowed_methods, reason = "nothing here reaches a record")]

use katsura_game::Rng;
use katsura_lab::stats::{
    Histogram, Interval, Level, PairCounts, bootstrap, clopper_pearson, elo, gaffke, jeffreys, pair_variance, wilson,
};
use std::collections::HashMap;

const MATCHES: u32 = 10_000;

/// Three standard errors of a share near 95 % of ten thousand matches.
fn slack() -> f64 {
    3.0 * (0.95f64 * 0.05 / f64::from(MATCHES)).sqrt()
}

/// The probabilities of LL, LD, DD or WL, WD, WW.
type Truth = [f64; 5];

/// Pairs of games that are independent, with probability `win` and `draw` each.
fn independent(win: f64, draw: f64) -> Truth {
    let loss = 1.0 - win - draw;
    [loss * loss, 2.0 * loss * draw, draw * draw + 2.0 * win * loss, 2.0 * win * draw, win * win]
}

/// The truths of this test: even and lopsided, with draws and without, games of a pair alike, independent and opposed.
fn truths() -> Vec<(&'static str, Truth)> {
    let mut truths = vec![
        ("even with draws", independent(0.35, 0.3)),
        ("games alike at 0.5", [0.5, 0.0, 0.0, 0.0, 0.5]),
        ("first move decides nine of ten pairs", [0.05, 0.0, 0.9, 0.0, 0.05]),
        ("first move decides all but one of a hundred pairs", [0.0, 0.0, 0.99, 0.0, 0.01]),
        ("mostly draws", independent(0.03, 0.95)),
    ];
    for (alike, apart, p) in [
        ("games alike at 0.9", "independent at 0.9", 0.9),
        ("games alike at 0.97", "independent at 0.97", 0.97),
        ("games alike at 0.99", "independent at 0.99", 0.99),
        ("games alike at 0.998", "independent at 0.998", 0.998),
        ("games alike at 0.002", "independent at 0.002", 0.002),
        ("games alike at 0.03", "independent at 0.03", 0.03),
    ] {
        truths.push((alike, [1.0 - p, 0.0, 0.0, 0.0, p]));
        truths.push((apart, independent(p, 0.0)));
    }
    truths
}

fn mean(truth: &Truth) -> f64 {
    truth.iter().zip(PairCounts::SCORES).map(|(p, score)| p * score).sum()
}

fn drawn(truth: &Truth, pairs: u32, rng: &mut Rng) -> PairCounts {
    let mut counts = [0; 5];
    for _ in 0..pairs {
        let mut left = rng.unit();
        let class = truth.iter().position(|p| {
            left -= p;
            left < 0.0
        });
        counts[class.unwrap_or(4)] += 1;
    }
    PairCounts::new(counts)
}

/// The share of matches whose interval contains the truth; equal matches are computed once.
fn coverage(truth: &Truth, pairs: u32, interval: impl Fn(&PairCounts) -> Interval) -> f64 {
    let mut rng = Rng::stream(&[17, u64::from(pairs), mean(truth).to_bits()]);
    let mut seen: HashMap<[u64; 5], u32> = HashMap::new();
    for _ in 0..MATCHES {
        *seen.entry(drawn(truth, pairs, &mut rng).counts()).or_default() += 1;
    }
    let hit = |(counts, times): (&[u64; 5], &u32)| {
        let covered = interval(&PairCounts::new(*counts)).contains(mean(truth));
        if covered { *times } else { 0 }
    };
    f64::from(seen.iter().map(hit).sum::<u32>()) / f64::from(MATCHES)
}

/// The probability of each number of successes in `trials`.
fn binomial(trials: u32, p: f64) -> Vec<f64> {
    let mut weights = vec![1.0];
    for _ in 0..trials {
        let mut next = vec![0.0; weights.len() + 1];
        for (k, weight) in weights.iter().enumerate() {
            next[k] += weight * (1.0 - p);
            next[k + 1] += weight * p;
        }
        weights = next;
    }
    weights
}

/// The exact coverage of an interval for a share, at every share of a fine grid: the mean and the least.
fn exact(trials: u32, interval: impl Fn(f64, f64) -> Interval) -> (f64, f64) {
    let intervals: Vec<Interval> = (0..=trials).map(|k| interval(f64::from(k), f64::from(trials))).collect();
    let at = |p: f64| -> f64 {
        binomial(trials, p)
            .iter()
            .zip(&intervals)
            .filter(|(_, interval)| interval.contains(p))
            .map(|(weight, _)| weight)
            .sum()
    };
    let shares: Vec<f64> = (0..2000).map(|i| at((f64::from(i) + 0.5) / 2000.0)).collect();
    (shares.iter().sum::<f64>() / 2000.0, shares.iter().copied().fold(1.0, f64::min))
}

fn units(won: f64, of: f64) -> [(f64, u64); 2] {
    [(0.0, (of - won) as u64), (1.0, won as u64)]
}

#[test]
fn exactly_computed_the_clopper_pearson_interval_covers_every_share() {
    for trials in [10, 50, 100, 400] {
        let (_, least) = exact(trials, |won, of| clopper_pearson(won, of, Level::P95));
        assert!(least > 0.95, "{trials}: {least}");
    }
}

#[test]
fn exactly_computed_wilson_and_jeffreys_cover_shares_on_average() {
    for trials in [10, 50, 100, 400] {
        for (name, interval) in [("wilson", wilson as fn(f64, f64, Level) -> Interval), ("jeffreys", jeffreys)] {
            let (mean, least) = exact(trials, |won, of| interval(won, of, Level::P95));
            assert!((0.949..0.956).contains(&mean), "{name} {trials}: {mean}");
            assert!((0.83..0.95).contains(&least), "{name} {trials}: {least} is not what the documentation says");
        }
    }
}

#[test]
fn exactly_computed_the_approximate_pair_intervals_miss_no_share_by_much() {
    for pairs in [10, 50, 100, 400] {
        let (_, least) = exact(pairs, |won, of| pair_variance(&units(won, of), Level::P95));
        assert!(least > 0.948, "pair variance, {pairs}: {least}");
    }
    for pairs in [20, 50] {
        let (_, least) = exact(pairs, |won, of| bootstrap(&units(won, of), Level::P95, 2000, 1));
        assert!(least > 0.935, "bootstrap, {pairs}: {least}");
    }
}

/// Checks the coverage at every truth and several lengths of match.
fn covers(least: f64, lengths: &[u32], interval: impl Fn(&Histogram) -> Interval) {
    for (name, truth) in truths() {
        for &pairs in lengths {
            let share = coverage(&truth, pairs, |counts| interval(&counts.histogram()));
            assert!(share > least - slack(), "{name}, {pairs} pairs: {share}");
        }
    }
}

#[test]
fn the_gaffke_interval_covers_every_truth() {
    covers(0.95, &[10, 30, 150], |pairs| gaffke(pairs, Level::P95));
}

#[test]
fn the_pair_variance_interval_covers_every_truth() {
    covers(0.948, &[10, 30, 150, 1000], |pairs| pair_variance(pairs, Level::P95));
}

#[test]
fn the_bootstrap_covers_every_truth() {
    covers(0.935, &[20, 60], |pairs| bootstrap(pairs, Level::P95, 300, 3));
}

#[test]
fn games_counted_as_independent_mislead_where_the_games_of_a_pair_are_alike() {
    let alike = [0.5, 0.0, 0.0, 0.0, 0.5];
    let by_games = |pairs: &PairCounts| wilson(pairs.score() * pairs.games() as f64, pairs.games() as f64, Level::P95);
    assert!(coverage(&alike, 100, by_games) < 0.87);
    assert!(coverage(&alike, 100, |pairs| gaffke(&pairs.histogram(), Level::P95)) > 0.95 - slack());
}

/// Truths of which few pairs, or pairs of few classes, tell the variance.
fn truths_of_variance() -> Vec<(&'static str, Truth)> {
    let more = [
        ("won three of four", independent(0.75, 0.1)),
        ("many classes, one side", [0.3, 0.05, 0.1, 0.05, 0.5]),
        ("one pair of ten is not shared", [0.02, 0.0, 0.9, 0.0, 0.08]),
        ("one pair of five is not shared", [0.02, 0.0, 0.8, 0.0, 0.18]),
        ("one pair of a hundred is not shared", [0.005, 0.0, 0.99, 0.0, 0.005]),
        ("shared or won", [0.0, 0.0, 0.7, 0.0, 0.3]),
        ("nearly all won, some nearly", [0.0, 0.0, 0.01, 0.01, 0.98]),
    ];
    truths().into_iter().chain(more).collect()
}

/// The shares of the matches that have no interval of the normalised Elo, and one that does not contain the truth.
fn none_and_wrong(truth: &Truth, pairs: u32) -> [f64; 2] {
    let variance: f64 = truth.iter().zip(PairCounts::SCORES).map(|(p, x)| p * (x - mean(truth)).powi(2)).sum();
    let elo = (mean(truth) - 0.5) / (2.0 * variance).sqrt() * elo::NORMALISED_UNIT;
    let mut rng = Rng::stream(&[23, u64::from(pairs)]);
    let mut counts = [0u32; 2];
    for _ in 0..MATCHES {
        match elo::normalised(&drawn(truth, pairs, &mut rng), Level::P95) {
            None => counts[0] += 1,
            Some(ours) => counts[1] += u32::from(!ours.interval.contains(elo)),
        }
    }
    counts.map(|count| f64::from(count) / f64::from(MATCHES))
}

#[test]
fn the_interval_of_normalised_elo_covers_every_truth_and_is_missing_only_where_all_pairs_end_alike() {
    for (name, truth) in truths_of_variance() {
        for pairs in [10, 30, 100, 300] {
            let [none, wrong] = none_and_wrong(&truth, pairs);
            let alike: f64 = truth.iter().map(|p| p.powi(pairs as i32)).sum();
            let noise = 4.0 * (alike * (1.0 - alike) / f64::from(MATCHES)).sqrt() + 3.0 / f64::from(MATCHES);
            assert!((none - alike).abs() < noise, "{name}, {pairs} pairs: none in {none}, expected {alike}");
            assert!(wrong < 0.05 + slack(), "{name}, {pairs} pairs: wrong in {wrong}");
            let of_printed = wrong / (1.0 - none).max(0.5);
            assert!(none > 0.5 || of_printed < 0.05 + 1.5 * slack(), "{name}, {pairs} pairs: {of_printed} of those printed");
        }
    }
}

#[test]
fn the_interval_of_normalised_elo_is_not_wide_for_nothing() {
    // in long matches whose pairs are of many classes the coverage is the stated one
    for truth in [independent(0.35, 0.3), independent(0.75, 0.1), [0.3, 0.05, 0.1, 0.05, 0.5]] {
        let [_, wrong] = none_and_wrong(&truth, 1000);
        assert!((wrong - 0.045).abs() < 0.01, "{truth:?}: {wrong}");
    }
}
