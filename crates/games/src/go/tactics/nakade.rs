//! The vital point of a small eye space.

use super::few::Few;
use crate::go::board::{Board, Colour, colour_of};
use crate::go::cells::At;

/// The largest eye space with a vital point.
const LARGEST: usize = 6;

impl<const STRIDE: usize, const CELLS: usize> Board<STRIDE, CELLS> {
    /// The vital point of the empty region around an empty point, if stones of one colour surround it and its shape has one: three in a row
    /// or bent, the T, the cross, the bulky five and the rabbity six. Whoever plays it decides whether the region is two eyes or one.
    pub fn vital_point(&self, inside: At<STRIDE, CELLS>) -> Option<At<STRIDE, CELLS>> {
        let region = self.eye_space(inside)?;
        let degree = |at: At<STRIDE, CELLS>| region.iter().filter(|near| at.neighbours().contains(&near.number())).count();
        let mut degrees = Few::<(usize, usize), LARGEST>::new((0, 0));
        let mut counts = [0; 5];
        for (place, &at) in region.iter().enumerate() {
            counts[degree(at)] += 1;
            degrees.add((degree(at), place));
        }
        let vital = vital_degree(counts)?;
        degrees.iter().find(|&&(degree, _)| degree == vital).map(|&(_, place)| region[place])
    }

    /// The empty points connected with this one, if they are few and stones of one colour only touch them.
    fn eye_space(&self, inside: At<STRIDE, CELLS>) -> Option<Few<At<STRIDE, CELLS>, LARGEST>> {
        let mut region = Few::new(inside);
        region.add(inside);
        let mut owner: Option<Colour> = None;
        let mut done = 0;
        while done < region.len() {
            let at = region[done];
            done += 1;
            for (string, number) in self.string.beside(at).into_iter().zip(at.neighbours()) {
                if let Some(colour) = colour_of(string) {
                    if *owner.get_or_insert(colour) != colour {
                        return None;
                    }
                } else if let Some(near) = At::from_number(number).filter(|_| string.mark() == 0) {
                    if region.is_full() && !region.contains(&near) {
                        return None;
                    }
                    region.add(near);
                }
            }
        }
        Some(region)
    }
}

/// The number of neighbours that the vital point of a shape has, given how many of its points have none, one, two, three and four.
///
/// These counts tell the shapes apart: four points in a square or a line have none with three neighbours, among five points only the bulky
/// five has a square in it, and among six with a square only the rabbity six has a point with four neighbours.
fn vital_degree(counts: [u8; 5]) -> Option<usize> {
    match counts {
        [0, 2, 1, 0, 0] => Some(2),
        [0, 3, 0, 1, 0] => Some(3),
        [0, 4, 0, 0, 1] => Some(4),
        [0, 1, 3, 1, 0] => Some(3),
        [0, 2, 3, 0, 1] => Some(4),
        _ => None,
    }
}
