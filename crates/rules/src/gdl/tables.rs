//! The facts of a relation, and ways to find those that agree in some places.

use super::sheet::Symbol;
use super::terms::{TermId, Terms};
use rustc_hash::FxHashMap;

/// A place in a row: the number of the argument, then of the argument's part, and so on.
pub(crate) type Path = Box<[u16]>;

/// What rows are sorted by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The term at a place.
    Term(Path),
    /// The name and the number of arguments of the function at a place.
    Function(Path),
}

/// The name and the number of arguments as one number.
pub(crate) fn function_key(symbol: Symbol, count: usize) -> u32 {
    symbol.wrapping_mul(31).wrapping_add(count as u32)
}

/// The facts of a relation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    arity: usize,
    terms: Vec<TermId>,
    ids: FxHashMap<Box<[TermId]>, u32>,
    /// How many rows joins see.
    pub seen: usize,
    indexes: Vec<Index>,
}

#[derive(Clone, Debug)]
struct Index {
    parts: Vec<Part>,
    rows: FxHashMap<Box<[u32]>, Vec<u32>>,
}

impl Table {
    pub(crate) fn new(arity: usize) -> Self {
        Table { arity, ..Table::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Adds a row that joins do not see yet: its number, and whether it is new.
    pub(crate) fn add(&mut self, row: &[TermId]) -> (u32, bool) {
        if let Some(&number) = self.ids.get(row) {
            return (number, false);
        }
        let number = self.ids.len() as u32;
        self.terms.extend_from_slice(row);
        self.ids.insert(row.into(), number);
        (number, true)
    }

    pub(crate) fn find(&self, row: &[TermId]) -> Option<u32> {
        self.ids.get(row).copied()
    }

    pub(crate) fn row(&self, number: u32) -> &[TermId] {
        &self.terms[number as usize * self.arity..(number as usize + 1) * self.arity]
    }

    /// Lets joins see the next row.
    pub(crate) fn show_next(&mut self, terms: &Terms) {
        let number = self.seen as u32;
        self.seen += 1;
        let row = &self.terms[number as usize * self.arity..(number as usize + 1) * self.arity];
        self.indexes.iter_mut().for_each(|index| index.add(row, number, terms));
    }

    /// The number of the index by these parts, which is made if there is none.
    pub(crate) fn index(&mut self, parts: Vec<Part>, terms: &Terms) -> usize {
        if let Some(known) = self.indexes.iter().position(|index| index.parts == parts) {
            return known;
        }
        let mut index = Index { parts, rows: FxHashMap::default() };
        (0..self.seen as u32).for_each(|number| index.add(self.row(number), number, terms));
        self.indexes.push(index);
        self.indexes.len() - 1
    }

    /// The rows with this key.
    pub(crate) fn rows(&self, index: usize, key: &[u32]) -> &[u32] {
        self.indexes[index].rows.get(key).map_or(&[], |rows| &rows[..])
    }
}

impl Index {
    fn add(&mut self, row: &[TermId], number: u32, terms: &Terms) {
        let key: Option<Box<[u32]>> = self.parts.iter().map(|part| part.of(row, terms)).collect();
        if let Some(key) = key {
            self.rows.entry(key).or_default().push(number);
        }
    }
}

impl Part {
    fn of(&self, row: &[TermId], terms: &Terms) -> Option<u32> {
        let (Part::Term(path) | Part::Function(path)) = self;
        let mut term = row[usize::from(path[0])];
        for &step in &path[1..] {
            term = *terms.parts(term).get(usize::from(step))?;
        }
        Some(match self {
            Part::Term(_) => term,
            Part::Function(_) => function_key(terms.symbol(term), terms.parts(term).len()),
        })
    }
}
