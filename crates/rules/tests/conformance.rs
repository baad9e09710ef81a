//! Games from files obey what every game must obey.

mod common;

use katsura_game::testing::{Effort, check, check_with, perft};
use katsura_game::{Draw, Game, State, Style, Turns};
use katsura_rules::{Ruled, Rules};

fn game(name: &str) -> Ruled {
    let (_, text) = common::examples().into_iter().find(|(known, _)| known == name).unwrap();
    Ruled::new(Rules::gdl(&format!("rules/{name}.kif"), &text).unwrap()).unwrap()
}

#[test]
fn small_examples_pass_the_kit() {
    for name in ["tic-tac-toe", "nim", "last-one", "lights", "hex", "connect-four"] {
        check(&game(name));
    }
}

#[test]
fn moves_made_together_pass_the_kit() {
    check_with(&game("bidding"), Effort::default(), |state| {
        format!("{:?} {} {:?}", state.turn(), state.picture().to_text(Style::Plain), state.chosen_terms())
    });
}

#[test]
fn large_examples_pass_the_kit() {
    for name in ["breakthrough", "gomoku", "reversi"] {
        let effort = Effort { games: 3, longest: 60, seed: 1 };
        check_with(&game(name), effort, |state| format!("{:?} {}", state.turn(), state.picture().to_text(Style::Plain)));
    }
}

#[test]
fn turns_are_recognised_where_the_rules_mean_turns() {
    for (name, _) in common::examples() {
        let together = name == "bidding";
        let expected = if together { Turns::Together } else { Turns::InTurn };
        assert_eq!(game(&name).about().turns, expected, "{name}");
    }
}

#[test]
fn two_who_share_a_hundred_points_share_a_point() {
    for name in ["tic-tac-toe", "connect-four", "hex", "nim", "bidding", "breakthrough", "gomoku", "reversi"] {
        assert_eq!(game(name).about().payoff.constant_sum, Some(1.0), "{name}");
    }
    assert_eq!(game("last-one").about().payoff.range, Some([0.0, 100.0]));
}

#[test]
fn tic_tac_toe_has_as_many_games_as_it_has() {
    // 255,168 games, as everybody counts them; 549,946 sequences of moves of any length
    let mut games = 0;
    count_games(&game("tic-tac-toe").start(), &mut games);
    assert_eq!(games, 255_168);
    assert_eq!(perft(&game("tic-tac-toe").start(), 5), 15_120);
}

fn count_games(position: &katsura_rules::Position, games: &mut u32) {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        *games += 1;
    }
    for mv in moves {
        let mut next = position.clone();
        next.apply(mv);
        count_games(&next, games);
    }
}
