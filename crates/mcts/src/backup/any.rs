//! The choice of a backup rule as data.

use super::{Backup, InformedAverage, Max, Mean, Mix, RobustMax, SameSign, Weighted};
use crate::config::{ConfigError, parameters, refused};
use crate::custom::Custom;
use crate::dispatch::dispatch;
use katsura_game::About;

parameters! {
    /// Any backup rule: `[search.backup]`. Matched once per simulation.
    #[derive(Clone, Debug, PartialEq, Default)]
    pub enum AnyBackup by kind checked by AnyBackup::check {
        /// The mean reward of the mover.
        #[default]
        Mean,
        /// The best child: minimax scores.
        Max(Max),
        /// The most visited child.
        RobustMax(RobustMax),
        /// Coulom's mixture of robust maximum and mean.
        Mix(Mix),
        /// Chaslot's average in which surely worse children hardly count.
        InformedAverage(InformedAverage),
        /// Shorter and later simulations weigh more.
        Weighted(Weighted),
        /// The student's backup: one reward for the nodes of both players.
        SameSign,
        /// A rule of another crate.
        #[serde(skip)]
        Custom(Custom<dyn Backup>),
    }
}

impl AnyBackup {
    fn check(&self, about: &About) -> Result<(), ConfigError> {
        if !self.traits().is_for_two || about.players <= 2 {
            return Ok(());
        }
        refused(format!("turns one player's value into the other's, and {} is not a game of two", about.name))
    }
}

dispatch! { Backup for AnyBackup {
    Self::Mean => &Mean,
    Self::Max(rule) => rule,
    Self::RobustMax(rule) => rule,
    Self::Mix(rule) => rule,
    Self::InformedAverage(rule) => rule,
    Self::Weighted(rule) => rule,
    Self::SameSign => &SameSign,
    Self::Custom(rule) => &**rule,
} }
