//! The playouts that follow each other on each board.

use super::super::rules::{EyeRule, Suicide};
use super::super::state::GoState;
use super::boards::Boards;
use crate::planes::{Number, Plane, Processor, Work};
use katsura_game::{Batch, Outcome, Rng, Rngs, State};

/// One board in so many may wait for others to end, before all that have ended are counted and used again.
const WAIT: usize = 32;

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// Whether playouts from here run side by side: with the rules of eyes and suicide by default, on boards up to 19x19. On 25x25 one after the
    /// other is faster (`docs/decisions/0003-playouts.md`).
    pub(in super::super) fn has_batch(&self) -> bool {
        let usual = self.rules.eye == EyeRule::Diagonal && self.rules.suicide == Suicide::Forbidden;
        STRIDE <= 20 && usual && !self.turn().is_over()
    }
}

/// Batches of playouts from positions of one game.
pub(in super::super) struct SideBySide<'a, 'b, const STRIDE: usize, const CELLS: usize>(
    pub Vec<&'a mut Batch<'b, GoState<STRIDE, CELLS>>>,
);

impl<const STRIDE: usize, const CELLS: usize> SideBySide<'_, '_, STRIDE, CELLS> {
    /// Plays them with the best that the processor has.
    pub fn run_best(self) {
        Processor::run_best(self);
    }
}

impl<const STRIDE: usize, const CELLS: usize> Work for SideBySide<'_, '_, STRIDE, CELLS> {
    #[inline(always)]
    fn run<P: Plane>(self) {
        let SideBySide(mut batches) = self;
        let Some(first) = batches.first() else { return };
        let mut boards = Boards::<P, STRIDE, CELLS>::new(first.start);
        let mut seats = Seats::new(P::BOARDS);
        let mut free: Vec<usize> = (0..P::BOARDS).collect();
        loop {
            let (mut begun, mut kos) = (P::all(false), Vec::new());
            for seated in seats.begin(&free, &batches).chunk_by(|a, b| a.batch == b.batch) {
                let start = batches[seated[0].batch].start;
                let on = P::of_boards(&seated.iter().map(|seat| seat.board).collect::<Vec<_>>());
                boards.put(start, on);
                begun = begun | on;
                kos.extend(start.ko.map(|at| (at, on)));
            }
            boards.open_up(begun, &kos);
            if !boards.active.any() {
                return;
            }
            let more = seats.next.0 < batches.len();
            while boards.active.any() && !(more && boards.ended.count() * WAIT >= P::BOARDS) {
                let rank = seats.draw(&boards);
                boards.step(rank);
            }
            free = boards.ended.boards();
            seats.count(&mut boards, &free, &mut batches);
            boards.ended = P::all(false);
        }
    }
}

/// A playout and its board.
#[derive(Clone, Copy)]
struct Seat {
    board: usize,
    batch: usize,
    number: usize,
}

/// Which playout is on which board, and its generator.
struct Seats {
    /// The batch and the number of the next playout.
    next: (usize, usize),
    seated: Vec<Option<Seat>>,
    rngs: Rngs,
    bounds: Vec<u16>,
    ranks: Vec<u16>,
}

impl Seats {
    fn new(boards: usize) -> Self {
        let (rngs, bounds) = (Rngs::new(boards), vec![0; boards]);
        Seats { next: (0, 0), seated: vec![None; boards], rngs, ranks: bounds.clone(), bounds }
    }

    /// Gives these boards the playouts that are next, as far as there are some; returns who sits where.
    fn begin<S>(&mut self, boards: &[usize], batches: &[&mut Batch<'_, S>]) -> Vec<Seat> {
        let mut begun = Vec::with_capacity(boards.len());
        self.skip_full(batches);
        for &board in boards {
            let (batch, number) = self.next;
            let Some(from) = batches.get(batch) else { break };
            self.rngs.set(board, &Rng::stream(&[from.seed, number as u64]));
            let seat = Seat { board, batch, number };
            self.seated[board] = Some(seat);
            begun.push(seat);
            self.next.1 += 1;
            self.skip_full(batches);
        }
        begun
    }

    /// Goes on to the next batch that has a playout left.
    fn skip_full<S>(&mut self, batches: &[&mut Batch<'_, S>]) {
        while batches.get(self.next.0).is_some_and(|batch| batch.outcomes.len() == self.next.1) {
            self.next = (self.next.0 + 1, 0);
        }
    }

    /// Draws a number below the number of open points of each board that has some.
    #[inline(always)]
    fn draw<P: Plane, const STRIDE: usize, const CELLS: usize>(&mut self, boards: &Boards<P, STRIDE, CELLS>) -> Number<P> {
        let width = Boards::<P, STRIDE, CELLS>::WIDTH;
        P::spread(&boards.open_total.0[..width], &mut self.bounds);
        self.rngs.below(&self.bounds, &mut self.ranks);
        let mut rank = Number::zero();
        P::gather(&self.ranks, &mut rank.0[..width]);
        rank
    }

    /// Writes down what the playouts on these boards came to.
    #[inline(always)]
    fn count<P: Plane, const STRIDE: usize, const CELLS: usize>(
        &self,
        boards: &mut Boards<P, STRIDE, CELLS>,
        ended: &[usize],
        batches: &mut [&mut Batch<'_, GoState<STRIDE, CELLS>>],
    ) {
        let (white, moves) = (numbers(&[boards.white]), numbers(&boards.made));
        let [mine, theirs] = boards.areas();
        let (mine, theirs) = (numbers(&mine.0), numbers(&theirs.0));
        for seat in ended.iter().filter_map(|&board| self.seated[board]) {
            let (board, batch) = (seat.board, &mut *batches[seat.batch]);
            let lead = i32::from(mine[board]) - i32::from(theirs[board]);
            let lead = if white[board] == 1 { -lead } else { lead };
            let (rewards, score) = (batch.start.rewards_of(lead), Some(batch.start.score_rewards_of(lead)));
            batch.outcomes[seat.number] = Outcome { rewards, score, moves: u32::from(moves[board]) };
        }
    }
}

/// The number of each board.
#[inline(always)]
fn numbers<P: Plane>(planes: &[P]) -> Vec<u16> {
    let mut numbers = vec![0; P::BOARDS];
    P::spread(planes, &mut numbers);
    numbers
}
