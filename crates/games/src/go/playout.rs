//! Random moves: the light playout, and any legal move.

use super::around;
use super::board::Colour;
use super::cells::At;
use super::place::Touched;
use super::rules::EyeRule;
use super::state::{GoState, Point};
use katsura_game::{LightPlayout, Played, Player, Record, Rng, State};

/// Draws in vain before all legal moves are listed.
const TRIES: u32 = 6;

impl<const STRIDE: usize, const CELLS: usize> GoState<STRIDE, CELLS> {
    /// A legal move, uniformly at random: draws from the empty points and the pass, and lists the legal moves only after
    /// some draws in vain.
    pub(super) fn any_move(&self, moves: &mut Vec<Point>, rng: &mut Rng) -> Point {
        let empty = self.board.empty.as_slice();
        for _ in 0..TRIES {
            let mv = empty.get(rng.index(empty.len() + 1)).map_or(Point::PASS, |&at| Point::at(at));
            if self.is_legal(mv) {
                return mv;
            }
        }
        self.legal_moves(moves);
        moves[rng.index(moves.len())]
    }

    /// Whether a playout may play on this empty point.
    #[inline]
    pub(super) fn is_playable(&self, at: At<STRIDE, CELLS>) -> bool {
        // beside an empty point there is no eye, no suicide, and no ko to take back
        if around::empty(self.board.around.get(at)) != 0 {
            return true;
        }
        Some(at) != self.ko
            && !self.board.is_eye(at, self.to_move, self.rules.eye)
            && self.board.can_place(at, self.to_move, self.multi_stone_suicide())
    }

    /// A move of the playout: empty points are drawn without replacement until one is playable.
    pub(super) fn choose(&self, moves: &mut Vec<Point>, rng: &mut Rng) -> Point {
        self.playout_candidates(moves);
        while !moves.is_empty() {
            let mv = moves.swap_remove(rng.index(moves.len()));
            if self.point(mv).is_some_and(|at| self.is_playable(at)) {
                return mv;
            }
        }
        Point::PASS
    }

    /// Plays to the end: the moves of [`choose`](Self::choose), with the test and the move in one step.
    pub(super) fn run<R: Record>(&mut self, rng: &mut Rng, record: &mut R) {
        let mut left = self.playout_left.unwrap_or_default();
        let mut goes_on = self.to_move == 0 || self.step::<1, R>(&mut left, rng, record);
        while goes_on {
            goes_on = self.step::<0, R>(&mut left, rng, record) && self.step::<1, R>(&mut left, rng, record);
        }
        self.playout_left = Some(left);
    }

    /// Makes one move, unless the playout has ended; says whether it goes on.
    #[inline(always)]
    fn step<const COLOUR: Colour, R: Record>(&mut self, left: &mut u32, rng: &mut Rng, record: &mut R) -> bool {
        if *left == 0 || self.passes >= 2 {
            self.to_move = COLOUR;
            return false;
        }
        *left -= 1;
        let mv = self.draw_and_play::<COLOUR>(rng);
        record.push(Played::new(Some(Player(COLOUR as u8)), self.move_index(mv)));
        self.last = Some(mv);
        true
    }

    #[inline(always)]
    fn draw_and_play<const COLOUR: Colour>(&mut self, rng: &mut Rng) -> Point {
        let place = rng.index(self.board.empty.len());
        let at = self.board.empty.get(place);
        match self.touch_playable::<COLOUR>(at) {
            Some(touched) => {
                self.passes = 0;
                self.ko = self.board.place_touched::<COLOUR>(at, touched);
                Point::at(at)
            }
            None => self.draw_again::<COLOUR>(place, rng),
        }
    }

    /// Touches a point if it is playable.
    #[inline(always)]
    fn touch_playable<const COLOUR: Colour>(&mut self, at: At<STRIDE, CELLS>) -> Option<Touched> {
        let around = self.board.around.get(at);
        // eyes are enclosed, and so is the point where a ko was taken
        if around & (around::enclosed(0) | around::enclosed(1)) != 0 {
            let dead = match self.rules.eye {
                EyeRule::Diagonal => self.board.is_dead::<COLOUR>(at, around),
                rule => self.is_eye_by(at, COLOUR, rule),
            };
            if dead | (Some(at) == self.ko) {
                return None;
            }
        }
        self.board.touch::<COLOUR>(at, self.multi_stone_suicide())
    }

    /// Whether a point is an eye by one of the unusual rules.
    #[cold]
    #[inline(never)]
    fn is_eye_by(&self, at: At<STRIDE, CELLS>, colour: Colour, rule: EyeRule) -> bool {
        self.board.is_eye(at, colour, rule)
    }

    /// Goes on after the first point drawn was rejected.
    #[inline(never)]
    fn draw_again<const COLOUR: Colour>(&mut self, rejected: usize, rng: &mut Rng) -> Point {
        let mut left = self.board.empty.len();
        let mut place = rejected;
        // a generator that nobody else sees stays in registers
        let mut own = rng.clone();
        loop {
            self.board.empty.reject(place, left);
            left -= 1;
            if left == 0 {
                break;
            }
            place = own.index(left);
            let at = self.board.empty.get(place);
            if let Some(touched) = self.touch_playable::<COLOUR>(at) {
                self.board.empty.restore(left);
                self.ko = self.board.place_touched::<COLOUR>(at, touched);
                self.passes = 0;
                *rng = own;
                return Point::at(at);
            }
        }
        self.board.empty.restore(0);
        self.ko = None;
        self.passes += 1;
        *rng = own;
        Point::PASS
    }
}
