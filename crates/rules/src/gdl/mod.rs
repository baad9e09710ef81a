//! The Game Description Language [love2008], in the syntax of the Knowledge Interchange Format.

mod build;
mod check;
mod ground;
mod plan;
mod read;
mod reason;
mod sheet;
mod split;
mod tables;
mod terms;

pub(crate) use build::compile;
pub use reason::{GaveUp, Reasoner, View};
