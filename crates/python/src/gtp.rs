//! Outside programs that speak GTP.

use crate::failure::value_error;
use crate::number::Number;
use crate::watched::{LOOK, watched};
use katsura_engine::gtp::{Client, ClientError, ClientOptions};
use katsura_mcts::Control;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::{Mutex, TryLockError};
use std::time::Duration;

/// A program that speaks the Go Text Protocol, such as `gnugo --mode gtp`. It ends with this object.
#[pyclass(frozen, module = "katsura", name = "GtpProgram")]
pub struct GtpProgram {
    client: Mutex<Client>,
    limit: Duration,
}

#[pymethods]
impl GtpProgram {
    /// Starts the program of a command line; `seconds` is the longest an answer may take.
    #[new]
    #[pyo3(signature = (command, seconds=Number(60.0)))]
    fn new(py: Python<'_>, command: &str, seconds: Number<f64>) -> PyResult<Self> {
        let limit = Duration::try_from_secs_f64(seconds.0).map_err(value_error)?;
        let line = command.parse().map_err(|error| value_error(format!("{error}")))?;
        let options = ClientOptions { limit, ..ClientOptions::default() };
        let client = py.detach(|| Client::start(line, options));
        let client = client.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(GtpProgram { client: Mutex::new(client), limit })
    }

    /// Sends a command and waits for the answer. RuntimeError if the program refuses, is too late or dies. Ctrl-C ends the program: what it
    /// answers later would be taken for the answer to another command.
    fn send(&self, py: Python<'_>, command: &str) -> PyResult<String> {
        let control = Control::new();
        let answer = watched(py, || control.stop(), || self.send_unless(command, &control))?;
        answer.map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }
}

impl GtpProgram {
    /// As [`Client::send_unless`], after the answers that other threads wait for; who is stopped before that leaves the program alone.
    fn send_unless(&self, command: &str, control: &Control) -> Result<String, ClientError> {
        loop {
            match self.client.try_lock() {
                Ok(mut client) => return client.send_unless(command, self.limit, &|| control.is_stopped()),
                Err(TryLockError::Poisoned(_)) => self.client.clear_poison(),
                Err(TryLockError::WouldBlock) if control.is_stopped() => return Ok(String::new()),
                Err(TryLockError::WouldBlock) => std::thread::sleep(LOOK),
            }
        }
    }
}
