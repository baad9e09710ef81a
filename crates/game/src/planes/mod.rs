//! A bit for each of many boards, in the widest registers that the processor has: what playouts side by side are made of.
//!
//! A batch is a [`Work`]: it is compiled for AVX-512, for AVX2 and for any machine, and [`Processor`] runs what fits. What works on planes must be
//! inlined into the function that has the instructions, and written as loops: a closure would be compiled without them.
//!
//! ```
//! use katsura_game::planes::{Plane, Words};
//! let (even, low) = (Words::<1>::from_words(&[0x5555]), Words::<1>::from_words(&[0xff]));
//! assert_eq!((even & low).boards(), [0, 2, 4, 6]);
//! ```

mod number;
mod plane;
mod processor;
#[cfg(target_arch = "x86_64")]
mod vectors;

pub use number::Number;
pub use plane::{MOST_BITS, Plane, Words, contracted};
pub use processor::{Processor, Work};
