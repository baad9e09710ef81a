//! A rule sheet as data: relations, rules, terms.

use crate::error::{Place, Warning};
use rustc_hash::FxHashMap;

/// A word, as a number.
pub(crate) type Symbol = u32;

/// The words of a sheet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    texts: Vec<String>,
    symbols: FxHashMap<String, Symbol>,
}

impl Names {
    pub(crate) fn symbol(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.symbols.get(text) {
            return symbol;
        }
        let symbol = self.texts.len() as Symbol;
        self.texts.push(text.to_string());
        self.symbols.insert(text.to_string(), symbol);
        symbol
    }

    /// The number of a word that stands in the sheet.
    pub(crate) fn find(&self, text: &str) -> Option<Symbol> {
        self.symbols.get(text).copied()
    }

    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol as usize]
    }
}

/// A term; variables are numbered within their rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Term {
    Constant(Symbol),
    Variable(usize),
    Function(Symbol, Vec<Term>),
}

impl Term {
    /// Calls `note` for every variable in it.
    pub(crate) fn each_variable(&self, note: &mut dyn FnMut(usize)) {
        match self {
            Term::Constant(_) => {}
            Term::Variable(variable) => note(*variable),
            Term::Function(_, terms) => terms.iter().for_each(|term| term.each_variable(note)),
        }
    }
}

/// A relation, as a number.
pub(crate) type RelationId = usize;

/// The relations that every game has, in the order of their numbers.
pub(crate) const KEYWORDS: [(&str, usize); 10] = [
    ("role", 1),
    ("init", 1),
    ("true", 1),
    ("does", 2),
    ("legal", 2),
    ("next", 1),
    ("terminal", 0),
    ("goal", 2),
    ("base", 1),
    ("input", 2),
];
pub(crate) const ROLE: RelationId = 0;
pub(crate) const INIT: RelationId = 1;
pub(crate) const TRUE: RelationId = 2;
pub(crate) const DOES: RelationId = 3;
pub(crate) const LEGAL: RelationId = 4;
pub(crate) const NEXT: RelationId = 5;
pub(crate) const TERMINAL: RelationId = 6;
pub(crate) const GOAL: RelationId = 7;

/// A relation.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub name: Symbol,
    pub arity: usize,
    /// Where it was met first.
    pub place: Place,
    /// Whether it depends on the position or on the moves.
    pub is_dynamic: bool,
}

/// A relation of some terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Atom {
    pub relation: RelationId,
    pub terms: Vec<Term>,
    pub place: Place,
}

impl Atom {
    pub(crate) fn each_variable(&self, note: &mut dyn FnMut(usize)) {
        self.terms.iter().for_each(|term| term.each_variable(note));
    }
}

/// A condition of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Literal {
    Holds(Atom),
    Fails(Atom),
    Distinct(Term, Term, Place),
    Same(Term, Term, Place),
}

impl Literal {
    pub(crate) fn each_variable(&self, note: &mut dyn FnMut(usize)) {
        match self {
            Literal::Holds(atom) | Literal::Fails(atom) => atom.each_variable(note),
            Literal::Distinct(one, other, _) | Literal::Same(one, other, _) => {
                one.each_variable(note);
                other.each_variable(note);
            }
        }
    }
}

/// A rule: the head holds if all of the body does.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub head: Atom,
    pub body: Vec<Literal>,
    /// The names of the variables.
    pub variables: Vec<String>,
}

/// A rule sheet that has been read, and not looked at yet.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub names: Names,
    pub relations: Vec<Relation>,
    pub rules: Vec<Rule>,
    pub warnings: Vec<Warning>,
}

impl Sheet {
    /// The name of a relation.
    pub(crate) fn name_of(&self, relation: RelationId) -> &str {
        self.names.text(self.relations[relation].name)
    }

    /// The rules for a relation.
    pub(crate) fn rules_of(&self, relation: RelationId) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(move |rule| rule.head.relation == relation)
    }
}
