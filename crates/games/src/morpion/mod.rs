//! Morpion solitaire: points are added to a cross so that each completes a line.
//!
//! The moves that can be made are kept up to date: a new point ends those that need its place or its line, and only lines
//! through it can be new. Of a line so many cells are *spent* in its direction: all of them in the disjoint form, all but
//! the last in the touching one, where a line may begin where another ends.

use katsura_game::{
    About, Customs, Game, Keyed, Knowledge, Knows, MAX_PLAYERS, Payoff, Player, Rewards, Rng, State, Turn, mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod board;
#[cfg(test)]
mod tests;
mod text;

use board::{BOARD, Cells, DIRECTIONS, STEPS};

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

    /// No game has more moves: 35 by exhaustive search [boyer], 121 [kawamura2013] and 485 [michalewski2015] by linear
    /// programs.
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

/// A position of Morpion solitaire.
#[derive(Debug)]
pub struct Paper {
    points: Cells,
    /// The cells that are spent in each direction. What lies outside the board is; in the touching form that holds for a
    /// line that would end there, since its last cell but one is the last that it spends.
    spent: Cells,
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
        let mut paper = Paper {
            points: Cells::NONE,
            spent: Cells::barred(self.form),
            candidates: Vec::new(),
            form: self.form,
            made: 0,
            key: 0,
            last: None,
        };
        board::cross(self.form).into_iter().for_each(|cell| paper.draw(cell));
        let lines = (0..BOARD * BOARD * DIRECTIONS).map(|index| paper.move_at(index));
        paper.candidates = lines.filter_map(|line| paper.candidate(line)).collect();
        paper
    }

    fn customs(&self) -> Customs {
        Customs::titled("Morpion solitaire")
    }
}

impl Paper {
    /// Draws a point.
    #[inline]
    fn draw(&mut self, cell: usize) {
        (0..DIRECTIONS).for_each(|direction| self.points.insert(cell, direction));
    }

    fn has_point(&self, cell: usize) -> bool {
        self.points.has(cell, 0)
    }

    /// The cells of a line, none if it leaves the board.
    fn cells_of(&self, line: Line) -> impl Iterator<Item = usize> + use<> {
        board::cells_of(line.start(), line.direction(), self.form.length()).into_iter().flatten()
    }

    /// A line, if it can be completed.
    fn candidate(&self, line: Line) -> Option<Candidate> {
        let is_spent = self.cells_of(line).take(self.form.spent()).any(|cell| self.spent.has(cell, line.direction()));
        let mut lacking = self.cells_of(line).filter(|&cell| !self.has_point(cell));
        let lacks = lacking.next().filter(|_| !is_spent)?;
        lacking.next().is_none().then_some(Candidate { line, lacks: lacks as u16 })
    }

    /// Draws a point, and lists the lines through it that lack one.
    #[inline]
    fn add(&mut self, cell: usize) {
        self.draw(cell);
        let (length, spent_length) = (self.form.length(), self.form.spent());
        let reach = length - 1;
        for (direction, step) in STEPS.into_iter().enumerate() {
            let points = self.points.around(cell, direction, reach, 0);
            let spent = self.spent.around(cell, direction, reach, (1 << reach) - 1);
            for place in 0..length {
                let lacks = !(points >> place) & ((1 << length) - 1);
                let is_free = spent >> place & ((1 << spent_length) - 1) == 0;
                if lacks.is_power_of_two() && is_free {
                    let start = cell.wrapping_add_signed((place as isize - reach as isize) * step);
                    let lacks = start.wrapping_add_signed(lacks.trailing_zeros() as isize * step);
                    self.candidates.push(Candidate { line: Line::new(start, direction), lacks: lacks as u16 });
                }
            }
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
        self.spent.insert_line(line.start(), line.direction(), self.form.spent());
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
        usize::from(line.0)
    }

    #[inline]
    fn move_at(&self, index: usize) -> Line {
        Line(index as u16)
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
