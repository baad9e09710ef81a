//! The command that repeats a row.

use super::RowReport;
use crate::experiment::{MatchWork, names};
use crate::folder::Manifest;
use crate::matches::{Agent, Contest, Contestant, Openings, Program, StopRule};
use katsura_engine::sgf::NamedGame;
use katsura_games::GameSpec;
use katsura_mcts::Budget;
use serde_json::Value;

/// The command that plays the games of a row again; `None` if its players cannot be written as flags, such as those of a file that is gone.
pub(super) fn of_match(row: &RowReport<MatchWork>) -> Option<String> {
    let games = row.sums.tally.games();
    match row.row() {
        Some(of) => of_experiment(&row.manifest, &of.name, games),
        None => match_command(&row.work.contest, &row.manifest.stop_rule(), games),
    }
}

/// The command that runs so much of a row of an experiment. An experiment that does not come along is a file of its name.
pub(super) fn of_experiment(manifest: &Manifest, row: &str, games: u64) -> Option<String> {
    let name = &manifest.claimed.as_ref()?.experiment;
    let file = if names().any(|known| known == name) { "" } else { ".toml" };
    Some(format!("katsura lab run {name}{file} --rows {row} --games {games} --out again"))
}

fn match_command(contest: &Contest, rule: &StopRule, games: u64) -> Option<String> {
    let [a, b] = contest.players.each_ref().map(|player| player.name.clone());
    let mut words: Vec<String> = ["katsura", "match"].map(str::to_string).to_vec();
    let mut flag = |name: &str, value: Option<String>| {
        words.extend(value.into_iter().flat_map(|value| [format!("--{name}"), quoted(&value)]));
    };
    let budget = flag_budget(contest)?.unwrap_or_default();
    flag("game", Some(contest.game.about().name.into_owned()));
    settings(&contest.game).into_iter().for_each(|setting| flag("set", Some(setting)));
    flag("a", Some(a));
    flag("b", Some(b));
    flag("simulations", budget.simulations.map(|number| number.to_string()));
    flag("seconds", budget.seconds.map(|seconds| seconds.to_string()));
    flag("reply-seconds", contest.players.iter().find_map(reply_seconds).map(|seconds| seconds.to_string()));
    let (name, value) = openings(&contest.openings);
    flag(name, value);
    flag("resign", contest.resign.map(|limit| limit.to_string()));
    flag("sprt", rule.sprt.map(|test| format!("{},{}", test.elo0, test.elo1)));
    flag("width", rule.width.map(|width| width.to_string()));
    flag("seed", Some(contest.seed.to_string()));
    flag("games", Some(games.to_string()));
    Some(words.join(" "))
}

/// The budget that gives both players theirs, unless they have it without one; `None` if there is none that does.
fn flag_budget(contest: &Contest) -> Option<Option<Budget>> {
    let own = |player: &Contestant| match &player.agent {
        Agent::Search(config) => Some(config.budget),
        Agent::Program(program) => program.seconds.map(Budget::seconds),
        Agent::Blind => None,
    };
    let gives = |budget: &Option<Budget>| {
        contest.players.iter().all(|player| {
            let read = Contestant::parse_for(&player.name, &contest.game, *budget);
            read.is_ok_and(|read| read.with_reply_seconds(reply_seconds(player)) == *player)
        })
    };
    std::iter::once(None).chain(contest.players.iter().map(own)).find(gives)
}

/// How long a program may take for a reply, if somebody said so.
fn reply_seconds(player: &Contestant) -> Option<f64> {
    match &player.agent {
        Agent::Program(program) => Some(program.reply_seconds).filter(|&seconds| seconds != Program::REPLY_SECONDS),
        Agent::Search(_) | Agent::Blind => None,
    }
}

fn openings(openings: &Openings) -> (&'static str, Option<String>) {
    match openings {
        Openings::None => ("openings-plies", None),
        Openings::Random { plies } => ("openings-plies", Some(plies.to_string())),
        Openings::File { path, .. } => ("openings", Some(path.clone())),
        Openings::Book { path, .. } => ("openings-book", Some(path.clone())),
    }
}

/// The parameters of a game that are not its defaults.
fn settings(game: &GameSpec) -> Vec<String> {
    let usual = GameSpec::named(&game.about().name).map(|spec| NamedGame::of(&spec).parameters).unwrap_or_default();
    let text = |value: Value| value.as_str().map_or(value.to_string(), str::to_string);
    let own = NamedGame::of(game).parameters.into_iter().filter(|(key, value)| usual.get(key) != Some(value));
    own.map(|(key, value)| format!("game.{key}={}", text(value))).collect()
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:".contains(c);
    if word.chars().all(plain) && !word.is_empty() { word.to_string() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_repeated_by_its_flags() {
        let game: GameSpec = serde_json::from_str("{\"name\":\"go\",\"size\":7}").unwrap();
        let player = |text: &str| Contestant::parse_for(text, &game, Some(Budget::simulations(50))).unwrap();
        let players = [player("uct select.explore.c=0.4"), player("gtp: sh -c 'exit 1'").with_reply_seconds(Some(5.0))];
        let contest =
            Contest { game: game.clone(), players, openings: Openings::Random { plies: 2 }, seed: 7, resign: Some(0.1) };
        let rule = StopRule { width: Some(0.2), ..StopRule::default() };
        let expected = "katsura match --game go --set game.size=7 --a 'uct select.explore.c=0.4' --b 'gtp: sh -c '\\''exit 1'\\''' \
            --simulations 50 --reply-seconds 5 --openings-plies 2 --resign 0.1 --width 0.2 --seed 7 --games 20";
        assert_eq!(match_command(&contest, &rule, 20).unwrap(), expected);
        let gone = Contestant { name: "/no/such/player.toml".to_string(), ..contest.players[0].clone() };
        let players = [gone, contest.players[1].clone()];
        assert_eq!(match_command(&Contest { players, ..contest }, &rule, 20), None);
    }

    #[test]
    fn a_budget_that_players_set_themselves_needs_no_flag() {
        let game = GameSpec::named("tic-tac-toe").unwrap();
        let player = |text: &str| Contestant::parse_for(text, &game, None).unwrap();
        let players = [player("uct budget.simulations=9"), player("random")];
        let contest = Contest { game: game.clone(), players, openings: Openings::None, seed: 1, resign: None };
        assert_eq!(flag_budget(&contest), Some(None));
    }
}
