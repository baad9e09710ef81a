//! Outside programs that speak GTP.

use crate::failure::value_error;
use crate::hooks::lock;
use katsura_engine::gtp::{Client, ClientOptions};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Mutex;
use std::time::Duration;

/// A program that speaks the Go Text Protocol, such as `gnugo --mode gtp`. It ends with this object.
#[pyclass(frozen, module = "katsura", name = "GtpProgram")]
pub struct GtpProgram {
    client: Mutex<Client>,
}

#[pymethods]
impl GtpProgram {
    /// Starts the program of a command line; `seconds` is the longest an answer may take.
    #[new]
    #[pyo3(signature = (command, seconds=60.0))]
    fn new(py: Python<'_>, command: &str, seconds: f64) -> PyResult<Self> {
        let limit = Duration::try_from_secs_f64(seconds).map_err(value_error)?;
        let line = command.parse().map_err(|error| value_error(format!("{error}")))?;
        let options = ClientOptions { limit, ..ClientOptions::default() };
        let client = py.detach(|| Client::start(line, options));
        Ok(GtpProgram { client: Mutex::new(client.map_err(|error| PyRuntimeError::new_err(error.to_string()))?) })
    }

    /// Sends a command and waits for the answer. RuntimeError if the program refuses, is too late or dies.
    fn send(&self, py: Python<'_>, command: &str) -> PyResult<String> {
        let answer = py.detach(|| lock(&self.client).send(command));
        answer.map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }
}
