//! What a match came to, for people and as JSON.

use super::Conditions;
use katsura_lab::folder::hash_text;
use katsura_lab::matches::{Contest, End, Seat, Tally};
use katsura_lab::stats::{Gsprt, Level, Measured, confidence_sequence};
use serde_json::{Value, json};

/// The score of player a in a few characters.
pub fn short_score(tally: &Tally) -> String {
    let score = tally.score_a();
    let faults: u64 = Seat::BOTH.iter().map(|&seat| tally.faults(seat)).sum();
    let faults = if faults > 0 { format!(", {faults} lost by faults") } else { String::new() };
    format!("score {:.3} [{:.3}, {:.3}]{faults}", score.value, score.interval.low, score.interval.high)
}

pub fn summary(contest: &Contest, tally: &Tally) -> String {
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
        "score of a {:.4}, 95 % interval {:.4} to {:.4}; logistic Elo {}",
        score.value,
        score.interval.low,
        score.interval.high,
        elo(&tally.elo()),
    );
    text += &tally.normalised_elo().map_or("\n".to_string(), |own| format!("; normalised Elo {}\n", elo(&own)));
    if let Some(points) = tally.points_a() {
        let interval = points.interval;
        text += &format!("points of a {:+.2}, 95 % interval {:+.2} to {:+.2}", points.value, interval.low, interval.high);
        let (counted, pairs) = (tally.pairs_with_points(), tally.pairs().pairs());
        text += &if counted == pairs { "\n".to_string() } else { format!("; {counted} of {pairs} pairs have points\n") };
    }
    text +=
        &format!("a moving first {first:.4}, moving second {second:.4}; first player {:.4}; ", tally.first_player_score());
    text += &format!("{:.1} moves a game; {} games repeat an earlier one\n", tally.moves_per_game(), tally.repeated());
    text + &fault_lines(tally)
}

fn elo(elo: &Measured) -> String {
    format!("{:+.0}, {:+.0} to {:+.0}", elo.value, elo.interval.low, elo.interval.high)
}

/// Games that were not lost by the rules, one line for each player who has some, the last notes, and remarks on the players.
pub fn fault_lines(tally: &Tally) -> String {
    let mut text = String::new();
    for (seat, name) in Seat::BOTH.into_iter().zip(["a", "b"]) {
        let counted = |end: &End| tally.forfeits().get(&(seat, *end)).map(|count| format!("{count} by {}", end.name()));
        let ways: Vec<String> = [End::Resigned].iter().chain(&End::FAULTS).filter_map(counted).collect();
        if !ways.is_empty() {
            let restarts = match tally.restarts(seat) {
                0 => String::new(),
                times => format!("; started again {times} times"),
            };
            text += &format!("{name} lost games off the board: {}{restarts}\n", ways.join(", "));
        }
    }
    let notes = tally.notes().iter().map(|(game, note)| format!("  game {game}: {note}\n"));
    let remarks = tally.remarks().iter().map(|remark| format!("{remark}\n"));
    text + &notes.chain(remarks).collect::<String>()
}

/// What the rules that may stop a match say.
pub fn stop_lines(conditions: &Conditions, tally: &Tally) -> String {
    let mut text = String::new();
    if let Some(test) = &conditions.sprt {
        let ([low, high], llr) = (test.bounds(), test.deciding_llr(&tally.pairs()));
        text += &format!(
            "sequential test between {} and {} normalised Elo: {}; LLR {llr:.2}, bounds {low:.2} and {high:.2}\n",
            test.elo0,
            test.elo1,
            test.decide(&tally.pairs()).word()
        );
    }
    if let Some(width) = conditions.width {
        let now = confidence_sequence::interval(&tally.pairs().histogram(), Level::P95);
        text +=
            &format!("anytime-valid 95 % interval {:.4} to {:.4} (asked for a width below {width})\n", now.low, now.high);
    }
    text
}

pub fn document(contest: &Contest, tally: &Tally, conditions: &Conditions, interrupted: bool) -> Value {
    let anytime = conditions.width.map(|_| confidence_sequence::interval(&tally.pairs().histogram(), Level::P95));
    let about = json!({
        "game": contest.game,
        "a": contest.players[0].name,
        "b": contest.players[1].name,
        "sprt": conditions.sprt.as_ref().map(|test| sprt(test, tally)),
        "anytime_interval_95": anytime.map(|interval| [interval.low, interval.high]),
        "interrupted": interrupted,
        "seed": contest.seed,
        "config_hash": hash_text(contest),
    });
    let about = about.as_object().cloned().unwrap_or_default();
    Value::Object(about.into_iter().chain(tally.document()).collect())
}

fn sprt(test: &Gsprt, tally: &Tally) -> Value {
    json!({ "decision": test.decide(&tally.pairs()).word(), "llr": test.deciding_llr(&tally.pairs()), "bounds": test.bounds() })
}
