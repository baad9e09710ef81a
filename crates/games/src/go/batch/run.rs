//! The playouts that follow each other on each board.

use super::super::rules::{EyeRule, Suicide};
use super::super::state::GoState;
use super::boards::Boards;
use crate::planes::{Number, Plane, Processor, Work};
use katsura_game::{Outcome, Rng, Rngs, State};

/// One board in so many may wait for others to end, before all that have ended are counted and used again.
const WAIT: usize = 32;

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// Whether playouts from here run side by side: with the rules of eyes and suicide by default, on boards up to 19x19. On 25x25 one after the
    /// other is faster (`docs/decisions/0003-playouts.md`).
    pub(in super::super) fn has_batch(&self) -> bool {
        let usual = self.rules.eye == EyeRule::Diagonal && self.rules.suicide == Suicide::Forbidden;
        STRIDE <= 20 && usual && !self.turn().is_over()
    }

    /// Playouts side by side.
    pub(in super::super) fn run_batch(&self, seed: u64, outcomes: &mut [Outcome]) {
        Processor::run_best(Batch { start: self, seed, outcomes });
    }
}

/// Playouts from a position.
pub(in super::super) struct Batch<'a, const STRIDE: usize, const CELLS: usize> {
    pub start: &'a GoState<STRIDE, CELLS>,
    pub seed: u64,
    pub outcomes: &'a mut [Outcome],
}

impl<const STRIDE: usize, const CELLS: usize> Work for Batch<'_, STRIDE, CELLS> {
    #[inline(always)]
    fn run<P: Plane>(self) {
        let Batch { start, seed, outcomes } = self;
        let mut boards = Boards::<P, STRIDE, CELLS>::new(start);
        let mut seats = Seats::new(P::BOARDS, seed, outcomes.len());
        let used: Vec<usize> = (0..P::BOARDS.min(outcomes.len())).collect();
        let begun = seats.begin(&used);
        boards.restart(start, P::all(true), P::of_boards(begun));
        while boards.active.any() {
            let rank = seats.draw(&boards);
            boards.step(rank);
            if boards.ended.count() * WAIT >= used.len() || !boards.active.any() {
                let ended = boards.ended.boards();
                seats.count(&mut boards, start, &ended, outcomes);
                let begun = seats.begin(&ended);
                boards.restart(start, P::of_boards(&ended), P::of_boards(begun));
            }
        }
    }
}

/// Which playout is on which board, and its generator.
struct Seats {
    seed: u64,
    next: usize,
    end: usize,
    playout: Vec<usize>,
    rngs: Rngs,
    bounds: Vec<u16>,
    ranks: Vec<u16>,
}

impl Seats {
    fn new(boards: usize, seed: u64, end: usize) -> Self {
        let (rngs, bounds) = (Rngs::new(boards), vec![0; boards]);
        Seats { seed, next: 0, end, playout: vec![end; boards], rngs, ranks: bounds.clone(), bounds }
    }

    /// Gives these boards the playouts that are next; returns those that got one.
    fn begin<'a>(&mut self, boards: &'a [usize]) -> &'a [usize] {
        let begun = &boards[..boards.len().min(self.end - self.next)];
        for &board in begun {
            self.playout[board] = self.next;
            self.rngs.set(board, &Rng::stream(&[self.seed, self.next as u64]));
            self.next += 1;
        }
        begun
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
        start: &GoState<STRIDE, CELLS>,
        ended: &[usize],
        outcomes: &mut [Outcome],
    ) {
        let (white, moves) = (numbers(&[boards.white]), numbers(&boards.made));
        let [mine, theirs] = boards.areas();
        let (mine, theirs) = (numbers(&mine.0), numbers(&theirs.0));
        for &board in ended {
            let lead = i32::from(mine[board]) - i32::from(theirs[board]);
            let rewards = start.rewards_of(if white[board] == 1 { -lead } else { lead });
            outcomes[self.playout[board]] = Outcome { rewards, moves: u32::from(moves[board]) };
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
