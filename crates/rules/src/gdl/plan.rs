//! In which order the conditions of a rule are looked at.

use super::sheet::{Atom, Literal, RelationId, Rule, Sheet, Term};
use super::tables::{Part, Path, Table, function_key};
use super::terms::Terms;

/// A way through a rule: from a new fact for one of its conditions to all ways in which the others hold.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The rule.
    pub rule: usize,
    /// The condition that a new fact is put into; none for rules that begin with what is known.
    pub first: Option<usize>,
    pub steps: Vec<Step>,
}

/// The next condition.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Rows of a table are tried.
    Join {
        literal: usize,
        index: usize,
        key: Vec<KeyPart>,
        /// Whether the fact that the plan began with is left out: then an earlier condition has had it.
        skips_first: bool,
    },
    /// A condition whose variables all have values.
    Test { literal: usize },
}

/// A part of the key of an index.
#[derive(Clone, Debug)]
pub(crate) enum KeyPart {
    /// A term whose variables all have values.
    Term(Term),
    /// A name and a number of arguments.
    Function(u32),
}

/// Plans a rule from one of its conditions.
pub(crate) fn plan(sheet: &Sheet, number: usize, first: Option<usize>, tables: &mut [Table], terms: &Terms) -> Plan {
    let rule = &sheet.rules[number];
    let mut planner = Planner { rule, bound: vec![false; rule.variables.len()], left: (0..rule.body.len()).collect() };
    let mut steps = Vec::new();
    if let Some(first) = first {
        planner.take(first);
    }
    loop {
        planner.take_tests(&mut steps);
        let Some(literal) = planner.best(sheet, tables) else { break };
        let Literal::Holds(atom) = &rule.body[literal] else { break };
        let (parts, key) = planner.key(atom);
        let index = tables[atom.relation].index(parts, terms);
        let skips_first =
            first.is_some_and(|first| literal < first && relation_of(&rule.body[first]) == Some(atom.relation));
        planner.take(literal);
        steps.push(Step::Join { literal, index, key, skips_first });
    }
    Plan { rule: number, first, steps }
}

/// The relation of a condition that holds.
pub(crate) fn relation_of(literal: &Literal) -> Option<RelationId> {
    match literal {
        Literal::Holds(atom) => Some(atom.relation),
        Literal::Fails(_) | Literal::Distinct(..) | Literal::Same(..) => None,
    }
}

struct Planner<'a> {
    rule: &'a Rule,
    bound: Vec<bool>,
    left: Vec<usize>,
}

impl Planner<'_> {
    fn take(&mut self, literal: usize) {
        self.left.retain(|&other| other != literal);
        let bound = &mut self.bound;
        self.rule.body[literal].each_variable(&mut |variable| bound[variable] = true);
    }

    fn is_bound(&self, term: &Term) -> bool {
        let mut all = true;
        term.each_variable(&mut |variable| all &= self.bound[variable]);
        all
    }

    /// Negations and 'distinct' as soon as their variables have values.
    fn take_tests(&mut self, steps: &mut Vec<Step>) {
        let ready = |literal: &usize| {
            let mut all = relation_of(&self.rule.body[*literal]).is_none();
            self.rule.body[*literal].each_variable(&mut |variable| all &= self.bound[variable]);
            all
        };
        let tests: Vec<usize> = self.left.iter().copied().filter(ready).collect();
        steps.extend(tests.iter().map(|&literal| Step::Test { literal }));
        self.left.retain(|literal| !tests.contains(literal));
    }

    /// The condition with the fewest variables that have no value, among those that share one with what is known if there are any; then
    /// the one with the fewest facts.
    fn best(&self, sheet: &Sheet, tables: &[Table]) -> Option<usize> {
        let holds = self.left.iter().copied().filter(|&literal| relation_of(&self.rule.body[literal]).is_some());
        holds.min_by_key(|&literal| {
            let (mut known, mut free) = (false, Vec::new());
            self.rule.body[literal].each_variable(&mut |variable| match self.bound[variable] {
                true => known = true,
                false => free.push(variable),
            });
            free.sort_unstable();
            free.dedup();
            let relation = relation_of(&self.rule.body[literal]).unwrap_or(0);
            let is_open = sheet.relations[relation].is_dynamic;
            let size = if is_open { usize::MAX } else { tables[relation].len() };
            (!free.is_empty() && !known, free.len(), is_open, size)
        })
    }

    /// What of a condition is known: the parts of an index and how its key is made.
    fn key(&self, atom: &Atom) -> (Vec<Part>, Vec<KeyPart>) {
        let mut found = (Vec::new(), Vec::new());
        for (place, term) in atom.terms.iter().enumerate() {
            self.add_key(term, &mut vec![place as u16], &mut found);
        }
        found
    }

    fn add_key(&self, term: &Term, path: &mut Vec<u16>, found: &mut (Vec<Part>, Vec<KeyPart>)) {
        let here: Path = path.clone().into_boxed_slice();
        if self.is_bound(term) {
            found.0.push(Part::Term(here));
            found.1.push(KeyPart::Term(term.clone()));
        } else if let Term::Function(symbol, terms) = term {
            found.0.push(Part::Function(here));
            found.1.push(KeyPart::Function(function_key(*symbol, terms.len())));
            for (place, term) in terms.iter().enumerate() {
                path.push(place as u16);
                self.add_key(term, path, found);
                path.pop();
            }
        }
    }
}
