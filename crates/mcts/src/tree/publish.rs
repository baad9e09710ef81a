//! How a leaf gets its children while other threads look on.
//!
//! The link of a node goes from [`LEAF`] to [`CLAIMED`] to the slot of its first child. One thread wins the compare-and-swap, writes the
//! children, and publishes them with release; who reads the link with acquire and finds a slot in it sees the children complete. The
//! test lets loom try all interleavings of this code.

use super::NodeId;
use std::sync::atomic::Ordering::{Acquire, Release};

/// The link of a node without children.
pub(super) const LEAF: u32 = 0;
/// The link of a node that a thread is expanding.
pub(super) const CLAIMED: u32 = u32::MAX;

/// A node's link to its children.
pub(super) trait Link {
    /// The slot of the first child; `None` while there are no children to be seen.
    fn first_child(&self) -> Option<NodeId>;

    /// Gives a leaf the children that `write` writes, the first of which is in the slot it returns, or `None` if there is no room. Returns
    /// whether the node has children afterwards: `false` also if another thread is just doing the same.
    fn publish(&self, write: impl FnOnce() -> Option<NodeId>) -> bool;
}

/// The same text for the atomic numbers of the processor and for those of the model checker.
macro_rules! link {
    ($atomic:ty) => {
        impl Link for $atomic {
            #[inline]
            fn first_child(&self) -> Option<NodeId> {
                let first = self.load(Acquire);
                (first != LEAF && first != CLAIMED).then_some(first)
            }

            fn publish(&self, write: impl FnOnce() -> Option<NodeId>) -> bool {
                if let Err(seen) = self.compare_exchange(LEAF, CLAIMED, Acquire, Acquire) {
                    return seen != CLAIMED;
                }
                let first = write();
                self.store(first.unwrap_or(LEAF), Release);
                first.is_some()
            }
        }
    };
}

link!(std::sync::atomic::AtomicU32);

#[cfg(test)]
mod tests {
    use super::*;
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    use loom::sync::atomic::Ordering::Relaxed;
    use loom::sync::atomic::{AtomicU32, AtomicUsize};
    use loom::thread;

    link!(AtomicU32);

    /// A leaf and room for two blocks of one child each. The child is plain memory: loom reports any access that is not ordered.
    struct Model {
        link: AtomicU32,
        used: AtomicUsize,
        children: [UnsafeCell<u64>; 2],
    }

    impl Model {
        fn new() -> Arc<Self> {
            let children = [UnsafeCell::new(0), UnsafeCell::new(0)];
            Arc::new(Model { link: AtomicU32::new(LEAF), used: AtomicUsize::new(0), children })
        }

        fn expand(&self, room: usize) -> bool {
            self.link.publish(|| {
                let slot = self.used.fetch_add(1, Relaxed);
                (slot < room).then(|| {
                    // SAFETY: the slot was handed out to this thread alone, and nobody knows of it before it is published; loom checks it.
                    self.children[slot].with_mut(|child| unsafe { *child = 7 });
                    slot as u32 + 1
                })
            })
        }

        /// The child, if there is one to be seen.
        fn child(&self) -> Option<u64> {
            let slot = self.link.first_child()? as usize - 1;
            // SAFETY: a published child is only read; loom checks that its writing came before.
            Some(self.children[slot].with(|child| unsafe { *child }))
        }
    }

    #[test]
    fn who_sees_children_sees_them_complete() {
        loom::model(|| {
            let model = Model::new();
            let other = Arc::clone(&model);
            let expanding = thread::spawn(move || other.expand(2) && other.child() == Some(7));
            let seen = model.child();
            assert!(seen.is_none() || seen == Some(7));
            assert!(expanding.join().unwrap());
        });
    }

    #[test]
    fn one_of_two_threads_writes_the_children_and_both_may_go_on() {
        loom::model(|| {
            let model = Model::new();
            let other = Arc::clone(&model);
            let expanding = thread::spawn(move || !other.expand(2) || other.child() == Some(7));
            assert!(!model.expand(2) || model.child() == Some(7));
            assert!(expanding.join().unwrap());
            assert_eq!((model.child(), model.used.load(Relaxed)), (Some(7), 1), "one block is enough");
        });
    }

    #[test]
    fn a_leaf_without_room_stays_a_leaf() {
        loom::model(|| {
            let model = Model::new();
            let other = Arc::clone(&model);
            let expanding = thread::spawn(move || other.expand(0));
            assert!(!model.expand(0));
            assert!(!expanding.join().unwrap());
            assert_eq!(model.child(), None);
        });
    }
}
