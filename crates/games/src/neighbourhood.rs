//! What stands around a point, as one number that is the same for rotated and mirrored neighbourhoods.

use std::sync::OnceLock;

/// What a neighbour is to the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Neighbour {
    Empty,
    Own,
    Other,
    OffBoard,
}

/// Neighbourhoods of `N` neighbours in the order of a circle; turning by `STEP` neighbours is a symmetry of the board.
pub(crate) struct Neighbourhoods<const N: usize, const STEP: usize> {
    /// The smallest number among the symmetric ones, by number.
    folded: OnceLock<Vec<u16>>,
}

impl<const N: usize, const STEP: usize> Neighbourhoods<N, STEP> {
    /// One more than the largest number.
    pub const COUNT: usize = 1 << (2 * N);

    pub const fn new() -> Self {
        Neighbourhoods { folded: OnceLock::new() }
    }

    /// The number of a neighbourhood.
    pub fn number(&self, circle: [Neighbour; N]) -> usize {
        let folded = self.folded.get_or_init(|| (0..Self::COUNT).map(|raw| Self::fold(raw) as u16).collect());
        usize::from(folded[Self::raw(circle)])
    }

    fn raw(circle: [Neighbour; N]) -> usize {
        circle.into_iter().fold(0, |number, neighbour| number << 2 | neighbour as usize)
    }

    fn fold(raw: usize) -> usize {
        let turned = |by: usize| (raw << (2 * by) | raw >> (2 * (N - by))) & (Self::COUNT - 1);
        (0..N).step_by(STEP).map(turned).flat_map(|turned| [turned, Self::mirrored(turned)]).min().unwrap_or(raw)
    }

    /// The first neighbour stays, the others change sides.
    fn mirrored(raw: usize) -> usize {
        let digit = |place: usize| raw >> (2 * place) & 3;
        (0..N).rev().map(|place| digit((2 * N - 2 - place) % N)).fold(0, |number, digit| number << 2 | digit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Neighbour::{Empty, OffBoard, Other, Own};
    use std::collections::BTreeSet;

    #[test]
    fn rotated_and_mirrored_neighbourhoods_have_one_number() {
        let square = Neighbourhoods::<8, 2>::new();
        // The circle begins above the point and goes on clockwise.
        let corner = square.number([OffBoard, OffBoard, OffBoard, OffBoard, Own, Empty, Empty, OffBoard]);
        let turned = square.number([Empty, OffBoard, OffBoard, OffBoard, OffBoard, OffBoard, Own, Empty]);
        let mirrored = square.number([OffBoard, OffBoard, Empty, Empty, Own, OffBoard, OffBoard, OffBoard]);
        assert_eq!([turned, mirrored], [corner, corner]);
        let beside = |at: usize, what| std::array::from_fn(|place| if place == at { what } else { Empty });
        let numbers: BTreeSet<usize> = (0..8).map(|at| square.number(beside(at, Own))).collect();
        assert_eq!(numbers.len(), 2, "beside the point, or diagonal to it");
        assert_ne!(square.number(beside(0, Own)), square.number(beside(0, Other)));
    }

    #[test]
    fn as_many_are_left_as_burnside_counts() {
        // Squares: (4^8 + 2·4^2 + 4^4 + 4·4^5) / 8; hexagons: (4^6 + 2·4 + 2·4^2 + 4^3 + 3·4^4 + 3·4^3) / 12.
        let count = |folded: Vec<usize>| folded.into_iter().collect::<BTreeSet<_>>().len();
        let squares = count((0..1 << 16).map(Neighbourhoods::<8, 2>::fold).collect());
        assert_eq!(squares, (65536 + 32 + 256 + 4096) / 8);
        let hexagons = count((0..1 << 12).map(Neighbourhoods::<6, 1>::fold).collect());
        assert_eq!(hexagons, (4096 + 8 + 32 + 64 + 768 + 192) / 12);
    }
}
