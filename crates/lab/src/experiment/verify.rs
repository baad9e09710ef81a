//! Playing recorded games again.

use super::{Batch, Probe, Shard, row_folders};
use crate::folder::{Manifest, Work};
use crate::matches::{Contest, Departure, Entry, GameRecord, MatchError, read_record, replay, unrepeatable};
use katsura_mcts::Control;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// What playing the games of one folder again showed.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    /// The folder.
    pub folder: PathBuf,
    /// How many games, batches of bandits or positions are recorded.
    pub recorded: usize,
    /// How many were played again.
    pub replayed: usize,
    /// Where they left the record.
    pub departures: Vec<Departure>,
    /// Why moves of a player were taken from the record, and only checked to be legal, if some were.
    pub unrepeatable: Option<String>,
}

/// Plays recorded games of every row below a folder again and compares them move by move: all of them, or at most `games` of each
/// row, spread over the record. If `control` stops it, the row under way and those after it are left out.
///
/// # Errors
/// If a folder cannot be read, or this program reads its configuration differently.
pub fn verify(out: &Path, games: Option<u64>, control: &Control) -> Result<Vec<Verified>, MatchError> {
    let mut rows = Vec::new();
    for (folder, manifest) in row_folders(out)? {
        let row = verify_row(folder, &manifest, games, control)?;
        if control.is_stopped() {
            break;
        }
        rows.push(row);
    }
    Ok(rows)
}

fn verify_row(folder: PathBuf, manifest: &Manifest, games: Option<u64>, control: &Control) -> Result<Verified, MatchError> {
    manifest.check_readable(&folder)?;
    let record = manifest.record_path(&folder, Shard::WHOLE);
    match &manifest.work {
        Work::Match(work) => verify_match(folder, &work.contest, (read_record(&record)?, games), control),
        Work::Bandit(work) => {
            let again = |old: &Batch| (!control.is_stopped()).then(|| work.batch(old.batch));
            Ok(verify_entries(folder, (read_record(&record)?, games), again))
        }
        Work::Probe(work) => {
            let again = |old: &Probe| work.probe(old.probe, control);
            Ok(verify_entries(folder, (read_record(&record)?, games), again))
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
    Ok(Verified { folder, recorded, replayed, departures, unrepeatable: unrepeatable(contest) })
}

/// Makes entries again and compares them whole.
fn verify_entries<E: Entry + PartialEq + Sync>(
    folder: PathBuf,
    (record, games): (Vec<E>, Option<u64>),
    again: impl Fn(&E) -> Option<E> + Sync,
) -> Verified {
    let sample: Vec<&E> = evenly(record.len(), games).map(|place| &record[place]).collect();
    let text = |entry: &E| serde_json::to_string(entry).unwrap_or_default();
    let compare = |recorded: &&E| {
        let again = again(recorded);
        let departure = || Departure {
            game: recorded.number(),
            ply: None,
            recorded: text(recorded),
            replayed: again.as_ref().map(text).unwrap_or_default(),
        };
        (again.as_ref() != Some(*recorded)).then(departure)
    };
    let departures = sample.par_iter().filter_map(compare).collect();
    Verified { folder, recorded: record.len(), replayed: sample.len(), departures, unrepeatable: None }
}

/// Games of whole pairs, evenly spread; of the last pair one, if the number is odd.
fn spread(record: &[GameRecord], games: Option<u64>) -> Vec<GameRecord> {
    let pair = |number: usize| [record[2 * number].clone(), record[2 * number + 1].clone()];
    let pairs = evenly(record.len() / 2, games.map(|games| games.div_ceil(2)));
    pairs.flat_map(pair).take(games.map_or(usize::MAX, |games| games as usize)).collect()
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

    #[test]
    fn a_row_that_is_stopped_is_left_out() {
        let out = std::env::temp_dir().join(format!("katsura-verify-{}", std::process::id()));
        let experiment = Experiment::parse(EXPERIMENT, "e").unwrap();
        let run = RowRun { out: out.clone(), size: 4, shard: Shard::WHOLE, threads: 1, lanes: 1 };
        run_row((&experiment, &experiment.rows[0]), &run, &Control::new(), |_| Flow::Continue).unwrap();
        let whole = verify(&out, None, &Control::new()).unwrap();
        assert_eq!((whole.len(), whole[0].replayed, whole[0].departures.len()), (1, 4, 0));
        let stopped = Control::new();
        stopped.stop();
        assert_eq!(verify(&out, None, &stopped).unwrap(), []);
        std::fs::remove_dir_all(out).unwrap();
    }
}
