//! Moves of one group kept for later.

use super::{Playing, Playout};
use crate::config::{ConfigError, parameters, refused};
use crate::playout::Leaf;
use crate::techniques::Technique;
use katsura_game::{About, Knowledge, Reserve, Rng};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "TabuColorRandom",
    formula: "no group of the colour of which there is most, as long as there are others; with probability ε any move",
    citation: "schadd2012, cazenave2016",
    config: "search.playout = { kind = 'tabu' }",
    sources: "",
    test: "moves_of_the_kept_group_are_made_last",
    file: file!(),
}];

parameters! {
    /// When the group is chosen.
    pub enum TabuFrom by name {
        /// At the start of each playout [schadd2012].
        #[default]
        Playout,
        /// At the start of the game [cazenave2016].
        Game,
    }
}

parameters! {
    /// Which of several groups is kept that are equally good.
    pub enum TabuTies by name {
        /// Any, drawn for each playout.
        #[default]
        Random,
        /// The first.
        First,
    }
}

parameters! {
    /// TabuColorRandom: one group of moves is kept for later, as blocks of one colour until they touch each other.
    /// Other moves are drawn uniformly [schadd2012].
    ///
    /// The sources differ in when the colour is chosen, whether the rule still holds for the last group of the colour,
    /// and whether small groups may be taken: [cazenave2016] chooses it at the start of the game, lifts the rule for
    /// the last group, and lets pairs go after 10 moves.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Tabu checked by Tabu::check {
        /// When the group is chosen.
        pub from: TabuFrom = TabuFrom::default();
        /// Which of several equally good groups.
        pub ties: TabuTies = TabuTies::default();
        /// Whether nothing is kept as soon as a single move of the group is left.
        pub lifts: bool = false;
        /// Spare moves of the group, such as pairs of blocks, may be made after so many moves from the root; never if
        /// this is left out.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub spares_after: Option<u32> = None, from 0 to 1_000_000;
        /// How often any move is made instead; 0.003 in [schadd2012].
        pub epsilon: f64 = 0.003, from 0.0 to 1.0;
    }
}

impl Tabu {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        if about.knows.reserves {
            return Ok(());
        }
        refused(format!("{} knows no moves to keep for later", about.name))
    }

    /// The group that a playout from here keeps, if there is one.
    pub(crate) fn group<S: Knowledge>(&self, state: &S, rng: &mut Rng) -> Option<usize> {
        let mut groups = match self.from {
            TabuFrom::Playout => state.reserved(),
            TabuFrom::Game => state.reserved_at_start(),
        };
        if groups == 0 {
            return None;
        }
        if self.ties == TabuTies::Random && groups.count_ones() > 1 {
            (0..rng.below(groups.count_ones())).for_each(|_| groups &= groups - 1);
        }
        Some(groups.trailing_zeros() as usize)
    }

    /// What is kept of this group after so many moves; nothing with probability ε.
    #[inline]
    pub(crate) fn reserve(&self, group: usize, moves_made: usize, rng: &mut Rng) -> Option<Reserve> {
        if self.epsilon > 0.0 && rng.chance(self.epsilon) {
            return None;
        }
        let spares = self.spares_after.is_some_and(|after| moves_made >= after as usize);
        Some(Reserve { group, spares, lifts: self.lifts })
    }
}

/// The rule in a playout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TabuPolicy {
    config: Tabu,
    group: Option<usize>,
}

impl TabuPolicy {
    /// The rule of a configuration.
    pub fn new(config: Tabu) -> Self {
        TabuPolicy { config, group: None }
    }
}

impl<S: Knowledge> Playout<S> for TabuPolicy {
    fn begin(&mut self, _leaf: Leaf<'_>, playing: &mut Playing<'_, S>) {
        self.group = self.config.group(playing.state, playing.rng);
    }

    #[inline(always)]
    fn next_move(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        let reserve = self.config.reserve(self.group?, playing.trace.len(), playing.rng)?;
        Some(playing.state.free_move(&reserve, playing.moves, playing.rng))
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::reward::RewardKind;
    use katsura_game::{Game, State, Trace};
    use katsura_games::samegame::{SameGame, SizeClass};

    /// The colours of the groups that playouts take, by whether another colour was left.
    fn play(config: Tabu, colour: usize, playouts: u64) -> [u32; 2] {
        let SizeClass::To15(game) = SameGame::default().size_class() else { unreachable!("15 x 15") };
        let mut taken = [0; 2];
        for seed in 0..playouts {
            let mut rng = Rng::new(seed);
            let (mut state, mut trace, mut moves, mut legal) = (game.start(), Trace::new(), Vec::new(), Vec::new());
            let mut policy = TabuPolicy::new(config);
            policy.group = config.group(&state, &mut rng);
            while !state.turn().is_over() {
                state.legal_moves(&mut legal);
                let others = legal.iter().any(|&mv| state.group(mv, None) != colour);
                let mut playing = Playing::new(&mut state, &mut trace, &mut moves, &mut rng, RewardKind::Win);
                let mv = policy.next_move(&mut playing).unwrap_or(legal[0]);
                taken[usize::from(others)] += u32::from(state.group(mv, None) == colour);
                trace.push(katsura_game::Played::new(state.turn().player(), state.move_index(mv)));
                state.apply(mv);
            }
        }
        taken
    }

    #[test]
    fn moves_of_the_kept_group_are_made_last() {
        let SizeClass::To15(game) = SameGame::default().size_class() else { unreachable!("15 x 15") };
        let kept = game.start().reserved().trailing_zeros() as usize;
        let strict = Tabu { epsilon: 0.0, ..Tabu::default() };
        assert_eq!(play(strict, kept, 50)[1], 0, "never while there are others");
        assert!(play(strict, kept, 50)[0] > 0, "then all of them");
        assert!(play(Tabu { epsilon: 1.0, ..strict }, kept, 5)[1] > 0, "any move with probability 1");
        assert!(play(Tabu { spares_after: Some(10), ..strict }, kept, 50)[1] > 0, "pairs go");
        let lifted = play(Tabu { lifts: true, ..strict }, kept, 200);
        assert!(lifted[1] > 0, "the last group goes when it likes");
    }

    #[test]
    fn ties_are_drawn_or_the_first_is_taken() {
        let rules: SameGame = serde_json::from_str(r#"{"board": "standard:11"}"#).unwrap();
        let SizeClass::To15(game) = rules.size_class() else { unreachable!("15 x 15") };
        let (state, mut rng) = (game.start(), Rng::new(1));
        assert_eq!(state.reserved(), 0b11111, "45 of each of five colours");
        let mut seen = 0u32;
        (0..100).for_each(|_| seen |= 1 << Tabu::default().group(&state, &mut rng).unwrap());
        assert_eq!(seen, 0b11111);
        let first = Tabu { ties: TabuTies::First, ..Tabu::default() };
        assert!((0..20).all(|_| first.group(&state, &mut rng) == Some(0)));
    }

    #[test]
    fn a_game_that_keeps_nothing_is_refused() {
        let config = crate::testing::config("[search]\nplayout = { kind = 'tabu' }");
        let error = config.check(&katsura_games::tic_tac_toe::TicTacToe {}.about()).unwrap_err().to_string();
        assert_eq!(error, "search.playout: tic-tac-toe knows no moves to keep for later");
    }
}
