//! The tables of matches.

use super::RowReport;
use super::cell::{Cell, Form, Table};
use super::verdicts;
use crate::experiment::{MatchWork, Measure};
use crate::matches::stop::anytime;
use crate::matches::{Agent, Contestant, End, Program, Seat, StopRule, Stopped};
use crate::stats::{Design, Gsprt, Measured};

/// A match in a report.
type MatchReport = RowReport<MatchWork>;

/// Published value, ours, interval, side, size.
pub(super) fn main(rows: &[MatchReport]) -> Table {
    let header = ["row", "published", "ours", "95 % interval", "games"].into_iter().chain(verdicts::HEADER);
    Table { header: header.map(str::to_string).collect(), rows: rows.iter().map(main_row).collect() }
}

fn main_row(row: &MatchReport) -> Vec<Cell> {
    let (form, ours) = (Form::of(row.measure()), row.sums.ours);
    let published = row.row().and_then(|row| row.published.clone());
    let anytime = (row.sums.design == Design::Sequential).then(|| "anytime-valid".to_string());
    let cells = vec![
        Cell::text(&row.name),
        Cell::known(published, |figure| Cell::Published(figure, form)),
        Cell::known(ours, |ours| Cell::Number(ours.value, form)).noted(bias(row)),
        Cell::known(ours, |ours| Cell::Interval(ours.interval, form).noted(anytime)),
        games(row),
    ];
    let claim = row.row().and_then(|row| row.claim);
    cells.into_iter().chain(verdicts::cells(claim, row.sums.judgement.as_ref())).collect()
}

/// A warning beside a value if its match was stopped by its score.
fn bias(row: &MatchReport) -> Option<String> {
    row.stopped().map(|_| Stopped::BIASED.to_string())
}

/// The number of games, and how many pairs count if not all do.
fn games(row: &MatchReport) -> Cell {
    let tally = &row.sums.tally;
    let (counted, pairs, copies) = (row.pairs_measured(), tally.pairs().pairs(), tally.pairs_left_out());
    let points = (counted != pairs).then(|| format!("{counted} of {pairs} pairs have points"));
    let copies = (copies > 0).then(|| format!("{copies} pairs repeat earlier ones and do not count"));
    let notes: Vec<String> = points.into_iter().chain(copies).collect();
    Cell::Count(tally.games()).noted((!notes.is_empty()).then(|| notes.join("; ")))
}

/// Scores by seat, lengths, duplicates.
pub(super) fn details(rows: &[MatchReport]) -> Table {
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
    Table::new(header, rows.iter().map(details_row))
}

fn details_row(row: &MatchReport) -> Vec<Cell> {
    let tally = &row.sums.tally;
    let [won, lost] = tally.wins();
    let percent = |score: f64| Cell::known((tally.games() > 0).then_some(score), |score| Cell::Number(score, Form::Percent));
    let elo = |elo: Measured| Cell::Measured(elo, Form::Signed(0), None);
    let p = |value: Option<f64>| Cell::known(value, |p| Cell::Number(p, Form::Probability));
    let [first, second] = tally.score_by_seat();
    let (mean, deviation, form) = (tally.moves_per_game(), tally.moves_deviation(), Form::Digits(1));
    vec![
        Cell::text(&row.name),
        Cell::Count(won),
        Cell::Count(lost),
        Cell::Count(tally.draws()),
        Cell::Counts(tally.pairs().counts().to_vec()),
        percent(first),
        percent(second),
        percent(tally.first_player_score()),
        Cell::Spread { mean, deviation, form },
        Cell::Count(tally.repeated()),
        Cell::known(row.games_per_second(), |speed| Cell::Number(speed, Form::Digits(3))),
        elo(tally.elo()).noted(bias(row)),
        Cell::known(tally.normalised_elo(), elo).noted(bias(row)),
        p(row.sums.p_value),
        p(row.sums.p_holm),
    ]
}

/// What could end matches before their last game and what it says, one line for each row that had such a rule.
pub(super) fn stops(rows: &[MatchReport]) -> Table {
    let header = ["row", "stop rule", "decision", "LLR (bounds)", "anytime-valid 95 % interval", "stopped by"];
    Table::new(header, rows.iter().filter(|row| !row.manifest.stop_rules.is_empty()).map(stop_row))
}

fn stop_row(row: &MatchReport) -> Vec<Cell> {
    let (rule, pairs) = (row.manifest.stop_rule(), row.sums.tally.pairs());
    let (_, before) = row.manifest.stop_rules.split_last().unwrap_or((&rule, &[]));
    let before: Vec<String> = before.iter().map(StopRule::to_string).collect();
    let before = (!before.is_empty()).then(|| format!("before: {}", before.join(", then ")));
    let llr = |test: Gsprt| {
        let [low, high] = test.bounds();
        Cell::Number(test.deciding_llr(&pairs), Form::Digits(2)).noted(Some(format!("{low:.2} and {high:.2}")))
    };
    vec![
        Cell::text(&row.name),
        Cell::text(rule.to_string()).noted(before),
        Cell::known(rule.sprt, |test| Cell::text(test.decide(&pairs).word())),
        Cell::known(rule.sprt, llr),
        Cell::Interval(anytime(&pairs), Form::of(Measure::Score)),
        Cell::Text(
            row.stopped().map_or("number of games, or not yet".to_string(), |stopped| format!("--{}", stopped.word())),
        ),
    ]
}

/// Who played whom, and what repeats it.
pub(super) fn players(rows: &[MatchReport]) -> Table {
    let header = ["row", "player a", "player b", "budget", "game", "seed", "config hash"];
    let of_row = |row: &MatchReport| {
        let contest = &row.work.contest;
        let [a, b] = contest.players.each_ref().map(|player| player.name.as_str());
        let budgets = contest.players.each_ref().map(budget);
        let budget = if budgets[0] == budgets[1] { budgets[0].clone() } else { budgets.join(" against ") };
        let game = serde_json::to_string(&contest.game).unwrap_or_default();
        let texts = [row.name.as_str(), a, b, &budget, &game].map(Cell::text);
        texts.into_iter().chain([Cell::Count(contest.seed), Cell::text(&row.manifest.config_hash)]).collect()
    };
    Table::new(header, rows.iter().map(of_row))
}

fn budget(player: &Contestant) -> String {
    match &player.agent {
        Agent::Search(config) => match (config.budget.simulations, config.budget.seconds) {
            (Some(simulations), None) => format!("{simulations} simulations"),
            (None, Some(seconds)) => format!("{seconds} s"),
            (Some(simulations), Some(seconds)) => format!("{simulations} simulations or {seconds} s"),
            (None, None) => "none".to_string(),
        },
        Agent::Program(program) => program_budget(program),
        Agent::Blind => "none".to_string(),
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

/// Games that were lost by faults, restarts and late moves of programs, one line for each row and player that has some.
pub(super) fn faults(rows: &[MatchReport]) -> Table {
    let names = End::FAULTS.map(End::name);
    let header = ["row", "player"].into_iter().chain(names).chain(["restarts", "late moves", "last note"]);
    let line = |row: &MatchReport, seat: Seat| {
        let tally = &row.sums.tally;
        let count = |end: End| tally.forfeits().get(&(seat, end)).copied().unwrap_or(0);
        let note = tally.last_note(seat).map_or(String::new(), |(game, note)| format!("game {game}: {note}"));
        let counts = [tally.restarts(seat), tally.late_moves(seat)];
        let head = [&row.name, &row.work.contest.players[seat as usize].name].map(Cell::text);
        let counted = End::FAULTS.map(count).into_iter().chain(counts).map(Cell::Count);
        let cells = head.into_iter().chain(counted).chain([Cell::Text(note)]);
        (tally.faults(seat) + counts.iter().sum::<u64>() > 0).then(|| cells.collect::<Vec<Cell>>())
    };
    let lines = rows.iter().flat_map(|row| Seat::BOTH.map(|seat| line(row, seat))).flatten().collect();
    Table { header: header.map(str::to_string).collect(), rows: lines }
}
