//! Records of games.

use super::{Engine, Entry, For, Placed};
use crate::files::write_whole;
use crate::gtp::{Answer, Call, Failure};
use crate::sgf::{self, Action, GameRecord, NamedGame, NodeId, Property, Setup, Step, Value};
use crate::{Color, Line};
use katsura_games::{GameSpec, SKIP_NAME};
use std::path::Path;

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
    let loaded = load(file, number, &engine.game.about().name).map_err(|reason| {
        // the answer is a text that controllers know
        super::tell(format_args!("loadsgf: {file}: {reason}"));
        Failure::CannotLoadFile
    })?;
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

/// Reads a file; why not, if it cannot be read or played.
fn load(file: &str, number: Option<usize>, name: &str) -> Result<Loaded, String> {
    let about = std::fs::metadata(file).map_err(text)?;
    if !about.is_file() || about.len() > MAX_FILE {
        return Err(format!("expected a file of at most {} MiB", MAX_FILE >> 20));
    }
    let trees = sgf::read(&std::fs::read(file).map_err(text)?).map_err(text)?;
    let record = GameRecord::from_tree(trees.first().ok_or("has no game")?).map_err(text)?;
    let game = record.spec().map_err(text)?;
    if game.about().name != name {
        return Err(format!("a record of {}, and the game here is {name}", game.about().name));
    }
    let end = node_before(&record, number);
    record.moves_to(end).map_err(text)?;
    let path = record.steps.path(end);
    let last_setup = path.iter().rposition(|&node| sets_up(&record.steps[node]));
    let setup = last_setup.map_or(Ok(Placed::default()), |last| placed(&record, &path[..=last], &game))?;
    if let Some(caveat) = record.caveat() {
        super::tell(format_args!("loadsgf: {file}: {caveat}"));
    }
    let later = path.iter().skip(last_setup.map_or(0, |last| last + 1));
    let moves = later.filter_map(|&node| record.steps[node].play.as_ref());
    let moves = moves.filter_map(|play| Some((play.color, play.action.as_move()?.to_string()))).collect();
    Ok(Loaded { game, setup, moves })
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Whether a node changes the board or the turn without a move.
fn sets_up(step: &Step) -> bool {
    step.setup.changes_cells() || step.play.is_none() && step.setup.to_move.is_some()
}

/// What stands on the board at the end of a path, by the moves that put it there, and whose turn it is.
fn placed(record: &GameRecord, path: &[NodeId], game: &GameSpec) -> Result<Placed, String> {
    let (mut line, mut stones) = (Line::new(game), Vec::new());
    for mv in path.last().map_or(Ok(Vec::new()), |&node| record.moves_to(node)).map_err(text)? {
        let color = line.to_move();
        line.push(&mv).map_err(text)?;
        if mv != SKIP_NAME {
            stones.push((color, mv));
        }
    }
    let before = (path.len() > 1).then(|| alone(record, path));
    Ok(Placed { stones, to_move: Some(line.to_move()), record: before })
}

/// The moves and setups of a path, and its end.
fn alone(record: &GameRecord, path: &[NodeId]) -> (GameRecord, NodeId) {
    let mut steps = path.iter().map(|&node| {
        let Step { setup, play, .. } = &record.steps[node];
        Step { setup: setup.clone(), play: play.clone(), ..Step::default() }
    });
    let mut kept = GameRecord::new(record.game.clone());
    let root = kept.steps.root();
    kept.steps[root] = steps.next().unwrap_or_default();
    let end = steps.fold(root, |after, step| kept.steps.add(after, step));
    (kept, end)
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
    let by_colour = engine.is_go() || engine.setup.record.is_some();
    let record = if by_colour { Ok(engine.record()?) } else { GameRecord::from_moves(&engine.game, engine.line.moves()) };
    let record = record.and_then(|record| record.to_tree());
    let text = sgf::write(&[record.map_err(|error| Failure::other(error.to_string()))?]);
    if file.is_empty() || file == "-" {
        return Ok(text);
    }
    write_whole(Path::new(&file), text.as_bytes()).map_err(|error| Failure::other(format!("cannot write file: {error}")))?;
    Ok(String::new())
}

impl Engine {
    /// The game so far: what was set up, moves by colour as they came, and the result if it is over.
    fn record(&self) -> Result<GameRecord, Failure> {
        let (mut record, mut node) = self.record_of_setup()?;
        for (color, mv) in &self.moves {
            node = record.add(node, *color, Action::of(mv));
        }
        record.info.result = if self.is_playing() { None } else { self.result() };
        Ok(record)
    }

    /// What was set up, and the node where it stands.
    fn record_of_setup(&self) -> Result<(GameRecord, NodeId), Failure> {
        let game = NamedGame::of(&self.game);
        if let Some((record, node)) = self.setup.record.clone() {
            return Ok((GameRecord { game, ..record }, node));
        }
        let mut record = GameRecord::new(game);
        let node = record.steps.root();
        if !self.setup.stones.is_empty() {
            let root = &mut record.steps[node];
            let line = self.first_line()?;
            let [black, white] = sgf::pieces(line.position(), &self.game).unwrap_or_default();
            let is_handicap = white.is_empty() && black.len() > 1 && self.setup.to_move != Some(Color::Black);
            if is_handicap {
                root.other.push(Property::new("HA", vec![Value::from_text(&black.len().to_string())]));
            }
            // a record without a turn leaves it to its reader, who knows whose it is after a handicap only
            let to_move = self.setup.to_move.or((!is_handicap).then(|| line.to_move()));
            root.setup = Setup { black, white, empty: Vec::new(), to_move };
        }
        Ok((record, node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer to a record that cannot be loaded is one and the same; why is told beside it.
    #[test]
    fn a_record_that_cannot_be_loaded_has_a_reason() {
        let folder = std::env::temp_dir().join(format!("katsura-loadsgf-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let reason = |content: &str| {
            let file = folder.join("record.sgf");
            std::fs::write(&file, content).unwrap();
            load(file.to_str().unwrap(), None, "go").err().unwrap_or_default()
        };
        assert_eq!(reason("(;GM[1]SZ[9];B[aa])"), "");
        assert!(reason("(;GM[1]SZ[9]\n;B[aa").contains("line 2"), "{}", reason("(;GM[1]SZ[9]\n;B[aa"));
        let illegal = "line 1, column 19, after 1 moves: A9: illegal move in this position";
        assert_eq!(reason("(;GM[1]SZ[9];B[aa];W[aa])"), illegal);
        assert_eq!(reason("(;GM[11]SZ[11])"), "a record of hex, and the game here is go");
        assert_eq!(load(folder.to_str().unwrap(), None, "go").err().unwrap(), "expected a file of at most 16 MiB");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
