//! Logarithms, exponentials and powers that have the same bits on every machine.
//!
//! The system's library promises none: it takes other paths on processors with and without fused multiplication, and changes from
//! version to version. A score that differs in its last bit is a different tree. These functions use the operations that IEEE 754
//! defines to the bit, in a fixed order, and tables that are made of whole numbers when the program is compiled.
//!
//! | function | error |
//! |---|---|
//! | [`ln_f32`], [`exp_f32`] | none: correctly rounded for every number, which a test over all of them shows |
//! | [`ln`], [`exp`], [`pow`] | below 0.52 units in the last place, below 0.8 where the result is subnormal |
//! | [`pow_f32`] | none but in one of 2^28 powers: [`pow`], rounded once more |
//! | [`cos`] | below 1 unit in the last place |
//!
//! Square roots need nothing of the kind: they are exact by the standard, like the four operations.

mod cos;
mod exp;
mod fixed;
mod ln;
mod pair;
mod pow;
#[cfg(test)]
mod tests;

pub use cos::cos;
pub use exp::{exp, exp_f32};
pub use ln::{ln, ln_f32, ln_of_count};
pub use pow::{pow, pow_f32};
