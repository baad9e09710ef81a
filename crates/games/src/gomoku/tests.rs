use super::*;
use katsura_game::Style;
use katsura_game::testing::{self, Effort, check_with, perft};

fn board(size: u8) -> Board {
    Gomoku { size }.start()
}

fn after(size: u8, moves: &str) -> Board {
    testing::after(&Gomoku { size }, moves)
}

fn fingerprint(board: &Board) -> String {
    let rows = (0..usize::from(board.size)).map(|row| (board.stones[0].row(row), board.stones[1].row(row)));
    format!("{:?}", rows.collect::<Vec<_>>())
}

/// The slow twin: the longest run of a player's stones through a point, walking.
fn longest_run(board: &Board, player: usize, (column, row): (i32, i32)) -> usize {
    let has = |column: i32, row: i32| {
        let inside = (0..i32::from(board.size)).contains(&column) && (0..i32::from(board.size)).contains(&row);
        inside && board.stones[player].has(Point { column: column as usize, row: row as usize })
    };
    let walk = |dx: i32, dy: i32| (1..).take_while(|i| has(column + i * dx, row + i * dy)).count();
    [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(dx, dy)| 1 + walk(dx, dy) + walk(-dx, -dy)).into_iter().max().unwrap()
}

fn random_positions(games: usize, mut visit: impl FnMut(&Board)) {
    for size in [7, 8, 11, 15, 19] {
        let mut rng = Rng::stream(&[5, u64::from(size)]);
        for _ in 0..games {
            let mut board = board(size);
            while !board.turn().is_over() {
                visit(&board);
                board.apply(board.random_move(&mut Vec::new(), &mut rng));
            }
            visit(&board);
        }
    }
}

#[test]
fn the_game_passes_the_kit_on_many_sizes() {
    for (size, games) in [(7, 50), (8, 20), (15, 5), (19, 3)] {
        check_with(&Gomoku { size }, Effort { games, ..Effort::default() }, fingerprint);
    }
}

#[test]
fn a_game_ends_exactly_when_a_walk_finds_five() {
    random_positions(60, |board| {
        if let Some(last) = board.last {
            let Point { column, row } = board.point(last);
            let mover = board.to_move.opponent().index();
            assert_eq!(board.won, longest_run(board, mover, (column as i32, row as i32)) >= 5);
        }
    });
}

#[test]
fn the_winning_move_is_found_exactly_when_there_is_one() {
    random_positions(8, |board| {
        for player in [Player::FIRST, Player::SECOND] {
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            let wins = |&mv: &Move| {
                let Point { column, row } = board.point(mv);
                longest_run(board, player.index(), (column as i32, row as i32)) >= 5
            };
            let found = board.winning_move(player, &mut Vec::new());
            assert_eq!(found.is_some(), moves.iter().any(wins));
            assert!(found.is_none_or(|mv| board.is_legal(mv) && wins(&mv)));
        }
    });
}

#[test]
fn points_are_split_into_row_and_column_by_the_reciprocal() {
    for size in 7..=19 {
        let board = board(size);
        for mv in 0..board.points() {
            assert_eq!(board.point(mv), Point { column: usize::from(mv % board.size), row: usize::from(mv / board.size) });
        }
    }
}

#[test]
fn six_in_a_row_win_too() {
    let board = after(9, "a1 a9 b1 b9 c1 c9 e1 e9 f1 f9 d1");
    assert_eq!((board.turn(), board.rewards()), (Turn::Over, Rewards::win(Player::FIRST)));
}

#[test]
fn lines_do_not_go_on_around_the_rim() {
    let board = after(7, "g1 a7 a2 b7 b2 c7 c2 e7 d2");
    assert_eq!(board.turn(), Turn::Player(Player::SECOND));
}

#[test]
fn a_full_board_without_five_is_a_draw() {
    // Columns in the pattern XXOOXXO, shifted by two in every other row, hold no line of five.
    let mut board = board(7);
    let colour = |mv: &Move| usize::from((mv % 7 + mv / 7 * 2) % 4 >= 2);
    let (black, white): (Vec<Move>, Vec<Move>) = (0..49).partition(|mv| colour(mv) == 0);
    assert_eq!((black.len(), white.len()), (25, 24));
    for (number, &mv) in black.iter().enumerate() {
        board.try_apply(mv).unwrap();
        if let Some(&mv) = white.get(number) {
            board.try_apply(mv).unwrap();
        }
    }
    assert_eq!((board.turn(), board.rewards()), (Turn::Over, Rewards::draw()));
}

#[test]
fn short_sequences_are_falling_factorials() {
    assert_eq!([1, 2, 3].map(|depth| perft(&board(7), depth)), [49, 49 * 48, 49 * 48 * 47]);
}

#[test]
fn the_board_is_drawn_with_the_winning_row() {
    let text = after(7, "a1 a2 b1 b2 c1 c2 d1 d2 e1").picture().to_text(Style::Plain);
    let (empty, end) =
        ("7  . . . . . . .\n6  . . . . . . .\n5  . . . . . . .\n4  . . . + . . .\n3  . . . . . . .\n", "Black wins\n");
    assert_eq!(text, format!("{empty}2  O O O O . . .\n1 *X*X*X*X(X). .\n   a b c d e f g\n{end}"));
}

#[test]
fn parameters_out_of_range_are_refused_by_name() {
    for text in [r#"{"size": 6}"#, r#"{"size": 20}"#] {
        let error = serde_json::from_str::<Gomoku>(text).unwrap_err().to_string();
        assert!(error.contains("expected 7 to 19"), "{error}");
    }
}
