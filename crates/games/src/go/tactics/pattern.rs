//! The 3x3 patterns of MoGo [gelly2006, section 3]: hane, cut and side shapes, looked up by what stands around a point.

use crate::go::board::{Board, Colour};
use crate::go::cells::At;
use crate::go::lanes::ONES;
use std::ops::Range;
use std::sync::LazyLock;

/// A shape around the point to play, in three rows of three; the point itself is `*`.
///
/// `B` and `W` are stones of the two colours, whichever is Black; `b` is no stone of B's, `w` no stone of W's; `.` is empty, `#` off the
/// board, `?` anything.
struct Shape {
    rows: &'static str,
    /// Shapes that must not match.
    except: &'static [&'static str],
    /// Whose move it must be, `B` or `W`; `?` for anybody's.
    mover: char,
}

const fn shape(rows: &'static str) -> Shape {
    Shape { rows, except: &[], mover: '?' }
}

/// Every shape counts in all eight positions and with the colours exchanged.
const SHAPES: [Shape; 13] = [
    // hane: around the head of a stone
    shape("BWB .*. ???"),
    shape("BW. .*. ?.?"),
    shape("BW? B*. ?.?"),
    Shape { mover: 'B', ..shape("BWW .*. ?.?") },
    shape(".W. B*. ..."),
    // cut1: the cut of a diagonal that is not protected
    Shape { except: &["BW? W*W ?.?", "BW? W*. ?W?"], ..shape("BW? W*? ???") },
    // cut2: a push between two stones
    shape("?B? W*W www"),
    // at the side: chase, block, descend, cut
    shape("B.? W*? ###"),
    shape("?B? b*W ###"),
    shape("WB? B*W ###"),
    Shape { mover: 'B', ..shape("?BW b*b ###") },
    Shape { mover: 'B', ..shape("?WB B*W ###") },
    // a cut between stones a knight's move apart
    shape("WB? w*W ?w?"),
];

/// The eight cells around a point in the order in which they are numbered: along the rows from the bottom.
const AROUND: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// For each colour to move and each neighbourhood whether a shape matches, as bits.
static TABLE: LazyLock<[[u64; 1 << 10]; 2]> = LazyLock::new(|| [table(0), table(1)]);

impl<const STRIDE: usize, const CELLS: usize> Board<STRIDE, CELLS> {
    /// What stands around a point: two bits for each of the eight cells, 0 for empty, 1 and 2 for the colours, 3 off the board.
    #[inline]
    pub fn neighbourhood(&self, at: At<STRIDE, CELLS>) -> u16 {
        let [below, here, above] = self.string.rows(at);
        let (below, here, above) = (marks(below), marks(here), marks(above));
        below | (here & 3 | here >> 2 & 12) << 6 | above << 10
    }

    /// Whether a stone of the colour on this empty point makes one of the shapes.
    #[inline]
    pub fn matches_pattern(&self, at: At<STRIDE, CELLS>, colour: Colour) -> bool {
        let around = self.neighbourhood(at);
        TABLE[colour][usize::from(around >> 6)] >> (around & 63) & 1 == 1
    }
}

/// What stands on the first three of four cells, two bits for each, from the numbers of the strings in lanes.
#[inline(always)]
fn marks(numbers: u64) -> u16 {
    let marks = numbers & 0x0007_0007_0007;
    // 0, 1, 2 and 4 become 0, 1, 2 and 3
    let marks = marks - (marks >> 2 & ONES);
    (marks | marks >> 14 | marks >> 28) as u16 & 63
}

/// A word of the table is for one choice of what stands on the last five cells, its bits are for the first three.
fn table(mover: Colour) -> [u64; 1 << 10] {
    let views: Vec<View> = SHAPES.iter().flat_map(|shape| shape.views(mover)).collect();
    std::array::from_fn(|last_five| {
        let stands = stands((last_five as u16) << 6, 3..8);
        views.iter().fold(0, |bits, view| bits | view.matching(stands))
    })
}

/// A bit for what stands on each of some cells of a neighbourhood, four bits for a cell.
fn stands(around: u16, cells: Range<u16>) -> u32 {
    cells.fold(0, |all, cell| all | 1 << (4 * cell + (around >> (2 * cell) & 3)))
}

/// A shape in one position and with one choice of colours.
struct View {
    shape: Drawing,
    except: Vec<Drawing>,
}

impl View {
    /// Where the last five cells are these, the neighbourhoods of the first three cells that match.
    fn matching(&self, last_five: u32) -> u64 {
        let except = self.except.iter().fold(0, |bits, drawing| bits | drawing.matching(last_five));
        self.shape.matching(last_five) & !except
    }
}

struct Drawing {
    /// What may stand on each cell, four bits for each.
    allowed: u32,
    /// A bit for each neighbourhood of the first three cells that is allowed.
    first_three: u64,
}

impl Drawing {
    fn new(allowed: u32) -> Self {
        let first_three =
            (0..64).filter(|&first| stands(first, 0..3) & !allowed == 0).fold(0, |bits, first| bits | 1 << first);
        Drawing { allowed, first_three }
    }

    fn matching(&self, last_five: u32) -> u64 {
        if last_five & !self.allowed == 0 { self.first_three } else { 0 }
    }
}

impl Shape {
    /// The shape in all eight positions and with both choices of colours, as far as `mover` may be to move.
    fn views(&self, mover: Colour) -> impl Iterator<Item = View> {
        let may_move = move |b: Colour| match self.mover {
            'B' => mover == b,
            'W' => mover != b,
            _ => true,
        };
        let views = (0..16).map(|view: usize| (view % 8, view / 8)).filter(move |&(_, b)| may_move(b));
        views.map(move |(turn, b)| View {
            shape: Drawing::new(allowed(self.rows, turn, b)),
            except: self.except.iter().map(|rows| Drawing::new(allowed(rows, turn, b))).collect(),
        })
    }
}

/// What a drawing that is turned and mirrored in one of eight ways allows on each cell: bit 0 for empty, 1 and 2 for the colours, 3 off the
/// board. `b` is the colour drawn as B.
fn allowed(rows: &str, turn: usize, b: Colour) -> u32 {
    let rows: Vec<&[u8]> = rows.split(' ').map(str::as_bytes).collect();
    let (black, white) = (2 << b, 4 >> b);
    AROUND.iter().enumerate().fold(0, |all, (cell, &(x, y))| {
        let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
        let (x, y) = (if turn & 2 == 0 { x } else { -x }, if turn & 4 == 0 { y } else { -y });
        let stands = match rows[(1 - y) as usize][(x + 1) as usize] {
            b'B' => black,
            b'W' => white,
            b'b' => 0b1111 ^ black,
            b'w' => 0b1111 ^ white,
            b'.' => 0b0001,
            b'#' => 0b1000,
            _ => 0b1111,
        };
        all | stands << (4 * cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::tactics::tests::board;

    fn matched(rows: &str) -> Vec<String> {
        let (state, _) = board(rows);
        let size = usize::from(state.rules.size);
        let points = (0..size).flat_map(|row| (0..size).map(move |column| (column, row)));
        let hit = points.filter(|&(column, row)| {
            let at = At::new(column, row);
            state.board.is_empty_point(at) && state.board.matches_pattern(at, state.to_move)
        });
        hit.map(|(column, row)| format!("{}{}", (b'a' + column as u8) as char, row + 1)).collect()
    }

    #[test]
    fn an_empty_board_has_no_shape() {
        assert!(matched("..... ..... ..... ..... .....").is_empty());
    }

    #[test]
    fn the_head_of_two_stones_is_a_hane() {
        // Black X at c3, White O at d3: above and below, c4, d4, c2, d2 are hane and extension.
        let found = matched("....... ....... ....... ..XO... ....... ....... .......");
        assert!(found.contains(&"c3".to_string()) && found.contains(&"d5".to_string()), "{found:?}");
    }

    #[test]
    fn an_open_cut_is_matched_and_a_protected_one_is_not() {
        let open = matched("..... .XO.. .O... ..... .....");
        assert!(open.contains(&"c3".to_string()), "{open:?}");
        // White at d3 protects c3 as long as c2 is empty
        let closed = matched("..... .XO.. .O.O. ..... .....");
        assert!(!closed.contains(&"c3".to_string()), "{closed:?}");
    }

    /// Whether a drawing fits a neighbourhood, read cell by cell.
    fn fits(rows: &str, around: u16, turn: usize, b: Colour) -> bool {
        let rows: Vec<&[u8]> = rows.split(' ').map(str::as_bytes).collect();
        AROUND.iter().enumerate().all(|(cell, &(x, y))| {
            let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
            let (x, y) = (if turn & 2 == 0 { x } else { -x }, if turn & 4 == 0 { y } else { -y });
            let stands = usize::from(around >> (2 * cell) & 3);
            let (black, white) = (stands == 1 + b, stands == 2 - b);
            match rows[(1 - y) as usize][(x + 1) as usize] {
                b'B' => black,
                b'W' => white,
                b'b' => !black,
                b'w' => !white,
                b'.' => stands == 0,
                b'#' => stands == 3,
                _ => true,
            }
        })
    }

    #[test]
    fn the_table_says_what_the_drawings_say() {
        for around in (0..=u16::MAX).step_by(37) {
            for mover in [0, 1] {
                let drawn = SHAPES.iter().any(|shape| {
                    (0..16).any(|view| {
                        let (turn, b) = (view % 8, view / 8);
                        let may_move = shape.mover == '?' || (shape.mover == 'B') == (mover == b);
                        let fits = |rows: &str| fits(rows, around, turn, b);
                        may_move && fits(shape.rows) && !shape.except.iter().any(|rows| fits(rows))
                    })
                });
                assert_eq!(TABLE[mover][usize::from(around >> 6)] >> (around & 63) & 1 == 1, drawn);
            }
        }
    }

    #[test]
    fn turning_the_board_and_exchanging_the_colours_changes_nothing() {
        let exchanged = |around: u16| {
            (0..8).fold(0, |all, cell| all | [0, 2, 1, 3][usize::from(around >> (2 * cell) & 3)] << (2 * cell))
        };
        // a quarter turn takes the cells in this order
        let turned = |around: u16| {
            [2usize, 4, 7, 1, 6, 0, 3, 5]
                .iter()
                .enumerate()
                .fold(0, |all, (to, from)| all | (around >> (2 * from) & 3) << (2 * to))
        };
        let hit = |around: u16, mover: usize| TABLE[mover][usize::from(around >> 6)] >> (around & 63) & 1;
        for around in 0..=u16::MAX {
            assert_eq!(hit(around, 0), hit(exchanged(around), 1));
            assert_eq!(hit(around, 0), hit(turned(around), 0), "{around:016b}");
        }
    }
}
