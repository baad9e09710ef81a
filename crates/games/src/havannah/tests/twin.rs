//! The fast routines against slow ones that search the whole board.

use super::*;
use crate::havannah::structure::{contains, find};
use katsura_game::{Knowledge, Rng};

/// Plays a random game and compares every position with the slow rules.
fn compare(size: u8, seed: u64) {
    let mut rng = Rng::stream(&[seed, u64::from(size)]);
    let mut board = Havannah { size, swap: false }.start();
    while let Turn::Player(mover) = board.turn() {
        board.apply(board.random_move(&mut Vec::new(), &mut rng));
        let own = board.stones_of(mover);
        let structure = find(board.rules().grid(), &own);
        assert_eq!(board.winner().is_some(), structure.is_some(), "size {size}, seed {seed}");
        assert_eq!(board.winner().is_some_and(|winner| winner == mover), structure.is_some());
    }
    if let Some(win) = board.win() {
        let mut own = vec![false; board.rules().grid().len()];
        win.cells.iter().for_each(|&cell| own[usize::from(cell)] = true);
        assert!(win.cells.iter().all(|&cell| board.stone(cell) == Some(win.player)));
        assert!(contains(board.rules().grid(), &own, win.kind), "size {size}, seed {seed}");
        for &cell in &win.cells {
            own[usize::from(cell)] = false;
            assert!(!contains(board.rules().grid(), &own, win.kind), "size {size}, seed {seed}");
            own[usize::from(cell)] = true;
        }
    }
}

#[test]
fn the_winner_is_that_of_the_slow_rules_in_every_position() {
    (3..=8).for_each(|size| (0..60).for_each(|seed| compare(size, seed)));
}

#[test]
#[ignore = "a minute: the full count of 20,000 games"]
fn the_winner_is_that_of_the_slow_rules_in_20_000_games() {
    (0..20_000).for_each(|seed| compare(3 + (seed % 6) as u8, 1_000 + seed));
}

#[test]
fn winning_moves_are_found_for_both_players_as_by_trying_all() {
    let mut rng = Rng::new(8);
    for game in 0..60 {
        let mut board = Havannah { size: 3 + game % 6, swap: false }.start();
        while !board.turn().is_over() {
            for player in [Player::FIRST, Player::SECOND] {
                let wins = |&cell: &Cell| {
                    let mut next = board.clone();
                    next.put(player, cell);
                    next.winner() == Some(player)
                };
                let mut moves = Vec::new();
                board.legal_moves(&mut moves);
                let expected = moves.iter().copied().find(wins);
                assert_eq!(board.winning_move(player, &mut moves), expected);
            }
            board.apply(board.random_move(&mut Vec::new(), &mut rng));
        }
        assert_eq!(board.winning_move(Player::FIRST, &mut Vec::new()), None);
    }
}

#[test]
fn the_bridge_rule_completes_every_bridge_that_was_entered_and_no_other() {
    let suggested = |moves: &str, last: &str| {
        let board = after(PLAIN, moves);
        let mut cells = Vec::new();
        board.suggest(0, Some(board.parse_move(last).unwrap()), &mut cells, &mut Rng::new(1));
        cells.iter().map(|&cell| board.format_move(cell)).collect::<Vec<_>>()
    };
    assert_eq!(suggested("d4 a1 e6 e5", "e5"), ["d5"]);
    assert_eq!(suggested("d4 a1 e6 d5", "d5"), ["e5"]);
    assert_eq!(suggested("d4 a1 d5 e5", "e5"), [""; 0], "the stones touch");
    assert_eq!(suggested("d4 d5 e6 e5", "e5"), [""; 0], "the other cell is taken");
    assert_eq!(suggested("d4 a1 e6 a2", "a2"), [""; 0], "elsewhere");
    assert_eq!(suggested("a1 d4 a2 e6 e5", "e5"), ["d5"], "Black's bridge");
    assert_eq!(suggested("d4 a1 e6 a2 f5 e5", "e5"), ["e4", "f6", "d5"], "three bridges");
}

#[test]
fn there_is_no_suggestion_before_the_first_move_or_after_the_end() {
    let mut cells = vec![3];
    PLAIN.start().suggest(0, None, &mut cells, &mut Rng::new(1));
    assert!(cells.is_empty());
    let board = after(Havannah { size: 3, swap: false }, "a1 c3 a2 b3 a3");
    board.suggest(0, Some(0), &mut cells, &mut Rng::new(1));
    assert!(cells.is_empty());
}
