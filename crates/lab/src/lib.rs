//! The laboratory: what turns games and pulls into statements with an interval.
//!
//! | module | what for |
//! |---|---|
//! | [`mod@matches`] | two players in one game: pairs, records that survive everything, replay |
//! | [`episodes`] | one player and chance, from the start of a problem to its end |
//! | [`experiment`] | published tables and figures as data, and their runs |
//! | [`report`] | what a run says about the claim: tables, plots, pages |
//! | [`work`] | what a row runs, whatever its kind: the traits of a kind and the list of kinds |
//! | [`folder`] | where a run's manifest and record are |
//! | [`stats`] | intervals, Elo, sequential tests, planning, verdicts, rankings |
//! | [`exploit`] | how far a player is from an equilibrium, exactly |
//! | [`bandit`] | many-armed bandits: the policies of tree search without the tree |
//! | [`provenance`] | which program ran where |

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests work out what they expect with the system's library"))]

pub mod bandit;
pub mod episodes;
pub mod experiment;
pub mod exploit;
pub mod folder;
mod jobs;
pub mod matches;
pub mod provenance;
#[expect(clippy::disallowed_methods, reason = "statistics and reports of games that have been played")]
pub mod report;
#[expect(clippy::disallowed_methods, reason = "statistics and reports of games that have been played")]
pub mod stats;
pub mod work;
