//! Records of games.

use super::{Engine, Entry, For};
use crate::Line;
use crate::gtp::{Answer, Call, Failure};
use crate::sgf::{self, Action, GameRecord, NamedGame, NodeId, Property, Value};
use katsura_games::{GameSpec, SKIP_NAME};

pub(super) const COMMANDS: &[Entry] = &[
    Entry {
        name: "loadsgf",
        arguments: "FILE [N]",
        about: "goes to the end of a record, or to the position before move N",
        games: For::All,
        run: loadsgf,
    },
    Entry {
        name: "printsgf",
        arguments: "[FILE]",
        about: "the game so far as a record, in a file or as the answer",
        games: For::All,
        run: printsgf,
    },
];

/// Records that are larger than this are no games.
const MAX_FILE: u64 = 16 << 20;

fn loadsgf(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let words = call.arguments.rest();
    let (file, number) = match words.rsplit_once(' ') {
        Some((file, last)) if last.bytes().all(|byte| byte.is_ascii_digit()) => {
            (file.trim(), Some(last.parse::<usize>().map_err(|_| Failure::Syntax)?))
        }
        _ => (words, None),
    };
    let file = file.trim_matches('"');
    if file.is_empty() || number == Some(0) {
        return Err(Failure::Syntax);
    }
    let (game, moves) = load(file, number, engine.game.name()).ok_or(Failure::CannotLoadFile)?;
    engine.start(game)?;
    let mut line = Line::new(&engine.game);
    for mv in moves {
        let color = line.to_move();
        line.push(&mv)?;
        if mv != SKIP_NAME {
            engine.moves.push((color, mv));
        }
    }
    engine.line = line;
    Ok(engine.line.to_move().to_string())
}

/// The game of a file and the moves that lead to the position before a move; nothing if it cannot be read or played.
fn load(file: &str, number: Option<usize>, name: &str) -> Option<(GameSpec, Vec<String>)> {
    let size = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?.len();
    let bytes = (size <= MAX_FILE).then(|| std::fs::read(file).ok())??;
    let record = GameRecord::from_tree(sgf::read(&bytes).ok()?.first()?).ok()?;
    let game = record.game.spec().ok().filter(|game| game.name() == name)?;
    let moves = record.moves_to(node_before(&record, number)).ok()?;
    Some((game, moves))
}

/// The node before the move of this number in the main line; its end without one.
fn node_before(record: &GameRecord, number: Option<usize>) -> NodeId {
    let Some(number) = number else { return record.end() };
    let mut moves = 0;
    let mut at = record.steps.root();
    for node in record.steps.line(record.steps.root()) {
        moves += usize::from(record.steps[node].play.is_some());
        if moves >= number {
            break;
        }
        at = node;
    }
    at
}

fn printsgf(engine: &mut Engine, call: &mut Call<'_>) -> Answer {
    let file = call.arguments.rest().trim_matches('"').to_string();
    let record =
        if engine.is_go() { Ok(engine.record()) } else { GameRecord::from_moves(&engine.game, engine.line.moves()) };
    let record = record.and_then(|record| record.to_tree());
    let text = sgf::write(&[record.map_err(|error| Failure::other(error.to_string()))?]);
    if file.is_empty() || file == "-" {
        return Ok(text);
    }
    std::fs::write(&file, text).map_err(|error| Failure::other(format!("cannot write file: {error}")))?;
    Ok(String::new())
}

impl Engine {
    /// The game of Go so far: a free handicap as a setup, moves by colour as they came, and the result if it is over.
    fn record(&self) -> GameRecord {
        let mut record = GameRecord::new(NamedGame::of(&self.game));
        let mut node = record.steps.root();
        if !self.setup.is_empty() {
            let root = &mut record.steps[node];
            root.setup.black = self.setup.iter().map(|(_, point)| point.clone()).collect();
            root.other.push(Property::new("HA", vec![Value::from_text(&self.setup.len().to_string())]));
        }
        for (color, mv) in &self.moves {
            node = record.add(node, *color, Action::Move(mv.clone()));
        }
        record.info.result = if self.is_playing() { None } else { self.result() };
        record
    }
}
