//! Boards as the page draws them.

use katsura_game::{Mark, Picture, Shape};
use katsura_games::Position;
use serde::Serialize;

/// A picture of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct BoardView {
    shape: &'static str,
    cells: Vec<CellView>,
    labels: Vec<LabelView>,
    players: Vec<LookView>,
    caption: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct CellView {
    x: i32,
    y: i32,
    /// The player whose piece stands here.
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<u8>,
    /// The move of playing here.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    last: bool,
    #[serde(skip_serializing_if = "is_false")]
    winning: bool,
    #[serde(skip_serializing_if = "is_false")]
    dot: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct LabelView {
    x: i32,
    y: i32,
    text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct LookView {
    name: &'static str,
    colour: &'static str,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl BoardView {
    /// The board of a position.
    pub fn of(position: &dyn Position) -> Self {
        let picture = position.picture();
        let cells = picture.cells.iter().map(|cell| CellView {
            x: cell.x,
            y: cell.y,
            mark: piece(cell.mark),
            mv: cell.move_index.map(|index| position.move_name(index)),
            last: cell.last,
            winning: cell.winning,
            dot: cell.dot,
        });
        BoardView {
            shape: match picture.shape {
                Shape::Square => "square",
                Shape::Lines => "lines",
                Shape::Hexagonal => "hexagonal",
            },
            cells: cells.collect(),
            labels: picture.labels.iter().map(|l| LabelView { x: l.x, y: l.y, text: l.text.clone() }).collect(),
            players: picture.players.iter().map(|look| LookView { name: look.name, colour: look.colour }).collect(),
            caption: picture.caption,
        }
    }
}

fn piece(mark: Mark) -> Option<u8> {
    match mark {
        Mark::Piece(player) => Some(player),
        Mark::Empty => None,
    }
}

/// What stands on the cells, one character each: `.` or the player's number; `*` for an object that belongs to nobody.
pub(crate) fn marks(picture: &Picture) -> String {
    let glyph = |mark: Mark, dot: bool| match piece(mark) {
        Some(player) => char::from(b'0' + player.min(9)),
        None if dot => '*',
        None => '.',
    };
    picture.cells.iter().map(|cell| glyph(cell.mark, cell.dot)).collect()
}
