use super::*;
use katsura_game::Style;
use katsura_game::testing::{Effort, Positions, after, check_determinized, check_hidden, check_with, perft};

fn of(players: u8) -> Kuhn {
    Kuhn { players }
}

#[test]
fn the_game_passes_the_kit_with_any_number_of_players() {
    for players in 2..=4 {
        check_with(&of(players), Effort::default(), |hand| format!("{hand:?}"));
        check_hidden(&of(players), Positions::All);
    }
}

#[test]
fn who_peeks_is_caught() {
    let peek = std::panic::catch_unwind(|| check_determinized(&of(2), Positions::All, |_, _, _| {}));
    assert!(peek.unwrap_err().downcast_ref::<String>().unwrap().contains("is never imagined"));
}

/// Three cards for the first, two for the second: 6 deals of five lines each.
#[test]
fn there_are_as_many_lines_as_the_rules_say() {
    assert_eq!((1..=5).map(|depth| perft(&of(2).start(), depth)).collect::<Vec<_>>(), [3, 6, 12, 24, 12]);
}

/// [kuhn1950]: the five ways to play a deal in which the first player has the lower card.
#[test]
fn the_pot_goes_to_the_better_card_or_to_who_bets_alone() {
    let first = |moves: &str| after(&of(2), moves).rewards()[0];
    assert_eq!(first("Q K pass pass"), -1.0);
    assert_eq!(first("Q K pass bet pass"), -1.0);
    assert_eq!(first("Q K pass bet bet"), -2.0);
    assert_eq!(first("Q K bet pass"), 1.0);
    assert_eq!(first("Q K bet bet"), -2.0);
    assert_eq!(first("K J bet bet"), 2.0);
}

#[test]
fn of_three_the_one_who_passes_after_a_bet_is_out() {
    let hand = after(&of(3), "K T Q pass bet bet pass");
    assert!(hand.turn().is_over());
    assert_eq!(hand.rewards().as_slice()[..3], [-1.0, -2.0, 3.0]);
}

#[test]
fn a_seat_sees_its_own_card_until_the_hand_is_over() {
    let text = |moves: &str, viewer| after(&of(2), moves).picture_for(viewer).to_text(Style::Plain);
    assert_eq!(text("Q K pass", Player::FIRST), "First  Q\nSecond ?\nSecond to move; pot 2\n");
    assert_eq!(text("Q K pass", Player::SECOND), "First  ?\nSecond K\nSecond to move; pot 2\n");
    assert_eq!(text("Q K bet bet", Player::FIRST), "First  Q\nSecond K\nFirst -2, Second +2; pot 4\n");
}

#[test]
fn other_numbers_of_players_are_refused() {
    let refused = |text: &str| serde_json::from_str::<Kuhn>(text).unwrap_err().to_string();
    assert!(refused(r#"{"players": 5}"#).contains("players = 5: expected 2 to 4"));
    assert!(refused(r#"{"cards": 5}"#).contains("unknown field `cards`"));
}
