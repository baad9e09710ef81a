//! Kuhn's poker: one card each, one chip to bet [kuhn1950].

use crate::parameters::{ParameterError, checked_parameters};
use crate::seats::{Face, caption, nth_bit, redeal, sees, table};
use katsura_game::{
    About, Chance, Customs, Draw, Game, Hidden, Information, Keyed, ParseMoveError, Payoff, Picture, Player, Rewards, Rng,
    State, Text, Turn, mix_key, plain,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(test)]
mod tests;

/// The rules of Kuhn's poker. The pack has one card more than there are players.
///
/// ```
/// use katsura_games::kuhn::Kuhn;
/// let three: Kuhn = serde_json::from_str(r#"{"players": 3}"#).unwrap();
/// assert_eq!(three.players, 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(remote = "Self", deny_unknown_fields, default)]
pub struct Kuhn {
    /// The number of players: 2 to 4.
    #[schemars(range(min = 2, max = 4))]
    pub players: u8,
}

checked_parameters!(Kuhn);

impl Default for Kuhn {
    fn default() -> Self {
        Kuhn { players: 2 }
    }
}

/// The names of the cards, the lowest first; a game has the last of them.
const CARDS: [&str; 5] = ["9", "T", "J", "Q", "K"];

/// What players and chance do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Puts nothing in: a check before a bet, a fold after it.
    Pass,
    /// Puts one chip in: a bet, or a call.
    Bet,
    /// The card of this number, counted from the lowest, is dealt to the next player.
    Deal(u8),
}

/// A hand of Kuhn's poker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    players: u8,
    dealt: u8,
    cards: [u8; 4],
    /// How many times the players have moved, and which of these moves were bets.
    made: u8,
    bets: u8,
}

impl Kuhn {
    /// Whether the parameters are accepted.
    ///
    /// # Errors
    /// [`ParameterError`] names the parameter and what is accepted.
    pub fn check(&self) -> Result<(), ParameterError> {
        ParameterError::unless_within("players", self.players, 2..=4)
    }
}

impl Game for Kuhn {
    type State = Hand;

    fn about(&self) -> About {
        let players = usize::from(self.players);
        About {
            players,
            chance: Chance::Listed,
            information: Information::Hidden,
            payoff: Payoff { constant_sum: Some(0.0), ..Payoff::between(-2.0, 2.0 * (players as f64 - 1.0)) },
            ..About::board("kuhn", 1, 2 + players + 1)
        }
    }

    fn start(&self) -> Hand {
        Hand { players: self.players, dealt: 0, cards: [0; 4], made: 0, bets: 0 }
    }

    fn customs(&self) -> Customs {
        Customs::titled("Kuhn poker")
    }
}

impl Hand {
    fn deck(&self) -> u8 {
        self.players + 1
    }

    /// The cards that are not dealt yet, as bits.
    fn left(&self) -> u64 {
        let dealt = &self.cards[..usize::from(self.dealt)];
        dealt.iter().fold((1 << self.deck()) - 1, |left, &card| left & !(1 << card))
    }

    /// Whether a player has bet or called.
    fn is_in(&self, player: u8) -> bool {
        (0..self.made).any(|number| self.bets >> number & 1 == 1 && number % self.players == player)
    }

    /// The chips a player has put in.
    fn paid(&self, player: u8) -> u8 {
        1 + u8::from(self.is_in(player))
    }

    /// The highest card among those who have bet; among all, if nobody has.
    fn winner(&self) -> u8 {
        let stays = |&player: &u8| self.bets == 0 || self.is_in(player);
        (0..self.players).filter(stays).max_by_key(|&player| self.cards[usize::from(player)]).unwrap_or(0)
    }

    fn shown_to(&self, viewer: Option<Player>) -> Picture {
        let is_over = self.turn().is_over();
        let face = |player: usize| match player {
            _ if player >= usize::from(self.dealt) => Face::Nothing,
            _ if is_over || sees(viewer, player) => Face::Up(self.name(self.cards[player])),
            _ => Face::Down,
        };
        let seats: Vec<_> = (0..usize::from(self.players)).map(|player| vec![face(player)]).collect();
        let pot: u8 = (0..self.players).map(|player| self.paid(player)).sum();
        table(&seats, Vec::new(), format!("{}; pot {pot}", caption(self, seats.len())))
    }

    fn name(&self, card: u8) -> &'static str {
        CARDS[CARDS.len() - usize::from(self.deck()) + usize::from(card)]
    }
}

impl State for Hand {
    type Move = Action;

    fn turn(&self) -> Turn {
        if self.dealt < self.players {
            return Turn::Chance;
        }
        let last = if self.bets == 0 { self.players } else { self.bets.trailing_zeros() as u8 + self.players };
        if self.made == last { Turn::Over } else { Turn::Player(Player(self.made % self.players)) }
    }

    fn legal_moves(&self, moves: &mut Vec<Action>) {
        moves.clear();
        match self.turn() {
            Turn::Over => {}
            Turn::Chance => {
                let left = self.left();
                moves.extend((0..self.deck()).filter(|card| left >> card & 1 == 1).map(Action::Deal));
            }
            Turn::Player(_) | Turn::Together(_) => moves.extend([Action::Pass, Action::Bet]),
        }
    }

    fn apply(&mut self, mv: Action) {
        match mv {
            Action::Deal(card) => {
                self.cards[usize::from(self.dealt)] = card;
                self.dealt += 1;
            }
            Action::Pass | Action::Bet => {
                self.bets |= u8::from(mv == Action::Bet) << self.made;
                self.made += 1;
            }
        }
    }

    /// Who wins gets the pot. In chips.
    fn rewards(&self) -> Rewards {
        let pot: u8 = (0..self.players).map(|player| self.paid(player)).sum();
        let winner = self.winner();
        Rewards::new(std::array::from_fn(|player| match player as u8 {
            player if player >= self.players => 0.0,
            player if player == winner => f32::from(pot - self.paid(player)),
            player => -f32::from(self.paid(player)),
        }))
    }

    fn move_index(&self, mv: Action) -> usize {
        match mv {
            Action::Pass => 0,
            Action::Bet => 1,
            Action::Deal(card) => 2 + usize::from(card),
        }
    }

    fn move_at(&self, index: usize) -> Action {
        match index {
            0 => Action::Pass,
            1 => Action::Bet,
            card => Action::Deal((card - 2) as u8),
        }
    }

    fn random_move(&self, _moves: &mut Vec<Action>, rng: &mut Rng) -> Action {
        match self.turn() {
            Turn::Chance => {
                let left = self.left();
                Action::Deal(nth_bit(left, rng.below(left.count_ones())))
            }
            _ => self.move_at(rng.index(2)),
        }
    }

    fn chance_probability(&self, _outcome: Action) -> f64 {
        1.0 / f64::from(self.deck() - self.dealt)
    }
}

plain!(Hand: Points, LightPlayout, Lanes, Skip, LegalSet, Knowledge);

impl Hidden for Hand {
    /// The others hold any of the cards that the viewer does not.
    fn determinize(&mut self, viewer: Player, rng: &mut Rng) {
        let deck = self.deck();
        redeal(&mut self.cards[..usize::from(self.dealt)], |place| place != viewer.index(), (deck, 0), rng);
    }

    /// The own card, and all bets.
    fn view_key(&self, viewer: Player) -> u64 {
        let is_dealt = viewer.0 < self.dealt;
        let card = if is_dealt { self.cards[viewer.index()] } else { u8::MAX };
        mix_key(u64::from_le_bytes([viewer.0, card, self.dealt, self.made, self.bets, 0, 0, 0]))
    }

    fn sees_move(&self, viewer: Player, _mv: Action) -> bool {
        self.turn() != Turn::Chance || self.dealt == viewer.0
    }
}

impl Keyed for Hand {
    fn key(&self) -> u64 {
        let [a, b, c, d] = self.cards;
        mix_key(u64::from_le_bytes([a, b, c, d, self.dealt, self.made, self.bets, 0]))
    }
}

impl Text for Hand {
    fn format_move(&self, mv: Action) -> String {
        match mv {
            Action::Pass => "pass".to_string(),
            Action::Bet => "bet".to_string(),
            Action::Deal(card) => self.name(card).to_string(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Action, ParseMoveError> {
        let accepted = || ParseMoveError::new(text, "pass, bet, or where chance deals a card such as K");
        match text.to_ascii_lowercase().as_str() {
            "pass" => Ok(Action::Pass),
            "bet" => Ok(Action::Bet),
            _ => {
                let dealt = |&card: &u8| self.name(card).eq_ignore_ascii_case(text);
                (0..self.deck()).find(dealt).map(Action::Deal).ok_or_else(accepted)
            }
        }
    }
}

impl Draw for Hand {
    fn picture(&self) -> Picture {
        self.shown_to(None)
    }

    fn picture_for(&self, viewer: Player) -> Picture {
        self.shown_to(Some(viewer))
    }
}
