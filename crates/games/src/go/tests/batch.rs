//! Batches against a slow twin that draws as they do, against each other, and against single playouts.

use super::slow::{EMPTY, Slow};
use crate::go::batch::SideBySide;
use crate::go::{Go9, Go13, Go19, Go25, GoState, KoRule, Point, Rules, Suicide};
use katsura_game::planes::Processor;
use katsura_game::{Batch, Batches, Game, Lanes, Outcome, Player, Points, Rewards, Rng, State, play_out_one_by_one};

/// Points by number, `None` for a pass.
type Line<'a> = &'a [Option<usize>];

/// The points on which the opponent of the player who makes this move has no liberty for certain: stones of that player are all around, and each has a
/// liberty in a row of the other parity, with captured stones still on the board.
fn closed_after(slow: &Slow, at: Option<usize>) -> Vec<usize> {
    let (size, mover) = (usize::from(slow.rules.size), slow.to_move);
    let mut stones = slow.stones.clone();
    if let Some(at) = at {
        stones[at] = mover;
    }
    let breathes = |stone: usize, parity: usize| {
        let (mut string, mut next) = (vec![stone], 0);
        while next < string.len() {
            for near in Slow::neighbours(size, string[next]) {
                if stones[near] == EMPTY && near / size % 2 == parity {
                    return true;
                }
                if stones[near] == mover && !string.contains(&near) {
                    string.push(near);
                }
            }
            next += 1;
        }
        false
    };
    let is_closed = |at: &usize| {
        let other = (at / size + 1) % 2;
        Slow::neighbours(size, *at).iter().all(|&near| stones[near] == mover && breathes(near, other))
    };
    (0..stones.len()).filter(is_closed).collect()
}

/// One playout after some moves, with the board as a list: a number is drawn for every try. Points that are closed for certain are not tried.
fn slow_playout(rules: Rules, line: Line<'_>, seed: u64, number: u64) -> Outcome {
    let mut slow = Slow::new(rules);
    line.iter().for_each(|&at| slow.play(at));
    let mut rng = Rng::stream(&[seed, number]);
    let (mut moves, mut rejected) = (0, Vec::new());
    while slow.passes < 2 && moves < u32::from(rules.playout_cap) * rules.points() as u32 {
        let is_open =
            |at: &usize| slow.stones[*at] == EMPTY && !slow.is_ko(*at) && !slow.is_eye(*at) && !rejected.contains(at);
        let open: Vec<usize> = (0..rules.points()).filter(is_open).collect();
        let at = if open.is_empty() { None } else { Some(open[rng.index(open.len())]) };
        if let Some(at) = at
            && !slow.is_legal(at, KoRule::Simple)
        {
            rejected.push(at);
            continue;
        }
        rejected = closed_after(&slow, at);
        slow.play(at);
        let is_lost = |&at: &usize| slow.stones[at] != EMPTY || !slow.is_legal(at, KoRule::Simple);
        assert!(rejected.iter().all(is_lost), "only suicide is closed");
        moves += 1;
    }
    let score = slow.area_difference() as f32 - rules.komi;
    let winner = if score > 0.0 { Player::FIRST } else { Player::SECOND };
    let rewards = if score == 0.0 { Rewards::draw() } else { Rewards::win(winner) };
    Outcome { rewards, score: Some(Rewards::two(0.5 + score / (2.0 * rules.largest_score()))), moves }
}

fn after<const STRIDE: usize, const CELLS: usize>(start: GoState<STRIDE, CELLS>, line: Line<'_>) -> GoState<STRIDE, CELLS> {
    line.iter().fold(start, |mut state, at| {
        state.apply(at.map_or(Point::PASS, |at| state.move_at(at)));
        state
    })
}

/// Compares a batch with the slow twin, on every processor that is here.
fn compare<const STRIDE: usize, const CELLS: usize>(
    rules: Rules,
    start: &GoState<STRIDE, CELLS>,
    line: Line<'_>,
    count: usize,
) where
    GoState<STRIDE, CELLS>: Lanes<Move = Point>,
{
    let start = after(start.clone(), line);
    assert_eq!(start.plays_side_by_side(), rules.size <= 19);
    let expected: Vec<Outcome> = (0..count as u64).map(|number| slow_playout(rules, line, 7, number)).collect();
    for processor in Processor::here() {
        let mut outcomes = vec![Outcome::default(); count];
        processor.run(SideBySide(&mut Batches::new(&mut [Batch { start: &start, seed: 7, outcomes: &mut outcomes }])));
        assert_eq!(outcomes, expected, "{processor:?}, size {}, line {line:?}", rules.size);
    }
}

/// A line of playable moves.
fn random_line(rules: Rules, length: usize, seed: u64) -> Vec<Option<usize>> {
    let (mut slow, mut rng, mut line) = (Slow::new(rules), Rng::new(seed), Vec::new());
    for _ in 0..length {
        let points: Vec<usize> = (0..rules.points()).filter(|&at| slow.is_playable(at)).collect();
        let at = if points.is_empty() { None } else { Some(points[rng.index(points.len())]) };
        slow.play(at);
        line.push(at);
        if slow.passes == 1 {
            break;
        }
    }
    line
}

#[test]
fn a_batch_comes_to_what_its_slow_twin_comes_to() {
    for (size, count) in [(2, 40), (3, 60), (5, 100), (7, 60), (9, 60)] {
        let rules = Rules { size, komi: 1.0, ..Rules::default() };
        compare(rules, &Go9::new(rules).start(), &[], count);
        for length in [1, usize::from(size), rules.points() / 2 + 1, rules.points(), 3 * rules.points()] {
            let line = random_line(rules, length, length as u64);
            compare(rules, &Go9::new(rules).start(), &line, count / 10);
        }
    }
}

#[test]
fn larger_boards_come_to_what_their_slow_twins_come_to() {
    let rules = Rules { size: 13, ..Rules::default() };
    compare(rules, &Go13::new(rules).start(), &random_line(rules, 31, 1), 8);
    let rules = Rules { size: 19, ..Rules::default() };
    compare(rules, &Go19::new(rules).start(), &random_line(rules, 150, 1), 4);
    compare(rules, &Go19::new(rules).start(), &[], 2);
    let rules = Rules { size: 16, ..Rules::default() };
    compare(rules, &Go19::new(rules).start(), &random_line(rules, 40, 1), 3);
    let rules = Rules { size: 25, ..Rules::default() };
    compare(rules, &Go25::new(rules).start(), &random_line(rules, 500, 1), 1);
}

#[test]
fn a_batch_stops_at_the_cap_and_counts_open_regions() {
    for (playout_cap, line) in [(1, &[] as Line<'_>), (1, &[None]), (1, &[Some(12), None])] {
        let rules = Rules { size: 5, komi: 0.0, playout_cap, ..Rules::default() };
        compare(rules, &Go9::new(rules).start(), line, 200);
    }
}

#[test]
fn a_batch_knows_the_ko_it_begins_with() {
    // Black takes a ko with the last move: White must not take it back at once
    let rules = Rules { size: 5, ..Rules::default() };
    let line = [1, 2, 5, 8, 11, 12, 24, 6, 7].map(Some);
    let state = after(Go9::new(rules).start(), &line);
    assert!(!state.is_legal(state.move_at(6)));
    compare(rules, &Go9::new(rules).start(), &line, 200);
}

#[test]
fn an_outcome_depends_on_its_seed_and_number_only() {
    let start = Go9::new(Rules::default()).start();
    let mut long = vec![Outcome::default(); 1500];
    start.play_out_batch(3, &mut long);
    for count in [0, 1, 2, 63, 257, 600] {
        let mut short = vec![Outcome::default(); count];
        start.play_out_batch(3, &mut short);
        assert_eq!(short, long[..count]);
    }
    let mut other = vec![Outcome::default(); 600];
    start.play_out_batch(4, &mut other);
    assert_ne!(other, long[..600]);
}

#[test]
fn batches_that_run_together_come_to_what_each_comes_to_alone() {
    let rules = Rules { size: 7, ..Rules::default() };
    let counts = [3, 0, 700, 1, 40, 5, 1000, 2];
    let starts: Vec<_> =
        (0..counts.len()).map(|n| after(Go9::new(rules).start(), &random_line(rules, 9 * n, n as u64))).collect();
    let over = after(Go9::new(rules).start(), &[None, None]);
    let starts: Vec<_> = starts.iter().chain([&over]).collect();
    let fresh = || counts.iter().chain([&4]).map(|&count| vec![Outcome::default(); count]).collect::<Vec<_>>();
    let mut alone = fresh();
    for (seed, (&start, outcomes)) in starts.iter().zip(&mut alone).enumerate() {
        start.play_out_batch(seed as u64, outcomes);
    }
    let mut together = fresh();
    let batches = starts.iter().zip(&mut together).zip(0..);
    let mut batches: Vec<_> = batches.map(|((&start, outcomes), seed)| Batch { start, seed, outcomes }).collect();
    Lanes::play_out_source(&mut Batches::new(&mut batches));
    assert_eq!(together, alone);
}

#[test]
fn rules_without_a_batch_play_one_by_one() {
    let start = Go9::new(Rules { suicide: Suicide::Allowed, ..Rules::default() }).start();
    assert!(!start.plays_side_by_side());
    let (mut batch, mut single) = ([Outcome::default(); 20], [Outcome::default(); 20]);
    start.play_out_batch(5, &mut batch);
    play_out_one_by_one(&start, 5, &mut single);
    assert_eq!(batch, single);
}

#[test]
fn a_batch_from_a_position_that_is_over_is_its_result() {
    let start = after(Go9::new(Rules::default()).start(), &[None, None]);
    let mut outcomes = [Outcome::default(); 3];
    start.play_out_batch(1, &mut outcomes);
    assert_eq!(outcomes, [Outcome { rewards: start.rewards(), score: start.score_rewards(), moves: 0 }; 3]);
}

/// Mean and standard error.
fn mean(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

/// Whether batches and single playouts have the same mean reward, the same mean length and the same spread of lengths, each within four
/// standard errors of the difference: by chance alone that fails once in 5000 times, and the seeds are fixed.
fn have_the_same_statistics<const STRIDE: usize, const CELLS: usize>(start: &GoState<STRIDE, CELLS>, count: usize)
where
    GoState<STRIDE, CELLS>: Lanes<Move = Point>,
{
    let (mut batch, mut single) = (vec![Outcome::default(); count], vec![Outcome::default(); count]);
    start.play_out_batch(1, &mut batch);
    play_out_one_by_one(start, 2, &mut single);
    let centre = mean(batch.iter().map(|it| f64::from(it.moves))).0;
    let statistics: [fn(&Outcome, f64) -> f64; 3] =
        [|it, _| f64::from(it.rewards[0]), |it, _| f64::from(it.moves), |it, centre| (f64::from(it.moves) - centre).powi(2)];
    for statistic in statistics {
        let (a, a_error) = mean(batch.iter().map(|it| statistic(it, centre)));
        let (b, b_error) = mean(single.iter().map(|it| statistic(it, centre)));
        let z = (a - b) / a_error.hypot(b_error);
        assert!(z.abs() < 4.0, "{a} ± {a_error} and {b} ± {b_error}: z = {z}");
    }
    lengths_agree_by_chi_squared(&batch, &single);
}

/// The lengths of both, in twenty classes of about equal size, by the chi-squared test of homogeneity: the 99.9 % quantile of 19 degrees of
/// freedom is 43.82.
fn lengths_agree_by_chi_squared(a: &[Outcome], b: &[Outcome]) {
    let mut all: Vec<u32> = a.iter().chain(b).map(|it| it.moves).collect();
    all.sort_unstable();
    let bounds: Vec<u32> = (1..20).map(|part| all[part * all.len() / 20]).collect();
    let class = |it: &Outcome| bounds.partition_point(|&bound| bound <= it.moves);
    let mut counts = [[0.0f64; 2]; 20];
    a.iter().for_each(|it| counts[class(it)][0] += 1.0);
    b.iter().for_each(|it| counts[class(it)][1] += 1.0);
    let share = a.len() as f64 / all.len() as f64;
    let chi2: f64 = counts
        .iter()
        .filter(|[x, y]| x + y > 0.0)
        .map(|[x, y]| {
            let (ex, ey) = ((x + y) * share, (x + y) * (1.0 - share));
            (x - ex).powi(2) / ex + (y - ey).powi(2) / ey
        })
        .sum();
    assert!(chi2 < 43.82, "chi-squared {chi2}");
}

#[test]
fn batches_and_single_playouts_have_the_same_statistics() {
    let rules = Rules { size: 9, ..Rules::default() };
    have_the_same_statistics(&Go9::new(rules).start(), 40_000);
    have_the_same_statistics(&after(Go9::new(rules).start(), &random_line(rules, 40, 3)), 20_000);
    let rules = Rules { size: 13, ..Rules::default() };
    have_the_same_statistics(&Go13::new(rules).start(), 8_000);
    let rules = Rules { size: 19, ..Rules::default() };
    have_the_same_statistics(&Go19::new(rules).start(), 8_000);
}

/// Seconds of CPU time of this thread.
fn cpu_seconds() -> f64 {
    let numbers = std::fs::read_to_string("/proc/thread-self/schedstat").expect("this is Linux");
    numbers.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).expect("a number") * 1e-9
}

/// Prints playouts per second of CPU time, side by side on every processor that is here and one after the other.
fn print_rates<const STRIDE: usize, const CELLS: usize>(start: &GoState<STRIDE, CELLS>, count: usize) {
    for _ in 0..3 {
        for processor in Processor::here() {
            let mut outcomes = vec![Outcome::default(); count];
            let clock = cpu_seconds();
            processor.run(SideBySide(&mut Batches::new(&mut [Batch { start, seed: 7, outcomes: &mut outcomes }])));
            println!("{} {processor:?} {:.0}", start.rules.size, count as f64 / (cpu_seconds() - clock));
        }
        let mut outcomes = vec![Outcome::default(); count / 4];
        let clock = cpu_seconds();
        play_out_one_by_one(start, 7, &mut outcomes);
        println!("{} single {:.0}", start.rules.size, outcomes.len() as f64 / (cpu_seconds() - clock));
    }
}

#[test]
#[ignore = "measures, for docs/book/src/decisions/0003-playouts.md"]
fn how_fast_batches_are_on_each_processor() {
    let rules = |size| Rules { size, ..Rules::default() };
    print_rates(&Go9::new(rules(9)).start(), 200_000);
    print_rates(&Go13::new(rules(13)).start(), 80_000);
    print_rates(&Go19::new(rules(19)).start(), 20_000);
    print_rates(&Go25::new(rules(25)).start(), 10_000);
}
