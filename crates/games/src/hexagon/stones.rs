//! Stones on a grid: who owns which cell, which stones are connected, which cells are empty.

use super::around::{AROUND, Around, after, before, window};
use super::board::Rules;
use super::grid::{Grid, Place};
use katsura_game::{Played, Player, Record, Rng};
use std::hint::select_unpredictable;

/// Rows of bits with an empty one above and below the board, so that every cell has three.
const ROWS: usize = 34;
/// Marks the root of a group among the links; the other bits are then the sides the group touches.
const ROOT: u16 = 1 << 15;

/// What a new stone has joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joined {
    /// The sides of the board that its group touches, as bits that the game has numbered.
    pub sides: u16,
    /// Whether it has closed a ring: a loop of stones around at least one cell, whatever is on it. Meaningless in a game
    /// without [`Rules::RINGS`].
    pub ring: bool,
}

/// The last stone that [`Stones::fill`] has put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Filled {
    /// Who put it.
    pub player: Player,
    /// Where.
    pub cell: u16,
    /// What it joined.
    pub joined: Joined,
}

/// The stones of both players on a board of at most `CELLS` cells.
///
/// Groups are a union-find forest: the link of a stone is its parent, or [`ROOT`] with the sides of its group. Empty cells
/// are a list from which any cell is removed in constant time, and drawn uniformly.
///
/// `clone_from` copies only what the board at hand uses, which on a small one is much less than `clone` copies.
#[derive(Debug)]
pub(crate) struct Stones<const CELLS: usize> {
    /// The stones of each player by row, column 0 at bit 1.
    rows: [[u32; ROWS]; 2],
    links: [u16; CELLS],
    /// The first `empty` entries are the empty cells, in any order.
    list: [u16; CELLS],
    /// Where an empty cell stands in the list.
    listed: [u16; CELLS],
    empty: u16,
    /// The number of cells of the board.
    cells: u16,
}

impl<const CELLS: usize> Stones<CELLS> {
    /// No stones.
    ///
    /// # Panics
    /// If the grid has more than `CELLS` cells.
    pub(crate) fn new(grid: &Grid) -> Self {
        assert!(grid.len() <= CELLS, "a board of {} cells does not fit into {CELLS}", grid.len());
        let list = std::array::from_fn(|cell| cell as u16);
        let cells = grid.len() as u16;
        Stones { rows: [[0; ROWS]; 2], links: [ROOT; CELLS], list, listed: list, empty: cells, cells }
    }

    /// The number of empty cells.
    #[inline]
    pub(crate) fn empty(&self) -> usize {
        usize::from(self.empty)
    }

    /// The number of stones.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        usize::from(self.cells - self.empty)
    }

    /// Who has a stone on a cell.
    #[inline]
    pub(crate) fn owner(&self, place: &Place) -> Option<Player> {
        [Player::FIRST, Player::SECOND].into_iter().find(|&player| self.has(player, place))
    }

    /// Whether a player has a stone on a cell.
    #[inline]
    pub(crate) fn has(&self, player: Player, place: &Place) -> bool {
        self.rows[player.index() & 1][usize::from(place.row) + 1] >> place.column & 2 != 0
    }

    /// The empty cells in the order from which [`draw`](Self::draw) draws.
    pub(crate) fn list(&self) -> &[u16] {
        &self.list[..self.empty()]
    }

    /// The empty cells in order of their numbers.
    pub(crate) fn empty_cells<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = u16> + 'a {
        grid.rows().iter().zip(1..).flat_map(move |(&(bits, first), row)| {
            let taken = (self.rows[0][row] | self.rows[1][row]) >> 1;
            cells_of_row(bits, first, bits & !taken)
        })
    }

    /// A number for the stones of both players: equal for equal stones.
    pub(crate) fn key(&self, grid: &Grid) -> u64 {
        let rows = self.rows[0].iter().zip(&self.rows[1]).skip(1).take(grid.rows().len());
        rows.fold(0, |key, (&a, &b)| katsura_game::mix_key(key ^ (u64::from(a) << 32 | u64::from(b))))
    }

    /// An empty cell, uniformly at random. There must be one.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut Rng) -> u16 {
        self.list[rng.index(self.empty())]
    }

    /// Puts a stone on an empty cell.
    #[inline(always)]
    pub(crate) fn put<R: Rules>(&mut self, grid: &Grid, player: Player, cell: u16) -> Joined {
        let hole = self.listed[usize::from(cell)];
        self.empty -= 1;
        let moved = self.list[self.empty()];
        self.list[usize::from(hole)] = moved;
        self.listed[usize::from(moved)] = hole;
        self.connect::<R>(grid, player, cell)
    }

    /// Puts stones by turns on empty cells drawn at random, until one wins or the board is full. There must be an
    /// empty cell. Draws and moves are those of [`draw`](Self::draw) and [`put`](Self::put) in turn.
    ///
    /// Afterwards no stone may be put any more: for speed, the places of cells in the list are not kept up.
    #[inline]
    pub(crate) fn fill<R: Rules, T: Record>(
        &mut self,
        grid: &Grid,
        mut player: Player,
        rng: &mut Rng,
        record: &mut T,
    ) -> Filled {
        // a generator that nobody else sees stays in registers
        let mut own = rng.clone();
        loop {
            let at = own.index(self.empty());
            let cell = self.list[at];
            self.empty -= 1;
            self.list[at] = self.list[self.empty()];
            record.push(Played::new(Some(player), usize::from(cell)));
            let joined = self.connect::<R>(grid, player, cell);
            if R::wins(player, joined) || self.empty == 0 {
                *rng = own;
                return Filled { player, cell, joined };
            }
            player = player.opponent();
        }
    }

    /// What a stone of this player would join on an empty cell; `None` if it would stand alone.
    pub(crate) fn would_join<R: Rules>(&self, grid: &Grid, player: Player, cell: u16) -> Option<Joined> {
        let place = grid.place(cell);
        let around = self.around(player, place);
        let mut joined = Joined { sides: place.sides, ring: R::RINGS && self.surrounds(grid, player, place, around) };
        let mut roots = [None; 3];
        for (run, root) in self.roots_beside(around, place).enumerate() {
            joined.ring |= roots.contains(&Some(root));
            roots[run] = Some(root);
            joined.sides |= self.links[usize::from(root)] ^ ROOT;
        }
        (around.runs > 0).then_some(joined)
    }

    /// The sides that the group of a player's stone on an empty cell would touch.
    #[inline]
    pub(crate) fn sides_from(&self, player: Player, place: &Place) -> u16 {
        let roots = self.roots_beside(self.around(player, place), place);
        roots.fold(place.sides, |sides, root| sides | self.links[usize::from(root)] ^ ROOT)
    }

    /// The roots of the groups beside a cell, one for each run of neighbours.
    #[inline]
    fn roots_beside<'a>(&'a self, around: &'static Around, place: &'a Place) -> impl Iterator<Item = u16> + 'a {
        let runs = &around.first[..usize::from(around.runs)];
        runs.iter().map(|&direction| self.root(place.near[usize::from(direction)]))
    }

    /// The neighbours of a cell that hold a stone of the player, by direction as bits.
    #[inline]
    pub(crate) fn beside(&self, player: Player, place: &Place) -> u8 {
        self.around(player, place).mask
    }

    /// The empty neighbours of a cell, by direction as bits.
    #[inline]
    pub(crate) fn empty_beside(&self, place: &Place) -> u8 {
        place.on_board() & !self.beside(Player::FIRST, place) & !self.beside(Player::SECOND, place)
    }

    /// The directions of the cells that complete a bridge of `player` which the other player's stone on `intruder` has entered: beside them on
    /// both sides, around the intruder, are stones of `player`. `outside` are the neighbours of the intruder off the board that count as one.
    #[inline]
    pub(crate) fn broken_bridges(&self, player: Player, intruder: &Place, outside: u8) -> u8 {
        let held = self.beside(player, intruder) | outside;
        self.empty_beside(intruder) & before(held) & after(held)
    }

    #[inline(always)]
    fn around(&self, player: Player, place: &Place) -> &'static Around {
        let rows = &self.rows[player.index() & 1];
        let row = usize::from(place.row) & 31;
        &AROUND[window(rows[row], rows[row + 1], rows[row + 2], place.column)]
    }

    /// Sets the stone's bit and joins it with its neighbours.
    ///
    /// A ring is new if two runs of neighbours belong to one group, or if a neighbour is now surrounded by six stones
    /// [ewalds2012, section 4.2.2]. Let the stones be a plane figure with all triangles of touching stones filled in: its Euler
    /// number is groups minus holes, and a stone that touches r < 6 runs of g groups changes it by 1 − r and the number of
    /// groups by 1 − g, so that r − g holes appear. A loop without a hole in it surrounds a stone with six neighbours.
    ///
    /// Whether there is a neighbour at all, and whether it is the root of its group, no predictor can guess: these two
    /// choices are made without a branch.
    #[inline(always)]
    fn connect<R: Rules>(&mut self, grid: &Grid, player: Player, cell: u16) -> Joined {
        let place = grid.place(cell);
        let around = self.around(player, place);
        let mut ring = R::RINGS && around.inner != 0 && self.surrounds(grid, player, place, around);
        self.rows[player.index() & 1][(usize::from(place.row) & 31) + 1] |= 2 << place.column;
        self.links[usize::from(cell)] = ROOT | place.sides;
        let near = place.near[usize::from(around.first[0])];
        let (root, mut sides) = self.find(select_unpredictable(around.runs == 0, cell, near));
        sides |= place.sides;
        self.links[usize::from(cell)] = root;
        if around.runs > 1 {
            for &direction in &around.first[1..usize::from(around.runs)] {
                let (other, more) = self.find(place.near[usize::from(direction)]);
                if other == root {
                    ring = true;
                } else {
                    self.links[usize::from(other)] = root;
                    sides |= more;
                }
            }
        }
        self.links[usize::from(root)] = ROOT | sides;
        Joined { sides, ring }
    }

    /// Whether a stone here would leave one of its neighbours surrounded by six stones of its own player.
    #[inline(never)]
    fn surrounds(&self, grid: &Grid, player: Player, place: &Place, around: &Around) -> bool {
        (0..6).filter(|&direction| around.inner >> direction & 1 == 1).any(|direction| {
            let near = grid.place(place.near[direction]);
            let here = 1 << ((direction + 3) % 6);
            self.around(player, near).mask | here == 0b11_1111
        })
    }

    /// The root of a stone's group, and the group's sides. Shortens the stone's way to it.
    #[inline(always)]
    fn find(&mut self, cell: u16) -> (u16, u16) {
        let link = self.links[usize::from(cell)];
        let mut at = select_unpredictable(link & ROOT != 0, cell, link);
        loop {
            let link = self.links[usize::from(at)];
            if link & ROOT != 0 {
                return (at, link ^ ROOT);
            }
            self.links[usize::from(cell)] = link;
            at = link;
        }
    }

    /// The root of a stone's group.
    fn root(&self, cell: u16) -> u16 {
        let mut at = cell;
        while self.links[usize::from(at)] & ROOT == 0 {
            at = self.links[usize::from(at)];
        }
        at
    }
}

impl<const CELLS: usize> Clone for Stones<CELLS> {
    fn clone(&self) -> Self {
        let Stones { rows, links, list, listed, empty, cells } = *self;
        Stones { rows, links, list, listed, empty, cells }
    }

    fn clone_from(&mut self, source: &Self) {
        let used = ..usize::from(source.cells);
        self.rows = source.rows;
        self.links[used].copy_from_slice(&source.links[used]);
        self.list[used].copy_from_slice(&source.list[used]);
        self.listed[used].copy_from_slice(&source.listed[used]);
        self.empty = source.empty;
        self.cells = source.cells;
    }
}

/// The numbers of some cells of a row: `bits` are all its cells, `wanted` some of them, `first` the number of the first.
fn cells_of_row(bits: u32, first: u16, wanted: u32) -> impl Iterator<Item = u16> {
    let start = bits.trailing_zeros() as u16;
    let mut rest = wanted;
    std::iter::from_fn(move || {
        let column = rest.trailing_zeros() as u16;
        (rest != 0).then(|| {
            rest &= rest - 1;
            first + column - start
        })
    })
}
