//! What developers and CI run: `cargo xtask test` is the test command.

mod bench;
mod book;
mod house;
mod page;
mod python;
mod steps;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  test      everything: format, lints, documentation, the book, tests, examples, generated pages, the Python package; installs
            what it needs
  python    the Python package only: builds the wheel, installs it in .venv and runs its tests
  oracles   the long tests: counts and solved games that take minutes
  book      checks the pages of the book, renders it and says where it lies
  bless     write the generated pages anew
  bench     instruction counts of the hot routines, by callgrind; --check fails if one has grown by more than 3 % since the newest
            record, --record writes a new one to bench/record/
";

fn main() -> ExitCode {
    let result = match std::env::args().nth(1).as_deref() {
        Some("test") => steps::test(),
        Some("python") => python::environment().and_then(|python| python::test_package(&python)),
        Some("oracles") => steps::oracles(),
        Some("book") => book::book(),
        Some("bless") => steps::bless(),
        Some("bench") => match std::env::args().nth(2).as_deref() {
            argument @ (None | Some("--check" | "--record")) => bench::bench(argument),
            Some(other) => Err(format!("bench takes --check or --record, not {other}")),
        },
        Some("--help" | "-h" | "help") => {
            print!("{HELP}");
            Ok(())
        }
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failed) => {
            eprintln!("xtask: {failed}");
            ExitCode::FAILURE
        }
    }
}
