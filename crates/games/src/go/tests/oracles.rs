//! Numbers from outside: what others have counted and solved.

use crate::go::board::Board;
use crate::go::cells::At;
use crate::go::{Go9, GoState, KoRule, Rules, Suicide};
use katsura_game::testing::perft;
use katsura_game::{Game, LightPlayout, Rng, State, Trace, Turn};
use std::collections::HashMap;

type SmallBoard = Board<10, 112>;
type SmallPoint = At<10, 112>;

/// Places a stone of either colour if it is no suicide, or one that is allowed.
fn place(board: &mut SmallBoard, at: SmallPoint, colour: usize, multi_stone_suicide: bool) -> bool {
    let legal = board.can_place(at, colour, multi_stone_suicide);
    if legal {
        board.place_stone(at, colour);
    }
    legal
}

fn start(size: u8, suicide: Suicide) -> GoState<10, 112> {
    Go9::new(Rules { size, suicide, komi: 0.0, ..Rules::default() }).start()
}

/// OEIS A094777 [tromp2016]: the boards on which every string has a liberty.
#[test]
fn the_number_of_legal_positions_on_small_boards_is_the_known_one() {
    assert_eq!([2, 3].map(legal_positions), [57, 12_675]);
}

#[test]
#[ignore = "a minute: run by cargo xtask oracles"]
fn the_number_of_legal_positions_on_four_by_four_is_the_known_one() {
    assert_eq!(legal_positions(4), 24_318_165);
}

/// Colours the points one after the other. A board is legal exactly if no stone on the way is refused or captures: what
/// lacks stones of a legal board is legal.
fn legal_positions(size: usize) -> u64 {
    fn colourings(board: &SmallBoard, size: usize, number: usize) -> u64 {
        if number == size * size {
            return 1;
        }
        let at = SmallPoint::new(number % size, number / size);
        let coloured = [0, 1].into_iter().filter_map(|colour| {
            let mut next = *board;
            place(&mut next, at, colour, false).then(|| colourings(&next, size, number + 1)).filter(|_| next.taken == [0, 0])
        });
        coloured.sum::<u64>() + colourings(board, size, number + 1)
    }
    colourings(&SmallBoard::new(size), size, 0)
}

/// The number of 2x2 games by number of moves, from none to 48: tromp.github.io/go/2x2moves [tromp2016, table 7]. Either
/// colour may move at any time, no board may come twice, suicide is legal.
const GAMES_2X2_BY_MOVES: [u64; 49] = [
    1,
    8,
    48,
    176,
    304,
    784,
    2096,
    4592,
    9232,
    20_336,
    46_608,
    100_832,
    219_152,
    478_688,
    1_035_168,
    2_193_552,
    4_612_176,
    9_665_152,
    19_932_384,
    40_172_768,
    79_114_896,
    151_980_512,
    283_922_304,
    516_161_296,
    913_687_904,
    1_571_601_968,
    2_619_350_960,
    4_219_710_064,
    6_554_014_560,
    9_788_162_272,
    14_021_184_336,
    19_213_032_864,
    25_098_392_384,
    31_130_208_944,
    36_498_085_568,
    40_246_712_736,
    41_504_298_848,
    39_776_848_880,
    35_180_349_392,
    28_474_846_880,
    20_871_392_672,
    13_670_182_912,
    7_859_016_144,
    3_864_014_592,
    1_561_600_016,
    488_273_440,
    107_444_464,
    14_077_424,
    746_304,
];

#[test]
fn the_number_of_two_by_two_games_by_moves_is_the_known_one() {
    assert_eq!(Paths::on_two_by_two().count(19), GAMES_2X2_BY_MOVES[..=19]);
}

#[test]
#[ignore = "many minutes: run by cargo xtask oracles"]
fn the_number_of_all_two_by_two_games_by_moves_is_the_known_one() {
    let counts = Paths::on_two_by_two().count(48);
    assert_eq!(counts, GAMES_2X2_BY_MOVES);
    assert_eq!(counts.iter().sum::<u64>(), 386_356_909_593);
}

/// The graph of boards and moves, made with the game's own board, and its simple paths from the empty board.
struct Paths {
    /// The boards that one move leads to, as a set of bits. No two moves lead from one board to the same other one.
    after: Vec<u64>,
}

impl Paths {
    fn on_two_by_two() -> Self {
        let mut paths = Paths { after: Vec::new() };
        let mut numbers = HashMap::new();
        paths.explore(SmallBoard::new(2), &mut numbers);
        assert_eq!(numbers.len(), 57);
        paths
    }

    fn explore(&mut self, board: SmallBoard, numbers: &mut HashMap<Vec<Option<usize>>, usize>) -> usize {
        let points = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(column, row)| SmallPoint::new(column, row));
        let stones = points.map(|at| board.colour(at)).to_vec();
        if let Some(&number) = numbers.get(&stones) {
            return number;
        }
        let number = self.after.len();
        numbers.insert(stones, number);
        self.after.push(0);
        for at in points.into_iter().filter(|&at| board.is_empty_point(at)) {
            for colour in [0, 1] {
                let mut next = board;
                if place(&mut next, at, colour, true) {
                    let bit = 1 << self.explore(next, numbers);
                    assert_eq!(self.after[number] & bit, 0, "two moves lead to the same board");
                    self.after[number] |= bit;
                }
            }
        }
        number
    }

    /// The number of simple paths by length. The eight first moves are mirror images of one another.
    fn count(&self, longest: usize) -> Vec<u64> {
        let mut counts = vec![0; longest + 1];
        let first = self.after[0].trailing_zeros() as usize;
        self.extend(first, 1 | 1 << first, &mut counts[1..]);
        counts.iter_mut().for_each(|count| *count *= 8);
        counts[0] = 1;
        counts
    }

    /// Counts a path that ends here, and all longer ones.
    fn extend(&self, end: usize, seen: u64, counts: &mut [u64]) {
        counts[0] += 1;
        let mut open = self.after[end] & !seen;
        match counts.len() {
            1 => return,
            2 => return counts[1] += u64::from(open.count_ones()),
            _ => {}
        }
        while open != 0 {
            let next = open.trailing_zeros() as usize;
            open &= open - 1;
            self.extend(next, seen | 1 << next, &mut counts[1..]);
        }
    }
}

/// The number of complete 2x2 games by number of turns, from none on: tromp.github.io/go/2x2turns. The players alternate, a
/// pass is a turn, two passes end the game, no stone may bring back a board, suicide is legal.
const GAMES_2X2_BY_TURNS: [u64; 27] = [
    0, 0, 1, 4, 16, 48, 92, 176, 336, 576, 1272, 2336, 4416, 7048, 12_096, 23_640, 44_264, 79_000, 134_584, 229_192,
    424_224, 766_248, 1_380_624, 2_332_360, 3_994_816, 6_888_480, 12_145_264,
];

#[test]
fn the_number_of_two_by_two_games_by_turns_is_the_known_one() {
    assert_eq!(games_by_turns(18), GAMES_2X2_BY_TURNS[..=18]);
}

#[test]
#[ignore = "a minute: run by cargo xtask oracles"]
fn the_number_of_longer_two_by_two_games_by_turns_is_the_known_one() {
    assert_eq!(games_by_turns(26), GAMES_2X2_BY_TURNS);
}

fn games_by_turns(longest: usize) -> Vec<u64> {
    fn extend(state: &GoState<10, 112>, counts: &mut [u64]) {
        if state.turn() == Turn::Over {
            counts[0] += 1;
        } else if counts.len() > 1 {
            let mut moves = Vec::new();
            state.legal_moves(&mut moves);
            for mv in moves {
                let mut next = state.clone();
                next.apply(mv);
                extend(&next, &mut counts[1..]);
            }
        }
    }
    let mut counts = vec![0; longest + 1];
    extend(&start(2, Suicide::Allowed), &mut counts);
    counts
}

/// Sequences of turns under positional superko; computed with a separate program that also gives the numbers of games above.
#[test]
fn the_numbers_of_move_sequences_are_the_known_ones() {
    let count = |size, suicide, depths| -> Vec<u64> {
        let start = start(size, suicide);
        (0..depths).map(|depth| perft(&start, depth)).collect()
    };
    let two = [1, 5, 21, 68, 156, 316, 604, 1088, 2184, 4184, 8024, 13_800, 23_560, 42_784, 80_000, 146_904];
    assert_eq!(count(2, Suicide::Allowed, 16), two);
    assert_eq!(count(3, Suicide::Allowed, 7), [1, 10, 91, 738, 5281, 33_384, 180_768]);
    assert_eq!(count(3, Suicide::Forbidden, 7)[6], 179_712);
    assert_eq!(count(4, Suicide::Allowed, 6), [1, 17, 273, 4112, 57_984, 764_016]);
    assert_eq!(count(5, Suicide::Allowed, 5), [1, 26, 651, 15_650, 361_041]);
    assert_eq!(count(9, Suicide::Allowed, 4), [1, 82, 6643, 531_522]);
}

/// [tromp2016]: the first player wins by one point.
#[test]
fn two_by_two_is_worth_one_point_under_positional_superko() {
    fn value(state: &GoState<10, 112>, mut alpha: i32, mut beta: i32) -> i32 {
        let Turn::Player(player) = state.turn() else {
            return state.board.area_difference();
        };
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        moves.reverse(); // the pass comes first
        for mv in moves {
            let mut next = state.clone();
            next.apply(mv);
            let value = value(&next, alpha, beta);
            if player.0 == 0 {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        if player.0 == 0 { alpha } else { beta }
    }
    for suicide in [Suicide::Forbidden, Suicide::Allowed] {
        assert_eq!(value(&start(2, suicide), -5, 5), 1);
    }
}

/// 20 000 playouts of a separate program gave: 111.0 moves, score +2.2 ± 0.3 with standard deviation 39.0, P(score > 0) 0.529.
#[test]
fn random_playouts_on_nine_by_nine_look_as_they_should() {
    let game = Go9::new(Rules { komi: 0.0, ko: KoRule::Simple, ..Rules::default() });
    let games = 20_000.0;
    let (mut lengths, mut scores, mut wins) = (Sample::default(), Sample::default(), Sample::default());
    let (mut rng, mut moves) = (Rng::new(1), Vec::new());
    for _ in 0..games as usize {
        let mut trace = Trace::new();
        let mut state = game.start();
        state.play_out(&mut moves, &mut rng, &mut trace);
        lengths.add(trace.len() as f64);
        scores.add(f64::from(state.score()));
        wins.add(if state.score() > 0.0 { 1.0 } else { 0.0 });
    }
    for (name, sample, expected, deviation, rounding) in [
        ("length", &lengths, 111.0, lengths.deviation(), 0.05),
        ("score", &scores, 2.2, 39.0, 0.05),
        ("wins", &wins, 0.529, 0.5, 0.0005),
    ] {
        let error = ((deviation.powi(2) + sample.deviation().powi(2)) / games).sqrt();
        let difference = sample.mean() - expected;
        assert!(
            difference.abs() <= 4.0 * error + rounding,
            "{name}: {} instead of {expected} (error {error})",
            sample.mean()
        );
    }
    assert!((scores.deviation() - 39.0).abs() < 4.0 * 39.0 / games.sqrt(), "{}", scores.deviation());
}

#[derive(Default)]
struct Sample {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sample {
    fn add(&mut self, x: f64) {
        self.count += 1.0;
        self.sum += x;
        self.squares += x * x;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count
    }

    fn deviation(&self) -> f64 {
        (self.squares / self.count - self.mean().powi(2)).sqrt()
    }
}
