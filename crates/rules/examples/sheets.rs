//! Reads all rule sheets of a folder, and compares random games with the slow reasoner.
//!
//! `cargo run --release -p katsura-rules --example sheets -- FOLDER [ROUNDS] [PATIENCE]`
//!
//! For each sheet a line: what it is, or why it is refused; then in how many rounds of random games the circuit and the slow reasoner say
//! the same, none if ROUNDS is 0 (they are stopped where the reasoner would have to try more than PATIENCE facts for a position).

#[path = "../tests/common/mod.rs"]
mod common;

use katsura_game::Rng;
use katsura_rules::gdl::Reasoner;
use katsura_rules::{Ruled, Rules};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(folder) = arguments.first() else {
        eprintln!("usage: sheets FOLDER [ROUNDS] [PATIENCE]");
        std::process::exit(2);
    };
    let number = |place: usize, default: u64| arguments.get(place).and_then(|text| text.parse().ok()).unwrap_or(default);
    let (rounds, patience) = (number(1, 1000), number(2, 1_000_000));
    let mut files = Vec::new();
    collect(Path::new(folder), &mut files);
    files.sort();
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    for file in &files {
        let looked = std::panic::catch_unwind(|| look_at(file, rounds as usize, patience));
        *outcomes.entry(looked.unwrap_or("DIFFERS")).or_default() += 1;
    }
    println!("{} sheets: {outcomes:?}", files.len());
}

/// All sheets of a folder and of the folders in it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "kif") {
            files.push(path);
        }
    }
}

/// Prints a line about a sheet; returns one word for the total.
fn look_at(file: &Path, rounds: usize, patience: u64) -> &'static str {
    let (name, text) = (file.display().to_string(), std::fs::read(file).unwrap_or_default());
    let (text, began) = (String::from_utf8_lossy(&text), Instant::now());
    let rules = match Rules::gdl(&name, &text) {
        Ok(rules) => rules,
        Err(error) => {
            println!("refused ({}) {:.1} s: {error}", error.fault.name(), began.elapsed().as_secs_f64());
            return error.fault.name();
        }
    };
    let seconds = began.elapsed().as_secs_f64();
    let (roles, moves, facts, gates) = (rules.roles().len(), rules.move_count(), rules.fact_count(), rules.gates());
    let line = format!("{name}: roles {roles}, moves {moves}, facts {facts}, gates {gates}, {seconds:.2} s");
    if rounds == 0 {
        println!("{line}");
        return "loads";
    }
    let game = match Ruled::new(rules) {
        Ok(game) => game,
        Err(error) => {
            println!("refused (roles) {error}");
            return "roles";
        }
    };
    let agreed = agree(&game, &text, rounds, patience);
    println!("{line}, {} rounds agree{}", agreed.0, agreed.1);
    if agreed.0 >= rounds { "agrees" } else { "agrees as far as the reasoner comes" }
}

fn agree(game: &Ruled, text: &str, rounds: usize, patience: u64) -> (usize, &'static str) {
    let Ok(slow) = Reasoner::new(text).map(|slow| slow.with_patience(patience)) else { return (0, ", no reasoner") };
    let (mut agreed, mut seed) = (0, 0);
    while agreed < rounds && seed < rounds as u64 {
        match common::agree_along_a_game(game, &slow, &mut Rng::new(seed), rounds - agreed) {
            Ok(more) => agreed += more,
            Err(_) => return (agreed, ", then the reasoner gave up"),
        }
        seed += 1;
    }
    (agreed, "")
}
