//! `katsura bench`

mod measure;
mod playouts;
mod search;
mod tree;

use crate::failure::Failure;
use clap::{Args, Subcommand};

#[derive(Args)]
#[command(
    after_help = "Examples:\n  katsura bench playouts --game go --size 9\n  katsura bench search --game go --size 9 --player uct --json\n  \
    katsura bench tree --game go --size 9 --simulations 1000000"
)]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Light playouts per second from the start position.
    Playouts(playouts::Playouts),
    /// Simulations per second from the start position, beside the playouts alone.
    Search(search::SearchBench),
    /// How the cost of a simulation changes while the tree grows.
    Tree(tree::TreeBench),
}

impl Bench {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.what {
            What::Playouts(bench) => bench.run(),
            What::Search(bench) => bench.run(),
            What::Tree(bench) => bench.run(),
        }
    }
}
