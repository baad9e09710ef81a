//! Terms without variables, each stored once.

use super::sheet::{Names, Symbol};
use rustc_hash::FxHashMap;

/// A term, as a number: equal terms have one number.
pub(crate) type TermId = u32;

/// All terms met so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    nodes: Vec<Node>,
    parts: Vec<TermId>,
    ids: FxHashMap<Box<[u32]>, TermId>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    symbol: Symbol,
    first: u32,
    count: u16,
    depth: u16,
}

impl Terms {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of a term, which is new if it was not met before.
    pub(crate) fn intern(&mut self, symbol: Symbol, parts: &[TermId]) -> TermId {
        let key: Box<[u32]> = std::iter::once(symbol).chain(parts.iter().copied()).collect();
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        let id = self.nodes.len() as TermId;
        let depth = parts.iter().map(|&part| self.nodes[part as usize].depth + 1).max().unwrap_or(0);
        self.nodes.push(Node { symbol, first: self.parts.len() as u32, count: parts.len() as u16, depth });
        self.parts.extend_from_slice(parts);
        self.ids.insert(key, id);
        id
    }

    /// The number of a term, if it was met.
    pub(crate) fn find(&self, symbol: Symbol, parts: &[TermId]) -> Option<TermId> {
        let key: Vec<u32> = std::iter::once(symbol).chain(parts.iter().copied()).collect();
        self.ids.get(&key[..]).copied()
    }

    pub(crate) fn symbol(&self, term: TermId) -> Symbol {
        self.nodes[term as usize].symbol
    }

    pub(crate) fn parts(&self, term: TermId) -> &[TermId] {
        let Node { first, count, .. } = self.nodes[term as usize];
        &self.parts[first as usize..first as usize + usize::from(count)]
    }

    /// How deep functions lie in functions.
    pub(crate) fn depth(&self, term: TermId) -> usize {
        usize::from(self.nodes[term as usize].depth)
    }

    /// The term as the sheet writes it.
    pub(crate) fn show(&self, term: TermId, names: &Names) -> String {
        let name = names.text(self.symbol(term));
        if self.parts(term).is_empty() {
            return name.to_string();
        }
        let parts: Vec<String> = self.parts(term).iter().map(|&part| self.show(part, names)).collect();
        format!("({name} {})", parts.join(" "))
    }
}
