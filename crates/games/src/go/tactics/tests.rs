//! Tactics against drawn boards and slow twins.

use super::few::Few;
use crate::go::board::Board;
use crate::go::cells::At;
use crate::go::{Go9, Go19, GoState, Point, Rules};
use katsura_game::{Game, Knowledge, LightPlayout, Rng, State, Text};
use std::collections::BTreeSet;

type SmallState = GoState<10, 112>;
type SmallBoard = Board<10, 112>;
type SmallPoint = At<10, 112>;

/// The position of a drawing, rows from the top, X Black, O White; Black is to move. The last move is the stone drawn in lower case,
/// then its opponent is to move.
pub(super) fn board(rows: &str) -> (SmallState, Option<SmallPoint>) {
    let rows: Vec<&[u8]> = rows.split_whitespace().map(str::as_bytes).collect();
    let size = rows.len();
    let mut state = Go9::new(Rules { size: size as u8, ..Rules::default() }).start();
    let mut last = None;
    for (row, cells) in rows.iter().rev().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let at = At::new(column, row);
            match cell.to_ascii_uppercase() {
                b'X' => drop(state.board.place_stone(at, 0)),
                b'O' => drop(state.board.place_stone(at, 1)),
                _ => continue,
            }
            if cell.is_ascii_lowercase() {
                last = Some(at);
                state.to_move = usize::from(*cell == b'x');
                state.last = Some(Point::at(at));
            }
        }
    }
    (state, last)
}

/// The moves of a playout rule, sorted, in small letters.
fn suggested(rule: &str, rows: &str) -> Vec<String> {
    let (mut state, _) = board(rows);
    state.begin_playout();
    let number = crate::go::knowledge::knows().playout_rules.iter().position(|known| known.name == rule).unwrap();
    let (mut moves, mut rng) = (Vec::new(), Rng::new(1));
    state.suggest(number, state.last, &mut moves, &mut rng);
    let names: BTreeSet<String> = moves.iter().map(|&mv| state.format_move(mv).to_lowercase()).collect();
    names.into_iter().collect()
}

fn points(size: usize) -> impl Iterator<Item = SmallPoint> {
    (0..size * size).map(move |point| At::new(point % size, point / size))
}

fn neighbours(size: usize, at: SmallPoint) -> Vec<SmallPoint> {
    let (column, row) = at.column_and_row();
    let near = [(column.wrapping_sub(1), row), (column + 1, row), (column, row.wrapping_sub(1)), (column, row + 1)];
    near.into_iter().filter(|&(column, row)| column < size && row < size).map(|(column, row)| At::new(column, row)).collect()
}

/// The stones and the liberties of the string at a point, or the region of an empty one, by flood fill.
fn flood(board: &SmallBoard, size: usize, start: SmallPoint) -> (BTreeSet<u16>, BTreeSet<u16>) {
    let (mut stones, mut liberties, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![start]);
    while let Some(at) = open.pop() {
        if stones.insert(at.number()) {
            for near in neighbours(size, at) {
                match board.colour(near) {
                    colour if colour == board.colour(start) => open.push(near),
                    None => drop(liberties.insert(near.number())),
                    _ => {}
                }
            }
        }
    }
    (stones, liberties)
}

/// Positions of random games on a small board, with the point that simple ko forbids.
fn random_positions(size: u8, games: u64, mut check: impl FnMut(&SmallState, &mut Rng)) {
    for game in 0..games {
        let mut rng = Rng::stream(&[31, u64::from(size), game]);
        let mut state = Go9::new(Rules { size, ..Rules::default() }).start();
        state.begin_playout();
        while !state.turn().is_over() {
            check(&state, &mut rng);
            state.apply(state.playout_move(&mut Vec::new(), &mut rng));
        }
    }
}

#[test]
fn liberties_are_those_of_a_flood_fill() {
    for size in [3, 5, 9] {
        random_positions(size, 20, |state, _| {
            for at in points(usize::from(size)) {
                let Some(string) = state.board.string_at(at) else { continue };
                let (stones, liberties) = flood(&state.board, usize::from(size), at);
                let numbers = |few: &[SmallPoint]| few.iter().map(|at| at.number()).collect::<BTreeSet<_>>();
                assert_eq!(state.board.stones_in(string).map(|at| at.number()).collect::<BTreeSet<_>>(), stones);
                assert_eq!(numbers(&state.board.some_liberties::<81>(string)), liberties);
                assert_eq!(state.board.some_liberties::<2>(string).len(), liberties.len().min(2));
                let last = state.board.last_liberty(string).map(|at| BTreeSet::from([at.number()]));
                assert_eq!(last, (liberties.len() == 1).then_some(liberties.clone()));
                let two = state.board.two_liberties(string).map(|two| numbers(&two));
                assert_eq!(two, (liberties.len() == 2).then_some(liberties));
            }
        });
    }
}

#[test]
fn self_atari_is_what_the_board_shows_after_the_stone() {
    for size in [3, 5, 9] {
        random_positions(size, 20, |state, _| {
            for at in points(usize::from(size)).filter(|&at| state.board.is_empty_point(at)) {
                for colour in [0, 1] {
                    let before = state.board.taken[colour ^ 1];
                    let mut after = state.board;
                    after.place_stone(at, colour);
                    // a single stone's suicide leaves the board as it was, that of several takes them off
                    let left = after.string_at(at).map(|_| flood(&after, usize::from(size), at));
                    let liberties = left.as_ref().map_or(0, |(_, liberties)| liberties.len());
                    assert_eq!(state.board.is_self_atari(at, colour), liberties < 2);
                    assert_eq!(state.board.liberties_with::<4>(at, colour), liberties.min(3));
                    let captured = after.taken[colour ^ 1] > before;
                    assert_eq!(state.board.captures(at, colour), captured);
                    let nakade = left.as_ref().is_some_and(|(stones, liberties)| {
                        is_nakade_slowly(&after, usize::from(size), colour, stones, liberties)
                    });
                    let bad = liberties < 2 && !captured && state.board.stones_with(at, colour, 9) > 1 && !nakade;
                    assert_eq!(state.board.is_bad_self_atari(at, colour), bad, "{at:?} of {colour}\n{}", drawn(state));
                    if let Some((stones, _)) = left.filter(|_| liberties > 0) {
                        assert_eq!(state.board.stones_with(at, colour, 100), stones.len());
                    }
                }
            }
        });
    }
}

/// Regions that are one eye if the opponent moves first.
const ONE_EYE: [&str; 8] = ["XX", "XXX", "XX X.", "XX XX", "XXX .X.", ".X. XXX .X.", "XXX XX.", ".X. XXX .XX"];

/// Whether stones that stand on the board fill a region of the opponent but for one point, in one of these shapes turned or mirrored, and no string
/// of the opponent around them has another region of at most six points to itself.
fn is_nakade_slowly(
    board: &SmallBoard,
    size: usize,
    colour: usize,
    stones: &BTreeSet<u16>,
    liberties: &BTreeSet<u16>,
) -> bool {
    let Some(last) = points(size).find(|at| liberties.contains(&at.number())).filter(|_| liberties.len() == 1) else {
        return false;
    };
    let is_closed =
        neighbours(size, last).into_iter().all(|at| stones.contains(&at.number()) || board.colour(at) == Some(colour ^ 1));
    let around = points(size).filter(|at| stones.contains(&at.number()) || *at == last).flat_map(|at| neighbours(size, at));
    let has_another_eye = around.filter(|&at| board.colour(at) == Some(colour ^ 1)).any(|at| {
        let (_, liberties) = flood(board, size, at);
        points(size).filter(|at| liberties.contains(&at.number())).any(|liberty| {
            let (region, _) = flood(board, size, liberty);
            let touching = points(size).filter(|at| region.contains(&at.number())).flat_map(|at| neighbours(size, at));
            region.len() <= 6 && touching.filter_map(|at| board.colour(at)).all(|touching| touching == colour ^ 1)
        })
    });
    let places: Vec<(i32, i32)> = points(size)
        .filter(|at| stones.contains(&at.number()))
        .map(|at| at.column_and_row())
        .map(|(column, row)| (column as i32, row as i32))
        .collect();
    is_closed && !has_another_eye && ONE_EYE.iter().any(|drawing| turned(drawing).contains(&from_corner(&places)))
}

/// The points of a drawing in all eight positions.
fn turned(drawing: &str) -> Vec<BTreeSet<(i32, i32)>> {
    let rows = drawing.split(' ').enumerate();
    let points: Vec<(i32, i32)> = rows
        .flat_map(|(y, row)| {
            row.bytes().enumerate().filter(|&(_, cell)| cell == b'X').map(move |(x, _)| (x as i32, y as i32))
        })
        .collect();
    let turn = |turn: usize, (x, y): (i32, i32)| {
        let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
        (if turn & 2 == 0 { x } else { -x }, if turn & 4 == 0 { y } else { -y })
    };
    (0..8).map(|way| from_corner(&points.iter().map(|&at| turn(way, at)).collect::<Vec<_>>())).collect()
}

/// Points moved so that they touch both axes.
fn from_corner(points: &[(i32, i32)]) -> BTreeSet<(i32, i32)> {
    let (left, low) = (points.iter().map(|at| at.0).min().unwrap_or(0), points.iter().map(|at| at.1).min().unwrap_or(0));
    points.iter().map(|&(x, y)| (x - left, y - low)).collect()
}

/// Moves after which a string has escaped: the board has come back.
const DEEP: usize = 24;

/// Whether a string is caught if the attacker plays only its liberties and the defender whatever is legal: every line is searched.
fn is_caught_slowly(board: &SmallBoard, size: usize, stone: SmallPoint, ko: Option<SmallPoint>, depth: usize) -> bool {
    let Some(prey) = board.colour(stone) else { return true };
    let liberties = flood(board, size, stone).1;
    if liberties.len() > 2 || depth > DEEP {
        return false;
    }
    points(size).filter(|at| liberties.contains(&at.number())).any(|at| {
        let Some((after, ko)) = play(board, at, prey ^ 1, ko) else { return false };
        if after.colour(stone) != Some(prey) {
            return true;
        }
        // an attacker who leaves two liberties does not give atari
        flood(&after, size, stone).1.len() == 1 && !escapes_slowly(&after, size, stone, ko, depth + 1)
    })
}

fn escapes_slowly(board: &SmallBoard, size: usize, stone: SmallPoint, ko: Option<SmallPoint>, depth: usize) -> bool {
    let prey = board.colour(stone).unwrap();
    points(size).filter(|&at| board.is_empty_point(at)).any(|at| {
        let after = play(board, at, prey, ko);
        after.is_some_and(|(after, ko)| {
            after.colour(stone) == Some(prey) && !is_caught_slowly(&after, size, stone, ko, depth + 1)
        })
    })
}

fn play(
    board: &SmallBoard,
    at: SmallPoint,
    colour: usize,
    ko: Option<SmallPoint>,
) -> Option<(SmallBoard, Option<SmallPoint>)> {
    if Some(at) == ko || !board.can_place(at, colour, false) {
        return None;
    }
    let mut after = *board;
    let ko = after.place_stone(at, colour);
    Some((after, ko))
}

#[test]
fn ladders_are_read_as_by_a_search_of_every_line() {
    let (mut caught, mut free) = (0, 0);
    for size in [3, 4, 5] {
        random_positions(size, 40, |state, rng| {
            if rng.chance(0.5) {
                return;
            }
            for at in points(usize::from(size)) {
                let Some(string) = state.board.string_at(at) else { continue };
                if state.board.some_liberties::<3>(string).len() > 2 {
                    continue;
                }
                let slow = is_caught_slowly(&state.board, usize::from(size), at, state.ko, 0);
                assert_eq!(state.board.is_caught(at, state.ko), slow, "size {size}, {at:?}\n{}", drawn(state));
                if slow { caught += 1 } else { free += 1 }
            }
        });
    }
    assert!(caught > 500 && free > 500, "{caught} {free}");
}

fn drawn(state: &SmallState) -> String {
    use katsura_game::{Draw, Style};
    state.picture().to_text(Style::Plain)
}

#[test]
fn the_string_of_the_last_stone_is_taken() {
    assert_eq!(suggested("capture", "..... ..X.. .XoX. ..... ....."), ["c2"]);
    assert!(suggested("capture", "..... ..X.. .Xo.. ..... .....").is_empty(), "it has two liberties");
}

#[test]
fn strings_that_hold_an_own_string_in_atari_are_taken() {
    // b3 is in atari: a3 can be taken at a4, the last stone at d3.
    assert_eq!(suggested("capture", "..... .OX.. OXo.. X.X.. ....."), ["a4", "d3"]);
}

#[test]
fn a_string_in_atari_is_extended_if_that_helps() {
    assert_eq!(suggested("escape", "..... .OX.. OXo.. X.X.. ....."), ["b2"]);
    // in the corner nothing helps: a2 would have one liberty
    assert!(suggested("escape", "..... ..... .O... .O... Xo...").is_empty());
}

#[test]
fn a_ladder_is_started_where_it_works() {
    let works = "....... ....... ...X... ..Xo... ..X.... ....... .......";
    assert_eq!(suggested("ladder", works), ["e4"]);
    let broken = "....... ....... ...X... ..Xo... ..X.... ....O.. .......";
    assert!(suggested("ladder", broken).is_empty());
}

/// A ladder that runs across 19x19 and back is read on a stack that would not hold the boards of one crossing.
#[test]
fn a_long_ladder_needs_little_stack() {
    let read = || {
        let mut board = Go19::new(Rules { size: 19, ..Rules::default() }).start().board;
        for (column, row) in [(2, 14), (2, 15), (3, 16)] {
            board.place_stone(At::new(column, row), 0);
        }
        let prey = At::new(3, 15);
        board.place_stone(prey, 1);
        let caught = board.is_caught(prey, None);
        board.place_stone(At::new(15, 4), 1);
        (caught, board.is_caught(prey, None))
    };
    let reader = std::thread::Builder::new().stack_size(96 << 10).spawn(read).unwrap();
    assert_eq!(reader.join().unwrap(), (true, false), "the second time a stone stands in its way");
}

#[test]
fn a_string_that_a_ladder_threatens_is_saved() {
    // White has played c4: Black's d4 would be caught from e4, and gets three liberties at e4 or at d3.
    let threatened = "....... ....... ...O... ..oX... ..O.... ....... .......";
    assert_eq!(suggested("ladder", threatened), ["d3", "e4"]);
}

#[test]
fn the_vital_point_of_a_small_eye_space_is_found() {
    assert_eq!(suggested("nakade", "..... ..... XXXX. OOOO. ...o."), ["b1"]);
    assert_eq!(suggested("nakade", "..... ..... OOO.. ..O.. .oO..").len(), 1, "three points around the corner");
    // bulky five: a1 b1 c1 a2 b2
    assert_eq!(suggested("nakade", "..... ..... OoO.. ..O.. ...O."), ["b1"]);
    assert!(suggested("nakade", "..... ..... OOO.. ..o.. ..O..").is_empty(), "a square has none");
    assert!(suggested("nakade", "..... ..... OXO.. ..O.. ...o.").is_empty(), "both colours touch it");
}

#[test]
fn suggestions_do_what_their_rules_say() {
    let rules: Vec<&str> = crate::go::knowledge::knows().playout_rules.iter().map(|rule| rule.name).collect();
    let (mut counts, mut passes) = (vec![0; rules.len()], 0);
    for size in [5, 9] {
        random_positions(size, 30, |state, rng| {
            let mut moves = Vec::new();
            for (number, &name) in rules.iter().enumerate() {
                state.suggest(number, state.last, &mut moves, rng);
                for &mv in &moves {
                    let Some(at) = state.point(mv) else {
                        let gives_away = |at| !state.is_playable(at) || state.board.is_bad_self_atari(at, state.to_move);
                        let all_do = state.board.empty.as_slice().iter().copied().all(gives_away);
                        assert!(name == "wary" && all_do, "{name} passes\n{}", drawn(state));
                        passes += 1;
                        continue;
                    };
                    assert!(state.board.is_empty_point(at), "{name}");
                    let bad = state.board.is_bad_self_atari(at, state.to_move);
                    assert!(!bad || !["escape", "pattern", "wary"].contains(&name), "{name}");
                    assert!(name != "capture" || state.board.captures(at, state.to_move));
                    assert!(state.is_playout_move(mv), "{name}");
                    assert!(name != "pattern" || state.board.matches_pattern(at, state.to_move));
                    counts[number] += 1;
                }
            }
        });
    }
    assert!(counts.iter().all(|&count| count > 20), "every rule had something to say: {counts:?}");
    assert!(passes > 20, "{passes}");
}

/// The end of a game against Pachi: whoever plays d9 loses the upper left, which is a seki with an eye each.
const SEKI: &str = "OOO.XXXOO OOXXXOOOO .OX.XOOO. OOOXXOO.O XXXOOOOO. XXXXOOOOO XXX.XOOXO X.XXXXXXX XXXXX.XXX";

#[test]
fn nobody_has_to_break_a_seki() {
    let (mut state, _) = board(SEKI);
    for colour in [0, 1] {
        state.to_move = colour;
        state.begin_playout();
        assert!(state.board.is_bad_self_atari(state.point(state.parse_move("d9").unwrap()).unwrap(), colour));
        assert_eq!(state.wary_move(&mut Rng::new(1)), Point::PASS);
        assert_eq!(estimate(&state, "pass"), 0.5);
        assert!(estimate(&state, "d9") < 0.25, "{}", estimate(&state, "d9"));
    }
}

#[test]
fn stones_that_leave_one_eye_are_not_given_away() {
    let bad = |rows, point| {
        let (state, _) = board(rows);
        state.board.is_bad_self_atari(state.point(state.parse_move(point).unwrap()).unwrap(), state.to_move)
    };
    assert!(!bad("..... ..... OOOO. XX..O OOOOO", "c2"), "three in a row, of four points");
    assert!(!bad("..... ..... OOO.. .XO.. XX.O.", "a2"), "a square, of five points");
    assert!(bad("..... OOOOO XXX.. OOOOO .....", "d3"), "four in a row make two eyes");
    assert!(bad("..... ..... OOO.. XX..O OOOOO", "c2"), "the last point is open");
    assert!(bad(".X.XX XXXXX OOOOO XXXOO .X.O.", "c1"), "a seki with an eye each");
}

/// Distances by relaxing every edge until nothing changes: no step within a string, one step otherwise.
fn distances_slowly(board: &SmallBoard, size: usize, from: SmallPoint) -> Vec<(u16, u32)> {
    let mut distance: Vec<(SmallPoint, u32)> = points(size).map(|at| (at, if at == from { 0 } else { 1000 })).collect();
    loop {
        let before = distance.clone();
        for (at, value) in &mut distance {
            for near in neighbours(size, *at) {
                let step = u32::from(board.colour(near).is_none() || board.colour(near) != board.colour(*at));
                let through = before.iter().find(|(other, _)| *other == near).map_or(1000, |(_, value)| value + step);
                *value = (*value).min(through);
            }
        }
        if before == distance {
            return distance.into_iter().map(|(at, value)| (at.number(), value)).collect();
        }
    }
}

#[test]
fn distances_are_those_of_the_common_fate_graph() {
    random_positions(5, 8, |state, _| {
        let Some(last) = state.last_point() else { return };
        let fast = state.board.distances(last, 3);
        for (number, slow) in distances_slowly(&state.board, 5, last) {
            let expected = if slow > 3 { super::distance::FAR } else { slow as u8 };
            assert_eq!(fast[usize::from(number)], expected);
        }
    });
}

fn estimates(state: &SmallState) -> Vec<(String, f32)> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let mut estimates = vec![0.0; moves.len()];
    state.heuristic(&moves, None, &[], &mut estimates);
    moves.iter().zip(estimates).map(|(&mv, estimate)| (state.format_move(mv).to_lowercase(), estimate)).collect()
}

fn estimate(state: &SmallState, name: &str) -> f32 {
    estimates(state).into_iter().find(|(mv, _)| mv == name).unwrap().1
}

#[test]
fn estimates_know_captures_eyes_and_passes() {
    let (state, _) = board(".OX.. OXo.. X.X.. ..... .....");
    assert!(estimate(&state, "b3") > 0.8, "saves two strings");
    let (state, _) = board("..... ..... .XXX. .X.X. .XXX.");
    assert!(estimate(&state, "c2") < 0.05, "an own eye");
    assert!(estimate(&state, "pass") < 0.1, "the game is not over");
    let mut passed = state;
    passed.apply(Point::PASS);
    assert!(estimate(&passed, "pass") < 0.1, "White would lose");
    passed.apply(passed.parse_move("a1").unwrap());
    passed.apply(passed.parse_move("a5").unwrap());
    passed.apply(Point::PASS);
    assert!(estimate(&passed, "pass") > 0.9, "Black has 10 points, White 1 and komi");
}

#[test]
fn estimates_are_between_nothing_and_certainty() {
    random_positions(7, 10, |state, _| {
        assert!(estimates(state).iter().all(|&(_, estimate)| estimate > 0.0 && estimate < 1.0));
    });
}

#[test]
fn a_few_things_are_kept_once_each() {
    let mut few = Few::<u8, 3>::new(0);
    [4, 4, 5, 4, 6, 7].into_iter().for_each(|item| few.add(item));
    assert_eq!((&*few, few.is_full()), (&[4, 5, 6][..], true));
}
