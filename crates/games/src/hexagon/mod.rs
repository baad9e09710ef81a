//! Games on boards of hexagons in which stones are put down until someone has connected something: what Havannah and Hex
//! share. What counts as a connection is said by their [`Rules`].
//!
//! A cell has a column and a row in skewed coordinates: the neighbours of (q, r) are (q, r−1), (q+1, r−1), (q+1, r),
//! (q, r+1), (q−1, r+1) and (q−1, r), clockwise from the upper left, and on paper the cell stands at 2q + r half cells from
//! the left. Cells are numbered along the rows from the top.

mod around;
mod batch;
mod board;
mod flood;
mod grid;
mod heuristic;
mod knowledge;
mod picture;
mod stones;

pub use board::{Board, Cell, Rules};
pub use grid::Grid;
#[cfg(test)]
pub(crate) use grid::Place;
pub use stones::Joined;

pub(crate) use batch::play_side_by_side;
pub(crate) use board::lanes;
pub(crate) use flood::{least, reach};
pub(crate) use knowledge::about;
pub(crate) use picture::{label, picture, pieces, row_number};

#[cfg(test)]
pub(crate) mod tests;
