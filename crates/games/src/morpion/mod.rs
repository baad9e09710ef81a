//! Morpion solitaire: points are added to a cross so that each completes a line.
//!
//! The moves that can be made are kept up to date: a new point ends those that need its place or its line, and only lines through it can be
//! new. Of a line so many cells are *spent* in its direction: all of them in the disjoint form, all but the last in the touching one, where
//! a line may begin where another ends.

use katsura_game::{
    About, Customs, Game, Keyed, Knowledge, Knows, MAX_PLAYERS, Payoff, Player, Rewards, Rng, State, Turn, mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod board;
#[cfg(test)]
mod tests;
mod text;

use board::{AREA, BOARD, DIRECTIONS, STEPS, cell_at, column_of, row_of};

/// Morpion solitaire, which is also called Join Five.
///
/// ```
/// use katsura_game::{Game, State};
/// use katsura_games::morpion::Morpion;
/// let mut paper = Morpion::default().start();
/// let mut moves = Vec::new();
/// paper.legal_moves(&mut moves);
/// assert_eq!(moves.len(), 28);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Morpion {
    /// How long a line is, and whether lines of one direction may touch.
    pub form: Form,
}

/// A form of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum Form {
    /// Lines of four points; two of one direction have no point in common.
    #[serde(rename = "4D")]
    FourDisjoint,
    /// Lines of five points; two of one direction have no point in common.
    #[default]
    #[serde(rename = "5D")]
    FiveDisjoint,
    /// Lines of five points; two of one direction may have an end in common.
    #[serde(rename = "5T")]
    FiveTouching,
}

impl Form {
    /// The points of a line.
    fn length(self) -> usize {
        match self {
            Form::FourDisjoint => 4,
            Form::FiveDisjoint | Form::FiveTouching => 5,
        }
    }

    /// The cells of a line that are spent, from its start.
    fn spent(self) -> usize {
        match self {
            Form::FourDisjoint | Form::FiveDisjoint => self.length(),
            Form::FiveTouching => self.length() - 1,
        }
    }

    /// No game has more moves: 35 by exhaustive search [boyer], 121 [kawamura2013] and 485 [michalewski2015] by linear programs.
    fn most_moves(self) -> u32 {
        match self {
            Form::FourDisjoint => 35,
            Form::FiveDisjoint => 121,
            Form::FiveTouching => 485,
        }
    }
}

/// A line, by its start and direction. The point that is added is the one that it lacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Line(u16);

impl Line {
    fn new(start: usize, direction: usize) -> Line {
        Line((start << 2 | direction) as u16)
    }

    fn start(self) -> usize {
        usize::from(self.0 >> 2)
    }

    fn direction(self) -> usize {
        usize::from(self.0 & 3)
    }
}

/// A line that can be completed, and the cell that it lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Candidate {
    line: Line,
    lacks: u16,
}

/// A cell has a point.
const POINT: u8 = 1 << 4;

/// A position of Morpion solitaire.
#[derive(Debug)]
pub struct Paper {
    /// Of every cell: whether it is spent in each direction, a bit each, and [`POINT`].
    cells: [u8; AREA],
    candidates: Vec<Candidate>,
    form: Form,
    made: u16,
    key: u64,
    last: Option<Candidate>,
}

impl Clone for Paper {
    fn clone(&self) -> Self {
        Paper { candidates: self.candidates.clone(), ..*self }
    }

    /// Allocates nothing once there is room.
    fn clone_from(&mut self, source: &Self) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clone_from(&source.candidates);
        *self = Paper { candidates, ..*source };
    }
}

impl Game for Morpion {
    type State = Paper;

    /// One move per line of the board.
    fn about(&self) -> About {
        About {
            players: 1,
            payoff: Payoff::between(0.0, f64::from(self.form.most_moves())),
            knows: Knows { transpositions: true, ..Knows::default() },
            ..About::board("morpion", 1, BOARD * BOARD * DIRECTIONS)
        }
    }

    fn start(&self) -> Paper {
        let mut paper =
            Paper { cells: board::bare(self.form), candidates: Vec::new(), form: self.form, made: 0, key: 0, last: None };
        board::cross(self.form).into_iter().for_each(|cell| paper.cells[cell] |= POINT);
        let lines = (0..BOARD * BOARD * DIRECTIONS).map(|index| paper.move_at(index));
        paper.candidates = lines.filter_map(|line| paper.candidate(line)).collect();
        paper
    }

    fn customs(&self) -> Customs {
        Customs::titled("Morpion solitaire")
    }
}

impl Paper {
    /// The cells that have points, as bits, and those that are spent in a direction, in order along it: all that share a line with this
    /// cell, which is in the middle.
    #[inline]
    fn look(&self, cell: usize, direction: usize) -> (u32, u32) {
        let reach = self.form.length() - 1;
        let mut at = cell.wrapping_add_signed(-STEPS[direction] * reach as isize);
        let (mut points, mut spent) = (0, 0);
        for place in 0..=2 * reach {
            let found = u32::from(self.cells[at]);
            points |= (found >> 4 & 1) << place;
            spent |= (found >> direction & 1) << place;
            at = at.wrapping_add_signed(STEPS[direction]);
        }
        (points, spent)
    }

    /// A line, if it can be completed.
    fn candidate(&self, line: Line) -> Option<Candidate> {
        let found = |cell: usize| self.cells[cell];
        let is_spent = self.cells_of(line).take(self.form.spent()).any(|cell| found(cell) >> line.direction() & 1 == 1);
        let mut lacking = self.cells_of(line).filter(|&cell| found(cell) & POINT == 0);
        let lacks = lacking.next().filter(|_| !is_spent)?;
        lacking.next().is_none().then_some(Candidate { line, lacks: lacks as u16 })
    }

    /// Adds a point, and the lines through it that lack one.
    #[inline]
    fn add(&mut self, cell: usize) {
        self.cells[cell] |= POINT;
        let (length, spent_length) = (self.form.length(), self.form.spent());
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (points, spent) = self.look(cell, direction);
            for place in 0..length {
                let lacks = !(points >> place) & ((1 << length) - 1);
                let is_free = spent >> place & ((1 << spent_length) - 1) == 0;
                if lacks.is_power_of_two() && is_free {
                    let start = cell.wrapping_add_signed((place as isize - length as isize + 1) * step);
                    let lacks = start.wrapping_add_signed(lacks.trailing_zeros() as isize * step);
                    self.candidates.push(Candidate { line: Line::new(start, direction), lacks: lacks as u16 });
                }
            }
        }
    }

    /// Spends the cells of a line.
    #[inline]
    fn spend(&mut self, line: Line) {
        let (mut at, direction) = (line.start(), line.direction());
        for _ in 0..self.form.spent() {
            self.cells[at] |= 1 << direction;
            at = at.wrapping_add_signed(STEPS[direction]);
        }
    }

    /// Whether two lines have spent cells in common.
    #[inline]
    fn cross(&self, a: Line, b: Line) -> bool {
        let step = STEPS[a.direction()];
        let apart = b.start() as isize - a.start() as isize;
        a.direction() == b.direction() && apart % step == 0 && (apart / step).unsigned_abs() < self.form.spent()
    }

    /// The lines that can be completed by a point on this cell.
    fn through(&self, cell: usize) -> impl Iterator<Item = Line> {
        self.candidates.iter().filter(move |candidate| usize::from(candidate.lacks) == cell).map(|candidate| candidate.line)
    }
}

impl State for Paper {
    type Move = Line;

    #[inline]
    fn turn(&self) -> Turn {
        if self.candidates.is_empty() { Turn::Over } else { Turn::Player(Player::FIRST) }
    }

    fn legal_moves(&self, moves: &mut Vec<Line>) {
        moves.clear();
        moves.extend(self.candidates.iter().map(|candidate| candidate.line));
        moves.sort_unstable();
    }

    #[inline]
    fn apply(&mut self, line: Line) {
        let Some(&candidate) = self.candidates.iter().find(|candidate| candidate.line == line) else {
            debug_assert!(false, "{line:?} can be completed");
            return;
        };
        self.spend(line);
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.retain(|other| other.lacks != candidate.lacks && !self.cross(line, other.line));
        self.candidates = candidates;
        self.add(usize::from(candidate.lacks));
        self.made += 1;
        self.key ^= mix_key(u64::from(line.0));
        self.last = Some(candidate);
    }

    /// The number of moves.
    #[inline]
    fn rewards(&self) -> Rewards {
        let mut rewards = [0.0; MAX_PLAYERS];
        rewards[0] = f32::from(self.made);
        Rewards::new(rewards)
    }

    /// Cell by cell from the bottom left, the four directions of the lines that start there.
    #[inline]
    fn move_index(&self, line: Line) -> usize {
        let start = line.start();
        (row_of(start) * BOARD + column_of(start)) * DIRECTIONS + line.direction()
    }

    #[inline]
    fn move_at(&self, index: usize) -> Line {
        let cell = index / DIRECTIONS;
        Line::new(cell_at(cell % BOARD, cell / BOARD), index % DIRECTIONS)
    }

    fn is_legal(&self, line: Line) -> bool {
        self.candidates.iter().any(|candidate| candidate.line == line)
    }

    #[inline]
    fn random_move(&self, _moves: &mut Vec<Line>, rng: &mut Rng) -> Line {
        self.candidates[rng.index(self.candidates.len())].line
    }
}

plain!(Paper: Points, LightPlayout, Lanes, Skip, Hidden, LegalSet);

impl Keyed for Paper {
    /// The lines that were made say all: which points there are, and what is spent.
    fn key(&self) -> u64 {
        self.key
    }
}

impl Knowledge for Paper {
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key)
    }
}
