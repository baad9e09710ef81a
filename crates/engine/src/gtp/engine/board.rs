//! The board: size, komi, moves made by the controller, and what can be seen.

use super::{Engine, Entry, For, Placed};
use crate::gtp::{Answer, Call, Failure};
use crate::{Color, Line, setup};
use katsura_game::{Mark, Style};
use katsura_games::{GameSpec, Position};
use serde_json::{Value, json};

pub(super) const COMMANDS: &[Entry] = &[
    Entry {
        name: "boardsize",
        arguments: "N",
        about: "starts a game on a board of this size",
        games: For::All,
        run: boardsize,
    },
    Entry { name: "clear_board", arguments: "", about: "starts a game", games: For::All, run: clear_board },
    Entry {
        name: "komi",
        arguments: "K",
        about: "sets the komi; other games than Go accept it and have none",
        games: For::All,
        run: komi,
    },
    Entry { name: "get_komi", arguments: "", about: "the komi", games: For::Go, run: get_komi },
    Entry {
        name: "play",
        arguments: "COLOR MOVE",
        about: "makes a move, also out of turn where the other player can pass",
        games: For::All,
        run: play,
    },
    Entry {
        name: "gogui-play_sequence",
        arguments: "COLOR MOVE …",
        about: "makes several moves, or none",
        games: For::All,
        run: play_sequence,
    },
    Entry {
        name: "gogui-setup",
        arguments: "COLOR POINT …",
        about: "puts stones on the board before the first move",
        games: For::Go,
        run: add_stones,
    },
    Entry {
        name: "gogui-setup_player",
        arguments: "COLOR",
        about: "whose turn it is before the first move",
        games: For::Go,
        run: set_player,
    },
    Entry {
        name: "set_position",
        arguments: "COLOR POINT …",
        about: "starts a game with these stones on the board, as KataGo's command does",
        games: For::Go,
        run: set_position,
    },
    Entry { name: "undo", arguments: "", about: "takes the last move back", games: For::All, run: undo },
    Entry { name: "gg-undo", arguments: "[N]", about: "takes N moves back", games: For::All, run: undo_many },
    Entry { name: "showboard", arguments: "", about: "a picture of the board", games: For::All, run: showboard },
    Entry { name: "query_boardsize", arguments: "", about: "the size of the board", games: For::All, run: query_boardsize },
    Entry {
        name: "is_legal",
        arguments: "COLOR MOVE",
        about: "1 if the move is legal, 0 if not",
        games: For::All,
        run: is_legal,
    },
    Entry { name: "all_legal", arguments: "[COLOR]", about: "all legal moves", games: For::All, run: all_legal },
    Entry {
        name: "all_legal_moves",
        arguments: "[COLOR]",
        about: "the same, as Hex programs call it",
        games: For::All,
        run: all_legal,
    },
    Entry {
        name: "list_stones",
        arguments: "COLOR",
        about: "the cells with pieces of a colour, in games whose moves are cells",
        games: For::All,
        run: list_stones,
    },
    Entry { name: "last_move", arguments: "", about: "who moved last, and where", games: For::All, run: last_move },
    Entry {
        name: "move_history",
        arguments: "",
        about: "all moves, the last one first",
        games: For::All,
        run: move_history,
    },
];

impl Engine {
    /// The game with one parameter changed, if there is such a parameter and such a value.
    fn with(&self, parameter: &str, value: &Value) -> Option<GameSpec> {
        changed(&self.game, parameter, value)
    }

    fn without_handicap(&self) -> GameSpec {
        self.with("handicap", &json!(0)).unwrap_or_else(|| self.game.clone())
    }

    fn read_play(&self, call: &mut Call<'_>) -> Result<(Color, String), Failure> {
        let color = call.arguments.color()?;
        let mv = self.points.read(call.arguments.word()?);
        Ok((color, mv))
    }
}

/// A game with one parameter changed, if there is such a parameter and such a value.
fn changed(game: &GameSpec, parameter: &str, value: &Value) -> Option<GameSpec> {
    let mut table = serde_json::to_value(game).ok()?;
    table.get(parameter)?;
    table[parameter] = value.clone();
    setup::game(table).ok()
}

fn boardsize(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let width = call.arguments.int()?;
    let height = if call.arguments.peek().is_some() { call.arguments.int()? } else { width };
    call.arguments.end()?;
    let plain = engine.without_handicap();
    let of_side = |side: u32| changed(&plain, "size", &json!(side));
    let game = match (of_side(width), changed(&plain, "width", &json!(width))) {
        // GoGui says how wide its picture is, which is not the side of every board.
        _ if engine.points.is_gogui() => {
            let sides = [Some(plain.clone()), of_side(width), of_side(width.div_ceil(2))];
            sides.into_iter().flatten().find(|game| size(&*game.start()) == Some((width, height)))
        }
        (Some(game), _) if width == height => Some(game),
        (None, Some(_)) => {
            let table = json!({ "name": engine.game.about().name, "width": width, "height": height });
            setup::game(table).ok()
        }
        // A game of one size accepts it.
        _ => Some(plain.clone()).filter(|game| size(&*game.start()) == Some((width, height))),
    };
    engine.start(game.ok_or(Failure::UnacceptableSize)?)?;
    Ok(String::new())
}

/// Columns and rows of the board.
fn size(position: &dyn Position) -> Option<(u32, u32)> {
    let places = super::points::Places::of(&position.picture());
    (places.width > 0).then_some((places.width as u32, places.height as u32))
}

fn query_boardsize(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let table = serde_json::to_value(&engine.game).unwrap_or_default();
    match (table.get("size"), size(engine.line.position())) {
        (Some(side), _) => Ok(side.to_string()),
        (None, Some((width, height))) if width == height => Ok(width.to_string()),
        (None, Some((width, height))) => Ok(format!("{width} {height}")),
        (None, None) => Err(Failure::other("the game has no board")),
    }
}

fn clear_board(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let game = engine.without_handicap();
    engine.start(game)?;
    engine.clock = crate::Clock::new(engine.clock.system());
    Ok(String::new())
}

/// The komi changes the result, not the moves so far.
fn komi(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let komi = setup::komi(call.arguments.float()?);
    call.arguments.end()?;
    if !engine.is_go() {
        return Ok(String::new());
    }
    let game = engine.with("komi", &json!(komi)).ok_or(Failure::Syntax)?;
    if game == engine.game {
        return Ok(String::new());
    }
    engine.session = engine.session_of(&game)?;
    engine.game = game;
    engine.replay()?;
    Ok(String::new())
}

fn get_komi(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    match &engine.game {
        GameSpec::Go(rules) => Ok(rules.komi.to_string()),
        _ => Err(Failure::UnknownCommand),
    }
}

fn play(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let (color, mv) = engine.read_play(call)?;
    call.arguments.end()?;
    engine.make(color, &mv)?;
    Ok(String::new())
}

fn play_sequence(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let before = engine.moves.len();
    let mut made = Ok(());
    while made.is_ok() && call.arguments.peek().is_some() {
        made = engine.read_play(call).and_then(|(color, mv)| engine.make(color, &mv));
    }
    if let Err(failure) = made {
        engine.moves.truncate(before);
        engine.replay()?;
        return Err(failure);
    }
    Ok(String::new())
}

/// Colours and points to the end of the line.
fn read_stones(engine: &Engine, call: &mut Call<'_>) -> Result<Vec<(Color, String)>, Failure> {
    let mut stones = Vec::new();
    while call.arguments.peek().is_some() {
        stones.push(engine.read_play(call)?);
    }
    Ok(stones)
}

fn add_stones(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let more = read_stones(engine, call)?;
    check_no_moves(engine)?;
    let stones = [engine.setup.stones.as_slice(), &more].concat();
    check_stones(&engine.game, &stones)?;
    engine.set_up(Placed { stones, to_move: engine.setup.to_move, record: None })?;
    Ok(String::new())
}

fn set_player(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let color = call.arguments.color()?;
    call.arguments.end()?;
    check_no_moves(engine)?;
    engine.set_up(Placed { stones: engine.setup.stones.clone(), to_move: Some(color), record: None })?;
    Ok(String::new())
}

/// Whether all stones can stand on the board together.
fn check_stones(game: &GameSpec, stones: &[(Color, String)]) -> Result<(), Failure> {
    let mut line = Line::new(game);
    Ok(stones.iter().try_for_each(|(color, point)| line.place(*color, point))?)
}

fn check_no_moves(engine: &Engine) -> Result<(), Failure> {
    if engine.moves.is_empty() { Ok(()) } else { Err(Failure::other("moves have been made")) }
}

fn set_position(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let (stones, game) = (read_stones(engine, call)?, engine.without_handicap());
    check_stones(&game, &stones)?;
    engine.start(game)?;
    engine.set_up(Placed { stones, to_move: Some(Color::Black), record: None })?;
    Ok(String::new())
}

fn undo(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    take_back(engine, 1)
}

fn undo_many(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let many = if call.arguments.peek().is_some() { call.arguments.int()? } else { 1 };
    call.arguments.end()?;
    take_back(engine, many as usize)
}

fn take_back(engine: &mut Engine, many: usize) -> Answer {
    let rest = engine.moves.len().checked_sub(many).ok_or(Failure::CannotUndo)?;
    let taken = engine.moves.split_off(rest);
    engine.replay().inspect_err(|_| engine.moves.extend(taken))?;
    Ok(String::new())
}

fn showboard(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    Ok(format!("\n{}", engine.line.position().picture().to_text(Style::Plain)))
}

fn is_legal(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let (color, mv) = engine.read_play(call)?;
    call.arguments.end()?;
    let legal = match engine.line.clone().play(color, &mv).map_err(Failure::from) {
        Ok(()) => true,
        Err(Failure::IllegalMove) => false,
        Err(failure) => return Err(failure),
    };
    Ok(u8::from(legal).to_string())
}

fn all_legal(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let color = if call.arguments.peek().is_some() { call.arguments.color()? } else { engine.line.to_move() };
    call.arguments.end()?;
    let mut line = engine.line.clone();
    if line.take_turn(color).is_err() {
        return Ok(String::new());
    }
    let moves: Vec<String> = line.position().legal_moves().iter().map(|mv| engine.points.write(mv)).collect();
    Ok(moves.join(" "))
}

fn list_stones(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let color = call.arguments.color()?;
    call.arguments.end()?;
    let player = color.player(Color::first_in(&engine.game.customs()));
    let position = engine.line.position();
    let own = position.picture().cells.into_iter().filter(|cell| cell.mark == Mark::Piece(player.0));
    let names = own.filter_map(|cell| cell.move_index).map(|index| engine.points.write(&position.move_name(index)));
    Ok(names.collect::<Vec<_>>().join(" "))
}

fn last_move(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let (color, mv) = engine.moves.last().ok_or(Failure::other("no previous move known"))?;
    Ok(format!("{color} {}", engine.points.write(mv)))
}

fn move_history(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    call.arguments.end()?;
    let lines = engine.moves.iter().rev().map(|(color, mv)| format!("{color} {}", engine.points.write(mv)));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}
