//! A policy from another crate, as a variant of the enum of its kind.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A shared policy object. Two are equal if they are the same object.
///
/// ```
/// use katsura_mcts::Custom;
/// use katsura_mcts::expand::{AnyExpand, Expand, LeafView};
/// use std::sync::Arc;
///
/// struct Shallow;
/// impl Expand for Shallow {
///     fn should_expand(&self, leaf: &LeafView<'_>) -> bool {
///         leaf.depth() < 3
///     }
/// }
/// let expand = AnyExpand::Custom(Custom(Arc::new(Shallow)));
/// assert_ne!(expand, AnyExpand::default());
/// ```
pub struct Custom<T: ?Sized>(pub Arc<T>);

impl<T: ?Sized> Clone for Custom<T> {
    fn clone(&self) -> Self {
        Custom(Arc::clone(&self.0))
    }
}

impl<T: ?Sized> PartialEq for Custom<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: ?Sized> fmt::Debug for Custom<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Custom")
    }
}

impl<T: ?Sized> Deref for Custom<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
