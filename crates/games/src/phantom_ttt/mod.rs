//! Phantom tic-tac-toe: nobody sees the other's marks. Who tries a square that is taken learns it, and tries again.

use crate::frame::caption;
use crate::seats::nth_bit;
use crate::tic_tac_toe::{FULL, LINES, LOOKS, Square, name_of, picture, square_of};
use katsura_game::{
    About, Cell, Customs, Draw, Game, Hidden, Information, Keyed, Mark, ParseMoveError, Picture, Player, Rewards, Rng,
    State, Text, Turn, mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod imagine;
#[cfg(test)]
mod tests;

/// The rules of phantom tic-tac-toe. They have no parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PhantomTtt {}

/// The most tries in a game: each player tries each square once.
const MAX_TRIES: usize = 18;

/// A position of phantom tic-tac-toe: what both have tried, in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tries {
    squares: [Square; MAX_TRIES],
    len: u8,
    /// The marks of each player, and the squares each has tried, as bits.
    marks: [u16; 2],
    tried: [u16; 2],
    to_move: Player,
}

impl Game for PhantomTtt {
    type State = Tries;

    fn about(&self) -> About {
        About { information: Information::Hidden, ..About::board("phantom-ttt", 1, 9) }
    }

    fn start(&self) -> Tries {
        Tries::new()
    }

    fn customs(&self) -> Customs {
        Customs::titled("Phantom tic-tac-toe")
    }
}

/// Whether a set of squares has three in a row.
fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

impl Tries {
    fn new() -> Self {
        Tries { squares: [0; MAX_TRIES], len: 0, marks: [0; 2], tried: [0; 2], to_move: Player::FIRST }
    }

    /// Who has won.
    fn winner(&self) -> Option<Player> {
        [Player::FIRST, Player::SECOND].into_iter().find(|player| has_line(self.marks[player.index()]))
    }

    /// The tries in order: whose, which square, and whether it was free.
    fn replayed(&self) -> impl Iterator<Item = (Player, Square, bool)> {
        let (mut taken, mut to_move) = (0u16, Player::FIRST);
        self.squares[..usize::from(self.len)].iter().map(move |&square| {
            let (player, is_free) = (to_move, taken >> square & 1 == 0);
            taken |= 1 << square;
            to_move = if is_free { player.opponent() } else { player };
            (player, square, is_free)
        })
    }

    /// What the tries of a player have shown: whether a mark of either stands on a square.
    fn mark(&self, square: Square, viewer: Option<Player>) -> Mark {
        let is_seen = viewer.is_none_or(|viewer| self.turn().is_over() || self.tried[viewer.index()] >> square & 1 == 1);
        match self.marks.iter().position(|marks| marks >> square & 1 == 1) {
            Some(player) if is_seen => Mark::Piece(player as u8),
            _ => Mark::Empty,
        }
    }

    fn shown_to(&self, viewer: Option<Player>) -> Picture {
        let winner = self.winner();
        let winning = |square: Square| {
            let marks = winner.map_or(0, |winner| self.marks[winner.index()]);
            LINES.iter().any(|line| marks & line == *line && line >> square & 1 == 1)
        };
        picture(caption(self, &LOOKS), |square| Cell {
            mark: self.mark(square, viewer),
            move_index: Some(usize::from(square)),
            winning: winning(square),
            ..Cell::default()
        })
    }
}

impl State for Tries {
    type Move = Square;

    fn turn(&self) -> Turn {
        if self.marks[0] | self.marks[1] == FULL || self.winner().is_some() {
            Turn::Over
        } else {
            Turn::Player(self.to_move)
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Square>) {
        moves.clear();
        if !self.turn().is_over() {
            let tried = self.tried[self.to_move.index()];
            moves.extend((0..9).filter(|square| tried >> square & 1 == 0));
        }
    }

    fn apply(&mut self, mv: Square) {
        let player = self.to_move;
        self.squares[usize::from(self.len)] = mv;
        self.len += 1;
        self.tried[player.index()] |= 1 << mv;
        if (self.marks[0] | self.marks[1]) >> mv & 1 == 0 {
            self.marks[player.index()] |= 1 << mv;
            self.to_move = player.opponent();
        }
    }

    fn rewards(&self) -> Rewards {
        self.winner().map_or(Rewards::draw(), Rewards::win)
    }

    fn move_index(&self, mv: Square) -> usize {
        usize::from(mv)
    }

    fn move_at(&self, index: usize) -> Square {
        index as Square
    }

    fn random_move(&self, _moves: &mut Vec<Square>, rng: &mut Rng) -> Square {
        let untried = u64::from(FULL & !self.tried[self.to_move.index()]);
        nth_bit(untried, rng.below(untried.count_ones()))
    }
}

plain!(Tries: Points, LightPlayout, Lanes, Skip, LegalSet, Knowledge);

impl Hidden for Tries {
    /// The other has tried squares at random, among those not tried before, and what the viewer met says where.
    fn determinize(&mut self, viewer: Player, rng: &mut Rng) {
        if !self.turn().is_over() {
            *self = self.imagined(viewer, rng);
        }
    }

    /// The own tries in order, and which of the squares were free.
    fn view_key(&self, viewer: Player) -> u64 {
        let own = self.replayed().filter(|&(player, ..)| player == viewer);
        let tries = own.fold(1u64, |tries, (_, square, is_free)| tries << 5 | u64::from(square) << 1 | u64::from(is_free));
        let turn = match self.turn() {
            Turn::Over => 2,
            turn => u64::from(turn.player() == Some(viewer)),
        };
        mix_key(mix_key(tries) ^ (turn << 8 | u64::from(viewer.0)))
    }

    fn sees_move(&self, viewer: Player, _mv: Square) -> bool {
        self.to_move == viewer
    }
}

impl Keyed for Tries {
    /// The way here matters to what the players know, and is part of the key.
    fn key(&self) -> u64 {
        let tries = self.squares[..usize::from(self.len)].iter();
        tries.fold(mix_key(1), |key, &square| mix_key(key ^ u64::from(square + 1)))
    }
}

impl Text for Tries {
    fn format_move(&self, mv: Square) -> String {
        name_of(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Square, ParseMoveError> {
        square_of(text)
    }
}

impl Draw for Tries {
    fn picture(&self) -> Picture {
        self.shown_to(None)
    }

    fn picture_for(&self, viewer: Player) -> Picture {
        self.shown_to(Some(viewer))
    }
}
