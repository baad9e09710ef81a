//! The commit that a program is built from. The build script asks git for it, since later nobody can: the checkout may be at another commit then.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What no game depends on: an edit there is no change of the program that plays, and builds none of the crates below anew.
const ABOVE: [&str; 3] = ["crates/cli", "crates/python", "crates/web"];

/// What games depend on beside the crates.
const BESIDE: [&str; 3] = ["Cargo.toml", "Cargo.lock", "experiments"];

/// The commit of the checkout of Katsura that has the laboratory in this folder, with `-dirty` if files that games depend on have been changed; `None` if the
/// folder is in no such checkout, or there is no git.
pub fn commit_of(laboratory: &Path) -> Option<String> {
    let top = checkout(laboratory)?;
    let commit = git(&top, &["rev-parse", "HEAD"]).filter(|commit| !commit.is_empty())?;
    let others = ABOVE.map(|folder| format!(":(exclude){folder}"));
    let status = ["--no-optional-locks", "status", "--porcelain", "--untracked-files=no", "--", "crates"];
    let arguments: Vec<&str> = status.into_iter().chain(BESIDE).chain(others.iter().map(String::as_str)).collect();
    let changed = git(&top, &arguments)?;
    Some(if changed.is_empty() { commit } else { format!("{commit}-dirty") })
}

/// The files and folders whose change may change the answer of [`commit_of`].
pub fn watched(laboratory: &Path) -> Vec<PathBuf> {
    let Some(top) = checkout(laboratory) else { return Vec::new() };
    let above = ABOVE.map(|folder| top.join(folder));
    let crates = std::fs::read_dir(top.join("crates")).into_iter().flatten().flatten().map(|entry| entry.path());
    let sources = crates.filter(|path| !above.contains(path)).chain(BESIDE.map(|path| top.join(path)));
    let branch = git(&top, &["symbolic-ref", "--quiet", "HEAD"]);
    let of_git = ["HEAD", "logs/HEAD"].map(str::to_string).into_iter().chain(branch);
    let places = of_git.filter_map(|name| git(&top, &["rev-parse", "--git-path", &name])).map(|path| top.join(path));
    sources.chain(places).filter(|path| path.exists()).collect()
}

/// The folder of the checkout that has the laboratory in this folder.
fn checkout(laboratory: &Path) -> Option<PathBuf> {
    let top = PathBuf::from(git(laboratory, &["rev-parse", "--show-toplevel"])?);
    let same = |one: &Path, other: &Path| Some(one.canonicalize().ok()? == other.canonicalize().ok()?);
    same(&top.join("crates/lab"), laboratory)?.then_some(top)
}

/// What git answers about a folder.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn commit(folder: &Path, message: &str) {
        let person = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
        git(folder, &["add", "."]).unwrap();
        git(folder, &[&person[..], &["commit", "--allow-empty", "-m", message]].concat()).unwrap();
    }

    /// A repository with the laboratory, the page and a copy of the laboratory in another place.
    fn repository(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("katsura-commit-{}-{name}", std::process::id()));
        for place in ["crates/lab", "crates/web", "vendor/crates/lab"] {
            std::fs::create_dir_all(folder.join(place)).unwrap();
            std::fs::write(folder.join(place).join("Cargo.toml"), "name = \"katsura-lab\"\n").unwrap();
        }
        git(&folder, &["init"]).unwrap();
        commit(&folder, "first");
        folder
    }

    #[test]
    fn the_commit_is_that_of_the_checkout_and_changes_of_what_games_depend_on_are_marked() {
        let folder = repository("marked");
        let laboratory = folder.join("crates/lab");
        let clean = commit_of(&laboratory).unwrap();
        assert!(clean.len() == 40 && clean.chars().all(|digit| digit.is_ascii_hexdigit()), "{clean}");
        std::fs::write(folder.join("crates/web/Cargo.toml"), "# changed\n").unwrap();
        assert_eq!(commit_of(&laboratory).unwrap(), clean, "no game depends on the page");
        std::fs::write(laboratory.join("Cargo.toml"), "# changed\n").unwrap();
        assert_eq!(commit_of(&laboratory), Some(format!("{clean}-dirty")));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_copy_inside_another_repository_has_no_commit() {
        let folder = repository("vendor");
        assert_eq!(commit_of(&folder.join("vendor/crates/lab")), None);
        assert!(watched(&folder.join("vendor/crates/lab")).is_empty());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn whatever_changes_the_answer_changes_something_that_is_watched() {
        let folder = repository("watched");
        let laboratory = folder.join("crates/lab");
        let seen = || -> BTreeMap<PathBuf, Vec<u8>> {
            let read = |path: PathBuf| {
                let file = if path.is_dir() { path.join("Cargo.toml") } else { path.clone() };
                (path, std::fs::read(file).unwrap_or_default())
            };
            watched(&laboratory).into_iter().map(read).collect()
        };
        let first = seen();
        assert!(first.contains_key(&folder.canonicalize().unwrap().join("crates/lab")), "{first:?}");
        assert!(!first.contains_key(&folder.canonicalize().unwrap().join("crates/web")), "{first:?}");
        commit(&folder, "second");
        let second = seen();
        assert_ne!(first, second, "another commit");
        git(&folder, &["checkout", "--quiet", "--detach", "HEAD~1"]).unwrap();
        let third = seen();
        assert_ne!(second, third, "another checkout");
        std::fs::write(laboratory.join("Cargo.toml"), "# changed\n").unwrap();
        assert_ne!(third, seen(), "another source");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
