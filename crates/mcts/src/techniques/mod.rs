//! What the sources describe, and where it is in this crate. Each technique has its line in its own file; here the lines are
//! gathered and printed as a page.

mod notes;
mod page;
mod search;

pub use notes::{NOTES, Note};
pub use page::page;

use crate::{amaf, backup, budget, choose, decisive, expand, playout, prune, select, transposition};

/// One technique of the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Technique {
    /// The name.
    pub name: &'static str,
    /// The formula or the rule, in our symbols.
    pub formula: &'static str,
    /// The keys of the bibliography, separated by commas.
    pub citation: &'static str,
    /// The line of a configuration file that switches it on.
    pub config: &'static str,
    /// The entries of the [sources](SOURCES) that describe it, such as "poolRave 8, slides 4"; empty for one from elsewhere.
    pub sources: &'static str,
    /// The name of a test of it.
    pub test: &'static str,
    /// The file, from the root of the repository.
    pub file: &'static str,
}

/// A source that was read entry by entry, so that nothing in it is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// What entries of it begin with.
    pub name: &'static str,
    /// What it is, with its key in the bibliography.
    pub about: &'static str,
}

/// The sources. Their entries are counted in the order in which they stand there.
pub const SOURCES: &[Source] = &[
    Source { name: "poolRave", about: "the paper on poolRave [rimmel2010]" },
    Source { name: "lecture", about: "lecture notes on Monte-Carlo game tree search [hsu]" },
    Source { name: "VOI", about: "the paper on the value of information [tolpin2012]" },
    Source { name: "student", about: "a student report on agents for 9x9 Go [seksaoui]" },
    Source { name: "slides", about: "slides on Monte-Carlo tree search [ivanova2012]" },
    Source { name: "further", about: "forms that only the papers behind those have, see the citation" },
];

/// The techniques of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The heading on the page.
    pub name: &'static str,
    files: &'static [&'static [Technique]],
}

/// All techniques, by kind.
pub const GROUPS: &[Group] = &[
    Group { name: "Selection", files: select::TECHNIQUES },
    Group { name: "All moves as first", files: amaf::TECHNIQUES },
    Group { name: "Playouts", files: playout::TECHNIQUES },
    Group { name: "Growing the tree", files: expand::TECHNIQUES },
    Group { name: "Pruning", files: prune::TECHNIQUES },
    Group { name: "Backup", files: backup::TECHNIQUES },
    Group { name: "The final move", files: choose::TECHNIQUES },
    Group { name: "Lines of one player", files: crate::nested::TECHNIQUES },
    Group {
        name: "The search as a whole",
        files: &[
            search::TECHNIQUES,
            crate::core::CHANCE_TECHNIQUES,
            crate::core::HIDDEN_TECHNIQUES,
            decisive::TECHNIQUES,
            transposition::TECHNIQUES,
            budget::TECHNIQUES,
        ],
    },
    Group { name: "Equilibria of whole games", files: crate::equilibrium::TECHNIQUES },
];

impl Group {
    /// The techniques, file by file.
    pub fn techniques(&self) -> impl Iterator<Item = &'static Technique> {
        self.files.iter().copied().flatten()
    }
}

/// All techniques.
pub fn all() -> impl Iterator<Item = &'static Technique> {
    GROUPS.iter().flat_map(Group::techniques)
}

#[cfg(all(test, feature = "files"))]
mod tests;
