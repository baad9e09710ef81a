//! A position: the board, whose turn it is, and what the rules of repetition remember.

use super::batch::SideBySide;
use super::board::{Board, Colour};
use super::cells::At;
use super::rules::{KoRule, Rules, Suicide};
use super::superko::Superko;
use katsura_game::planes::Processor;
use katsura_game::{
    Hidden, Keyed, Lanes, LegalSet, LightPlayout, Player, Points, Record, Rewards, Rng, Skip, Source, State, Turn, mix_key,
    play_out_alone,
};

/// A move: a point of the board or a pass.
///
/// Inside, points are numbered with the rim of the board, so a move belongs to the class of board sizes it was made for;
/// the number that is the same everywhere is [`State::move_index`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Point(pub(super) u16);

impl Point {
    /// The pass.
    pub const PASS: Point = Point(0);

    #[inline(always)]
    pub(super) fn at<const STRIDE: usize, const CELLS: usize>(at: At<STRIDE, CELLS>) -> Self {
        Point(at.number())
    }
}

/// A position of Go. `STRIDE` and `CELLS` follow from the largest board of the class; the start
/// of a [`super::Go9`] and its like is one.
pub struct GoState<const STRIDE: usize, const CELLS: usize> {
    pub(super) board: Board<STRIDE, CELLS>,
    pub(super) rules: Rules,
    pub(super) to_move: Colour,
    /// Passes in a row up to now.
    pub(super) passes: u8,
    /// The point that simple ko forbids.
    pub(super) ko: Option<At<STRIDE, CELLS>>,
    pub(super) last: Option<Point>,
    /// The moves a playout may still make; `None` outside playouts.
    pub(super) playout_left: Option<u32>,
    stones_key: u64,
    superko: Superko,
}

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// For each size of the board, the number of the move to each cell; that of the pass for cells which are not on the board.
    const INDICES: [[u16; CELLS]; STRIDE] = {
        let mut indices = [[0; CELLS]; STRIDE];
        let mut size = 1;
        while size < STRIDE {
            indices[size] = [(size * size) as u16; CELLS];
            let mut index = 0;
            while index < size * size {
                let at = At::<STRIDE, CELLS>::new(index % size, index / size);
                indices[size][at.number() as usize] = index as u16;
                index += 1;
            }
            size += 1;
        }
        indices
    };

    pub(super) fn new(rules: Rules) -> Self {
        let mut state = GoState {
            board: Board::new(usize::from(rules.size)),
            rules,
            to_move: usize::from(rules.handicap > 0),
            passes: 0,
            ko: None,
            last: None,
            playout_left: None,
            stones_key: 0,
            superko: Superko::default(),
        };
        for (column, row) in rules.handicap_points() {
            let at = At::new(column, row);
            state.board.place_stone(at, 0);
            state.stones_key ^= stone_key(at, 0);
        }
        state.record();
        state
    }

    /// Black's points minus White's, with komi: the result if the game ended here.
    ///
    /// ```
    /// use katsura_game::Game;
    /// use katsura_games::go::{Go9, Rules};
    /// assert_eq!(Go9::new(Rules::default()).start().score(), -7.5);
    /// ```
    pub fn score(&self) -> f32 {
        self.board.area_difference() as f32 - self.rules.komi
    }

    /// The result of a game that ended with this difference of Black's area and White's.
    pub(super) fn rewards_of(&self, area_difference: i32) -> Rewards {
        match area_difference as f32 - self.rules.komi {
            0.0 => Rewards::draw(),
            score => Rewards::win(if score > 0.0 { Player::FIRST } else { Player::SECOND }),
        }
    }

    /// The result as a linear function of the score, of a board with this difference of areas.
    pub(super) fn score_rewards_of(&self, area_difference: i32) -> Rewards {
        Rewards::two(0.5 + (area_difference as f32 - self.rules.komi) / (2.0 * self.rules.largest_score()))
    }

    /// The number of stones of a player that were taken off the board.
    pub fn taken(&self, player: Player) -> u32 {
        self.board.taken[player.index()]
    }

    /// The point of a move, `None` for a pass.
    #[inline(always)]
    pub(super) fn point(&self, mv: Point) -> Option<At<STRIDE, CELLS>> {
        At::from_number(mv.0)
    }

    #[inline(always)]
    pub(super) fn multi_stone_suicide(&self) -> bool {
        self.rules.suicide == Suicide::Allowed
    }

    fn stone_count(&self) -> u16 {
        (self.rules.points() - self.board.empty.len()) as u16
    }

    /// Adds the empty points for which something holds, row by row.
    #[inline]
    fn list_points(&self, moves: &mut Vec<Point>, holds: impl Fn(At<STRIDE, CELLS>) -> bool) {
        let size = usize::from(self.rules.size);
        for row in 0..size {
            let points = (0..size).map(|column| At::new(column, row));
            moves.extend(points.filter(|&at| self.board.is_empty_point(at) && holds(at)).map(Point::at));
        }
    }

    /// Whether the player to move may play on this empty point.
    #[inline]
    pub(super) fn may_play(&self, at: At<STRIDE, CELLS>) -> bool {
        Some(at) != self.ko && self.board.can_place(at, self.to_move, self.multi_stone_suicide()) && !self.repeats(at)
    }

    /// Whether a stone here would make a position that superko forbids.
    fn repeats(&self, at: At<STRIDE, CELLS>) -> bool {
        if self.playout_left.is_some() || self.rules.ko == KoRule::Simple {
            return false;
        }
        let mut stones = self.stone_count() + 1;
        if self.superko.is_new(stones) && self.board.removes_nothing(at) {
            return false;
        }
        let mut key = self.stones_key ^ stone_key(at, self.to_move);
        self.board.for_each_removed(at, self.to_move, |stone, colour| {
            key ^= stone_key(stone, colour);
            stones -= 1;
        });
        !self.superko.is_new(stones) && self.superko.contains(self.situation(key, self.to_move ^ 1))
    }

    /// The key under which superko remembers a board with this player to move.
    fn situation(&self, stones_key: u64, to_move: Colour) -> u64 {
        if self.rules.ko == KoRule::Situational { stones_key ^ turn_key(to_move) } else { stones_key }
    }

    /// The key of the stones, for playouts, which do not keep it up to date.
    fn stones_key_from_board(&self) -> u64 {
        let points = (0..CELLS as u16).filter_map(At::<STRIDE, CELLS>::from_number);
        let stones = points.filter_map(|at| Some(stone_key(at, self.board.colour(at)?)));
        stones.fold(0, |key, stone| key ^ stone)
    }

    fn record(&mut self) {
        if self.rules.ko != KoRule::Simple {
            let key = self.situation(self.stones_key, self.to_move);
            self.superko.record(key, self.stone_count());
        }
    }
}

/// The part of a position's key that a stone contributes.
fn stone_key<const STRIDE: usize, const CELLS: usize>(at: At<STRIDE, CELLS>, colour: Colour) -> u64 {
    mix_key(u64::from(at.number()) * 2 + colour as u64)
}

fn turn_key(to_move: Colour) -> u64 {
    mix_key(1 << 16 | to_move as u64)
}

impl<const STRIDE: usize, const CELLS: usize> Clone for GoState<STRIDE, CELLS> {
    fn clone(&self) -> Self {
        GoState { superko: self.superko.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let GoState { board, rules, to_move, passes, ko, last, playout_left, stones_key, superko } = self;
        *board = source.board;
        *rules = source.rules;
        *to_move = source.to_move;
        *passes = source.passes;
        *ko = source.ko;
        *last = source.last;
        *playout_left = source.playout_left;
        *stones_key = source.stones_key;
        superko.clone_from(&source.superko);
    }
}

impl<const STRIDE: usize, const CELLS: usize> State for GoState<STRIDE, CELLS> {
    type Move = Point;

    #[inline]
    fn turn(&self) -> Turn {
        if self.passes >= 2 || self.playout_left == Some(0) { Turn::Over } else { Turn::Player(Player(self.to_move as u8)) }
    }

    fn legal_moves(&self, moves: &mut Vec<Point>) {
        moves.clear();
        if self.turn().is_over() {
            return;
        }
        self.list_points(moves, |at| self.may_play(at));
        moves.push(Point::PASS);
    }

    fn apply(&mut self, mv: Point) {
        match self.point(mv) {
            Some(at) => {
                self.passes = 0;
                self.apply_stone(at);
            }
            None => {
                self.passes += 1;
                self.ko = None;
            }
        }
        self.last = Some(mv);
        self.to_move ^= 1;
        match &mut self.playout_left {
            Some(left) => *left -= 1,
            None => self.record(),
        }
    }

    #[inline]
    fn rewards(&self) -> Rewards {
        self.rewards_of(self.board.area_difference())
    }

    #[inline]
    fn move_index(&self, mv: Point) -> usize {
        let index = Self::INDICES[usize::from(self.rules.size)].get(usize::from(mv.0));
        index.map_or(self.rules.points(), |&index| usize::from(index))
    }

    fn move_at(&self, index: usize) -> Point {
        if index >= self.rules.points() {
            return Point::PASS;
        }
        let size = usize::from(self.rules.size);
        Point::at(At::<STRIDE, CELLS>::new(index % size, index / size))
    }

    fn is_legal(&self, mv: Point) -> bool {
        let possible = self.point(mv).is_none_or(|at| self.board.is_empty_point(at) && self.may_play(at));
        possible && !self.turn().is_over()
    }

    fn random_move(&self, moves: &mut Vec<Point>, rng: &mut Rng) -> Point {
        self.any_move(moves, rng)
    }
}

impl<const STRIDE: usize, const CELLS: usize> Points for GoState<STRIDE, CELLS> {
    fn score_rewards(&self) -> Option<Rewards> {
        Some(self.score_rewards_of(self.board.area_difference()))
    }
}

impl<const STRIDE: usize, const CELLS: usize> LightPlayout for GoState<STRIDE, CELLS> {
    fn begin_playout(&mut self) {
        self.playout_left = Some(u32::from(self.rules.playout_cap) * self.rules.points() as u32);
    }

    fn playout_move(&self, moves: &mut Vec<Point>, rng: &mut Rng) -> Point {
        self.choose(moves, rng)
    }

    fn is_playout_move(&self, mv: Point) -> bool {
        if self.turn().is_over() {
            return false;
        }
        match self.point(mv) {
            Some(at) => self.board.is_empty_point(at) && self.is_playable(at),
            None => !self.board.empty.as_slice().iter().any(|&at| self.is_playable(at)),
        }
    }

    fn playout_moves(&self, moves: &mut Vec<Point>) {
        moves.clear();
        if self.turn().is_over() {
            return;
        }
        self.list_points(moves, |at| self.is_playable(at));
        if moves.is_empty() {
            moves.push(Point::PASS);
        }
    }

    #[inline]
    fn playout_candidates(&self, moves: &mut Vec<Point>) {
        moves.clear();
        moves.extend(self.board.empty.as_slice().iter().map(|&at| Point::at(at)));
    }

    fn play_out<R: Record>(&mut self, _moves: &mut Vec<Point>, rng: &mut Rng, record: &mut R) -> Rewards {
        self.begin_playout();
        self.run(rng, record);
        self.rewards()
    }
}

/// Each class has its own implementation, so that playouts side by side are compiled here, once, and not again wherever a search is made.
macro_rules! lanes {
    ($($stride:literal, $cells:literal;)*) => {
        $(
            impl Lanes for GoState<$stride, $cells> {
                fn play_out_source(source: &mut dyn Source<Self>) {
                    if Self::HAS_BATCH {
                        Processor::run_best(SideBySide(source));
                    } else {
                        play_out_alone(source);
                    }
                }

                fn plays_side_by_side(&self) -> bool {
                    Self::HAS_BATCH && self.fits_batch()
                }
            }
        )*
    };
}

lanes! { 10, 112; 14, 212; 20, 422; 26, 704; }

impl<const STRIDE: usize, const CELLS: usize> Hidden for GoState<STRIDE, CELLS> {}

impl<const STRIDE: usize, const CELLS: usize> Skip for GoState<STRIDE, CELLS> {
    fn skip(&mut self) -> bool {
        if self.passes < 2 {
            self.to_move ^= 1;
        }
        (self.passes, self.ko, self.last) = (0, None, None);
        self.record();
        true
    }
}

impl<const STRIDE: usize, const CELLS: usize> LegalSet for GoState<STRIDE, CELLS> {
    fn legal_set(&self, _moves: &mut Vec<Point>, set: &mut [u64]) {
        self.fill_legal(set);
    }
}

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    fn apply_stone(&mut self, at: At<STRIDE, CELLS>) {
        debug_assert!(self.board.is_empty_point(at), "a stone is placed on an empty point");
        if self.playout_left.is_none() {
            let mut key = self.stones_key ^ stone_key(at, self.to_move);
            self.board.for_each_removed(at, self.to_move, |stone, colour| key ^= stone_key(stone, colour));
            self.stones_key = key;
        }
        self.ko = self.board.place_stone(at, self.to_move);
    }
}

/// The key tells boards, turns, passes in a row and the point that simple ko forbids apart. What superko remembers beyond
/// that is left out, as is usual in Go programs: with it no two lines of play would ever meet.
impl<const STRIDE: usize, const CELLS: usize> Keyed for GoState<STRIDE, CELLS> {
    fn key(&self) -> u64 {
        let stones = if self.playout_left.is_some() { self.stones_key_from_board() } else { self.stones_key };
        let ko = self.ko.map_or(0, |at| mix_key(1 << 17 | u64::from(at.number())));
        let passes = if self.passes == 0 { 0 } else { mix_key(1 << 18 | u64::from(self.passes)) };
        stones ^ turn_key(self.to_move) ^ ko ^ passes
    }
}
