//! Positions made by hand, notation, parameters, and the conformance kit.

use crate::GameSpec;
use crate::go::board::colour_of;
use crate::go::{EyeRule, Go9, Go13, Go19, GoState, KoRule, Point, Rules, Suicide};
use katsura_game::testing::{self, Effort, check_with};
use katsura_game::{Draw, Game, LightPlayout, Player, Points, Rewards, Skip, State, Style, Text, Turn};
use proptest::prelude::*;

type Nine = GoState<10, 112>;

fn rules(size: u8) -> Rules {
    Rules { size, ..Rules::default() }
}

fn after(rules: Rules, moves: &str) -> Nine {
    testing::after(&Go9::new(rules), moves)
}

fn is_legal(state: &Nine, mv: &str) -> bool {
    state.is_legal(state.parse_move(mv).unwrap())
}

fn fingerprint<const STRIDE: usize, const CELLS: usize>(state: &GoState<STRIDE, CELLS>) -> String {
    let stones: Vec<_> = state.board.string.values().iter().map(|&string| colour_of(string)).collect();
    format!("{stones:?} {} {} {:?}", state.to_move, state.passes, state.ko)
}

#[test]
fn the_game_passes_the_kit_under_every_rule() {
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
        for suicide in [Suicide::Forbidden, Suicide::Allowed] {
            for eye in [EyeRule::Diagonal, EyeRule::Liberties, EyeRule::OneString] {
                let rules = Rules { size: 4, ko, suicide, eye, ..Rules::default() };
                check_with(&Go9::new(rules), Effort { games: 20, longest: 200, seed: 2 }, fingerprint);
            }
        }
    }
}

#[test]
fn the_game_passes_the_kit_on_boards_of_every_class() {
    for size in [2, 3, 9] {
        let effort = Effort { games: if size == 9 { 4 } else { 100 }, longest: 300, seed: 1 };
        check_with(&Go9::new(rules(size)), effort, fingerprint);
    }
    let effort = Effort { games: 1, longest: 120, seed: 3 };
    check_with(&Go13::new(Rules { handicap: 4, ..rules(13) }), effort, fingerprint);
    check_with(&Go19::new(Rules { komi: 7.0, ..rules(19) }), effort, fingerprint);
}

#[test]
fn a_ko_must_wait_for_a_move_elsewhere() {
    // Black takes at C2 the stone on B2; White must not retake at once.
    for ko in [KoRule::Simple, KoRule::Positional, KoRule::Situational] {
        let state = after(Rules { ko, ..rules(5) }, "A2 C1 B1 D2 B3 C3 E5 B2 C2");
        assert_eq!(state.taken(Player::SECOND), 1);
        assert!(!is_legal(&state, "B2"));
        let state = after(Rules { ko, ..rules(5) }, "A2 C1 B1 D2 B3 C3 E5 B2 C2 E1 A5");
        assert!(is_legal(&state, "B2"));
    }
}

#[test]
fn superko_forbids_what_simple_ko_allows() {
    let legal = |line| {
        let on = |ko| is_legal(&after(Rules { ko, size: 2, ..Rules::default() }, line), "A1");
        [KoRule::Simple, KoRule::Positional, KoRule::Situational].map(on)
    };
    // White takes A1 A2 and then A1; with A1 again Black takes everything, as after the first move.
    assert_eq!(legal("A1 B1 A2 B2 A1 A2"), [true, false, false]);
    // White takes three stones with B1; with A1 the board is that after the second move, but White is to move.
    assert_eq!(legal("A1 B1 A2 pass B2 B1"), [true, false, true]);
}

#[test]
fn suicide_follows_its_rule_and_never_takes_a_single_stone() {
    // Black holds B1, A2 around the corner; with white C1, B2, A3 outside A1 is suicide of three stones.
    let line = "B1 C1 A2 B2 E5 A3 E4 E1";
    assert!(is_legal(&after(Rules { suicide: Suicide::Allowed, ..rules(5) }, line), "A1"));
    assert!(!is_legal(&after(rules(5), line), "A1"));
    let state = after(Rules { suicide: Suicide::Allowed, ..rules(5) }, "B1 C1 A2 B2 E5 A3 E4 E1 A1");
    assert_eq!(state.taken(Player::FIRST), 3);
    // a single stone in White's corner
    let line = "E5 B1 E4 A2";
    assert!(!is_legal(&after(Rules { suicide: Suicide::Allowed, ..rules(5) }, line), "A1"));
}

#[test]
fn two_passes_end_the_game_and_area_with_komi_decides() {
    let ended = |komi, moves| after(Rules { komi, ..rules(5) }, moves);
    assert_eq!(ended(7.5, "pass pass").turn(), Turn::Over);
    assert_eq!(ended(7.5, "pass pass").rewards(), Rewards::win(Player::SECOND));
    assert_eq!(ended(7.5, "C3 pass pass").rewards(), Rewards::win(Player::FIRST));
    assert_eq!(ended(7.5, "C3 pass pass").score(), 17.5);
    assert_eq!(ended(25.0, "C3 pass pass").rewards(), Rewards::draw());
    assert_eq!(ended(0.0, "C3 A1 pass pass").score(), 0.0, "an empty region that both touch counts for nobody");
}

#[test]
fn the_score_is_turned_into_rewards_over_the_whole_range() {
    let state = after(Rules { komi: 5.0, ..rules(5) }, "C3 pass pass");
    assert_eq!(Go9::new(Rules { komi: 5.0, ..rules(5) }).about().payoff.score_range, Some(30.0));
    assert_eq!(state.score_rewards(), Some(Rewards::two(0.5 + 20.0 / 60.0)));
}

#[test]
fn a_playout_stops_at_its_cap() {
    let mut state = Go9::new(Rules { playout_cap: 1, ..rules(9) }).start();
    let mut trace = Vec::new();
    state.play_out(&mut Vec::new(), &mut katsura_game::Rng::new(1), &mut trace);
    assert_eq!((trace.len(), state.turn()), (81, Turn::Over));
}

#[test]
fn eyes_differ_by_rule() {
    // Two black strings around B1 that touch only at the diagonal point: A1 A2 B2 and C1, which White may cut at C2.
    let line = "A1 E5 A2 E4 B2 E3 C1 E2 E1 C2";
    let playable = |eye| {
        let mut state = after(Rules { eye, ..rules(5) }, line);
        state.begin_playout();
        state.is_playout_move(state.parse_move("B1").unwrap())
    };
    assert!(playable(EyeRule::Diagonal), "White holds the diagonal point at the edge");
    assert!(playable(EyeRule::OneString));
    assert!(!playable(EyeRule::Liberties), "both strings have another liberty");
}

fn colour<const STRIDE: usize, const CELLS: usize>(state: &GoState<STRIDE, CELLS>, mv: Point) -> Option<usize> {
    state.board.colour(state.point(mv)?)
}

#[test]
fn handicap_stones_stand_where_gtp_puts_them() {
    // the answers of GNU Go 3.8 to fixed_handicap
    for (size, handicap, points) in [
        (7, 2, "E5 C3"),
        (7, 4, "C5 E5 C3 E3"),
        (8, 3, "C6 F6 C3"),
        (9, 3, "C7 G7 C3"),
        (9, 5, "C7 G7 E5 C3 G3"),
        (9, 6, "C7 G7 C5 G5 C3 G3"),
        (9, 7, "C7 G7 C5 E5 G5 C3 G3"),
        (9, 8, "C7 E7 G7 C5 G5 C3 E3 G3"),
        (9, 9, "C7 E7 G7 C5 E5 G5 C3 E3 G3"),
    ] {
        let state = after(Rules { handicap, ..rules(size) }, "");
        assert_eq!(state.turn(), Turn::Player(Player::SECOND));
        let mut expected: Vec<Point> = points.split(' ').map(|point| state.parse_move(point).unwrap()).collect();
        expected.sort_unstable();
        let points = (0..112).map(Point);
        let stones: Vec<Point> = points.filter(|&mv| colour(&state, mv) == Some(0)).collect();
        assert_eq!(stones, expected, "{handicap} on {size}x{size}");
    }
    let state = Go19::new(Rules { handicap: 7, ..rules(19) }).start();
    for point in "D16 Q16 D10 K10 Q10 D4 Q4".split(' ') {
        assert_eq!(colour(&state, state.parse_move(point).unwrap()), Some(0), "{point}");
    }
    assert_eq!(state.board.empty.len(), 361 - 7);
}

#[test]
fn parameters_out_of_range_are_refused_with_what_is_accepted() {
    let refused = |rules: Rules| rules.check().unwrap_err();
    assert_eq!(refused(rules(1)), "size 1 is out of range: 2 to 25");
    assert_eq!(refused(Rules { komi: 0.3, ..rules(9) }), "komi 0.3 is out of range: a multiple of 0.5 from -1000 to 1000");
    assert!(refused(Rules { komi: f32::NAN, ..rules(9) }).starts_with("komi NaN"));
    assert_eq!(refused(Rules { handicap: 1, ..rules(9) }), "handicap 1 is out of range: 0 or 2 to 9 on size 9");
    assert_eq!(refused(Rules { handicap: 5, ..rules(8) }), "handicap 5 is out of range: 0 or 2 to 4 on size 8");
    assert_eq!(refused(Rules { handicap: 2, ..rules(6) }), "handicap 2 is out of range: 0 on size 6");
    assert_eq!(refused(Rules { playout_cap: 0, ..rules(9) }), "playout_cap 0 is out of range: 1 to 50");
    assert!((2..=25).all(|size| rules(size).check().is_ok()));
}

#[test]
fn rules_are_read_from_data_and_unknown_keys_are_refused() {
    let read = |text: &str| serde_json::from_str::<GameSpec>(text);
    assert_eq!(read(r#"{"name": "go"}"#).unwrap(), GameSpec::Go(Rules::default()));
    let spec = read(r#"{"name": "go", "size": 13, "ko": "simple", "eye": "one_string"}"#).unwrap();
    let expected = Rules { ko: KoRule::Simple, eye: EyeRule::OneString, ..rules(13) };
    assert_eq!(spec, GameSpec::Go(expected));
    assert!(read(r#"{"name": "go", "sise": 13}"#).unwrap_err().to_string().contains("unknown field `sise`"));
    assert!(read(r#"{"name": "go", "ko": "natural"}"#).unwrap_err().to_string().contains("positional"));
}

#[test]
fn moves_are_numbered_from_the_bottom_left_and_named_without_an_i() {
    let state = after(rules(9), "");
    let index = |mv: &str| state.move_index(state.parse_move(mv).unwrap());
    assert_eq!(["A1", "j1", "a2", "J9", "PASS"].map(index), [0, 8, 9, 80, 81]);
    assert_eq!(state.format_move(state.move_at(40)), "E5");
    let error = state.parse_move("i5").unwrap_err().to_string();
    assert_eq!(error, "'i5' is not a move: expected a point from A1 to J9 (there is no I), or pass");
}

proptest! {
    #[test]
    fn no_text_makes_reading_a_move_panic(text in "\\PC*|[a-zA-Z]{1,2}[0-9]{0,4}", size in 2u8..=9) {
        let state = after(rules(size), "");
        if let Ok(mv) = state.parse_move(&text) {
            prop_assert!(state.move_index(mv) <= usize::from(size).pow(2));
            prop_assert!(state.is_legal(mv));
        }
    }
}

#[test]
fn the_board_is_drawn_with_star_points_captures_and_the_last_move() {
    let text = after(rules(5), "A1 B1 E5 A2").picture().to_text(Style::Plain);
    assert_eq!(
        text,
        "5  . . . . X\n4  . . . . .\n3  . . . . .\n2 (O). . . .\n1  . O . . .\n   A B C D E\n\
         Captures: Black 0, White 1. Black to move.\n"
    );
    let text = after(rules(9), "pass pass").picture().to_text(Style::Plain);
    assert!(text.contains("7  . . + . . . + . .\n"), "{text}");
    assert!(text.ends_with("Captures: Black 0, White 0. Pass. W+7.5.\n"), "{text}");
}

#[test]
fn a_skipped_turn_is_no_pass_and_a_game_that_is_over_goes_on() {
    let mut state = after(rules(9), "E5 pass");
    assert!(state.skip());
    assert_eq!((state.turn(), state.passes), (Turn::Player(Player::SECOND), 0));
    state.try_apply(Point::PASS).unwrap();
    assert_eq!(state.turn(), Turn::Player(Player::FIRST), "the first pass since the turn was skipped");
    state.try_apply(Point::PASS).unwrap();
    assert_eq!(state.turn(), Turn::Over);
    assert!(state.skip());
    assert_eq!((state.turn(), state.passes), (Turn::Player(Player::SECOND), 0), "the player who would have been next");
    let ko = after(Rules { ko: KoRule::Simple, ..rules(9) }, "C3 F3 D4 E4 D2 E2 E3 D3");
    assert!(!is_legal(&ko, "E3"));
    let mut skipped = ko;
    assert!(skipped.skip() && skipped.skip() && is_legal(&skipped, "E3"), "a ko ends with a skipped turn as with a pass");
}

#[test]
fn owners_add_up_to_the_score() {
    let game = Go9::new(Rules { komi: 0.0, ..Rules::default() });
    for seed in 0..200 {
        let (mut state, mut moves, mut rng) = (game.start(), Vec::new(), katsura_game::Rng::new(seed));
        for _ in 0..seed {
            let mv = state.random_move(&mut moves, &mut rng);
            state.apply(mv);
            if state.turn().is_over() {
                break;
            }
        }
        let sum: i32 = state.owners().iter().flatten().map(|owner| 1 - 2 * i32::from(owner.0)).sum();
        assert_eq!(sum as f32, state.score(), "seed {seed}");
        assert_eq!(state.owners().len(), state.picture().cells.len());
    }
}

#[test]
fn a_point_of_a_larger_class_of_boards_has_the_number_of_the_pass() {
    let far = Go19::new(rules(19)).start().parse_move("T19").unwrap();
    assert_eq!(Go9::new(rules(9)).start().move_index(far), 81);
}
