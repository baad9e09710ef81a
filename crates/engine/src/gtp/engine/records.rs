//! Records of games.

use super::{Engine, Entry, For, Placed};
use crate::gtp::{Answer, Call, Failure};
use crate::sgf::{self, Action, GameRecord, NamedGame, NodeId, Property, Setup, Step, Value};
use crate::{Color, Line};
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
    let loaded = load(file, number, engine.game.name()).ok_or(Failure::CannotLoadFile)?;
    engine.start(loaded.game)?;
    engine.set_up(loaded.setup)?;
    loaded.moves.iter().try_for_each(|(color, mv)| engine.make(*color, mv))?;
    Ok(engine.line.to_move().to_string())
}

/// What a file says about the position before a move.
struct Loaded {
    game: GameSpec,
    setup: Placed,
    moves: Vec<(Color, String)>,
}

/// Reads a file; nothing if it cannot be read or played.
fn load(file: &str, number: Option<usize>, name: &str) -> Option<Loaded> {
    let size = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?.len();
    let bytes = (size <= MAX_FILE).then(|| std::fs::read(file).ok())??;
    let record = GameRecord::from_tree(sgf::read(&bytes).ok()?.first()?).ok()?;
    let game = record.game.spec().ok().filter(|game| game.name() == name)?;
    let end = node_before(&record, number);
    record.moves_to(end).ok()?;
    let path = record.steps.path(end);
    let last_setup = path.iter().rposition(|&node| sets_up(&record.steps[node]));
    let setup = last_setup.map_or(Some(Placed::default()), |last| placed(&record, path[last], &game))?;
    let later = path.iter().skip(last_setup.map_or(0, |last| last + 1));
    let moves = later.filter_map(|&node| record.steps[node].play.as_ref());
    let moves = moves.filter_map(|play| Some((play.color, play.action.as_move()?.to_string()))).collect();
    Some(Loaded { game, setup, moves })
}

/// Whether a node changes the board or the turn without a move.
fn sets_up(step: &Step) -> bool {
    step.setup.changes_cells() || step.play.is_none() && step.setup.to_move.is_some()
}

/// What stands on the board at a node, by the moves that put it there, and whose turn it is.
fn placed(record: &GameRecord, node: NodeId, game: &GameSpec) -> Option<Placed> {
    let (mut line, mut stones) = (Line::new(game), Vec::new());
    for mv in record.moves_to(node).ok()? {
        let color = line.to_move();
        line.push(&mv).ok()?;
        if mv != SKIP_NAME {
            stones.push((color, mv));
        }
    }
    Some(Placed { stones, to_move: Some(line.to_move()) })
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
        if engine.is_go() { Ok(engine.record()?) } else { GameRecord::from_moves(&engine.game, engine.line.moves()) };
    let record = record.and_then(|record| record.to_tree());
    let text = sgf::write(&[record.map_err(|error| Failure::other(error.to_string()))?]);
    if file.is_empty() || file == "-" {
        return Ok(text);
    }
    std::fs::write(&file, text).map_err(|error| Failure::other(format!("cannot write file: {error}")))?;
    Ok(String::new())
}

impl Engine {
    /// The game of Go so far: what was set up, moves by colour as they came, and the result if it is over.
    fn record(&self) -> Result<GameRecord, Failure> {
        let mut record = GameRecord::new(NamedGame::of(&self.game));
        let mut node = record.steps.root();
        if !self.setup.stones.is_empty() {
            let root = &mut record.steps[node];
            let line = self.first_line()?;
            let [black, white] = sgf::pieces(line.position(), &self.game).unwrap_or_default();
            if white.is_empty() && black.len() > 1 && self.setup.to_move != Some(Color::Black) {
                root.other.push(Property::new("HA", vec![Value::from_text(&black.len().to_string())]));
            }
            root.setup = Setup { black, white, empty: Vec::new(), to_move: self.setup.to_move };
        }
        for (color, mv) in &self.moves {
            node = record.add(node, *color, Action::Move(mv.clone()));
        }
        record.info.result = if self.is_playing() { None } else { self.result() };
        Ok(record)
    }
}
