//! From a record to a tree of properties.

use super::super::dialect::{Dialect, is_little_golem, of_root, write_parameters};
use super::super::{At, GameTree, Node, NodeId, Property, Tree, Value};
use super::{GameRecord, RecordError, Setup, Step};
use crate::Color;
use serde_json::Value as Json;
use std::collections::HashMap;

impl GameRecord {
    /// The tree of this record, in `FF[4]`.
    ///
    /// Parameters of the game for which the format has no property are kept in `KATSURA`, as JSON.
    ///
    /// # Errors
    /// If the game has no size that the format needs, or a move is none in the notation of the game.
    pub fn to_tree(&self) -> Result<GameTree, RecordError> {
        let dialect = Dialect::of(&self.game).map_err(RecordError::Game)?;
        let mut tree: GameTree = Tree::new(self.root(dialect)?);
        let mut made: HashMap<NodeId, (NodeId, usize)> = HashMap::from([(self.steps.root(), (tree.root(), 0))]);
        for (_, id) in self.steps.preorder().skip(1) {
            let (parent, moves) = self.steps.parent(id).map_or((tree.root(), 0), |parent| made[&parent]);
            let mut node = Node::default();
            write_step(&self.steps[id], dialect, moves, &mut node)?;
            made.insert(id, (tree.add(parent, node), moves + usize::from(self.steps[id].play.is_some())));
        }
        Ok(tree)
    }

    fn root(&self, dialect: Dialect) -> Result<Node, RecordError> {
        let step = &self.steps[self.steps.root()];
        let mut root = Node::default();
        root.set_text("FF", "4");
        root.set_text("GM", self.game.customs().sgf.written_name(&self.game.name));
        if !step.other.iter().any(|property| property.name() == "AP") {
            root.set("AP", vec![Value::from_pair("Katsura", env!("CARGO_PKG_VERSION"))]);
        }
        write_parameters(&self.game, &mut root);
        self.write_info(&mut root);
        if dialect.has_little_golem() && is_little_golem(&root) {
            // As a source it would say that the cells are written in LittleGolem's way.
            root.remove("SO");
        }
        let read_back = of_root(&root, []).map_err(RecordError::Game)?.0;
        if !read_back.same(&self.game) {
            root.set_text("KATSURA", &self.game.to_json());
        }
        self.write_handicap(dialect, &mut root);
        write_step(step, dialect, 0, &mut root)?;
        Ok(root)
    }

    fn write_info(&self, root: &mut Node) {
        let info = &self.info;
        let texts = [
            ("RU", &info.rules),
            ("PB", &info.black),
            ("PW", &info.white),
            ("DT", &info.date),
            ("EV", &info.event),
            ("PC", &info.place),
            ("SO", &info.source),
        ];
        for (name, text) in texts {
            if let Some(text) = text {
                root.set_text(name, text);
            }
        }
        if let Some(result) = info.result {
            root.set_text("RE", &result.to_string());
        }
    }

    /// The stones of a handicap that is a parameter of the game, for programs that do not know the parameter.
    fn write_handicap(&self, dialect: Dialect, root: &mut Node) {
        let handicap = self.game.parameters.get("handicap").and_then(Json::as_u64).filter(|&stones| stones > 0);
        let (Some(handicap), Ok(spec)) = (handicap, self.game.spec()) else { return };
        let [black, _] = super::replay::pieces(spec.start().as_ref(), &spec).unwrap_or_default();
        root.set_text("HA", &handicap.to_string());
        root.set("AB", black.iter().filter_map(|cell| dialect.write_cell(cell)).collect());
    }
}

fn write_step(step: &Step, dialect: Dialect, moves: usize, node: &mut Node) -> Result<(), RecordError> {
    let at = At { place: step.place, moves };
    write_setup(&step.setup, dialect, at, node)?;
    if let Some(play) = &step.play {
        let name = play.color.letter().to_string();
        let value = dialect.write(&play.action);
        let value = value.ok_or_else(|| wrong(&name, play.action.as_move().unwrap_or_default(), dialect, at))?;
        node.set(&name, vec![value]);
    }
    if !step.comment.is_empty() {
        node.set_text("C", &step.comment);
    }
    if let Some(rate) = step.black_win_rate {
        node.set_text("SBKV", &format!("{:.2}", rate * 100.0));
    }
    for property in &step.other {
        node.push(property.clone());
    }
    Ok(())
}

fn write_setup(setup: &Setup, dialect: Dialect, at: At, node: &mut Node) -> Result<(), RecordError> {
    for (name, cells) in [("AB", &setup.black), ("AW", &setup.white), ("AE", &setup.empty)] {
        let write = |cell: &String| dialect.write_cell(cell).ok_or_else(|| wrong(name, cell, dialect, at));
        let values: Vec<Value> = cells.iter().map(write).collect::<Result<_, _>>()?;
        if !values.is_empty() {
            node.push(Property::new(name, values));
        }
    }
    if let Some(color) = setup.to_move {
        node.set_text("PL", Color::letter(color).encode_utf8(&mut [0; 4]));
    }
    Ok(())
}

fn wrong(property: &str, text: &str, dialect: Dialect, at: At) -> RecordError {
    let value = text.chars().take(24).collect();
    RecordError::Value { at, property: property.to_string(), value, expected: dialect.expected() }
}
