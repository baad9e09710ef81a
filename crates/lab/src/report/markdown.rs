//! A report as a Markdown page.

use super::{Report, command, table, wins};

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
    page += &report.tables().iter().map(|table| section("Result", table)).collect::<String>();
    let stops = report.stops();
    page += &if stops.is_empty() { String::new() } else { section("Stop rules", &stops) };
    page += &format!("{RULE}\n\n");
    page += &report.plots().iter().map(|(file, _)| format!("![Plot]({file})\n\n")).collect::<String>();
    let notes: String = report.notes().map(|(name, note)| format!("- **{name}**: {}\n", note.trim())).collect();
    page += &if notes.is_empty() { notes } else { format!("{notes}\n") };
    if !report.rows.is_empty() {
        page += &section("Games", &table::details(report));
        for (title, table) in [("Win types", wins::table(report)), ("Faults and restarts", table::faults(report))] {
            page += &if table.is_empty() { String::new() } else { section(title, &table) };
        }
        page += &section("Players", &table::players(report));
    }
    page += &section("Runs", &table::timing(report));
    page += &section("To repeat a row", &command::table(report));
    page
}

fn section(title: &str, rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| {
        format!(
            "| {} |\n",
            cells.iter().map(|cell| cell.replace('|', "\\|").replace(['\n', '\r'], " ")).collect::<Vec<_>>().join(" | ")
        )
    };
    let (header, body) = rows.split_first().map_or((&[][..], &[][..]), |(header, body)| (header.as_slice(), body));
    let rule = format!("|{}\n", "---|".repeat(header.len()));
    let body: String = body.iter().map(|row| line(row)).collect();
    format!("## {title}\n\n{}{rule}{body}\n", line(header))
}
