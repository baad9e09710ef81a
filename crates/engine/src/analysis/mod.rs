//! The analysis protocol: JSON lines in and out, with the field names that KataGo has for Go, and any other game by `game` and its own
//! notation of moves.
//!
//! - [`Query`] and [`Action`] are what comes in, [`Request::parse`] reads a line and says which field is wrong;
//! - [`Response`] is what goes out: [`PositionReport`], [`Problem`], [`Warning`], [`Acknowledgement`];
//! - [`serve()`] answers a stream of lines: positions are searched by priority, reports may come during the search, everything can be cancelled;
//! - [`position_report`] makes a report of any [`Session`](crate::Session), for those who search themselves;
//! - [`schema`] is the published JSON schema.
//!
//! Win rates are the mean rewards of the player to move, unless a query asks for Black's or White's.

mod job;
mod ownership;
mod report;
mod request;
mod response;
mod rules;
mod schema;
mod serve;

pub use job::{Job, MOST_MOVES, PlayerOf};
pub use ownership::{Ownership, ownership};
pub use report::{Viewpoint, best_first, move_infos, position_report, root_info};
pub use request::{Action, ActionKind, GameChoice, MoveEntry, MoveList, Query, Request, RulesChoice, Settings};
pub use response::{Acknowledgement, MoveInfo, PositionReport, Problem, Response, RootInfo, Side, Warning};
pub use schema::schema;
pub use serve::{Options, serve};
