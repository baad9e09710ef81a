//! A game with hidden cards of one's own: poker with three cards, in which each player has one and may bet once.

use katsura_game::{About, Chance, Game, Hidden, Information, Payoff, Player, Rewards, Rng, State, Turn, mix_key, plain};
use katsura_mcts::{Budget, Control, Search, SearchConfig};

// ANCHOR: game
/// Jack, queen and king. Everybody puts in one chip; a bet is one more.
#[derive(Clone)]
struct Poker;

impl Game for Poker {
    type State = Deal;

    fn about(&self) -> About {
        About {
            chance: Chance::Listed,
            information: Information::Hidden,
            payoff: Payoff { constant_sum: Some(0.0), ..Payoff::between(-2.0, 2.0) },
            ..About::board("three-card-poker", 1, 6)
        }
    }

    fn start(&self) -> Deal {
        Deal { cards: None, bets: Vec::new() }
    }
}
// ANCHOR_END: game

// ANCHOR: state
/// Each player's card, once they are dealt, and whether each move so far was a bet.
#[derive(Clone)]
struct Deal {
    cards: Option<[u8; 2]>,
    bets: Vec<bool>,
}

/// The ways to deal two of three cards.
const DEALS: [[u8; 2]; 6] = [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]];

impl State for Deal {
    type Move = u8;

    fn turn(&self) -> Turn {
        match (self.cards, &self.bets[..]) {
            (None, _) => Turn::Chance,
            (_, [.., true, _] | [false, false]) => Turn::Over,
            (_, bets) => Turn::Player(Player(bets.len() as u8 % 2)),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.clear();
        match self.turn() {
            Turn::Chance => moves.extend(0..6),
            Turn::Over => {}
            _ => moves.extend(0..2),
        }
    }

    fn apply(&mut self, mv: u8) {
        match self.cards {
            None => self.cards = Some(DEALS[usize::from(mv)]),
            Some(_) => self.bets.push(mv == 1),
        }
    }

    fn rewards(&self) -> Rewards {
        let [first, second] = self.cards.unwrap_or_default();
        let first_wins = match self.bets[..] {
            [true, false] => true,
            [false, true, false] => false,
            _ => first > second,
        };
        let stake = if let [.., true, true] = self.bets[..] { 2.0 } else { 1.0 };
        let won = if first_wins { stake } else { -stake };
        Rewards::new([won, -won, 0.0, 0.0])
    }

    fn move_index(&self, mv: u8) -> usize {
        usize::from(mv)
    }

    fn move_at(&self, index: usize) -> u8 {
        index as u8
    }

    fn random_move(&self, moves: &mut Vec<u8>, rng: &mut Rng) -> u8 {
        self.legal_moves(moves);
        moves[rng.index(moves.len())]
    }

    fn chance_probability(&self, _outcome: u8) -> f64 {
        1.0 / 6.0
    }
}

plain!(Deal: Points, LightPlayout, Lanes, Skip, Knowledge);
// ANCHOR_END: state

// ANCHOR: hidden
impl Hidden for Deal {
    /// The other card is one of the two that the viewer does not hold.
    fn determinize(&mut self, viewer: Player, rng: &mut Rng) {
        let Some(cards) = &mut self.cards else { return };
        let own = cards[viewer.index()];
        let others: Vec<u8> = (0..3).filter(|&card| card != own).collect();
        cards[viewer.opponent().index()] = others[rng.index(2)];
    }

    /// The viewer has seen the own card and all bets.
    fn view_key(&self, viewer: Player) -> u64 {
        let card = self.cards.map_or(3, |cards| cards[viewer.index()]);
        let bets = self.bets.iter().fold(1, |bets, &bet| bets * 2 + u64::from(bet));
        mix_key(bets * 4 + u64::from(card))
    }
}
// ANCHOR_END: hidden

// ANCHOR: search
/// What the first player thinks of a bet, holding the first card of a deal.
fn value_of_a_bet(deal: u8) -> f32 {
    let mut search = Search::new(&Poker, &SearchConfig::default()).expect("a valid configuration");
    search.advance(deal).expect("a deal");
    search.run(&Budget::simulations(20_000), &Control::new());
    let bet = search.analysis().moves.into_iter().find(|mv| mv.index == 1);
    bet.expect("a bet is legal").mean
}

fn main() {
    let [jack, queen, king] = [0, 2, 4].map(value_of_a_bet);
    println!("A bet is worth {jack:.2} chips with the jack, {queen:.2} with the queen, {king:.2} with the king.");
    assert!(jack < queen && queen < king);
    assert_eq!(value_of_a_bet(4), value_of_a_bet(5), "the search does not look at the other card");
}
// ANCHOR_END: search
