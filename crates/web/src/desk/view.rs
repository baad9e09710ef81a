//! Boards as the page draws them.

use katsura_game::{Ground, Mark, Picture, Player, Shape};
use katsura_games::Position;
use serde::Serialize;

/// A picture of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct BoardView {
    shape: &'static str,
    ground: &'static str,
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
    /// What covers the cell and belongs to nobody.
    #[serde(skip_serializing_if = "Option::is_none")]
    tile: Option<TileView>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct TileView {
    text: String,
    tint: &'static str,
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
        BoardView::seen_by(None, position)
    }

    /// The board as one of the players sees it, or as it is.
    pub fn seen_by(viewer: Option<Player>, position: &dyn Position) -> Self {
        let picture = viewer.map_or_else(|| position.picture(), |viewer| position.picture_for(viewer));
        let cells = picture.cells.iter().map(|cell| CellView {
            x: cell.x,
            y: cell.y,
            mark: piece(cell.mark),
            mv: cell.move_index.map(|index| position.move_name(index)),
            last: cell.last,
            winning: cell.winning,
            dot: cell.dot,
            tile: cell.tile.as_ref().map(|tile| TileView { text: tile.text.to_string(), tint: tile.tint.name() }),
        });
        BoardView {
            shape: match picture.shape {
                Shape::Square => "square",
                Shape::Lines => "lines",
                Shape::Hexagonal => "hexagonal",
            },
            ground: match picture.ground {
                Ground::Wood => "wood",
                Ground::Felt => "felt",
                Ground::Holes => "holes",
                Ground::Bare => "bare",
                Ground::Sides => "sides",
            },
            cells: cells.collect(),
            labels: picture.labels.iter().map(|l| LabelView { x: l.x, y: l.y, text: l.text.clone() }).collect(),
            players: picture.players.iter().map(|look| LookView { name: look.name, colour: look.colour }).collect(),
            caption: picture.caption,
        }
    }
}

/// Whether this is an empty board whose cells are the moves of putting a piece there, and nothing else happens: such a game can be set up stone by
/// stone. Pieces that stand from the start, fall, move or turn others cannot.
pub(crate) fn is_placing(start: &dyn Position) -> bool {
    let before = start.picture();
    let all = before.cells.iter().all(|cell| cell.mark == Mark::Empty && cell.move_index.is_some());
    let (Some(cell), Some(mover), true) = (before.cells.first(), start.turn().player(), all) else { return false };
    let mut after = start.boxed();
    let played = cell.move_index.is_some_and(|index| after.play_index(index).is_ok());
    let pieces = after.picture().cells.into_iter().map(|cell| cell.mark);
    played && pieces.enumerate().all(|(place, mark)| mark == if place == 0 { Mark::Piece(mover.0) } else { Mark::Empty })
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
