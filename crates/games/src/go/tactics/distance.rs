//! Distances that count a string as one point.

use crate::go::board::Board;
use crate::go::cells::At;

/// Farther than was looked.
pub const FAR: u8 = u8::MAX;

impl<const STRIDE: usize, const CELLS: usize> Board<STRIDE, CELLS> {
    /// The distance of every cell from a point in the common fate graph [graepel2001], in which a string is one vertex, up to a limit.
    pub fn distances(&self, from: At<STRIDE, CELLS>, limit: u8) -> [u8; CELLS] {
        let mut distance = [FAR; CELLS];
        let mut queue = [from; CELLS];
        let mut waiting = 0;
        self.reach(from, 0, &mut distance, |at| push(&mut queue, &mut waiting, at));
        let mut done = 0;
        while done < waiting {
            let at = queue[done];
            done += 1;
            let next = distance[usize::from(at.number())] + 1;
            if next > limit {
                break;
            }
            for (string, number) in self.string.beside(at).into_iter().zip(at.neighbours()) {
                let on_board = At::from_number(number).filter(|_| string.mark() < 4);
                if let Some(near) = on_board.filter(|_| distance[usize::from(number)] == FAR) {
                    self.reach(near, next, &mut distance, |at| push(&mut queue, &mut waiting, at));
                }
            }
        }
        distance
    }

    /// Gives a point, or the whole string on it, a distance.
    fn reach(
        &self,
        at: At<STRIDE, CELLS>,
        distance: u8,
        distances: &mut [u8; CELLS],
        mut reached: impl FnMut(At<STRIDE, CELLS>),
    ) {
        let mut note = |at: At<STRIDE, CELLS>| {
            distances[usize::from(at.number())] = distance;
            reached(at);
        };
        match self.string_at(at) {
            Some(string) => self.stones_in(string).for_each(note),
            None => note(at),
        }
    }
}

fn push<T>(queue: &mut [T], waiting: &mut usize, item: T) {
    queue[*waiting] = item;
    *waiting += 1;
}
