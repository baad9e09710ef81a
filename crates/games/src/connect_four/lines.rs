//! Four in a line, for all lines of the board at once.

/// The lines of a board: four directions, each with the cells at which a line of four may start.
///
/// A line goes to the right, or straight up; its cells are `start`, `start + step`, …. The first cells exclude lines that
/// would leave the board at the top or the bottom; a line that would leave it on the right meets cells that are never
/// occupied.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    /// The number of rows, which is the step to the right.
    right: u32,
    /// The first cells of lines that rise by three.
    rising: u64,
    /// The first cells of lines that fall by three.
    falling: u64,
}

impl Lines {
    pub fn new(width: u32, height: u32) -> Self {
        let in_rows = |rows: std::ops::Range<u32>| {
            let columns = (0..width).flat_map(|column| rows.clone().map(move |row| 1u64 << (column * height + row)));
            columns.fold(0, |set, cell| set | cell)
        };
        Lines { right: height, rising: in_rows(0..height - 3), falling: in_rows(3..height) }
    }

    /// The same lines, where the caller knows the height as a constant: shifts by a constant are cheaper.
    #[inline(always)]
    pub fn of_height(self, height: u32) -> Self {
        debug_assert_eq!(height, self.right);
        Lines { right: height, ..self }
    }

    /// Up, right, right and up, right and down: the step, and the cells at which a line may start.
    #[inline]
    fn directions(&self) -> [(u32, u64); 4] {
        [(1, self.rising), (self.right, u64::MAX), (self.right + 1, self.rising), (self.right - 1, self.falling)]
    }

    /// Whether the pieces hold a line of four.
    #[inline]
    pub fn has_four(&self, pieces: u64) -> bool {
        let starts = |(step, allowed)| {
            let pairs = pieces & (pieces >> step);
            pairs & (pairs >> (2 * step)) & allowed
        };
        let [up, right, rising, falling] = self.directions().map(starts);
        up | right | rising | falling != 0
    }

    /// All cells of the lines of four that the pieces hold.
    pub fn fours(&self, pieces: u64) -> u64 {
        let mut cells = 0;
        for (step, allowed) in self.directions() {
            let pairs = pieces & (pieces >> step);
            let starts = pairs & (pairs >> (2 * step)) & allowed;
            cells |= starts | starts << step | starts << (2 * step) | starts << (3 * step);
        }
        cells
    }

    /// The cells that complete a line of four of which the pieces hold three; some are occupied or off the board.
    #[inline]
    pub fn completing(&self, pieces: u64) -> u64 {
        let mut cells = 0;
        for (step, allowed) in self.directions() {
            let [second, third, fourth] = [pieces >> step, pieces >> (2 * step), pieces >> (3 * step)];
            cells |= second & third & fourth & allowed;
            cells |= (pieces & third & fourth & allowed) << step;
            cells |= (pieces & second & fourth & allowed) << (2 * step);
            cells |= (pieces & second & third & allowed) << (3 * step);
        }
        cells
    }
}
