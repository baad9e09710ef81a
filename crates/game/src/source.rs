//! Leaves that are evaluated together: by playouts in lanes, by a network, by whatever answers for many at once.

use crate::{Batch, LightPlayout, Outcome, Record, Rng, State};

/// Where leaves come from, for those who evaluate many side by side: as some are answered, others come.
pub trait Source<S: State> {
    /// Makes at most so many leaves ready, and says how many there are. None at all means that there will be none until some of those under
    /// way have been answered.
    fn prepare(&mut self, at_most: usize) -> usize;

    /// One of the leaves that were made ready last: it stays until more are made ready, whatever is answered meanwhile.
    fn start(&self, place: usize) -> Start<'_, S>;

    /// The leaf with this ticket comes to this; what was borrowed of the leaf must be let go before. `priors` are those of its [moves](Start::moves), in their order; empty from those who say
    /// nothing about moves.
    fn end(&mut self, ticket: u64, outcome: &Outcome, priors: &[f32]);
}

/// A leaf that is to be evaluated.
#[derive(Debug)]
pub struct Start<'a, S: State> {
    /// Tells it from others under way.
    pub ticket: u64,
    /// The position.
    pub state: &'a S,
    /// The moves whose priors are asked for; empty if none are: nobody asks for priors, or the leaf is to have no children yet.
    pub moves: &'a [S::Move],
    /// Its generator.
    pub rng: Rng,
}

impl<S: LightPlayout> Start<'_, S> {
    /// Plays a light playout from it, by itself.
    pub fn play(&self) -> Outcome {
        outcome_of(&mut self.state.clone(), &mut Vec::new(), self.rng.clone())
    }
}

/// Plays out from a position and says what became of it. `moves` is scratch space.
pub(crate) fn outcome_of<S: LightPlayout>(state: &mut S, moves: &mut Vec<S::Move>, mut rng: Rng) -> Outcome {
    let mut length = Length(0);
    let rewards = state.play_out(moves, &mut rng, &mut length);
    Outcome { rewards, score: state.score_rewards(), moves: length.0 }
}

/// Plays the playouts of a source one after the other, as [`crate::Lanes::play_out_source`] does unless a game does it side by side.
pub fn play_out_alone<S: LightPlayout>(source: &mut dyn Source<S>) {
    while source.prepare(1) > 0 {
        let start = source.start(0);
        let (ticket, outcome) = (start.ticket, start.play());
        source.end(ticket, &outcome, &[]);
    }
}

/// Counts moves.
struct Length(u32);

impl Record for Length {
    #[inline]
    fn push(&mut self, _played: crate::Played) {
        self.0 += 1;
    }
}

/// The playouts of some batches, one batch after the other.
#[derive(Debug)]
pub struct Batches<'a, 'b, S> {
    batches: &'a mut [Batch<'b, S>],
    /// The batch and the number of the next playout.
    next: (usize, usize),
    ready: Vec<(usize, usize)>,
}

impl<'a, 'b, S> Batches<'a, 'b, S> {
    /// All of these.
    pub fn new(batches: &'a mut [Batch<'b, S>]) -> Self {
        Batches { batches, next: (0, 0), ready: Vec::new() }
    }
}

impl<S: State> Source<S> for Batches<'_, '_, S> {
    fn prepare(&mut self, at_most: usize) -> usize {
        self.ready.clear();
        while let Some(batch) = self.batches.get(self.next.0)
            && self.ready.len() < at_most
        {
            if self.next.1 < batch.outcomes.len() {
                self.ready.push(self.next);
                self.next.1 += 1;
            } else {
                self.next = (self.next.0 + 1, 0);
            }
        }
        self.ready.len()
    }

    fn start(&self, place: usize) -> Start<'_, S> {
        let (batch, number) = self.ready[place];
        let Batch { start, seed, .. } = self.batches[batch];
        let ticket = (batch as u64) << 32 | number as u64;
        Start { ticket, state: start, moves: &[], rng: Rng::stream(&[seed, number as u64]) }
    }

    fn end(&mut self, ticket: u64, outcome: &Outcome, _priors: &[f32]) {
        self.batches[(ticket >> 32) as usize].outcomes[ticket as u32 as usize] = *outcome;
    }
}
