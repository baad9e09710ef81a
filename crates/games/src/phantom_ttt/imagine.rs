//! What the other may have tried, by its probability.
//!
//! The other tries untried squares at random until one is free. Which free square that is has nothing to do with the tries before it that
//! were not free: all free squares are equally likely. So all orders of the other's marks that fit what the viewer met are equally likely,
//! and the tries that were not free are drawn for each mark apart.

use super::{FULL, Square, Tries, has_line};
use crate::seats::nth_bit;
use katsura_game::{Player, Rng, State};

/// The most marks of a player.
const MAX_MARKS: usize = 5;

/// The other's marks in the order in which they came, as far as they are known.
#[derive(Clone, Copy, Default)]
struct Order {
    squares: [Option<Square>; MAX_MARKS],
    len: usize,
}

impl Order {
    /// Puts a square at one of the places before `end` that are open, all being equally likely.
    fn put(&mut self, square: Square, end: usize, rng: &mut Rng) {
        let open = || (0..end).filter(|&place| self.squares[place].is_none());
        let place = open().nth(rng.index(open().count()));
        if let Some(place) = place {
            self.squares[place] = Some(square);
        }
    }
}

impl Tries {
    /// A game that looks the same to the viewer.
    pub(super) fn imagined(&self, viewer: Player, rng: &mut Rng) -> Tries {
        let order = self.imagined_order(viewer, rng);
        let mut game = Tries::new();
        let mut own = self.replayed().filter(|&(player, ..)| player == viewer).map(|(_, square, _)| square);
        let mut marks = order.squares[..order.len].iter().flatten();
        loop {
            let next = if game.to_move == viewer { own.next() } else { marks.next().copied() };
            let Some(square) = next else { break };
            if game.to_move != viewer {
                game.fail_first(rng);
            }
            game.apply(square);
        }
        // where the other is to move, what was tried in this turn is hidden, too
        game
    }

    /// The other's marks: each order that fits is equally likely.
    fn imagined_order(&self, viewer: Player, rng: &mut Rng) -> Order {
        let mut order = Order { len: self.marks[viewer.opponent().index()].count_ones() as usize, ..Order::default() };
        let mut met = 0u16;
        // squares that were met earlier have fewer places, which are all among those of the later ones
        let mut before = 0;
        for (player, square, is_free) in self.replayed() {
            if player != viewer {
                before += usize::from(is_free);
            } else if !is_free {
                order.put(square, before, rng);
                met |= 1 << square;
            }
        }
        let open = FULL & !met & !self.marks[viewer.index()];
        let missing = order.len as u32 - met.count_ones();
        let fits = |&set: &u16| set & !open == 0 && set.count_ones() == missing && !has_line(set | met);
        let mut rest = u64::from((0..=FULL).filter(fits).nth(rng.index((0..=FULL).filter(fits).count())).unwrap_or(0));
        while rest != 0 {
            let square = nth_bit(rest, rng.below(rest.count_ones()));
            rest &= !(1 << square);
            order.put(square, order.len, rng);
        }
        order
    }

    /// The tries of the player to move that are not free, before one that is.
    fn fail_first(&mut self, rng: &mut Rng) {
        loop {
            let untried = u64::from(FULL & !self.tried[self.to_move.index()]);
            let square = nth_bit(untried, rng.below(untried.count_ones()));
            if (self.marks[0] | self.marks[1]) >> square & 1 == 0 {
                return;
            }
            self.apply(square);
        }
    }
}
