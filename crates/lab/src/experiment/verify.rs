//! Playing recorded games again.

use super::run::{manifests_below, no_run};
use super::{Batch, Probe, Shard};
use crate::folder::{Manifest, Work};
use crate::matches::{Contest, Departure, Entry, GameRecord, MatchError, RecordError, read_record, replay, unrepeatable};
use katsura_mcts::Control;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// What playing the games of one folder again showed.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The folder.
    pub folder: PathBuf,
    /// What is recorded: games, batches of bandits or probes of positions.
    pub entries: &'static str,
    /// How many of them are recorded.
    pub recorded: usize,
    /// How many were played again.
    pub replayed: usize,
    /// Where they left the record.
    pub departures: Vec<Departure>,
    /// Why moves of a player were taken from the record, and only checked to be legal, if some were.
    pub unrepeatable: Option<String>,
}

/// What playing the games below a folder again showed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verification {
    /// The rows whose games were played again.
    pub rows: Vec<Verified>,
    /// The rows whose games could not be.
    pub unchecked: Vec<Unchecked>,
}

/// A row whose games could not be played again.
#[derive(Clone, Debug, PartialEq)]
pub struct Unchecked {
    /// The folder.
    pub folder: PathBuf,
    /// Why: its files cannot be read, or this program reads its configuration differently.
    pub reason: String,
}

/// Plays recorded games of every row below a folder again and compares them move by move: all of them, or at most `games` of each
/// row, spread over the record. A row that cannot be checked does not keep the others from it. If `control` stops it, the row under way and those
/// after it are left out.
///
/// # Errors
/// If there is no run in the folder, or it cannot be read.
pub fn verify(out: &Path, games: Option<u64>, control: &Control) -> Result<Verification, RecordError> {
    let runs = manifests_below(out)?;
    if runs.is_empty() {
        return Err(no_run(out));
    }
    let mut all = Verification::default();
    for (folder, manifest) in runs {
        let row = manifest.map_err(MatchError::from);
        let row = row.and_then(|manifest| verify_row(folder.clone(), &manifest, games, control));
        if control.is_stopped() {
            break;
        }
        match row {
            Ok(row) => all.rows.push(row),
            Err(error) => all.unchecked.push(Unchecked { folder, reason: error.to_string() }),
        }
    }
    Ok(all)
}

fn verify_row(folder: PathBuf, manifest: &Manifest, games: Option<u64>, control: &Control) -> Result<Verified, MatchError> {
    manifest.check_readable(&folder)?;
    let record = manifest.record_path(&folder, Shard::WHOLE);
    match &manifest.work {
        Work::Match(work) => verify_match(folder, &work.contest, (read_record(&record)?, games), control),
        Work::Bandit(work) => {
            let again = |old: &Batch| (!control.is_stopped()).then(|| work.batch(old.batch).told_like(old));
            Ok(verify_entries(folder, manifest.work.stem(), (read_record(&record)?, games), &again))
        }
        Work::Probe(work) => {
            let again = |old: &Probe| work.probe(old.probe, control);
            Ok(verify_entries(folder, manifest.work.stem(), (read_record(&record)?, games), &again))
        }
    }
}

fn verify_match(
    folder: PathBuf,
    contest: &Contest,
    (record, games): (Vec<GameRecord>, Option<u64>),
    control: &Control,
) -> Result<Verified, MatchError> {
    let sample = spread(&record, games);
    let departures = replay(contest, &sample, control)?;
    let (recorded, replayed) = (record.len(), sample.len());
    Ok(Verified { folder, entries: "games", recorded, replayed, departures, unrepeatable: unrepeatable(contest) })
}

/// Makes entries again and compares them whole.
fn verify_entries<E: Entry + PartialEq + Sync>(
    folder: PathBuf,
    entries: &'static str,
    (record, games): (Vec<E>, Option<u64>),
    again: &(dyn Fn(&E) -> Option<E> + Sync),
) -> Verified {
    let sample: Vec<&E> = evenly(record.len(), games).map(|place| &record[place]).collect();
    let departures = sample.par_iter().filter_map(|&recorded| departure(recorded, again(recorded).as_ref())).collect();
    Verified { folder, entries, recorded: record.len(), replayed: sample.len(), departures, unrepeatable: None }
}

/// Where an entry that was made again differs from the record, if it does.
pub(super) fn departure<E: Entry + PartialEq>(recorded: &E, again: Option<&E>) -> Option<Departure> {
    let text = |entry: &E| serde_json::to_string(entry).unwrap_or_default();
    let departure = || Departure {
        game: recorded.number(),
        ply: None,
        recorded: text(recorded),
        replayed: again.map(text).unwrap_or_default(),
    };
    (again != Some(recorded)).then(departure)
}

/// Games of whole pairs, evenly spread; of the last pair one, if the number is odd. The last game of an odd record is a pair of its own.
fn spread(record: &[GameRecord], games: Option<u64>) -> Vec<GameRecord> {
    let all: Vec<&[GameRecord]> = record.chunks(2).collect();
    let pairs = evenly(all.len(), games.map(|games| games.div_ceil(2)));
    pairs.flat_map(|pair| all[pair].to_vec()).take(games.map_or(usize::MAX, |games| games as usize)).collect()
}

/// So many places, evenly spread, or all.
fn evenly(all: usize, wanted: Option<u64>) -> impl Iterator<Item = usize> {
    let wanted = wanted.map_or(all, |wanted| wanted as usize).min(all);
    (0..wanted).map(move |place| place * all / wanted)
}

#[cfg(test)]
mod tests {
    use super::super::{Experiment, RowRun, run_row};
    use super::*;
    use crate::matches::Flow;

    const EXPERIMENT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\n[[rows]]\nname = 'x'\ngame = { name = 'tic-tac-toe' }\n\
        a = 'uct'\nb = 'random'\nsimulations = 20\ngames = { quick = 4, full = 4 }\n";

    /// A folder of this name with the record of four games.
    fn recorded(name: &str) -> PathBuf {
        let out = std::env::temp_dir().join(format!("katsura-verify-{}-{name}", std::process::id()));
        let experiment = Experiment::parse(EXPERIMENT, "e").unwrap();
        let run = RowRun { out: out.clone(), size: 4, shard: Shard::WHOLE, threads: 1, lanes: 1 };
        run_row((&experiment, &experiment.rows[0]), &run, &Control::new(), &mut |_| Flow::Continue).unwrap();
        out
    }

    #[test]
    fn a_row_that_is_stopped_is_left_out() {
        let out = recorded("stopped");
        let whole = verify(&out, None, &Control::new()).unwrap().rows;
        assert_eq!((whole.len(), whole[0].replayed, whole[0].departures.len()), (1, 4, 0));
        let stopped = Control::new();
        stopped.stop();
        assert_eq!(verify(&out, None, &stopped).unwrap(), Verification::default());
        std::fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn a_row_that_cannot_be_checked_does_not_keep_the_others_from_it() {
        let out = recorded("unchecked");
        let (row, manifest) = (out.join("x"), std::fs::read_to_string(out.join("x/manifest.json")).unwrap());
        let copy = |name: &str, manifest: &str| {
            std::fs::create_dir_all(out.join(name)).unwrap();
            std::fs::copy(row.join("games.jsonl"), out.join(name).join("games.jsonl")).unwrap();
            std::fs::write(out.join(name).join("manifest.json"), manifest).unwrap();
        };
        copy("a-other-types", &manifest.replace("\"reuse\"", "\"reuse_of_old\""));
        copy("b-other-values", &manifest.replace("\"memory_mib\": ", "\"memory_mib\": 1"));
        let found = verify(&out, None, &Control::new()).unwrap();
        assert_eq!(found.rows.iter().map(|row| &row.folder).collect::<Vec<_>>(), [&row]);
        let reasons: Vec<&str> = found.unchecked.iter().map(|row| row.reason.as_str()).collect();
        assert!(reasons[0].contains("configurations have changed") && reasons[1].contains("is no manifest"), "{reasons:?}");
        std::fs::remove_dir_all(out).unwrap();
    }

    #[test]
    fn the_last_game_of_an_odd_record_is_played_again() {
        let out = recorded("odd");
        let record = out.join("x/games.jsonl");
        let lines = std::fs::read_to_string(&record).unwrap();
        let odd: Vec<&str> = lines.lines().take(3).collect();
        std::fs::write(&record, odd.join("\n") + "\n").unwrap();
        let row = &verify(&out, None, &Control::new()).unwrap().rows[0];
        assert_eq!((row.recorded, row.replayed, row.departures.len()), (3, 3, 0));
        std::fs::remove_dir_all(out).unwrap();
    }
}
