//! The light playout.

use super::{Leaf, Playing, Playout};
use crate::reward::RewardKind;
use crate::techniques::Technique;
use katsura_game::{LightPlayout, Rewards};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "light playout",
    formula: "uniform over the moves the game allows in playouts",
    citation: "coulom2006",
    config: "search.playout = { kind = 'uniform' }",
    sources: "poolRave 3, poolRave 4, slides 4",
    test: "the_light_playout_is_the_games_own",
    file: file!(),
}];

/// The game's light playout, nothing else: uniform over the moves the game allows in playouts, as in the first searches of this
/// kind [coulom2006].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Uniform;

impl<S: LightPlayout> Playout<S> for Uniform {
    fn is_light(&self) -> bool {
        true
    }

    #[inline]
    fn next_move(&mut self, _playing: &mut Playing<'_, S>) -> Option<S::Move> {
        None
    }

    #[inline]
    fn run(&mut self, leaf: Leaf<'_>, playing: Playing<'_, S>) -> Rewards {
        if playing.returns.is_some() {
            return Stepwise.run(leaf, playing);
        }
        let rewards = playing.state.play_out(playing.moves, playing.rng, playing.trace);
        if playing.reward == RewardKind::Win { rewards } else { playing.reward.of(playing.state) }
    }
}

/// The light playout move by move, for games that pay on the way.
struct Stepwise;

impl<S: LightPlayout> Playout<S> for Stepwise {
    fn next_move(&mut self, _playing: &mut Playing<'_, S>) -> Option<S::Move> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::Then;
    use super::super::testing::{Cells, play};
    use super::*;

    #[test]
    fn the_light_playout_is_the_games_own() {
        // A chain runs the loop of this crate, `Uniform` alone that of the game: same draws, same games.
        let mut looped = Then { first: Uniform, second: Uniform };
        assert_eq!(play(&mut Uniform, &Cells::pairs(8), 200), play(&mut looped, &Cells::pairs(8), 200));
    }
}
