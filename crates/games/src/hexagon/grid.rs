//! The cells of a board, with everything about them that does not change during a game.

/// The number of no cell.
pub(crate) const NONE: u16 = u16::MAX;

/// Neighbours by direction, clockwise from the upper left, as steps in (column, row).
const DIRECTIONS: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// One cell of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// The neighbours by direction, [`NONE`] outside the board.
    pub near: [u16; 6],
    /// The sides and corners of the board that the cell belongs to, as the game numbers them: 12 bits.
    pub sides: u16,
    /// The column in skewed coordinates.
    pub column: u8,
    /// The row from the top.
    pub row: u8,
}

impl Place {
    /// The neighbours that are on the board, by direction as bits.
    #[inline]
    pub(crate) fn on_board(&self) -> u8 {
        self.near.iter().enumerate().fold(0, |bits, (direction, &near)| bits | u8::from(near != NONE) << direction)
    }
}

/// All cells of a board.
#[derive(Debug)]
pub struct Grid {
    places: Vec<Place>,
    /// For every row its cells as bits, column 0 at bit 0, and the number of its first cell.
    rows: Vec<(u32, u16)>,
}

impl Grid {
    /// The grid of the cells of a `width` x `height` rectangle in skewed coordinates for which `sides` is not `None`.
    pub(crate) fn new(width: i32, height: i32, sides: impl Fn(i32, i32) -> Option<u16>) -> Self {
        let mut numbers = vec![NONE; (width * height) as usize];
        let all = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        let cells: Vec<(i32, i32)> = all.filter(|&(column, row)| sides(column, row).is_some()).collect();
        for (number, &(column, row)) in cells.iter().enumerate() {
            numbers[(row * width + column) as usize] = number as u16;
        }
        let number = |column: i32, row: i32| {
            let inside = (0..width).contains(&column) && (0..height).contains(&row);
            if inside { numbers[(row * width + column) as usize] } else { NONE }
        };
        let place = |&(column, row): &(i32, i32)| Place {
            near: DIRECTIONS.map(|(dc, dr)| number(column + dc, row + dr)),
            sides: sides(column, row).unwrap_or(0),
            column: column as u8,
            row: row as u8,
        };
        let places: Vec<Place> = cells.iter().map(place).collect();
        let mut rows = vec![(0, NONE); height as usize];
        for (number, place) in places.iter().enumerate() {
            let (bits, first) = &mut rows[usize::from(place.row)];
            *bits |= 1 << place.column;
            *first = (*first).min(number as u16);
        }
        Grid { places, rows }
    }

    /// The number of cells.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The cell of this number.
    #[inline]
    pub(crate) fn place(&self, cell: u16) -> &Place {
        &self.places[usize::from(cell)]
    }

    /// All cells in order.
    pub(crate) fn places(&self) -> &[Place] {
        &self.places
    }

    /// The rows: cells as bits, number of the first cell.
    pub(super) fn rows(&self) -> &[(u32, u16)] {
        &self.rows
    }

    /// The cell at a place, if there is one.
    pub(crate) fn at(&self, column: i32, row: i32) -> Option<u16> {
        let &(bits, first) = self.rows.get(usize::try_from(row).ok()?)?;
        let column = u32::try_from(column).ok().filter(|&column| column < 32 && bits >> column & 1 == 1)?;
        Some(first + (bits & ((1 << column) - 1)).count_ones() as u16)
    }

    /// The column and row one step from a cell in a direction, on the board or not.
    pub(crate) fn step(&self, cell: u16, direction: usize) -> (i32, i32) {
        let (columns, rows) = DIRECTIONS[direction];
        let place = self.place(cell);
        (i32::from(place.column) + columns, i32::from(place.row) + rows)
    }

    /// The number of steps from a cell to another.
    pub(crate) fn distance(&self, from: u16, to: u16) -> usize {
        let (from, to) = (self.place(from), self.place(to));
        let columns = i32::from(to.column) - i32::from(from.column);
        let rows = i32::from(to.row) - i32::from(from.row);
        columns.abs().max(rows.abs()).max((columns + rows).abs()) as usize
    }

    /// The neighbours of a cell.
    pub(crate) fn near(&self, cell: u16) -> impl Iterator<Item = u16> + use<> {
        self.place(cell).near.into_iter().filter(|&near| near != NONE)
    }
}
