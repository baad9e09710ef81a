//! The steps of each command.

use crate::python;
use std::process::Command;
use std::time::Instant;

/// Runs a command with a headline and its time; fails with its name.
pub fn run(title: &str, command: &mut Command) -> Result<(), String> {
    eprintln!("==> {title}");
    let start = Instant::now();
    let status = command.status().map_err(|error| format!("{title}: {error}"))?;
    eprintln!("    {title}: {:.0} s", start.elapsed().as_secs_f64());
    if status.success() { Ok(()) } else { Err(format!("{title} failed")) }
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// `cargo xtask test`
pub fn test() -> Result<(), String> {
    run("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    run("lints", &mut cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))?;
    let mut documentation = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    run("documentation", documentation.env("RUSTDOCFLAGS", "-D warnings"))?;
    let python = python::environment()?;
    let mut tests = cargo(&["test", "--workspace", "--no-fail-fast"]);
    run("tests", tests.env("KATSURA_PYTHON", python))?;
    for example in ["first_search", "own_policy", "own_game"] {
        run(
            &format!("example {example}"),
            &mut cargo(&["run", "--quiet", "--package", "katsura-mcts", "--example", example]),
        )?;
    }
    Ok(())
}

/// `cargo xtask oracles`
pub fn oracles() -> Result<(), String> {
    run("oracles", &mut cargo(&["test", "--release", "--workspace", "--no-fail-fast", "--", "--ignored"]))
}

/// `cargo xtask bless`
pub fn bless() -> Result<(), String> {
    run("generated pages", cargo(&["test", "--quiet", "--workspace", "--tests", "generated_page"]).env("KATSURA_BLESS", "1"))
}
