//! The table of techniques: what each source describes, and where it is in this crate. The technique page is made from it.

mod backup;
mod notes;
mod page;
mod playout;
mod select;

pub use notes::{NOTES, Note};
pub use page::page;

/// One technique of the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Technique {
    /// The entries of the checklist of sources, such as "S1-15, S4-11".
    pub source: &'static str,
    /// The name.
    pub name: &'static str,
    /// The formula or the rule, in our symbols.
    pub formula: &'static str,
    /// The keys of the bibliography, separated by commas.
    pub citation: &'static str,
    /// The line of a configuration file that switches it on.
    pub config: &'static str,
    /// The file, from the root of this crate.
    pub file: &'static str,
    /// The name of a test of it.
    pub test: &'static str,
}

/// All techniques.
pub fn all() -> impl Iterator<Item = &'static Technique> {
    [select::ROWS, playout::ROWS, backup::ROWS].into_iter().flatten()
}

#[cfg(test)]
mod tests;
