//! What is proven about a node, while several threads prove.
//!
//! Bounds only ever close in, so threads add what they know to a cell and never take anything away. A thread that has proven
//! a child looks at its siblings afterwards: of two that prove the last two children, one at least sees both. The test lets
//! loom try all interleavings of this code.

use crate::solve::Bounds;

/// The cell of a node's bounds.
pub(super) trait Proof {
    /// What is known.
    fn bounds(&self) -> Bounds;

    /// Adds what has been proven. Whether it is news. What is read afterwards is at least as new as this.
    fn narrow(&self, bounds: Bounds) -> bool;
}

/// Two bits say how far the lower bound is above 0, and two how far the upper is below 1: as many ones as halves, so that
/// more is known by more ones, and nothing by none.
fn pack(bounds: Bounds) -> u8 {
    let ones = |halves: u8| (1 << halves) - 1;
    ones(bounds.lower) | ones(2 - bounds.upper) << 2
}

fn unpack(cell: u8) -> Bounds {
    let halves = |ones: u8| ones.count_ones() as u8;
    Bounds { lower: halves(cell & 3), upper: 2 - halves(cell >> 2) }
}

/// The same text for the atomic numbers of the processor and for those of the model checker.
macro_rules! proof {
    ($memory:ident) => {
        impl Proof for $memory::sync::atomic::AtomicU8 {
            #[inline]
            fn bounds(&self) -> Bounds {
                unpack(self.load($memory::sync::atomic::Ordering::Relaxed))
            }

            fn narrow(&self, bounds: Bounds) -> bool {
                use $memory::sync::atomic::Ordering::{Relaxed, SeqCst};
                let (proven, known) = (pack(bounds), self.load(Relaxed));
                if known | proven == known {
                    return false;
                }
                let known = self.fetch_or(proven, Relaxed);
                $memory::sync::atomic::fence(SeqCst);
                known | proven != known
            }
        }
    };
}

proof!(std);

#[cfg(test)]
mod tests {
    use super::*;
    use loom::sync::Arc;
    use loom::sync::atomic::AtomicU8;
    use loom::thread;

    proof!(loom);

    const LOST: Bounds = Bounds { lower: 0, upper: 0 };
    const WON: Bounds = Bounds { lower: 2, upper: 2 };

    #[test]
    fn bounds_are_kept_as_they_were_given() {
        for (lower, upper) in [(0, 2), (0, 1), (0, 0), (1, 2), (1, 1), (2, 2)] {
            let bounds = Bounds { lower, upper };
            assert_eq!(unpack(pack(bounds)), bounds);
        }
        assert_eq!(pack(Bounds::OPEN), 0);
    }

    /// A parent whose two children are lost for the player who chooses, so that it is won for its mover.
    #[derive(Default)]
    struct Model {
        parent: AtomicU8,
        children: [AtomicU8; 2],
    }

    impl Model {
        fn prove(&self, child: usize) {
            self.children[child].narrow(LOST);
            if self.children.iter().all(|child| child.bounds() == LOST) {
                self.parent.narrow(WON);
            }
        }
    }

    #[test]
    fn of_two_threads_that_prove_the_last_two_children_one_proves_the_parent() {
        loom::model(|| {
            let model = Arc::new(Model::default());
            let other = Arc::clone(&model);
            let proving = thread::spawn(move || other.prove(1));
            model.prove(0);
            proving.join().unwrap();
            assert_eq!(model.parent.bounds(), WON);
        });
    }

    #[test]
    fn what_two_threads_prove_of_a_node_adds_up_and_one_of_them_knows_it() {
        loom::model(|| {
            let node = Arc::new(AtomicU8::new(0));
            let other = Arc::clone(&node);
            let low = Bounds { lower: 1, upper: 2 };
            let proving = thread::spawn(move || other.narrow(low) && other.bounds().is_solved());
            let told = node.narrow(Bounds { lower: 0, upper: 1 }) && node.bounds().is_solved();
            assert!(proving.join().unwrap() || told);
            assert_eq!(node.bounds().reward(), Some(0.5));
        });
    }
}
