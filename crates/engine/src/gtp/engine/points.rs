//! How points are written: as the game writes them, or as GoGui does, which knows nothing but letters without I and numbers from below.

use katsura_game::{Picture, Shape};
use katsura_games::Position;
use std::collections::{HashMap, HashSet};

/// The width and height of a board with a cell in every corner that GoGui needs, and which of its places are cells.
pub(super) struct Places {
    pub width: usize,
    pub height: usize,
    /// The column and the row from the top of each cell of the picture.
    pub cells: Vec<(usize, usize)>,
    pub shape: Shape,
}

impl Places {
    pub fn of(picture: &Picture) -> Self {
        let column = |x: i32, y: i32| match picture.shape {
            Shape::Hexagonal => (x - y) / 2,
            Shape::Square | Shape::Lines => x / 2,
        };
        let places: Vec<(i32, i32)> = picture.cells.iter().map(|cell| (column(cell.x, cell.y), cell.y)).collect();
        let left = places.iter().map(|place| place.0).min().unwrap_or(0);
        let top = places.iter().map(|place| place.1).min().unwrap_or(0);
        let cells: Vec<_> = places.iter().map(|&(x, y)| ((x - left) as usize, (y - top) as usize)).collect();
        let most = |part: fn(&(usize, usize)) -> usize| cells.iter().map(part).max().map_or(0, |most| most + 1);
        Places { width: most(|cell| cell.0), height: most(|cell| cell.1), shape: picture.shape, cells }
    }

    /// The name that GoGui gives a place.
    pub fn name(&self, (column, row): (usize, usize)) -> String {
        format!("{}{}", letters(column), self.height - row)
    }
}

/// A column in letters without I; after Z come AA, BB and so on.
fn letters(column: usize) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let letter = char::from(LETTERS[column % LETTERS.len()]);
    std::iter::repeat_n(letter, column / LETTERS.len() + 1).collect()
}

/// Whether every cell of a board is a move of its own, and every move at the start is a cell; that holds after a move, too.
pub(super) fn moves_are_cells(position: &dyn Position) -> bool {
    let cells = position.picture().cells;
    let moves: HashSet<String> =
        cells.iter().filter_map(|cell| cell.move_index).map(|index| position.move_name(index)).collect();
    let legal = position.legal_moves();
    let stays = legal.first().is_some_and(|mv| {
        let mut next = position.boxed();
        next.play(mv).is_ok() && next.picture().cells.iter().all(|cell| cell.move_index.is_some())
    });
    stays && moves.len() == cells.len() && legal.iter().all(|mv| moves.contains(mv))
}

/// How points are written.
#[derive(Default)]
pub(super) struct Points {
    is_gogui: bool,
    to_gogui: HashMap<String, String>,
    to_own: HashMap<String, String>,
}

impl Points {
    /// As the game writes them.
    pub fn own() -> Self {
        Points::default()
    }

    /// As GoGui writes them, from now on.
    pub fn speak_gogui(&mut self, position: &dyn Position) {
        self.is_gogui = true;
        self.renew(position);
    }

    /// The names on another board.
    pub fn renew(&mut self, position: &dyn Position) {
        if !self.is_gogui {
            return;
        }
        let picture = position.picture();
        let places = Places::of(&picture);
        let names = picture.cells.iter().zip(&places.cells);
        self.to_gogui =
            names.filter_map(|(cell, &place)| Some((position.move_name(cell.move_index?), places.name(place)))).collect();
        self.to_own = self.to_gogui.iter().map(|(own, gogui)| (gogui.clone(), own.clone())).collect();
    }

    /// Whether the controller is GoGui.
    pub fn is_gogui(&self) -> bool {
        self.is_gogui
    }

    /// Whether the controller knows such moves: GoGui knows points and the pass, and stumbles over a swap.
    pub fn can_write(&self, mv: &str) -> bool {
        !self.is_gogui || !mv.starts_with("swap")
    }

    /// A move as the controller writes it.
    pub fn write(&self, mv: &str) -> String {
        self.to_gogui.get(mv).cloned().unwrap_or_else(|| mv.to_string())
    }

    /// A move as the game writes it.
    pub fn read(&self, text: &str) -> String {
        self.to_own.get(&text.to_ascii_uppercase()).cloned().unwrap_or_else(|| text.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_games::GameSpec;

    fn gogui(name: &str) -> Points {
        let mut points = Points::own();
        points.speak_gogui(&*GameSpec::named(name).unwrap().start());
        points
    }

    #[test]
    fn gogui_counts_from_below_and_knows_no_i() {
        let hex = gogui("hex");
        assert_eq!((hex.write("a1"), hex.write("i11"), hex.write("k1")), ("A11".into(), "J1".into(), "L11".into()));
        assert_eq!(hex.read("j1"), "i11");
        let gomoku = gogui("gomoku");
        assert_eq!((gomoku.write("a1"), gomoku.write("o15")), ("A1".into(), "P15".into()));
        assert_eq!(gomoku.write("pass"), "pass");
    }

    #[test]
    fn every_cell_has_one_name() {
        for name in ["hex", "havannah", "reversi", "gomoku", "tic-tac-toe"] {
            let (points, position) = (gogui(name), GameSpec::named(name).unwrap().start());
            let cells = position.picture().cells;
            assert_eq!((points.to_gogui.len(), points.to_own.len()), (cells.len(), cells.len()), "{name}");
            assert!(cells.iter().all(|cell| {
                let own = position.move_name(cell.move_index.unwrap());
                points.read(&points.write(&own)) == own
            }));
        }
    }

    #[test]
    fn games_with_other_moves_than_cells_are_told_apart() {
        let cells = |name: &str| moves_are_cells(&*GameSpec::named(name).unwrap().start());
        assert!(["hex", "havannah", "reversi", "gomoku", "tic-tac-toe"].into_iter().all(cells));
        assert!(!["breakthrough", "nim", "connect-four", "go"].into_iter().any(cells));
    }
}
