//! From a tree of properties to a record.

use super::super::dialect::{Dialect, of_root};
use super::super::{At, GameTree, Node, NodeId, Value};
use super::{Action, GameRecord, Info, Outcome, Play, RecordError, Setup, Step};
use crate::Color;
use serde_json::json;
use std::collections::HashMap;

/// Properties of the root that become fields of the record; `RE` and `KM` do if they are understood.
const ROOT: [&str; 12] = ["FF", "GM", "CA", "SZ", "RU", "PB", "PW", "DT", "EV", "PC", "SO", "KATSURA"];
/// Properties of any node that become fields of a step; `SBKV` only if it is understood.
const STEP: [&str; 7] = ["B", "W", "AB", "AW", "AE", "PL", "C"];

/// What a line has said that matters for the nodes after it.
#[derive(Clone, Copy, Default)]
struct Line {
    moves: usize,
    /// The play before was a swap by this colour.
    swapped: Option<Color>,
    /// Colours and sides are exchanged against those of the game, after a swap or because LittleGolem's Black, who moves
    /// first, is written as Black.
    ///
    /// The game swaps as `swap-pieces` says: the stone changes sides, and the other player moves. A file may swap the players
    /// instead, leave the stone where it is and let the colour that swapped move again, under the name `swap-sides` or, as
    /// HexGui does, `swap-pieces`. The next move tells which. The names of the players and the result stay as they are: in
    /// such files they mean the players as they began.
    exchanged: bool,
}

impl GameRecord {
    /// The record that a tree holds.
    ///
    /// Two moves in one node become two steps. The stones that a file repeats although they belong to the start of the game
    /// are left out, and a Go handicap on the usual points becomes a parameter of the game.
    ///
    /// # Errors
    /// If the game is not known here by name or number, its size is none, or a move is written in no way that the game
    /// knows. Moves are not played: an illegal one is found by [`position_at`](GameRecord::position_at).
    pub fn from_tree(tree: &GameTree) -> Result<GameRecord, RecordError> {
        let root = &tree[tree.root()];
        let moves = tree.preorder().flat_map(|(_, id)| move_of(&tree[id])).map(|(_, value)| value);
        let (game, dialect) = of_root(root, moves).map_err(|reason| RecordError::of_game(root.place(), reason))?;
        let mut record = GameRecord::new(game);
        record.info = info(root, dialect);
        let mut made: HashMap<NodeId, (NodeId, Line)> = HashMap::new();
        let start = first_line(tree, dialect);
        for (_, id) in tree.preorder() {
            let parent = tree.parent(id).map(|parent| made[&parent]);
            let after = record.add_node(&tree[id], dialect, parent, start)?;
            made.insert(id, after);
        }
        record.settle(dialect);
        Ok(record)
    }

    /// Adds the steps of a node after `before`, or as the root.
    fn add_node(
        &mut self,
        node: &Node,
        dialect: Dialect,
        before: Option<(NodeId, Line)>,
        start: Line,
    ) -> Result<(NodeId, Line), RecordError> {
        let (parent, mut line) = before.unwrap_or((self.steps.root(), start));
        let at_first = line;
        let plays = move_of(node).map(|(color, value)| play((color, value), dialect, node, &mut line));
        let mut plays = plays.collect::<Result<Vec<_>, _>>()?.into_iter();
        let mut step = step(node, dialect, at_first, line)?;
        step.play = plays.next();
        let mut last = match before {
            Some(_) => self.steps.add(parent, step),
            None => {
                self.steps[parent] = step;
                parent
            }
        };
        for play in plays {
            last = self.add(last, play.color, play.action);
            self.steps[last].place = node.place();
        }
        Ok((last, line))
    }

    /// Finds the parameters that only the whole record shows, and forgets what the root said in properties.
    fn settle(&mut self, dialect: Dialect) {
        let root = self.steps.root();
        let (result, komi) = (self.info.result.is_some(), self.game.parameters.contains_key("komi"));
        self.steps[root].other.retain(|property| match property.name() {
            "RE" => !result,
            "KM" => !komi,
            name => !ROOT.contains(&name),
        });
        let is_swap = |step: &Step| step.play.as_ref().is_some_and(|play| play.action == Action::Swap);
        if self.steps.preorder().any(|(_, id)| is_swap(&self.steps[id])) {
            self.game.parameters.insert("swap".to_string(), json!(true));
        }
        if let Some([black, white]) = dialect.standard_start() {
            let same = |cells: &[String], start: &[String; 2]| cells.len() == 2 && start.iter().all(|c| cells.contains(c));
            let setup = &mut self.steps[root].setup;
            if same(&setup.black, &black) && same(&setup.white, &white) {
                (setup.black, setup.white) = (Vec::new(), Vec::new());
            }
        }
        if dialect.has_handicap() {
            self.settle_handicap();
        }
    }

    /// Makes a handicap a parameter of the game if its stones stand where the game puts them.
    fn settle_handicap(&mut self) {
        let root = self.steps.root();
        let Setup { black, white, empty, to_move } = &self.steps[root].setup;
        if black.len() < 2
            || !white.is_empty()
            || !empty.is_empty()
            || *to_move == Some(Color::Black)
            // A later setup may take stones of the handicap from the board, and the game always has them.
            || self.steps.preorder().skip(1).any(|(_, id)| self.steps[id].setup.changes_cells())
        {
            return;
        }
        let mut game = self.game.clone();
        game.parameters.insert("handicap".to_string(), json!(black.len()));
        let Ok(spec) = game.spec() else { return };
        let [stones, others] = super::replay::pieces(spec.start().as_ref(), &spec).unwrap_or_default();
        if others.is_empty() && stones.len() == black.len() && black.iter().all(|cell| stones.contains(cell)) {
            self.game = game;
            self.steps[root].setup = Setup::default();
            self.steps[root].other.retain(|property| property.name() != "HA");
        }
    }
}

/// The line before the first move.
fn first_line(tree: &GameTree, dialect: Dialect) -> Line {
    let little_golem = dialect.is_of_little_golem();
    let first = tree.preorder().find_map(|(_, id)| move_of(&tree[id]).next()).map(|(color, _)| color);
    Line { exchanged: little_golem && first == Some(Color::Black), ..Line::default() }
}

/// The moves of a node in order.
fn move_of(node: &Node) -> impl Iterator<Item = (Color, &Value)> {
    node.properties().iter().filter_map(|property| match property.name() {
        "B" => Some((Color::Black, &property.values()[0])),
        "W" => Some((Color::White, &property.values()[0])),
        _ => None,
    })
}

fn play((color, value): (Color, &Value), dialect: Dialect, node: &Node, line: &mut Line) -> Result<Play, RecordError> {
    let at = At { place: node.place(), moves: line.moves };
    let action = dialect.action(value).ok_or_else(|| wrong(color.letter().to_string(), value, dialect, at))?;
    if line.swapped.take() == Some(color) {
        line.exchanged = !line.exchanged;
    }
    line.moves += 1;
    if action == Action::Swap {
        line.swapped = Some(color);
    }
    Ok(if line.exchanged {
        Play { color: color.other(), action: mirrored(action, dialect) }
    } else {
        Play { color, action }
    })
}

fn mirrored(action: Action, dialect: Dialect) -> Action {
    match action {
        Action::Move(cell) => Action::Move(dialect.mirrored(&cell)),
        other => other,
    }
}

/// The step of a node without its moves; `before` and `after` them the colours may mean different things.
fn step(node: &Node, dialect: Dialect, before: Line, after: Line) -> Result<Step, RecordError> {
    let setup = setup(node, dialect, before)?;
    let rate = win_rate(node).map(|rate| if after.exchanged { 1.0 - rate } else { rate });
    let understood = |name: &str| STEP.contains(&name) || (name == "SBKV" && rate.is_some());
    Ok(Step {
        setup: if before.exchanged { exchanged(setup, dialect) } else { setup },
        play: None,
        comment: node.text("C").unwrap_or_default(),
        black_win_rate: rate,
        other: node.properties().iter().filter(|property| !understood(property.name())).cloned().collect(),
        place: node.place(),
    })
}

fn win_rate(node: &Node) -> Option<f64> {
    let percent = node.value("SBKV").and_then(Value::real)?;
    (0.0..=100.0).contains(&percent).then_some(percent / 100.0)
}

fn setup(node: &Node, dialect: Dialect, line: Line) -> Result<Setup, RecordError> {
    let at = At { place: node.place(), moves: line.moves };
    let cells = |name: &str| -> Result<Vec<String>, RecordError> {
        let mut cells = Vec::new();
        for value in node.values(name) {
            cells.extend(dialect.cells(value).ok_or_else(|| wrong(name.to_string(), value, dialect, at))?);
        }
        Ok(cells)
    };
    let to_move = node.simple_text("PL").and_then(|text| text.parse().ok());
    Ok(Setup { black: cells("AB")?, white: cells("AW")?, empty: cells("AE")?, to_move })
}

fn exchanged(setup: Setup, dialect: Dialect) -> Setup {
    let mirror = |cells: Vec<String>| cells.iter().map(|cell| dialect.mirrored(cell)).collect();
    Setup {
        black: mirror(setup.white),
        white: mirror(setup.black),
        empty: mirror(setup.empty),
        to_move: setup.to_move.map(Color::other),
    }
}

fn wrong(property: String, value: &Value, dialect: Dialect, at: At) -> RecordError {
    let value = value.simple_text().chars().take(24).collect();
    RecordError::Value { at, property, value, expected: dialect.expected() }
}

fn result(root: &Node) -> Option<Outcome> {
    root.simple_text("RE")?.parse().ok()
}

fn info(root: &Node, dialect: Dialect) -> Info {
    let text = |name: &str| root.simple_text(name);
    let info = Info {
        black: text("PB"),
        white: text("PW"),
        result: result(root),
        rules: text("RU"),
        date: text("DT"),
        event: text("EV"),
        place: text("PC"),
        source: text("SO"),
    };
    if dialect.is_of_little_golem() { from_little_golem(info) } else { info }
}

/// What LittleGolem says about a game, as others say it. Its black player moves first, so names and result are exchanged.
/// Its name as the source becomes the place: as a source it would say that the cells are written in its way.
fn from_little_golem(info: Info) -> Info {
    Info {
        black: info.white,
        white: info.black,
        result: info.result.map(Outcome::exchanged),
        place: info.place.or(info.source),
        source: None,
        ..info
    }
}
