//! Handicap stones [farneback2002, section 4.1].

use super::{Engine, Entry, For, Placed};
use crate::Color;
use crate::gtp::{Answer, Call, Failure};
use crate::sgf::pieces;
use katsura_game::Mark;
use katsura_games::GameSpec;
use katsura_games::go::Rules;

pub(super) const COMMANDS: &[Entry] = &[
    Entry {
        name: "fixed_handicap",
        arguments: "N",
        about: "N black stones on the usual points",
        games: For::Go,
        run: fixed,
    },
    Entry {
        name: "place_free_handicap",
        arguments: "N",
        about: "up to N black stones where the engine likes",
        games: For::Go,
        run: place_free,
    },
    Entry {
        name: "set_free_handicap",
        arguments: "POINT …",
        about: "black stones on these points",
        games: For::Go,
        run: set_free,
    },
];

impl Engine {
    fn is_untouched(&self) -> bool {
        self.line.moves().is_empty() && self.line.position().picture().cells.iter().all(|cell| cell.mark == Mark::Empty)
    }
}

/// The rules with a handicap, if it has usual points.
fn with_handicap(engine: &Engine, stones: u32) -> Option<Rules> {
    let GameSpec::Go(rules) = engine.game else { return None };
    let rules = Rules { handicap: u8::try_from(stones).ok()?, ..rules };
    (stones > 0 && rules.check().is_ok()).then_some(rules)
}

/// The points of the stones on a board with a handicap.
fn stones(rules: Rules) -> Vec<String> {
    let game = GameSpec::Go(rules);
    let [black, _] = pieces(&*game.start(), &game).unwrap_or_default();
    black
}

fn fixed(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let number = call.arguments.int()?;
    call.arguments.end()?;
    if !engine.is_untouched() {
        return Err(Failure::BoardNotEmpty);
    }
    let rules = with_handicap(engine, number).ok_or(Failure::InvalidStones)?;
    let points = stones(rules);
    engine.start(GameSpec::Go(rules))?;
    Ok(points.join(" "))
}

fn place_free(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let number = call.arguments.int()?;
    call.arguments.end()?;
    if !engine.is_untouched() {
        return Err(Failure::BoardNotEmpty);
    }
    if number < 2 {
        return Err(Failure::InvalidStones);
    }
    // The rules let the engine place fewer stones than it was given.
    let rules = (2..=number.min(9)).rev().find_map(|number| with_handicap(engine, number)).ok_or(Failure::InvalidStones)?;
    let points = stones(rules);
    set(engine, &points)?;
    Ok(points.join(" "))
}

fn set_free(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let points: Vec<String> = call.arguments.words().into_iter().map(str::to_string).collect();
    if !engine.is_untouched() {
        return Err(Failure::BoardNotEmpty);
    }
    let cells = engine.line.position().picture().cells.len();
    if points.len() < 2 || points.len() >= cells || points.iter().any(|point| point.eq_ignore_ascii_case("pass")) {
        return Err(Failure::BadVertexList);
    }
    set(engine, &points)?;
    Ok(String::new())
}

fn set(engine: &mut Engine, points: &[String]) -> Result<(), Failure> {
    let stones = points.iter().map(|point| (Color::Black, point.clone())).collect();
    engine.set_up(Placed { stones, ..Placed::default() }).map_err(|_| Failure::BadVertexList)
}
