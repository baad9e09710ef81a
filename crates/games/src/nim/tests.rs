use super::*;
use crate::solve::first_player_value;
use katsura_game::Style;
use katsura_game::testing::{Effort, check_with, perft};

fn nim(heaps: &[u8], misere: bool) -> Nim {
    Nim { heaps: heaps.to_vec(), misere }
}

fn fingerprint(heaps: &Heaps) -> String {
    format!("{:?} {:?}", heaps.objects, heaps.to_move)
}

#[test]
fn the_game_passes_the_kit_with_many_heaps() {
    let effort = Effort { games: 100, ..Effort::default() };
    for heaps in [&[3, 4, 5][..], &[1], &[99], &[1, 3, 5, 7], &[9, 1, 9, 2, 9, 3, 9, 99]] {
        check_with(&nim(heaps, false), effort, fingerprint);
        check_with(&nim(heaps, true), effort, fingerprint);
    }
}

/// [bouton1902]: in normal play the mover loses exactly if the exclusive or of the heaps is zero; in misère play the same,
/// except that it is the other way round when no heap has more than one object.
fn bouton(heaps: &[u8], misere: bool) -> f32 {
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    let wins = if misere && heaps.iter().all(|&heap| heap <= 1) { sum == 0 } else { sum != 0 };
    f32::from(wins)
}

#[test]
fn the_full_solution_is_the_theorem_of_bouton() {
    for a in 1..=6 {
        assert_eq!(first_player_value(&nim(&[a], true)), bouton(&[a], true), "{a}");
        for b in 1..=6 {
            for c in 1..=6 {
                for misere in [false, true] {
                    let value = first_player_value(&nim(&[a, b, c], misere));
                    assert_eq!(value, bouton(&[a, b, c], misere), "{a} {b} {c} {misere}");
                }
            }
        }
    }
    for heaps in [&[1, 1][..], &[1, 1, 1], &[1, 2, 3, 4], &[2, 4, 3, 5], &[1, 1, 2, 2]] {
        for misere in [false, true] {
            assert_eq!(first_player_value(&nim(heaps, misere)), bouton(heaps, misere), "{heaps:?} {misere}");
        }
    }
}

#[test]
fn the_number_of_games_with_two_objects_is_counted_by_hand() {
    // One heap of 2: take 2, or 1 and 1. Two heaps of 1: either order. One heap of 3: 3, 1+2, 2+1, 1+1+1.
    assert_eq!([1, 2].map(|depth| perft(&nim(&[2], false).start(), depth)), [2, 1]);
    assert_eq!([1, 2].map(|depth| perft(&nim(&[1, 1], false).start(), depth)), [2, 2]);
    assert_eq!([1, 2, 3].map(|depth| perft(&nim(&[3], false).start(), depth)), [3, 3, 1]);
}

#[test]
fn the_last_object_wins_or_loses() {
    for (misere, winner) in [(false, Player::FIRST), (true, Player::SECOND)] {
        let mut heaps = nim(&[2, 1, 1], misere).start();
        for mv in ["a2", "b1", "C1"] {
            heaps.try_apply(heaps.parse_move(mv).unwrap()).unwrap();
        }
        assert_eq!((heaps.turn(), heaps.rewards()), (Turn::Over, Rewards::win(winner)));
    }
}

#[test]
fn the_heaps_are_drawn_with_what_was_taken() {
    let mut heaps = nim(&[3, 1], false).start();
    heaps.apply(Take { heap: 0, objects: 1 });
    assert_eq!(heaps.picture().to_text(Style::Plain), "a  + +(.)\nb  +\nSecond to move\n");
    heaps.apply(Take { heap: 0, objects: 2 });
    assert_eq!(heaps.picture().to_text(Style::Plain), "a (. .).\nb  +\nFirst to move\n");
}

#[test]
fn parameters_out_of_range_are_refused_by_name() {
    for text in [r#"{"heaps": []}"#, r#"{"heaps": [0]}"#, r#"{"heaps": [3, 100]}"#, r#"{"heaps": [1,1,1,1,1,1,1,1,1]}"#] {
        let error = serde_json::from_str::<Nim>(text).unwrap_err().to_string();
        assert!(error.contains("expected 1 to 8 heaps of 1 to 99 objects"), "{error}");
    }
    assert!(serde_json::from_str::<Nim>(r#"{"heaps": [300]}"#).is_err());
}
