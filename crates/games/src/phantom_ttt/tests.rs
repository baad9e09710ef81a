use super::*;
use katsura_game::Style;
use katsura_game::testing::{Effort, Positions, after, check_determinized, check_hidden, check_with, perft};

const GAME: PhantomTtt = PhantomTtt {};

#[test]
fn the_game_passes_the_kit() {
    check_with(&GAME, Effort::default(), |game| format!("{:?}", &game.squares[..usize::from(game.len)]));
}

#[test]
fn what_is_hidden_is_imagined_by_its_probability() {
    check_hidden(&GAME, Positions::Random(5));
}

#[test]
fn who_peeks_or_takes_all_ways_for_equally_likely_is_caught() {
    let caught = |determinize: fn(&mut Tries, Player, &mut Rng)| {
        std::panic::catch_unwind(|| check_determinized(&GAME, Positions::Random(2), determinize)).is_err()
    };
    assert!(caught(|_, _, _| {}));
    // the other never tries a square that is taken
    assert!(caught(|game, viewer, rng| {
        let order: Vec<Square> = {
            let imagined = game.imagined(viewer, rng);
            imagined.replayed().filter(|&(player, _, is_free)| player != viewer && is_free).map(|(_, s, _)| s).collect()
        };
        let own: Vec<Square> = game.replayed().filter(|&(player, ..)| player == viewer).map(|(_, s, _)| s).collect();
        let (mut order, mut own, mut fresh) = (order.into_iter(), own.into_iter(), Tries::new());
        while let Some(square) = if fresh.to_move == viewer { own.next() } else { order.next() } {
            fresh.apply(square);
        }
        *game = fresh;
    }));
}

/// The first two tries are 9 times 9; of those only the 9 that meet a mark leave the second player to move, with 8 squares.
#[test]
fn a_try_that_is_not_free_is_made_again() {
    let counts: Vec<u64> = (1..=3).map(|depth| perft(&GAME.start(), depth)).collect();
    assert_eq!(counts, [9, 81, 9 * 8 * 8 + 9 * 8]);
    let game = after(&GAME, "b2 b2");
    assert_eq!(game.turn(), Turn::Player(Player::SECOND));
    assert!(!game.is_legal(4), "the second player knows of the mark");
}

#[test]
fn a_view_is_the_own_tries_and_what_they_met() {
    let key = |moves: &str, viewer| after(&GAME, moves).view_key(viewer);
    assert_eq!(key("b2 a1", Player::FIRST), key("b2 b2 c3", Player::FIRST), "what the other met is not seen");
    assert_ne!(key("b2 a1 a1", Player::FIRST), key("b2 a1", Player::FIRST));
    assert_ne!(key("b2 b2", Player::SECOND), key("b2", Player::SECOND));
}

#[test]
fn a_game_ends_with_three_in_a_row() {
    let game = after(&GAME, "a1 a3 b1 a1 b3 c1");
    assert_eq!((game.turn(), game.rewards()), (Turn::Over, Rewards::win(Player::FIRST)));
    let drawn = after(&GAME, "a1 b1 c1 a2 b2 c3 c2 b3 a3");
    assert_eq!((drawn.turn(), drawn.rewards()), (Turn::Over, Rewards::win(Player::FIRST)), "a3 b2 c1");
}

#[test]
fn a_seat_sees_the_marks_that_it_has_met() {
    let game = after(&GAME, "b2 b2 a1 c1");
    let text = |viewer| game.picture_for(viewer).to_text(Style::Plain);
    assert_eq!(text(Player::FIRST), "3  . . .\n2  . X .\n1  . . X\n   a b c\nO to move\n");
    assert_eq!(text(Player::SECOND), "3  . . .\n2  . X .\n1  O . .\n   a b c\nO to move\n");
}
