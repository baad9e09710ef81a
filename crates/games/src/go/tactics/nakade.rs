//! Small eye spaces: their vital points, and stones that fill them.

use super::few::Few;
use crate::go::around;
use crate::go::board::{Board, Colour, StringId, colour_of};
use crate::go::cells::At;

/// The largest eye space with a vital point.
const LARGEST: usize = 6;

impl<const STRIDE: usize, const CELLS: usize> Board<STRIDE, CELLS> {
    /// The vital point of the empty region around an empty point, if stones of one colour surround it and its shape has one: three in a row
    /// or bent, the T, the cross, the bulky five and the rabbity six. Whoever plays it decides whether the region is two eyes or one.
    pub fn vital_point(&self, inside: At<STRIDE, CELLS>) -> Option<At<STRIDE, CELLS>> {
        let region = self.eye_space(inside)?;
        let degree = |&at: &At<STRIDE, CELLS>| usize::from(around::empty(self.around.get(at)));
        let vital = vital_degree(shape(region.iter().map(degree)))?;
        region.iter().copied().find(|at| degree(at) == vital)
    }

    /// Whether a stone of the colour on this empty point leaves one point of an eye space of the opponent, the stones that would then be taken
    /// leave room for one eye, and the opponent's strings around them have no other.
    pub fn is_nakade(&self, at: At<STRIDE, CELLS>, colour: Colour) -> bool {
        let mut stones = Few::<_, { LARGEST + 1 }>::new(at);
        stones.add(at);
        for &own in self.strings_beside(at, colour).iter() {
            self.stones_in(own).take(LARGEST).for_each(|stone| stones.add(stone));
        }
        let mut left = Few::<_, 2>::new(at);
        let beside = stones.iter().flat_map(|&stone| self.empty_beside(stone));
        beside.filter(|&empty| empty != at).for_each(|empty| left.add(empty));
        let is_inside = |number: u16| stones.iter().any(|stone| stone.number() == number);
        let is_closed = |last: At<STRIDE, CELLS>| {
            let mut beside = self.string.beside(last).into_iter().zip(last.neighbours());
            beside.all(|(string, number)| colour_of(string) != Some(colour) && string.mark() != 0 || is_inside(number))
        };
        let has_another_eye = || {
            let around = stones.iter().chain(left.iter()).flat_map(|&at| self.string.beside(at));
            around.filter(|&string| colour_of(string) == Some(colour ^ 1)).any(|string| self.has_eye_space(string))
        };
        stones.len() <= LARGEST
            && left.len() == 1
            && is_closed(left[0])
            && makes_one_eye(shape(stones.iter().map(|&at| degree(&stones, at))))
            && !has_another_eye()
    }

    /// Whether a liberty of a string lies in a small region that only stones of its colour touch.
    fn has_eye_space(&self, string: StringId<CELLS>) -> bool {
        let mut liberties = self.stones_in(string).flat_map(|stone| self.empty_beside(stone));
        liberties.any(|liberty| self.eye_space(liberty).is_some())
    }

    /// The empty points connected with this one, if they are few and stones of one colour only touch them.
    #[inline]
    fn eye_space(&self, inside: At<STRIDE, CELLS>) -> Option<Few<At<STRIDE, CELLS>, LARGEST>> {
        let mut region = Few::new(inside);
        region.push(inside);
        let (mut done, mut touched) = (0, around::touching(self.around.get(inside)));
        while done < region.len() && touched != [true; 2] {
            let at = region[done];
            done += 1;
            for near in self.empty_beside(at) {
                if region.contains(&near) {
                    continue;
                }
                let [black, white] = around::touching(self.around.get(near));
                touched = [touched[0] | black, touched[1] | white];
                if region.is_full() || touched == [true; 2] {
                    return None;
                }
                region.push(near);
            }
        }
        if touched == [true; 2] { None } else { Some(region) }
    }
}

/// How many of the points of a region are beside this one.
fn degree<const STRIDE: usize, const CELLS: usize>(region: &[At<STRIDE, CELLS>], at: At<STRIDE, CELLS>) -> usize {
    region.iter().filter(|near| at.neighbours().contains(&near.number())).count()
}

/// How many points of a connected region have none, one, two, three and four others beside them, from the number of each.
///
/// These counts tell shapes apart: four points in a line, in a square and in a T differ, among five points only the bulky
/// five has a square in it, and among six with a square only the rabbity six has a point with four neighbours.
fn shape(degrees: impl Iterator<Item = usize>) -> [u8; 5] {
    let mut counts = [0; 5];
    degrees.for_each(|degree| counts[degree] += 1);
    counts
}

/// The number of neighbours that the vital point of a shape has.
fn vital_degree(shape: [u8; 5]) -> Option<usize> {
    match shape {
        [0, 2, 1, 0, 0] => Some(2),
        [0, 3, 0, 1, 0] => Some(3),
        [0, 4, 0, 0, 1] => Some(4),
        [0, 1, 3, 1, 0] => Some(3),
        [0, 2, 3, 0, 1] => Some(4),
        _ => None,
    }
}

/// Whether an empty region of this shape is one eye if the opponent moves first: two points, the square, and all that have a vital point.
fn makes_one_eye(shape: [u8; 5]) -> bool {
    matches!(shape, [0, 2, 0, 0, 0] | [0, 0, 4, 0, 0]) || vital_degree(shape).is_some()
}
