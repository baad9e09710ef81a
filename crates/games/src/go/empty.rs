//! The list of empty points, from which playouts draw.

use super::cells::{At, Table};

/// The empty points in no particular order, and the place of each in the list.
#[derive(Clone, Copy)]
pub(super) struct EmptyPoints<const STRIDE: usize, const CELLS: usize> {
    points: [At<STRIDE, CELLS>; CELLS],
    place: Table<u16, STRIDE, CELLS>,
    /// The place that each rejected point had.
    came_from: [u16; CELLS],
    count: usize,
}

impl<const STRIDE: usize, const CELLS: usize> EmptyPoints<STRIDE, CELLS> {
    pub const fn new() -> Self {
        EmptyPoints { points: [At::new(0, 0); CELLS], place: Table::new([0; CELLS]), came_from: [0; CELLS], count: 0 }
    }

    /// The points in their order; the last one added stands at the end.
    #[inline(always)]
    pub fn as_slice(&self) -> &[At<STRIDE, CELLS>] {
        &self.points[..self.count]
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count
    }

    /// The point at a place of the list.
    #[inline(always)]
    pub fn get(&self, place: usize) -> At<STRIDE, CELLS> {
        self.points[place]
    }

    #[inline(always)]
    pub fn add(&mut self, at: At<STRIDE, CELLS>) {
        self.place.set(at, self.count as u16);
        self.points[self.count] = at;
        self.count += 1;
    }

    /// Removes a point; the last one takes its place.
    #[inline(always)]
    pub fn remove(&mut self, at: At<STRIDE, CELLS>) {
        self.count -= 1;
        let (last, place) = (self.points[self.count], self.place.get(at));
        self.points[usize::from(place)] = last;
        self.place.set(last, place);
    }

    /// Puts a point behind those that are left: exchanges it with the last of them.
    #[inline(always)]
    pub fn reject(&mut self, place: usize, left: usize) {
        self.came_from[left - 1] = place as u16;
        self.points.swap(place, left - 1);
    }

    /// Brings the points back into their order after all but the first `left` have been rejected.
    #[inline(always)]
    pub fn restore(&mut self, left: usize) {
        for slot in left..self.count {
            self.points.swap(slot, usize::from(self.came_from[slot]));
        }
    }
}
