//! Which move a strong player would make: a model of moves by what can be seen of them, learnt from game records.
//!
//! Each move has features; the probability of a move is proportional to the exponential of the sum of their weights [coulom2007, section 2]. The
//! weights in `weights.txt` come from `crates/games/examples/learn_go.rs`, which says how to learn them anew.
//!
//! | file | what is in it |
//! |---|---|
//! | `shape.rs` | the stones around a point as a number that turning and mirroring do not change |
//! | `features.rs` | everything that is seen of a move |
//! | `weights.rs` | the weights, and what they say about a position |

mod features;
mod shape;
mod weights;
