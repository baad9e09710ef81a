//! Rows of the sources that are no technique of this crate: rules of a game, statistics, figures, history.

/// A row of the sources that needs no code here, and where it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The entries, as in [`Technique::sources`](super::Technique::sources).
    pub sources: &'static str,
    /// What the source has there.
    pub what: &'static str,
    /// Where it went: `documentation`, `history`, or the part of the project that has it.
    pub place: &'static str,
}

const fn note(sources: &'static str, what: &'static str, place: &'static str) -> Note {
    Note { sources, what, place }
}

/// The rows without a technique.
pub const NOTES: &[Note] = &[
    note("poolRave 1", "k-armed bandits, cumulative regret", "laboratory: bandits"),
    note(
        "poolRave 10, poolRave 13",
        "rules of Havannah, pictures of its wins",
        "games: havannah, with the pictures as tests",
    ),
    note("poolRave 11, poolRave 14", "protocols and tables of poolRave", "experiments: poolrave-havannah, poolrave-go"),
    note("poolRave 12", "picture of the method", "documentation"),
    note("poolRave 15", "other applications named", "documentation: one-player games are the same code"),
    note("poolRave 16", "evolutionary tuning as future work", "history"),
    note("lecture 1, lecture 2, lecture 3, lecture 4", "rules of Go, eyes, score, strings", "games: go"),
    note("lecture 9", "results of programs 2007 to 2012", "history"),
    note("lecture 20", "how often to update", "parameters: period of pruning, stride of the clock"),
    note("lecture 35", "two combined versions", "experiments: two-versions"),
    note(
        "lecture 36",
        "ladders",
        "read by Go (`crates/games/src/go/tactics/ladder.rs`), offered as a playout rule and in its estimates of moves",
    ),
    note("lecture 37", "knowledge in expansion and opening", "priors in this crate; opening book in the engine"),
    note("lecture 40, lecture 41", "comments, references", "documentation, references.bib"),
    note("lecture 42", "figures", "tests: the AMAF picture is one"),
    note(
        "VOI 1, VOI 2, VOI 3",
        "simple regret, the theorems behind the estimate",
        "laboratory: bandits; documentation of voi",
    ),
    note("VOI 6", "variants in the authors' repository", "documentation"),
    note("VOI 10", "figures", "experiments: voi-bandit, voi-go"),
    note("VOI 11", "related work", "history"),
    note("student 1", "the environment of the student report", "Python package"),
    note("student 8", "alternatives named", "the final moves of this crate"),
    note("student 9, student 10", "plots", "experiments: exploration-constant, random-agents, uct-vs-random"),
    note("slides 2", "alpha-beta as contrast", "tests: the exact solvers of the games"),
    note("slides 24, slides 25", "games and puzzles named", "games; single-player search in this crate"),
    note("slides 19", "opening books", "engine"),
    note("slides 29, slides 30, slides 31", "applications, history, pros and cons", "history"),
];
