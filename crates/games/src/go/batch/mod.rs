//! Many light playouts side by side, a bit for each board.
//!
//! A [`Plane`](crate::planes::Plane) holds one bit of some hundred boards; three planes a point say what stands there. A step gives every board one try of a move: an
//! operation on planes does for all boards at once what a playout does for one, and there is no branch that depends on a board. In a step
//! - the *open* points are found: empty, no own eye, not barred, and counted row by row (`choose.rs`);
//! - every board draws one of its open points from its own generator;
//! - the stones are put down, and what has a liberty is flooded from the empty points along rows and columns (`place.rs`);
//! - what was captured is taken off. A stone without a liberty that captures nothing is taken back and its point barred: that board draws
//!   again in the next step, from the points that are left. So the choice is uniform over the playable points (`settle.rs`).
//!
//! The player to move is *me* on every board, whatever the colour, so boards need not be in step with each other. A board that has ended
//! waits until some more have, is counted (`area.rs`), and begins the next playout (`run.rs`).
//!
//! The draws are not those of a single playout: here the open points stand in the order of the board. The moves have the same distribution, and `tests/batch.rs` holds the slow twin of this procedure, which comes to the same outcome for every number and seed.

mod area;
mod boards;
mod choose;
mod flood;
mod place;
mod run;
mod settle;

#[cfg(test)]
pub(super) use run::Batch;
