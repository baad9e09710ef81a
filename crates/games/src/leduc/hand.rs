//! A hand: who holds what, who has put in how much.

use super::Leduc;
use crate::seats::{Face, caption, nth_bit, redeal, sees, table};
use katsura_game::{Draw, Hidden, Keyed, ParseMoveError, Picture, Player, Rewards, Rng, State, Text, Turn, mix_key, plain};

/// What players and chance do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Leaves the hand. Only after a raise that was not answered.
    Fold,
    /// Puts in what is missing, which may be nothing.
    Call,
    /// Puts in what is missing, and the chips of a raise.
    Raise,
    /// A card is dealt to the next player, then to the table. Cards 2r and 2r + 1 have rank r, counted from the lowest.
    Deal(u8),
}

/// A hand of Leduc hold'em.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    rules: Leduc,
    /// The cards of the players, and then that of the table.
    cards: [u8; 5],
    dealt: u8,
    folded: u8,
    to_move: Player,
    paid: [u16; 4],
    /// What everyone has to put in to stay.
    stake: u16,
    round: u8,
    /// Raises of this round, and calls since the last of them.
    raises: u8,
    calls: u8,
    /// What the players have done, two bits each, below a bit that is set.
    actions: u128,
}

impl Hand {
    pub(super) fn new(rules: &Leduc) -> Self {
        Hand {
            rules: *rules,
            cards: [0; 5],
            dealt: 0,
            folded: 0,
            to_move: Player::FIRST,
            paid: [1; 4],
            stake: 1,
            round: 0,
            raises: 0,
            calls: 0,
            actions: 1,
        }
    }

    fn players(&self) -> usize {
        usize::from(self.rules.players)
    }

    fn deck(&self) -> u8 {
        2 * self.rules.ranks
    }

    /// The cards that are not dealt yet, as bits.
    fn left(&self) -> u64 {
        let dealt = &self.cards[..usize::from(self.dealt)];
        dealt.iter().fold((1 << self.deck()) - 1, |left, &card| left & !(1 << card))
    }

    fn has_folded(&self, player: usize) -> bool {
        self.folded >> player & 1 == 1
    }

    /// How many players are still in the hand.
    fn remaining(&self) -> u8 {
        self.rules.players - self.folded.count_ones() as u8
    }

    /// The card on the table.
    fn table(&self) -> Option<u8> {
        (self.dealt > self.rules.players).then(|| self.cards[self.players()])
    }

    /// The first player from a seat on who has not folded.
    fn next_from(&self, seat: usize) -> Player {
        let seats = (seat..).map(|seat| seat % self.players());
        let next = seats.take(self.players()).find(|&player| !self.has_folded(player));
        Player(next.unwrap_or(0) as u8)
    }

    /// Everybody who has to has answered the last raise.
    fn is_settled(&self) -> bool {
        self.calls == self.remaining() - u8::from(self.raises > 0)
    }

    /// Ends the round, if it is settled: what comes next is a card for the table, or the end.
    fn settle(&mut self) {
        if self.remaining() > 1 && self.is_settled() {
            (self.round, self.raises, self.calls) = (self.round + 1, 0, 0);
            self.to_move = self.next_from(0);
        } else {
            self.to_move = self.next_from(self.to_move.index() + 1);
        }
    }

    /// A key of what the players have done.
    fn actions_key(&self) -> u64 {
        mix_key(mix_key(self.actions as u64) ^ (self.actions >> 64) as u64)
    }

    /// How much a player's card is worth at the end: a pair with the table beats everything.
    fn strength(&self, player: usize) -> u8 {
        let rank = self.cards[player] / 2;
        if self.table().is_some_and(|table| table / 2 == rank) { self.rules.ranks } else { rank }
    }

    /// Who shares the pot, as bits.
    fn winners(&self) -> u8 {
        let staying = || (0..self.players()).filter(|&player| !self.has_folded(player));
        let best = staying().map(|player| self.strength(player)).max();
        staying().filter(|&player| Some(self.strength(player)) == best).fold(0, |winners, player| winners | 1 << player)
    }

    fn shown_to(&self, viewer: Option<Player>) -> Picture {
        let is_shown = |player| sees(viewer, player) || self.turn().is_over() && !self.has_folded(player);
        let face = |player: usize| match player {
            _ if player >= usize::from(self.dealt) => Face::Nothing,
            _ if is_shown(player) => Face::Up(name(self.rules.ranks, self.cards[player])),
            _ => Face::Down,
        };
        let seats: Vec<_> = (0..self.players()).map(|player| vec![face(player)]).collect();
        let table_face = self.table().map_or(Face::Nothing, |card| Face::Up(name(self.rules.ranks, card)));
        let chips: Vec<String> = self.paid[..self.players()].iter().map(u16::to_string).collect();
        let text = format!("{}; chips {}", caption(self, seats.len()), chips.join(" "));
        table(&seats, vec![table_face.cell(2, 0)], text)
    }
}

/// The names of all cards from the lowest, the two suits of a rank together.
const NAMES: [&str; 26] = [
    "2s", "2h", "3s", "3h", "4s", "4h", "5s", "5h", "6s", "6h", "7s", "7h", "8s", "8h", "9s", "9h", "Ts", "Th", "Js", "Jh",
    "Qs", "Qh", "Ks", "Kh", "As", "Ah",
];

/// The name of a card: with up to twelve ranks the highest is the king.
fn name(ranks: u8, card: u8) -> &'static str {
    let pack = 2 * usize::from(ranks);
    let above = if pack < NAMES.len() { 2 } else { 0 };
    NAMES[NAMES.len() - above - pack + usize::from(card)]
}

impl State for Hand {
    type Move = Action;

    fn turn(&self) -> Turn {
        match (self.dealt, self.round) {
            (dealt, _) if dealt < self.rules.players => Turn::Chance,
            (_, 2) => Turn::Over,
            _ if self.remaining() == 1 => Turn::Over,
            (dealt, 1) if dealt == self.rules.players => Turn::Chance,
            _ => Turn::Player(self.to_move),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Action>) {
        moves.clear();
        match self.turn() {
            Turn::Over => {}
            Turn::Chance => {
                let left = self.left();
                moves.extend((0..self.deck()).filter(|card| left >> card & 1 == 1).map(Action::Deal));
            }
            Turn::Player(player) => {
                moves.extend((self.paid[player.index()] < self.stake).then_some(Action::Fold));
                moves.push(Action::Call);
                moves.extend((self.raises < self.rules.raises).then_some(Action::Raise));
            }
            Turn::Together(_) => unreachable!("the players move in turn"),
        }
    }

    fn apply(&mut self, mv: Action) {
        let player = self.to_move.index();
        match mv {
            Action::Deal(card) => {
                self.cards[usize::from(self.dealt)] = card;
                self.dealt += 1;
                return;
            }
            Action::Fold => self.folded |= 1 << player,
            Action::Call => {
                self.paid[player] = self.stake;
                self.calls += 1;
            }
            Action::Raise => {
                self.stake += u16::from(self.rules.bets[usize::from(self.round)]);
                self.paid[player] = self.stake;
                (self.raises, self.calls) = (self.raises + 1, 0);
            }
        }
        self.actions = self.actions << 2 | self.move_index(mv) as u128;
        self.settle();
    }

    /// Who wins gets the pot; equal cards share it. In chips.
    fn rewards(&self) -> Rewards {
        let pot: u16 = self.paid[..self.players()].iter().sum();
        let winners = self.winners();
        let share = f32::from(pot) / winners.count_ones() as f32;
        Rewards::new(std::array::from_fn(|player| match player {
            _ if player >= self.players() => 0.0,
            _ if winners >> player & 1 == 1 => share - f32::from(self.paid[player]),
            _ => -f32::from(self.paid[player]),
        }))
    }

    fn move_index(&self, mv: Action) -> usize {
        match mv {
            Action::Fold => 0,
            Action::Call => 1,
            Action::Raise => 2,
            Action::Deal(card) => 3 + usize::from(card),
        }
    }

    fn move_at(&self, index: usize) -> Action {
        match index {
            0 => Action::Fold,
            1 => Action::Call,
            2 => Action::Raise,
            card => Action::Deal((card - 3) as u8),
        }
    }

    fn random_move(&self, moves: &mut Vec<Action>, rng: &mut Rng) -> Action {
        if self.turn() == Turn::Chance {
            let left = self.left();
            return Action::Deal(nth_bit(left, rng.below(left.count_ones())));
        }
        self.legal_moves(moves);
        moves[rng.index(moves.len())]
    }

    fn chance_probability(&self, _outcome: Action) -> f64 {
        1.0 / f64::from(self.deck() - self.dealt)
    }
}

plain!(Hand: Points, LightPlayout, Lanes, Skip, LegalSet, Knowledge);

impl Hidden for Hand {
    /// The others hold any of the cards that lie neither on the table nor before the viewer.
    fn determinize(&mut self, viewer: Player, rng: &mut Rng) {
        let players = self.players();
        let is_hidden = |place| place != viewer.index() && place < players;
        let deck = self.deck();
        redeal(&mut self.cards[..usize::from(self.dealt)], is_hidden, (deck, 0), rng);
    }

    /// The own card, that on the table, and what all have done.
    fn view_key(&self, viewer: Player) -> u64 {
        let own = if viewer.0 < self.dealt { self.cards[viewer.index()] } else { u8::MAX };
        let table = self.table().unwrap_or(u8::MAX);
        let seen = u64::from_le_bytes([viewer.0, own, table, self.dealt, 0, 0, 0, 0]);
        mix_key(self.actions_key() ^ seen)
    }

    fn sees_move(&self, viewer: Player, _mv: Action) -> bool {
        self.turn() != Turn::Chance || self.dealt == viewer.0 || self.dealt == self.rules.players
    }
}

impl Keyed for Hand {
    fn key(&self) -> u64 {
        let [a, b, c, d, e] = self.cards;
        let cards = u64::from_le_bytes([a, b, c, d, e, self.dealt, 0, 0]);
        mix_key(self.actions_key() ^ cards)
    }
}

impl Text for Hand {
    fn format_move(&self, mv: Action) -> String {
        match mv {
            Action::Fold => "fold".to_string(),
            Action::Call => "call".to_string(),
            Action::Raise => "raise".to_string(),
            Action::Deal(card) => name(self.rules.ranks, card).to_string(),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Action, ParseMoveError> {
        let dealt = |&card: &u8| name(self.rules.ranks, card).eq_ignore_ascii_case(text);
        match text.to_ascii_lowercase().as_str() {
            "fold" => Ok(Action::Fold),
            "call" => Ok(Action::Call),
            "raise" => Ok(Action::Raise),
            _ => (0..self.deck()).find(dealt).map(Action::Deal).ok_or_else(|| {
                ParseMoveError::new(text, "fold, call, raise, or where chance deals a card such as Ks or Kh")
            }),
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
