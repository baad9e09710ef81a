//! A match with its record.

use super::{Contest, Flow, GameRecord, Pair, Plan, RecordError, Recorder, Tally, replay, run};
use katsura_mcts::{ConfigError, Control};
use thiserror::Error;

/// Why a recorded match could not go on.
#[derive(Debug, Error)]
pub enum MatchError {
    /// A configuration does not fit the game.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The record cannot be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A match that may have a record on disk, and goes on where that ends.
pub struct Recorded<'a> {
    /// What is played.
    pub contest: &'a Contest,
    /// The record, if there is one.
    pub recorder: Option<Recorder<GameRecord>>,
    /// Whether another program made the record: this one goes on with it only if it plays the last game again as it is recorded.
    pub begun_elsewhere: bool,
    /// The first pair and the one after the last.
    pub pairs: std::ops::Range<u64>,
    /// Games side by side, each on a thread.
    pub threads: usize,
    /// Games side by side in a thread ([`Plan::lanes`]).
    pub lanes: usize,
}

impl Recorded<'_> {
    /// Plays the match to its end, or until `watch`, who sees the tally after every pair, or `control` ends it.
    ///
    /// `watch` sees the recorded pairs as well, as if they were just played, so that a match that is resumed stops where an
    /// undisturbed one does.
    ///
    /// # Errors
    /// If a configuration does not fit the game, the record is of a program that plays otherwise, or it cannot be written.
    pub fn play(mut self, control: &Control, watch: &mut dyn FnMut(&Tally) -> Flow) -> Result<Tally, MatchError> {
        let mut tally = Tally::for_contest(self.contest);
        let old = self.recorder.as_ref().map_or(&[][..], |recorder| recorder.entries());
        let wanted = 2 * (self.pairs.end - self.pairs.start) as usize;
        for pair in old.chunks_exact(2).take(wanted / 2) {
            pair.iter().for_each(|game| tally.add(game));
            if watch(&tally) == Flow::Stop {
                return Ok(tally);
            }
        }
        let from = self.pairs.start + tally.games() / 2;
        if from >= self.pairs.end {
            return Ok(tally);
        }
        self.check_repeated(control)?;
        let (mut failed, mut enough) = (None, false);
        let remarks = run(
            self.contest,
            Plan { from, to: self.pairs.end, threads: self.threads, lanes: self.lanes },
            control,
            &mut |pair: Pair| {
                pair.games.iter().for_each(|game| tally.add(game));
                failed = self.recorder.as_mut().and_then(|recorder| recorder.append(pair.games.into()).err());
                enough = failed.is_some() || watch(&tally) == Flow::Stop;
                if enough { Flow::Stop } else { Flow::Continue }
            },
        )?;
        tally.remark(remarks);
        match failed {
            Some(error) => Err(error.into()),
            None if enough || control.is_stopped() || tally.games() as usize >= wanted => Ok(tally),
            None => Err(ConfigError::new("", format!("pair {} could not be played to its end", tally.games() / 2)).into()),
        }
    }

    /// Checks that the last game of a record that another program made is played again as it is recorded.
    fn check_repeated(&self, control: &Control) -> Result<(), MatchError> {
        let Some(recorder) = self.recorder.as_ref().filter(|_| self.begun_elsewhere) else { return Ok(()) };
        let last = recorder.entries().last().map_or(&[][..], std::slice::from_ref);
        match replay(self.contest, last, control)?.first() {
            Some(departure) if !control.is_stopped() => Err(recorder.not_repeated(departure).into()),
            _ => Ok(()),
        }
    }
}
