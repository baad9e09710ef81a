//! Manifests whose experiment was described anew.
//!
//! A manifest says what was run, and what the experiment claims about it. The claim may be written anew after a run; its games stay what they are.

use super::Experiment;
use super::run::folders_below;
use crate::folder::{Manifest, manifest_path, says_something};
use crate::matches::RecordError;
use serde_json::{Map, Value};
use std::path::Path;

/// What a claim is judged by: who changes it after games were played may have seen them.
const JUDGED_BY: [&str; 4] = ["published", "claim", "measure", "within"];

/// Gives the manifests below a folder the description that the experiment has now: title, source, protocol, and what its rows say beside what is run.
/// Returns a sentence for every row whose manifest has changed.
///
/// # Errors
/// If a row there is of another experiment, or a manifest was changed or cannot be read or written.
pub fn describe(experiment: &Experiment, out: &Path) -> Result<Vec<String>, RecordError> {
    let there = if out.exists() { folders_below(out)? } else { Vec::new() };
    there.iter().try_for_each(|(folder, manifest)| manifest.check_experiment(&experiment.name, folder))?;
    let mut sentences = Vec::new();
    for (folder, old) in &there {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let now = experiment.work(name).ok().filter(|work| work.hash() == old.config_hash);
        let Some(work) = now.filter(|_| old.claimed.is_some()) else { continue };
        old.check_unchanged(&work, &manifest_path(folder))?;
        let new = Manifest { claimed: Some(experiment.claimed(name)), work, ..old.clone() };
        if description(&new) != description(old) {
            new.write(folder)?;
            let played = old.records(folder).iter().any(|record| says_something(record));
            sentences.push(sentence(name, &[old, &new], played));
        }
    }
    Ok(sentences)
}

/// Which parts of a description have changed, those that a claim is judged by with both values.
fn sentence(row: &str, manifests: &[&Manifest; 2], played: bool) -> String {
    let [old, new] = manifests.map(description);
    let keys: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let shown = |value: Option<&Value>| value.map_or("nothing".to_string(), Value::to_string);
    let part = |key: &String| {
        let values = || format!("{key} (was {}, is {})", shown(old.get(key)), shown(new.get(key)));
        if played && JUDGED_BY.contains(&key.as_str()) { values() } else { key.clone() }
    };
    let changed: Vec<&String> = keys.into_iter().filter(|key| old.get(*key) != new.get(*key)).collect();
    let late = played && changed.iter().any(|key| JUDGED_BY.contains(&key.as_str()));
    let late = if late { "; the claim was changed after games were played" } else { "" };
    let parts: Vec<String> = changed.into_iter().map(part).collect();
    format!("{row}: the manifest has a new description: {}{late}", parts.join(", "))
}

/// Everything that a manifest says beside what is run.
fn description(manifest: &Manifest) -> Map<String, Value> {
    let claimed = serde_json::to_value(&manifest.claimed).ok().and_then(|value| value.as_object().cloned());
    claimed.unwrap_or_default().into_iter().chain(manifest.work.row_document()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{RowOf, RowRun, Shard, Unwatched, run_row};
    use super::*;
    use katsura_mcts::Control;

    const EXPERIMENT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\n[[rows]]\nname = 'x'\ngame = { name = 'tic-tac-toe' }\n\
        a = 'random'\nb = 'random'\ngames = { quick = 2, full = 2 }\npublished = { value = 0.9 }\n\
        claim = { kind = 'side', threshold = 0.5 }\nnote = 'n'\n";

    #[test]
    fn a_new_description_reaches_the_manifest_and_a_changed_claim_is_named() {
        let out = std::env::temp_dir().join(format!("katsura-describe-{}", std::process::id()));
        let experiment = |text: &str| Experiment::parse(text, "e").unwrap();
        let old = experiment(EXPERIMENT);
        let run = RowRun { out: out.clone(), size: 2, shard: Shard::WHOLE, threads: 1, lanes: 1 };
        assert!(describe(&old, &out).unwrap().is_empty(), "there is no folder yet");
        run_row(RowOf { experiment: &old, row: &old.rows[0] }, &run, &Control::new(), &mut Unwatched).unwrap();
        let games = std::fs::read(out.join("x/games.jsonl")).unwrap();
        assert!(describe(&old, &out).unwrap().is_empty());
        let new = EXPERIMENT.replace("title = 't'", "title = 'T'").replace("note = 'n'", "note = 'N'");
        let said = describe(&experiment(&new), &out).unwrap();
        assert_eq!(said, ["x: the manifest has a new description: note, title"]);
        let manifest = Manifest::read(&out.join("x")).unwrap();
        assert_eq!(manifest.claimed.unwrap().title, "T");
        let new = new.replace("0.9", "0.7");
        let said = describe(&experiment(&new), &out).unwrap().concat();
        assert!(said.contains("published (was {") && said.contains("0.9") && said.contains("0.7"), "{said}");
        assert!(said.ends_with("the claim was changed after games were played"), "{said}");
        assert_eq!(std::fs::read(out.join("x/games.jsonl")).unwrap(), games);
        let other = Experiment::parse(EXPERIMENT, "f").unwrap();
        let refused = describe(&other, &out).unwrap_err().to_string();
        assert!(refused.contains("belongs to the experiment 'e', not to 'f'"), "{refused}");
        let run = run_row(RowOf { experiment: &other, row: &other.rows[0] }, &run, &Control::new(), &mut Unwatched);
        assert_eq!(run.unwrap_err().to_string(), refused.replace("/x:", "/x/manifest.json:"));
        std::fs::remove_dir_all(out).unwrap();
    }
}
