//! What is the same for all grids of one shape.

use std::sync::OnceLock;

/// The size of the largest grid.
pub(super) const MAX_SIZE: usize = 25;

/// A grid of one size with boxes of one shape.
#[derive(Debug)]
pub(super) struct Layout {
    /// How many rows, columns, boxes and values there are.
    pub(super) size: usize,
    pub(super) box_width: usize,
    pub(super) box_height: usize,
    /// The words of a set of cells.
    pub(super) words: usize,
    /// The cells in the row, column or box of each cell, all in one list.
    peers: Vec<u16>,
    /// How many each cell has.
    per_cell: usize,
}

impl Layout {
    /// The one with boxes of this shape: 2 to 12 columns and rows, at most [`MAX_SIZE`] cells.
    pub(super) fn of(box_width: u8, box_height: u8) -> &'static Layout {
        static LAYOUTS: [OnceLock<Layout>; 121] = [const { OnceLock::new() }; 121];
        let number = (usize::from(box_width) - 2) * 11 + usize::from(box_height) - 2;
        LAYOUTS[number].get_or_init(|| Layout::new(usize::from(box_width), usize::from(box_height)))
    }

    fn new(box_width: usize, box_height: usize) -> Layout {
        let size = box_width * box_height;
        let cells = size * size;
        let mut layout = Layout { size, box_width, box_height, words: cells.div_ceil(64), peers: Vec::new(), per_cell: 0 };
        for cell in 0..cells {
            let units = layout.units(cell);
            let shares = |other: &usize| *other != cell && layout.units(*other).iter().zip(units).any(|(a, b)| *a == b);
            let peers: Vec<u16> = (0..cells).filter(shares).map(|other| other as u16).collect();
            layout.per_cell = peers.len();
            layout.peers.extend(peers);
        }
        layout
    }

    pub(super) fn cells(&self) -> usize {
        self.size * self.size
    }

    /// The row, the column and the box of a cell.
    pub(super) fn units(&self, cell: usize) -> [usize; 3] {
        let (row, column) = (cell / self.size, cell % self.size);
        [row, column, row / self.box_height * self.box_height + column / self.box_width]
    }

    /// The cells that share a row, a column or a box with this one.
    #[inline]
    pub(super) fn peers(&self, cell: usize) -> &[u16] {
        &self.peers[cell * self.per_cell..][..self.per_cell]
    }
}
