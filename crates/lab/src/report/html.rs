//! A report as one self-contained page.

use super::group::{Group, Note};
use super::markdown::RULE;
use super::svg::escape;
use super::{Body, Cell, Part, Report, Table};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
    table{border-collapse:collapse;font-size:.9rem;margin:1rem 0}th,td{padding:.3rem .7rem;border-bottom:1px solid #ddd;\
    text-align:left;vertical-align:top}th{border-bottom:2px solid #888}.scroll{overflow-x:auto}\
    td.for{color:#186218;font-weight:600}td.against{color:#a11515;font-weight:600}\
    svg{max-width:100%;height:auto}.small{color:#555;font-size:.85rem}";

pub(super) fn page(report: &Report) -> String {
    let title = escape(report.title());
    let mut body = format!("<h1>{title}</h1>\n");
    if let Some(claimed) = &report.claimed {
        body += &format!("<p>Source: {}</p>\n", escape(&claimed.source));
        let paragraphs = claimed.protocol.trim().split("\n\n");
        body += &paragraphs.map(|text| format!("<p>{}</p>\n", escape(text))).collect::<String>();
    }
    body += &report.counts().sentences().iter().map(|sentence| format!("<p>{}</p>\n", escape(sentence))).collect::<String>();
    body += &report.results().iter().map(part).collect::<String>();
    let plots: Vec<String> = report.plots().into_iter().map(|plot| plot.svg).collect();
    body += &format!("<p class=\"small\">{}</p>\n{}\n", escape(RULE), plots.join("\n"));
    body += &notes(report);
    body += &report.parts().iter().map(part).collect::<String>();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
        content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

fn notes(report: &Report) -> String {
    let item = |note: Note<'_>| format!("<li><b>{}</b>: {}</li>\n", escape(note.row), escape(note.text.trim()));
    let notes: String = report.groups().flat_map(Group::notes).map(item).collect();
    if notes.is_empty() { notes } else { format!("<ul>\n{notes}</ul>\n") }
}

fn part(part: &Part) -> String {
    match &part.body {
        Body::Table(table) => section(part.title, table),
        Body::Drawing(svg) => format!("<h2>{}</h2>\n{svg}\n", part.title),
    }
}

fn section(title: &str, table: &Table) -> String {
    let header: String = table.header.iter().map(|column| format!("<th>{}</th>", escape(column))).collect();
    let body: String = table.rows.iter().map(|row| line(row)).collect();
    format!(
        "<h2>{title}</h2>\n<div class=\"scroll\"><table>\n<thead><tr>{header}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n"
    )
}

/// A line; cells with a verdict that is settled have a class.
fn line(row: &[Cell]) -> String {
    let cell = |cell: &Cell| {
        let class = match cell.is_in_favour() {
            Some(true) => " class=\"for\"",
            Some(false) => " class=\"against\"",
            None => "",
        };
        format!("<td{class}>{}</td>", escape(&cell.to_string()))
    };
    format!("<tr>{}</tr>\n", row.iter().map(cell).collect::<String>())
}
