//! Numbers that Python gives.

use crate::failure::value_error;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

/// A number that Python gives. One that is too small or too large for its type is a `ValueError`, as any other that is not accepted; by itself
/// PyO3 raises `OverflowError`.
#[derive(Clone, Copy, Debug)]
pub struct Number<T>(pub T);

/// A type of numbers, and which of them it has.
pub trait Ranged {
    fn range() -> String;
}

macro_rules! ranged {
    ($format:literal: $($number:ty),*) => {
        $(impl Ranged for $number {
            fn range() -> String {
                format!($format, Self::MIN, Self::MAX)
            }
        })*
    };
}

ranged!("{} to {}": u32, u64, usize, i64);
ranged!("{:e} to {:e}": f64);

/// Longer numbers are not written out.
const DIGITS: usize = 40;

impl<'a, 'py, T: FromPyObject<'a, 'py> + Ranged> FromPyObject<'a, 'py> for Number<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.extract::<T>().map(Number).map_err(|error| {
            let error: PyErr = error.into();
            if error.is_instance_of::<PyOverflowError>(object.py()) { out_of_range::<T>(&object) } else { error }
        })
    }
}

fn out_of_range<T: Ranged>(object: &Bound<'_, PyAny>) -> PyErr {
    let digits = object.str().map(|text| text.to_string()).unwrap_or_default();
    let shown = if (1..=DIGITS).contains(&digits.len()) { &digits } else { "a number of many digits" };
    value_error(format!("{shown} is out of range: {}", T::range()))
}
