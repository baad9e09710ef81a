//! `katsura tournament`

use crate::failure::Failure;
use crate::matches::{Conditions, named_fault_lines, stop_document, stop_line, warn};
use crate::print;
use crate::progress::interruptible;
use clap::Args;
use katsura_lab::matches::{Standing, Stopped, Tally, pairing_seed, pairings, standings};
use katsura_lab::stats::{Level, Measured, holm};
use katsura_mcts::Control;
use serde_json::{Value, json};

#[derive(Args)]
#[command(
    after_help = "Everybody plays everybody: --games is the number of games of each two. Ratings are those of the Bradley-Terry model \
    with the worth of the first move and draws; they add up to zero.\n\n\
    Examples:\n  katsura tournament --game connect-four --player uct --player rave \\\n    \
    --player flat-mc --simulations 300 --games 100\n  \
    katsura tournament --game go --size 9 --player rave --player uct \\\n    \
    --player \"gtp: gnugo --mode gtp --chinese-rules --capture-all-dead\" \\\n    --simulations 1000 --out t"
)]
pub struct Tournament {
    /// A player, as in katsura match; two or more.
    #[arg(long = "player", value_name = "PLAYER", required = true)]
    players: Vec<String>,
    #[command(flatten)]
    conditions: Conditions,
}

impl Tournament {
    pub fn run(&self) -> Result<(), Failure> {
        if self.players.len() < 2 {
            return Err(Failure::Usage("a tournament needs two players or more: repeat --player".to_string()));
        }
        let conditions = &self.conditions;
        let game = conditions.game(&self.players[0])?;
        let mut contests = Vec::new();
        for [a, b] in pairings(self.players.len()) {
            let seed = pairing_seed(conditions.seed, [a, b]);
            let contest = conditions.contest(&game, [&self.players[a], &self.players[b]], seed)?;
            contests.push((name([a, b]), [a, b], contest));
        }
        conditions.check(contests.iter().map(|(name, _, contest)| (name.as_str(), contest)))?;
        warn(contests.iter().map(|(.., contest)| contest));
        let control = Control::new();
        let played = interruptible(&control, || {
            let mut played: Vec<([usize; 2], Tally)> = Vec::new();
            for (name, players, contest) in &contests {
                if control.is_stopped() {
                    break;
                }
                let folder = conditions.out.as_ref().map(|out| out.join(name));
                played.push((*players, conditions.play(contest, (name, folder.as_deref()), &control)?));
            }
            Ok::<_, Failure>(played)
        })?;
        let table = standings(self.players.len(), &played).map_err(|error| Failure::Work(error.to_string()))?;
        if conditions.json {
            return print::json(&self.document(&played, &table, control.is_stopped()));
        }
        self.show(&played, &table)?;
        if control.is_stopped() { print::line("interrupted") } else { Ok(()) }
    }

    fn show(&self, played: &[([usize; 2], Tally)], table: &Standing) -> Result<(), Failure> {
        let header = ["rank", "Elo", "95 % interval", "games", "score", "player"].map(str::to_string).to_vec();
        let line = |(rank, player): (usize, &usize)| {
            let (elo, [games, _]) = (table.ranking.elo(*player, Level::P95), table.results[*player]);
            vec![
                (rank + 1).to_string(),
                format!("{:+.0}", elo.value),
                format!("{:+.0} to {:+.0}", elo.interval.low, elo.interval.high),
                format!("{games}"),
                score(table.results[*player]).map_or("–".to_string(), |score| format!("{score:.4}")),
                self.players[*player].clone(),
            ]
        };
        let lines = table.order.iter().enumerate().map(line);
        print::text(&print::table(&std::iter::once(header).chain(lines).collect::<Vec<_>>()))?;
        if let Some(prior) = table.prior_elo {
            print::line(&format!(
                "the games do not determine all strengths, the first move and draws: each has a normal prior of {prior:.0} Elo"
            ))?;
        }
        if let Some(first) = table.ranking.first_move_elo(Level::P95) {
            print::line(&format!("the first move is worth {}", elo_text(&first)))?;
        }
        print::text(&self.comparisons(table))?;
        print::text(&self.stop_lines(played))?;
        print::text(&self.fault_lines(played))
    }

    /// What went wrong in each match, under its name.
    fn fault_lines(&self, played: &[([usize; 2], Tally)]) -> String {
        let players = |pair: [usize; 2]| pair.map(|player| self.players[player].as_str());
        played.iter().map(|(pair, tally)| named_fault_lines(&name(*pair), tally, players(*pair))).collect()
    }

    /// What the rules that may stop a match say about each.
    fn stop_lines(&self, played: &[([usize; 2], Tally)]) -> String {
        let line = |([a, b], tally): &([usize; 2], Tally)| stop_line(&self.conditions, (&name([*a, *b]), tally));
        let biased = played.iter().any(|(_, tally)| self.conditions.stop_rule().stopped(&tally.pairs()).is_some());
        let note = format!("the ratings are {}: matches were ended by their score\n", Stopped::BIASED);
        played.iter().map(line).chain(biased.then_some(note)).collect()
    }

    /// Every two players: who is stronger, with p-values corrected for their number.
    fn comparisons(&self, table: &Standing) -> String {
        let header = ["better", "worse", "Elo difference", "95 % interval", "p (Holm)"].map(str::to_string).to_vec();
        let pairs = ordered_pairs(table);
        let corrected = holm(&pairs.iter().map(|&[a, b]| table.ranking.p_value(a, b)).collect::<Vec<_>>());
        let line = |(&[a, b], p): (&[usize; 2], &f64)| {
            let difference = table.ranking.elo_difference(a, b, Level::P95);
            vec![
                self.players[a].clone(),
                self.players[b].clone(),
                format!("{:+.0}", difference.value),
                format!("{:+.0} to {:+.0}", difference.interval.low, difference.interval.high),
                format!("{p:.4}"),
            ]
        };
        print::table(&std::iter::once(header).chain(pairs.iter().zip(&corrected).map(line)).collect::<Vec<_>>())
    }

    fn document(&self, played: &[([usize; 2], Tally)], table: &Standing, interrupted: bool) -> Value {
        let interval = |value: &Measured| json!([value.interval.low, value.interval.high]);
        let count = self.players.len();
        let player = |number: usize| {
            let elo = table.ranking.elo(number, Level::P95);
            json!({ "player": self.players[number], "elo": elo.value, "interval_95": interval(&elo),
                "games": table.results[number][0], "score": score(table.results[number]) })
        };
        let pairs = ordered_pairs(table);
        let corrected = holm(&pairs.iter().map(|&[a, b]| table.ranking.p_value(a, b)).collect::<Vec<_>>());
        let comparison = |(&[a, b], p): (&[usize; 2], &f64)| {
            let difference = table.ranking.elo_difference(a, b, Level::P95);
            json!({ "better": a, "worse": b, "elo": difference.value, "interval_95": interval(&difference), "holm_p_value": p })
        };
        let covariance = |a: usize| (0..count).map(|b| table.ranking.covariance(a, b)).collect::<Vec<_>>();
        let first = table.ranking.first_move_elo(Level::P95);
        let encounter = |([a, b], tally): &([usize; 2], Tally)| {
            let players = [("a".to_string(), json!(a)), ("b".to_string(), json!(b))];
            let stop = stop_document(&self.conditions, tally, interrupted);
            Value::Object(players.into_iter().chain(tally.document()).chain(stop).collect())
        };
        json!({
            "players": (0..count).map(player).collect::<Vec<_>>(),
            "order": table.order,
            "first_move_elo": first.as_ref().map(|first| first.value),
            "first_move_interval_95": first.as_ref().map(interval),
            "even_draw_share": table.ranking.even_draw_share(),
            "covariance": (0..count).map(covariance).collect::<Vec<_>>(),
            "comparisons": pairs.iter().zip(&corrected).map(comparison).collect::<Vec<_>>(),
            "matches": played.iter().map(encounter).collect::<Vec<_>>(),
            "prior_elo": table.prior_elo,
            "interrupted": interrupted,
            "seed": self.conditions.seed,
        })
    }
}

/// The name of the match of two players, which is also that of its folder.
fn name([a, b]: [usize; 2]) -> String {
    format!("{}-{}", a + 1, b + 1)
}

/// The share of points in games; none without games.
fn score([games, points]: [f64; 2]) -> Option<f64> {
    (games > 0.0).then(|| points / games)
}

fn elo_text(value: &Measured) -> String {
    format!("{:+.0} Elo, 95 % interval {:+.0} to {:+.0}", value.value, value.interval.low, value.interval.high)
}

/// Every two players, the stronger first.
fn ordered_pairs(table: &Standing) -> Vec<[usize; 2]> {
    let order = &table.order;
    (0..order.len()).flat_map(|i| (i + 1..order.len()).map(move |j| [order[i], order[j]])).collect()
}
