//! Matches: the unit is the pair, two games from one opening with the seats swapped.
//!
//! A game is a pure function of (contest, number): its seeds come from the contest's seed, the game's number and the seat. So the record does
//! not depend on how many games run side by side, on interruptions, or on which machine played which part.

mod contest;
pub(crate) mod locked;
mod opening;
mod outside;
mod play;
mod player_check;
pub(crate) mod record;
mod record_error;
mod repertoire;
mod replay;
mod round_robin;
mod run;
mod script;
mod seat;
mod sgf;
pub(crate) mod stop;
mod tally;
mod together;

pub use crate::jobs::{Flow, Plan};
pub use contest::{Agent, Contest, Contestant, Program, resign_limit};
pub use opening::Openings;
pub use play::{End, GameRecord, LONGEST_GAME, Pair, Seat, play_pair};
pub use player_check::PlayerCheck;
pub use record::{Entry, Recorder, pack_record, packed_path, read_record};
pub use record_error::{BadFolder, Broken, RecordError};
pub use replay::{Departure, replay, unrepeatable};
pub use round_robin::{Standing, pairing_seed, pairings, standings};
pub use run::run;
pub use sgf::sgf;
pub use stop::{StopRule, Stopped};
pub use tally::Tally;
