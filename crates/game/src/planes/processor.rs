//! Asking the processor what it has.

use super::plane::{Plane, Words};
#[cfg(target_arch = "x86_64")]
use super::vectors::{Avx2, Avx512};

/// Something done with planes.
pub trait Work {
    /// Does it. Must be `#[inline(always)]`, and so must all that it calls with planes.
    fn run<P: Plane>(self);
}

/// Processors that work is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Processor {
    /// x86-64 with AVX-512 F, VL, DQ and BW: 512 boards.
    Avx512,
    /// x86-64 with AVX2: 256 boards.
    Avx2,
    /// Any machine: 256 boards in plain words.
    Any,
}

impl Processor {
    /// Those that this machine has, the best first.
    pub fn here() -> impl Iterator<Item = Processor> {
        [Processor::Avx512, Processor::Avx2, Processor::Any].into_iter().filter(|processor| processor.is_here())
    }

    /// Whether this machine has it.
    pub fn is_here(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Processor::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512bw")
            }
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2 => is_x86_feature_detected!("avx2"),
            other => other == Processor::Any,
        }
    }

    /// Does work with what this processor has.
    ///
    /// # Panics
    /// If this machine does not have it.
    pub fn run(self, work: impl Work) {
        assert!(self.is_here(), "this machine has no {self:?}");
        match self {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the machine has the instructions
            Processor::Avx512 => unsafe { run_avx512(work) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the machine has the instructions
            Processor::Avx2 => unsafe { run_avx2(work) },
            _ => work.run::<Words<4>>(),
        }
    }

    /// Does work with the best that this machine has.
    pub fn run_best(work: impl Work) {
        Processor::here().next().unwrap_or(Processor::Any).run(work);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw")]
fn run_avx512(work: impl Work) {
    work.run::<Avx512>();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2(work: impl Work) {
    work.run::<Avx2>();
}
