//! Many light playouts side by side, a bit for each board.
//!
//! A [`Plane`](katsura_game::planes::Plane) holds one bit of some hundred boards; two planes a point say what stands there. A step gives every board one try of a move: an
//! operation on planes does for all boards at once what a playout does for one, and there is no branch that depends on a board. In a step
//! - every board draws one of its *open* points from its own generator (`choose.rs`);
//! - the stones are put down, and marks are flooded from the empty points along rows and columns: which stones have a liberty in a row of even number, and which
//!   in one of odd number (`place.rs`, `flood.rs`);
//! - what was captured is taken off. A stone without a liberty that captures nothing is taken back and its point is no longer open: that board draws
//!   again in the next step, from the points that are left (`settle.rs`);
//! - the open points of the next player are found and counted row by row: empty, no own eye, not ko, and not *enclosed for certain* (`choose.rs`).
//!
//! A point is enclosed for certain if the opponent's stones are all around it and each has a liberty in a row of the other parity than the point's own. Then they
//! have one besides this point, so a stone there captures nothing and has no liberty. What the stones are known to have is from before the captures of the last
//! move, which only give more. Suicide that is not recognised is drawn and taken back, so the choice is uniform over the playable points all the same; but most
//! such tries are saved (`docs/book/src/decisions/0003-playouts.md`).
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

pub(super) use run::SideBySide;
