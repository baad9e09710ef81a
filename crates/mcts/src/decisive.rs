//! Decisive and anti-decisive moves in the tree [teytaud2010].

use crate::config::{ConfigError, parameters, refused};
use crate::techniques::Technique;
use katsura_game::{About, Knowledge};

/// For the page of techniques.
pub(crate) const TECHNIQUES: &[Technique] = &[Technique {
    name: "Decisive and anti-decisive moves in the tree",
    formula: "a move that wins at once is the only child; else the opponent's, if it is legal",
    citation: "teytaud2010",
    config: "search.decisive = 'both'",
    sources: "slides 13",
    test: "a_win_is_the_only_move_and_else_the_answer_to_a_threat",
    file: file!(),
}];

parameters! {
    /// Whether moves that win at once are the only ones looked at: `search.decisive`.
    pub enum Decisive by name checked by Decisive::check {
        /// All moves are children.
        #[default]
        Off,
        /// A move that wins at once is the only child.
        Own,
        /// So it is, and else the move with which the opponent would win at once, if it is legal: both are decisive.
        Both,
    }
}

impl Decisive {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        if *self == Decisive::Off || about.players == 2 {
            return Ok(());
        }
        refused(format!("needs two players, and {} has {}", about.name, about.players))
    }

    /// Leaves only the decisive move in a list of legal moves, if there is one.
    pub(crate) fn restrict<S: Knowledge>(self, state: &S, moves: &mut Vec<S::Move>) {
        if self == Decisive::Off {
            return;
        }
        let Some(player) = state.turn().player() else { return };
        let mut scratch = Vec::new();
        let own = state.winning_move(player, &mut scratch);
        let answer = || state.winning_move(player.opponent(), &mut Vec::new()).filter(|mv| moves.contains(mv));
        let decisive = own.or_else(|| if self == Decisive::Both { answer() } else { None });
        if let Some(mv) = decisive {
            moves.clear();
            moves.push(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katsura_game::{Game, State, Text};
    use katsura_games::connect_four::ConnectFour;
    use katsura_games::havannah::Havannah;

    fn moves_after(line: &str, rule: Decisive) -> Vec<String> {
        moves_of(&ConnectFour::default(), line, rule)
    }

    fn moves_of<G: Game<State: Knowledge + Text>>(game: &G, line: &str, rule: Decisive) -> Vec<String> {
        let mut state = game.start();
        for mv in line.split_whitespace() {
            state.try_apply(state.parse_move(mv).unwrap()).unwrap();
        }
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        rule.restrict(&state, &mut moves);
        moves.into_iter().map(|mv| state.format_move(mv)).collect()
    }

    #[test]
    fn a_win_is_the_only_move_and_else_the_answer_to_a_threat() {
        // The first player has three in column a; the second three in column g.
        assert_eq!(moves_after("a g a g a g", Decisive::Own), ["a"]);
        assert_eq!(moves_after("a g a g a", Decisive::Both), ["a"], "the second player must answer");
        assert_eq!(moves_after("a g a g a", Decisive::Own).len(), 7);
        assert_eq!(moves_after("a g a", Decisive::Both).len(), 7);
        assert_eq!(moves_after("a g a g a g", Decisive::Off).len(), 7);
    }

    #[test]
    fn who_may_swap_need_not_answer() {
        // two corners of the smallest board are neighbours
        assert_eq!(moves_of(&Havannah { size: 2, swap: true }, "a1", Decisive::Both).len(), 7);
        assert_eq!(moves_of(&Havannah { size: 2, swap: false }, "a1", Decisive::Both).len(), 1);
    }
}
