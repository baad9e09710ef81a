use super::*;
use crate::GameSpec;
use instance::korf_length;
use katsura_game::testing::{self, Effort, check_with};
use katsura_game::{Draw, Style, Text};
use std::collections::{HashMap, HashSet};

fn puzzle(width: u8, height: u8, goal: Goal, board: &str) -> SlidingPuzzle {
    SlidingPuzzle { width, height, goal, limit: 100, board: board.to_string() }
}

fn refusal(width: u8, height: u8, board: &str) -> String {
    puzzle(width, height, Goal::BlankLast, board).check().unwrap_err().to_string()
}

#[test]
fn the_game_passes_the_kit_on_every_shape() {
    let effort = Effort { games: 10, ..Effort::default() };
    for (width, height) in (2..=5).flat_map(|width| (2..=5).map(move |height| (width, height))) {
        for goal in [Goal::BlankFirst, Goal::BlankLast] {
            check_with(&puzzle(width, height, goal, "random:7"), effort, |b| format!("{:?} {}", b.tiles(), b.made));
        }
    }
    let print = |b: &Board| format!("{:?} {}", b.tiles(), b.made);
    check_with(&puzzle(5, 3, Goal::BlankCentre, "random:7"), effort, print);
    check_with(&SlidingPuzzle { limit: 1, ..puzzle(5, 5, Goal::BlankCentre, "random:7") }, effort, print);
}

/// The number of moves from the goal to every position, by tiles.
fn distances(width: u8, height: u8, goal: Goal) -> HashMap<Vec<Tile>, u32> {
    let shape = Shape::of(width, height, goal);
    let mut solved = vec![0; shape.cells()];
    for tile in 0..shape.cells() {
        solved[usize::from(shape.place[tile])] = tile as Tile;
    }
    let mut known = HashMap::from([(solved.clone(), 0)]);
    let mut shell = vec![solved];
    for depth in 1.. {
        let mut next = Vec::new();
        for tiles in &shell {
            let board = Board::new(shape, tiles, 1000);
            for &cell in board.around() {
                let mut board = board;
                board.apply(tiles[usize::from(cell)]);
                if !known.contains_key(board.tiles()) {
                    known.insert(board.tiles().to_vec(), depth);
                    next.push(board.tiles().to_vec());
                }
            }
        }
        if next.is_empty() {
            break;
        }
        shell = next;
    }
    known
}

fn by_depth(distances: &HashMap<Vec<Tile>, u32>) -> Vec<u32> {
    let mut counts = vec![0; *distances.values().max().unwrap() as usize + 1];
    distances.values().for_each(|&depth| counts[depth as usize] += 1);
    counts
}

/// Published counts: [reinefeld1993] has those with the gap in a corner.
const CORNER: [u32; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110, 23952,
    20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];
const CENTRE: [u32; 31] = [
    1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132, 12208, 18612, 18444, 24968,
    19632, 22289, 13600, 11842, 4340, 2398, 472, 148,
];

#[test]
fn the_8_puzzle_has_as_many_positions_at_each_depth_as_is_known() {
    for goal in [Goal::BlankFirst, Goal::BlankLast] {
        assert_eq!(by_depth(&distances(3, 3, goal)), CORNER);
    }
    assert_eq!(by_depth(&distances(3, 3, Goal::BlankCentre)), CENTRE);
    let small = by_depth(&distances(3, 2, Goal::BlankLast));
    assert_eq!((small.len() - 1, small.iter().sum::<u32>()), (21, 360));
    assert_eq!(by_depth(&distances(2, 2, Goal::BlankLast)).iter().sum::<u32>(), 12);
}

/// Whether IDA* finds solutions as short as possible, that solve.
fn assert_shortest<'a>(shape: &'static Shape, positions: impl Iterator<Item = (&'a Vec<Tile>, &'a u32)>) -> u64 {
    let mut nodes = 0;
    for (tiles, &depth) in positions {
        let mut board = Board::new(shape, tiles, 1000);
        let solution = shortest_solution(&board);
        assert_eq!(solution.moves.len() as u32, depth, "{tiles:?}");
        solution.moves.iter().for_each(|&tile| board.try_apply(tile).unwrap());
        assert_eq!(board.distance, 0);
        nodes += solution.nodes;
    }
    nodes
}

#[test]
fn ida_star_solves_a_hundredth_of_the_8_puzzle_in_as_few_moves_as_possible() {
    for goal in [Goal::BlankFirst, Goal::BlankCentre, Goal::BlankLast] {
        let mut known: Vec<_> = distances(3, 3, goal).into_iter().collect();
        known.sort_unstable();
        assert_shortest(Shape::of(3, 3, goal), known.iter().step_by(100).map(|(tiles, depth)| (tiles, depth)));
    }
    for (width, height) in [(2, 2), (2, 3), (3, 2), (2, 4)] {
        let goal = Goal::BlankLast;
        assert_shortest(Shape::of(width, height, goal), distances(width, height, goal).iter().step_by(37));
    }
}

#[test]
#[ignore = "a minute: run by cargo xtask oracles"]
fn ida_star_solves_all_of_the_8_puzzle_in_as_few_moves_as_possible() {
    for goal in [Goal::BlankFirst, Goal::BlankCentre, Goal::BlankLast] {
        let known = distances(3, 3, goal);
        assert_eq!(known.len(), 181_440);
        let nodes = assert_shortest(Shape::of(3, 3, goal), known.iter());
        println!("{goal:?}: all 181,440 positions, {nodes} nodes");
    }
}

#[test]
fn the_easiest_of_korfs_boards_take_as_many_moves_as_is_known() {
    // those of at most 42 moves, with the gap first and, turned round, last
    for number in [55, 79, 42, 16].into_iter().filter(|&number| korf_length(number) <= 42) {
        for goal in [Goal::BlankFirst, Goal::BlankLast] {
            let board = puzzle(4, 4, goal, &format!("korf:{number}")).start();
            assert_eq!(shortest_solution(&board).moves.len() as u32, korf_length(number), "board {number}");
        }
    }
}

#[test]
#[ignore = "minutes: run by cargo xtask oracles"]
fn korfs_boards_take_5305_moves() {
    let (mut total, mut nodes) = (0, 0);
    for number in 1..=100 {
        let board = puzzle(4, 4, Goal::BlankFirst, &format!("korf:{number}")).start();
        let solution = shortest_solution(&board);
        assert_eq!(solution.moves.len() as u32, korf_length(number), "board {number}");
        total += solution.moves.len();
        nodes += solution.nodes;
    }
    assert_eq!(total, 5305);
    println!("{nodes} nodes");
}

/// The slow twin: everything worked out anew from the tiles.
fn assert_as_worked_out(board: &Board) {
    let (width, cells) = (board.shape.width, board.shape.cells());
    let place = |tile: Tile| {
        let gap = usize::from(board.shape.place[0]);
        let tile = usize::from(tile);
        if tile <= gap { tile - 1 } else { tile }
    };
    let apart = |a: usize, b: usize| (a % width).abs_diff(b % width) + (a / width).abs_diff(b / width);
    let tiles = board.tiles();
    let distance: usize = (0..cells).filter(|&cell| tiles[cell] != 0).map(|cell| apart(cell, place(tiles[cell]))).sum();
    assert_eq!(usize::from(board.distance), distance);
    let gap = tiles.iter().position(|&tile| tile == 0).unwrap();
    assert_eq!(usize::from(board.gap), gap);
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let expected: HashSet<Tile> = (0..cells).filter(|&cell| apart(cell, gap) == 1).map(|cell| tiles[cell]).collect();
    let over = distance == 0 || board.made == board.limit;
    assert_eq!(moves.into_iter().collect::<HashSet<_>>(), if over { HashSet::new() } else { expected });
}

#[test]
fn random_games_agree_with_a_slow_twin() {
    let goals = [Goal::BlankFirst, Goal::BlankCentre, Goal::BlankLast];
    for seed in 0..600u64 {
        let (width, height) = (2 + (seed % 4) as u8, 2 + (seed / 4 % 4) as u8);
        let goal = goals[(seed / 16 % 3) as usize];
        let puzzle = puzzle(width, height, goal, &format!("random:{seed}"));
        if puzzle.check().is_err() {
            assert_eq!(goal, Goal::BlankCentre);
            continue;
        }
        let (mut board, mut rng) = (puzzle.start(), Rng::new(seed));
        while !board.turn().is_over() {
            assert_as_worked_out(&board);
            let tile = board.playout_move(&mut Vec::new(), &mut rng);
            assert_ne!(tile, board.last, "playouts never take a move back");
            board.apply(tile);
        }
        assert_as_worked_out(&board);
    }
}

#[test]
fn random_boards_are_uniform_over_those_that_can_be_solved() {
    let known = distances(2, 2, Goal::BlankLast);
    let mut counts: HashMap<Vec<Tile>, f64> = HashMap::new();
    for seed in 0..12_000 {
        *counts.entry(puzzle(2, 2, Goal::BlankLast, &format!("random:{seed}")).start().tiles().to_vec()).or_default() += 1.0;
    }
    assert!(counts.keys().all(|tiles| known.contains_key(tiles)));
    let chi2: f64 = counts.values().map(|count| (count - 1000.0) * (count - 1000.0) / 1000.0).sum();
    assert!(counts.len() == 12 && chi2 < 31.26, "chi-squared {chi2} exceeds the 99.9 % quantile of 11 degrees of freedom");
}

#[test]
fn a_solution_is_worth_the_moves_that_are_left_and_anything_else_less_than_nothing() {
    let puzzle = SlidingPuzzle { limit: 4, ..puzzle(3, 3, Goal::BlankLast, "1 2 3 4 5 6 0 7 8") };
    let result = |moves| testing::after(&puzzle, moves).rewards()[0];
    assert_eq!((result("7 8"), result("4 4 7 8"), result("4 1 2 5")), (2.0, 0.0, -6.0));
    // three corners are 4 away from their opposites, four edges 3, the centre 2
    let payoff = puzzle.about().payoff;
    assert_eq!((payoff.range, payoff.solved_from), (Some([-26.0, 2.0]), Some(0.0)));
}

#[test]
fn what_is_no_board_is_refused_with_the_place() {
    assert!(
        refusal(3, 3, "1 2 3 / 4 5 6 / 8 7 0")
            .ends_with("expected a board that can be solved: this one needs two tiles swapped")
    );
    assert!(refusal(3, 3, "1 2 3 / 4 5 6 / 7 7 0").ends_with("expected every tile once, found 7 again in row 3, column 2"));
    assert!(refusal(3, 3, "1 2 3 4 9 6 7 8 0").ends_with("expected tiles from 0 to 8, found '9' in row 2, column 2"));
    assert!(refusal(3, 3, "1 2 3 / 4 5 / 7 8 0").ends_with("expected 3 rows of 3 tiles, found 2 in row 2"));
    assert!(refusal(3, 2, "1 2 3 / 4 5 0 / 7 8 6").ends_with("expected 2 rows of 3 tiles, found more rows"));
    assert!(refusal(3, 3, "1 2 3").contains("expected 9 tiles from 0 to 8, found 3"));
    assert!(refusal(3, 3, "").contains("found 0"));
    assert!(refusal(4, 4, "korf:101").ends_with("expected a number from 1 to 100 after 'korf:'"));
    assert!(refusal(3, 3, "korf:1").ends_with("expected width = 4 and height = 4 with it, not 3 and 3"));
    assert!(refusal(3, 3, "random:x").ends_with("expected a number after 'random:'"));
    assert_eq!(refusal(6, 3, "random:1"), "width = 6: expected 2 to 5");
    let centre = puzzle(4, 4, Goal::BlankCentre, "random:1").check().unwrap_err().to_string();
    assert_eq!(centre, "goal = blank-centre: expected another for a board that has no middle");
}

#[test]
fn the_board_is_drawn_with_the_tile_that_moved() {
    let start = puzzle(4, 4, Goal::BlankLast, "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15");
    let picture = testing::after(&start, "11").picture();
    let rows = [" 1   2   3   4", " 5   6   7   8", " 9   10  .   12", " 13  14 (11) 15", "2 steps away, 99 moves left", ""];
    assert_eq!(picture.to_text(Style::Plain), rows.join("\n"));
    assert_eq!(picture.cells[9].move_index, Some(9), "the 10 beside the gap can be slid");
}

/// A text near a board: a sample with some letters changed, put in, taken out or repeated, or others.
fn fuzzed(samples: &[&str], rng: &mut Rng) -> String {
    const LETTERS: &[u8] = b"0123456789 /,:-randomkf\n\t";
    let mut text = samples[rng.index(samples.len())].as_bytes().to_vec();
    for _ in 0..=rng.below(3) {
        let (at, letter) = (rng.index(text.len() + 1), LETTERS[rng.index(LETTERS.len())]);
        match rng.below(4) {
            0 if at < text.len() => text[at] = letter,
            1 if at < text.len() => drop(text.remove(at)),
            2 if at < text.len() => {
                let other = rng.index(text.len());
                text.swap(at, other);
            }
            _ => text.insert(at, letter),
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

fn read_fuzzed_boards(count: usize) {
    let mut rng = Rng::new(28);
    let samples =
        ["1 2 3 / 4 5 6 / 7 8 0", "8 6 7 2 5 4 3 0 1", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15", "random:12", "korf:7", ""];
    let mut accepted = 0;
    for _ in 0..count {
        let size = 2 + rng.below(4) as u8;
        let puzzle = puzzle(size, size, Goal::BlankLast, &fuzzed(&samples, &mut rng));
        match puzzle.check() {
            Ok(()) => accepted += usize::from(!puzzle.start().tiles().is_empty()),
            Err(error) => assert!(error.to_string().starts_with("board = ") && error.to_string().len() < 600, "{error}"),
        }
    }
    assert!(accepted > count / 100, "{accepted}");
}

#[test]
fn a_hundred_thousand_fuzzed_boards_are_read_or_refused() {
    read_fuzzed_boards(100_000);
}

#[test]
#[ignore = "a minute: run by cargo xtask oracles"]
fn a_million_fuzzed_boards_are_read_or_refused() {
    read_fuzzed_boards(1_000_000);
}

#[test]
fn a_specification_is_read_and_written() {
    let spec = r#"{"name":"sliding-puzzle","width":4,"height":4,"goal":"blank-first","limit":80,"board":"korf:1"}"#;
    let read: GameSpec = serde_json::from_str(spec).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), spec);
    assert!(
        serde_json::from_str::<SlidingPuzzle>(r#"{"goal": "middle"}"#).unwrap_err().to_string().contains("blank-centre")
    );
    let board = puzzle(4, 4, Goal::BlankLast, "random:3").start();
    assert_eq!(board.parse_move(" 15 "), Ok(15));
    assert!(board.parse_move("16").unwrap_err().to_string().ends_with("expected a tile from 1 to 15"));
}
