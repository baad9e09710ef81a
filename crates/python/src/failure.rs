//! What goes wrong, as Python exceptions with the same sentences as everywhere else.

use katsura_lab::matches::RecordError;
use katsura_mcts::ConfigError;
use pyo3::PyErr;
use pyo3::exceptions::{PyOSError, PyValueError};
use std::fmt::Display;

/// A value that is not accepted.
pub fn value_error(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

pub fn config_error(error: ConfigError) -> PyErr {
    value_error(error)
}

pub fn record_error(error: RecordError) -> PyErr {
    PyOSError::new_err(error.to_string())
}
