//! Sentences for the operator, not more than a person reads.

use crate::hub::lock;
use crate::limits::Bucket;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Where sentences for the operator go.
pub(crate) type Journal = Arc<dyn Fn(&str) + Send + Sync>;

/// Sentences at once.
const BURST: f64 = 20.0;
/// Sentences per second, in the long run.
const RATE: f64 = 1.0;

/// A journal that counts what is too much and leaves it out.
pub(crate) fn limited(journal: Journal) -> Journal {
    let state = Mutex::new((Bucket::new(BURST, RATE, Instant::now()), 0));
    Arc::new(move |sentence| {
        let mut state = lock(&state);
        if !state.0.take(Instant::now()) {
            state.1 += 1;
            return;
        }
        match std::mem::take(&mut state.1) {
            0 => journal(sentence),
            others => journal(&format!("{sentence} (and {others} sentences before it that are left out)")),
        }
    })
}
