use super::*;
use crate::config::file::ConfigFile;
use std::path::Path;

#[test]
fn every_technique_has_a_configuration_that_is_accepted() {
    for technique in all() {
        let read = ConfigFile::parse(technique.config, technique.name);
        assert!(read.is_ok(), "{}: {}", technique.name, read.unwrap_err());
    }
}

#[test]
fn every_technique_has_a_file_that_cites_its_source_and_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for technique in all() {
        let text = std::fs::read_to_string(root.join(technique.file)).unwrap_or_default();
        assert!(!text.is_empty(), "{}: there is no file {}", technique.name, technique.file);
        let whole = ["search.rs", "solver.rs", "open_core.rs", "hidden.rs"]
            .map(|file| std::fs::read_to_string(root.join("crates/mcts/tests").join(file)).unwrap_or_default());
        let beside = root.join(technique.file).with_file_name("tests.rs");
        let tests = text.clone() + &std::fs::read_to_string(beside).unwrap_or_default() + &whole.concat();
        assert!(tests.contains(&format!("fn {}(", technique.test)), "{}: no test {}", technique.name, technique.test);
        for key in technique.citation.split(", ") {
            assert!(text.contains(key), "{}: {} does not cite {key}", technique.name, technique.file);
        }
    }
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = all().map(|technique| technique.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all().count());
}

#[test]
fn every_entry_is_of_a_known_source() {
    let sources = all().map(|technique| technique.sources).chain(NOTES.iter().map(|note| note.sources));
    for entry in sources.filter(|sources| !sources.is_empty()).flat_map(|sources| sources.split(", ")) {
        let (source, number) = entry.split_once(' ').unwrap();
        assert!(SOURCES.iter().any(|known| known.name == source) && number.parse::<u32>().is_ok(), "{entry}");
    }
}
