use super::*;
use crate::GameSpec;
use katsura_game::testing::{Effort, check_with};
use katsura_game::{Draw, Style, Text};
use std::collections::HashSet;

const SHAPES: [(u8, u8); 8] = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (4, 4), (5, 5)];

fn sudoku(shape: (u8, u8), empty: u8, grid: &str) -> Sudoku {
    Sudoku { box_width: shape.0, box_height: shape.1, empty, grid: grid.to_string() }
}

fn refusal(shape: (u8, u8), grid: &str) -> String {
    sudoku(shape, 50, grid).check().unwrap_err().to_string()
}

#[test]
fn the_game_passes_the_kit() {
    for (shape, empty, games) in [((2, 2), 100, 40), ((2, 3), 80, 10), ((3, 2), 100, 10), ((3, 3), 66, 3), ((4, 3), 30, 1)] {
        let effort = Effort { games, ..Effort::default() };
        check_with(&sudoku(shape, empty, "random:3"), effort, |grid| format!("{:?}", grid.values));
    }
}

/// The slow twin: which values are left is worked out from rows, columns and boxes.
fn assert_as_worked_out(grid: &Grid) {
    let (size, width, height) = (grid.layout.size, grid.layout.box_width, grid.layout.box_height);
    let square = |cell: usize| (cell / size / height, cell % size / width);
    let shares = |a: usize, b: usize| a / size == b / size || a % size == b % size || square(a) == square(b);
    let left = |cell: usize| -> Vec<u8> {
        let seen: HashSet<u8> =
            (0..size * size).filter(|&other| shares(cell, other)).map(|other| grid.values[other]).collect();
        (1..=size as u8).filter(|value| !seen.contains(value)).collect()
    };
    let empty: Vec<(usize, Vec<u8>)> =
        (0..size * size).filter(|&cell| grid.values[cell] == 0).map(|cell| (cell, left(cell))).collect();
    let next = empty.iter().min_by_key(|(cell, left)| (left.len(), *cell));
    let mut moves = Vec::new();
    grid.legal_moves(&mut moves);
    let found: Vec<(usize, u8)> = moves.iter().map(|mv| (usize::from(mv.cell), mv.value)).collect();
    let expected = next.into_iter().flat_map(|(cell, left)| left.iter().map(move |&value| (*cell, value)));
    assert_eq!(found, expected.collect::<Vec<_>>());
    assert_eq!(grid.rewards()[0], (size * size - empty.len()) as f32);
    assert_eq!(grid.turn().is_over(), found.is_empty());
    let keys = (0..size * size).filter(|&cell| grid.values[cell] > 0);
    let key = keys.fold(0, |key, cell| key ^ mix_key((cell * MAX_SIZE + usize::from(grid.values[cell])) as u64));
    assert_eq!(grid.key, key);
}

#[test]
fn random_games_agree_with_a_slow_twin() {
    for (number, &shape) in SHAPES.iter().enumerate() {
        for seed in 0..if shape.0 * shape.1 > 12 { 1 } else { 20 } {
            let (mut grid, mut rng) =
                (sudoku(shape, 70, &format!("random:{seed}")).start(), Rng::stream(&[number as u64, seed]));
            while !grid.turn().is_over() {
                assert_as_worked_out(&grid);
                grid.apply(grid.random_move(&mut Vec::new(), &mut rng));
            }
            assert_as_worked_out(&grid);
        }
    }
}

#[test]
fn a_grid_copied_over_another_is_the_same() {
    let (mut copy, source) = (sudoku((3, 3), 50, "random:1").start(), sudoku((4, 4), 60, "random:2").start());
    copy.clone_from(&source);
    assert_eq!(format!("{copy:?}"), format!("{source:?}"));
    assert_eq!(format!("{:?}", source.clone()), format!("{source:?}"));
}

/// All ways to play to the end with all cells filled: each solution once, because the next cell depends on the position
/// only.
fn solutions_by_play(grid: &Grid) -> u64 {
    let mut moves = Vec::new();
    grid.legal_moves(&mut moves);
    if moves.is_empty() {
        return u64::from(usize::from(grid.filled) == grid.values.len());
    }
    let after = moves.into_iter().map(|mv| {
        let mut next = grid.clone();
        next.apply(mv);
        solutions_by_play(&next)
    });
    after.sum()
}

#[test]
fn there_are_288_grids_of_4x4_by_play_and_by_covers() {
    let empty = sudoku((2, 2), 100, "random:1").start();
    assert_eq!((solutions_by_play(&empty), count_solutions(&empty, u64::MAX)), (288, 288));
    assert_eq!(count_solutions(&empty, 100), 100);
}

#[test]
fn covers_and_play_count_the_same_solutions() {
    let mut many = 0;
    for seed in 0..60u64 {
        let (shape, empty) = [((2, 3), 60), ((3, 3), 60), ((3, 2), 75), ((3, 3), 65)][(seed % 4) as usize];
        let grid = sudoku(shape, empty, &format!("random:{seed}")).start();
        let count = count_solutions(&grid, u64::MAX);
        assert!(count >= 1, "the full grid it was taken from is a solution");
        assert_eq!(count, solutions_by_play(&grid), "seed {seed}");
        many += u64::from(count > 1);
    }
    assert!((5..60).contains(&many), "some have several solutions: {many}");
}

#[test]
#[ignore = "a minute: run by cargo xtask oracles"]
fn there_are_28_200_960_grids_of_6x6() {
    assert_eq!(solutions_by_play(&sudoku((3, 2), 100, "random:1").start()), 28_200_960);
}

#[test]
fn random_grids_of_every_size_have_as_many_empty_cells_as_asked_for_and_a_solution() {
    for shape in SHAPES {
        for seed in 0..3 {
            let grid = sudoku(shape, 66, &format!("random:{seed}")).start();
            let cells = grid.layout.cells();
            assert_eq!(cells - usize::from(grid.filled), (cells * 66).div_ceil(100));
            assert!(!grid.turn().is_over() && grid.givens == grid.filled);
            let again = sudoku(shape, 66, &format!("random:{seed}")).start();
            assert_eq!(again.values, grid.values);
            if cells < 100 {
                assert!(count_solutions(&grid, 1) == 1);
            }
        }
        let rules = |values: Vec<u8>| {
            let mut grid = Grid::empty(Layout::of(shape.0, shape.1));
            values.into_iter().enumerate().for_each(|(cell, value)| {
                assert_eq!(grid.domains[cell] >> (value - 1) & 1, 1);
                grid.write(cell, value);
            });
        };
        rules(instance::pattern(Layout::of(shape.0, shape.1), &mut Rng::new(5)));
    }
}

#[test]
fn what_is_no_grid_is_refused_with_the_place() {
    let four = |grid: &str| refusal((2, 2), grid);
    assert!(four("11.. .... .... ....").ends_with("expected each value once, found 1 in row 1, column 2, again in row 1"));
    assert!(four("1... .... 1... ....").ends_with("found 1 in row 3, column 1, again in column 1"));
    assert!(four("1... .1.. .... ....").ends_with("found 1 in row 2, column 2, again in its box"));
    assert!(four("123. ...4 .... ....").ends_with("expected a value for each cell, none is left for row 1, column 4"));
    assert!(four("5... .... .... ....").ends_with("values from 1 to 4, or a point, found '5' in row 1, column 1"));
    assert!(four("..é. .... .... ....").ends_with("found 'é' in row 1, column 3"));
    assert!(four("....").ends_with("expected 16 cells, found 4; or random:SEED"));
    assert!(four(&".".repeat(17)).contains("found 17"));
    assert!(four("1234 3412 2143 4321").ends_with("expected at least one empty cell"));
    assert!(four("random:-1").ends_with("expected a number after 'random:'"));
    assert_eq!(refusal((1, 2), "random:1"), "box_width = 1: expected 2 to 12");
    assert_eq!(refusal((5, 6), "random:1"), "box_height = 6: expected at most 5, for a box has at most 25 cells");
    assert_eq!(sudoku((2, 2), 0, "random:1").check().unwrap_err().to_string(), "empty = 0: expected 1 to 100");
}

#[test]
fn the_grid_is_drawn_with_a_mark_on_the_next_cell() {
    let mut grid = sudoku((2, 2), 50, "12../34../2.4./....").start();
    grid.apply(grid.parse_move("R4C1=4").unwrap());
    let rows = ["   1 2 3 4", "1  1 2 + .", "2  3 4 . .", "3  2 . 4 .", "4 (4). . .", "9 cells left", ""];
    assert_eq!(grid.picture().to_text(Style::Plain), rows.join("\n"));
}

fn read_fuzzed_grids(count: usize) {
    const LETTERS: &[u8] = b"0123456789ABCDEFGPQ..../ |+-x\n:";
    let mut rng = Rng::new(28);
    let samples =
        [".".repeat(81), "12../34../2143/4321".to_string(), "random:1".to_string(), "12.. 34.. .... ....".to_string()];
    let mut accepted = 0;
    for _ in 0..count {
        let mut text = samples[rng.index(samples.len())].clone().into_bytes();
        for _ in 0..=rng.below(6) {
            let (at, letter) = (rng.index(text.len() + 1), LETTERS[rng.index(LETTERS.len())]);
            match rng.below(6) {
                0 => text.insert(at, letter),
                1 if at < text.len() => drop(text.remove(at)),
                _ if at < text.len() => text[at] = letter,
                _ => {}
            }
        }
        let shape = if rng.chance(0.5) { (2, 2) } else { (3, 3) };
        match sudoku(shape, 50, &String::from_utf8_lossy(&text)).check() {
            Ok(()) => accepted += 1,
            Err(error) => assert!(error.to_string().starts_with("grid = "), "{error}"),
        }
    }
    assert!(accepted > count / 100, "{accepted}");
}

#[test]
fn a_hundred_thousand_fuzzed_grids_are_read_or_refused() {
    read_fuzzed_grids(100_000);
}

#[test]
#[ignore = "a minute: run by cargo xtask oracles"]
fn a_million_fuzzed_grids_are_read_or_refused() {
    read_fuzzed_grids(1_000_000);
}

#[test]
fn a_specification_is_read_and_written() {
    let spec = r#"{"name":"sudoku","box_width":4,"box_height":4,"empty":66,"grid":"random:7"}"#;
    assert_eq!(serde_json::to_string(&serde_json::from_str::<GameSpec>(spec).unwrap()).unwrap(), spec);
    let grid = sudoku((4, 4), 66, "random:7").start();
    let entry = Entry { cell: 16 * 2 + 11, value: 16 };
    assert_eq!((grid.format_move(entry).as_str(), grid.parse_move("r3c12=g")), ("r3c12=G", Ok(entry)));
    assert!(grid.parse_move("r17c1=1").unwrap_err().to_string().ends_with("value up to G, as in r1c16=1"));
}
