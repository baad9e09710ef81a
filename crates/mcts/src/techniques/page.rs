//! The technique page.

use super::{NOTES, all};
use std::fmt::Write;

/// The technique page in Markdown: every technique of the sources, where it is, how it is switched on, what tests it.
pub fn page() -> String {
    let mut out = String::from(
        "# Techniques of the sources\n\nGenerated from the code by `cargo xtask bless`; do not edit. The numbers are those of the sources' checklist: S0 \
         is [rimmel2010], S1 the lecture notes [hsu], S2 [tolpin2012], S3 the student report [seksaoui], S4 the slides [ivanova2012].\n\n\
         | source | technique | rule | citation | configuration | code | tested by |\n|---|---|---|---|---|---|---|\n",
    );
    for technique in all() {
        let _ = writeln!(
            out,
            "| {} | **{}** | {} | {} | `{}` | `crates/mcts/{}` | `{}` |",
            technique.source,
            technique.name,
            cell(technique.formula),
            technique.citation,
            cell(technique.config),
            technique.file,
            technique.test,
        );
    }
    out.push_str("\n## Rows that are no technique of the search\n\n| source | what | where |\n|---|---|---|\n");
    for note in NOTES {
        let _ = writeln!(out, "| {} | {} | {} |", note.source, note.what, note.place);
    }
    out
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
