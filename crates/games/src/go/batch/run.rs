//! The machines that batches run on, and the playouts that follow each other on each board.

use super::super::rules::{EyeRule, Suicide};
use super::super::state::GoState;
use super::boards::Boards;
use super::number::Number;
use super::plane::{MOST_WORDS, Plane, Words};
#[cfg(target_arch = "x86_64")]
use super::vectors::{Avx2, Avx512};
use katsura_game::{Outcome, Rng, Rngs, State};

/// One board in so many may wait for others to end, before all that have ended are counted and used again.
const WAIT: usize = 32;

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// Whether playouts from here can run side by side: with the rules of eyes and suicide by default, on boards up to 19x19.
    pub(in super::super) fn has_batch(&self) -> bool {
        let usual = self.rules.eye == EyeRule::Diagonal && self.rules.suicide == Suicide::Forbidden;
        STRIDE <= 20 && usual && !self.turn().is_over()
    }

    /// Playouts side by side, with the best that the processor has.
    pub(in super::super) fn run_batch(&self, seed: u64, outcomes: &mut [Outcome]) {
        let known = [Processor::Avx512, Processor::Avx2];
        let best = known.into_iter().find(|processor| processor.is_here()).unwrap_or(Processor::Any);
        best.run(self, seed, outcomes);
    }
}

/// Processors that batches are compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Processor {
    Avx512,
    Avx2,
    Any,
}

impl Processor {
    /// Whether this machine has one.
    pub fn is_here(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512bw")
            }
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2 => is_x86_feature_detected!("avx2"),
            other => other == Processor::Any,
        }
    }

    /// Playouts side by side.
    ///
    /// # Panics
    /// If this machine does not have the processor.
    pub fn run<const STRIDE: usize, const CELLS: usize>(
        self,
        start: &GoState<STRIDE, CELLS>,
        seed: u64,
        outcomes: &mut [Outcome],
    ) {
        assert!(self.is_here(), "this machine has no {self:?}");
        match self {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the machine has the instructions
            Processor::Avx512 => unsafe { run_avx512(start, seed, outcomes) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the machine has the instructions
            Processor::Avx2 => unsafe { run_avx2(start, seed, outcomes) },
            _ => run::<Words<4>, STRIDE, CELLS>(start, seed, outcomes),
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw")]
fn run_avx512<const STRIDE: usize, const CELLS: usize>(start: &GoState<STRIDE, CELLS>, seed: u64, outcomes: &mut [Outcome]) {
    run::<Avx512, STRIDE, CELLS>(start, seed, outcomes);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<const STRIDE: usize, const CELLS: usize>(start: &GoState<STRIDE, CELLS>, seed: u64, outcomes: &mut [Outcome]) {
    run::<Avx2, STRIDE, CELLS>(start, seed, outcomes);
}

#[inline(always)]
fn run<P: Plane, const STRIDE: usize, const CELLS: usize>(
    start: &GoState<STRIDE, CELLS>,
    seed: u64,
    outcomes: &mut [Outcome],
) {
    let mut boards = Boards::<P, STRIDE, CELLS>::new(start);
    let mut seats = Seats::new(P::BOARDS, seed, outcomes.len());
    let used: Vec<usize> = (0..P::BOARDS.min(outcomes.len())).collect();
    let begun = seats.begin::<P>(&used);
    boards.restart(start, P::all(true), begun);
    while boards.active.any() {
        let rank = seats.draw(&boards.open_total, Boards::<P, STRIDE, CELLS>::WIDTH);
        boards.step(rank);
        if count(boards.ended) * WAIT >= used.len() || !boards.active.any() {
            let ended = places(boards.ended);
            seats.count(&mut boards, start, &ended, outcomes);
            let begun = seats.begin::<P>(&ended);
            let ended = boards.ended;
            boards.restart(start, ended, begun);
        }
    }
}

/// The number of boards whose bit is set.
#[inline(always)]
fn count<P: Plane>(plane: P) -> usize {
    let mut words = [0; MOST_WORDS];
    plane.to_words(&mut words[..P::BOARDS / 64]);
    words.iter().map(|word| word.count_ones() as usize).sum()
}

/// The boards whose bit is set.
fn places<P: Plane>(plane: P) -> Vec<usize> {
    let mut words = vec![0; P::BOARDS / 64];
    plane.to_words(&mut words);
    (0..P::BOARDS).filter(|board| words[board / 64] >> (board % 64) & 1 == 1).collect()
}

/// The number of each board.
#[inline(always)]
fn numbers<P: Plane>(planes: &[P]) -> Vec<u16> {
    let mut numbers = vec![0; P::BOARDS];
    P::spread(planes, &mut numbers);
    numbers
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
        Seats {
            seed,
            next: 0,
            end,
            playout: vec![end; boards],
            rngs: Rngs::new(boards),
            bounds: vec![0; boards],
            ranks: vec![0; boards],
        }
    }

    /// Gives these boards the playouts that are next; returns those that got one.
    fn begin<P: Plane>(&mut self, boards: &[usize]) -> P {
        let mut words = vec![0; P::BOARDS / 64];
        for &board in boards.iter().take(self.end - self.next) {
            words[board / 64] |= 1 << (board % 64);
            self.playout[board] = self.next;
            self.rngs.set(board, &Rng::stream(&[self.seed, self.next as u64]));
            self.next += 1;
        }
        P::from_words(&words)
    }

    /// Draws a number below the bound of each board.
    #[inline(always)]
    fn draw<P: Plane>(&mut self, bound: &Number<P>, width: usize) -> Number<P> {
        P::spread(&bound.0[..width], &mut self.bounds);
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
