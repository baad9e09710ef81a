//! Playing recorded games again.

use super::Shard;
use super::run::{manifests_below, no_run};
use crate::folder::Manifest;
use crate::matches::{Departure, Entry, RecordError, read_record};
use crate::work::{MatchError, Work, with_work};
use katsura_mcts::Control;
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
    let path = manifest.record_path(&folder, Shard::WHOLE);
    let verified = with_work!(&manifest.work, work => verify_record(work, &path, games, control))?;
    Ok(Verified { folder, ..verified })
}

/// Makes the entries of a record again.
fn verify_record<W: Work>(work: &W, path: &Path, games: Option<u64>, control: &Control) -> Result<Verified, MatchError> {
    let record: Vec<W::Entry> = read_record(path)?;
    let sample = spread(&record, games);
    Ok(Verified {
        folder: PathBuf::new(),
        entries: W::WORDS.record,
        recorded: record.len(),
        replayed: sample.len(),
        departures: work.again(&sample, control)?,
        unrepeatable: work.unrepeatable(),
    })
}

/// Entries of whole jobs, evenly spread; of the last pair of games one, if the number is odd. The last game of an odd record is a pair of its own.
fn spread<E: Entry + Clone>(record: &[E], entries: Option<u64>) -> Vec<E> {
    let all: Vec<&[E]> = record.chunks(E::PER_JOB as usize).collect();
    let jobs = evenly(all.len(), entries.map(|entries| entries.div_ceil(E::PER_JOB)));
    jobs.flat_map(|job| all[job].to_vec()).take(entries.map_or(usize::MAX, |entries| entries as usize)).collect()
}

/// So many places, evenly spread, or all.
fn evenly(all: usize, wanted: Option<u64>) -> impl Iterator<Item = usize> {
    let wanted = wanted.map_or(all, |wanted| wanted as usize).min(all);
    (0..wanted).map(move |place| place * all / wanted)
}

#[cfg(test)]
mod tests {
    use super::super::{Experiment, RowOf, RowRun, Unwatched, run_row};
    use super::*;

    const EXPERIMENT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\n[[rows]]\nname = 'x'\ngame = { name = 'tic-tac-toe' }\n\
        a = 'uct'\nb = 'random'\nsimulations = 20\ngames = { quick = 4, full = 4 }\n";

    /// A folder of this name with the record of four games.
    fn recorded(name: &str) -> PathBuf {
        let out = std::env::temp_dir().join(format!("katsura-verify-{}-{name}", std::process::id()));
        let experiment = Experiment::parse(EXPERIMENT, "e").unwrap();
        let run = RowRun { out: out.clone(), size: 4, shard: Shard::WHOLE, threads: 1, lanes: 1 };
        let of = RowOf { experiment: &experiment, row: &experiment.rows[0] };
        run_row(of, &run, &Control::new(), &mut Unwatched).unwrap();
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
    fn a_record_of_searches_that_have_changed_says_what_has() {
        let out = recorded("searches");
        let (path, about) = (out.join("x/manifest.json"), katsura_games::GameSpec::named("tic-tac-toe").unwrap().about());
        let mut manifest: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let uct = &mut manifest["work"]["contest"]["players"][0]["config"];
        uct["transpositions"]["form"] = "uct2".into();
        let config = serde_json::from_value(uct.clone()).unwrap();
        manifest["provenance"]["search"] = 1.into();
        std::fs::write(&path, manifest.to_string()).unwrap();
        let found = verify(&out, None, &Control::new()).unwrap();
        let what = katsura_mcts::config::changes_since(1, &config, &about).join("; ");
        assert!(what.contains("position") && found.rows.is_empty());
        assert!(found.unchecked[0].reason.contains(&format!("version 1 of the search; since then {what}")), "{found:?}");
        let page = crate::report::Report::of(&out).unwrap().markdown();
        let row =
            format!("## Rows of an earlier search\n\n| row | search | changed since |\n|---|---|---|\n| x | 1 | {what} |");
        assert!(page.contains(&row), "{page}");
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
