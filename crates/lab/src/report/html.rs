//! A report as one self-contained page.

use super::markdown::RULE;
use super::svg::escape;
use super::{Report, command, running, table, wins};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
    table{border-collapse:collapse;font-size:.9rem;margin:1rem 0}th,td{padding:.3rem .7rem;border-bottom:1px solid #ddd;\
    text-align:left;vertical-align:top}th{border-bottom:2px solid #888}.scroll{overflow-x:auto}\
    tr.reproduced td:last-child{color:#186218;font-weight:600}tr.contradicted td:last-child{color:#a11515;font-weight:600}\
    svg{max-width:100%;height:auto}.small{color:#555;font-size:.85rem}";

pub(super) fn page(report: &Report) -> String {
    let title = escape(report.title());
    let mut body = format!("<h1>{title}</h1>\n");
    if let Some(claimed) = &report.claimed {
        body += &format!("<p>Source: {}</p>\n", escape(&claimed.source));
        let paragraphs = claimed.protocol.trim().split("\n\n");
        body += &paragraphs.map(|text| format!("<p>{}</p>\n", escape(text))).collect::<String>();
    }
    body += &report.tables().iter().map(|table| section("Result", table)).collect::<String>();
    let stops = report.stops();
    body += &if stops.is_empty() { String::new() } else { section("Stop rules", &stops) };
    let plots: Vec<String> = report.plots().into_iter().map(|(_, plot)| plot).collect();
    body += &format!("<p class=\"small\">{}</p>\n{}\n", escape(RULE), plots.join("\n"));
    body += &notes(report);
    if !report.rows.is_empty() {
        body += &format!("<h2>The course of the score</h2>\n{}\n", running(report));
        body += &section("Games", &table::details(report));
        for (title, table) in [("Win types", wins::table(report)), ("Faults and restarts", table::faults(report))] {
            body += &if table.is_empty() { String::new() } else { section(title, &table) };
        }
        body += &section("Players", &table::players(report));
    }
    body += &section("Runs", &table::timing(report));
    body += &section("To repeat a row", &command::table(report));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
        content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

fn notes(report: &Report) -> String {
    let item = |(name, note): (&str, &str)| format!("<li><b>{}</b>: {}</li>\n", escape(name), escape(note.trim()));
    let notes: String = report.notes().map(item).collect();
    if notes.is_empty() { notes } else { format!("<ul>\n{notes}</ul>\n") }
}

fn section(title: &str, rows: &[Vec<String>]) -> String {
    let cells =
        |tag: &str, row: &[String]| row.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect::<String>();
    let line = |row: &Vec<String>| {
        let class =
            row.last().and_then(|cell| cell.split(':').next()).filter(|word| ["reproduced", "contradicted"].contains(word));
        format!("<tr class=\"{}\">{}</tr>\n", class.unwrap_or("plain"), cells("td", row))
    };
    let (header, body) = rows.split_first().map_or((&[][..], &[][..]), |(header, body)| (header.as_slice(), body));
    let body: String = body.iter().map(line).collect();
    format!(
        "<h2>{title}</h2>\n<div class=\"scroll\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n",
        cells("th", header)
    )
}
