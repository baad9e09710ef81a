use super::around::{AROUND, window};
use super::*;
use crate::havannah::Havannah;
use crate::hex::Hex;
use katsura_game::{Game, Keyed, Knowledge, Lanes, LightPlayout, Player, Rng, State, Turn};
use std::collections::HashMap;

/// All stones of a board, as text.
pub(crate) fn stones<R: Rules, const CELLS: usize>(board: &Board<R, CELLS>) -> String {
    let letter = |player: Option<Player>| player.map_or('.', |player| ['0', '1'][player.index()]);
    (0..board.swap_move()).map(|cell| letter(board.stone(cell))).collect()
}

/// The reward of the player to move when both play best, by searching the whole tree: wins at once are taken, threats are
/// answered, and positions are looked up by the smallest of their mirror images; `images` are the cells of each in order.
pub(crate) fn solve<R: Rules, const CELLS: usize>(
    board: &Board<R, CELLS>,
    images: &[Vec<Cell>],
    known: &mut HashMap<u64, f32>,
) -> f32
where
    Board<R, CELLS>: Lanes<Move = Cell>,
{
    let Turn::Player(mover) = board.turn() else { unreachable!("the game is over") };
    let mut moves = Vec::new();
    if board.winning_move(mover, &mut moves).is_some() {
        return 1.0;
    }
    let key = images.iter().map(|image| code(board, image)).min().unwrap();
    if let Some(&value) = known.get(&key) {
        return value;
    }
    board.legal_moves(&mut moves);
    let mut forced = Vec::new();
    forced.extend(board.winning_move(mover.opponent(), &mut Vec::new()));
    let replies = if forced.is_empty() { moves } else { forced };
    let mut best = 0.0f32;
    for mv in replies {
        let mut next = board.clone();
        next.apply(mv);
        let value = if next.turn().is_over() { next.rewards().of(mover) } else { 1.0 - solve(&next, images, known) };
        best = best.max(value);
        if best == 1.0 {
            break;
        }
    }
    known.insert(key, best);
    best
}

fn code<R: Rules, const CELLS: usize>(board: &Board<R, CELLS>, image: &[Cell]) -> u64 {
    image.iter().fold(0, |code, &cell| code * 3 + board.stone(cell).map_or(0, |player| 1 + u64::from(player.0)))
}

#[test]
fn neighbours_are_neighbours_of_each_other_in_the_opposite_direction() {
    for grid in [Havannah { size: 4, swap: false }.grid(), Hex { size: 5, swap: false }.grid()] {
        for cell in 0..grid.len() as u16 {
            let place = grid.place(cell);
            assert_eq!(grid.at(i32::from(place.column), i32::from(place.row)), Some(cell));
            for direction in 0..6 {
                let (column, row) = grid.step(cell, direction);
                assert_eq!(grid.at(column, row).unwrap_or(grid::NONE), place.near[direction]);
                if place.near[direction] != grid::NONE {
                    assert_eq!(grid.place(place.near[direction]).near[(direction + 3) % 6], cell);
                }
            }
        }
    }
}

#[test]
fn the_neighbourhood_table_says_what_the_rows_hold() {
    for mask in 0..64u32 {
        // The cell is column 4 of row 1; column 0 is bit 1.
        let mut rows = [0u32; 3];
        for (direction, (column, row)) in [(4, 0), (5, 0), (5, 1), (4, 2), (3, 2), (3, 1)].into_iter().enumerate() {
            rows[row] |= (mask >> direction & 1) << (column + 1);
        }
        let around = AROUND[window(rows[0], rows[1], rows[2], 4)];
        assert_eq!(u32::from(around.mask), mask);
        let has = |direction: u32| mask >> (direction % 6) & 1 == 1;
        let starts: Vec<u32> = (0..6).filter(|&d| has(d) && !has(d + 5)).collect();
        if mask != 63 {
            assert_eq!(usize::from(around.runs), starts.len(), "{mask:06b}");
        }
        assert!(starts.iter().zip(around.first).all(|(&start, first)| start == u32::from(first)), "{mask:06b}");
        let inner = (0..6).filter(|&d| has(d) && has(d + 5) && has(d + 1)).fold(0, |bits, d| bits | 1 << d);
        assert_eq!(around.inner, inner, "{mask:06b}");
    }
}

#[test]
fn a_copy_made_over_another_position_is_the_same_as_a_fresh_one() {
    let mut rng = Rng::new(2);
    let mut over = Havannah { size: 15, swap: false }.start();
    over.play_out(&mut Vec::new(), &mut rng, &mut ());
    for size in [3, 8, 15] {
        let mut board = Havannah { size, swap: false }.start();
        for _ in 0..5 {
            board.apply(board.random_move(&mut Vec::new(), &mut rng));
        }
        over.clone_from(&board);
        let mut fresh = board.clone();
        assert_eq!((over.key(), stones(&over)), (fresh.key(), stones(&fresh)));
        let (mut one, mut two) = (Vec::new(), Vec::new());
        let (mut rng_one, mut rng_two) = (Rng::new(9), Rng::new(9));
        over.play_out(&mut Vec::new(), &mut rng_one, &mut one);
        fresh.play_out(&mut Vec::new(), &mut rng_two, &mut two);
        assert_eq!(one, two);
    }
}

#[test]
fn what_remains_of_a_structure_misses_nothing_and_holds_nothing_more() {
    let cells = least(vec![true; 6], |cells| cells[1] && (cells[2] || cells[4]));
    assert_eq!(cells, [1, 4]);
}
