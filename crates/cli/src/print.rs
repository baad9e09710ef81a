//! Printing to standard output, where a closed pipe is no accident.

use crate::failure::Failure;
use katsura_game::Style;
use serde::Serialize;
use std::io::{IsTerminal, Write};

/// Prints a text.
pub fn text(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| match Failure::from(error) {
        Failure::Work(message) => Failure::Work(format!("standard output: {message}")),
        other => other,
    })
}

/// Prints a text on the way of work that goes on when nobody reads any more.
pub fn remark(remark: &str) -> Result<(), Failure> {
    match text(remark) {
        Err(Failure::ClosedPipe) => Ok(()),
        printed => printed,
    }
}

/// Prints a line.
pub fn line(line: &str) -> Result<(), Failure> {
    text(&format!("{line}\n"))
}

/// Prints one JSON document.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    line(&serde_json::to_string_pretty(value)?)
}

/// Colours on a terminal that wants them, plain text otherwise.
pub fn style() -> Style {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if std::io::stdout().is_terminal() && !plain { Style::Ansi } else { Style::Plain }
}

/// A table with right-aligned columns; the last column is left-aligned.
pub fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            if column + 1 == columns && column > 0 {
                line.push_str(&format!("  {cell}"));
            } else {
                line.push_str(&format!("{}{cell:>width$}", if column == 0 { "" } else { "  " }, width = widths[column]));
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
