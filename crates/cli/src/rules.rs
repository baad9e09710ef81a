//! `katsura rules`

use crate::failure::Failure;
use crate::print;
use clap::{Args, Subcommand};
use katsura_rules::Rules as Compiled;
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;

#[derive(Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Examples:\n  katsura rules check my-game.kif\n  katsura play --game my-game.kif"
)]
pub struct Rules {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say what a rule file is, or with file, line, column and remedy why it is no game.
    Check(Check),
}

#[derive(Args)]
#[command(after_help = "Examples:\n  katsura rules check my-game.kif\n  katsura rules check my-game.kif --json")]
struct Check {
    /// The file, in the Game Description Language.
    file: PathBuf,
    /// Print one JSON document.
    #[arg(long)]
    json: bool,
}

impl Rules {
    pub fn run(&self) -> Result<(), Failure> {
        let Command::Check(check) = &self.command;
        check.run()
    }
}

impl Check {
    fn run(&self) -> Result<(), Failure> {
        let name = self.file.display().to_string();
        let text = std::fs::read(&self.file).map_err(|error| Failure::Work(format!("{name}: {error}")))?;
        let began = Instant::now();
        let rules =
            Compiled::gdl(&name, &String::from_utf8_lossy(&text)).map_err(|error| Failure::Work(error.to_string()))?;
        let seconds = began.elapsed().as_secs_f64();
        let warnings: Vec<String> = rules.warnings().iter().map(|warning| format!("{name}:{warning}")).collect();
        if self.json {
            return print::json(&json!({
                "language": rules.language(),
                "roles": rules.roles(),
                "moves": rules.move_count(),
                "gates": rules.gates(),
                "seconds": seconds,
                "warnings": warnings,
            }));
        }
        let mut text = format!(
            "{name}: a game in {}, roles {}; {} moves, {} gates, compiled in {seconds:.3} s\n",
            rules.language().to_uppercase(),
            rules.roles().join(", "),
            rules.move_count(),
            rules.gates(),
        );
        warnings.iter().for_each(|warning| text.push_str(&format!("warning: {warning}\n")));
        print::text(&text)
    }
}
