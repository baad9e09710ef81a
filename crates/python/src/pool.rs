//! The threads that share work inside one call: boards that are stepped together, games that are played again.

use crate::hooks::lock;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Mutex;

/// The threads, and the process they belong to. They are never ended.
static POOL: Mutex<Option<(u32, &'static ThreadPool)>> = Mutex::new(None);

/// The threads of this process. A forked process has a copy of everything but the threads, and who gave them work would wait for ever: it gets
/// its own. Python forks while it holds the interpreter, as the caller does here, so that no fork finds the lock taken.
///
/// # Errors
/// If threads cannot be made.
pub fn pool(_: Python<'_>) -> PyResult<&'static ThreadPool> {
    let mut known = lock(&POOL);
    match *known {
        Some((process, pool)) if process == std::process::id() => Ok(pool),
        _ => {
            let made = ThreadPoolBuilder::new().build();
            let made = made.map_err(|error| PyRuntimeError::new_err(format!("threads cannot be made: {error}")))?;
            let pool: &ThreadPool = Box::leak(Box::new(made));
            *known = Some((std::process::id(), pool));
            Ok(pool)
        }
    }
}
