use super::*;
use katsura_game::Style;
use katsura_game::testing::{self, Effort, check_with, perft};

fn board(size: u8) -> Board {
    Breakthrough { size }.start()
}

fn after(size: u8, moves: &str) -> Board {
    testing::after(&Breakthrough { size }, moves)
}

fn fingerprint(board: &Board) -> String {
    format!("{:?} {:?}", board.pieces, board.to_move)
}

/// The slow twin: for every piece the three cells before it, by coordinates.
fn slow_moves(board: &Board, player: Player) -> Vec<Step> {
    let n = i32::from(board.size);
    let has = |player: Player, cell: i32| board.pieces[player.index()] >> cell & 1 == 1;
    let forward = if player == Player::FIRST { 1 } else { -1 };
    let mut moves = Vec::new();
    for from in (0..n * n).filter(|&from| has(player, from)) {
        for direction in 0..3 {
            let (column, row) = (from % n + direction - 1, from / n + forward);
            let inside = (0..n).contains(&column) && (0..n).contains(&row);
            let to = row * n + column;
            if inside && !has(player, to) && (direction != 1 || !has(player.opponent(), to)) {
                moves.push((from * 3 + direction) as Step);
            }
        }
    }
    moves.sort_unstable();
    moves
}

fn random_positions(mut visit: impl FnMut(&Board)) {
    for size in 5..=8 {
        let mut rng = Rng::stream(&[6, u64::from(size)]);
        for _ in 0..200 {
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
fn the_game_passes_the_kit_on_every_size() {
    for size in 5..=8 {
        check_with(&Breakthrough { size }, Effort::default(), fingerprint);
    }
}

#[test]
fn moves_are_those_found_piece_by_piece_and_there_is_always_one() {
    random_positions(|board| {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        moves.sort_unstable();
        if !board.won {
            assert_eq!(moves, slow_moves(board, board.to_move));
            assert!(!moves.is_empty());
        }
    });
}

#[test]
fn the_winning_move_is_found_exactly_when_there_is_one() {
    random_positions(|board| {
        for player in [Player::FIRST, Player::SECOND].into_iter().filter(|_| !board.won) {
            let wins = |mv: &Step| {
                let mut next = Board { to_move: player, ..*board };
                next.apply(*mv);
                next.won
            };
            let moves = slow_moves(board, player);
            let found = board.winning_move(player, &mut Vec::new());
            assert_eq!(found.is_some(), moves.iter().any(wins));
            assert!(found.is_none_or(|mv| moves.contains(&mv) && wins(&mv)));
        }
    });
}

#[test]
fn the_number_of_move_sequences_is_the_one_openspiel_counts() {
    let counts = |size| [1, 2, 3, 4].map(|depth| perft(&board(size), depth));
    assert_eq!(counts(6), [16, 256, 4308, 71_478]);
    assert_eq!(counts(7), [19, 361, 7220, 144_251]);
    assert_eq!(counts(8), [22, 484, 11_132, 256_036]);
}

#[test]
fn the_far_row_wins() {
    let board = after(5, "a2a3 e4e3 a3b4 e3d2 b4xa5");
    assert_eq!((board.turn(), board.rewards()), (Turn::Over, Rewards::win(Player::FIRST)));
}

#[test]
fn the_last_piece_captured_wins() {
    let mut board = board(6);
    board.pieces = [1 << 14, 1 << 21];
    assert_eq!(board.winning_move(Player::FIRST, &mut Vec::new()), board.parse_move("c3d4").ok());
    board.try_apply(board.parse_move("c3xd4").unwrap()).unwrap();
    assert_eq!((board.turn(), board.rewards()), (Turn::Over, Rewards::win(Player::FIRST)));
}

#[test]
fn a_piece_straight_ahead_blocks_and_is_not_captured() {
    let board = after(5, "c2c3 a4a3");
    assert!(board.parse_move("c3c4").is_ok_and(|mv| !board.is_legal(mv)));
    assert!(board.parse_move("c3b4").is_ok_and(|mv| board.is_legal(mv)));
    for text in ["c3c2", "c3e4", "c3", "c", "", "c3c4c5", "é3c4", "c3é"] {
        assert!(board.parse_move(text).is_err(), "{text}");
    }
}

#[test]
fn the_board_is_drawn_with_the_last_step() {
    let text = after(5, "b2c3").picture().to_text(Style::Plain);
    assert_eq!(text, "5  X X X X X\n4  X X X X X\n3  . .(O). .\n2  O(.)O O O\n1  O O O O O\n   a b c d e\nBlack to move\n");
}

#[test]
fn parameters_out_of_range_are_refused_by_name() {
    for text in [r#"{"size": 4}"#, r#"{"size": 9}"#] {
        let error = serde_json::from_str::<Breakthrough>(text).unwrap_err().to_string();
        assert!(error.contains("expected 5 to 8"), "{error}");
    }
}
