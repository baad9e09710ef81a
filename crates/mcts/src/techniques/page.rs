//! The technique page.

use super::{GROUPS, NOTES, SOURCES, Technique};
use std::fmt::Write;

/// The technique page in Markdown: every technique of the sources, where it is, how it is switched on, what tests it.
pub fn page() -> String {
    let mut out = String::from(
        "# Techniques of the sources\n\nGenerated from the code by `cargo xtask bless`; do not edit. Citations are keys of `references.bib`.\n\n\
         Some sources were read entry by entry, so that nothing is left out. A number is the place of the entry in its source:\n\n\
         | source | what it is |\n|---|---|\n",
    );
    for source in SOURCES {
        let _ = writeln!(out, "| {} | {} |", source.name, source.about);
    }
    for group in GROUPS {
        let _ = write!(
            out,
            "\n## {}\n\n| technique | rule | citation | configuration | source | code | tested by |\n|---|---|---|---|---|---|---|\n",
            group.name
        );
        group.techniques().for_each(|technique| out.push_str(&row(technique)));
    }
    out.push_str("\n## Entries that are no technique of the search\n\n| source | what | where |\n|---|---|---|\n");
    for note in NOTES {
        let _ = writeln!(out, "| {} | {} | {} |", note.sources, note.what, note.place);
    }
    out
}

fn row(technique: &Technique) -> String {
    format!(
        "| **{}** | {} | {} | `{}` | {} | `{}` | `{}` |\n",
        technique.name,
        cell(technique.formula),
        technique.citation,
        cell(technique.config),
        if technique.sources.is_empty() { "–" } else { technique.sources },
        technique.file.replace('\\', "/"),
        technique.test,
    )
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
