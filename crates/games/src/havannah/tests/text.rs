//! Moves as text, the picture.

use super::*;
use crate::havannah::notation::{Notation, read, translate, write};
use katsura_game::{Draw, Style};
use proptest::prelude::*;

const ALL: [Notation; 3] = [Notation::Main, Notation::HavannahGui, Notation::LittleGolem];

#[test]
fn cells_are_named_as_open_spiel_names_them() {
    // The legal actions of OpenSpiel 2.0.2, havannah(board_size=4), in its order.
    let names =
        "a1 b1 c1 d1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 g4 b5 c5 d5 e5 f5 g5 c6 d6 e6 f6 g6 d7 e7 f7 g7";
    let board = Havannah { size: 4, swap: false }.start();
    let ours: Vec<String> = (0..37).map(|cell| board.format_move(cell)).collect();
    assert_eq!(ours.join(" "), names);
}

#[test]
fn the_notations_of_other_programs_are_translated() {
    // castro d2 is morat b4; the coordinate pairs of castro's LittleGolem client on size 4.
    for (gui, golem, main) in
        [("d2", "d2", "b4"), ("d4", "d4", "d4"), ("b2", "b2", "b2"), ("f5", "f3", "e6"), ("g4", "g1", "d7")]
    {
        assert_eq!(translate(4, gui, Notation::HavannahGui, Notation::Main).as_deref(), Ok(main));
        assert_eq!(translate(4, golem, Notation::LittleGolem, Notation::Main).as_deref(), Ok(main));
        assert_eq!(translate(4, main, Notation::Main, Notation::LittleGolem).as_deref(), Ok(golem));
        assert_eq!(translate(4, main, Notation::Main, Notation::HavannahGui).as_deref(), Ok(gui));
    }
}

#[test]
fn every_cell_survives_being_written_and_read_in_every_notation_and_size() {
    for size in 2..=15 {
        let rules = Havannah { size, swap: false };
        for cell in 0..=rules.grid().len() as Cell {
            for notation in ALL {
                let text = write(size, cell, notation);
                assert_eq!(read(size, &text, notation), Ok(cell));
                assert_eq!(read(size, &text.to_uppercase(), notation), Ok(cell));
            }
        }
    }
    assert_eq!(write(15, 630, Notation::Main), "ac29");
}

#[test]
fn what_is_no_cell_is_refused_with_what_is_accepted() {
    let board = PLAIN.start();
    for text in
        ["", "a", "1", "a0", "a6", "f1", "i4", "j9", "a01", "a+1", "aa1", "e5e", "swap", "e 5", "é5", "e5\u{301}", "e999999"]
    {
        let error = board.parse_move(text).unwrap_err().to_string();
        assert!(
            error.ends_with("expected a cell such as a1 (upper left corner), e5 (middle) or i9 (lower right corner)"),
            "{error}"
        );
    }
    let error = Havannah { size: 4, swap: true }.start().parse_move("pass").unwrap_err().to_string();
    assert_eq!(
        error,
        "'pass' is not a move: expected a cell such as a1 (upper left corner), d4 (middle) or g7 (lower right corner) or swap"
    );
}

proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in "\\PC*", cell in "[a-zA-Z]{0,3}[0-9]{0,4}", size in 2u8..=15) {
        for text in [text, cell] {
            for notation in ALL {
                if let Ok(cell) = read(size, &text, notation) {
                    prop_assert_eq!(write(size, cell, notation), text.trim().to_lowercase());
                }
            }
            let _ = Havannah { size, swap: true }.start().parse_move(&text);
        }
    }
}

#[test]
fn the_board_is_drawn_as_a_hexagon_with_coordinates_on_the_rim() {
    let text = after(Havannah { size: 3, swap: false }, "c3 b2").picture().to_text(Style::Plain);
    let expected = "
      a b c
  1  . . . d
 2  .(X). . e
3  . . O . .
 4  . . . .
  5  . . .
White to move
";
    assert_eq!(text, expected.trim_start_matches('\n'));
}

#[test]
fn numbers_of_two_digits_keep_the_rows_in_place() {
    let text = after(Havannah { size: 6, swap: false }, "f11").picture().to_text(Style::Plain);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[9..], ["   9  . . . . . . . .", "   10  . . . . . . .", "    11 (O). . . . .", "Black to move"]);
}

#[test]
fn a_win_is_marked_and_named() {
    let text = after(Havannah { size: 3, swap: false }, "a1 c3 a2 b3 a3").picture().to_text(Style::Plain);
    let expected = "
      a b c
  1 *O . . d
 2 *O . . . e
3 (O)X X . .
 4  . . . .
  5  . . .
White wins by a bridge
";
    assert_eq!(text, expected.trim_start_matches('\n'));
}

#[test]
fn the_caption_says_who_may_do_what() {
    let caption = |rules: Havannah, moves: &str| after(rules, moves).picture().caption;
    assert_eq!(caption(PLAIN, ""), "White to move");
    assert_eq!(caption(PLAIN, "e5"), "Black to move");
    assert_eq!(caption(Havannah { size: 4, swap: true }, "d4"), "Black to move or swap");
}

#[test]
fn the_book_shows_the_board_as_it_is_drawn() {
    let page = include_str!("../../../../../docs/book/src/games/havannah.md");
    let text = after(Havannah { size: 3, swap: false }, "a1 c3 a2 b3 a3").picture().to_text(Style::Plain);
    assert!(page.contains(&text), "{text}");
}
