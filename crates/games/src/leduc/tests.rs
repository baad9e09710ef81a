use super::*;
use katsura_game::testing::{Effort, Positions, after, check_determinized, check_hidden, check_with};
use katsura_game::{Draw, Hidden, Player, Rng, State, Style, Turn};

fn of(players: u8, ranks: u8) -> Leduc {
    Leduc { players, ranks, ..Leduc::default() }
}

#[test]
fn the_game_passes_the_kit_with_all_kinds_of_rules() {
    let large = Leduc { players: 4, ranks: 13, bets: [1, 100], raises: 4 };
    for rules in [Leduc::default(), of(3, 4), of(4, 3), of(2, 12), large] {
        check_with(&rules, Effort::default(), |hand| format!("{hand:?}"));
    }
}

#[test]
fn what_is_hidden_is_imagined_by_its_probability() {
    check_hidden(&Leduc::default(), Positions::All);
    check_hidden(&of(3, 4), Positions::Random(30));
    check_hidden(&of(4, 13), Positions::Random(2));
}

#[test]
fn who_peeks_at_one_card_in_ten_is_caught() {
    let peek = std::panic::catch_unwind(|| {
        check_determinized(&Leduc::default(), Positions::All, |hand, viewer, rng: &mut Rng| {
            if !rng.chance(0.1) {
                hand.determinize(viewer, rng);
            }
        })
    });
    assert!(peek.is_err());
}

fn first(moves: &str) -> f32 {
    after(&Leduc::default(), moves).rewards()[0]
}

#[test]
fn a_pair_beats_a_king_and_equal_ranks_share() {
    assert_eq!(first("Js Ks call call Jh call call"), 1.0);
    assert_eq!(first("Js Ks call call Qh call call"), -1.0);
    assert_eq!(first("Ks Kh raise call Qh raise raise call"), 0.0);
    assert_eq!(first("Ks Kh raise fold"), 1.0);
    assert_eq!(first("Ks Qs raise raise call Qh raise raise call"), -13.0);
    assert_eq!(first("Ks Qs call raise raise call Kh call raise fold"), -5.0);
}

#[test]
fn the_first_seat_still_in_begins_the_second_round() {
    let hand = after(&of(3, 4), "Ts Js Qs call call raise fold call Ks");
    assert_eq!(hand.turn(), Turn::Player(Player(1)));
    assert_eq!(hand.rewards()[0], -1.0);
}

#[test]
fn a_third_raise_and_a_needless_fold_are_refused() {
    let mut hand = after(&Leduc::default(), "Ks Qs raise raise");
    assert!(hand.try_apply(Action::Raise).is_err());
    let mut hand = after(&Leduc::default(), "Ks Qs");
    assert!(hand.try_apply(Action::Fold).is_err());
}

#[test]
fn a_card_is_not_dealt_twice() {
    let mut hand = after(&Leduc::default(), "Ks");
    assert!(hand.try_apply(Action::Deal(4)).is_err(), "the king of spades again");
}

#[test]
fn a_seat_sees_its_own_card_and_that_on_the_table() {
    let hand = after(&Leduc::default(), "Ks Qs call call Qh");
    let text = |viewer| hand.picture_for(viewer).to_text(Style::Plain);
    assert_eq!(text(Player::FIRST), "First  Ks      Qh\nSecond ?\nFirst to move; chips 1 1\n");
    assert_eq!(text(Player::SECOND), "First  ?       Qh\nSecond Qs\nFirst to move; chips 1 1\n");
}

#[test]
fn rules_out_of_range_are_refused() {
    let refused = |text: &str| serde_json::from_str::<Leduc>(text).unwrap_err().to_string();
    assert!(refused(r#"{"bets": [0, 4]}"#).contains("bets = 0: expected 1 to 100"));
    assert!(refused(r#"{"ranks": 14}"#).contains("ranks = 14: expected 3 to 13"));
    assert!(refused(r#"{"raises": 9}"#).contains("raises = 9: expected 1 to 4"));
}
