//! `cargo xtask bench`: instruction counts of the hot routines, which say on a noisy machine what a clock cannot.
//!
//! Every routine is a program of this workspace with a fixed seed and a fixed amount of work, run under callgrind in one thread. Callgrind offers
//! no AVX-512, so batches are counted with AVX2.

mod record;

use crate::steps::{run, target};
use record::Record;
use std::path::{Path, PathBuf};
use std::process::Command;

/// More than this much growth fails a check, in percent.
const TOLERANCE: f64 = 3.0;

/// The routines, as commands. The last number of a playout is its seed.
const ROUTINES: &[&str] = &[
    "playouts go 9 single 1000 1",
    "playouts go 9 batch 2000 1",
    "playouts go 19 single 200 1",
    "playouts go 13 batch 1000 1",
    "playouts havannah 5 single 3000 1",
    "playouts havannah 8 single 1000 1",
    "playouts havannah 8 batch 2000 1",
    "playouts havannah 10 single 500 1",
    "playouts hex 11 single 1000 1",
    "playouts reversi 8 single 300 1",
    "playouts connect-four 0 single 5000 1",
    "playouts gomoku 15 single 500 1",
    "playouts breakthrough 8 single 1000 1",
    "playouts tic-tac-toe 0 single 20000 1",
    "playouts nim 0 single 20000 1",
    "katsura analyze --game go --size 9 --player uct --simulations 2000 --seed 1 --json",
    "katsura analyze --game go --size 9 --player rave --simulations 2000 --seed 1 --json",
    "katsura analyze --game havannah --size 8 --player uct --simulations 2000 --seed 1 --json",
    "katsura analyze --game havannah --size 8 --player rave --simulations 2000 --seed 1 --json",
    "katsura analyze --game go --size 9 --player strong --simulations 1000 --seed 1 --json",
    "katsura analyze --game havannah --size 8 --player strong --simulations 2000 --seed 1 --json",
    "katsura analyze --game hex --size 11 --player strong --simulations 2000 --seed 1 --json",
    "katsura analyze --game go --size 9 --player flat-mc --set search.playout.kind=softmax --simulations 1000 --seed 1 --json",
];

/// `cargo xtask bench [--check | --record]`: counts; compares with the newest record; or writes a new one.
pub fn bench(argument: Option<&str>) -> Result<(), String> {
    let folder = root().join("bench/record");
    let newest = Record::newest(&folder)?;
    if argument == Some("--check") && newest.is_none() {
        return Err(format!("there is no record in {} to compare with", folder.display()));
    }
    build()?;
    let mut counts = Vec::new();
    let mut grown = 0;
    for &routine in ROUTINES {
        let now = count(routine)?;
        let before = newest.as_ref().and_then(|record| record.instructions(routine));
        let change = before.map(|before| (now as f64 / before as f64 - 1.0) * 100.0);
        println!("{now:>14}  {:>9}  {routine}", change.map_or("new".to_string(), |percent| format!("{percent:+.2} %")));
        grown += usize::from(change.is_some_and(|percent| percent > TOLERANCE));
        counts.push((routine.to_string(), now));
    }
    match argument {
        Some("--record") => Record::now(counts)?.write(&folder),
        Some("--check") if grown > 0 => Err(format!("{grown} routines have grown by more than {TOLERANCE} %")),
        _ => Ok(()),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn build() -> Result<(), String> {
    let cargo = || Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let examples = ["build", "--quiet", "--release", "--package", "katsura-games", "--example", "playouts"];
    run("build the playouts", cargo().args(examples))?;
    run("build the search", cargo().args(["build", "--quiet", "--release", "--package", "katsura"]))
}

/// The instructions of a routine.
fn count(routine: &str) -> Result<u64, String> {
    let words: Vec<&str> = routine.split(' ').collect();
    let folder = target().join("release");
    let program = if words[0] == "playouts" { folder.join("examples/playouts") } else { folder.join(words[0]) };
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program).args(&words[1..]);
    let output = valgrind.output().map_err(|error| format!("valgrind: {error}; install it, it counts the instructions"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{routine} failed\n{report}"));
    }
    collected(&report).ok_or_else(|| format!("{routine}: callgrind reports no count\n{report}"))
}

/// The count in callgrind's report, which has a line `==PID== Collected : COUNT`.
fn collected(report: &str) -> Option<u64> {
    let line = report.lines().find_map(|line| line.split_once("Collected :"))?;
    line.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_the_report() {
        let report = "==12== Callgrind, a call-graph generating cache profiler\n==12== \n==12== Events    : Ir\n\
            ==12== Collected : 123456789\n==12== \n==12== I   refs:      123,456,789\n";
        assert_eq!(collected(report), Some(123_456_789));
        assert_eq!(collected("==12== Events    : Ir\n"), None);
        assert_eq!(collected("==12== Collected : many\n"), None);
    }

    #[test]
    fn every_routine_is_named_once() {
        let mut names = ROUTINES.to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ROUTINES.len());
    }
}
