//! A position: colours as three bit planes, the links between neighbours of one colour, the points.

use super::board::Layout;
use super::field::Field;
use super::{CLEARED, Leftover, worth};
use katsura_game::{Keyed, Player, Rewards, Rng, State, Turn, mix_key};

/// A position of SameGame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks<const WORDS: usize, const STRIDE: usize> {
    /// The bits of the colours' numbers; nothing where there is no block.
    pub(super) planes: [Field<WORDS, STRIDE>; 3],
    pub(super) filled: Field<WORDS, STRIDE>,
    /// Blocks with one of the same colour above them, and right of them.
    up: Field<WORDS, STRIDE>,
    right: Field<WORDS, STRIDE>,
    points: i32,
    pub(super) height: u8,
    pub(super) width: u8,
    pub(super) colours: u8,
    leftover: Leftover,
    /// The colours of which there were most at the start, as bits.
    pub(super) first: u8,
}

/// A group, by the bit of its first cell: the lowest of the first column that the group reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Group(pub(super) u16);

impl<const WORDS: usize, const STRIDE: usize> Blocks<WORDS, STRIDE> {
    pub(super) fn new(layout: &Layout, leftover: Leftover) -> Self {
        let mut blocks = Blocks {
            planes: [Field::EMPTY; 3],
            filled: Field::EMPTY,
            up: Field::EMPTY,
            right: Field::EMPTY,
            points: 0,
            height: layout.height,
            width: layout.columns.len() as u8,
            colours: layout.colours,
            leftover,
            first: 0,
        };
        for (column, cells) in layout.columns.iter().enumerate() {
            for (row, &colour) in cells.iter().enumerate() {
                let cell = Field::one(column * STRIDE + row);
                blocks.filled = blocks.filled | cell;
                for (bit, plane) in blocks.planes.iter_mut().enumerate() {
                    *plane = if colour >> bit & 1 == 1 { *plane | cell } else { *plane };
                }
            }
        }
        blocks.link();
        blocks.first = blocks.most();
        blocks
    }

    /// Finds the neighbours of one colour.
    #[inline]
    fn link(&mut self) {
        let different = |step: fn(Field<WORDS, STRIDE>) -> Field<WORDS, STRIDE>| {
            self.planes.iter().fold(Field::EMPTY, |sum, &plane| {
                let next = step(plane);
                sum | plane.without(next) | next.without(plane)
            })
        };
        self.up = (self.filled & self.filled.below()).without(different(Field::below));
        self.right = (self.filled & self.filled.to_the_left()).without(different(Field::to_the_left));
    }

    /// The group that this cell belongs to, which may be alone in it.
    #[inline]
    pub(super) fn group_of(&self, bit: usize) -> Field<WORDS, STRIDE> {
        let mut group = Field::one(bit);
        loop {
            let column = group | (group & self.up).above() | group.below() & self.up;
            let next = column | (column & self.right).to_the_right() | column.to_the_left() & self.right;
            if next == group {
                return group;
            }
            group = next;
        }
    }

    /// Cells that may be the first of a group: every group has at least one, and its first cell is one.
    #[inline]
    pub(super) fn starts(&self) -> Field<WORDS, STRIDE> {
        (self.up | self.right).without(self.up.above() | self.right.to_the_right())
    }

    /// All groups with their cells, in the order of their first cells, that start in these cells.
    #[inline]
    pub(super) fn each_group(&self, starts: Field<WORDS, STRIDE>, mut look: impl FnMut(Group, Field<WORDS, STRIDE>)) {
        let mut rest = starts;
        while !rest.is_empty() {
            let bit = rest.first();
            let cells = self.group_of(bit);
            rest = rest.without(cells);
            look(Group(bit as u16), cells);
        }
    }

    /// One of the groups that start in these cells, which must not be empty and begin whole groups, drawn uniformly: a
    /// start is drawn until it is the first of its group.
    #[inline]
    pub(super) fn draw(&self, starts: Field<WORDS, STRIDE>, rng: &mut Rng) -> Group {
        loop {
            let bit = starts.draw(rng);
            if self.group_of(bit).first() == bit {
                return Group(bit as u16);
            }
        }
    }

    /// The blocks of a colour.
    #[inline]
    pub(super) fn of_colour(&self, colour: u8) -> Field<WORDS, STRIDE> {
        let chosen = |bit: usize| if colour >> bit & 1 == 1 { self.planes[bit] } else { !self.planes[bit] };
        self.filled & chosen(0) & chosen(1) & chosen(2)
    }

    /// The colour of a block.
    #[inline]
    pub(super) fn colour_at(&self, bit: usize) -> u8 {
        (0..3).map(|plane| u8::from(self.planes[plane].has(bit)) << plane).sum()
    }

    /// The colours that have most blocks, as bits; 0 if there are no blocks.
    pub(super) fn most(&self) -> u8 {
        let counts: [u32; 8] = std::array::from_fn(|colour| self.of_colour(colour as u8).count());
        let most = counts.into_iter().max().unwrap_or(0).max(1);
        (0..8).filter(|&colour| counts[colour] == most).map(|colour| 1 << colour).sum()
    }

    /// How many blocks there are.
    pub(super) fn blocks(&self) -> i32 {
        self.filled.count() as i32
    }

    /// The points so far, or at the end.
    pub(super) fn points(&self) -> i32 {
        if self.turn() == Turn::Over { self.points + self.last_points() } else { self.points }
    }

    /// What the end brings or costs.
    fn last_points(&self) -> i32 {
        let left = self.blocks();
        if left == 0 {
            return CLEARED;
        }
        match self.leftover {
            Leftover::None => 0,
            Leftover::Total => -worth(left),
            Leftover::ByColour => {
                let counts = (0..self.colours).map(|colour| self.of_colour(colour).count() as i32);
                -counts.filter(|&count| count > 0).map(worth).sum::<i32>()
            }
        }
    }

    /// The column and the row of a bit.
    #[inline]
    pub(super) fn place(bit: usize) -> (usize, usize) {
        (bit / STRIDE, bit % STRIDE)
    }

    /// The group of a cell's number, which need not be one.
    #[inline]
    pub(super) fn group_at(&self, index: usize) -> Group {
        let height = usize::from(self.height);
        Group((index / height * STRIDE + index % height) as u16)
    }

    /// Takes a group away.
    #[inline]
    fn take(&mut self, cells: Field<WORDS, STRIDE>) {
        self.points += worth(cells.count() as i32);
        let [a, b, c] = &mut self.planes;
        Field::collapse([a, b, c, &mut self.filled], cells);
        let empty = cells.floors().without(self.filled);
        if !empty.is_empty() {
            self.close(empty);
        }
        self.link();
    }

    /// Closes columns, by their lowest cells, from the last.
    #[cold]
    fn close(&mut self, floors: Field<WORDS, STRIDE>) {
        let floors: Vec<usize> = floors.bits().collect();
        for &floor in floors.iter().rev() {
            self.planes = self.planes.map(|plane| plane.close(floor));
            self.filled = self.filled.close(floor);
        }
    }

    /// A key of the blocks alone.
    pub(super) fn blocks_key(&self) -> u64 {
        self.planes.iter().fold(self.filled.hash(1), |key, plane| plane.hash(key))
    }
}

impl<const WORDS: usize, const STRIDE: usize> State for Blocks<WORDS, STRIDE> {
    type Move = Group;

    #[inline]
    fn turn(&self) -> Turn {
        if (self.up | self.right).is_empty() { Turn::Over } else { Turn::Player(Player::FIRST) }
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Group>) {
        moves.clear();
        self.each_group(self.starts(), |group, _| moves.push(group));
    }

    #[inline]
    fn apply(&mut self, mv: Group) {
        self.take(self.group_of(usize::from(mv.0)));
    }

    fn rewards(&self) -> Rewards {
        Rewards::new([self.points() as f32, 0.0, 0.0, 0.0])
    }

    /// The number of the group's first cell: column by column from the left, each from the bottom.
    #[inline]
    fn move_index(&self, mv: Group) -> usize {
        let (column, row) = Self::place(usize::from(mv.0));
        column * usize::from(self.height) + row
    }

    #[inline]
    fn move_at(&self, index: usize) -> Group {
        self.group_at(index)
    }

    #[inline]
    fn is_legal(&self, mv: Group) -> bool {
        let bit = usize::from(mv.0);
        self.starts().has(bit) && self.group_of(bit).first() == bit
    }

    #[inline]
    fn random_move(&self, _moves: &mut Vec<Group>, rng: &mut Rng) -> Group {
        self.draw(self.starts(), rng)
    }
}

impl<const WORDS: usize, const STRIDE: usize> Keyed for Blocks<WORDS, STRIDE> {
    fn key(&self) -> u64 {
        mix_key(self.blocks_key() ^ mix_key(self.points as u64))
    }
}
