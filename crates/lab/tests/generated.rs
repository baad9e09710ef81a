//! Reports and the tables of the book are what the records say. With `KATSURA_BLESS` set they are written anew.

use katsura_lab::experiment::row_folders;
use katsura_lab::report::{Counts, Report, Table};
use katsura_lab::stats::Judgement;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const PAGES: &str = "docs/book/src/explanation/reproduced";

/// The tables of the pages: for each marker its rows, as folder and name.
const TABLES: &str = "docs/book/reproduced.toml";

/// A table of a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shown {
    /// The row, as `FOLDER/ROW`, and what it is called on the page.
    rows: Vec<[String; 2]>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn is_blessing() -> bool {
    std::env::var_os("KATSURA_BLESS").is_some()
}

/// The reports of the folders that have one, by the names of the folders.
fn reports() -> BTreeMap<String, Report> {
    let folders = std::fs::read_dir(root().join("results")).unwrap().flatten().map(|entry| entry.path());
    let with_report = folders.filter(|folder| folder.join("REPORT.md").exists() && row_folders(folder).is_ok());
    let named = |folder: PathBuf| (folder.file_name().unwrap().to_str().unwrap().to_string(), Report::of(&folder).unwrap());
    with_report.map(named).collect()
}

/// Writes a file anew, or checks that it is what it would be.
fn check(path: &Path, text: &str) {
    if is_blessing() {
        std::fs::write(path, text).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap();
    assert!(written == text, "{} is stale: run cargo xtask bless", path.display());
}

fn markdown(header: &[String], rows: &[Vec<String>]) -> Vec<String> {
    let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let rule = format!("|{}", "---|".repeat(header.len()));
    [line(header), rule].into_iter().chain(rows.iter().map(|row| line(row))).collect()
}

/// The lines of a table of a page, under the names that rows have there.
fn table(shown: &Shown, reports: &BTreeMap<String, Report>) -> Vec<String> {
    let mut header = Vec::new();
    let mut rows = Vec::new();
    for [path, label] in &shown.rows {
        let (folder, name) = path.split_once('/').unwrap();
        let named = |row: &&Vec<String>| row[0] == name;
        let tables: Vec<Vec<Vec<String>>> = reports[folder].tables().iter().map(Table::texts).collect();
        let whole = tables.iter().find(|table| table.iter().any(|row| named(&row)));
        let whole = whole.unwrap_or_else(|| panic!("{path} is not recorded"));
        header.clone_from(&whole[0]);
        let labelled = |row: &Vec<String>| std::iter::once(label.clone()).chain(row[1..].iter().cloned()).collect();
        rows.extend(whole.iter().filter(named).map(labelled));
    }
    markdown(&header, &rows)
}

/// How many verdicts of each kind the reports have, and all together.
fn counts(reports: &BTreeMap<String, Report>) -> Vec<String> {
    let header = "records, reproduced, contradicted, undecided, after Holm, agrees, differs, after Holm, open, not judged";
    let header: Vec<String> = header.split(", ").map(str::to_string).collect();
    let line = |name: &str, Counts { side, size }: Counts| {
        let sides = [side.reproduced, side.contradicted, side.undecided, side.after_holm];
        let sizes = [size.agrees, size.differs, size.after_holm, size.open, size.not_judged];
        std::iter::once(name.to_string()).chain(sides.iter().chain(&sizes).map(u64::to_string)).collect::<Vec<_>>()
    };
    let judged = reports.iter().filter(|(_, report)| !report.judged().is_empty());
    let rows = judged.map(|(name, report)| line(&format!("`{name}`"), report.counts()));
    let all: Vec<Judgement> = reports.values().flat_map(Report::judged).map(|judged| judged.judgement).collect();
    let rows: Vec<Vec<String>> = rows.chain([line("**all**", Counts::of(&all))]).collect();
    markdown(&header, &rows)
}

/// The page with the lines of the tables below its markers.
fn renewed(page: &str, generated: &dyn Fn(&str) -> Vec<String>) -> String {
    let mut renewed: Vec<String> = Vec::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        renewed.push(line.to_string());
        if let Some(marker) = line.strip_prefix("<!-- table ").and_then(|rest| rest.strip_suffix(" -->")) {
            while lines.next_if(|line| line.is_empty()).is_some() {}
            while lines.next_if(|line| line.starts_with('|')).is_some() {}
            renewed.push(String::new());
            renewed.extend(generated(marker));
        }
    }
    renewed.join("\n") + "\n"
}

#[test]
fn every_report_and_every_table_of_verdicts_is_a_generated_page_that_is_up_to_date() {
    let reports = reports();
    for (name, report) in &reports {
        let folder = root().join("results").join(name);
        if is_blessing() {
            report.write(&folder).unwrap();
        }
        check(&folder.join("REPORT.md"), &report.markdown());
    }
    let tables: BTreeMap<String, Shown> = toml::from_str(&std::fs::read_to_string(root().join(TABLES)).unwrap()).unwrap();
    let generated = |marker: &str| match marker {
        "counts" => counts(&reports),
        name => table(&tables[name], &reports),
    };
    for page in std::fs::read_dir(root().join(PAGES)).unwrap().flatten() {
        let text = std::fs::read_to_string(page.path()).unwrap();
        check(&page.path(), &renewed(&text, &generated));
    }
}

#[test]
fn tables_below_markers_are_renewed_and_others_are_left_alone() {
    let page = "# A\n\n<!-- table x -->\n\n| old |\n|---|\n\ntext\n\n| other |\n";
    let renewed = renewed(page, &|marker| vec![format!("| {marker} |"), "|---|".to_string()]);
    assert_eq!(renewed, "# A\n\n<!-- table x -->\n\n| x |\n|---|\n\ntext\n\n| other |\n");
}
