//! What game servers and tournament programs tell and ask.

use super::{Engine, Entry, For};
use crate::gtp::{Answer, Call, Failure};
use katsura_games::GameSpec;
use katsura_games::go::{KoRule, Suicide};
use katsura_mcts::config::path;

pub(super) const COMMANDS: &[Entry] = &[
    Entry {
        name: "kgs-rules",
        arguments: "RULES",
        about: "chinese, aga and new_zealand set ko and suicide; japanese is refused, because only area is counted",
        games: For::Go,
        run: kgs_rules,
    },
    Entry {
        name: "kgs-chat",
        arguments: "game | private NAME TEXT",
        about: "answers with what the search thought of the last move",
        games: For::All,
        run: kgs_chat,
    },
    Entry { name: "kgs-game_over", arguments: "", about: "accepted", games: For::All, run: accept },
    Entry { name: "cgos-opponent_name", arguments: "NAME", about: "accepted", games: For::All, run: accept },
    Entry { name: "cgos-opponent_rating", arguments: "RATING", about: "accepted", games: For::All, run: accept },
    Entry { name: "cgos-gameover", arguments: "RESULT", about: "accepted", games: For::All, run: accept },
    Entry {
        name: "gomill-describe_engine",
        arguments: "",
        about: "name, version, game, player, seed, and all parameters",
        games: For::All,
        run: describe,
    },
    Entry {
        name: "gomill-cpu_time",
        arguments: "",
        about: "seconds of processor time taken so far",
        games: For::All,
        run: cpu_time,
    },
    Entry { name: "cputime", arguments: "", about: "the same", games: For::All, run: cpu_time },
    Entry {
        name: "set_random_seed",
        arguments: "N",
        about: "sets the seed and starts the search afresh",
        games: For::All,
        run: set_seed,
    },
    Entry { name: "get_random_seed", arguments: "", about: "the seed", games: For::All, run: get_seed },
];

/// Takes what a controller tells, and does nothing with it.
pub(super) fn accept(_: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.rest();
    Ok(String::new())
}

fn kgs_rules(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let (ko, suicide) = match call.arguments.word()? {
        "chinese" => (KoRule::Positional, Suicide::Forbidden),
        "aga" => (KoRule::Situational, Suicide::Forbidden),
        "new_zealand" => (KoRule::Situational, Suicide::Allowed),
        "japanese" => return Err(Failure::other("japanese rules count territory, which this engine does not")),
        _ => return Err(Failure::Syntax),
    };
    call.arguments.end()?;
    let GameSpec::Go(rules) = engine.game else { return Err(Failure::UnknownCommand) };
    let game = GameSpec::Go(katsura_games::go::Rules { ko, suicide, ..rules });
    if game != engine.game {
        let before = std::mem::replace(&mut engine.game, game);
        if engine.replay().is_err() {
            engine.game = before;
            return Err(Failure::other("the moves so far break these rules"));
        }
        engine.session = engine.session_of(&engine.game)?;
    }
    Ok(String::new())
}

impl Engine {
    /// Whether there is an opening book, and one of this game.
    fn about_book(&self) -> String {
        match self.book.as_ref().map(|book| book.check(&self.game)) {
            None => "no".to_string(),
            Some(Ok(())) => "yes".to_string(),
            Some(Err(error)) => format!("not in this game: {error}"),
        }
    }
}

fn kgs_chat(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.rest();
    let thought = if engine.thought.is_empty() { "I have not made a move yet." } else { &engine.thought };
    Ok(thought.to_string())
}

fn describe(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let game = serde_json::to_string(&engine.game).unwrap_or_default();
    let mut lines = vec![
        format!("Katsura {}", env!("CARGO_PKG_VERSION")),
        format!("game: {game}, version {}", engine.game.about().version),
        format!("player: {}", engine.player.text),
        format!("seed: {}", engine.player.config.seed),
        format!("threads: {}", engine.config().parallel.threads()),
        format!("book: {}", engine.about_book()),
    ];
    lines.extend(path::list(engine.config()).into_iter().map(|(name, value)| format!("{name} = {value}")));
    Ok(lines.join("\n"))
}

/// Processor time of all threads, from the operating system.
fn cpu_time(_: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let seconds = cpu_seconds().ok_or(Failure::other("this system does not tell"))?;
    Ok(format!("{seconds:.2}"))
}

#[cfg(unix)]
fn cpu_seconds() -> Option<f64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
}

#[cfg(not(unix))]
fn cpu_seconds() -> Option<f64> {
    None
}

fn set_seed(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let seed = call.arguments.word()?.parse().map_err(|_| Failure::Syntax)?;
    call.arguments.end()?;
    engine.player.config.seed = seed;
    engine.begin_series();
    engine.session.reseed(seed);
    let moves = engine.line.moves().to_vec();
    engine.session.restart(&moves).map_err(|error| Failure::other(error.to_string()))?;
    Ok(String::new())
}

fn get_seed(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    Ok(engine.player.config.seed.to_string())
}
