//! The choice of a backup rule as data.

use super::{Backup, InformedAverage, Max, Mean, Mix, Passed, RobustMax, SameSign, Weighted};
use crate::config::parameters;
use crate::custom::Custom;
use crate::needs::Needs;

parameters! {
    /// Any backup rule: `[search.backup]`. Matched once per simulation.
    #[derive(Clone, Debug, PartialEq, Default)]
    pub enum AnyBackup by kind {
        /// The mean reward of the mover.
        #[default]
        Mean,
        /// The best child: minimax scores.
        Max,
        /// The most visited child.
        RobustMax,
        /// Coulom's mixture of robust maximum and mean.
        Mix(Mix),
        /// Chaslot's average in which surely worse children hardly count.
        InformedAverage,
        /// Shorter and later simulations weigh more.
        Weighted(Weighted),
        /// The student's backup: one reward for the nodes of both players.
        SameSign,
        /// A rule of another crate.
        #[serde(skip)]
        Custom(Custom<dyn Backup>),
    }
}

/// Calls a method of the rule that was chosen.
macro_rules! chosen {
    ($any:expr, $rule:ident => $body:expr) => {
        match $any {
            AnyBackup::Mean => {
                let $rule = &Mean;
                $body
            }
            AnyBackup::Max => {
                let $rule = &Max;
                $body
            }
            AnyBackup::RobustMax => {
                let $rule = &RobustMax;
                $body
            }
            AnyBackup::Mix($rule) => $body,
            AnyBackup::InformedAverage => {
                let $rule = &InformedAverage;
                $body
            }
            AnyBackup::Weighted($rule) => $body,
            AnyBackup::SameSign => {
                let $rule = &SameSign;
                $body
            }
            AnyBackup::Custom($rule) => $body,
        }
    };
}

impl Backup for AnyBackup {
    fn needs(&self) -> Needs {
        chosen!(self, rule => rule.needs())
    }

    fn is_for_two(&self) -> bool {
        chosen!(self, rule => rule.is_for_two())
    }

    fn heaviest(&self) -> u32 {
        chosen!(self, rule => rule.heaviest())
    }

    fn is_mean(&self) -> bool {
        chosen!(self, rule => rule.is_mean())
    }

    fn is_of_root(&self) -> bool {
        chosen!(self, rule => rule.is_of_root())
    }

    #[inline]
    fn back_up(&self, passed: Passed<'_>) {
        chosen!(self, rule => rule.back_up(passed))
    }
}
