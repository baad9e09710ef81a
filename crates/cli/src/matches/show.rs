//! What a match came to, for people and as JSON.

use super::Conditions;
use katsura_lab::folder::hash_text;
use katsura_lab::matches::{Contest, End, Seat, Stopped, Tally};
use katsura_lab::stats::Measured;
use serde_json::{Map, Value, json};

/// The score of player a in a few characters.
pub fn short_score(tally: &Tally) -> String {
    let score = tally.score_a();
    let faults: u64 = Seat::BOTH.iter().map(|&seat| tally.faults(seat)).sum();
    let faults = if faults > 0 { format!(", {faults} lost by faults") } else { String::new() };
    format!("score {:.3} [{:.3}, {:.3}]{faults}", score.value, score.interval.low, score.interval.high)
}

/// A warning beside a value if its match was stopped by its score.
pub fn bias(conditions: &Conditions, tally: &Tally) -> String {
    let stopped = conditions.stop_rule().stopped(&tally.pairs());
    stopped.map_or(String::new(), |_| format!(" ({})", Stopped::BIASED))
}

pub fn summary(contest: &Contest, tally: &Tally, conditions: &Conditions) -> String {
    let bias = bias(conditions, tally);
    let [wins_a, wins_b] = tally.wins();
    let score = tally.score_a();
    let [first, second] = tally.score_by_seat();
    let mut text = format!(
        "a: {}\nb: {}\n{} games: a won {wins_a}, b won {wins_b}, {} drawn; pairs {:?}\n",
        contest.players[0].name,
        contest.players[1].name,
        tally.games(),
        tally.draws(),
        tally.pairs().counts(),
    );
    text += &format!(
        "score of a {:.4}{bias}, 95 % interval {:.4} to {:.4}; logistic Elo {}{bias}",
        score.value,
        score.interval.low,
        score.interval.high,
        elo(&tally.elo()),
    );
    text += &tally.normalised_elo().map_or_else(
        || "; no normalised Elo while all pairs end alike: they tell no variance\n".to_string(),
        |own| format!("; normalised Elo {}{bias}\n", elo(&own)),
    );
    if let Some(points) = tally.points_a() {
        let interval = points.interval;
        text += &format!("points of a {:+.2}, 95 % interval {:+.2} to {:+.2}", points.value, interval.low, interval.high);
        let (counted, pairs) = (tally.pairs_with_points(), tally.pairs().pairs());
        text += &if counted == pairs { "\n".to_string() } else { format!("; {counted} of {pairs} pairs have points\n") };
    }
    text +=
        &format!("a moving first {first:.4}, moving second {second:.4}; first player {:.4}; ", tally.first_player_score());
    text += &format!("{:.1} moves a game; {} games repeat an earlier one\n", tally.moves_per_game(), tally.repeated());
    text + &fault_lines(tally, SEATS)
}

fn elo(elo: &Measured) -> String {
    format!("{:+.0}, {:+.0} to {:+.0}", elo.value, elo.interval.low, elo.interval.high)
}

/// The players of a match of two.
pub const SEATS: [&str; 2] = ["a", "b"];

/// Games that were not lost by the rules, restarts and late moves, a line for each player who has some, the last notes, remarks on the players, and
/// pairs that do not count.
pub fn fault_lines(tally: &Tally, players: [&str; 2]) -> String {
    let mut text = String::new();
    for (seat, name) in Seat::BOTH.into_iter().zip(players) {
        let counted = |end: &End| tally.forfeits().get(&(seat, *end)).map(|count| format!("{count} by {}", end.name()));
        let ways: Vec<String> = [End::Resigned].iter().chain(&End::FAULTS).filter_map(counted).collect();
        let lost = (!ways.is_empty()).then(|| format!("lost games off the board: {}", ways.join(", ")));
        let restarts = Some(tally.restarts(seat)).filter(|&times| times > 0);
        let restarts = restarts.map(|times| format!("was started again {}", times_text(times)));
        let late = Some(tally.late_moves(seat)).filter(|&moves| moves > 0);
        let late = late.map(|moves| format!("took longer than it was told {}", times_text(moves)));
        let parts: Vec<String> = lost.into_iter().chain(restarts).chain(late).collect();
        text += &if parts.is_empty() { String::new() } else { format!("{name} {}\n", parts.join("; ")) };
    }
    let notes = tally.notes().iter().map(|(game, note)| format!("  game {game}: {note}\n"));
    let remarks = tally.remarks().iter().map(|remark| format!("{remark}\n"));
    text + &notes.chain(remarks).chain(left_out_line(tally)).collect::<String>()
}

/// The same for one of many matches, each line under its name.
pub fn named_fault_lines(name: &str, tally: &Tally, players: [&str; 2]) -> String {
    fault_lines(tally, players).lines().map(|line| format!("{name}: {line}\n")).collect()
}

/// How many pairs do not count, if some do not.
fn left_out_line(tally: &Tally) -> Option<String> {
    let pairs = tally.pairs_left_out();
    (pairs > 0).then(|| {
        format!(
            "{pairs} pairs repeat earlier ones move by move and are left out of the score, its interval and tests: an outside program has no seed; \
             give the match openings\n"
        )
    })
}

fn times_text(times: u64) -> String {
    if times == 1 { "once".to_string() } else { format!("{times} times") }
}

/// What the rules that may stop a match say, a line each.
pub fn stop_lines(conditions: &Conditions, tally: &Tally) -> String {
    conditions.stop_rule().sentences(&tally.pairs()).into_iter().map(|sentence| sentence + "\n").collect()
}

/// The same of one of many matches, in one line.
pub fn stop_line(conditions: &Conditions, (name, tally): (&str, &Tally)) -> String {
    let sentences = conditions.stop_rule().sentences(&tally.pairs());
    if sentences.is_empty() { String::new() } else { format!("{name}: {}\n", sentences.join("; ")) }
}

/// What the rules that may stop a match say, as JSON, and what ended it: a rule, the number of games or an interrupt.
pub fn stop_document(conditions: &Conditions, tally: &Tally, interrupted: bool) -> Map<String, Value> {
    let mut document = conditions.stop_rule().document(&tally.pairs());
    if document["stopped_by"].is_null() {
        let whole = tally.games() >= conditions.games;
        document["stopped_by"] = json!(if interrupted && !whole { "interrupted" } else { "games" });
    }
    document
}

pub fn document(contest: &Contest, tally: &Tally, conditions: &Conditions, interrupted: bool) -> Value {
    let about = json!({
        "game": contest.game,
        "a": contest.players[0].name,
        "b": contest.players[1].name,
        "interrupted": interrupted,
        "seed": contest.seed,
        "config_hash": hash_text(contest),
    });
    let about = about.as_object().cloned().unwrap_or_default();
    let stop = stop_document(conditions, tally, interrupted);
    Value::Object(about.into_iter().chain(stop).chain(tally.document()).collect())
}
