//! How threads work together, as data.

use crate::config::{ConfigError, Problem, parameters};
use katsura_game::About;

/// The most playouts of a batch: between two looks at the clock and at its control a search makes no more.
const MOST_AT_ONCE: usize = 65_536;
parameters! {
    /// How the threads of a search work together: `[search.parallel]`.
    #[derive(Clone, Copy, Debug, PartialEq, Default)]
    pub enum Parallel by kind {
        /// One thread.
        #[default]
        None,
        /// Root parallelism [chaslot2008parallel]: every thread grows a tree of its own with its share of the simulations;
        /// the visits and rewards of the root's children are added up. Deterministic.
        Root(RootThreads),
        /// Leaf parallelism [cazenave2007; chaslot2008parallel]: one descent, then a playout by every thread from its leaf.
        /// Every playout counts as a simulation. Deterministic.
        Leaf(LeafThreads),
        /// Leaf parallelism in one thread: some descents, then a batch of playouts from their leaves, which Go, Havannah and
        /// Hex play side by side in the lanes of vector instructions. Every playout counts as a simulation. For the light
        /// playout without AMAF. Deterministic.
        Batch(BatchPlayouts),
        /// Tree parallelism with virtual loss [chaslot2008parallel]: all threads grow one tree without locks. Fast, and not
        /// deterministic with more than one thread.
        Tree(TreeThreads),
    }
}

parameters! {
    /// Parameters of root parallelism.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RootThreads {
        /// Trees, each grown by one thread.
        pub threads: usize = 2, from 1 to 1024;
    }
}

parameters! {
    /// Parameters of leaf parallelism.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct LeafThreads {
        /// Playouts from every leaf, each by one thread.
        pub threads: usize = 2, from 1 to 1024;
    }
}

parameters! {
    /// Parameters of playouts in batches.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct BatchPlayouts checked by BatchPlayouts::check {
        /// Descents before the playouts.
        pub leaves: usize = 1, from 1 to 65536;
        /// Playouts from every leaf. Some 512 in all run at once, and the shorter ones wait for the longest unless there are
        /// more.
        pub playouts: usize = 1024, from 1 to 65536;
        /// The losses a leaf that waits for its playouts counts for.
        pub virtual_loss: f64 = 1.0, from 0.0 to 100.0;
    }
}

parameters! {
    /// Parameters of tree parallelism.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct TreeThreads {
        /// Threads in the tree.
        pub threads: usize = 2, from 1 to 1024;
        /// The losses a simulation under way counts for. Threads have copies of nodes with 128 visits and more for each
        /// other thread, if means are backed up and nothing is pruned or proven, and do not see there what the others have
        /// under way.
        pub virtual_loss: f64 = 1.0, from 0.0 to 100.0;
    }
}

impl BatchPlayouts {
    fn check(&self, _about: &About) -> Result<(), ConfigError> {
        let many = self.leaves.saturating_mul(self.playouts);
        if many <= MOST_AT_ONCE {
            return Ok(());
        }
        let why = format!("makes {many} playouts before it looks at the clock; at most {MOST_AT_ONCE} are possible");
        Err(ConfigError::of("", Problem::Conflict(why)))
    }
}
