//! What a Python object with the methods of an OpenSpiel state says about its position, checked.

use crate::failure::value_error;
use crate::hooks::Hooks;
use crate::number::Number;
use katsura_game::{Player, Turn};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::OnceLock;

/// How far the probabilities of chance may be from 1 together.
const SLACK: f64 = 1e-5;

/// What a method says. A number that no such method can give is an error that names it.
pub fn asked<'py, T: FromPyObjectOwned<'py>>(object: &Bound<'py, PyAny>, method: &Bound<'py, PyString>) -> PyResult<T> {
    object.call_method0(method)?.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        let is_value = error.is_instance_of::<PyValueError>(object.py());
        if is_value { value_error(format!("{method}() gave {}", error.value(object.py()))) } else { error }
    })
}

/// Whose turn it is.
pub fn turn_of(object: &Bound<'_, PyAny>, hooks: &Hooks) -> PyResult<Turn> {
    let py = object.py();
    if object.call_method0(intern!(py, "is_terminal"))?.is_truthy()? {
        return Ok(Turn::Over);
    }
    match asked::<Number<i64>>(object, intern!(py, "current_player"))?.0 {
        -1 => Ok(Turn::Chance),
        player if (0..hooks.players as i64).contains(&player) => Ok(Turn::Player(Player(player as u8))),
        other => {
            let last = hooks.players - 1;
            Err(value_error(format!("current_player() gave {other}: expected 0 to {last}, or -1 for chance")))
        }
    }
}

/// The legal actions, or the outcomes of chance.
pub fn actions_of(object: &Bound<'_, PyAny>, turn: Turn, hooks: &Hooks) -> PyResult<Vec<u32>> {
    if turn == Turn::Chance {
        return Ok(outcomes_of(object, hooks)?.into_iter().map(|(action, _)| action).collect());
    }
    let actions: Vec<Number<i64>> = asked(object, intern!(object.py(), "legal_actions"))?;
    if actions.is_empty() {
        return Err(value_error("legal_actions() gave nothing, and is_terminal() is false"));
    }
    actions.into_iter().map(|Number(action)| known("legal_actions", action, hooks)).collect()
}

/// The outcomes of chance with their probabilities.
pub fn outcomes_of(object: &Bound<'_, PyAny>, hooks: &Hooks) -> PyResult<Vec<(u32, f64)>> {
    let given: Vec<(Number<i64>, Number<f64>)> = asked(object, intern!(object.py(), "chance_outcomes"))?;
    let read = |(Number(action), Number(probability)): (Number<i64>, Number<f64>)| {
        if !(0.0..=1.0 + SLACK).contains(&probability) {
            let message = format!("chance_outcomes() gave action {action} the probability {probability}: expected 0 to 1");
            return Err(value_error(message));
        }
        Ok((known("chance_outcomes", action, hooks)?, probability))
    };
    if given.is_empty() {
        return Err(value_error("chance_outcomes() gave nothing, and current_player() gave -1"));
    }
    let outcomes = given.into_iter().map(read).collect::<PyResult<Vec<_>>>()?;
    let sum: f64 = outcomes.iter().map(|&(_, probability)| probability).sum();
    if (sum - 1.0).abs() > SLACK {
        let actions: Vec<u32> = outcomes.iter().map(|&(action, _)| action).take(10).collect();
        let more = if outcomes.len() > actions.len() { " and more" } else { "" };
        let message = format!("the probabilities of actions {actions:?}{more} add up to {sum}: expected 1");
        return Err(value_error(format!("chance_outcomes(): {message}")));
    }
    Ok(outcomes)
}

/// An action that a method gave.
fn known(method: &str, action: i64, hooks: &Hooks) -> PyResult<u32> {
    let known = u32::try_from(action).ok().filter(|&index| (index as usize) < hooks.moves);
    known.ok_or_else(|| value_error(format!("{method}() gave {action}: expected 0 to {}", hooks.moves - 1)))
}

/// Compares actions with those that were legal when the position was asked before, in any order.
pub fn agreed(before: &OnceLock<Vec<u32>>, actions: impl Iterator<Item = u32>) -> PyResult<()> {
    let mut now: Vec<u32> = actions.collect();
    now.sort_unstable();
    let before = before.get_or_init(|| now.clone());
    let differs = |one: &[u32], other: &[u32]| one.iter().copied().find(|action| other.binary_search(action).is_err());
    match differs(before, &now).or_else(|| differs(&now, before)) {
        Some(action) => Err(PyRuntimeError::new_err(format!(
            "the legal actions changed between two calls in one position, action {action} among them: \
             legal_actions() and chance_outcomes() must give the same until an action is applied"
        ))),
        None => Ok(()),
    }
}
