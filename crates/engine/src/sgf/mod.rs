//! Game records in the Smart Game Format, FF[4].
//!
//! [`read`] and [`write`] turn a file into trees of nodes and back, whatever game it holds: every property is kept, in order,
//! with its escapes.

mod charset;
mod lexer;
mod node;
mod read;
mod tree;
mod value;
mod write;

#[cfg(test)]
mod tests;

pub use node::{GameTree, Node, Property};
pub use read::{Fault, Games, Mode, ReadError, ReadOptions, read, read_with};
pub use tree::{NodeId, Tree};
pub use value::Value;
pub use write::write;
