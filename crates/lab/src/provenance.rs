//! Which program ran where.

use katsura_mcts::config::SEARCH_VERSION;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::hash::Hasher;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use twox_hash::XxHash64;

/// The program and the machine of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The version of the program.
    pub version: String,
    /// The [version of the search](SEARCH_VERSION): 1 in records that do not tell it.
    #[serde(default = "first_search")]
    pub search: u32,
    /// The commit it was built from, with `-dirty` if files had been changed; `None` if not known.
    pub commit: Option<String>,
    /// The hash of the program's file (XXH64, in hexadecimal digits; `xxhsum -H1` prints the same); `None` if not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binary: Option<String>,
    /// The operating system and the kind of processor.
    pub system: String,
    /// The name of the processor, where the system tells it.
    pub processor: Option<String>,
    /// How many threads the machine runs at once.
    pub cores: usize,
}

impl Provenance {
    /// This program on this machine.
    ///
    /// The commit is the environment variable `KATSURA_COMMIT`, or what git says about the checkout of Katsura that the program lies in. The file is
    /// read once.
    pub fn here() -> Self {
        Provenance {
            version: env!("CARGO_PKG_VERSION").to_string(),
            search: SEARCH_VERSION,
            commit: std::env::var("KATSURA_COMMIT").ok().or_else(commit_of_program),
            binary: binary(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            processor: processor(),
            cores: cores(),
        }
    }
}

impl Provenance {
    /// Whether two programs ran on the same machine, or on two of a kind.
    pub fn is_same_machine(&self, other: &Provenance) -> bool {
        let machine = |of: &Provenance| (of.system.clone(), of.processor.clone(), of.cores);
        machine(self) == machine(other)
    }

    /// Whether two runs are known to be made by the same program: the same file where both tell its hash, otherwise the same version and commit.
    pub fn is_same_program(&self, other: &Provenance) -> bool {
        match (&self.binary, &other.binary) {
            (Some(one), Some(two)) => one == two,
            _ => self.commit.is_some() && (&self.version, &self.commit) == (&other.version, &other.commit),
        }
    }

    /// The program in a few words.
    pub fn program(&self) -> String {
        let part = |name: &str, value: &Option<String>| value.as_ref().map(|value| format!("{name} {value}"));
        let version = format!("version {}, search {}", self.version, self.search);
        let parts = [Some(version), part("commit", &self.commit), part("binary", &self.binary)];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The machine in a few words.
    pub fn machine(&self) -> String {
        format!("{}, {} cores", self.processor.as_deref().unwrap_or(&self.system), self.cores)
    }
}

fn first_search() -> u32 {
    1
}

/// How many threads this machine runs at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The file that this code was loaded from: the program, or the module of another one such as Python.
fn program() -> Option<PathBuf> {
    let here: fn() -> Option<PathBuf> = program;
    mapped_file(here as usize).or_else(|| std::env::current_exe().ok())
}

/// The file that lies in memory at an address, where the system tells it.
fn mapped_file(address: usize) -> Option<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let number = |text: &str| usize::from_str_radix(text, 16).ok();
    maps.lines().find_map(|line| {
        let (from, to) = line.split_whitespace().next()?.split_once('-')?;
        let path = PathBuf::from(&line[line.find('/')?..]);
        ((number(from)?..number(to)?).contains(&address) && path.exists()).then_some(path)
    })
}

fn binary() -> Option<String> {
    static HASH: OnceLock<Option<String>> = OnceLock::new();
    HASH.get_or_init(|| hash_of(&program()?)).clone()
}

fn hash_of(path: &Path) -> Option<String> {
    let (mut file, mut hasher) = (File::open(path).ok()?, XxHash64::with_seed(0));
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer).ok()? {
            0 => return Some(format!("{:016x}", hasher.finish())),
            length => hasher.write(&buffer[..length]),
        }
    }
}

fn commit_of_program() -> Option<String> {
    static COMMIT: OnceLock<Option<String>> = OnceLock::new();
    COMMIT.get_or_init(|| commit_of(program()?.parent()?)).clone()
}

/// The commit of the checkout of Katsura that a folder lies in, marked if files of it have been changed; `None` if it lies in no such checkout.
fn commit_of(folder: &Path) -> Option<String> {
    let top = PathBuf::from(git(folder, &["rev-parse", "--show-toplevel"])?);
    let manifest = std::fs::read_to_string(top.join("crates/lab/Cargo.toml")).ok()?;
    let own = concat!("name = \"", env!("CARGO_PKG_NAME"), "\"");
    let arguments = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
    if manifest.contains(own) { git(folder, &arguments) } else { None }
}

/// What git answers about a folder.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
    let answer = String::from_utf8(output.stdout).ok()?.trim().to_string();
    (output.status.success() && !answer.is_empty()).then_some(answer)
}

fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("katsura-provenance-{}-{name}", std::process::id()));
        std::fs::create_dir_all(folder.join("crates/lab")).unwrap();
        folder
    }

    /// A repository with this file in the place of the laboratory's manifest.
    fn repository(name: &str, manifest: &str) -> PathBuf {
        let folder = scratch(name);
        std::fs::write(folder.join("crates/lab/Cargo.toml"), manifest).unwrap();
        let person = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
        git(&folder, &["init"]).unwrap();
        Command::new("git").arg("-C").arg(&folder).args(["add", "."]).status().unwrap();
        git(&folder, &[&person[..], &["commit", "-m", "first"]].concat()).unwrap();
        folder
    }

    #[test]
    fn only_a_checkout_of_katsura_has_a_commit_and_changes_are_marked() {
        let unrelated = repository("unrelated", "name = \"something-else\"\n");
        assert_eq!(commit_of(&unrelated.join("crates")), None);
        let own = repository("own", "name = \"katsura-lab\"\n");
        let commit = commit_of(&own.join("crates")).unwrap();
        assert!(commit.len() == 40 && commit.chars().all(|digit| digit.is_ascii_hexdigit()), "{commit}");
        std::fs::write(own.join("crates/lab/Cargo.toml"), "name = \"katsura-lab\"\n# changed\n").unwrap();
        assert_eq!(commit_of(&own.join("crates")), Some(format!("{commit}-dirty")));
        [unrelated, own].into_iter().for_each(|folder| std::fs::remove_dir_all(folder).unwrap());
    }

    #[test]
    fn the_hash_is_that_of_the_file_this_code_lies_in() {
        let program = program().unwrap();
        assert_eq!(program.canonicalize().unwrap(), std::env::current_exe().unwrap().canonicalize().unwrap());
        assert_eq!(Provenance::here().binary, hash_of(&program));
        let file = scratch("hash").join("file");
        std::fs::write(&file, "abc").unwrap();
        // xxhsum -H1 of the three letters
        assert_eq!(hash_of(&file).as_deref(), Some("44bc2cf5ad770999"));
        std::fs::remove_dir_all(file.parent().unwrap()).unwrap();
    }

    #[test]
    fn a_provenance_without_a_hash_is_read_and_compared_by_its_commit() {
        let old = r#"{"version":"0.1.0","commit":"abc","system":"linux x86_64","processor":null,"cores":2}"#;
        let old: Provenance = serde_json::from_str(old).unwrap();
        assert_eq!((old.binary.as_ref(), old.program().as_str()), (None, "version 0.1.0, search 1, commit abc"));
        let new = Provenance { binary: Some("1".to_string()), ..old.clone() };
        assert!(old.is_same_program(&new) && new.is_same_program(&new));
        assert!(!new.is_same_program(&Provenance { binary: Some("2".to_string()), ..old.clone() }));
        let unknown = Provenance { commit: None, ..old };
        assert!(!new.is_same_program(&unknown) && !unknown.is_same_program(&unknown));
    }
}
