//! Clocks, as controllers set them.

use super::{Engine, Entry, For};
use crate::gtp::{Answer, Call, Failure};
use crate::{Clock, TimeSystem};

pub(super) const COMMANDS: &[Entry] = &[
    Entry {
        name: "time_settings",
        arguments: "MAIN PERIOD STONES",
        about: "seconds for the game, then so many stones in every period; no clock if STONES is 0 and PERIOD is not",
        games: For::All,
        run: time_settings,
    },
    Entry {
        name: "kgs-time_settings",
        arguments: "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES",
        about: "how the game is timed",
        games: For::All,
        run: kgs_time_settings,
    },
    Entry {
        name: "time_left",
        arguments: "COLOR SECONDS STONES",
        about: "what is left on a clock; STONES is 0 in main time",
        games: For::All,
        run: time_left,
    },
];

/// More seconds than anybody has.
const LONGEST: f64 = 1e9;

fn seconds(call: &mut Call<'_>) -> Result<f64, Failure> {
    let seconds = call.arguments.float()?;
    if (0.0..=LONGEST).contains(&seconds) { Ok(seconds) } else { Err(Failure::Syntax) }
}

fn time_settings(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let (main, period, stones) = (seconds(call)?, seconds(call)?, call.arguments.int()?);
    call.arguments.end()?;
    engine.clock = Clock::new(if period > 0.0 && stones == 0 || main == 0.0 && period == 0.0 {
        TimeSystem::None
    } else if period == 0.0 {
        TimeSystem::Absolute { main }
    } else {
        TimeSystem::Canadian { main, period, stones }
    });
    Ok(String::new())
}

fn kgs_time_settings(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let system = match call.arguments.word()? {
        "none" => TimeSystem::None,
        "absolute" => TimeSystem::Absolute { main: seconds(call)? },
        "byoyomi" => TimeSystem::ByoYomi { main: seconds(call)?, period: seconds(call)?, periods: call.arguments.int()? },
        "canadian" => TimeSystem::Canadian { main: seconds(call)?, period: seconds(call)?, stones: call.arguments.int()? },
        _ => return Err(Failure::Syntax),
    };
    call.arguments.end()?;
    engine.clock = Clock::new(system);
    Ok(String::new())
}

fn time_left(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let color = call.arguments.color()?;
    // A controller may say that a little too much was taken.
    let left = call.arguments.float()?.clamp(0.0, LONGEST);
    let stones = call.arguments.int()?;
    call.arguments.end()?;
    engine.clock.tell(color, left, stones);
    Ok(String::new())
}
