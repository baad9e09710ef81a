//! The circuit beside the slow reasoner.

#![allow(dead_code, reason = "every test and every example uses a part of it")]

use katsura_game::{Game, Rng, State, Turn};
use katsura_rules::gdl::{GaveUp, Reasoner};
use katsura_rules::{Position, Ruled};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The rule sheets of this project: their names and their texts.
pub fn examples() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rules/examples");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read =
        |file: &PathBuf| (file.file_stem().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(file).unwrap());
    files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "kif")).map(read).collect()
}

fn set(terms: Vec<&str>) -> BTreeSet<String> {
    terms.into_iter().map(str::to_string).collect()
}

/// Plays one random game, and compares every position with what the slow reasoner says of it. Returns the number of rounds.
pub fn agree_along_a_game(game: &Ruled, slow: &Reasoner, rng: &mut Rng, most: usize) -> Result<usize, GaveUp> {
    let (mut position, mut moves) = (game.start(), Vec::new());
    let mut facts = slow.start()?;
    let roles = game.rules().roles().len();
    for round in 0..most {
        assert_eq!(set(position.true_facts()), facts, "round {round}");
        let view = slow.view(&facts)?;
        if position.turn().is_over() {
            let stuck = view.legal.iter().any(BTreeSet::is_empty);
            assert!(view.terminal || stuck, "round {round} is over");
            check_goals(game, &position, &view.goals);
            return Ok(round);
        }
        assert!(!view.terminal, "round {round} is not over");
        for role in 0..roles {
            assert_eq!(set(position.legal_terms(role)), view.legal[role], "role {role} in round {round}");
        }
        let mut joint: Vec<String> = view.legal.iter().map(|legal| legal.first().unwrap().clone()).collect();
        let before = position.rounds();
        while position.rounds() == before {
            let player = position.turn().player().unwrap();
            let mv = position.random_move(&mut moves, rng);
            joint[player.index()] = game.rules().term(mv).to_string();
            position.apply(mv);
        }
        facts = slow.next(&facts, &joint)?;
    }
    Ok(most)
}

/// The points of each role are the most of its goals.
fn check_goals(game: &Ruled, position: &Position, goals: &[BTreeSet<String>]) {
    let most = |goals: &BTreeSet<String>| goals.iter().filter_map(|goal| goal.parse::<u8>().ok()).max().unwrap_or(0);
    let unit = if game.about().payoff.is_unit() { 0.01 } else { 1.0 };
    for (role, goals) in goals.iter().enumerate() {
        let expected = f32::from(most(goals)) * unit;
        assert!(
            (position.rewards()[role] - expected).abs() < 1e-6,
            "role {role} gets {:?}, not {goals:?}",
            position.rewards()
        );
    }
    assert_eq!(position.turn(), Turn::Over);
}
