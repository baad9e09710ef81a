//! No text makes reading panic, hang or take more memory than the limits allow.

mod common;

use katsura_game::{Game, Rng, State};
use katsura_rules::{Limits, Ruled, Rules};

/// A sheet with some pieces left out, doubled, exchanged or replaced.
fn mutated(sheets: &[Vec<String>], rng: &mut Rng) -> String {
    let mut pieces = sheets[rng.index(sheets.len())].clone();
    for _ in 0..1 + rng.below(6) {
        let (at, other) = (rng.index(pieces.len()), rng.index(pieces.len()));
        match rng.below(6) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[other].clone()),
            2 => pieces.swap(at, other),
            3 => {
                pieces[at] = ["(", ")", "?x", "not", "or", "distinct", "<=", "does", "true", "next", ";", "é"][rng.index(12)]
                    .to_string()
            }
            4 => pieces[at] = pieces[other].clone(),
            _ => {
                let sheet = &sheets[rng.index(sheets.len())];
                let from = rng.index(sheet.len());
                let piece = sheet[from..(from + 12).min(sheet.len())].to_vec();
                pieces.splice(at..at, piece);
            }
        }
        if pieces.is_empty() {
            pieces.push("(".to_string());
        }
    }
    pieces.join(" ")
}

/// The words and parentheses of a sheet.
fn pieces(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or_default());
    let spaced: String = lines.flat_map(|line| [line, "\n"]).collect::<String>().replace('(', " ( ").replace(')', " ) ");
    spaced.split_whitespace().map(str::to_string).collect()
}

fn read_mutants(count: u64, seed: u64) {
    let small = ["tic-tac-toe", "nim", "last-one", "lights", "bidding"];
    let sheets: Vec<Vec<String>> =
        common::examples().iter().filter(|(name, _)| small.contains(&name.as_str())).map(|(_, text)| pieces(text)).collect();
    let limits = Limits {
        atoms: 3000,
        rules: 10_000,
        conditions: 40_000,
        terms: 10_000,
        steps: 60_000,
        gates: 20_000,
        moves: 50,
        ..Limits::default()
    };
    let (mut read, mut refused) = (0, 0);
    for number in 0..count {
        let mut rng = Rng::stream(&[seed, number]);
        let text = mutated(&sheets, &mut rng);
        match Rules::gdl_within("mutant.kif", &text, &limits) {
            Err(error) => {
                assert!(!error.what.is_empty() && !error.remedy.is_empty() && error.place.line >= 1, "{error}");
                refused += 1;
            }
            Ok(rules) => {
                read += 1;
                if number % 50 == 0 {
                    play(rules, &mut rng);
                }
            }
        }
    }
    assert!(read * 20 > count && refused * 20 > count, "{read} read, {refused} refused");
}

/// Whatever could be read can be played.
fn play(rules: Rules, rng: &mut Rng) {
    let Ok(game) = Ruled::new(rules) else { return };
    let (mut position, mut moves) = (game.start(), Vec::new());
    while !position.turn().is_over() {
        let mv = position.random_move(&mut moves, rng);
        position.apply(mv);
    }
}

#[test]
fn a_hundred_thousand_mutated_sheets_are_read_or_refused() {
    read_mutants(100_000, 1);
}

#[test]
#[ignore = "takes hours"]
fn ten_million_mutated_sheets_are_read_or_refused() {
    read_mutants(10_000_000, 2);
}

#[test]
fn random_bytes_are_read_or_refused() {
    let mut rng = Rng::new(5);
    for _ in 0..20_000 {
        let letters = b"(((())))?<= notrueabx;\n\xc3\xa9\x00";
        let text: Vec<u8> = (0..rng.below(80)).map(|_| letters[rng.index(letters.len())]).collect();
        assert!(Rules::gdl("noise", &String::from_utf8_lossy(&text)).is_err());
    }
}
