//! Tactics: what playouts with knowledge and priors ask about strings, shapes and threats.
//!
//! Nothing here is kept up to date on the board, so that light playouts cost what they cost without it: liberties are found by walking along
//! a string, which stops as soon as enough of them are seen.
//!
//! | file | question |
//! |---|---|
//! | `few.rs` | a handful of points without allocation |
//! | `liberties.rs` | the liberties of a string, strings in atari |
//! | `self_atari.rs` | what a stone's string would have left |
//! | `ladder.rs` | whether a string with few liberties can be caught by atari after atari |
//! | `pattern.rs` | the 3x3 patterns of MoGo |
//! | `nakade.rs` | small eye spaces: vital points, stones that fill them |
//! | `threats.rs` | captures, escapes and ladders around the last move |
//! | `distance.rs` | distances that count a string as one point |
//! | `worth.rs` | all of it as virtual wins and losses of a move |

mod distance;
mod few;
mod ladder;
mod liberties;
mod nakade;
mod pattern;

mod self_atari;
#[cfg(test)]
mod tests;
mod threats;
mod worth;

pub(super) use worth::{Amounts, HINTS};
