use super::*;
use crate::solve::first_player_value;
use katsura_game::testing::{self, Effort, check_with, perft, plain_play_out};
use katsura_game::{Style, Trace};
use std::collections::HashSet;

const SHAPES: [(u8, u8); 8] = [(7, 6), (4, 4), (4, 5), (5, 4), (8, 8), (16, 4), (4, 16), (9, 7)];

fn board(width: u8, height: u8) -> Board {
    ConnectFour { width, height }.start()
}

fn after(moves: &str) -> Board {
    let moves: Vec<String> = moves.chars().map(String::from).collect();
    testing::after(&ConnectFour::default(), &moves.join(" "))
}

fn fingerprint(board: &Board) -> String {
    format!("{:?}", board.pieces)
}

/// Random games on every shape, with all their positions.
fn random_positions(shapes: &[(u8, u8)], mut visit: impl FnMut(&Board)) {
    for (number, &(width, height)) in shapes.iter().enumerate() {
        let mut rng = Rng::stream(&[4, number as u64]);
        for _ in 0..200 {
            let mut board = board(width, height);
            while !board.turn().is_over() {
                visit(&board);
                board.apply(board.random_move(&mut Vec::new(), &mut rng));
            }
            visit(&board);
        }
    }
}

/// The slow twin: walks four cells in every direction from every cell.
fn slow_lines(board: &Board, player: usize) -> HashSet<(i32, i32)> {
    let (width, height) = (i32::from(board.width), i32::from(board.height));
    let has = |(column, row): (i32, i32)| {
        let inside = (0..width).contains(&column) && (0..height).contains(&row);
        inside && board.pieces[player] >> (column * height + row) & 1 == 1
    };
    let starts = (0..width).flat_map(|column| (0..height).map(move |row| (column, row)));
    let mut cells = HashSet::new();
    for (column, row) in starts {
        for (dx, dy) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let line = [0, 1, 2, 3].map(|i| (column + i * dx, row + i * dy));
            if line.into_iter().all(has) {
                cells.extend(line);
            }
        }
    }
    cells
}

#[test]
fn the_game_passes_the_kit_on_every_shape() {
    for (width, height) in SHAPES {
        check_with(&ConnectFour { width, height }, Effort::default(), fingerprint);
    }
}

#[test]
fn a_playout_from_any_position_is_the_plain_one() {
    let mut seed = 0;
    random_positions(&SHAPES, |board| {
        seed += 1;
        let (mut fast, mut trace, mut expected) = (*board, Trace::new(), Trace::new());
        let rewards = fast.play_out(&mut Vec::new(), &mut Rng::new(seed), &mut trace);
        assert_eq!(rewards, plain_play_out(*board, &mut Rng::new(seed), &mut expected));
        assert_eq!(trace, expected);
        let mut slow = *board;
        trace.iter().for_each(|played| slow.apply(slow.move_at(played.index())));
        assert_eq!((fast.pieces, fast.to_move, fast.won, fast.last), (slow.pieces, slow.to_move, slow.won, slow.last));
    });
}

#[test]
fn lines_are_those_found_by_walking() {
    random_positions(&SHAPES, |board| {
        for player in 0..2 {
            let slow = slow_lines(board, player);
            assert_eq!(board.lines.has_four(board.pieces[player]), !slow.is_empty());
            let height = u32::from(board.height);
            let fast = cells(board.lines.fours(board.pieces[player]));
            assert_eq!(fast.map(|c| ((c / height) as i32, (c % height) as i32)).collect::<HashSet<_>>(), slow);
        }
    });
}

#[test]
fn the_winning_move_is_found_exactly_when_there_is_one() {
    random_positions(&SHAPES, |board| {
        for player in [Player::FIRST, Player::SECOND] {
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            let wins = |&column: &Column| {
                let mut next = Board { to_move: player, ..*board };
                next.apply(column);
                next.won
            };
            let found = board.winning_move(player, &mut Vec::new());
            assert_eq!(found.is_some(), moves.iter().any(wins));
            assert!(found.is_none_or(|column| wins(&column)));
        }
    });
}

#[test]
fn the_number_of_move_sequences_is_the_known_one() {
    let counts: Vec<u64> = (1..=8).map(|depth| perft(&board(7, 6), depth)).collect();
    assert_eq!(counts, [7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn the_number_of_positions_is_the_one_tromp_counted() {
    for (width, height, positions) in [(4, 4, 161_029), (4, 5, 1_706_255)] {
        let mut seen = HashSet::new();
        let mut stack = vec![board(width, height)];
        let mut moves = Vec::new();
        while let Some(board) = stack.pop() {
            if seen.insert(board.key()) {
                board.legal_moves(&mut moves);
                stack.extend(moves.iter().map(|&column| {
                    let mut next = board;
                    next.apply(column);
                    next
                }));
            }
        }
        assert_eq!(seen.len(), positions, "{width}x{height}");
    }
}

#[test]
fn small_boards_are_draws() {
    for (width, height) in [(4, 4), (4, 5), (5, 4)] {
        assert_eq!(first_player_value(&ConnectFour { width, height }), 0.5, "{width}x{height}");
    }
}

#[test]
#[ignore = "several seconds: run by cargo xtask oracles"]
fn the_number_of_move_sequences_is_the_known_one_at_depth_nine() {
    assert_eq!(perft(&board(7, 6), 9), 39_394_572);
}

#[test]
#[ignore = "several seconds: run by cargo xtask oracles"]
fn the_second_player_wins_on_a_board_of_six_columns_and_four_rows() {
    assert_eq!(first_player_value(&ConnectFour { width: 6, height: 4 }), 0.0);
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let mut board = board(4, 4);
    for column in [0, 0, 0, 0, 1, 1, 1, 1, 2, 3, 2, 3, 3, 2, 3, 2] {
        board.try_apply(column).unwrap();
    }
    assert_eq!((board.turn(), board.rewards()), (Turn::Over, Rewards::draw()));
}

#[test]
fn the_board_is_drawn_with_labels_and_the_winning_line() {
    let text = after("ddeeffg").picture().to_text(Style::Plain);
    let rows = ["6  . . . . . . .", "5  . . . . . . .", "4  . . . . . . .", "3  . . . . . . ."];
    let end = ["2  . . . O O O .", "1  . . .*X*X*X(X)", "   a b c d e f g", "Yellow wins", ""];
    assert_eq!(text, [rows.as_slice(), &end].concat().join("\n"));
}

#[test]
fn parameters_out_of_range_are_refused_by_name() {
    let refused = |text: &str| serde_json::from_str::<ConnectFour>(text).unwrap_err().to_string();
    assert!(refused(r#"{"width": 3}"#).contains("width = 3: expected 4 to 16"));
    assert!(refused(r#"{"width": 9, "height": 8}"#).contains("height = 8: expected at most 7"));
    assert!(refused(r#"{"size": 9}"#).contains("expected `width` or `height`"));
    assert_eq!(serde_json::from_str::<ConnectFour>("{}").unwrap(), ConnectFour::default());
    assert_eq!(serde_json::to_string(&ConnectFour::default()).unwrap(), r#"{"width":7,"height":6}"#);
}
