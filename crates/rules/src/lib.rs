//! Games that are read from files. No search is named here.
//!
//! A rule file is read, checked, written out without variables and made a circuit of gates ([`Rules`]); [`Ruled`] plays it. The circuit
//! runs for one position, or for some hundred playouts at once, a bit for each.
//!
//! | module | what for |
//! |---|---|
//! | [`gdl`] | the Game Description Language, and its slow reasoner for tests |
//! | `circuit` | gates: put together, simplified, run |
//! | `ruled` | the game type: positions, moves, playouts side by side |
//!
//! ```
//! use katsura_game::{Game, State};
//! use katsura_rules::{Ruled, Rules};
//! let sheet = "(role me) (init (lamp off)) (legal me press) (<= terminal (true (lamp on)))
//!     (<= (next (lamp on)) (does me press)) (<= (goal me 100) (true (lamp on))) (<= (goal me 0) (not (true (lamp on))))";
//! let game = Ruled::new(Rules::gdl("lamp.kif", sheet).unwrap()).unwrap();
//! assert_eq!(game.start().true_facts(), ["(lamp off)"]);
//! ```

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests work out what they expect with the system's library"))]

mod circuit;
mod error;
pub mod gdl;
mod graph;
mod kif;
mod limits;
mod ruled;
mod rules;

pub use error::{Fault, Place, RulesError, Warning};
pub use limits::Limits;
pub use ruled::{Position, Ruled, TooManyRoles};
pub use rules::Rules;
