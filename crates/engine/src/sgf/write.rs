//! Writing files.

use super::{GameTree, Node, NodeId, Value};
use std::fmt::Write;

/// Lines are broken between nodes once they are longer than this.
const LINE: usize = 72;

/// The text of a file with these games.
///
/// It is in UTF-8. A game with characters outside ASCII is given `CA[UTF-8]`, which is the only change that writing makes
/// to what the file says.
///
/// ```
/// use katsura_engine::sgf::{read, write};
/// let text = "(;FF[4]GM[1];B[aa]\n(;W[bb])\n(;W[cc]C[or here\\]]))\n";
/// assert_eq!(write(&read(text.as_bytes()).unwrap()), text);
/// ```
pub fn write(games: &[GameTree]) -> String {
    let mut out = String::new();
    for game in games {
        write_game(game, &mut out);
        out.push('\n');
    }
    out
}

enum Task {
    Variation(NodeId),
    Close,
}

fn write_game(game: &GameTree, out: &mut String) {
    let start = out.len();
    let foreign = game.preorder().any(|(_, id)| !is_ascii(&game[id]));
    let mut tasks = vec![Task::Variation(game.root())];
    while let Some(task) = tasks.pop() {
        let Task::Variation(first) = task else {
            out.push(')');
            continue;
        };
        if out.len() > start {
            out.push('\n');
        }
        out.push('(');
        tasks.push(Task::Close);
        for id in game.line(first) {
            let line_start = out.rfind('\n').map_or(0, |place| place + 1);
            if out.len() - line_start > LINE {
                out.push('\n');
            }
            write_node(&game[id], foreign && id == game.root(), out);
            if game.children(id).nth(1).is_some() {
                let variations = tasks.len();
                tasks.extend(game.children(id).map(Task::Variation));
                tasks[variations..].reverse();
                break;
            }
        }
    }
}

fn is_ascii(node: &Node) -> bool {
    node.properties().iter().flat_map(|property| property.values()).all(|value| value.raw().is_ascii())
}

fn write_node(node: &Node, declare_utf8: bool, out: &mut String) {
    out.push(';');
    let declare = declare_utf8 && !node.value("CA").is_some_and(says_utf8);
    for property in node.properties() {
        if declare && property.name() == "CA" {
            continue;
        }
        out.push_str(property.name());
        for value in property.values() {
            let _ = write!(out, "[{value}]");
        }
    }
    if declare {
        out.push_str("CA[UTF-8]");
    }
}

fn says_utf8(value: &Value) -> bool {
    matches!(value.simple_text().trim().to_ascii_lowercase().as_str(), "utf-8" | "utf8")
}
