//! A report as a Markdown page.

use super::group::{Group, Note};
use super::{Body, Cell, Part, Report, Table};

/// How the verdicts are reached, in words.
pub(super) const RULE: &str = "Reproduced: the 95 % interval lies on the claimed side and does not exclude the published value (for a claim \
    of a value: lies wholly within the stated distance of it). Contradicted: it lies on the other side, or excludes the published \
    value. Undecided otherwise; the games still needed are a guess from the value so far. Intervals are those of the mean of pairs \
    (Gaffke), for points and regrets Student's. p is that of a value on the threshold of the claim (an even match where there is none); p (Holm) is \
    corrected for the number of rows, so that with all thresholds true one of them falls below 0.05 in one report of twenty at most. \
    Where a rule could stop the match, p is the anytime-valid one.";

pub(super) fn page(report: &Report) -> String {
    let mut page = format!("# {}\n\n", report.title());
    if let Some(claimed) = &report.claimed {
        page += &format!("Source: {}\n\n{}\n\n", claimed.source, claimed.protocol.trim());
    }
    page += &report.results().iter().map(part).collect::<String>();
    page += &format!("{RULE}\n\n");
    page += &report.plots().iter().map(|plot| format!("![Plot]({})\n\n", plot.file)).collect::<String>();
    let item = |note: Note<'_>| format!("- **{}**: {}\n", note.row, note.text.trim());
    let notes: String = report.groups().flat_map(Group::notes).map(item).collect();
    page += &if notes.is_empty() { notes } else { format!("{notes}\n") };
    page + &report.parts().iter().map(part).collect::<String>()
}

/// A part of the page; pictures stand in files beside it.
fn part(part: &Part) -> String {
    match &part.body {
        Body::Table(table) => section(part.title, table),
        Body::Drawing(_) => String::new(),
    }
}

fn section(title: &str, table: &Table) -> String {
    let cell = |text: String| text.replace('|', "\\|").replace(['\n', '\r'], " ");
    let line = |cells: Vec<String>| format!("| {} |\n", cells.into_iter().map(cell).collect::<Vec<_>>().join(" | "));
    let rule = format!("|{}\n", "---|".repeat(table.header.len()));
    let body: String = table.rows.iter().map(|row| line(row.iter().map(Cell::to_string).collect())).collect();
    format!("## {title}\n\n{}{rule}{body}\n", line(table.header.clone()))
}
