//! What every test of Havannah needs, and the conformance kit.

mod oracles;
mod structures;
mod text;
mod twin;

use super::*;
use crate::hexagon::{Cell, Rules};
use katsura_game::testing::{self, Effort, check_with};
use katsura_game::{Rewards, State, Text, Turn};

pub(super) const PLAIN: Havannah = Havannah { size: 5, swap: false };

pub(super) fn after(rules: Havannah, moves: &str) -> Board {
    testing::after(&rules, moves)
}

/// The cells that hold a letter in a drawing of the board, row by row.
pub(super) fn drawn(drawing: &str, letter: char) -> Vec<Cell> {
    let cells = drawing.chars().filter(|c| !c.is_whitespace()).zip(0..);
    cells.filter(|&(c, _)| c == letter).map(|(_, cell)| cell).collect()
}

#[test]
fn the_game_passes_the_kit_on_all_kinds_of_boards() {
    for (size, swap, games) in
        [(2, false, 60), (2, true, 60), (3, false, 60), (5, true, 30), (8, false, 6), (11, true, 2), (15, false, 1)]
    {
        let effort = Effort { games, longest: 700, ..Effort::default() };
        check_with(&Havannah { size, swap }, effort, |board| {
            format!("{:?} {}", board.turn(), hexagon::tests::stones(board))
        });
    }
}

#[test]
fn a_board_of_size_n_has_3n_n_minus_1_plus_1_cells() {
    let counts: Vec<usize> = (2..=10).map(|size| Havannah { size, swap: false }.grid().len()).collect();
    assert_eq!(counts, [7, 19, 37, 61, 91, 127, 169, 217, 271]);
}

#[test]
fn every_board_has_six_corners_and_six_edges_without_them() {
    for size in 2..=15 {
        let rules = Havannah { size, swap: false };
        for side in 0..12 {
            let cells = rules.grid().places().iter().filter(|place| place.sides >> side & 1 == 1).count();
            assert_eq!(cells, if side < 6 { usize::from(size) - 2 } else { 1 }, "size {size}, side {side}");
        }
        assert!(rules.grid().places().iter().all(|place| place.sides.count_ones() <= 1));
    }
}

#[test]
fn white_moves_first_and_black_may_take_the_first_stone_over() {
    let rules = Havannah { size: 4, swap: true };
    let mut board = after(rules, "d4");
    assert!(board.may_swap());
    board = after(rules, "d4 swap");
    let middle = board.parse_move("d4").unwrap();
    assert_eq!((board.stone(middle), board.turn()), (Some(Player::SECOND), Turn::Player(Player::FIRST)));
    assert!(!board.may_swap() && !after(rules, "d4 a1").may_swap() && !rules.start().may_swap());
    assert!(!after(Havannah { size: 4, swap: false }, "d4").may_swap());
}

#[test]
fn a_swapped_stone_counts_for_black() {
    let board = after(Havannah { size: 3, swap: true }, "a1 swap c3 a2 b2 a3");
    assert_eq!(board.rewards(), Rewards::win(Player::SECOND));
}

#[test]
fn parameters_out_of_range_are_refused_with_what_is_accepted() {
    let read = |text: &str| serde_json::from_str::<Havannah>(text).map_err(|error| error.to_string());
    assert_eq!(read("{}"), Ok(PLAIN));
    assert_eq!(read(r#"{"size": 8, "swap": true}"#), Ok(Havannah { size: 8, swap: true }));
    for text in [r#"{"size": 1}"#, r#"{"size": 16}"#, r#"{"size": -3}"#, r#"{"size": 300}"#] {
        assert!(read(text).unwrap_err().contains("2 to 15"), "{text}");
    }
    assert!(read(r#"{"komi": 1}"#).unwrap_err().contains("expected `size` or `swap`"));
}
