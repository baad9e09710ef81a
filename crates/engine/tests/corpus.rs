//! Reads every record below a folder of this machine: `KATSURA_SGF_CORPUS=folder cargo test -p katsura-engine --test corpus --
//! --ignored --nocapture`.

use katsura_engine::sgf::{GameRecord, Outcome, read, write};
use katsura_game::Player;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "sgf" || end == "hgf") {
            found.push(path);
        }
    }
}

/// What becomes of a file, in a few words.
fn verdict(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap();
    let games = match read(&bytes) {
        Ok(games) => games,
        Err(error) => return format!("not read: {error}"),
    };
    let text = write(&games);
    let again = read(text.as_bytes()).unwrap();
    if text.is_ascii() {
        assert_eq!(again, games, "{}", path.display());
    }
    let record = match GameRecord::from_tree(&games[0]) {
        Ok(record) => record,
        Err(error) => return format!("no record: {error}"),
    };
    let tree = record.to_tree().unwrap();
    let again = GameRecord::from_tree(&tree).unwrap();
    assert_eq!(again.steps.len(), record.steps.len(), "{}", path.display());
    match record.moves_to(record.end()) {
        Ok(moves) => {
            assert_eq!(again.moves_to(again.end()).as_ref(), Ok(&moves), "{}", path.display());
            format!("{} played, {}", record.game.name, agreement(&record))
        }
        Err(error) => format!("{} not played: {error}", record.game.name),
    }
}

/// Whether the position at the end has the winner that the file names.
fn agreement(record: &GameRecord) -> &'static str {
    let position = record.position_at(record.end()).unwrap();
    let rewards = position.rewards();
    match (position.turn().is_over(), record.info.result) {
        (false, _) => "not played out",
        (true, Some(Outcome::Win(winner, _))) if rewards.of(winner.player(record.first())) == 1.0 => "right result",
        (true, Some(Outcome::Draw)) if rewards.of(Player::FIRST) == rewards.of(Player::SECOND) => "right result",
        (true, None) => "no result",
        (true, Some(_)) => "WRONG RESULT",
    }
}

#[test]
#[ignore = "needs a folder of records in KATSURA_SGF_CORPUS"]
fn every_record_of_a_folder_survives() {
    let Ok(folder) = std::env::var("KATSURA_SGF_CORPUS") else {
        eprintln!("KATSURA_SGF_CORPUS names no folder: nothing to read");
        return;
    };
    let mut found = Vec::new();
    files(Path::new(&folder), &mut found);
    let mut verdicts: BTreeMap<String, (usize, PathBuf)> = BTreeMap::new();
    for path in found {
        verdicts.entry(verdict(&path)).or_insert((0, path)).0 += 1;
    }
    for (verdict, (count, example)) in verdicts {
        println!("{count:6}  {verdict}  ({})", example.display());
    }
}
