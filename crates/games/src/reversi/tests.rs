use super::*;
use crate::solve::first_player_value;
use katsura_game::testing::{self, Effort, check_with, perft, plain_play_out};
use katsura_game::{Style, Trace};

const SIZES: [u8; 4] = [4, 6, 8, 10];

fn board(size: u8) -> Board {
    Reversi { size }.start()
}

fn after(size: u8, moves: &str) -> Board {
    testing::after(&Reversi { size }, moves)
}

fn fingerprint(board: &Board) -> String {
    format!("{:?} {:?}", board.discs, board.to_move)
}

/// The slow twin: walks from a cell in all directions and returns what a disc of `player` would turn over.
fn slow_flips(board: &Board, player: Player, cell: i32) -> u128 {
    let n = i32::from(board.size);
    let has = |player: Player, column: i32, row: i32| {
        (0..n).contains(&column) && (0..n).contains(&row) && board.discs[player.index()] >> (row * n + column) & 1 == 1
    };
    let mut turned = 0;
    for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
        let (mut column, mut row, mut run) = (cell % n + dx, cell / n + dy, 0u128);
        while has(player.opponent(), column, row) {
            run |= 1 << (row * n + column);
            column += dx;
            row += dy;
        }
        if has(player, column, row) {
            turned |= run;
        }
    }
    turned
}

fn fast_flips<S: Size>(board: &Board, cell: u32) -> u128 {
    let view = board.view::<S>();
    discs::flips::<S>(cell, view.mine, view.theirs).into()
}

fn slow_moves(board: &Board, player: Player) -> u128 {
    let occupied = board.discs[0] | board.discs[1];
    let free = (0..i32::from(board.pass())).filter(|&cell| occupied >> cell & 1 == 0);
    free.filter(|&cell| slow_flips(board, player, cell) != 0).fold(0, |set, cell| set | 1 << cell)
}

#[test]
fn the_game_passes_the_kit_on_every_size() {
    for size in SIZES {
        check_with(&Reversi { size }, Effort::default(), fingerprint);
    }
}

#[test]
fn a_playout_from_any_position_is_the_plain_one() {
    for size in SIZES {
        let mut rng = Rng::new(u64::from(size));
        for seed in 0..100 {
            let mut board = board(size);
            for _ in 0..rng.below(u32::from(board.pass())) {
                if !board.over {
                    board.apply(board.random_move(&mut Vec::new(), &mut rng));
                }
            }
            let (mut fast, mut trace, mut expected) = (board, Trace::new(), Trace::new());
            let rewards = fast.play_out(&mut Vec::new(), &mut Rng::new(seed), &mut trace);
            assert_eq!(rewards, plain_play_out(board, &mut Rng::new(seed), &mut expected));
            assert_eq!(trace, expected);
            trace.iter().for_each(|played| board.apply(board.move_at(played.index())));
            assert_eq!((fast.key(), fast.over, fast.last), (board.key(), board.over, board.last));
        }
    }
}

#[test]
fn moves_and_flips_are_those_found_by_walking() {
    for size in SIZES {
        let mut rng = Rng::new(u64::from(size));
        for _ in 0..100 {
            let mut board = board(size);
            while !board.over {
                let player = board.to_move;
                assert_eq!(board.moves, slow_moves(&board, player));
                let mv = board.random_move(&mut Vec::new(), &mut rng);
                let mut expected = board.discs;
                if mv != board.pass() {
                    let turned = slow_flips(&board, player, i32::from(mv));
                    expected[player.index()] |= turned | 1 << mv;
                    expected[player.opponent().index()] ^= turned;
                }
                board.apply(mv);
                assert_eq!(board.discs, expected);
            }
            assert_eq!((slow_moves(&board, Player::FIRST), slow_moves(&board, Player::SECOND)), (0, 0));
        }
    }
}

#[test]
fn random_discs_have_the_moves_and_flips_found_by_walking() {
    let mut rng = Rng::new(8);
    for size in SIZES {
        for _ in 0..500 {
            let mut board = board(size);
            board.discs = [0, 0];
            let empty = rng.unit();
            for cell in (0..board.pass()).filter(|_| rng.chance(0.5)).collect::<Vec<_>>() {
                board.discs[usize::from(rng.chance(empty))] |= 1 << cell;
            }
            for player in [Player::FIRST, Player::SECOND] {
                let moves = board.moves_of(player);
                assert_eq!(moves, slow_moves(&board, player));
                for cell in cells(moves) {
                    board.to_move = player;
                    let fast = with_size!(size, S => fast_flips::<S>(&board, cell));
                    assert_eq!(fast, slow_flips(&board, player, cell as i32));
                }
            }
        }
    }
}

/// [bik2009]: the leaves of the game tree cut at depths 1 to 12. A pass is a move, and a game that has ended is a leaf.
const LEAVES: [u64; 12] = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800, 1_939_886_636];

fn leaves(board: &Board, depth: u32) -> u64 {
    if board.over || depth == 0 {
        return 1;
    }
    if depth == 1 {
        return u64::from(board.moves.count().max(1));
    }
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let next = moves.into_iter().map(|mv| {
        let mut next = *board;
        next.apply(mv);
        leaves(&next, depth - 1)
    });
    next.sum()
}

#[test]
fn the_number_of_leaves_is_the_known_one() {
    for (depth, count) in (1..).zip(&LEAVES[..9]) {
        assert_eq!(leaves(&board(8), depth), *count, "depth {depth}");
        // No game ends in fewer than nine moves.
        assert_eq!(perft(&board(8), depth), *count, "depth {depth}");
    }
}

#[test]
#[ignore = "a minute: run by cargo xtask oracles"]
fn the_number_of_leaves_is_the_known_one_at_depths_ten_to_twelve() {
    for (depth, count) in (10..).zip(&LEAVES[9..]) {
        assert_eq!(leaves(&board(8), depth), *count, "depth {depth}");
    }
}

#[test]
fn the_shortest_games_are_the_known_ones() {
    // Bik splits the leaves at depth 11: 228 of them lie two plies higher, where neither player can move.
    assert_eq!(perft(&board(8), 10), LEAVES[9] - 228);
}

#[test]
fn the_second_player_wins_on_the_smallest_board() {
    assert_eq!(first_player_value(&Reversi { size: 4 }), 0.0);
}

#[test]
fn the_smallest_board_has_the_known_number_of_games() {
    fn games(board: &Board) -> u64 {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        let next = moves.iter().map(|&mv| {
            let mut next = *board;
            next.apply(mv);
            games(&next)
        });
        if board.over { 1 } else { next.sum() }
    }
    // The four first moves are images of each other.
    assert_eq!(games(&board(4)), 4 * 15_015);
}

#[test]
fn a_pass_is_a_move_exactly_when_it_is_forced() {
    let board = after(8, "d3 c3 c4");
    assert!(!board.is_legal(board.pass()));
    let mut forced = board;
    while forced.moves != 0 && !forced.over {
        forced.apply(cells(forced.moves).next().unwrap() as Move);
    }
    let mut moves = Vec::new();
    forced.legal_moves(&mut moves);
    assert_eq!((forced.over, moves), (false, vec![forced.pass()]));
    assert_eq!(forced.format_move(forced.pass()), "pass");
}

#[test]
fn the_score_is_the_difference_of_the_discs() {
    let start = board(8);
    assert_eq!(start.score_rewards(), Some(Rewards::draw()));
    // Four discs against one after the first move.
    let next = after(8, "d3");
    assert_eq!(next.difference(), 3);
    assert_eq!(next.score_rewards(), Some(Rewards::two(0.5 + 3.0 / 128.0)));
    // The reward of one comes at the largest difference.
    let range = Reversi::default().about().payoff.score_range.unwrap();
    assert_eq!(0.5 + range / (2.0 * 64.0), 1.0);
}

#[test]
fn the_board_is_drawn_with_the_first_row_on_top() {
    let text = after(4, "b1").picture().to_text(Style::Plain);
    assert_eq!(text, "   a b c d\n1  .(X). .\n2  . X X .\n3  . X O .\n4  . . . .\nBlack 4, White 1: White to move\n");
}

#[test]
fn parameters_out_of_range_are_refused_by_name() {
    for text in [r#"{"size": 5}"#, r#"{"size": 0}"#, r#"{"size": 12}"#] {
        let error = serde_json::from_str::<Reversi>(text).unwrap_err().to_string();
        assert!(error.contains("expected 4, 6, 8 or 10"), "{error}");
    }
}
