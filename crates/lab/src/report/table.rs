//! Tables of a report, as cells of text.

use super::{Report, RowReport};
use crate::experiment::{Meaning, Measure, Published};
use crate::folder::Timing;
use crate::matches::stop::anytime;
use crate::matches::{Contestant, End, Mind, Program, Seat, StopRule, Stopped};
use crate::stats::{Finding, Gsprt, Judgement, Measured, Verdict, holm};

/// Published value, ours, interval, verdict.
pub(super) fn main(report: &Report) -> Vec<Vec<String>> {
    let header = ["row", "published", "ours", "95 % interval", "games", "verdict"].map(str::to_string).to_vec();
    std::iter::once(header).chain(report.rows.iter().map(main_row)).collect()
}

fn main_row(row: &RowReport) -> Vec<String> {
    let of = |text: &dyn Fn(&Measured) -> String| row.ours.as_ref().map_or("–".to_string(), text);
    let shown = |number: f64| value(number, row.measure());
    vec![
        row.name().to_string(),
        row.row()
            .and_then(|row| row.published.as_ref())
            .map_or("–".to_string(), |figure| published(figure, row.measure())),
        of(&|ours| shown(ours.value)) + &bias(row),
        of(&|ours| format!("{} to {}", shown(ours.interval.low), shown(ours.interval.high))),
        games(row),
        match &row.judgement {
            Some(judgement) => verdict(judgement),
            None if row.row().is_some_and(|row| row.claim.is_some()) => "–".to_string(),
            None => "companion".to_string(),
        },
    ]
}

/// A warning beside a value if its match was stopped by its score.
fn bias(row: &RowReport) -> String {
    row.stopped().map_or(String::new(), |_| format!(" ({})", Stopped::BIASED))
}

/// The number of games, and how many pairs count if not all do.
fn games(row: &RowReport) -> String {
    let (counted, pairs, copies) = (row.pairs_measured(), row.tally.pairs().pairs(), row.tally.pairs_left_out());
    let points = (counted != pairs).then(|| format!("{counted} of {pairs} pairs have points"));
    let copies = (copies > 0).then(|| format!("{copies} pairs repeat earlier ones and do not count"));
    let notes: Vec<String> = points.into_iter().chain(copies).collect();
    let games = row.tally.games();
    if notes.is_empty() { games.to_string() } else { format!("{games} ({})", notes.join("; ")) }
}

/// Scores in percent, points with their sign.
pub(super) fn value(value: f64, measure: Measure) -> String {
    match measure {
        Measure::Score => format!("{:.2} %", 100.0 * value),
        Measure::Points => format!("{value:+.2}"),
    }
}

fn published(figure: &Published, measure: Measure) -> String {
    let scale = if measure == Measure::Score { 100.0 } else { 1.0 };
    let around = figure.plus_minus.map(|half| format!(" ± {:.2}", scale * half));
    let meaning = match (figure.plus_minus, figure.meaning) {
        (Some(_), Meaning::StandardError) => " (s.e.)",
        (Some(_), Meaning::Interval95) => " (95 %)",
        (Some(_), Meaning::Unstated) => " (unstated)",
        (None, Meaning::SideOnly) | (Some(_), Meaning::SideOnly) => " (side only)",
        (None, _) => "",
    };
    format!("{}{}{meaning}", value(figure.value, measure), around.unwrap_or_default())
}

/// The verdict with what a reader asks next.
pub(super) fn verdict(judgement: &Judgement) -> String {
    match (judgement.verdict, judgement.side, judgement.games_needed) {
        (Verdict::Reproduced, ..) => "reproduced".to_string(),
        (Verdict::Contradicted, Finding::Confirmed, _) => "contradicted: the effect is there, of another size".to_string(),
        (Verdict::Contradicted, ..) => "contradicted".to_string(),
        (Verdict::Undecided, _, Some(games)) => format!("undecided: about {games} more"),
        (Verdict::Undecided, _, None) => "undecided".to_string(),
    }
}

/// Scores by seat, lengths, duplicates.
pub(super) fn details(report: &Report) -> Vec<Vec<String>> {
    let header = [
        "row",
        "won",
        "lost",
        "drawn",
        "LL LD DD+WL WD WW",
        "a first",
        "a second",
        "first player",
        "moves",
        "repeated",
        "games/s",
        "Elo (logistic)",
        "Elo (normalised)",
        "p",
        "p (Holm)",
    ];
    let tested: Vec<f64> = report.rows.iter().filter_map(|row| row.p_value).collect();
    let mut corrected = holm(&tested).into_iter();
    let mut of_row = |row: &RowReport| {
        let p = |value: Option<f64>| value.map_or("–".to_string(), |p| format!("{p:.4}"));
        let tally = &row.tally;
        let [won, lost] = tally.wins();
        let [first, second] = tally.score_by_seat();
        let percent = |score: f64| if tally.games() > 0 { value(score, Measure::Score) } else { "–".to_string() };
        let pairs: Vec<String> = tally.pairs().counts().iter().map(u64::to_string).collect();
        let elo = |elo: Measured| format!("{:+.0} ({:+.0} to {:+.0})", elo.value, elo.interval.low, elo.interval.high);
        vec![
            row.name().to_string(),
            won.to_string(),
            lost.to_string(),
            tally.draws().to_string(),
            pairs.join(" "),
            percent(first),
            percent(second),
            percent(tally.first_player_score()),
            format!("{:.1} ± {:.1}", tally.moves_per_game(), tally.moves_deviation()),
            tally.repeated().to_string(),
            row.games_per_second().map_or("–".to_string(), |speed| format!("{speed:.3}")),
            elo(tally.elo()) + &bias(row),
            tally.normalised_elo().map_or("–".to_string(), elo) + &bias(row),
            p(row.p_value),
            p(row.p_value.and_then(|_| corrected.next())),
        ]
    };
    std::iter::once(header.map(str::to_string).to_vec()).chain(report.rows.iter().map(&mut of_row)).collect()
}

/// What could end matches before their last game and what it says, one line for each row that had such a rule; with a header only if there are any.
pub(super) fn stops(report: &Report) -> Vec<Vec<String>> {
    let header = ["row", "stop rule", "decision", "LLR (bounds)", "anytime-valid 95 % interval", "stopped by"];
    let ruled = report.rows.iter().filter(|row| !row.manifest.stop_rules.is_empty());
    let lines: Vec<Vec<String>> = ruled.map(stop_row).collect();
    if lines.is_empty() { lines } else { std::iter::once(header.map(str::to_string).to_vec()).chain(lines).collect() }
}

fn stop_row(row: &RowReport) -> Vec<String> {
    let (rule, pairs) = (row.manifest.stop_rule(), row.tally.pairs());
    let (_, before) = row.manifest.stop_rules.split_last().unwrap_or((&rule, &[]));
    let before: Vec<String> = before.iter().map(StopRule::to_string).collect();
    let before = if before.is_empty() { String::new() } else { format!(" (before: {})", before.join(", then ")) };
    let llr = |test: Gsprt| {
        let [low, high] = test.bounds();
        format!("{:.2} ({low:.2} and {high:.2})", test.deciding_llr(&pairs))
    };
    let now = anytime(&pairs);
    vec![
        row.name().to_string(),
        format!("{rule}{before}"),
        rule.sprt.map_or("–", |test| test.decide(&pairs).word()).to_string(),
        rule.sprt.map_or("–".to_string(), llr),
        format!("{} to {}", value(now.low, Measure::Score), value(now.high, Measure::Score)),
        row.stopped().map_or("number of games, or not yet".to_string(), |stopped| format!("--{}", stopped.word())),
    ]
}

/// Who played whom, and what repeats it.
pub(super) fn players(report: &Report) -> Vec<Vec<String>> {
    let header = ["row", "player a", "player b", "budget", "game", "seed", "config hash"];
    let of_row = |row: &RowReport| {
        let contest = &row.work.contest;
        let [a, b] = contest.players.each_ref().map(|player| player.name.clone());
        let budgets = contest.players.each_ref().map(budget);
        let budget = if budgets[0] == budgets[1] { budgets[0].clone() } else { budgets.join(" against ") };
        let game = serde_json::to_string(&contest.game).unwrap_or_default();
        vec![row.name().to_string(), a, b, budget, game, contest.seed.to_string(), row.manifest.config_hash.clone()]
    };
    std::iter::once(header.map(str::to_string).to_vec()).chain(report.rows.iter().map(of_row)).collect()
}

fn budget(player: &Contestant) -> String {
    match &player.mind {
        Mind::Search(config) => match (config.budget.simulations, config.budget.seconds) {
            (Some(simulations), None) => format!("{simulations} simulations"),
            (None, Some(seconds)) => format!("{seconds} s"),
            (Some(simulations), Some(seconds)) => format!("{simulations} simulations or {seconds} s"),
            (None, None) => "none".to_string(),
        },
        Mind::Program(program) => program_budget(program),
        Mind::Blind => "none".to_string(),
    }
}

/// What a program was really told: whole seconds.
fn program_budget(program: &Program) -> String {
    match (program.told_seconds(), program.seconds) {
        (Some(told), Some(asked)) if told as f64 > asked => format!("told {told} s ({asked} s asked for)"),
        (Some(told), _) => format!("told {told} s"),
        (None, _) => format!("its own (at most {} s a reply)", program.reply_seconds),
    }
}

/// Games that were lost by faults, restarts and late moves of programs, one line for each row and player that has some; with a header only if there are any.
pub(super) fn faults(report: &Report) -> Vec<Vec<String>> {
    let names = End::FAULTS.map(End::name);
    let header = ["row", "player"]
        .into_iter()
        .chain(names)
        .chain(["restarts", "late moves", "last note"])
        .map(str::to_string)
        .collect();
    let of_row = |row: &RowReport| {
        let line = |seat: Seat| {
            let tally = &row.tally;
            let count = |end: End| tally.forfeits().get(&(seat, end)).copied().unwrap_or(0).to_string();
            let note = tally.last_note(seat).map_or(String::new(), |(game, note)| format!("game {game}: {note}"));
            let counts = [tally.restarts(seat), tally.late_moves(seat)];
            let head = [row.name().to_string(), row.work.contest.players[seat as usize].name.clone()];
            let cells =
                head.into_iter().chain(End::FAULTS.map(count)).chain(counts.map(|count| count.to_string())).chain([note]);
            (tally.faults(seat) + counts.iter().sum::<u64>() > 0).then(|| cells.collect::<Vec<String>>())
        };
        Seat::BOTH.into_iter().filter_map(line).collect::<Vec<_>>()
    };
    let lines: Vec<Vec<String>> = report.rows.iter().flat_map(of_row).collect();
    if lines.is_empty() { lines } else { std::iter::once(header).chain(lines).collect() }
}

/// Where and how fast the rows were run.
pub(super) fn timing(report: &Report) -> Vec<Vec<String>> {
    let header = ["row", "jobs", "seconds", "threads", "machine", "commit", "binary"].map(str::to_string).to_vec();
    let of_row = |(name, stretches): (&str, &[Timing])| {
        let line = |timing: &Timing| {
            let here = &timing.provenance;
            vec![
                name.to_string(),
                format!("{} to {}", timing.jobs[0], timing.jobs[1]),
                format!("{:.1}", timing.seconds),
                timing.threads.to_string(),
                here.machine(),
                here.commit.as_deref().map_or("–".to_string(), short_commit),
                here.binary.clone().unwrap_or("–".to_string()),
            ]
        };
        stretches.iter().map(line).collect::<Vec<_>>()
    };
    std::iter::once(header).chain(report.timing().flat_map(of_row)).collect()
}

/// Ten digits of a commit, and whether files had been changed.
fn short_commit(commit: &str) -> String {
    let (digits, changed) = commit.split_once('-').map_or((commit, ""), |(digits, _)| (digits, "-dirty"));
    digits.chars().take(10).chain(changed.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::short_commit;

    #[test]
    fn a_commit_with_changes_is_shown_as_one() {
        assert_eq!(short_commit("0123456789abcdef-dirty"), "0123456789-dirty");
        assert_eq!(short_commit("0123456789abcdef"), "0123456789");
    }
}
