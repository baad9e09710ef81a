//! Positions made by hand.

use super::*;
use crate::havannah::structure::{contains, find};
use katsura_game::Rng;

/// Puts the stones of a drawing in many orders: the winner is told at the very stone that completes a structure, and only
/// then. Returns what was completed when all stones are down.
fn judge(size: u8, drawing: &str) -> Option<Structure> {
    let rules = Havannah { size, swap: false };
    let cells = drawn(drawing, 'O');
    let all: Vec<bool> = (0..rules.grid().len() as Cell).map(|cell| cells.contains(&cell)).collect();
    for seed in 0..200 {
        let mut order = cells.clone();
        Rng::new(seed).shuffle(&mut order);
        let (mut board, mut own) = (rules.start(), vec![false; all.len()]);
        for &cell in &order {
            board.put(Player::FIRST, cell);
            own[usize::from(cell)] = true;
            assert_eq!(board.winning_structure(), find(rules.grid(), &own), "seed {seed}");
            if board.turn().is_over() {
                break;
            }
        }
    }
    find(rules.grid(), &all)
}

#[test]
fn six_stones_around_a_cell_are_a_ring_whatever_is_on_it() {
    let empty = "  . . .
                  . O O .
                 . O . O .
                  . O O .
                   . . .";
    assert_eq!(judge(3, empty), Some(Structure::Ring));
    assert_eq!(judge(3, &empty.replacen("O . O", "O O O", 1)), Some(Structure::Ring));
    assert_eq!(judge(3, &empty.replacen("O O", "O .", 1)), None);
}

#[test]
fn the_stone_in_the_middle_may_come_before_the_last_of_the_ring() {
    // White has c3 first, then the six cells around it.
    let board = after(Havannah { size: 3, swap: false }, "c3 a1 b2 c1 c2 e3 d3 e5 d4 c5 c4 a3 b3");
    assert_eq!(board.win().map(|win| (win.kind, win.player)), Some((Structure::Ring, Player::FIRST)));
}

#[test]
fn a_ring_may_lie_around_a_black_stone_or_many_cells() {
    let board = after(Havannah { size: 3, swap: false }, "b2 c3 c2 a1 d3 c1 d4 e3 c4 e5 b3");
    assert_eq!(board.win().map(|win| win.kind), Some(Structure::Ring));
    let large = "    . . . .
                    . O O O .
                   . O . . O .
                  . O . . . O .
                   . O . . O .
                    . O O O .
                     . . . .";
    assert_eq!(judge(4, large), Some(Structure::Ring));
    assert_eq!(judge(4, &large.replacen("O . . . O", "O . O . O", 1)), Some(Structure::Ring));
}

#[test]
fn a_ring_along_the_rim_needs_all_of_its_stones() {
    let open = "    . . . .
                   . O O . .
                  O . O . . .
                 . O O O . . .
                  . O . . . .
                   . O O . .
                    . . . .";
    assert_eq!(judge(4, open), None);
    let closed = "    . O O .
                     . O . O .
                    . . O O . .
                   . . . . . . .
                    . . . . . .
                     . . . . .
                      . . . .";
    assert_eq!(judge(4, closed), Some(Structure::Ring));
}

#[test]
fn stones_around_a_gap_in_the_rim_are_no_ring() {
    let bay = "    . O . O .
                  . O . O . .
                 . . O O . . .
                . . . . . . . .
               . . . . . . . . .
                . . . . . . . .
                 . . . . . . .
                  . . . . . .
                   . . . . .";
    assert_eq!(judge(5, bay), None);
}

#[test]
fn clumps_without_a_cell_inside_are_no_ring() {
    let clump = "    . . . .
                    . O O O .
                   . O O . O .
                  . . . . . O .
                   . . . O O .
                    . . O O .
                     . . . .";
    assert_eq!(judge(4, clump), None);
    let triangle = "    O O O .
                       . O O . .
                      . . O . . .
                     . . . . . . .
                      . . . . . .
                       . . . . .
                        . . . .";
    assert_eq!(judge(4, triangle), None);
}

#[test]
fn two_corners_are_a_bridge_and_corners_belong_to_no_edge() {
    let bridge = "    O O O .
                     . . O . .
                    . . . O . .
                   . . . . O . .
                    . . . O . .
                     . . O . .
                      . O . .";
    assert_eq!(judge(4, bridge), None, "one corner and two edges");
    assert_eq!(judge(4, &bridge.replacen("O O O .", "O O O O", 1)), Some(Structure::Bridge));
    let three_edges = bridge.replacen(". . . . O . .", "O O O O O . .", 1);
    assert_eq!(judge(4, &three_edges), Some(Structure::Bridge), "the corner a4 and the corner a1");
}

#[test]
fn three_edges_are_a_fork_and_two_are_not() {
    let two = "    . O . .
                  . . O . .
                 . . . O . .
                . . . . O . .
                 . . . O . .
                  . . O . .
                   . O . .";
    assert_eq!(judge(4, two), None);
    let fork = "    . O . .
                   . . O . .
                  O O O O . .
                 . . . . O . .
                  . . . O . .
                   . . O . .
                    . O . .";
    assert_eq!(judge(4, fork), Some(Structure::Fork));
    let rules = Havannah { size: 4, swap: false };
    let mut own = vec![false; 37];
    drawn(fork, 'O').into_iter().for_each(|cell| own[usize::from(cell)] = true);
    assert!(!contains(rules.grid(), &own, Structure::Bridge) && !contains(rules.grid(), &own, Structure::Ring));
}

#[test]
fn a_full_board_without_a_structure_is_a_draw_also_on_size_3() {
    let drawing = "  O X O
                    X X O X
                   X O O X O
                    O O O X
                     X O X";
    let (mut white, mut black) = (drawn(drawing, 'O'), drawn(drawing, 'X'));
    for seed in 0..50 {
        let mut rng = Rng::new(seed);
        rng.shuffle(&mut white);
        rng.shuffle(&mut black);
        let mut board = Havannah { size: 3, swap: false }.start();
        for number in 0..19 {
            assert!(!board.turn().is_over());
            board.try_apply(if number % 2 == 0 { white[number / 2] } else { black[number / 2] }).unwrap();
        }
        assert_eq!((board.turn(), board.rewards(), board.win()), (Turn::Over, Rewards::draw(), None));
    }
}

#[test]
fn the_winning_cells_leave_out_what_does_not_matter() {
    let board = after(PLAIN, "a1 e5 a2 e6 c3 e7 a3 f6 c4 f7 a4 g7 a5");
    let win = board.win().unwrap();
    assert_eq!((win.kind, win.player), (Structure::Bridge, Player::FIRST));
    let names: Vec<String> = win.cells.iter().map(|&cell| board.format_move(cell)).collect();
    assert_eq!(names, ["a1", "a2", "a3", "a4", "a5"]);
}
