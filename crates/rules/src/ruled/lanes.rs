//! Many playouts side by side, a bit for each in every register of the circuit.
//!
//! A round is the same for all: the circuit says what is legal and who is done; each playout draws, from a generator of its own, how many
//! legal moves to pass over; the move that is left is counted off in all playouts at once; the circuit makes the next position. The moves
//! are those that a single playout makes with the same generator.

use super::bits;
use super::position::Position;
use crate::circuit::program::run;
use crate::rules::{Goal, Rules};
use katsura_game::planes::{MOST_BITS, Number, Plane, Processor, Work};
use katsura_game::{Lanes, Outcome, Rngs, Source};
use std::sync::Arc;

/// One playout in so many may wait for others to end, before all that have ended are counted and others begin in their place.
const WAIT: usize = 16;

impl Lanes for Position {
    fn play_out_source(source: &mut dyn Source<Self>) {
        Processor::run_best(SideBySide(source));
    }

    fn plays_side_by_side(&self) -> bool {
        self.fits_batch()
    }
}

/// The playouts that a source asks for, from positions of one game.
pub(super) struct SideBySide<'a>(pub &'a mut dyn Source<Position>);

impl Work for SideBySide<'_> {
    #[inline(always)]
    fn run<P: Plane>(self) {
        let SideBySide(source) = self;
        let mut ready = source.prepare(P::BOARDS);
        if ready == 0 {
            return;
        }
        let rules = Arc::clone(&source.start(0).state.rules);
        let mut boards = Boards::<P>::new(&rules);
        boards.begin(source, ready);
        while boards.active.any() || boards.ended.any() || ready > 0 {
            boards.look();
            ready = 0;
            let used = P::BOARDS - boards.seats.free.len();
            if boards.ended.any() && (!boards.active.any() || boards.ended.count() * WAIT >= used) {
                boards.count(source);
            }
            if boards.seats.free.len() * WAIT >= P::BOARDS {
                ready = source.prepare(boards.seats.free.len());
            }
            if boards.active.any() {
                boards.draw();
                boards.advance();
            }
            boards.begin(source, ready);
        }
    }
}

/// The most boards of a plane.
const MOST_BOARDS: usize = 512;

/// A number of legal moves.
type Count<P> = Number<P, MOST_BITS>;

/// What is asked of each role in each round.
struct Choice<P> {
    /// How many legal moves there are.
    count: Count<P>,
    /// The bits that this number can have.
    width: usize,
    /// Where there are two or more.
    chooses: P,
    /// How many of them are passed over.
    rank: Count<P>,
}

/// Playouts at work.
struct Boards<'a, P> {
    rules: &'a Rules,
    registers: Vec<P>,
    next: Vec<P>,
    /// Who is playing, and who has ended and is not counted yet.
    active: P,
    ended: P,
    choices: Vec<Choice<P>>,
    seats: Seats,
}

/// Which playout is on which board, and its generator.
struct Seats {
    tickets: Vec<u64>,
    free: Vec<usize>,
    rngs: Rngs,
    bounds: Vec<u16>,
    ranks: Vec<u16>,
    /// The rounds played since the work began.
    round: u32,
    /// The rounds in which each board began and ended, and the round in which it is over, whatever the rules say.
    began: Vec<u32>,
    ended: Vec<u32>,
    until: Vec<u32>,
    /// The first of the rounds in which a board is over so.
    first_until: u32,
    /// Moves beyond one in each round.
    more_moves: Vec<u32>,
}

impl Seats {
    fn new(boards: usize) -> Self {
        Seats {
            tickets: vec![0; boards],
            free: (0..boards).rev().collect(),
            rngs: Rngs::new(boards),
            bounds: vec![0; boards],
            ranks: vec![0; boards],
            round: 0,
            began: vec![0; boards],
            ended: vec![0; boards],
            until: vec![u32::MAX; boards],
            first_until: u32::MAX,
            more_moves: vec![0; boards],
        }
    }

    /// The boards whose time is up.
    fn late(&mut self) -> Vec<usize> {
        if self.round < self.first_until {
            return Vec::new();
        }
        let late = (0..self.until.len()).filter(|&board| self.until[board] <= self.round).collect();
        self.first_until = self.until.iter().copied().filter(|&until| until > self.round).min().unwrap_or(u32::MAX);
        late
    }
}

impl<'a, P: Plane> Boards<'a, P> {
    #[inline(always)]
    fn new(rules: &'a Rules) -> Self {
        let none = P::all(false);
        let mut choices = Vec::new();
        for moves in &rules.of_role {
            let width = (usize::BITS - moves.len().leading_zeros()) as usize;
            choices.push(Choice { count: Count::<P>::zero(), width, chooses: none, rank: Count::<P>::zero() });
        }
        Boards {
            rules,
            registers: vec![none; rules.parts.program.registers],
            next: vec![none; rules.fact_count()],
            active: none,
            ended: none,
            choices,
            seats: Seats::new(P::BOARDS),
        }
    }

    /// Begins the playouts that are ready. Those that cannot run side by side are played at once.
    #[inline(always)]
    fn begin(&mut self, source: &mut dyn Source<Position>, ready: usize) {
        // playouts from one position follow each other and begin together
        let mut starts: Vec<(&Position, P)> = Vec::new();
        let mut alone = Vec::new();
        for start in (0..ready).map(|place| source.start(place)) {
            let board = if start.state.fits_batch() { self.seats.free.pop() } else { None };
            let Some(board) = board else {
                alone.push((start.ticket, start.play()));
                continue;
            };
            let seats = &mut self.seats;
            seats.rngs.set(board, &start.rng);
            (seats.tickets[board], seats.began[board], seats.more_moves[board]) = (start.ticket, seats.round, 0);
            seats.until[board] = seats.round + self.rules.parts.longest.saturating_sub(start.state.rounds);
            seats.first_until = seats.first_until.min(seats.until[board]);
            let here = P::of_boards(&[board]);
            match starts.last_mut() {
                Some((state, on)) if std::ptr::eq(*state, start.state) => *on = *on | here,
                _ => starts.push((start.state, here)),
            }
        }
        for &(state, on) in &starts {
            self.active = self.active | on;
            let first = self.rules.parts.program.fact(0);
            for (fact, register) in self.registers[first..first + self.next.len()].iter_mut().enumerate() {
                *register = if bits::has(&state.facts, fact) { *register | on } else { *register & !on };
            }
        }
        alone.iter().for_each(|(ticket, outcome)| source.end(*ticket, outcome, &[]));
    }

    /// Asks the circuit what is legal and what is over.
    #[inline(always)]
    fn look(&mut self) {
        let parts = &self.rules.parts;
        run(&parts.program.view, &mut self.registers);
        let mut over = parts.terminal.read(&self.registers);
        for (choice, moves) in self.choices.iter_mut().zip(&self.rules.of_role) {
            let mut count = Count::<P>::zero();
            let legal = &parts.legal[moves.start as usize..moves.end as usize];
            for three in legal.chunks(3) {
                let mut planes = [P::all(false); 3];
                for (plane, output) in planes.iter_mut().zip(three) {
                    *plane = output.read(&self.registers);
                }
                count.add_three(planes, choice.width.max(2));
            }
            let mut chooses = P::all(false);
            for &digit in &count.0[1..choice.width.max(1)] {
                chooses = chooses | digit;
            }
            over = over | count.is_zero(choice.width);
            (choice.count, choice.chooses) = (count, chooses);
        }
        let late = self.seats.late();
        if !late.is_empty() {
            over = over | P::of_boards(&late);
        }
        let now = self.active & over;
        if now.any() {
            for board in boards_of(now) {
                self.seats.ended[board] = self.seats.round;
            }
        }
        self.ended = self.ended | now;
        self.active = self.active & !over;
    }

    /// Draws for every role that has a choice how many legal moves to pass over.
    #[inline(always)]
    fn draw(&mut self) {
        let (mut one, mut several) = (P::all(false), P::all(false));
        for choice in &self.choices {
            several = several | (one & choice.chooses & self.active);
            one = one | choice.chooses;
        }
        if several.any() {
            self.draw_role_by_role(several);
            return;
        }
        // one number for each board, whoever chooses there
        let mut count = Count::<P>::zero();
        let mut widest = 1;
        for choice in &self.choices {
            widest = widest.max(choice.width);
            for (digit, &of_role) in count.0[..choice.width].iter_mut().zip(&choice.count.0) {
                *digit = *digit | (of_role & choice.chooses & self.active);
            }
        }
        let rank = self.seats.draw(&count, widest);
        for choice in &mut self.choices {
            for (digit, &drawn) in choice.rank.0[..choice.width].iter_mut().zip(&rank.0) {
                *digit = drawn & choice.chooses;
            }
        }
    }

    /// The same where several roles choose on one board.
    #[inline(always)]
    fn draw_role_by_role(&mut self, several: P) {
        let mut choosers = vec![0; P::BOARDS];
        for choice in &mut self.choices {
            let mut count = choice.count;
            for digit in &mut count.0 {
                *digit = *digit & choice.chooses & self.active;
            }
            choice.rank = self.seats.draw(&count, choice.width);
            for board in boards_of(choice.chooses & several) {
                choosers[board] += 1;
            }
        }
        for (more, choosers) in self.seats.more_moves.iter_mut().zip(choosers) {
            *more += u32::saturating_sub(choosers, 1);
        }
    }

    /// Makes the moves that were drawn.
    #[inline(always)]
    fn advance(&mut self) {
        let parts = &self.rules.parts;
        for (choice, moves) in self.choices.iter_mut().zip(&self.rules.of_role) {
            for mv in moves.start as usize..moves.end as usize {
                let legal = parts.legal[mv].read(&self.registers);
                self.registers[parts.program.mv(mv)] = choice.rank.take(legal, choice.width);
            }
        }
        run(&parts.program.next, &mut self.registers);
        for (next, output) in self.next.iter_mut().zip(&parts.next) {
            *next = output.read(&self.registers);
        }
        let first = parts.program.fact(0);
        for (register, &next) in self.registers[first..].iter_mut().zip(&self.next) {
            *register = next.where_or(self.active, *register);
        }
        self.seats.round += 1;
    }

    /// Hands in what the playouts that have ended came to; their boards are free.
    #[inline(always)]
    fn count(&mut self, source: &mut dyn Source<Position>) {
        let parts = &self.rules.parts;
        run(&parts.program.goals, &mut self.registers);
        let words = P::BOARDS / 64;
        let mut planes = Vec::new();
        for goal in parts.goals.iter().flatten() {
            let at = planes.len();
            planes.resize(at + words, 0u64);
            goal.holds.read(&self.registers).to_words(&mut planes[at..]);
        }
        let mut firsts = vec![0];
        parts.goals.iter().for_each(|goals| firsts.push(firsts[firsts.len() - 1] + goals.len()));
        let holds = |number: usize, board: usize| planes[number * words + board / 64] >> (board % 64) & 1 == 1;
        for board in boards_of(self.ended) {
            let points = |role: usize| {
                let reached = |(place, _): &(usize, &Goal)| holds(firsts[role] + place, board);
                parts.goals[role].iter().enumerate().find(reached).map_or(0, |(_, goal)| goal.points)
            };
            let seats = &mut self.seats;
            let moves = seats.ended[board] - seats.began[board] + seats.more_moves[board];
            let outcome = Outcome { rewards: Position::result(self.rules, points), score: None, moves };
            source.end(seats.tickets[board], &outcome, &[]);
            seats.until[board] = u32::MAX;
            seats.free.push(board);
        }
        self.ended = P::all(false);
    }
}

/// The boards whose bit is set, without a list of them.
#[inline(always)]
fn boards_of<P: Plane>(plane: P) -> impl Iterator<Item = usize> {
    let mut words = [0; MOST_BOARDS / 64];
    plane.to_words(&mut words[..P::BOARDS / 64]);
    words.into_iter().enumerate().flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            let board = (bits != 0).then(|| word * 64 + bits.trailing_zeros() as usize);
            bits &= bits.wrapping_sub(1);
            board
        })
    })
}

impl Seats {
    /// Draws a number below the number of each board that is not zero.
    #[inline(always)]
    fn draw<P: Plane>(&mut self, bounds: &Count<P>, width: usize) -> Count<P> {
        P::spread(&bounds.0[..width], &mut self.bounds);
        self.rngs.below(&self.bounds, &mut self.ranks);
        let mut ranks = Count::<P>::zero();
        P::gather(&self.ranks, &mut ranks.0[..width]);
        ranks
    }
}

#[cfg(test)]
mod tests;
