//! Stones, strings and empty points, kept up to date move by move.

/// The rules' two colours as numbers: Black is 0, White is 1.
pub(super) type Colour = usize;

/// The string number of points without a stone, on the board or off it.
const NO_STRING: u16 = 0;
/// The liberties of [`NO_STRING`]: far below zero, so that it looks neither alive nor captured.
const NO_LIBERTIES: i16 = i16::MIN / 2;

/// The counts around a point, packed: each is three bits wide.
pub(super) mod around {
    use super::Colour;

    /// Empty neighbours.
    pub const EMPTY: u16 = 0b111;
    const NEIGHBOURS: [u32; 2] = [3, 6];
    const DIAGONALS: [u32; 2] = [9, 12];

    /// What a stone changes at its neighbours: an empty one less, one of its colour more.
    pub const fn neighbour(colour: Colour) -> u16 {
        (1 << NEIGHBOURS[colour]) - 1
    }

    /// What a stone changes at its diagonal points.
    pub const fn diagonal(colour: Colour) -> u16 {
        1 << DIAGONALS[colour]
    }

    /// What the edge of the board is to a point: a neighbour of both colours.
    pub const OFF_BOARD: u16 = 1 << NEIGHBOURS[0] | 1 << NEIGHBOURS[1];
    /// What being at the edge is to a point: a diagonal point of both colours.
    pub const AT_EDGE: u16 = 1 << DIAGONALS[0] | 1 << DIAGONALS[1];

    /// Set if all four neighbours are stones of the colour or off the board.
    pub const fn all(colour: Colour) -> u16 {
        4 << NEIGHBOURS[colour]
    }

    /// One of these is set if the colour has two diagonal points or more, or one at the edge.
    pub const fn diagonals(colour: Colour) -> u16 {
        6 << DIAGONALS[colour]
    }
}

/// What a move did to the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// Nothing: it would have been suicide.
    Refused,
    /// A stone was placed; `ko` is the point where the opponent must not capture it at once, 0 if there is none.
    Placed { ko: usize },
}

/// The board: points numbered along the rows, `STRIDE` to a row, with a rim of points off the board around it.
///
/// A string is named by one of its stones and its colour: twice the stone's number, plus the colour.
#[derive(Clone, Copy)]
pub(super) struct Board<const STRIDE: usize, const CELLS: usize> {
    /// The packed counts around every point.
    around: [u16; CELLS],
    /// The string of every stone.
    string: [u16; CELLS],
    /// The next stone of the same string, in a circle.
    next: [u16; CELLS],
    /// Pseudo-liberties by string: pairs of a stone and an empty neighbour of it.
    liberties: [[i16; 2]; CELLS],
    /// The empty points in no particular order, and the place of each in that list.
    empty: [u16; CELLS],
    place: [u16; CELLS],
    empty_count: usize,
    /// Stones on the board by colour.
    pub stones: [u16; 2],
    /// Stones taken off the board by colour.
    pub taken: [u16; 2],
}

/// The most strings a move can touch.
type Strings = [u16; 4];

impl<const STRIDE: usize, const CELLS: usize> Board<STRIDE, CELLS> {
    /// The empty board.
    pub fn new(size: usize) -> Self {
        let mut board = Board {
            around: [0; CELLS],
            string: [NO_STRING; CELLS],
            next: [0; CELLS],
            liberties: [[0; 2]; CELLS],
            empty: [0; CELLS],
            place: [0; CELLS],
            empty_count: 0,
            stones: [0, 0],
            taken: [0, 0],
        };
        board.settle();
        for row in 0..size {
            for column in 0..size {
                board.add_empty(Self::cell(column, row));
                board.count_around(column, row, size);
            }
        }
        board
    }

    /// Every neighbour of a point on the board counts it as empty; the counts of the point itself learn of the edges.
    fn count_around(&mut self, column: usize, row: usize, size: usize) {
        let at = Self::cell(column, row);
        for near in Self::neighbours(at) {
            self.around[near] += 1;
        }
        let edges = [column == 0, column == size - 1, row == 0, row == size - 1];
        let off_board = edges.into_iter().filter(|&edge| edge).count() as u16;
        self.around[at] += off_board * around::OFF_BOARD + u16::from(off_board > 0) * around::AT_EDGE;
    }

    /// The number of the point in this column and row.
    pub const fn cell(column: usize, row: usize) -> usize {
        (row + 1) * STRIDE + column + 1
    }

    /// The column and row of a point on the board.
    pub const fn column_and_row(at: usize) -> (usize, usize) {
        (at % STRIDE - 1, at / STRIDE - 1)
    }

    pub const fn neighbours(at: usize) -> [usize; 4] {
        [at - STRIDE, at - 1, at + 1, at + STRIDE]
    }

    /// The counts around a point.
    #[inline(always)]
    pub fn around(&self, at: usize) -> u16 {
        self.around[at]
    }

    /// The string at a point.
    #[inline(always)]
    pub fn string(&self, at: usize) -> u16 {
        self.string[at]
    }

    /// Whether the number is that of a string and not of the points without a stone.
    #[inline(always)]
    pub fn is_string(&self, string: u16) -> bool {
        string != NO_STRING
    }

    /// The pseudo-liberties of a string.
    #[inline(always)]
    pub fn liberties(&self, string: u16) -> i16 {
        self.liberties.as_flattened()[usize::from(string)]
    }

    pub fn colour(&self, at: usize) -> Option<Colour> {
        let string = self.string[at];
        (string != NO_STRING).then_some(usize::from(string & 1))
    }

    pub fn is_empty_point(&self, at: usize) -> bool {
        self.empty_points().get(usize::from(self.place[at])) == Some(&(at as u16))
    }

    /// The empty points in the order of the list; points that a move freed stand at its end.
    pub fn empty_points(&self) -> &[u16] {
        &self.empty[..self.empty_count]
    }

    /// The stones of the string at this point.
    pub fn stones_of(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let mut stone = at;
        std::iter::once(at).chain(std::iter::from_fn(move || {
            stone = usize::from(self.next[stone]);
            (stone != at).then_some(stone)
        }))
    }

    /// Forgets what moves have done to the liberties of [`NO_STRING`]. Needed once in a few thousand moves.
    pub fn settle(&mut self) {
        self.liberties[0] = [NO_LIBERTIES; 2];
    }

    /// Places a stone on an empty point and removes what has no liberty, unless it is suicide that is not allowed.
    #[inline(always)]
    pub fn place_stone(&mut self, at: usize, colour: Colour, multi_stone_suicide: bool) -> Outcome {
        let around = self.around[at];
        let strings = Self::neighbours(at).map(|near| self.string[near]);
        for string in strings {
            *self.liberties_of(string) -= 1;
        }
        let left = strings.map(|string| *self.liberties_of(string));
        let own = strings.map(|string| usize::from(string & 1) == colour);
        let mut alive = around & around::EMPTY != 0;
        let mut captures = false;
        for i in 0..4 {
            alive |= own[i] & (left[i] > 0);
            captures |= !own[i] & (left[i] == 0);
        }
        let is_forbidden = around & around::all(colour ^ 1) != 0 || !multi_stone_suicide;
        if !(alive | captures) && is_forbidden {
            for string in strings {
                *self.liberties_of(string) += 1;
            }
            return Outcome::Refused;
        }
        self.add_stone(at, colour, around, strings);
        if captures {
            return Outcome::Placed { ko: self.capture(at, colour, around) };
        }
        if !alive {
            self.remove_string(at, colour);
        }
        Outcome::Placed { ko: 0 }
    }

    #[inline(always)]
    fn liberties_of(&mut self, string: u16) -> &mut i16 {
        &mut self.liberties.as_flattened_mut()[usize::from(string)]
    }

    /// Puts the stone into the string of its neighbours, or into a new one.
    #[inline(always)]
    fn add_stone(&mut self, at: usize, colour: Colour, around: u16, strings: Strings) {
        self.remove_empty(at);
        self.stones[colour] += 1;
        self.update_around(at, around_deltas(colour), u16::wrapping_add);
        let own = strings.map(|string| if usize::from(string & 1) == colour { string } else { NO_STRING });
        let highest = own.into_iter().fold(NO_STRING, u16::max);
        let lowest = own.into_iter().map(|string| string.wrapping_sub(1)).fold(u16::MAX, u16::min);
        let alone = (at * 2 + colour) as u16;
        *self.liberties_of(alone) = 0;
        let string = if highest == NO_STRING { alone } else { highest };
        *self.liberties_of(string) += (around & around::EMPTY) as i16;
        self.string[at] = string;
        let stone = usize::from(string / 2);
        self.next[at] = at as u16;
        self.next.swap(at, stone);
        if lowest != highest.wrapping_sub(1) {
            self.join(at, colour);
        }
    }

    /// Gives all strings of the colour around a stone one name: that of the string with the most liberties.
    #[inline(never)]
    fn join(&mut self, at: usize, colour: Colour) {
        for near in Self::neighbours(at) {
            let (mut kept, mut lost) = (self.string[at], self.string[near]);
            if lost == NO_STRING || usize::from(lost & 1) != colour || lost == kept {
                continue;
            }
            let (mut keeper, mut loser) = (at, near);
            if *self.liberties_of(kept) < *self.liberties_of(lost) {
                (kept, lost, keeper, loser) = (lost, kept, near, at);
            }
            *self.liberties_of(kept) += *self.liberties_of(lost);
            let mut stone = loser;
            while self.string[stone] != kept {
                self.string[stone] = kept;
                stone = usize::from(self.next[stone]);
            }
            self.next.swap(keeper, loser);
        }
    }

    /// Removes the opponent's strings around a stone that have no liberty; returns the ko point.
    #[inline(never)]
    fn capture(&mut self, at: usize, colour: Colour, around: u16) -> usize {
        let before = self.empty_count;
        for near in Self::neighbours(at) {
            let string = self.string[near];
            if string != NO_STRING && usize::from(string & 1) != colour && *self.liberties_of(string) == 0 {
                self.remove_string(near, colour ^ 1);
            }
        }
        let surrounded = around & around::all(colour ^ 1) != 0;
        if surrounded && self.empty_count == before + 1 { usize::from(self.empty[before]) } else { 0 }
    }

    fn remove_string(&mut self, at: usize, colour: Colour) {
        let before = self.empty_count;
        let mut stone = at;
        while self.string[stone] != NO_STRING {
            self.string[stone] = NO_STRING;
            self.add_empty(stone);
            self.update_around(stone, around_deltas(colour), u16::wrapping_sub);
            for near in Self::neighbours(stone) {
                *self.liberties_of(self.string[near]) += 1;
            }
            stone = usize::from(self.next[stone]);
        }
        let removed = (self.empty_count - before) as u16;
        self.stones[colour] -= removed;
        self.taken[colour] += removed;
    }

    #[inline(always)]
    fn update_around(&mut self, at: usize, deltas: &[[u16; 4]; 2], change: impl Fn(u16, u16) -> u16) {
        for (first, deltas) in [(at - STRIDE - 1, deltas[0]), (at - 1, deltas[1]), (at + STRIDE - 1, deltas[0])] {
            let counts = &mut self.around[first..first + 4];
            for (count, delta) in counts.iter_mut().zip(deltas) {
                *count = change(*count, delta);
            }
        }
    }

    #[inline(always)]
    fn add_empty(&mut self, at: usize) {
        self.place[at] = self.empty_count as u16;
        self.empty[self.empty_count] = at as u16;
        self.empty_count += 1;
    }

    #[inline(always)]
    fn remove_empty(&mut self, at: usize) {
        self.empty_count -= 1;
        let last = self.empty[self.empty_count];
        let place = self.place[at];
        self.empty[usize::from(place)] = last;
        self.place[usize::from(last)] = place;
    }
}

/// What a stone changes in the rows above and below it, and in its own row.
const fn around_deltas(colour: Colour) -> &'static [[u16; 4]; 2] {
    const fn deltas(colour: Colour) -> [[u16; 4]; 2] {
        let (neighbour, diagonal) = (around::neighbour(colour), around::diagonal(colour));
        [[diagonal, neighbour, diagonal, 0], [neighbour, 0, neighbour, 0]]
    }
    const DELTAS: [[[u16; 4]; 2]; 2] = [deltas(0), deltas(1)];
    &DELTAS[colour]
}
