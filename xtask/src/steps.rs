//! The steps of each command.

use crate::{book, house, page, python};
use std::path::{Path, PathBuf};
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

/// Where cargo puts what it builds.
pub fn target() -> PathBuf {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    let chosen = std::env::var_os("CARGO_TARGET_DIR").and_then(|folder| std::path::absolute(folder).ok());
    chosen.unwrap_or_else(own)
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
    let bare = ["clippy", "--package", "katsura-mcts", "--no-default-features", "--quiet", "--", "-D", "warnings"];
    run("lints of the library without files", &mut cargo(&bare))?;
    house::check()?;
    documentation()?;
    book::check()?;
    book::build()?;
    let python = python::environment()?;
    let page = page::tools()?;
    page.check_types()?;
    let mut tests = cargo(&["test", "--workspace", "--no-fail-fast"]);
    tests.env("KATSURA_PYTHON", &python).env("KATSURA_CHROMIUM", &page.chromium).env("KATSURA_AXE", &page.axe);
    run("tests", &mut tests)?;
    for example in ["first_search", "own_policy", "own_game", "own_problem", "own_cards", "own_evaluator", "balance"] {
        let mut program = cargo(&["run", "--quiet", "--package", "katsura-mcts", "--example", example, "--", "--quick"]);
        run(&format!("example {example}"), &mut program)?;
    }
    python::test_package(&python)
}

/// Builds the documentation; any warning is a failure. A citation such as `[auer2002]` looks like a link to rustdoc, and is let pass if it
/// is a key of `references.bib`.
fn documentation() -> Result<(), String> {
    eprintln!("==> documentation");
    let output = cargo(&["doc", "--workspace", "--no-deps"]).output().map_err(|error| format!("documentation: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("documentation failed\n{text}"));
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let references =
        std::fs::read_to_string(root.join("references.bib")).map_err(|error| format!("references.bib: {error}"))?;
    let is_citation = |line: &str| {
        let link = line.strip_prefix("warning: unresolved link to `").and_then(|rest| rest.split('`').next());
        link.is_some_and(|key| references.contains(&format!("{{{key},")))
    };
    let is_summary = |line: &str| line.contains(" generated ") && line.contains(" warning");
    let warnings: Vec<&str> =
        text.lines().filter(|line| line.starts_with("warning") && !is_citation(line) && !is_summary(line)).collect();
    if warnings.is_empty() { Ok(()) } else { Err(format!("documentation:\n{}", warnings.join("\n"))) }
}

/// Where the long tests are; they are marked `#[ignore]`.
const ORACLES: [&[&str]; 5] = [
    &["katsura-game", "--lib"],
    &["katsura-games"],
    &["katsura-searcher", "--test", "solver"],
    &["katsura-engine"],
    &["katsura-web", "--test", "server"],
];

/// `cargo xtask oracles`
pub fn oracles() -> Result<(), String> {
    ORACLES.iter().try_for_each(|place| {
        let mut tests = cargo(&["test", "--release", "--no-fail-fast", "--package"]);
        run(&format!("oracles of {}", place[0]), tests.args(*place).args(["--", "--ignored"]))
    })
}

/// `cargo xtask bless`
pub fn bless() -> Result<(), String> {
    run("generated pages", cargo(&["test", "--quiet", "--workspace", "--tests", "generated_page"]).env("KATSURA_BLESS", "1"))
}
