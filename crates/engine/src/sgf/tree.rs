//! An ordered tree in an arena: no recursion, however deep.

use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    fn new(index: usize) -> NodeId {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        NodeId(number.expect("a tree has fewer than 2^32 nodes"))
    }

    const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

#[derive(Clone, Debug)]
struct Entry<T> {
    data: T,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

/// A tree whose nodes carry data and have their children in order. The first child continues the main line.
///
/// Two trees are equal if they have the same shape and the same data, in whatever order they were built.
///
/// ```
/// use katsura_engine::sgf::Tree;
/// let mut tree = Tree::new("root");
/// let a = tree.add(tree.root(), "a");
/// tree.add(tree.root(), "b");
/// tree.add(a, "c");
/// let order: Vec<_> = tree.preorder().map(|(_, node)| tree[node]).collect();
/// assert_eq!(order, ["root", "a", "c", "b"]);
/// ```
#[derive(Clone, Debug)]
pub struct Tree<T> {
    nodes: Vec<Entry<T>>,
}

impl<T> Tree<T> {
    /// A tree of one node.
    pub fn new(root: T) -> Self {
        let entry = Entry { data: root, parent: None, first_child: None, last_child: None, next_sibling: None };
        Tree { nodes: vec![entry] }
    }

    /// The root.
    pub const fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// The number of nodes, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a tree has a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node after the other children of `parent`.
    pub fn add(&mut self, parent: NodeId, data: T) -> NodeId {
        let id = NodeId::new(self.nodes.len());
        self.nodes.push(Entry { data, parent: Some(parent), first_child: None, last_child: None, next_sibling: None });
        match self.nodes[parent.index()].last_child.replace(id) {
            Some(last) => self.nodes[last.index()].next_sibling = Some(id),
            None => self.nodes[parent.index()].first_child = Some(id),
        }
        id
    }

    /// The node before this one; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.index()].parent
    }

    /// The children in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.first_child(id), |child| self.nodes[child.index()].next_sibling)
    }

    /// The child that continues the line.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.index()].first_child
    }

    /// The line of first children that begins with this node.
    pub fn line(&self, from: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(from), |&id| self.first_child(id))
    }

    /// The nodes from the root to this one.
    pub fn path(&self, to: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(to), |&id| self.parent(id)).collect();
        path.reverse();
        path
    }

    /// All nodes with their depth, every node before its children, and children in order.
    pub fn preorder(&self) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        std::iter::successors(Some((0, self.root())), |&(depth, id)| self.after(depth, id))
    }

    fn after(&self, depth: usize, id: NodeId) -> Option<(usize, NodeId)> {
        if let Some(child) = self.first_child(id) {
            return Some((depth + 1, child));
        }
        let (mut depth, mut id) = (depth, id);
        loop {
            if let Some(sibling) = self.nodes[id.index()].next_sibling {
                return Some((depth, sibling));
            }
            (depth, id) = (depth.checked_sub(1)?, self.parent(id)?);
        }
    }
}

impl<T> Index<NodeId> for Tree<T> {
    type Output = T;

    fn index(&self, id: NodeId) -> &T {
        &self.nodes[id.index()].data
    }
}

impl<T> IndexMut<NodeId> for Tree<T> {
    fn index_mut(&mut self, id: NodeId) -> &mut T {
        &mut self.nodes[id.index()].data
    }
}

impl<T: PartialEq> PartialEq for Tree<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && self.preorder().zip(other.preorder()).all(|(a, b)| a.0 == b.0 && self[a.1] == other[b.1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_of_equal_shape_are_equal_however_they_were_built() {
        let mut a = Tree::new(0);
        let first = a.add(a.root(), 1);
        a.add(first, 2);
        a.add(a.root(), 3);
        let mut b = Tree::new(0);
        let first = b.add(b.root(), 1);
        b.add(b.root(), 3);
        assert_ne!(a, b);
        b.add(first, 2);
        assert_eq!(a, b);
        let mut chain = Tree::new(0);
        let mut last = chain.root();
        for data in [1, 2, 3] {
            last = chain.add(last, data);
        }
        assert_ne!(a, chain, "the same data in another shape");
    }

    #[test]
    fn lines_and_paths_follow_first_children_and_parents() {
        let mut tree = Tree::new('r');
        let a = tree.add(tree.root(), 'a');
        let b = tree.add(tree.root(), 'b');
        let c = tree.add(b, 'c');
        assert_eq!(tree.line(tree.root()).collect::<Vec<_>>(), [tree.root(), a]);
        assert_eq!(tree.path(c), [tree.root(), b, c]);
        assert_eq!(tree.children(tree.root()).collect::<Vec<_>>(), [a, b]);
        assert_eq!(
            tree.preorder().map(|(depth, id)| (depth, tree[id])).collect::<Vec<_>>(),
            [(0, 'r'), (1, 'a'), (1, 'b'), (2, 'c')]
        );
    }
}
