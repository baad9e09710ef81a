//! A picture of the board: drawn once by the game, shown by the terminal, the page and GTP alike.

use crate::{Player, State};
use std::borrow::Cow;
use std::fmt::Write;

/// A position that can be drawn.
pub trait Draw: State {
    /// The picture of this position.
    fn picture(&self) -> Picture;

    /// What one of the players sees. In a game that hides nothing, and by default, all see the same.
    fn picture_for(&self, _viewer: Player) -> Picture {
        self.picture()
    }

    /// What stands on every cell, in the order of the picture's cells: the bit of the player whose piece it is (1 for player
    /// 0, 2 for player 1, 4, 8), or 0. Environments that show a board after every move call it; a game may make it faster.
    fn pieces(&self, pieces: &mut [u8]) {
        pieces.iter_mut().zip(&self.picture().cells).for_each(|(piece, cell)| *piece = cell.mark.bit());
    }

    /// Who owns each cell of the picture, in its order, if the game ended here: by default the player whose piece stands on
    /// it.
    fn owners(&self) -> Vec<Option<Player>> {
        let owner = |mark| match mark {
            Mark::Piece(player) => Some(Player(player)),
            Mark::Empty => None,
        };
        self.picture().cells.into_iter().map(|cell| owner(cell.mark)).collect()
    }
}

/// The grid a board is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    /// Squares: cells of neighbouring columns are 2 apart in `x`.
    #[default]
    Square,
    /// Lines that cross: as [`Shape::Square`], stones stand on the crossings.
    Lines,
    /// Hexagons: as [`Shape::Square`] in a row, and neighbouring rows are shifted by 1 in `x`.
    Hexagonal,
}

/// What lies under the pieces, where there are colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ground {
    /// What goes with the shape: a board of wood.
    #[default]
    Wood,
    /// Green felt.
    Felt,
    /// A standing board with holes, in which the pieces are seen.
    Holes,
    /// Nothing: marked cells without a piece are objects that belong to nobody.
    Bare,
    /// A board whose sides have the colours of the players who join them: top and bottom that of the first, left and right
    /// that of the second.
    Sides,
}

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mark {
    /// Nothing.
    #[default]
    Empty,
    /// A piece of player 0, 1, ….
    Piece(u8),
}

impl Mark {
    /// The bit of the player whose piece it is, as in [`Draw::pieces`].
    pub fn bit(self) -> u8 {
        match self {
            Mark::Empty => 0,
            Mark::Piece(player) => 1 << player,
        }
    }
}

/// One cell of a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// Horizontal place in half cells.
    pub x: i32,
    /// Row from the top.
    pub y: i32,
    /// What stands here.
    pub mark: Mark,
    /// The move number ([`State::move_index`]) of playing here, for games in which a cell is a move.
    pub move_index: Option<usize>,
    /// Part of the last move.
    pub last: bool,
    /// Part of the structure that won.
    pub winning: bool,
    /// A point that is marked on the empty board, such as a handicap point.
    pub dot: bool,
    /// What covers the cell, where it is no player's piece: a block, a tile with a number, a card.
    pub tile: Option<Tile>,
}

/// What covers a cell and belongs to nobody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// What is written on it, at most three characters. In the terminal without colours it is all that is seen.
    pub text: Cow<'static, str>,
    /// Its colour.
    pub tint: Tint,
}

impl Tile {
    /// A tile with this text and this colour.
    pub fn new(text: impl Into<Cow<'static, str>>, tint: Tint) -> Self {
        Tile { text: text.into(), tint }
    }

    /// The half cell of its first character, if its middle is at `x`, and the one behind its last.
    fn extent(&self, x: i32) -> (i32, i32) {
        let width = self.text.chars().count() as i32;
        let start = x - (width - 1) / 2;
        (start, start + width)
    }
}

/// The colour of a [`Tile`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tint {
    /// No colour of its own: paper, a card.
    #[default]
    Plain,
    /// Red.
    Red,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
    /// Purple.
    Purple,
    /// Orange.
    Orange,
    /// Cyan.
    Cyan,
    /// Brown.
    Brown,
    /// Grey.
    Grey,
    /// Nearly black: a wall.
    Dark,
}

impl Tint {
    /// Its name on the page, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Tint::Plain => "plain",
            Tint::Red => "red",
            Tint::Green => "green",
            Tint::Blue => "blue",
            Tint::Yellow => "yellow",
            Tint::Purple => "purple",
            Tint::Orange => "orange",
            Tint::Cyan => "cyan",
            Tint::Brown => "brown",
            Tint::Grey => "grey",
            Tint::Dark => "dark",
        }
    }

    /// The terminal's colour, if it has one.
    fn ansi(self) -> Option<&'static str> {
        match self {
            Tint::Plain => None,
            Tint::Red => Some("31"),
            Tint::Green => Some("32"),
            Tint::Blue => Some("94"),
            Tint::Yellow => Some("93"),
            Tint::Purple => Some("35"),
            Tint::Orange => Some("91"),
            Tint::Cyan => Some("36"),
            Tint::Brown => Some("33"),
            Tint::Grey | Tint::Dark => Some("90"),
        }
    }
}

/// A text on the rim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Horizontal place of its centre in half cells.
    pub x: i32,
    /// Row; may lie outside the board.
    pub y: i32,
    /// A coordinate, such as `A` or `12`.
    pub text: String,
}

impl Label {
    /// The half cell of its first character.
    fn start(&self) -> i32 {
        self.x - (self.text.chars().count() as i32 - 1) / 2
    }
}

/// How the pieces of a player look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerLook {
    /// The player's name, such as `Black`.
    pub name: &'static str,
    /// The letter for a piece where there are no colours.
    pub letter: char,
    /// The page's and the terminal's colour: `black`, `white`, `red`, `blue` or `yellow`.
    pub colour: &'static str,
}

/// A picture of a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    /// The grid.
    pub shape: Shape,
    /// What lies under the pieces.
    pub ground: Ground,
    /// The cells, row by row from the top.
    pub cells: Vec<Cell>,
    /// The coordinates on the rim.
    pub labels: Vec<Label>,
    /// The players in order.
    pub players: Vec<PlayerLook>,
    /// One line below the board: captures, result, whose turn.
    pub caption: String,
}

/// How a picture is put into characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Letters only; the last move stands in parentheses, each piece of a winning structure has an asterisk before it.
    #[default]
    Plain,
    /// With ANSI colours.
    Ansi,
}

impl Picture {
    /// A picture without a board.
    pub fn empty(caption: String) -> Self {
        Picture { caption, ..Picture::default() }
    }

    /// The picture as lines of text.
    ///
    /// ```
    /// use katsura_game::{Cell, Mark, Picture, PlayerLook, Style};
    /// let look = |name, letter, colour| PlayerLook { name, letter, colour };
    /// let picture = Picture {
    ///     cells: vec![Cell { mark: Mark::Piece(0), last: true, ..Cell::default() }, Cell { x: 2, ..Cell::default() }],
    ///     players: vec![look("Black", 'X', "black"), look("White", 'O', "white")],
    ///     ..Picture::default()
    /// };
    /// assert_eq!(picture.to_text(Style::Plain), "(X).\n");
    /// ```
    pub fn to_text(&self, style: Style) -> String {
        let mut out = String::new();
        let (top, bottom) = self.extent(|cell| cell.y, |label| label.y);
        for y in top..=bottom {
            let line = self.line(y, style);
            out.push_str(line.trim_end());
            out.push('\n');
        }
        if !self.caption.is_empty() {
            out.push_str(&self.caption);
            out.push('\n');
        }
        out
    }

    fn extent(&self, cell: impl Fn(&Cell) -> i32, label: impl Fn(&Label) -> i32) -> (i32, i32) {
        let places = || self.cells.iter().map(&cell).chain(self.labels.iter().map(&label));
        (places().min().unwrap_or(0), places().max().unwrap_or(-1))
    }

    /// How many characters wide a half cell is: two where neighbours would otherwise write over each other.
    fn stretch(&self) -> i32 {
        let is_wide = |cell: &&Cell| cell.tile.as_ref().is_some_and(|tile| tile.text.chars().count() > 1);
        let touches = |cell: &Cell| self.cells.iter().any(|other| (other.x, other.y) == (cell.x + 2, cell.y));
        if self.cells.iter().filter(is_wide).any(touches) { 2 } else { 1 }
    }

    /// One row: marks of the last move and the winning structure lie between cells.
    fn line(&self, y: i32, style: Style) -> String {
        let stretch = self.stretch();
        let left = self.extent(|cell| cell.x * stretch - 1, |label| label.start() + label.x * (stretch - 1)).0;
        let is_last = |x: i32| self.cells.iter().any(|cell| cell.last && (cell.x, cell.y) == (x, y));
        let mut columns: Vec<(i32, String)> = Vec::new();
        for label in self.labels.iter().filter(|label| label.y == y) {
            let start = label.start() + label.x * (stretch - 1);
            columns.extend(label.text.chars().enumerate().map(|(i, c)| (start + i as i32, c.to_string())));
        }
        for cell in self.cells.iter().filter(|cell| cell.y == y) {
            let x = cell.x * stretch;
            let (start, end) = cell.tile.as_ref().map_or((x, x + 1), |tile| tile.extent(x));
            match &cell.tile {
                Some(tile) => columns.extend(tile_glyphs(tile, start, style)),
                None => columns.push((x, self.glyph(cell, style))),
            }
            if cell.last {
                // cells side by side share a pair of parentheses
                if !is_last(cell.x - 2) {
                    columns.push((start - 1, "(".to_string()));
                }
                if !is_last(cell.x + 2) {
                    columns.push((end, ")".to_string()));
                }
            } else if cell.winning {
                columns.push((start - 1, "*".to_string()));
            }
        }
        columns.sort_by_key(|&(x, _)| x);
        columns.dedup_by_key(|&mut (x, _)| x);
        let mut line = String::new();
        let mut at = left;
        for (x, text) in columns {
            while at < x {
                line.push(' ');
                at += 1;
            }
            line.push_str(&text);
            at += 1;
        }
        line
    }

    fn glyph(&self, cell: &Cell, style: Style) -> String {
        let Mark::Piece(player) = cell.mark else {
            return if cell.dot { "+" } else { "." }.to_string();
        };
        let Some(look) = self.players.get(usize::from(player)) else {
            return "?".to_string();
        };
        if style == Style::Plain {
            return look.letter.to_string();
        }
        let mut out = String::from("\x1b[");
        if cell.winning {
            out.push_str("1;4;");
        }
        let _ = write!(out, "{}m{}\x1b[0m", ansi_colour(look.colour), look.letter);
        out
    }
}

/// The characters of a tile in their half cells.
fn tile_glyphs(tile: &Tile, start: i32, style: Style) -> impl Iterator<Item = (i32, String)> {
    let colour = tile.tint.ansi().filter(|_| style == Style::Ansi);
    let paint = move |c: char| colour.map_or_else(|| c.to_string(), |colour| format!("\x1b[{colour}m{c}\x1b[0m"));
    tile.text.chars().enumerate().map(move |(i, c)| (start + i as i32, paint(c)))
}

fn ansi_colour(name: &str) -> &'static str {
    match name {
        "black" => "34",
        "red" => "31",
        "blue" => "94",
        "yellow" => "33",
        _ => "97",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_shows_its_text_about_the_middle_of_its_cell() {
        let tile = |x, text: &'static str| Cell { x, tile: Some(Tile::new(text, Tint::Red)), ..Cell::default() };
        let cells = vec![tile(0, "7"), tile(3, "15"), tile(7, "10♠"), Cell { x: 10, ..Cell::default() }];
        let picture = Picture { cells, ..Picture::default() };
        assert_eq!(picture.to_text(Style::Plain), " 7  15 10♠ .\n");
        let coloured = picture.to_text(Style::Ansi);
        assert_eq!(coloured.matches("\x1b[31m").count(), 6, "each character of a red tile is red: {coloured:?}");
    }

    #[test]
    fn wide_tiles_side_by_side_have_room() {
        let tile =
            |x, text: &'static str, last| Cell { x, last, tile: Some(Tile::new(text, Tint::Plain)), ..Cell::default() };
        let cells = vec![tile(0, "7", false), tile(2, "15", true), tile(4, "10", false), Cell { x: 6, ..Cell::default() }];
        let labels = [(-3, "1"), (6, "d")].map(|(x, text)| Label { x, y: 0, text: text.to_string() });
        let picture = Picture { cells, labels: labels[..1].to_vec(), ..Picture::default() };
        assert_eq!(picture.to_text(Style::Plain), "1     7  (15) 10  .\n");
        let below = Picture { labels: vec![Label { y: 1, ..labels[1].clone() }], ..picture };
        assert_eq!(below.to_text(Style::Plain), " 7  (15) 10  .\n             d\n");
    }
}
