//! The Go Text Protocol, version 2, for any game.
//!
//! - A server is a table of [`Commands`] over a session of any type, and [`serve()`], which reads lines and writes answers. The
//!   table knows the protocol, the session knows the game.
//! - An [`Engine`] is such a session: it plays any game, with one table of commands for all of them.
//! - A [`Client`] runs an outside program that speaks the protocol, with time limits, and survives whatever the program does.

mod arguments;
mod client;
mod commands;
mod engine;
mod failure;
mod line;
mod response;
mod serve;

#[cfg(test)]
mod tests;

pub use arguments::Arguments;
pub use client::{Client, ClientError, ClientOptions, CommandLine, Fault, ParseCommandLineError, end_programs};
pub use commands::{Answer, Call, Commands, Flow};
pub use engine::{Engine, EngineOptions, page};
pub use failure::Failure;
pub use line::Request;
pub use serve::{MAX_LINE, Signals, serve};
