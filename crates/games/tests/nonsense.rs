//! Nothing that comes from outside may panic: random and mutated texts as moves, nonsense as parameters.

use katsura_game::Rng;
use katsura_games::{GameSpec, Position};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Positions of every game: the start, some way in, and the end.
fn positions(seed: u64) -> Vec<Box<dyn Position>> {
    let mut all = Vec::new();
    for spec in GameSpec::all() {
        let mut rng = Rng::new(seed);
        let mut position = spec.start();
        all.push(position.boxed());
        for _ in 0..rng.below(400) {
            if position.turn().is_over() {
                break;
            }
            let mv = position.random_move(&mut rng);
            position.play(&mv).expect("a legal move");
        }
        all.push(position);
    }
    all
}

/// A text is no move, or a move whose own text reads as the same move.
fn check_text(position: &dyn Position, text: &str) {
    if let Ok(name) = position.normalise(text) {
        let index = position.move_index(text).expect("read once already");
        assert_eq!(position.normalise(&name).as_ref(), Ok(&name), "'{text}' is read as {name}");
        assert_eq!(position.move_index(&name), Ok(index), "'{text}' is read as {name}");
        assert_eq!(position.move_name(index), name, "'{text}' is read as {name}");
    }
    let before = position.key();
    let mut next = position.boxed();
    match next.play(text) {
        Ok(()) => assert!(position.legal_moves().contains(&position.normalise(text).expect("it was played"))),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(next.key(), before, "'{text}' was refused and changed the position");
        }
    }
}

/// A letter and a digit or two, as most games write moves, and what could follow.
const NEAR_MISSES: &str = "[ ]?[a-zA-Z]{0,2}[0-9]{0,4}[-x<^> ]?[a-zA-Z]?[0-9]{0,3}";

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_text_makes_a_parser_panic(text in ".{0,12}", near in NEAR_MISSES, seed: u64) {
        for position in positions(seed) {
            check_text(&*position, &text);
            check_text(&*position, &near);
        }
    }

    #[test]
    fn no_mutated_move_makes_a_parser_panic(seed: u64, at: usize, change in any::<char>(), kind in 0..4) {
        for position in positions(seed) {
            for mv in position.legal_moves().into_iter().take(20) {
                let mut letters: Vec<char> = mv.chars().collect();
                let at = at % letters.len();
                match kind {
                    0 => letters[at] = change,
                    1 => letters.insert(at, change),
                    2 => drop(letters.remove(at)),
                    _ => letters.extend_from_within(at..),
                }
                check_text(&*position, &letters.into_iter().collect::<String>());
            }
        }
    }
}

/// Values that a parameter may be given by mistake.
fn nonsense() -> Vec<Value> {
    let numbers = [-1i64, 0, 1, 2, 3, 4, 7, 16, 26, 63, 99, 100, 127, 128, 255, 256, 1 << 20, i64::MAX, i64::MIN];
    let mut all: Vec<Value> = numbers.into_iter().map(Value::from).collect();
    all.extend([json!(null), json!(true), json!(""), json!("9"), json!("x"), json!(2.5), json!(1e300), json!(-0.0)]);
    all.extend([json!({}), json!([]), json!([0]), json!([1]), json!([1, 256]), json!(vec![1; 100]), json!([[1]])]);
    all
}

/// A specification is refused with a sentence, or gives a game that can be played.
fn check_specification(specification: &Map<String, Value>) {
    let shown = Value::Object(specification.clone());
    match serde_json::from_value::<GameSpec>(shown.clone()) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(spec) => {
            let mut position = std::panic::catch_unwind(|| spec.start()).unwrap_or_else(|_| panic!("{shown} was accepted"));
            let mut rng = Rng::new(1);
            for _ in 0..10 {
                if !position.turn().is_over() {
                    let mv = position.random_move(&mut rng);
                    position.play(&mv).expect("a legal move");
                }
            }
            assert!(!position.picture().cells.is_empty());
        }
    }
}

#[test]
fn parameters_are_refused_or_give_a_game() {
    for spec in GameSpec::all() {
        let Ok(Value::Object(usual)) = serde_json::to_value(&spec) else { panic!("a game is an object") };
        for parameter in usual.keys() {
            for value in nonsense() {
                let mut changed = usual.clone();
                changed.insert(parameter.clone(), value);
                check_specification(&changed);
            }
        }
        let mut unknown = usual.clone();
        unknown.insert("colour".to_string(), json!("red"));
        let error = serde_json::from_value::<GameSpec>(Value::Object(unknown)).unwrap_err().to_string();
        assert!(error.contains("unknown field `colour`"), "{error}");
    }
}

#[test]
fn two_wrong_parameters_are_refused_too() {
    let values = [0, 1, 3, 4, 5, 8, 9, 16, 17, 255];
    for (width, height) in values.into_iter().flat_map(|width| values.map(|height| (width, height))) {
        let Value::Object(specification) = json!({ "name": "connect-four", "width": width, "height": height }) else {
            unreachable!("an object was written")
        };
        check_specification(&specification);
    }
}

/// A text near what is read: a sample with some letters changed, put in, taken out or repeated, or letters of any kind.
fn near(sample: &str, rng: &mut Rng) -> String {
    const COMMON: &[char] =
        &['a', 'A', 'j', 'Z', '0', '1', '9', '-', '+', ' ', ',', '"', '{', '}', ':', 'é', '\0', '\u{10ffff}', '１', 'x'];
    let mut letters: Vec<char> = if rng.chance(0.9) { sample.chars().collect() } else { Vec::new() };
    for _ in 0..=rng.below(3) {
        let at = rng.below(letters.len() as u32 + 1) as usize;
        let letter = if rng.chance(0.8) {
            COMMON[rng.below(COMMON.len() as u32) as usize]
        } else {
            char::from_u32(rng.below(0x11_0000)).unwrap_or('\u{fffd}')
        };
        match rng.below(4) {
            0 if at < letters.len() => letters[at] = letter,
            1 if at < letters.len() => drop(letters.remove(at)),
            2 => letters.extend_from_within(at..),
            _ => letters.insert(at, letter),
        }
    }
    letters.into_iter().collect()
}

#[test]
#[ignore = "minutes: run by cargo xtask oracles"]
fn ten_million_texts_make_no_parser_panic() {
    let mut rng = Rng::new(1);
    let mut read = 0;
    for round in 0.. {
        for position in positions(round) {
            let moves = position.legal_moves();
            for _ in 0..500 {
                let sample = if moves.is_empty() { "pass" } else { &moves[rng.below(moves.len() as u32) as usize] };
                check_text(&*position, &near(sample, &mut rng));
                read += 1;
            }
        }
        for spec in GameSpec::all() {
            let sample = serde_json::to_string(&spec).expect("a game is data");
            for _ in 0..100 {
                if let Ok(Value::Object(specification)) = serde_json::from_str(&near(&sample, &mut rng)) {
                    check_specification(&specification);
                }
                read += 1;
            }
        }
        if read >= 10_000_000 {
            break;
        }
    }
}
