//! Which program ran where.

use serde::{Deserialize, Serialize};
use std::process::Command;

/// The program and the machine of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The version of the program.
    pub version: String,
    /// The commit it was built from, with `-dirty` if files had been changed; `None` if not known.
    pub commit: Option<String>,
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
    /// The commit is the environment variable `KATSURA_COMMIT`, or what git says about the folder the program lies in.
    pub fn here() -> Self {
        Provenance {
            version: env!("CARGO_PKG_VERSION").to_string(),
            commit: std::env::var("KATSURA_COMMIT").ok().or_else(commit_of_program),
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

    /// The machine in a few words.
    pub fn machine(&self) -> String {
        format!("{}, {} cores", self.processor.as_deref().unwrap_or(&self.system), self.cores)
    }
}

/// How many threads this machine runs at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn commit_of_program() -> Option<String> {
    let program = std::env::current_exe().ok()?;
    let arguments = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
    let output = Command::new("git").arg("-C").arg(program.parent()?).args(arguments).output().ok()?;
    let commit = String::from_utf8(output.stdout).ok()?.trim().to_string();
    (output.status.success() && !commit.is_empty()).then_some(commit)
}

fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}
