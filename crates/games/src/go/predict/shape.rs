//! The stones around a point as a number that turning and mirroring do not change.

/// What is seen of the eight cells around a point, clockwise from the one above, and of the four cells behind those beside it. A cell of the ring
/// takes three bits, one behind it two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub ring: [u8; 8],
    pub behind: [u8; 4],
}

impl Shape {
    /// The smallest of the numbers of the shape in its eight positions.
    pub fn number(self) -> u32 {
        let mirrored = self.mirrored();
        let turns = (0..4).flat_map(|quarters| [self.packed(quarters), mirrored.packed(quarters)]);
        turns.min().unwrap_or_default()
    }

    /// The cell above the point stays where it is, left and right change places.
    fn mirrored(self) -> Self {
        let Shape { ring, behind } = self;
        Shape {
            ring: std::array::from_fn(|cell| ring[(8 - cell) % 8]),
            behind: std::array::from_fn(|cell| behind[(4 - cell) % 4]),
        }
    }

    /// The number of the shape after some quarter turns.
    fn packed(self, quarters: usize) -> u32 {
        let ring = (0..8).fold(0, |all, cell| all << 3 | u32::from(self.ring[(cell + 2 * quarters) % 8]));
        (0..4).fold(ring, |all, cell| all << 2 | u32::from(self.behind[(cell + quarters) % 4]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_the_same_in_all_eight_positions_and_in_no_others() {
        // one cell beside the point, the one behind it, and a diagonal one to its right
        let shape = Shape { ring: [1, 2, 0, 0, 0, 0, 0, 0], behind: [3, 0, 0, 0] };
        let turned = Shape { ring: [0, 0, 1, 2, 0, 0, 0, 0], behind: [0, 3, 0, 0] };
        let mirrored = Shape { ring: [1, 0, 0, 0, 0, 0, 0, 2], behind: [3, 0, 0, 0] };
        let both = Shape { ring: [0, 0, 0, 0, 0, 2, 1, 0], behind: [0, 0, 0, 3] };
        assert_eq!(both.mirrored().number(), shape.number());
        assert_eq!([turned.number(), mirrored.number(), both.number()], [shape.number(); 3]);
        let apart = Shape { behind: [0, 3, 0, 0], ..shape };
        let other = Shape { ring: [2, 1, 0, 0, 0, 0, 0, 0], ..shape };
        assert!(apart.number() != shape.number() && other.number() != shape.number());
    }
}
