//! Which strings of Go are dead at the end, and whose each point then is.

use katsura_game::{Cell, Mark, Player};

/// A string is dead if its points belong to the opponent at least this much more often than to its owner.
const CLEAR: f64 = 0.3;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Alive,
    Seki,
    Dead,
}

/// Stones that are joined.
pub(super) struct Group {
    pub owner: Player,
    pub cells: Vec<usize>,
    pub status: Status,
}

pub(super) struct Life {
    pub groups: Vec<Group>,
    /// Who has each point by area, once dead stones are taken off.
    pub owners: Vec<Option<Player>>,
}

impl Life {
    /// Judges the strings of a board by how much more often the first player owns each point at the end of playouts. A string that is
    /// neither clearly alive nor clearly dead is in seki if it has no point of its own beside it.
    pub fn judge(mut cells: Vec<Cell>, shares: &[f64]) -> Life {
        let strings = regions(&cells).into_iter();
        let mut groups: Vec<Group> = strings.filter_map(|joined| Group::of(joined, &cells, shares)).collect();
        for group in groups.iter().filter(|group| group.status == Status::Dead) {
            group.cells.iter().for_each(|&cell| cells[cell].mark = Mark::Empty);
        }
        let owners = owners(&cells);
        for group in groups.iter_mut().filter(|group| group.status == Status::Seki) {
            let mut around = group.cells.iter().flat_map(|&cell| beside(&cells, cell));
            if around.any(|near| cells[near].mark == Mark::Empty && owners[near] == Some(group.owner)) {
                group.status = Status::Alive;
            }
        }
        Life { groups, owners }
    }
}

impl Group {
    /// The string of joined stones; nothing if they are empty points.
    fn of(joined: Vec<usize>, cells: &[Cell], shares: &[f64]) -> Option<Group> {
        let Mark::Piece(player) = cells[joined[0]].mark else { return None };
        let sign = if player == 0 { 1.0 } else { -1.0 };
        let status = match joined.iter().map(|&cell| shares[cell] * sign).sum::<f64>() / joined.len() as f64 {
            sure if sure > CLEAR => Status::Alive,
            sure if sure < -CLEAR => Status::Dead,
            _ => Status::Seki,
        };
        Some(Group { owner: Player(player), cells: joined, status })
    }
}

/// Who has each point: stones their owner, empty regions the only player they touch.
fn owners(cells: &[Cell]) -> Vec<Option<Player>> {
    let mut owners = vec![None; cells.len()];
    for joined in regions(cells) {
        let touches = |player: u8| {
            let mut around = joined.iter().flat_map(|&cell| beside(cells, cell));
            around.any(|near| cells[near].mark == Mark::Piece(player))
        };
        let owner = match cells[joined[0]].mark {
            Mark::Piece(player) => Some(Player(player)),
            Mark::Empty if touches(0) != touches(1) => Some(Player(u8::from(touches(1)))),
            Mark::Empty => None,
        };
        joined.iter().for_each(|&cell| owners[cell] = owner);
    }
    owners
}

/// The strings and the empty regions.
fn regions(cells: &[Cell]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; cells.len()];
    let mut regions = Vec::new();
    for start in 0..cells.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let (mut joined, mut at) = (vec![start], 0);
        while at < joined.len() {
            for near in beside(cells, joined[at]).filter(|&near| cells[near].mark == cells[start].mark) {
                if !std::mem::replace(&mut seen[near], true) {
                    joined.push(near);
                }
            }
            at += 1;
        }
        regions.push(joined);
    }
    regions
}

/// The cells beside a cell, row and column.
fn beside(cells: &[Cell], cell: usize) -> impl Iterator<Item = usize> {
    let Cell { x, y, .. } = cells[cell];
    (0..cells.len()).filter(move |&near| (x - cells[near].x).abs() / 2 + (y - cells[near].y).abs() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position of 5x5 from rows of X, O and dots, from the top.
    fn cells(rows: [&str; 5]) -> Vec<Cell> {
        let game = crate::setup::game(serde_json::json!({ "name": "go", "size": 5 })).unwrap();
        let mut cells = game.start().picture().cells;
        for (cell, letter) in cells.iter_mut().zip(rows.concat().chars()) {
            cell.mark = match letter {
                'X' => Mark::Piece(0),
                'O' => Mark::Piece(1),
                _ => Mark::Empty,
            };
        }
        cells
    }

    fn sum(owners: &[Option<Player>]) -> i32 {
        owners.iter().flatten().map(|owner| 1 - 2 * i32::from(owner.0)).sum()
    }

    #[test]
    fn dead_stones_become_points_of_those_around_them() {
        let board = cells(["OX.O.", ".X.O.", ".XXO.", ".X.O.", ".X.O."]);
        let mut shares: Vec<f64> = board.iter().map(|cell| f64::from(cell.mark == Mark::Piece(0)) * 2.0 - 1.0).collect();
        assert_eq!(sum(&Life::judge(board.clone(), &shares).owners), 6 - 11, "all stones stand: A1 to A4 touch both");
        shares[0] = 0.9;
        let life = Life::judge(board, &shares);
        assert_eq!(sum(&life.owners), 11 - 10, "Black has two columns and C3, the other points of column C are nobody's");
        let dead: Vec<&Group> = life.groups.iter().filter(|group| group.status == Status::Dead).collect();
        assert_eq!((dead.len(), &dead[0].cells[..]), (1, &[0][..]));
    }

    #[test]
    fn what_is_not_clear_is_alive_with_a_point_of_its_own_and_else_in_seki() {
        let board = cells([".XO.O", "XXOOO", "XO.XX", "OO.XX", "OOXX."]);
        let life = Life::judge(board, &[0.0; 25]);
        let status = |cell: usize| life.groups.iter().find(|group| group.cells.contains(&cell)).unwrap().status;
        assert_eq!((status(1), status(2), status(13)), (Status::Alive, Status::Alive, Status::Alive));
        let board = cells(["XXXOO", "XXXOO", "OO.XX", "OO.XX", "OOXXX"]);
        let life = Life::judge(board, &[0.0; 25]);
        assert!(life.groups.iter().all(|group| group.status == Status::Seki));
    }
}
