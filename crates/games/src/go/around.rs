//! What stands around a point, packed into 16 bits.
//!
//! Five counts of three bits each: empty neighbours; neighbours of either colour, the edge of the board counting for both;
//! diagonal points of either colour, plus two, or plus three at the edge. The third bit of a count then says what matters:
//! all four neighbours, or enough diagonal points to make an eye false.

use super::board::Colour;

const EMPTY: u16 = 0b111;
const NEIGHBOURS: [u32; 2] = [3, 6];
const DIAGONALS: [u32; 2] = [9, 12];

/// What an empty point is to its neighbours.
pub const EMPTY_NEIGHBOUR: u16 = 1;

/// What a stone changes at its neighbours: an empty one less, one of its colour more.
pub const fn neighbour(colour: Colour) -> u16 {
    (1 << NEIGHBOURS[colour]) - 1
}

/// What a stone changes at its diagonal points.
pub const fn diagonal(colour: Colour) -> u16 {
    1 << DIAGONALS[colour]
}

/// What a point has around it on the empty board, this many of its neighbours being off the board.
pub const fn at_start(off_board: u16) -> u16 {
    let neighbours = off_board << NEIGHBOURS[0] | off_board << NEIGHBOURS[1];
    let diagonals = if off_board == 0 { 2 } else { 3 };
    neighbours | diagonals << DIAGONALS[0] | diagonals << DIAGONALS[1]
}

/// Set if all four neighbours are stones of the colour or off the board.
pub const fn enclosed(colour: Colour) -> u16 {
    4 << NEIGHBOURS[colour]
}

/// Set if the colour has two of the diagonal points, or one at the edge.
pub const fn spoiled(colour: Colour) -> u16 {
    4 << DIAGONALS[colour]
}

/// Empty neighbours.
#[inline(always)]
pub const fn empty(around: u16) -> u16 {
    around & EMPTY
}

/// Whether stones of either colour stand beside a point.
#[inline(always)]
pub const fn touching(around: u16) -> [bool; 2] {
    let [black, white] = [around >> NEIGHBOURS[0] & 0b111, around >> NEIGHBOURS[1] & 0b111];
    [empty(around) + white < 4, empty(around) + black < 4]
}

/// Whether a point is a true eye of the colour: enclosed by it, and not spoiled by the other.
#[inline(always)]
pub const fn is_true_eye(around: u16, colour: Colour) -> bool {
    around & (enclosed(colour) | spoiled(colour ^ 1)) == enclosed(colour)
}
