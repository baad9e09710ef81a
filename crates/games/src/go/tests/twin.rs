//! The game against its slow twin, on random games.

use super::slow::{EMPTY, Slow};
use crate::go::{EyeRule, Go, Go9, Go19, GoState, KoRule, Point, Rules, Suicide};
use katsura_game::{Draw, Game, Keyed, LightPlayout, Player, Rng, State, Turn};
use std::collections::HashMap;

/// Games for each size and rule in the ordinary tests, and in the long ones.
const GAMES: [usize; 2] = [60, 10_000];

#[test]
fn five_by_five_agrees_with_the_slow_twin() {
    compare::<10, 112>(5, GAMES[0]);
}

#[test]
fn nine_by_nine_agrees_with_the_slow_twin() {
    compare::<10, 112>(9, GAMES[0] / 3);
}

#[test]
fn nineteen_by_nineteen_agrees_with_the_slow_twin() {
    compare::<20, 422>(19, GAMES[0] / 20);
}

#[test]
#[ignore = "minutes: run by cargo xtask oracles"]
fn ten_thousand_games_of_five_by_five_agree_with_the_slow_twin() {
    compare::<10, 112>(5, GAMES[1]);
}

#[test]
#[ignore = "minutes: run by cargo xtask oracles"]
fn ten_thousand_games_of_nine_by_nine_agree_with_the_slow_twin() {
    compare::<10, 112>(9, GAMES[1]);
}

#[test]
#[ignore = "half an hour: run by cargo xtask oracles"]
fn ten_thousand_games_of_nineteen_by_nineteen_agree_with_the_slow_twin() {
    compare::<20, 422>(19, GAMES[1]);
}

/// Plays random games of one size under every rule of ko and suicide.
fn compare<const STRIDE: usize, const CELLS: usize>(size: u8, games: usize) {
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
        for suicide in [Suicide::Forbidden, Suicide::Allowed] {
            let eye = [EyeRule::Diagonal, EyeRule::Liberties, EyeRule::OneString];
            let rules = |game: usize| Rules { size, ko, suicide, eye: eye[game % 3], komi: 0.0, ..Rules::default() };
            let mut keys = Keys::default();
            for game in 0..games {
                let rng = Rng::stream(&[u64::from(size), ko as u64, suicide as u64, game as u64]);
                play::<STRIDE, CELLS>(rules(game), rng, &mut keys);
            }
        }
    }
}

/// One random game. Every other game plays as light playouts do, the others fill eyes and repeat positions at will.
fn play<const STRIDE: usize, const CELLS: usize>(rules: Rules, mut rng: Rng, keys: &mut Keys) {
    let mut slow = Slow::new(rules);
    let mut fast = Go::<STRIDE, CELLS>::new(rules).start();
    let gentle = rng.chance(0.5);
    // long enough for every board to fill up and be captured from
    for _ in 0..(3 * rules.points()).min(480) {
        check(&slow, &fast);
        keys.check(&slow, &fast);
        if slow.passes == 2 {
            assert_eq!(fast.turn(), Turn::Over);
            break;
        }
        let wanted = |at: &usize| slow.is_legal(*at, rules.ko) && !(gentle && slow.is_eye(*at));
        let points: Vec<usize> = (0..rules.points()).filter(wanted).collect();
        let pass = points.is_empty() || rng.chance(0.01);
        let at = if pass { None } else { Some(points[rng.index(points.len())]) };
        slow.play(at);
        fast.apply(at.map_or(Point::PASS, |at| fast.move_at(at)));
    }
}

fn check<const STRIDE: usize, const CELLS: usize>(slow: &Slow, fast: &GoState<STRIDE, CELLS>) {
    let mut playing = fast.clone();
    playing.begin_playout();
    for at in 0..slow.stones.len() {
        let point = fast.move_at(at);
        let colour = fast.point(point).and_then(|at| fast.board.colour(at)).map_or(EMPTY, |colour| colour as u8);
        assert_eq!(colour, slow.stones[at], "stone at {at}: {:?}", slow.stones);
        let going_on = slow.passes < 2;
        assert_eq!(fast.is_legal(point), going_on && slow.is_legal(at, slow.rules.ko), "move {at}: {:?}", slow.stones);
        assert_eq!(playing.is_playout_move(point), going_on && slow.is_playable(at), "playout {at}: {:?}", slow.stones);
    }
    assert_eq!(fast.board.area_difference(), slow.area_difference(), "area: {:?}", slow.stones);
    assert_eq!([fast.taken(Player::FIRST), fast.taken(Player::SECOND)], slow.taken);
    assert_eq!(fast.key(), playing.key(), "the playout knows the key as well");
}

/// Keys are equal exactly for equal stones, turns, passes and points forbidden by simple ko.
#[derive(Default)]
struct Keys {
    by_position: HashMap<Vec<u8>, u64>,
    by_key: HashMap<u64, Vec<u8>>,
}

impl Keys {
    /// Memory for about a gigabyte of positions.
    const MOST: usize = 1 << 20;

    fn check<const STRIDE: usize, const CELLS: usize>(&mut self, slow: &Slow, fast: &GoState<STRIDE, CELLS>) {
        let ko = (0..slow.stones.len()).find(|&at| slow.is_ko(at)).unwrap_or(slow.stones.len());
        let mut position = slow.stones.clone();
        position.extend([slow.to_move, slow.passes, ko as u8, (ko >> 8) as u8]);
        if self.by_key.len() >= Self::MOST {
            *self = Keys::default();
        }
        let key = fast.key();
        assert_eq!(*self.by_position.entry(position.clone()).or_insert(key), key, "one position has two keys");
        assert_eq!(*self.by_key.entry(key).or_insert(position.clone()), position, "two positions share a key");
    }
}

#[test]
fn a_copy_into_an_old_state_is_the_same_as_a_new_copy() {
    let mut rng = Rng::new(8);
    let mut moves = Vec::new();
    let mut target = Go9::new(Rules::default()).start();
    let mut source = target.clone();
    while !source.turn().is_over() {
        target.clone_from(&source);
        let (mut legal, mut copied) = (Vec::new(), Vec::new());
        source.legal_moves(&mut legal);
        target.legal_moves(&mut copied);
        assert_eq!((legal, source.key()), (copied, target.key()));
        target.play_out(&mut moves, &mut rng, &mut ());
        let mv = source.random_move(&mut moves, &mut rng);
        source.apply(mv);
    }
}

#[test]
fn a_playout_ends_where_the_plain_loop_ends() {
    for eye in [EyeRule::Diagonal, EyeRule::Liberties, EyeRule::OneString] {
        let start = Go9::new(Rules { eye, playout_cap: 2, ..Rules::default() }).start();
        let mut passed = start.clone();
        passed.apply(Point::PASS);
        let mut ended = passed.clone();
        ended.apply(Point::PASS);
        for (seed, start) in [start, passed, ended].into_iter().enumerate().cycle().take(60) {
            let (mut fast, mut plain) = (start.clone(), start);
            let (mut fast_rng, mut plain_rng) = (Rng::new(seed as u64), Rng::new(seed as u64));
            let mut moves = Vec::new();
            fast.play_out(&mut moves, &mut fast_rng, &mut ());
            plain.begin_playout();
            while !plain.turn().is_over() {
                let mv = plain.playout_move(&mut moves, &mut plain_rng);
                plain.apply(mv);
            }
            assert_eq!(fast.picture(), plain.picture());
            assert_eq!((fast.key(), fast.score(), fast_rng), (plain.key(), plain.score(), plain_rng));
        }
    }
}

#[test]
fn large_boards_play_by_the_same_rules() {
    for size in [2, 3, 7, 13, 14, 25] {
        let rules = Rules { size, ..Rules::default() };
        let mut keys = Keys::default();
        match size {
            0..=9 => play::<10, 112>(rules, Rng::new(1), &mut keys),
            10..=13 => play::<14, 212>(rules, Rng::new(1), &mut keys),
            14..=19 => play::<20, 422>(rules, Rng::new(1), &mut keys),
            _ => play::<26, 704>(rules, Rng::new(1), &mut keys),
        }
    }
    assert_eq!(Go19::new(Rules { size: 19, ..Rules::default() }).start().board.empty.len(), 361);
}
