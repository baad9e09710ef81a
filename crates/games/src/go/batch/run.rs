//! The playouts that follow each other on each board.

use super::super::rules::{EyeRule, Suicide};
use super::super::state::GoState;
use super::boards::Boards;
use katsura_game::planes::{Number, Plane, Work};
use katsura_game::{Outcome, Rngs, Source, State};

/// One board in so many may wait for others to end, before all that have ended are counted and used again.
const WAIT: usize = 16;

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// Whether playouts are made side by side on boards of this size: on 25x25 one after the other is faster
    /// (`docs/book/src/decisions/0003-playouts.md`).
    pub(in super::super) const HAS_BATCH: bool = STRIDE <= 20;

    /// Whether playouts from here can run side by side: with the rules of eyes and suicide by default.
    pub(in super::super) fn fits_batch(&self) -> bool {
        self.rules.eye == EyeRule::Diagonal && self.rules.suicide == Suicide::Forbidden && !self.turn().is_over()
    }
}

/// The playouts that a source asks for, from positions of one game.
pub(in super::super) struct SideBySide<'a, const STRIDE: usize, const CELLS: usize>(
    pub &'a mut dyn Source<GoState<STRIDE, CELLS>>,
);

impl<const STRIDE: usize, const CELLS: usize> Work for SideBySide<'_, STRIDE, CELLS> {
    #[inline(always)]
    fn run<P: Plane>(self) {
        let SideBySide(source) = self;
        let mut ready = source.prepare(P::BOARDS);
        if ready == 0 {
            return;
        }
        let like = source.start(0).state.clone();
        let mut boards = Boards::<P, STRIDE, CELLS>::new(&like);
        let mut seats = Seats::new(P::BOARDS);
        while ready > 0 || boards.active.any() {
            seats.begin(&mut boards, source, ready);
            let used = P::BOARDS - seats.free.len();
            while boards.active.any() && !(ready > 0 && boards.ended.count() * WAIT >= used) {
                let rank = seats.draw(&boards);
                boards.step(rank);
            }
            seats.count(&mut boards, &like, source);
            ready = source.prepare(seats.free.len());
        }
    }
}

/// Which playout is on which board, and its generator.
struct Seats {
    /// The tickets of the playouts, board by board.
    tickets: Vec<u64>,
    /// Boards without a playout.
    free: Vec<usize>,
    rngs: Rngs,
    bounds: Vec<u16>,
    ranks: Vec<u16>,
}

impl Seats {
    fn new(boards: usize) -> Self {
        let (rngs, bounds, free) = (Rngs::new(boards), vec![0; boards], (0..boards).rev().collect());
        Seats { tickets: vec![0; boards], free, rngs, ranks: bounds.clone(), bounds }
    }

    /// Begins the playouts that are ready. Those that cannot run side by side are played at once.
    #[inline(always)]
    fn begin<P: Plane, const STRIDE: usize, const CELLS: usize>(
        &mut self,
        boards: &mut Boards<P, STRIDE, CELLS>,
        source: &mut dyn Source<GoState<STRIDE, CELLS>>,
        ready: usize,
    ) {
        // playouts from one position follow each other and begin together
        let mut starts: Vec<(&GoState<STRIDE, CELLS>, P)> = Vec::new();
        let mut alone = Vec::new();
        for start in (0..ready).map(|place| source.start(place)) {
            let board = if start.state.fits_batch() { self.free.pop() } else { None };
            let Some(board) = board else {
                alone.push((start.ticket, start.play()));
                continue;
            };
            self.rngs.set(board, &start.rng);
            self.tickets[board] = start.ticket;
            let here = P::of_boards(&[board]);
            match starts.last_mut() {
                Some((state, on)) if std::ptr::eq(*state, start.state) => *on = *on | here,
                _ => starts.push((start.state, here)),
            }
        }
        boards.begin(&starts);
        alone.iter().for_each(|(ticket, outcome)| source.end(*ticket, outcome, &[]));
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

    /// Hands in what the playouts that have ended came to; their boards are free.
    #[inline(always)]
    fn count<P: Plane, const STRIDE: usize, const CELLS: usize>(
        &mut self,
        boards: &mut Boards<P, STRIDE, CELLS>,
        like: &GoState<STRIDE, CELLS>,
        source: &mut dyn Source<GoState<STRIDE, CELLS>>,
    ) {
        let (white, moves) = (numbers(&[boards.white]), numbers(&boards.made));
        let [mine, theirs] = boards.areas();
        let (mine, theirs) = (numbers(&mine.0), numbers(&theirs.0));
        for board in boards.ended.boards() {
            let lead = i32::from(mine[board]) - i32::from(theirs[board]);
            let lead = if white[board] == 1 { -lead } else { lead };
            let (rewards, score) = (like.rewards_of(lead), Some(like.score_rewards_of(lead)));
            let outcome = Outcome { rewards, score, moves: u32::from(moves[board]) };
            source.end(self.tickets[board], &outcome, &[]);
            self.free.push(board);
        }
        boards.ended = P::all(false);
    }
}

/// The number of each board.
#[inline(always)]
fn numbers<P: Plane>(planes: &[P]) -> Vec<u16> {
    let mut numbers = vec![0; P::BOARDS];
    P::spread(planes, &mut numbers);
    numbers
}
