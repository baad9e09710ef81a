//! What is recorded in `results/` can be played again, or this program says which of its searches have changed since.

use katsura_lab::folder::Manifest;
use katsura_lab::matches::{BadFolder, Broken};
use katsura_mcts::config::{YOUNGER_THAN_RECORDS, path};
use std::path::{Path, PathBuf};

/// Matches that were played before parameters of their players had today's meaning; their games can no longer be played again.
const OLDER: [&str; 9] = [
    "go13-gnugo10",
    "go9-gnugo10",
    "go9-pachi-breaks-sekis",
    "havannah5-bridges-against-none",
    "havannah5-castro-bridges",
    "havannah5-castro-r2000",
    "havannah5-rave-bridges",
    "havannah8-castro-r2000",
    "hex11-rave",
];

fn manifests(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            manifests(&path, found);
        } else if path.ends_with("manifest.json") {
            found.push(path);
        }
    }
}

#[test]
fn every_record_is_read_as_it_was_written() {
    let mut found = Vec::new();
    manifests(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results"), &mut found);
    assert!(found.len() > 200, "{} records", found.len());
    let can_be_read = |folder: &Path| {
        let read = Manifest::read(folder).and_then(|manifest| manifest.check_readable(folder));
        read.is_ok() || read.is_err_and(|error| matches!(*error.kind, Broken::Folder(BadFolder::OtherSearch { .. })))
    };
    let mut faults: Vec<&Path> =
        found.iter().filter_map(|file| file.parent()).filter(|folder| !can_be_read(folder)).collect();
    faults.retain(|folder| !OLDER.iter().any(|name| folder.ends_with(Path::new("strong").join(name))));
    assert!(faults.is_empty(), "{} of {}: {faults:?}", faults.len(), found.len());
}

#[test]
fn what_hashes_leave_out_is_what_a_search_does_by_itself() {
    let plain = path::to_value(&katsura_mcts::SearchConfig::default());
    for (key, value) in YOUNGER_THAN_RECORDS {
        assert_eq!(plain[key].to_string(), value, "{key}");
    }
}
