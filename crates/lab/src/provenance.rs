//! Which program ran where.

#[cfg(test)]
mod commit;

use katsura_mcts::config::SEARCH_VERSION;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::hash::Hasher;
use std::io::Read;
use std::path::{Path, PathBuf};
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
    /// The commit is the environment variable `KATSURA_COMMIT`, or the one that the program was built from, as far as the build knew. The file is read once.
    pub fn here() -> Self {
        Provenance {
            version: env!("CARGO_PKG_VERSION").to_string(),
            search: SEARCH_VERSION,
            commit: commit(),
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

fn commit() -> Option<String> {
    let told = std::env::var("KATSURA_COMMIT").ok().filter(|commit| !commit.is_empty());
    told.or_else(|| option_env!("KATSURA_BUILT_FROM").map(str::to_string))
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

fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_file_this_code_lies_in() {
        let program = program().unwrap();
        assert_eq!(program.canonicalize().unwrap(), std::env::current_exe().unwrap().canonicalize().unwrap());
        assert_eq!(Provenance::here().binary, hash_of(&program));
        let file = std::env::temp_dir().join(format!("katsura-provenance-{}", std::process::id()));
        std::fs::write(&file, "abc").unwrap();
        // xxhsum -H1 of the three letters
        assert_eq!(hash_of(&file).as_deref(), Some("44bc2cf5ad770999"));
        std::fs::remove_file(file).unwrap();
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
