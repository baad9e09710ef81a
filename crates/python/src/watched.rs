//! Long work beside a Python thread that stays awake for Ctrl-C.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often a waiting thread looks for Ctrl-C.
pub const LOOK: Duration = Duration::from_millis(20);

/// Does the work on a thread of its own while this one lets other Python threads run and watches for Ctrl-C, which is raised when
/// `stop` has ended the work.
///
/// # Errors
/// `KeyboardInterrupt`, or what else a signal handler raises.
pub fn watched<T: Send>(py: Python<'_>, stop: impl Fn(), work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let (done, waiting) = (AtomicBool::new(false), std::thread::current());
    let (result, raised) = std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            done.store(true, Ordering::Release);
            waiting.unpark();
            result
        });
        let mut raised = None;
        while !done.load(Ordering::Acquire) {
            py.detach(|| std::thread::park_timeout(LOOK));
            if raised.is_none() {
                raised = py.check_signals().err();
                raised.iter().for_each(|_| stop());
            }
        }
        (py.detach(|| thread.join()), raised)
    });
    match (raised, result) {
        (Some(raised), _) => Err(raised),
        (None, Ok(Ok(result))) => Ok(result),
        (None, _) => Err(PyRuntimeError::new_err("an internal error ended the work; standard error has the details")),
    }
}
