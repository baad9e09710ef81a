//! Tables of a report, as cells of text.

use super::{Report, RowReport};
use crate::experiment::{Meaning, Measure, Published};
use crate::folder::Timing;
use crate::matches::{Contestant, End, Mind, Program, Seat};
use crate::stats::{Finding, Judgement, Measured, Verdict, holm};

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
        of(&|ours| shown(ours.value)),
        of(&|ours| format!("{} to {}", shown(ours.interval.low), shown(ours.interval.high))),
        games(row),
        match &row.judgement {
            Some(judgement) => verdict(judgement),
            None if row.row().is_some_and(|row| row.claim.is_some()) => "–".to_string(),
            None => "companion".to_string(),
        },
    ]
}

/// The number of games, and how many pairs count if not all do.
fn games(row: &RowReport) -> String {
    let (games, counted, pairs) = (row.tally.games(), row.pairs_measured(), row.tally.pairs().pairs());
    if counted == pairs { games.to_string() } else { format!("{games} ({counted} of {pairs} pairs have points)") }
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
        let percent = |score: f64| value(score, Measure::Score);
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
            elo(tally.elo()),
            tally.normalised_elo().map_or("–".to_string(), elo),
            p(row.p_value),
            p(row.p_value.and_then(|_| corrected.next())),
        ]
    };
    std::iter::once(header.map(str::to_string).to_vec()).chain(report.rows.iter().map(&mut of_row)).collect()
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
        Mind::Program(Program { seconds: Some(seconds), .. }) => format!("told {seconds} s"),
        Mind::Program(Program { reply_seconds, .. }) => format!("its own (at most {reply_seconds} s a reply)"),
        Mind::Blind => "none".to_string(),
    }
}

/// Games that were lost by faults, one line for each row and player that has some; with a header only if there are any.
pub(super) fn faults(report: &Report) -> Vec<Vec<String>> {
    let names = End::FAULTS.map(End::name);
    let header = ["row", "player"].into_iter().chain(names).chain(["restarts", "last note"]).map(str::to_string).collect();
    let of_row = |row: &RowReport| {
        let line = |seat: Seat| {
            let tally = &row.tally;
            let count = |end: End| tally.forfeits().get(&(seat, end)).copied().unwrap_or(0).to_string();
            let note = tally.last_note(seat).map_or(String::new(), |(game, note)| format!("game {game}: {note}"));
            let head = [row.name().to_string(), row.work.contest.players[seat as usize].name.clone()];
            let cells = head.into_iter().chain(End::FAULTS.map(count)).chain([tally.restarts(seat).to_string(), note]);
            (tally.faults(seat) > 0).then(|| cells.collect::<Vec<String>>())
        };
        Seat::BOTH.into_iter().filter_map(line).collect::<Vec<_>>()
    };
    let lines: Vec<Vec<String>> = report.rows.iter().flat_map(of_row).collect();
    if lines.is_empty() { lines } else { std::iter::once(header).chain(lines).collect() }
}

/// Where and how fast the rows were run.
pub(super) fn timing(report: &Report) -> Vec<Vec<String>> {
    let header = ["row", "jobs", "seconds", "threads", "machine", "commit"].map(str::to_string).to_vec();
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
