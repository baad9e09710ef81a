//! Drawing moves with probabilities proportional to the exponential of their value.

use super::Playing;
use super::values::MoveValues;
use katsura_game::{LightPlayout, Player, Rewards, Rng, Trace, math};

/// P(m) = exp(slope · v(m)) / Σ exp(slope · v), the sum over the moves that can be played.
///
/// The exponentials are kept per move and made anew when the value or the slope changes, so that a move of a playout costs a
/// sum and no exponential. They are relative to the value ½, which cancels in the quotient. A steep slope can make them
/// overflow or vanish all together; then the exponentials of the position at hand are made, relative to its largest.
///
/// While most moves can be played, a move is drawn from all moves of the game, again as long as it cannot be played: that
/// leaves those that can with the probabilities above, and nobody has to list them. When [`TRIES`] draws in a row are of no
/// use, the rest of the playout lists its moves.
#[derive(Clone, Debug)]
pub(super) struct Gibbs {
    pub(super) values: MoveValues,
    unseen: f64,
    slope: f64,
    weights: Vec<f64>,
    /// The weights of each player's moves, added up when the first move of a playout is drawn; none in a game of too many
    /// moves.
    sums: Vec<Sums>,
    /// Whether the sums are those of the weights.
    summed: bool,
    /// Whether draws from all moves of the game are of use in this playout.
    of_all: bool,
    scratch: Vec<f64>,
}

/// How many draws in a row may be of no use: where a fifth of the moves can be played, one of six rows of draws is not.
const TRIES: u32 = 8;
/// A game of more moves than this can play but few of them, and to add up all would take longer than to list those.
const MANY: usize = 4096;
const TRUSTED: std::ops::Range<f64> = 1e-200..1e200;
/// A sum from which weights are taken away is made anew when this part of it is left, before it loses more than three
/// digits.
const PRECISE: f64 = 1e-3;

impl Gibbs {
    pub(super) fn new(values: MoveValues, unseen: f64, slope: f64) -> Self {
        let weights = vec![0.0; values.len()];
        let moves = values.moves();
        let tables = if (1..=MANY).contains(&moves) { weights.len() / moves } else { 0 };
        let sums = vec![Sums::new(moves); tables];
        let mut gibbs = Gibbs { values, unseen, slope, weights, sums, summed: false, of_all: false, scratch: Vec::new() };
        gibbs.weigh_all();
        gibbs
    }

    /// Sets how steep the exponential is.
    pub(super) fn set_slope(&mut self, slope: f64) {
        if slope != self.slope {
            self.slope = slope;
            self.weigh_all();
        }
    }

    fn weigh(&mut self, cell: usize) {
        self.weights[cell] = math::exp(self.slope * (self.values.mean(cell, self.unseen) - 0.5));
    }

    fn weigh_all(&mut self) {
        (0..self.weights.len()).for_each(|cell| self.weigh(cell));
        self.summed = false;
    }

    /// Counts a simulation.
    pub(super) fn learn(&mut self, trace: &Trace, rewards: &Rewards) {
        self.values.learn(trace, rewards);
        for played in trace {
            if let Some(player) = played.player() {
                self.weigh(self.values.cell(player, played.index()));
            }
        }
        self.summed = false;
    }

    /// Changes the values.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut MoveValues)) {
        change(&mut self.values);
        self.weigh_all();
    }

    /// Draws a move for the player to move.
    pub(super) fn draw<S: LightPlayout>(&mut self, playing: &mut Playing<'_, S>) -> Option<S::Move> {
        let player = playing.state.turn().player()?;
        if !self.summed {
            self.sum_up();
        }
        if self.of_all {
            let drawn = self.draw_of_all(playing, player);
            if drawn.is_some() {
                return drawn;
            }
            self.of_all = false;
        }
        self.draw_of_candidates(playing, player)
    }

    /// Adds up the weights of each player.
    fn sum_up(&mut self) {
        for (sums, weights) in self.sums.iter_mut().zip(self.weights.chunks_exact(self.values.moves().max(1))) {
            sums.set(weights);
        }
        self.summed = true;
        self.of_all = !self.sums.is_empty() && self.sums.iter().all(|sums| TRUSTED.contains(&sums.total()));
    }

    /// One of all moves of the game; `None` if none of some draws can be played.
    fn draw_of_all<S: LightPlayout>(&self, playing: &mut Playing<'_, S>, player: Player) -> Option<S::Move> {
        let sums = &self.sums[player.index()];
        (0..TRIES).find_map(|_| {
            let mv = playing.state.move_at(sums.place(playing.rng));
            playing.state.is_playout_move(mv).then_some(mv)
        })
    }

    /// One of the candidates, again without it if it cannot be played.
    fn draw_of_candidates<S: LightPlayout>(&mut self, playing: &mut Playing<'_, S>, player: Player) -> Option<S::Move> {
        playing.state.playout_candidates(playing.moves);
        let mut summed = self.weigh_moves(playing, player);
        let mut total = summed;
        while let Some(place) = place_by_weight(&self.scratch, total, playing.rng) {
            let mv = playing.moves[place];
            if playing.state.is_playout_move(mv) {
                return Some(mv);
            }
            playing.moves.swap_remove(place);
            total -= self.scratch.swap_remove(place);
            if total < summed * PRECISE {
                summed = sum(&self.scratch);
                if !TRUSTED.contains(&summed) {
                    summed = self.weigh_moves(playing, player);
                }
                total = summed;
            }
        }
        None
    }

    /// Looks up the weights of the moves in the scratch space; returns their sum.
    fn weigh_moves<S: LightPlayout>(&mut self, playing: &Playing<'_, S>, player: Player) -> f64 {
        let (values, state) = (&self.values, &*playing.state);
        let weights = &self.weights[values.cells(player)];
        self.scratch.clear();
        self.scratch.extend(playing.moves.iter().map(|&mv| weights[state.move_index(mv)]));
        let total = sum(&self.scratch);
        if TRUSTED.contains(&total) {
            return total;
        }
        let cells = playing.moves.iter().map(|&mv| values.cell(player, state.move_index(mv)));
        self.scratch.clear();
        self.scratch.extend(cells.map(|cell| self.slope * values.mean(cell, self.unseen)));
        let largest = self.scratch.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.scratch.iter_mut().for_each(|weight| *weight = math::exp(*weight - largest));
        sum(&self.scratch)
    }
}

/// Weights added up one after the other, to draw from them often.
///
/// A draw counts the sums that are not above a number: first those at the ends of rows, then those of a row, each side by
/// side and without a branch.
#[derive(Clone, Debug)]
struct Sums {
    /// The sums up to and with each weight; the last row is filled up with the total.
    rows: Vec<[f64; ROW]>,
    /// The last sum of each row.
    ends: Vec<f64>,
    /// The place of the last weight.
    last: usize,
}

const ROW: usize = 16;

impl Sums {
    /// Room for so many weights.
    fn new(weights: usize) -> Self {
        let rows = weights.div_ceil(ROW);
        Sums { rows: vec![[0.0; ROW]; rows], ends: vec![0.0; rows], last: weights.saturating_sub(1) }
    }

    fn set(&mut self, weights: &[f64]) {
        let mut sum = 0.0;
        for ((row, end), weights) in self.rows.iter_mut().zip(&mut self.ends).zip(weights.chunks(ROW)) {
            for (place, weight) in row.iter_mut().zip(weights.iter().chain(std::iter::repeat(&0.0))) {
                sum += weight;
                *place = sum;
            }
            *end = sum;
        }
    }

    fn total(&self) -> f64 {
        self.ends[self.ends.len() - 1]
    }

    /// A place, with probability proportional to its weight.
    #[inline]
    fn place(&self, rng: &mut Rng) -> usize {
        let drawn = self.total() * rng.unit();
        let not_above = |sums: &[f64]| sums.iter().map(|&sum| usize::from(sum <= drawn)).sum::<usize>();
        let row = not_above(&self.ends[..self.ends.len() - 1]);
        (row * ROW + not_above(&self.rows[row])).min(self.last)
    }
}

/// How many weights are added up side by side: an addition that waits for the one before it takes four cycles.
const LANES: usize = 8;

/// The sum of the weights.
#[inline]
pub(super) fn sum(weights: &[f64]) -> f64 {
    let (chunks, rest) = weights.as_chunks::<LANES>();
    let mut lanes = [0.0; LANES];
    for chunk in chunks {
        for (lane, weight) in lanes.iter_mut().zip(chunk) {
            *lane += weight;
        }
    }
    across(&lanes) + rest.iter().sum::<f64>()
}

/// The sum of one chunk, by halves.
#[inline]
fn across(w: &[f64; LANES]) -> f64 {
    ((w[0] + w[4]) + (w[2] + w[6])) + ((w[1] + w[5]) + (w[3] + w[7]))
}

/// The place of one of the weights, which have this sum, with probability proportional to it; `None` of none.
#[inline]
pub(super) fn place_by_weight(weights: &[f64], total: f64, rng: &mut Rng) -> Option<usize> {
    let last = weights.len().checked_sub(1)?;
    let mut rest = total * rng.unit();
    let mut from = 0;
    for chunk in weights.as_chunks::<LANES>().0 {
        let weight = across(chunk);
        if rest < weight {
            break;
        }
        rest -= weight;
        from += LANES;
    }
    let hit = weights[from..].iter().position(|weight| {
        rest -= weight;
        rest < 0.0
    });
    Some(hit.map_or(last, |hit| from + hit))
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::super::values::Counted;
    use super::*;

    #[test]
    fn sums_are_those_of_one_addition_after_the_other() {
        let mut rng = Rng::new(7);
        for len in 0..100 {
            let weights: Vec<f64> = (0..len).map(|_| rng.unit() * 1e3).collect();
            let plain: f64 = weights.iter().sum();
            assert!((sum(&weights) - plain).abs() <= 1e-12 * plain, "{len}");
        }
    }

    /// Draws 40,000 times, and wants every place as often as its weight says, within five standard errors.
    fn assert_frequencies(weights: &[f64], mut draw: impl FnMut() -> usize) {
        let (total, draws) = (weights.iter().sum::<f64>(), 40_000.0);
        let mut seen = vec![0.0; weights.len()];
        (0..40_000).for_each(|_| seen[draw()] += 1.0);
        for (place, (&weight, &count)) in weights.iter().zip(&seen).enumerate() {
            let p = weight / total;
            let error = (draws * p * (1.0 - p)).sqrt();
            assert!((count - draws * p).abs() <= 5.0 * error, "{place} of {}: {count} for {}", weights.len(), draws * p);
        }
    }

    #[test]
    fn every_place_is_drawn_as_often_as_its_weight_says() {
        let mut rng = Rng::new(8);
        for len in [1, 7, 8, 9, 20, 33] {
            let weights: Vec<f64> = (0..len).map(|place| if place % 5 == 3 { 0.0 } else { 1.0 + place as f64 }).collect();
            let total = sum(&weights);
            assert_frequencies(&weights, || place_by_weight(&weights, total, &mut rng).unwrap());
        }
        assert_eq!(place_by_weight(&[], 0.0, &mut rng), None);
    }

    #[test]
    fn games_of_no_moves_or_of_too_many_have_no_sums() {
        for (moves, tables) in [(0, 0), (1, 2), (MANY, 2), (MANY + 1, 0)] {
            let values = MoveValues::new(Shape { players: 2, moves, points: 1.0 }, Counted::All);
            let mut gibbs = Gibbs::new(values, 0.5, 1.0);
            gibbs.sum_up();
            assert_eq!((gibbs.sums.len(), gibbs.of_all), (tables, tables > 0), "{moves}");
        }
    }

    #[test]
    fn sums_draw_every_place_as_often_as_its_weight_says() {
        let mut rng = Rng::new(9);
        for len in [1, 2, 15, 16, 17, 33, 82, 362] {
            let weights: Vec<f64> = (0..len).map(|place| if place % 5 == 3 { 0.0 } else { 1.0 + place as f64 }).collect();
            let mut sums = Sums::new(len);
            sums.set(&weights);
            assert_frequencies(&weights, || sums.place(&mut rng));
        }
    }
}
