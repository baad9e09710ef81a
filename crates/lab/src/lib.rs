//! The laboratory: what turns games and pulls into statements with an interval.
//!
//! | module | what for |
//! |---|---|
//! | [`mod@matches`] | two players in one game: pairs, records that survive everything, replay |
//! | [`experiment`] | published tables and figures as data, and their runs |
//! | [`report`] | what a run says about the claim: tables, plots, pages |
//! | [`work`] | what a row runs, whatever its kind: the traits of a kind and the list of kinds |
//! | [`folder`] | where a run's manifest and record are |
//! | [`stats`] | intervals, Elo, sequential tests, planning, verdicts, rankings |
//! | [`bandit`] | many-armed bandits: the policies of tree search without the tree |
//! | [`provenance`] | which program ran where |

pub mod bandit;
pub mod experiment;
pub mod folder;
mod jobs;
pub mod matches;
pub mod provenance;
pub mod report;
pub mod stats;
pub mod work;
