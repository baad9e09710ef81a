//! Breakthrough: pieces walk forward and capture diagonally; who reaches the far row wins.

use crate::bits::{Bits, cells};
use crate::frame::{self, FirstRow, Frame};
use crate::grid::{Letters, cell_name, parse_cell};
use crate::parameters::{ParameterError, checked_parameters};
use katsura_game::{
    About, Cell, Customs, Draw, Game, Keyed, Knowledge, Knows, ParseMoveError, Picture, Player, PlayerLook, Rewards, Rng,
    Shape, State, Text, Turn, mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(test)]
mod tests;

/// The rules of Breakthrough. Each player starts with two rows of pieces.
///
/// ```
/// use katsura_game::{Game, State};
/// use katsura_games::breakthrough::Breakthrough;
/// let mut moves = Vec::new();
/// Breakthrough::default().start().legal_moves(&mut moves);
/// assert_eq!(moves.len(), 22);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct Breakthrough {
    /// The number of rows and of columns.
    #[schemars(range(min = 5, max = 8))]
    pub size: u8,
}

checked_parameters!(Breakthrough);

impl Default for Breakthrough {
    fn default() -> Self {
        Breakthrough { size: 8 }
    }
}

impl Breakthrough {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        ParameterError::unless_within("size", self.size, 5..=8)
    }

    fn cells(&self) -> u32 {
        u32::from(self.size) * u32::from(self.size)
    }
}

/// A step: three times the cell it starts from, numbered along the rows from a1, plus 0 for the column to the left (towards
/// a), 1 for straight on and 2 for the column to the right.
pub type Step = u8;

/// A position of Breakthrough.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// White, who moves up, and Black, who moves down.
    pieces: [u64; 2],
    /// All cells except those of the first and of the last column.
    not_first: u64,
    not_last: u64,
    /// The rows that White and Black want to reach.
    goals: [u64; 2],
    size: u8,
    to_move: Player,
    /// Whether the last move won.
    won: bool,
    last: Option<(u8, u8)>,
}

impl Game for Breakthrough {
    type State = Board;

    /// Three steps from every cell.
    fn about(&self) -> About {
        let knows = Knows { transpositions: true, winning_moves: true, ..Knows::default() };
        About { knows, ..About::board("breakthrough", 1, 3 * self.cells() as usize) }
    }

    /// # Panics
    /// If [`check`](Breakthrough::check) refuses the parameters.
    fn start(&self) -> Board {
        self.check().expect("the parameters were checked");
        let size = u32::from(self.size);
        let all = u64::MAX >> (64 - self.cells());
        let row = |row: u32| ((1 << size) - 1) << (row * size);
        let first_column = (0..size).fold(0, |set, row| set | 1 << (row * size));
        Board {
            pieces: [row(0) | row(1), row(size - 2) | row(size - 1)],
            not_first: all & !first_column,
            not_last: all & !(first_column << (size - 1)),
            goals: [row(size - 1), row(0)],
            size: self.size,
            to_move: Player::FIRST,
            won: false,
            last: None,
        }
    }

    fn customs(&self) -> Customs {
        Customs { white_begins: true, ..Customs::titled("Breakthrough") }
    }
}

impl Board {
    /// The cells that the player's pieces can step to: to the left, straight on, to the right.
    #[inline]
    fn targets(&self, player: Player) -> [u64; 3] {
        let (mine, theirs) = (self.pieces[player.index()], self.pieces[player.opponent().index()]);
        let (free, size) = (!(mine | theirs), u32::from(self.size));
        let (left, right) = (mine & self.not_first, mine & self.not_last);
        let reached = match player {
            Player::FIRST => [left << (size - 1), mine << size, right << (size + 1)],
            _ => [left >> (size + 1), mine >> size, right >> (size - 1)],
        };
        let on_board = self.not_first | self.not_last;
        [reached[0] & !mine & on_board, reached[1] & free & on_board, reached[2] & !mine & on_board]
    }

    /// The cell from which a step in this direction reaches a target.
    #[inline]
    fn origin(&self, player: Player, target: u32, direction: u32) -> u32 {
        let size = u32::from(self.size);
        match player {
            Player::FIRST => target + 1 - size - direction,
            _ => target + 1 + size - direction,
        }
    }

    /// The cell that a step reaches, if it is on the board.
    fn target(&self, player: Player, step: Step) -> Option<u32> {
        let (from, direction) = (u32::from(step) / 3, u32::from(step) % 3);
        let size = u32::from(self.size);
        let column = (from % size + direction).checked_sub(1).filter(|&column| column < size)?;
        let row = match player {
            Player::FIRST => from / size + 1,
            _ => (from / size).checked_sub(1)?,
        };
        (row < size).then_some(row * size + column)
    }

    #[inline]
    fn step(&self, player: Player, target: u32, direction: u32) -> Step {
        (self.origin(player, target, direction) * 3 + direction) as Step
    }
}

impl State for Board {
    type Move = Step;

    /// The game is over only after a winning move: a player always has a step, for nothing stands before their foremost piece
    /// on at least one diagonal but a piece to capture.
    #[inline]
    fn turn(&self) -> Turn {
        if self.won { Turn::Over } else { Turn::Player(self.to_move) }
    }

    fn legal_moves(&self, moves: &mut Vec<Step>) {
        moves.clear();
        if !self.won {
            for (direction, targets) in (0..).zip(self.targets(self.to_move)) {
                moves.extend(cells(targets).map(|target| self.step(self.to_move, target, direction)));
            }
        }
    }

    #[inline]
    fn apply(&mut self, mv: Step) {
        let (from, direction) = (u32::from(mv) / 3, u32::from(mv) % 3);
        let size = u32::from(self.size);
        let to = match self.to_move {
            Player::FIRST => from + size + direction - 1,
            _ => from + direction - size - 1,
        };
        let (me, them) = (self.to_move.index(), self.to_move.opponent().index());
        self.pieces[me] ^= 1 << from | 1 << to;
        self.pieces[them] &= !(1 << to);
        self.won = self.goals[me] >> to & 1 == 1 || self.pieces[them] == 0;
        self.last = Some((from as u8, to as u8));
        self.to_move = self.to_move.opponent();
    }

    fn rewards(&self) -> Rewards {
        if self.won { Rewards::win(self.to_move.opponent()) } else { Rewards::draw() }
    }

    /// Three times the cell that the step starts from, plus the direction.
    #[inline]
    fn move_index(&self, mv: Step) -> usize {
        usize::from(mv)
    }

    #[inline]
    fn move_at(&self, index: usize) -> Step {
        index as Step
    }

    fn is_legal(&self, mv: Step) -> bool {
        let own = self.pieces[self.to_move.index()];
        let Some(target) = self.target(self.to_move, mv) else { return false };
        !self.won && own >> (mv / 3) & 1 == 1 && self.targets(self.to_move)[usize::from(mv % 3)] >> target & 1 == 1
    }

    #[inline]
    fn random_move(&self, _moves: &mut Vec<Step>, rng: &mut Rng) -> Step {
        let targets = self.targets(self.to_move);
        let [left, straight, right] = targets.map(u64::count);
        let rank = rng.below(left + straight + right);
        let direction = u32::from(rank >= left) + u32::from(rank >= left + straight);
        let before = [0, left, left + straight][direction as usize];
        let target = targets[direction as usize].select(rank - before);
        self.step(self.to_move, target, direction)
    }
}

plain!(Board: Points, LightPlayout, Lanes, Skip, Hidden, LegalSet);

impl Keyed for Board {
    fn key(&self) -> u64 {
        mix_key(mix_key(mix_key(self.pieces[0]) ^ self.pieces[1]) ^ self.to_move.index() as u64)
    }
}

impl Text for Board {
    /// The cell a piece leaves and the cell it reaches. A step off the board, which is never legal, is written with the cell
    /// it leaves and `<`, `^` or `>`.
    fn format_move(&self, mv: Step) -> String {
        let size = usize::from(self.size);
        let name = |cell: usize| cell_name(Letters::All, cell % size, cell / size);
        let from = name(usize::from(mv / 3));
        match self.target(self.to_move, mv) {
            Some(target) => from + &name(target as usize),
            None => from + ["<", "^", ">"][usize::from(mv % 3)],
        }
    }

    /// Accepts `a2b3`, and `a2-b3` or `a2xb3` as well.
    fn parse_move(&self, text: &str) -> Result<Step, ParseMoveError> {
        self.read_step(text).ok_or_else(|| {
            let example = if self.to_move == Player::FIRST { "a2a3" } else { "a5a4" };
            ParseMoveError::new(text, format!("a step forward from a cell to a neighbouring one, as in {example}"))
        })
    }
}

impl Board {
    fn read_step(&self, text: &str) -> Option<Step> {
        let size = usize::from(self.size);
        let text = text.trim();
        let cell = |text: &str| parse_cell(Letters::All, (size, size), text).ok();
        let (from, rest) = text.split_at_checked(2)?;
        let from = cell(from).map(|(column, row)| row * size + column)?;
        let direction = match rest {
            "<" => 0,
            "^" => 1,
            ">" => 2,
            _ => {
                let (column, row) = cell(rest.strip_prefix(['-', 'x', 'X']).unwrap_or(rest))?;
                let target = (row * size + column) as u32;
                (0..3).find(|&direction| self.target(self.to_move, (from * 3 + direction) as Step) == Some(target))?
            }
        };
        Some((from * 3 + direction) as Step)
    }
}

const LOOKS: [PlayerLook; 2] =
    [PlayerLook { name: "White", letter: 'O', colour: "white" }, PlayerLook { name: "Black", letter: 'X', colour: "black" }];

impl Draw for Board {
    fn picture(&self) -> Picture {
        let size = usize::from(self.size);
        let frame = Frame { width: size, height: size, shape: Shape::Square, first_row: FirstRow::Bottom };
        frame.picture(LOOKS, frame::caption(self, &LOOKS), |column, row| {
            let cell = row * size + column;
            let last = self.last.is_some_and(|(from, to)| [from, to].contains(&(cell as u8)));
            Cell {
                mark: frame::mark(|player| self.pieces[player] >> cell & 1 == 1),
                last,
                winning: self.won && self.last.is_some_and(|(_, to)| usize::from(to) == cell),
                ..Cell::default()
            }
        })
    }
}

impl Knowledge for Board {
    fn transposition_key(&self) -> Option<u64> {
        Some(self.key())
    }

    fn winning_move(&self, player: Player, _moves: &mut Vec<Step>) -> Option<Step> {
        if self.won {
            return None;
        }
        let theirs = self.pieces[player.opponent().index()];
        let last_piece = if theirs & (theirs - 1) == 0 { theirs } else { 0 };
        let wins = self.goals[player.index()] | last_piece;
        let steps = (0..).zip(self.targets(player));
        let winning = steps.map(|(direction, targets)| (direction, targets & wins)).find(|&(_, targets)| targets != 0);
        winning.map(|(direction, targets)| self.step(player, targets.lowest(), direction))
    }
}
