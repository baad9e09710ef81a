//! Many-armed bandits: the policies of tree search without the tree.

pub mod sample;
