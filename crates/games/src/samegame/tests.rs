use super::*;
use katsura_game::testing::{Effort, check_with};
use katsura_game::{Draw, Keyed, Knowledge, LightPlayout, Reserve, Rng, State, Style, Text, Trace, Turn};
use proptest::prelude::*;

/// The rules once more, in the plainest way: columns of colours, and a flood fill over a list.
#[derive(Clone, Debug, PartialEq)]
struct Twin {
    columns: Vec<Vec<u8>>,
    points: i32,
    leftover: Leftover,
}

type Cell = (usize, usize);

impl Twin {
    fn of(rules: &SameGame) -> Twin {
        Twin { columns: rules.layout().columns, points: 0, leftover: rules.leftover }
    }

    fn at(&self, (x, y): Cell) -> Option<u8> {
        self.columns.get(x)?.get(y).copied()
    }

    fn group(&self, cell: Cell) -> Vec<Cell> {
        let mut group = vec![cell];
        let mut next = 0;
        while next < group.len() {
            let (x, y) = group[next];
            next += 1;
            for near in [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))] {
                if self.at(near).is_some() && self.at(near) == self.at(cell) && !group.contains(&near) {
                    group.push(near);
                }
            }
        }
        group.sort_unstable();
        group
    }

    /// The groups, by their first cells.
    fn groups(&self) -> Vec<Vec<Cell>> {
        let cells = (0..self.columns.len()).flat_map(|x| (0..self.columns[x].len()).map(move |y| (x, y)));
        cells
            .map(|cell| (cell, self.group(cell)))
            .filter(|(cell, group)| group.len() > 1 && group[0] == *cell)
            .map(|x| x.1)
            .collect()
    }

    fn take(&mut self, group: &[Cell]) {
        for &(x, y) in group.iter().rev() {
            self.columns[x].remove(y);
        }
        self.columns.retain(|column| !column.is_empty());
        self.points += (group.len() as i32 - 2).pow(2);
    }

    fn count(&self, colour: u8) -> i32 {
        self.columns.iter().flatten().filter(|&&cell| cell == colour).count() as i32
    }

    fn result(&self) -> i32 {
        let left: i32 = (0..8).map(|colour| self.count(colour)).sum();
        let cost = match self.leftover {
            _ if left == 0 => -1000,
            Leftover::None => 0,
            Leftover::Total => (left - 2).pow(2),
            Leftover::ByColour => (0..8).map(|c| self.count(c)).filter(|&n| n > 0).map(|n| (n - 2).pow(2)).sum(),
        };
        self.points - cost
    }
}

fn random(seed: u64, [width, height, colours]: [u8; 3]) -> SameGame {
    let board = format!("random:{seed}");
    SameGame { board, width: Some(width), height: Some(height), colours: Some(colours), ..SameGame::default() }
}

fn board(rows: &str) -> SameGame {
    SameGame { board: rows.to_string(), ..SameGame::default() }
}

fn small(rules: &SameGame) -> Sized<4, 16> {
    Sized { rules: rules.clone(), layout: rules.layout() }
}

/// Any board in the large form.
fn large(rules: &SameGame) -> Sized<10, 32> {
    Sized { rules: rules.clone(), layout: rules.layout() }
}

fn is_small(size: [u8; 3]) -> bool {
    size[0] <= 16 && size[1] <= 15
}

/// Plays a random game side by side with the twin.
fn compare<const WORDS: usize, const STRIDE: usize>(game: &Sized<WORDS, STRIDE>, rng: &mut Rng) {
    let (mut fast, mut twin, mut moves) = (game.start(), Twin::of(&game.rules), Vec::new());
    loop {
        let groups = twin.groups();
        fast.legal_moves(&mut moves);
        let height = usize::from(game.layout.height);
        let firsts: Vec<usize> = groups.iter().map(|group| group[0].0 * height + group[0].1).collect();
        assert_eq!(moves.iter().map(|&mv| fast.move_index(mv)).collect::<Vec<_>>(), firsts, "{:?}", game.rules);
        assert_eq!(fast.blocks(), twin.columns.iter().map(Vec::len).sum::<usize>() as i32);
        if groups.is_empty() {
            assert_eq!((fast.turn(), fast.rewards()[0]), (Turn::Over, twin.result() as f32), "{:?}", game.rules);
            return;
        }
        let drawn = rng.index(groups.len());
        twin.take(&groups[drawn]);
        fast.apply(moves[drawn]);
    }
}

fn compare_many(games: u64, seed: u64) {
    let mut rng = Rng::stream(&[seed]);
    for number in 0..games {
        let size = [1 + rng.below(20) as u8, 1 + rng.below(20) as u8, 2 + rng.below(7) as u8];
        let size = if number % 2 == 0 { [15, 15, 5] } else { size };
        let leftover = [Leftover::None, Leftover::Total, Leftover::ByColour][rng.index(3)];
        let rules = SameGame { leftover, ..random(rng.next_u64() >> 1, size) };
        compare(&large(&rules), &mut rng);
        if is_small(size) {
            compare(&small(&rules), &mut rng);
        }
    }
}

#[test]
fn the_slow_twin_agrees_over_random_games() {
    compare_many(600, 1);
}

#[test]
#[ignore = "takes minutes"]
fn the_slow_twin_agrees_over_a_hundred_thousand_random_games() {
    compare_many(100_000, 2);
}

#[test]
fn the_game_passes_the_kit() {
    let effort = Effort { games: 12, ..Effort::default() };
    let print = |text: String, points: i32| format!("{text} {points}");
    for size in [[15, 15, 5], [1, 1, 2], [5, 4, 3], [16, 15, 8], [2, 9, 2]] {
        check_with(&small(&random(7, size)), effort, |state| print(state.picture().to_text(Style::Plain), state.points()));
    }
    for size in [[20, 20, 5], [17, 3, 2]] {
        check_with(&large(&random(7, size)), effort, |state| print(state.picture().to_text(Style::Plain), state.points()));
    }
}

#[test]
fn large_boards_are_of_the_large_class() {
    let class = |size| matches!(random(1, size).size_class(), SizeClass::To20(_));
    assert!(!class([16, 15, 2]) && class([17, 15, 2]) && class([16, 16, 2]));
}

/// Boards 11 to 15 have 45 blocks of each colour, 16 to 20 have 40 of four colours and 65 of one.
#[test]
fn the_twenty_boards_have_the_published_counts_of_colours() {
    for number in 1..=20 {
        let twin = Twin::of(&board(&format!("standard:{number}")));
        let mut counts: Vec<i32> = (0..5).map(|colour| twin.count(colour)).collect();
        counts.sort_unstable();
        match number {
            11..=15 => assert_eq!(counts, [45; 5], "{number}"),
            16..=20 => assert_eq!(counts, [40, 40, 40, 40, 65], "{number}"),
            1 => assert_eq!(counts, [34, 44, 48, 49, 50], "{number}"),
            _ => assert_eq!(counts.iter().sum::<i32>(), 225, "{number}"),
        }
    }
}

/// By hand: three 1s bring 1 point, then four 2s fall into one group and bring 4, and the board is empty.
#[test]
fn blocks_fall_and_columns_close() {
    let mut blocks = small(&board("12/12/12/22")).start();
    assert_eq!(
        blocks.picture().to_text(Style::Plain),
        "4  1 2\n3  1 2\n2  1 2\n1  2 2\n   a b\n0 points so far, 8 blocks\n"
    );
    blocks.try_apply(blocks.parse_move("A4").unwrap()).unwrap();
    assert_eq!(
        blocks.picture().to_text(Style::Plain),
        "4  . 2\n3  . 2\n2  . 2\n1  2 2\n   a b\n1 points so far, 5 blocks\n"
    );
    blocks.try_apply(blocks.parse_move("b1").unwrap()).unwrap();
    assert_eq!((blocks.rewards()[0], blocks.turn()), (1.0 + 9.0 + 1000.0, Turn::Over));
}

#[test]
fn empty_columns_close_to_the_left() {
    let mut blocks = small(&board("10 12/10 23")).start();
    // a 1-column, a 0-column: the first is taken, the others move
    blocks.apply(blocks.parse_move("a1").unwrap());
    assert_eq!(blocks.picture().to_text(Style::Plain), "2  0 1 2 .\n1  0 2 3 .\n   a b c d\n0 points so far, 6 blocks\n");
}

/// When the 0s and the two 1s side by side are gone, a 1 and a 2 are left: (1 − 2)² + (1 − 2)² by colour, (2 − 2)² in total.
#[test]
fn what_is_left_costs_by_the_rule() {
    for (leftover, points) in [(Leftover::None, 0.0), (Leftover::Total, 0.0), (Leftover::ByColour, -2.0)] {
        let mut blocks = small(&SameGame { leftover, ..board("100/211") }).start();
        ["b2", "b1"].iter().for_each(|mv| blocks.apply(blocks.parse_move(mv).unwrap()));
        assert_eq!((blocks.turn(), blocks.blocks(), blocks.rewards()[0]), (Turn::Over, 2, points), "{leftover:?}");
    }
}

/// −(113 − 2)² − (112 − 2)² and (225 − 2)² + 1000 for boards of 15 x 15.
#[test]
fn the_range_of_results_is_that_of_the_rules() {
    let range = |rules: &SameGame| small(rules).about().payoff.range;
    assert_eq!(range(&SameGame::default()), Some([-24_421.0, 50_729.0]));
    assert_eq!(range(&SameGame { leftover: Leftover::None, ..SameGame::default() }), Some([0.0, 50_729.0]));
}

/// A checkerboard of two colours has no group: the worst result there is.
#[test]
fn the_worst_board_is_inside_the_range() {
    let row = |y: usize| (0..15).map(|x| if (x + y).is_multiple_of(2) { '0' } else { '1' }).collect::<String>();
    let rules = board(&(0..15).map(row).collect::<Vec<_>>().join("/"));
    let blocks = small(&rules).start();
    assert_eq!((blocks.turn(), blocks.rewards()[0]), (Turn::Over, -24_421.0));
}

/// Every group is drawn equally often: the rule is to draw one cell of those that may be the first, and again until it is.
#[test]
fn free_moves_are_drawn_uniformly() {
    let state = small(&SameGame::default()).start();
    let (mut moves, mut rng) = (Vec::new(), Rng::new(3));
    for reserve in [(false, false), (true, false)].map(|(spares, lifts)| Reserve { group: 4, spares, lifts }) {
        state.free_moves(&reserve, &mut moves);
        let mut counts = vec![0.0; moves.len()];
        let draws = 400 * moves.len();
        for _ in 0..draws {
            let drawn = state.free_move(&reserve, &mut Vec::new(), &mut rng);
            counts[moves.iter().position(|&mv| mv == drawn).unwrap()] += 1.0;
        }
        let chi2: f64 = counts.iter().map(|count: &f64| (count - 400.0).powi(2) / 400.0).sum();
        let freedom = counts.len() as f64 - 1.0;
        assert!(chi2 < freedom + 4.0 * (2.0 * freedom).sqrt(), "chi-squared {chi2} on {freedom} degrees: {reserve:?}");
    }
}

#[test]
fn groups_of_other_cells_or_colours_have_other_codes() {
    let (mut codes, mut rng) = (std::collections::HashMap::new(), Rng::new(5));
    for seed in 0..200 {
        let mut state = small(&random(seed % 3, [15, 15, 5])).start();
        let mut moves = Vec::new();
        while state.turn() != Turn::Over {
            state.legal_moves(&mut moves);
            for &mv in &moves {
                let cells: Vec<usize> = state.group_of(usize::from(mv.0)).bits().collect();
                let known = codes.entry(state.code(mv)).or_insert_with(|| (cells.clone(), state.group(mv, None)));
                assert_eq!(*known, (cells, state.group(mv, None)));
            }
            state.apply(moves[rng.index(moves.len())]);
        }
    }
    assert!(codes.len() > 5_000, "{}", codes.len());
}

/// Codes that are made together with the list of moves are those that are asked for one by one.
#[test]
fn moves_are_listed_with_their_codes() {
    let mut rng = Rng::new(9);
    let (mut state, mut moves, mut codes) = (small(&SameGame::default()).start(), Vec::new(), Vec::new());
    while state.turn() != Turn::Over {
        for reserve in [None, Some(Reserve { group: 2, spares: true, lifts: true })] {
            state.coded_moves(reserve.as_ref(), &mut moves, &mut codes);
            assert_eq!(codes, moves.iter().map(|&mv| state.code(mv)).collect::<Vec<_>>());
        }
        state.apply(moves[rng.index(moves.len())]);
    }
}

#[test]
fn what_lies_ahead_does_not_depend_on_the_points() {
    let start = small(&board("1100/0011")).start();
    let (mut one, mut two) = (start, start);
    ["a2", "a1", "b1"].iter().for_each(|mv| one.apply(one.parse_move(mv).unwrap()));
    ["c2", "c1", "a2"].iter().for_each(|mv| two.apply(two.parse_move(mv).unwrap()));
    assert_eq!((one.rest_key(), one.key() == two.key()), (two.rest_key(), one.points() == two.points()));
}

#[test]
fn a_bad_board_is_refused_with_what_and_where() {
    let refused = |json: &str| serde_json::from_str::<SameGame>(json).unwrap_err().to_string();
    for (json, expected) in [
        (r#"{"board": "standard:21"}"#, "board = standard:21: expected standard:1 to standard:20"),
        (r#"{"board": "random:x"}"#, "board = random:x: expected random: and a whole number"),
        (r#"{"board": "012/01"}"#, "expected 3 cells in row 2 from the top, which has 2"),
        (r#"{"board": "012/018"}"#, "a colour from 0 to 7 in row 2, column 3, not '8'"),
        (r#"{"board": "01./012"}"#, "a colour from 0 to 7 in row 1, column 3, not '.'"),
        (r#"{"board": ""}"#, "1 to 20 rows of 1 to 20 digits"),
        (r#"{"board": "000000000000000000000"}"#, "1 to 20 rows of 1 to 20 digits"),
        (r#"{"board": "random:1", "width": 21}"#, "width = 21: expected 1 to 20"),
        (r#"{"board": "random:1", "colours": 9}"#, "colours = 9: expected 2 to 8"),
        (r#"{"board": "standard:1", "width": 9}"#, "width = 9: expected 15, as the board has it"),
    ] {
        let error = refused(json);
        assert!(error.contains(expected), "{json}: {error}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_a_board_panic(text in "[0-9/ \n:.a-z]{0,60}") {
        let rules = board(&text);
        if rules.check().is_ok() {
            match rules.size_class() {
                SizeClass::To15(game) => _ = game.start().play_out(&mut Vec::new(), &mut Rng::new(1), &mut Trace::new()),
                SizeClass::To20(game) => _ = game.start().play_out(&mut Vec::new(), &mut Rng::new(1), &mut Trace::new()),
            }
        }
    }
}
