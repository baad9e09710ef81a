use super::*;
use katsura_game::Style;
use katsura_game::testing::{Effort, Positions, after, check_determinized, check_hidden, check_with, perft};

fn of(dice: u8, sides: u8) -> LiarsDice {
    LiarsDice { dice, sides }
}

#[test]
fn the_game_passes_the_kit_with_all_kinds_of_dice() {
    for (dice, sides) in [(1, 6), (2, 6), (5, 6), (5, 2), (1, 2)] {
        check_with(&of(dice, sides), Effort::default(), |round| format!("{round:?}"));
    }
}

#[test]
fn what_is_hidden_is_imagined_by_its_probability() {
    check_hidden(&of(1, 4), Positions::All);
    check_hidden(&of(2, 2), Positions::All);
    check_hidden(&of(1, 6), Positions::Random(50));
    check_hidden(&of(2, 6), Positions::Random(3));
}

#[test]
fn who_peeks_is_caught() {
    let peek = std::panic::catch_unwind(|| check_determinized(&of(1, 3), Positions::All, |_, _, _| {}));
    assert!(peek.is_err());
}

/// With one die of s sides each there are 2s bids, of which any set can be made: 2^(2s) − 1 lines that end, for each of s·s rolls.
#[test]
fn there_are_as_many_lines_as_sets_of_bids() {
    for sides in 2..=4 {
        let ends: u64 = ends(&of(1, sides).start());
        assert_eq!(ends, u64::from(sides).pow(2) * ((1 << (2 * sides)) - 1));
    }
    assert_eq!(perft(&of(1, 6).start(), 4), 36 * (11 + 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1 + 12));
}

fn ends(round: &Round) -> u64 {
    let mut moves = Vec::new();
    round.legal_moves(&mut moves);
    let next = moves.iter().map(|&mv| {
        let mut next = *round;
        next.apply(mv);
        ends(&next)
    });
    if moves.is_empty() { 1 } else { next.sum() }
}

#[test]
fn the_highest_face_counts_as_every_face() {
    let first = |moves: &str| after(&of(1, 6), moves).rewards()[0];
    assert_eq!(first("die3 die6 2x3 liar"), 1.0);
    assert_eq!(first("die3 die5 2x3 liar"), -1.0);
    assert_eq!(first("die3 die5 1x3 1x5 liar"), -1.0);
    assert_eq!(first("die6 die6 1x2 2x6 liar"), -1.0);
    assert_eq!(first("die1 die2 1x6 liar"), -1.0);
}

#[test]
fn a_bid_is_higher_than_the_last() {
    let mut round = after(&of(1, 6), "die1 die2 1x4");
    assert!(round.try_apply(Action::Bid { count: 1, face: 3 }).is_err());
    assert!(round.try_apply(Action::Bid { count: 1, face: 2 }).is_err());
    assert!(round.try_apply(Action::Bid { count: 2, face: 0 }).is_ok());
    assert!(after(&of(1, 6), "die1 die2").try_apply(Action::Liar).is_err());
}

#[test]
fn dice_that_cannot_be_are_no_moves() {
    let round = of(1, 6).start();
    for text in ["die7", "die0", "die", "die+3", "3x1", "0x1", "1x7", "1x", "x1", "+1x1", "1x06", "die256", "die1x2"] {
        assert!(round.parse_move(text).is_err(), "{text}");
    }
}

#[test]
fn a_seat_sees_its_own_dice_until_a_bid_is_called_a_lie() {
    let text = |moves: &str| after(&of(2, 6), moves).picture_for(Player::FIRST).to_text(Style::Plain);
    assert_eq!(text("die1 die2 die3 die4 2x3"), "First  1   2\nSecond ?   ?\nSecond to move; bid 2x3\n");
    assert_eq!(text("die1 die2 die3 die4 2x3 liar"), "First  1   2\nSecond 3   4\nFirst -1, Second +1; bid 2x3\n");
}

#[test]
fn the_order_of_the_own_dice_is_not_part_of_a_view() {
    let key = |moves: &str, viewer| after(&of(2, 6), moves).view_key(viewer);
    assert_eq!(key("die1 die2 die3 die4 2x3", Player::FIRST), key("die2 die1 die6 die6 2x3", Player::FIRST));
    assert_ne!(key("die1 die2 die3 die4 2x3", Player::FIRST), key("die2 die2 die3 die4 2x3", Player::FIRST));
}
