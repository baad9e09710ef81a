//! `katsura match --sweep`: the same match for every value of a player's parameters.

use super::show::{SEATS, bias, document, named_fault_lines, stop_line};
use super::{Conditions, warn};
use crate::failure::Failure;
use crate::print;
use crate::progress::interruptible;
use katsura_games::GameSpec;
use katsura_lab::experiment::{Axis, grid};
use katsura_lab::matches::{Contest, Tally};
use katsura_lab::stats::{Design, Sample, holm};
use katsura_mcts::Control;
use serde_json::{Value, json};

/// One point of the grid with what came of it.
struct Done {
    name: String,
    contest: Contest,
    tally: Tally,
}

pub fn run(conditions: &Conditions, game: &GameSpec, [a, b]: [&str; 2], axes: &[Axis]) -> Result<(), Failure> {
    check(a, axes)?;
    let contest = |settings: &str| conditions.contest(game, [&format!("{a} {settings}"), b], conditions.seed);
    let points: Vec<(String, Contest)> =
        grid(axes).into_iter().map(|point| Ok((point.name, contest(&point.settings)?))).collect::<Result<_, Failure>>()?;
    conditions.check(points.iter().map(|(name, contest)| (name.as_str(), contest)))?;
    warn(points.iter().map(|(_, contest)| contest));
    let control = Control::new();
    let done = interruptible(&control, || {
        let mut done = Vec::new();
        for (name, contest) in points {
            if control.is_stopped() {
                break;
            }
            let folder = conditions.out.as_ref().map(|out| out.join(&name));
            let tally = conditions.play(&contest, (&name, folder.as_deref()), &control)?;
            done.push(Done { name, contest, tally });
        }
        Ok::<_, Failure>(done)
    })?;
    show(conditions, &done, control.is_stopped())
}

/// Only a search has parameters, and each is swept once.
fn check(a: &str, axes: &[Axis]) -> Result<(), Failure> {
    if a.trim_start().starts_with("gtp:") {
        let message = "--sweep: an outside program has no parameters; make the player that is swept --a";
        return Err(Failure::Usage(message.to_string()));
    }
    let again = axes.iter().enumerate().find(|(place, axis)| axes[..*place].iter().any(|other| other.key == axis.key));
    again.map_or(Ok(()), |(_, axis)| {
        Err(Failure::Usage(format!("--sweep: {} is there twice; give all values at once", axis.key)))
    })
}

fn show(conditions: &Conditions, done: &[Done], interrupted: bool) -> Result<(), Failure> {
    let design = if conditions.stop_rule().is_none() { Design::Fixed } else { Design::Sequential };
    let raw: Vec<f64> = done.iter().map(|point| Sample::pairs(&point.tally.pairs(), design).p_value(0.5)).collect();
    let corrected = holm(&raw);
    if conditions.json {
        let point = |(point, p): (&Done, &f64)| -> Value {
            let mut document = document(&point.contest, &point.tally, conditions, interrupted);
            document["point"] = json!(point.name);
            document["holm_p_value"] = json!(*p);
            document
        };
        return print::json(&done.iter().zip(&corrected).map(point).collect::<Vec<_>>());
    }
    let header = ["point", "games", "score of a", "95 % interval", "p", "p (Holm)", "player a"].map(str::to_string).to_vec();
    let line = |((point, p), corrected): ((&Done, &f64), &f64)| {
        let score = point.tally.score_a();
        vec![
            point.name.clone(),
            point.tally.games().to_string(),
            format!("{:.4}{}", score.value, bias(conditions, &point.tally)),
            format!("{:.4} to {:.4}", score.interval.low, score.interval.high),
            format!("{p:.4}"),
            format!("{corrected:.4}"),
            point.contest.players[0].name.clone(),
        ]
    };
    let lines = done.iter().zip(&raw).zip(&corrected).map(line);
    print::text(&print::table(&std::iter::once(header).chain(lines).collect::<Vec<_>>()))?;
    done.iter().try_for_each(|point| print::text(&stop_line(conditions, (&point.name, &point.tally))))?;
    for Done { name, tally, .. } in done {
        print::text(&named_fault_lines(name, tally, SEATS))?;
    }
    print::line("p: of a score of one half; Holm: corrected for the number of points")?;
    if interrupted { print::line("interrupted") } else { Ok(()) }
}
