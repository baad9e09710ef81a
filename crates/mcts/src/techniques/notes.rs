//! Rows of the sources that are no technique of this crate: rules of a game, statistics, figures, history.

/// A row of the sources that needs no code here, and where it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The entry of the checklist of sources.
    pub source: &'static str,
    /// What the source has there.
    pub what: &'static str,
    /// Where it went: `documentation`, `history`, or the part of the project that has it.
    pub place: &'static str,
}

const fn note(source: &'static str, what: &'static str, place: &'static str) -> Note {
    Note { source, what, place }
}

/// The rows without a technique.
pub const NOTES: &[Note] = &[
    note("S0-1", "k-armed bandits, cumulative regret", "laboratory: bandits"),
    note("S0-10, S0-13", "rules of Havannah, pictures of its wins", "games: havannah, with the pictures as tests"),
    note("S0-11, S0-14", "protocols and tables of poolRave", "experiments: poolrave-havannah, poolrave-go"),
    note("S0-12", "picture of the method", "documentation"),
    note("S0-15", "other applications named", "documentation: one-player games are the same code"),
    note("S0-16", "evolutionary tuning as future work", "history"),
    note("S1-1, S1-2, S1-3, S1-4", "rules of Go, eyes, score, strings", "games: go"),
    note("S1-9", "results of programs 2007 to 2012", "history"),
    note("S1-20", "how often to update", "parameters: period of pruning, stride of the clock"),
    note("S1-35", "two combined versions", "experiments: two-versions"),
    note(
        "S1-36",
        "ladders",
        "read by Go (`crates/games/src/go/tactics/ladder.rs`), offered as a playout rule and in its estimates of moves",
    ),
    note("S1-37", "knowledge in expansion and opening", "priors in this crate; opening book in the engine"),
    note("S1-40, S1-41", "comments, references", "documentation, references.bib"),
    note("S1-42", "figures", "tests: the AMAF picture is one"),
    note("S2-1, S2-2, S2-3", "simple regret, the theorems behind the estimate", "laboratory: bandits; documentation of voi"),
    note("S2-6", "variants in the authors' repository", "documentation"),
    note("S2-10", "figures", "experiments: voi-bandit, voi-go"),
    note("S2-11", "related work", "history"),
    note("S3-1", "the environment of the student report", "Python package"),
    note("S3-8", "alternatives named", "the final moves of this crate"),
    note("S3-9, S3-10", "plots", "experiments: exploration-constant, random-agents, uct-vs-random"),
    note("S4-2", "alpha-beta as contrast", "tests: the exact solvers of the games"),
    note("S4-24, S4-25", "games and puzzles named", "games; single-player search in this crate"),
    note("S4-19", "opening books", "engine"),
    note("S4-29, S4-30, S4-31", "applications, history, pros and cons", "history"),
];
