//! Liar's dice: bids on what all hidden dice show together.

use crate::parameters::{ParameterError, checked_parameters};
use crate::seats::{Face, caption, sees, table};
use katsura_game::{
    About, Chance, Customs, Draw, Game, Hidden, Information, Keyed, ParseMoveError, Payoff, Picture, Player, Rewards, Rng,
    State, Text, Turn, mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(test)]
mod tests;

/// The rules of liar's dice for two. The highest face counts as every face.
///
/// ```
/// use katsura_games::liars_dice::LiarsDice;
/// let coins: LiarsDice = serde_json::from_str(r#"{"dice": 2, "sides": 2}"#).unwrap();
/// assert_eq!(coins.dice, 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct LiarsDice {
    /// The dice of each player: 1 to 5.
    #[schemars(range(min = 1, max = 5))]
    pub dice: u8,
    /// The sides of a die: 2 to 6.
    #[schemars(range(min = 2, max = 6))]
    pub sides: u8,
}

checked_parameters!(LiarsDice);

impl Default for LiarsDice {
    fn default() -> Self {
        LiarsDice { dice: 1, sides: 6 }
    }
}

/// What players and chance do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// There are at least so many dice with this face, counted from 0, or with the highest.
    Bid {
        /// How many dice.
        count: u8,
        /// The face.
        face: u8,
    },
    /// The last bid is called a lie, and all dice are shown.
    Liar,
    /// A die shows this face, counted from 0.
    Roll(u8),
}

const PLAYERS: usize = 2;
const MAX_DICE: usize = 5;

/// A round of liar's dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    rules: LiarsDice,
    /// The faces of the first player's dice, then those of the second's, each player's in order once all are rolled.
    faces: [u8; PLAYERS * MAX_DICE],
    rolled: u8,
    /// The bids so far as bits: a later bid is always higher.
    bids: u64,
    is_called: bool,
}

impl LiarsDice {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        ParameterError::unless_within("dice", self.dice, 1..=MAX_DICE as u8)?;
        ParameterError::unless_within("sides", self.sides, 2..=6)
    }

    fn all_dice(&self) -> u8 {
        self.dice * PLAYERS as u8
    }

    /// The number of different bids.
    fn bids(&self) -> u8 {
        self.all_dice() * self.sides
    }
}

impl Game for LiarsDice {
    type State = Round;

    fn about(&self) -> About {
        About {
            chance: Chance::Listed,
            information: Information::Hidden,
            payoff: Payoff { constant_sum: Some(0.0), ..Payoff::between(-1.0, 1.0) },
            ..About::board("liars-dice", 1, usize::from(self.bids() + 1 + self.sides))
        }
    }

    fn start(&self) -> Round {
        Round { rules: *self, faces: [0; PLAYERS * MAX_DICE], rolled: 0, bids: 0, is_called: false }
    }

    fn customs(&self) -> Customs {
        Customs::titled("Liar's dice")
    }
}

impl Round {
    /// The number of the highest bid so far.
    fn highest(&self) -> Option<u8> {
        (self.bids != 0).then(|| 63 - self.bids.leading_zeros() as u8)
    }

    fn bid(&self, number: u8) -> Action {
        Action::Bid { count: number / self.rules.sides + 1, face: number % self.rules.sides }
    }

    /// The places of a player's dice.
    fn places(&self, player: usize) -> std::ops::Range<usize> {
        let dice = usize::from(self.rules.dice);
        player * dice..(player + 1) * dice
    }

    /// Puts a player's dice in order: which is which makes no difference.
    fn sort(&mut self, player: usize) {
        let places = self.places(player);
        self.faces[places].sort_unstable();
    }

    /// Whether the last bid is true.
    fn is_true(&self) -> bool {
        let Some(number) = self.highest() else { return true };
        let (count, face) = (number / self.rules.sides + 1, number % self.rules.sides);
        let dice = &self.faces[..usize::from(self.rolled)];
        dice.iter().filter(|&&shown| shown == face || shown == self.rules.sides - 1).count() >= usize::from(count)
    }

    fn shown_to(&self, viewer: Option<Player>) -> Picture {
        const FACES: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
        let face = |player, place: usize| match place {
            _ if place >= usize::from(self.rolled) => Face::Nothing,
            _ if self.is_called || sees(viewer, player) => Face::Up(FACES[usize::from(self.faces[place])]),
            _ => Face::Down,
        };
        let dice = |player| self.places(player).map(|place| face(player, place)).collect();
        let seats: Vec<Vec<Face>> = (0..PLAYERS).map(dice).collect();
        let last = self.highest().map_or(String::new(), |number| format!("; bid {}", self.format_move(self.bid(number))));
        table(&seats, Vec::new(), format!("{}{last}", caption(self, PLAYERS)))
    }
}

impl State for Round {
    type Move = Action;

    fn turn(&self) -> Turn {
        if self.rolled < self.rules.all_dice() {
            Turn::Chance
        } else if self.is_called {
            Turn::Over
        } else {
            Turn::Player(Player(self.bids.count_ones() as u8 % PLAYERS as u8))
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Action>) {
        moves.clear();
        match self.turn() {
            Turn::Over => {}
            Turn::Chance => moves.extend((0..self.rules.sides).map(Action::Roll)),
            Turn::Player(_) | Turn::Together(_) => {
                let first = self.highest().map_or(0, |highest| highest + 1);
                moves.extend((first..self.rules.bids()).map(|number| self.bid(number)));
                moves.extend((first > 0).then_some(Action::Liar));
            }
        }
    }

    fn apply(&mut self, mv: Action) {
        match mv {
            Action::Bid { count, face } => self.bids |= 1 << ((count - 1) * self.rules.sides + face),
            Action::Liar => self.is_called = true,
            Action::Roll(face) => {
                self.faces[usize::from(self.rolled)] = face;
                self.rolled += 1;
                if self.rolled.is_multiple_of(self.rules.dice) {
                    self.sort(usize::from(self.rolled / self.rules.dice) - 1);
                }
            }
        }
    }

    /// 1 for the bidder if the bid is true, for the caller if it is not; the other loses as much.
    fn rewards(&self) -> Rewards {
        let caller = self.bids.count_ones() as usize % PLAYERS;
        let first_wins = self.is_true() == (caller != 0);
        let won = if first_wins { 1.0 } else { -1.0 };
        Rewards::new([won, -won, 0.0, 0.0])
    }

    fn move_index(&self, mv: Action) -> usize {
        match mv {
            Action::Bid { count, face } => usize::from((count - 1) * self.rules.sides + face),
            Action::Liar => usize::from(self.rules.bids()),
            Action::Roll(face) => usize::from(self.rules.bids() + 1 + face),
        }
    }

    fn move_at(&self, index: usize) -> Action {
        match index.checked_sub(usize::from(self.rules.bids())) {
            None => self.bid(index as u8),
            Some(0) => Action::Liar,
            Some(roll) => Action::Roll((roll - 1) as u8),
        }
    }

    fn random_move(&self, moves: &mut Vec<Action>, rng: &mut Rng) -> Action {
        if self.turn() == Turn::Chance {
            return Action::Roll(rng.below(u32::from(self.rules.sides)) as u8);
        }
        self.legal_moves(moves);
        moves[rng.index(moves.len())]
    }

    fn chance_probability(&self, _outcome: Action) -> f64 {
        1.0 / f64::from(self.rules.sides)
    }
}

plain!(Round: Points, LightPlayout, Lanes, Skip, LegalSet, Knowledge);

impl Hidden for Round {
    /// The other's dice are rolled again.
    fn determinize(&mut self, viewer: Player, rng: &mut Rng) {
        let other = viewer.opponent().index();
        if usize::from(self.rolled) < self.places(other).end {
            return;
        }
        for place in self.places(other) {
            self.faces[place] = rng.below(u32::from(self.rules.sides)) as u8;
        }
        self.sort(other);
    }

    /// How many of the own dice show each face, and all bids.
    fn view_key(&self, viewer: Player) -> u64 {
        let own = self.places(viewer.index()).filter(|&place| place < usize::from(self.rolled));
        let counts = own.fold(0u64, |counts, place| counts + (1 << (4 * self.faces[place])));
        let others = u64::from_le_bytes([viewer.0, self.rolled, u8::from(self.is_called), 1, 0, 0, 0, 0]);
        mix_key(mix_key(mix_key(self.bids) ^ counts) ^ others)
    }

    fn sees_move(&self, viewer: Player, _mv: Action) -> bool {
        self.turn() != Turn::Chance || self.places(viewer.index()).contains(&usize::from(self.rolled))
    }
}

impl Keyed for Round {
    fn key(&self) -> u64 {
        let faces = self.faces.iter().rev().fold(0u64, |faces, &face| faces << 3 | u64::from(face));
        mix_key(mix_key(self.bids) ^ (faces << 8 | u64::from(self.rolled) << 1 | u64::from(self.is_called)))
    }
}

impl Text for Round {
    /// `2x5` bids two fives; `die5` is a roll.
    fn format_move(&self, mv: Action) -> String {
        match mv {
            Action::Bid { count, face } => format!("{count}x{}", face + 1),
            Action::Liar => "liar".to_string(),
            Action::Roll(face) => format!("die{}", face + 1),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Action, ParseMoveError> {
        let lower = text.to_ascii_lowercase();
        let number = |text: &str, most: u8| {
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
            text.parse::<u8>().ok().filter(|number| is_plain && (1..=most).contains(number))
        };
        let LiarsDice { sides, .. } = self.rules;
        let face = |text| number(text, sides).map(|face| face - 1);
        let read = match (lower.as_str(), lower.strip_prefix("die"), lower.split_once('x')) {
            ("liar", ..) => Some(Action::Liar),
            (_, Some(roll), _) => face(roll).map(Action::Roll),
            (_, _, Some((count, shown))) => {
                let bid = |count| face(shown).map(|face| Action::Bid { count, face });
                number(count, self.rules.all_dice()).and_then(bid)
            }
            _ => None,
        };
        read.ok_or_else(|| {
            ParseMoveError::new(text, "a number of dice and a face such as 2x5, liar, or a roll such as die5")
        })
    }
}

impl Draw for Round {
    fn picture(&self) -> Picture {
        self.shown_to(None)
    }

    fn picture_for(&self, viewer: Player) -> Picture {
        self.shown_to(Some(viewer))
    }
}
