//! Many playouts side by side, a bit for each board.
//!
//! A playout puts stones on the empty cells in random order until someone has won, and who has won once has won for good. So the order is drawn to the
//! end, with the numbers that a single playout draws, and the first move that wins is found by halves: nine looks at whole boards
//! instead of 180 moves in Havannah of size 10. A look floods the sides of the board and what lies outside of rings through all boards at once.
//! The outcome of a number and a seed is exactly that of the single playout.

use super::board::{Board, Rules};
use super::grid::{Grid, NONE};
use katsura_game::planes::{Number, Plane, Processor, Work};
use katsura_game::{Outcome, Player, Rewards, Rngs, Source};

/// The sides of a board, of which a group may touch some.
const SIDES: usize = 12;
/// The directions of the neighbours with smaller numbers, and with larger ones.
const BEFORE: [usize; 3] = [5, 0, 1];
const AFTER: [usize; 3] = [2, 3, 4];
/// Boards for which the order of the stones is drawn together: what this needs stays in the fastest memory.
const TOGETHER: usize = 32;
/// Bits of a time: enough for the cells of any board.
const WIDTH: usize = 10;

/// Playouts from one position that are worth a look at whole boards; fewer are played one by one.
const WORTH: usize = 32;

/// The playouts that a source asks for, from positions of one game.
struct SideBySide<'a, R: Rules, const CELLS: usize>(pub &'a mut dyn Source<Board<R, CELLS>>);

/// Plays the playouts that a source asks for, from positions of one game.
pub(crate) fn play_side_by_side<R: Rules, const CELLS: usize>(source: &mut dyn Source<Board<R, CELLS>>) {
    Processor::run_best(SideBySide(source));
}

impl<R: Rules, const CELLS: usize> Work for SideBySide<'_, R, CELLS> {
    #[inline(always)]
    fn run<P: Plane>(self) {
        let SideBySide(source) = self;
        let mut boards: Option<Boards<P>> = None;
        let mut ended = Vec::new();
        loop {
            let ready = source.prepare(P::BOARDS);
            if ready == 0 {
                return;
            }
            let mut first = 0;
            while first < ready {
                let last = run_of(source, first, ready);
                let start = source.start(first).state;
                if last - first >= WORTH && start.fits_batch() {
                    // no closure: it would be compiled without the instructions
                    let mut fresh = match boards.take() {
                        Some(boards) => boards,
                        None => Boards::<P>::new(start.status.grid),
                    };
                    fresh.draw_times(source, first, last);
                    fresh.find_wins(start, &mut ended, last - first);
                    boards = Some(fresh);
                } else {
                    ended.extend((first..last).map(|place| source.start(place).play()));
                }
                first = last;
            }
            let tickets: Vec<u64> = (0..ready).map(|place| source.start(place).ticket).collect();
            for (ticket, outcome) in tickets.into_iter().zip(ended.drain(..)) {
                source.end(ticket, &outcome, &[]);
            }
        }
    }
}

/// The end of the run of leaves that stand at the same position as the first of them.
fn run_of<R: Rules, const CELLS: usize>(source: &dyn Source<Board<R, CELLS>>, first: usize, ready: usize) -> usize {
    let start = source.start(first).state;
    (first + 1..ready).find(|&place| !std::ptr::eq(source.start(place).state, start)).unwrap_or(ready)
}

/// What is flooded through the stones, or around them.
#[derive(Clone, Copy)]
struct Marks<P> {
    /// The sides that the group of a stone touches.
    sides: [P; SIDES],
    /// Whether a cell without a stone of a player is joined to the rim by such cells.
    outside: [P; 2],
}

/// Boards, cell by cell.
struct Boards<P> {
    /// The neighbours with smaller numbers, and with larger ones.
    before: Vec<[usize; 3]>,
    after: Vec<[usize; 3]>,
    /// When a stone is put on each cell, counted from one; zero for stones of the start position.
    times: Vec<Number<P>>,
    /// The stones of both players after some time.
    stones: Vec<[P; 2]>,
    marks: Vec<Marks<P>>,
    rngs: Rngs,
    numbers: Vec<u16>,
}

impl<P: Plane> Boards<P> {
    #[inline(always)]
    fn new(grid: &Grid) -> Self {
        let none = P::all(false);
        // one cell more stands for everything off the board: it has no stone and no mark
        let off = grid.len();
        let number = |cell: u16| if cell == NONE { off } else { usize::from(cell) };
        let near = |directions: [usize; 3]| {
            grid.places().iter().map(|place| directions.map(|direction| number(place.near[direction]))).collect()
        };
        Boards {
            before: near(BEFORE),
            after: near(AFTER),
            times: vec![Number::zero(); off],
            stones: vec![[none; 2]; off + 1],
            marks: vec![Marks { sides: [none; SIDES], outside: [none; 2] }; off + 1],
            rngs: Rngs::new(TOGETHER),
            numbers: vec![0; off * P::BOARDS],
        }
    }

    /// Draws the order of the stones for some leaves that stand at one position, each on a board of its own.
    #[inline(always)]
    fn draw_times<R: Rules, const CELLS: usize>(&mut self, source: &dyn Source<Board<R, CELLS>>, first: usize, last: usize) {
        let start = source.start(first).state;
        for board in (0..last - first).step_by(TOGETHER) {
            for place in 0..TOGETHER.min(last - first - board) {
                self.rngs.set(place, &source.start(first + board + place).rng);
            }
            self.draw_some_times(start.stones.list(), board);
        }
        for (time, numbers) in self.times.iter_mut().zip(self.numbers.chunks_exact(P::BOARDS)) {
            P::gather(numbers, &mut time.0);
        }
    }

    /// Draws the order of the stones on some boards, beginning with `board`.
    #[inline(always)]
    fn draw_some_times(&mut self, empty: &[u16], board: usize) {
        let mut lists: Vec<u16> = empty.repeat(TOGETHER);
        let mut times = vec![[0; TOGETHER]; self.times.len()];
        let mut ranks = [0; TOGETHER];
        for left in (1..=empty.len()).rev() {
            self.rngs.below(&[left as u16; TOGETHER], &mut ranks);
            for (place, (list, &rank)) in lists.chunks_exact_mut(empty.len()).zip(&ranks).enumerate() {
                let cell = list[usize::from(rank)];
                list[usize::from(rank)] = list[left - 1];
                times[usize::from(cell)][place] = (empty.len() - left + 1) as u16;
            }
        }
        for (numbers, times) in self.numbers.chunks_exact_mut(P::BOARDS).zip(&times) {
            numbers[board..board + TOGETHER].copy_from_slice(times);
        }
    }

    /// Finds the first move that wins on each of so many boards, and adds what came of them.
    #[inline(always)]
    fn find_wins<R: Rules, const CELLS: usize>(
        &mut self,
        start: &Board<R, CELLS>,
        outcomes: &mut Vec<Outcome>,
        count: usize,
    ) {
        let empty = start.stones.empty();
        let end = constant(empty);
        // the largest number of moves after which nobody has won, bit by bit from the highest
        let mut quiet = Number::zero();
        for bit in (0..=empty.ilog2() as usize).rev() {
            let mut longer = quiet;
            longer.0[bit] = P::all(true);
            let too_long = end.is_below(&longer, WIDTH);
            self.put_stones(start, &longer);
            quiet.0[bit] = !(too_long | self.look::<R>(start.status.grid));
        }
        let mut lengths = vec![0; P::BOARDS];
        P::spread(&quiet.0, &mut lengths);
        let to_move = start.status.to_move;
        for quiet in lengths.into_iter().take(count) {
            let quiet = usize::from(quiet);
            let winner = if quiet % 2 == 0 { to_move } else { to_move.opponent() };
            let rewards = if quiet == empty { Rewards::draw() } else { Rewards::win(winner) };
            outcomes.push(Outcome { rewards, score: None, moves: (quiet + 1).min(empty) as u32 });
        }
    }

    /// The stones after this many moves.
    #[inline(always)]
    fn put_stones<R: Rules, const CELLS: usize>(&mut self, start: &Board<R, CELLS>, moves: &Number<P>) {
        let to_move = start.status.to_move.index();
        for (cell, place) in start.status.grid.places().iter().enumerate() {
            self.stones[cell] = match start.stones.owner(place) {
                Some(owner) => [P::all(owner == Player::FIRST), P::all(owner == Player::SECOND)],
                None => {
                    let time = &self.times[cell];
                    let there = !moves.is_below(time, WIDTH);
                    let mut stones = [there & !time.0[0]; 2];
                    stones[to_move] = there & time.0[0];
                    stones
                }
            };
        }
    }

    /// The boards on which someone has won.
    #[inline(always)]
    fn look<R: Rules>(&mut self, grid: &Grid) -> P {
        let mut won = self.mark_rim::<R>(grid);
        let mut settled = false;
        while !settled {
            self.flood_forwards::<R>();
            let changed = self.flood_backwards::<R>();
            for cell in 0..grid.len() {
                let [first, second] = self.stones[cell];
                let sides = &self.marks[cell].sides;
                won = won | (first & R::wins_in(Player::FIRST, sides)) | (second & R::wins_in(Player::SECOND, sides));
            }
            settled = !(changed & !won).any();
        }
        if R::RINGS {
            for (stones, marks) in self.stones.iter().zip(&self.marks).take(grid.len()) {
                won = won | !(stones[0] | marks.outside[0]) | !(stones[1] | marks.outside[1]);
            }
        }
        won
    }

    /// Marks what stands at the rim. Returns the boards on which a stone is surrounded by six of its own colour.
    #[inline(always)]
    fn mark_rim<R: Rules>(&mut self, grid: &Grid) -> P {
        let mut surrounded = P::all(false);
        for (cell, place) in grid.places().iter().enumerate() {
            let stones = self.stones[cell];
            let marks = &mut self.marks[cell];
            for (side, mark) in marks.sides.iter_mut().enumerate() {
                *mark = if place.sides >> side & 1 == 1 { stones[0] | stones[1] } else { P::all(false) };
            }
            if !R::RINGS {
                continue;
            }
            let (mut around, mut inner) = (stones, true);
            for &near in &place.near {
                inner &= near != NONE;
                let near = if near == NONE { cell } else { usize::from(near) };
                around = [around[0] & self.stones[near][0], around[1] & self.stones[near][1]];
            }
            let rim = P::all(!inner);
            marks.outside = [rim & !stones[0], rim & !stones[1]];
            surrounded = surrounded | (P::all(inner) & (around[0] | around[1]));
        }
        surrounded
    }

    /// Carries marks to cells with larger numbers.
    #[inline(always)]
    fn flood_forwards<R: Rules>(&mut self) {
        for cell in 0..self.before.len() {
            self.marks[cell] = self.carried::<R>(cell, self.before[cell]);
        }
    }

    /// Carries marks to cells with smaller numbers. Returns the boards that have changed: if none has, nothing will change any more.
    #[inline(always)]
    fn flood_backwards<R: Rules>(&mut self) -> P {
        let mut changed = P::all(false);
        for cell in (0..self.after.len()).rev() {
            let (old, new) = (self.marks[cell], self.carried::<R>(cell, self.after[cell]));
            for (&old, &new) in old.sides[..R::SIDES].iter().zip(&new.sides) {
                changed = changed | (old ^ new);
            }
            if R::RINGS {
                changed = changed | (old.outside[0] ^ new.outside[0]) | (old.outside[1] ^ new.outside[1]);
            }
            self.marks[cell] = new;
        }
        changed
    }

    /// The marks of a cell with those that it shares with some neighbours.
    #[inline(always)]
    fn carried<R: Rules>(&self, cell: usize, neighbours: [usize; 3]) -> Marks<P> {
        let [first, second] = self.stones[cell];
        let mut marks = self.marks[cell];
        for near in neighbours {
            let (stones, from) = (self.stones[near], &self.marks[near]);
            let joined = (first & stones[0]) | (second & stones[1]);
            for (mark, &more) in marks.sides[..R::SIDES].iter_mut().zip(&from.sides) {
                *mark = mark.or_both(joined, more);
            }
            if R::RINGS {
                marks.outside[0] = marks.outside[0].or_both(from.outside[0], !first);
                marks.outside[1] = marks.outside[1].or_both(from.outside[1], !second);
            }
        }
        marks
    }
}

/// The same number for all boards.
#[inline(always)]
fn constant<P: Plane>(number: usize) -> Number<P> {
    let mut planes = Number::zero();
    for (bit, plane) in planes.0.iter_mut().enumerate() {
        *plane = P::all(number >> bit & 1 == 1);
    }
    planes
}

#[cfg(test)]
mod tests {
    use super::super::board::Cell;
    use super::*;
    use crate::havannah::Havannah;
    use crate::hex::Hex;
    use katsura_game::{Batch, Batches, Game, Lanes, Rng, State, play_out_one_by_one};

    /// Compares a batch with single playouts, on every processor that is here.
    fn compare<R: Rules, const CELLS: usize>(start: &Board<R, CELLS>, count: usize)
    where
        Board<R, CELLS>: Lanes<Move = Cell>,
    {
        assert!(start.plays_side_by_side());
        let mut single = vec![Outcome::default(); count];
        play_out_one_by_one(start, 9, &mut single);
        for processor in Processor::here() {
            let mut outcomes = vec![Outcome::default(); count];
            processor.run(SideBySide(&mut Batches::new(&mut [Batch { start, seed: 9, outcomes: &mut outcomes }])));
            assert_eq!(outcomes, single, "{processor:?}");
        }
        let mut outcomes = vec![Outcome::default(); count];
        start.play_out_batch(9, &mut outcomes);
        assert_eq!(outcomes, single);
    }

    /// Compares from positions on the way of a random game.
    fn compare_along_a_game<G: Game<State = Board<R, CELLS>>, R: Rules, const CELLS: usize>(game: &G, count: usize)
    where
        Board<R, CELLS>: Lanes<Move = Cell>,
    {
        let mut rng = Rng::new(count as u64);
        let (mut state, mut moves) = (game.start(), Vec::new());
        while !state.turn().is_over() {
            if state.plays_side_by_side() && rng.chance(8.0 / game.about().move_count().unwrap() as f64) {
                compare(&state, count / 5);
            }
            let mv = state.random_move(&mut moves, &mut rng);
            state.apply(mv);
        }
    }

    #[test]
    fn batches_of_havannah_come_to_what_single_playouts_come_to() {
        for (size, count) in [(2, 100), (3, 1100), (4, 1100), (5, 2100), (8, 1100), (10, 1100), (15, 70)] {
            let game = Havannah { size, swap: false };
            compare(&game.start(), count);
            compare_along_a_game(&game, count);
        }
    }

    #[test]
    fn batches_of_hex_come_to_what_single_playouts_come_to() {
        for (size, count) in [(3, 1100), (4, 100), (5, 1100), (11, 1100), (19, 70)] {
            let game = Hex { size, swap: false };
            compare(&game.start(), count);
            compare_along_a_game(&game, count);
        }
    }

    #[test]
    fn playouts_that_may_swap_are_played_one_by_one() {
        let rules = Havannah { size: 5, swap: true };
        let (start, mut outcomes, mut single) = (rules.start(), [Outcome::default(); 50], [Outcome::default(); 50]);
        assert!(!start.plays_side_by_side());
        start.play_out_batch(2, &mut outcomes);
        play_out_one_by_one(&start, 2, &mut single);
        assert_eq!(outcomes, single);
        compare_along_a_game(&rules, 200);
    }
}
