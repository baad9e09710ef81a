//! What the six neighbours of a cell say, looked up from the bits of three rows.

/// The neighbours of a cell that hold stones of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Around {
    /// Neighbours by direction, as bits.
    pub mask: u8,
    /// The number of runs of neighbouring neighbours: stones of different runs do not touch each other here.
    pub runs: u8,
    /// One direction in each run.
    pub first: [u8; 3],
    /// Neighbours that have both of their common neighbours with the cell beside them, as bits: only they can become
    /// surrounded by a stone on the cell.
    pub inner: u8,
}

/// By the bits of a [`window`].
pub(super) static AROUND: [Around; 256] = table();

/// The neighbours of the cell in `column` as an index, from the rows above, with and below it. Column 0 is bit 1.
#[inline(always)]
pub(super) const fn window(above: u32, with: u32, below: u32, column: u8) -> usize {
    ((above >> column & 0b110) | (with >> column & 0b101) << 3 | (below >> column & 0b011) << 6) as usize
}

/// The directions whose next one is among these.
#[inline(always)]
pub(super) const fn before(directions: u8) -> u8 {
    (directions >> 1 | directions << 5) & ALL
}

/// The directions whose one before is among these.
#[inline(always)]
pub(super) const fn after(directions: u8) -> u8 {
    (directions << 1 | directions >> 5) & ALL
}

/// The numbers of directions given as bits.
#[inline]
pub(super) fn each(mut directions: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let direction = directions.trailing_zeros() as usize;
        (directions != 0).then(|| {
            directions &= directions - 1;
            direction
        })
    })
}

/// All six directions.
pub(super) const ALL: u8 = 0b11_1111;

/// The bits of a window by direction.
const BITS: [usize; 6] = [1, 2, 5, 7, 6, 3];

const fn table() -> [Around; 256] {
    let mut all = [around(0); 256];
    let mut window = 0;
    while window < 256 {
        all[window] = around(window);
        window += 1;
    }
    all
}

const fn around(window: usize) -> Around {
    let mut result = Around { mask: 0, runs: 0, first: [0; 3], inner: 0 };
    let mut direction = 0;
    while direction < 6 {
        let here = bit(window, direction);
        let before = bit(window, direction + 5);
        let after = bit(window, direction + 1);
        if here {
            result.mask |= 1 << direction;
            if !before {
                result.first[result.runs as usize] = direction as u8;
                result.runs += 1;
            }
            if before && after {
                result.inner |= 1 << direction;
            }
        }
        direction += 1;
    }
    if result.mask == ALL {
        result.runs = 1;
    }
    result
}

const fn bit(window: usize, direction: usize) -> bool {
    window >> BITS[direction % 6] & 1 == 1
}
