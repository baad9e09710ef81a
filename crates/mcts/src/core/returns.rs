//! Gains on the way: what each edge of a simulation has brought from there on.

use super::Scratch;
use katsura_game::{Rewards, Turn};

/// What a step of a simulation has brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gain {
    /// The gain of the step.
    pub(crate) rewards: Rewards,
    /// What the step and all after it are worth one step before.
    pub(crate) discount: f32,
}

impl Gain {
    /// Nothing, for the root.
    pub(crate) const NOTHING: Gain = Gain { rewards: Rewards::new([0.0; katsura_game::MAX_PLAYERS]), discount: 1.0 };
}

/// What comes later is worth less: once for each choice after the first, whether one player makes it or several together. Chance takes
/// no time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Choices {
    discount: f32,
    /// Whether somebody has chosen.
    begun: bool,
    /// How many players are still to choose together with those who have.
    left: usize,
}

impl Choices {
    pub(crate) fn new(discount: f32) -> Self {
        Choices { discount, begun: false, left: 0 }
    }

    /// A move is about to be made at this turn: what it and all after it are worth before it.
    #[inline]
    pub(crate) fn before(&mut self, turn: Turn) -> f32 {
        let players = match turn {
            Turn::Player(_) => 1,
            Turn::Together(players) => players.count(),
            Turn::Chance | Turn::Over => 0,
        };
        if players == 0 || self.left > 0 {
            self.left = self.left.saturating_sub(usize::from(players > 0));
            return 1.0;
        }
        self.left = players - 1;
        if std::mem::replace(&mut self.begun, true) { self.discount } else { 1.0 }
    }
}

/// The return of a line of play, added up move by move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Returns {
    choices: Choices,
    /// What the next gain is worth at the start.
    weight: f32,
    sum: Rewards,
}

impl Returns {
    /// A line that begins after these choices.
    pub(crate) fn after(choices: Choices) -> Self {
        Returns { choices, weight: 1.0, sum: Rewards::default() }
    }

    /// A move is about to be made at this turn.
    #[inline]
    pub(crate) fn before(&mut self, turn: Turn) {
        self.weight *= self.choices.before(turn);
    }

    /// The move has brought this.
    #[inline]
    pub(crate) fn add(&mut self, gain: Rewards) {
        self.sum = self.sum.plus(gain.times(self.weight));
    }

    /// What all moves together have brought, and what is still to come from the next choice on.
    pub(crate) fn and_then(mut self, rest: Rewards) -> Rewards {
        self.before(Turn::Player(katsura_game::Player::FIRST));
        self.add(rest);
        self.sum
    }

    /// What all moves together have brought.
    pub(crate) fn sum(&self) -> Rewards {
        self.sum
    }
}

impl Scratch {
    /// Fills the returns of a simulation, from each node of its path on; after the last step came `rest`. From the leaf up: g ← gain + γ·g
    /// [sutton2018, eq. 3.9].
    ///
    /// The number of a node is that of the edge that leads into it, so the gain of that edge is part of it.
    pub(crate) fn fill_returns(&mut self, rest: Rewards) {
        self.returns.clear();
        self.returns.resize(self.gains.len(), rest);
        let mut below = rest;
        for (gain, from_here) in self.gains.iter().zip(self.returns.iter_mut()).rev() {
            *from_here = gain.rewards.plus(below);
            below = from_here.times(gain.discount);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_game::{Player, Players};

    /// γ = ½: a choice, chance, a choice of two together, a choice.
    #[test]
    fn each_choice_after_the_first_is_discounted_once() {
        let mut choices = Choices::new(0.5);
        let both = Turn::Together(Players::first(2));
        let second = Turn::Together(Players::first(2).without(Player(0)));
        let turns = [Turn::Player(Player(0)), Turn::Chance, both, second, Turn::Player(Player(1)), Turn::Chance];
        assert_eq!(turns.map(|turn| choices.before(turn)), [1.0, 1.0, 0.5, 1.0, 0.5, 1.0]);
    }

    #[test]
    fn a_line_adds_up_what_its_moves_bring() {
        let mut returns = Returns::after(Choices::new(0.5));
        for gain in [4.0, 2.0, 8.0] {
            returns.before(Turn::Player(Player(0)));
            returns.add(Rewards::new([gain, 0.0, 0.0, 0.0]));
        }
        assert_eq!(returns.sum()[0], 4.0 + 1.0 + 2.0);
        assert_eq!(returns.and_then(Rewards::new([16.0, 0.0, 0.0, 0.0]))[0], 7.0 + 2.0, "16/8 is still to come");
    }
}
