//! Problems of planning and optimisation, one folder per problem. No search is named here.
//!
//! A problem is a game of one player that pays on the way: costs are negative gains, chance is a player's name for what nobody chooses.
//! Everything that a game can do, a problem can: it is searched, drawn, written and recorded like one.
//!
//! | folder or file | what |
//! |---|---|
//! | [`sailing`] | a boat on a lake whose wind turns |
//! | [`travel`] | the Canadian traveller: roads that may be closed |
//! | [`exact`] | the value of every position, by value iteration: the oracle of small problems |
//!
//! ```
//! use katsura_game::Game;
//! use katsura_planning::exact::Exact;
//! use katsura_planning::sailing::Sailing;
//!
//! let lake = Sailing { size: 3, ..Sailing::default() };
//! let exact = Exact::solve(&lake, 10_000).unwrap();
//! assert!((exact.value(&lake.start()).unwrap() + 5.656_854).abs() < 1e-6, "two legs north-east, the wind abaft the beam");
//! ```

#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests work out what they expect with the system's library"))]

pub mod exact;
pub mod sailing;
pub mod travel;
