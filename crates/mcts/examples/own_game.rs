//! A game of one's own: take one, two or three from a heap; who takes the last wins.

use katsura_game::{About, Game, Player, Rewards, State, Turn, plain};
use katsura_mcts::{Budget, Control, Search, SearchConfig};

// ANCHOR: game
#[derive(Clone)]
struct Heap {
    size: u8,
}
// ANCHOR_END: game

// ANCHOR: state
#[derive(Clone)]
struct Left {
    left: u8,
    player: Player,
}
// ANCHOR_END: state

// ANCHOR: impl_game
impl Game for Heap {
    type State = Left;

    fn about(&self) -> About {
        About::board("heap", 1, 3)
    }

    fn start(&self) -> Left {
        Left { left: self.size, player: Player::FIRST }
    }
}
// ANCHOR_END: impl_game

// ANCHOR: impl_state
impl State for Left {
    type Move = u8;

    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over } else { Turn::Player(self.player) }
    }

    fn legal_moves(&self, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(1..=self.left.min(3));
    }

    fn apply(&mut self, take: u8) {
        self.left -= take;
        self.player = self.player.opponent();
    }

    fn rewards(&self) -> Rewards {
        Rewards::win(self.player.opponent())
    }

    fn move_index(&self, take: u8) -> usize {
        usize::from(take) - 1
    }

    fn move_at(&self, index: usize) -> u8 {
        index as u8 + 1
    }
}
// ANCHOR_END: impl_state

// ANCHOR: plain
// No score, playouts by the rules and one at a time, no turn left out, nothing hidden, no opinion of moves.
plain!(Left: Points, LightPlayout, Lanes, Skip, Hidden, Knowledge);

// ANCHOR_END: plain
// ANCHOR: search
fn main() {
    let mut search = Search::new(&Heap { size: 10 }, &SearchConfig::default()).expect("a valid configuration");
    search.run(&Budget::simulations(20_000), &Control::new());
    let take = search.best_move().expect("the game has not ended");
    println!("From ten, take {take}.");
    assert_eq!(take, 2, "leave a multiple of four");
}
// ANCHOR_END: search
