//! A report as a Markdown page.

use super::group::{Group, Note};
use super::{Body, Cell, Part, Report, Table};

/// How the verdicts are reached, in words.
pub(super) const RULE: &str = "Side: reproduced if the 95 % interval lies on the claimed side of the threshold, contradicted if it lies on the \
    other, undecided otherwise. Size: differs if the 95 % interval of the difference from the published value excludes 0, agrees if it does not and the \
    difference lies by two one-sided tests at 5 % within half the published distance from the threshold (for a claim of a value: within what it states), \
    open otherwise; not judged where no source states the error of the published value. Intervals are those of the mean of pairs (Gaffke), for points \
    and regrets Student's; where a rule could stop a row, where it was continued after a look and where it is not finished, they are the wider ones \
    that hold however often one looks (anytime-valid). p of a side is that of a value on the threshold (an even match where there is none), p of a size \
    that of no difference; p (Holm) is corrected for the rows of the table. 'Same from error' is the standard error of the published value from which on \
    there may be no difference. 'More games' is a guess from the value so far.";

pub(super) fn page(report: &Report) -> String {
    let mut page = format!("# {}\n\n", report.title());
    if let Some(claimed) = &report.claimed {
        page += &format!("Source: {}\n\n{}\n\n", claimed.source, claimed.protocol.trim());
    }
    page += &report.counts().sentences().iter().map(|sentence| format!("{sentence}\n\n")).collect::<String>();
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
