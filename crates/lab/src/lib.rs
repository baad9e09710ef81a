//! The laboratory.

pub mod matches;
