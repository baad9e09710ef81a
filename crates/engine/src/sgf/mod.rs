//! Game records in the Smart Game Format, `FF[4]`.
//!
//! There are two layers:
//! - [`read()`] and [`write()`] turn a file into trees of nodes and back, whatever game it holds: every property is kept, in
//!   order, with its escapes;
//! - a [`GameRecord`] is what such a tree means: a game with its parameters, moves in the notation of the game, setups,
//!   comments, values and the result. It knows how files write Go, Hex, Havannah (also LittleGolem's way) and Reversi; every
//!   other game is written with its name in `GM` and its own notation.
//!
//! What a search thinks of the positions of a record goes into an [`AnalysisFile`] beside it.

mod analysis;
mod annotate;
mod charset;
mod dialect;
mod error;
mod lexer;
mod node;
mod place;
mod read;
mod record;
mod tree;
mod value;
mod write;

#[cfg(test)]
mod tests;

pub use analysis::{ANALYSIS_VERSION, AnalysisError, AnalysisFile, Candidate, PositionAnalysis};
pub use annotate::annotate;
pub use error::{Fault, ReadError};
pub use node::{GameTree, Node, Property};
pub use place::{At, Place};
pub use read::{Games, Mode, ReadOptions, read, read_with};
pub use record::{Action, GameRecord, Info, Margin, NamedGame, Outcome, ParseOutcomeError, Play, RecordError, Setup, Step};
pub(crate) use record::{lead, pieces};
pub use tree::{NodeId, Tree};
pub use value::Value;
pub use write::write;
