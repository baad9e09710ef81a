//! Rules without variables: all instances that can ever matter.
//!
//! What does not depend on the position is settled, stratum by stratum. The rest is written out from below: a fact that may be true leads to
//! the instances of rules that it takes part in, and their heads may be true in turn. A fact that follows for the next position may be
//! true, and what may be legal may be done. Negations of what depends on the position are taken as possible.

use super::check::Checked;
use super::plan::{KeyPart, Plan, Step, plan, relation_of};
use super::sheet::{Atom, DOES, INIT, LEGAL, Literal, NEXT, RelationId, Sheet, TRUE, Term};
use super::tables::Table;
use super::terms::{TermId, Terms};
use crate::error::{Fault, Place, RulesError};
use crate::limits::Limits;
use std::collections::VecDeque;

/// A fact that depends on the position or the moves.
#[derive(Clone, Debug)]
pub(crate) struct GroundAtom {
    pub relation: RelationId,
    pub terms: Box<[TermId]>,
}

/// A condition of a ground rule: the number of a fact, and whether it must not hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub(crate) struct Condition {
    pub atom: u32,
    pub fails: bool,
}

/// A sheet without variables.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub terms: Terms,
    pub atoms: Vec<GroundAtom>,
    /// The rules: the head, and where its conditions begin and end.
    pub rules: Vec<(u32, [u32; 2])>,
    pub conditions: Vec<Condition>,
    /// The tables of all relations; those that do not depend on the position are settled.
    pub tables: Vec<Table>,
    /// The numbers of the facts of each relation, row by row; empty for what does not depend on the position.
    numbers: Vec<Vec<u32>>,
}

impl Ground {
    /// The number of a fact, if it depends on the position and may hold.
    pub(crate) fn number(&self, relation: RelationId, row: &[TermId]) -> Option<u32> {
        let place = self.tables[relation].find(row)?;
        self.numbers[relation].get(place as usize).copied()
    }

    /// The conditions of a rule.
    pub(crate) fn conditions_of(&self, rule: u32) -> &[Condition] {
        let [begin, end] = self.rules[rule as usize].1;
        &self.conditions[begin as usize..end as usize]
    }
}

/// Writes a sheet out.
pub(crate) fn ground(checked: &Checked, limits: &Limits) -> Result<Ground, RulesError> {
    let sheet = &checked.sheet;
    let tables = sheet.relations.iter().map(|relation| Table::new(relation.arity)).collect();
    let mut grounder = Grounder {
        sheet,
        limits,
        terms: Terms::default(),
        tables,
        numbers: vec![Vec::new(); sheet.relations.len()],
        atoms: Vec::new(),
        rules: Vec::new(),
        conditions: Vec::new(),
        negated: Vec::new(),
        queue: VecDeque::new(),
        steps: 0,
        place: Place::START,
    };
    for stratum in &checked.strata {
        if !sheet.relations[stratum[0]].is_dynamic {
            grounder.settle(stratum)?;
        }
    }
    grounder.write_out()?;
    Ok(grounder.finish())
}

struct Grounder<'a> {
    sheet: &'a Sheet,
    limits: &'a Limits,
    terms: Terms,
    tables: Vec<Table>,
    /// The numbers of the facts of each relation, row by row; empty for what does not depend on the position.
    numbers: Vec<Vec<u32>>,
    atoms: Vec<GroundAtom>,
    rules: Vec<(u32, [u32; 2])>,
    conditions: Vec<Condition>,
    /// Facts that must not hold, by their place in the conditions: they get numbers when all is known.
    negated: Vec<(usize, RelationId, Box<[TermId]>)>,
    /// Facts that joins do not see yet.
    queue: VecDeque<(RelationId, u32)>,
    steps: u64,
    /// The rule that is being written out.
    place: Place,
}

/// What the variables of a rule stand for, and what the rule rests on.
struct Instance {
    values: Vec<TermId>,
    /// The variables in the order in which they got their values.
    trail: Vec<usize>,
    holds: Vec<u32>,
    fails: Vec<(RelationId, Box<[TermId]>)>,
    /// The fact that the plan began with.
    first: Option<u32>,
}

const UNKNOWN: TermId = TermId::MAX;

impl Grounder<'_> {
    /// Finds all facts of a stratum that does not depend on the position.
    fn settle(&mut self, stratum: &[RelationId]) -> Result<(), RulesError> {
        let rules: Vec<usize> =
            (0..self.sheet.rules.len()).filter(|&rule| stratum.contains(&self.sheet.rules[rule].head.relation)).collect();
        self.run(&rules, stratum)
    }

    /// Writes out all rules that depend on the position.
    fn write_out(&mut self) -> Result<(), RulesError> {
        let is_dynamic = |relation: RelationId| self.sheet.relations[relation].is_dynamic;
        let rules: Vec<usize> =
            (0..self.sheet.rules.len()).filter(|&rule| is_dynamic(self.sheet.rules[rule].head.relation)).collect();
        let relations: Vec<RelationId> = (0..self.sheet.relations.len()).filter(|&relation| is_dynamic(relation)).collect();
        for row in 0..self.tables[INIT].len() as u32 {
            let terms = self.tables[INIT].row(row).to_vec();
            self.add(TRUE, &terms)?;
        }
        // what is always legal is legal all the same
        for (settled, follows) in [(LEGAL, DOES), (NEXT, TRUE)] {
            for row in 0..if is_dynamic(settled) { 0 } else { self.tables[settled].len() as u32 } {
                let terms = self.tables[settled].row(row).to_vec();
                self.add(follows, &terms)?;
            }
        }
        self.run(&rules, &relations)
    }

    /// Applies rules until nothing new is found; facts of `open` relations may be new.
    fn run(&mut self, rules: &[usize], open: &[RelationId]) -> Result<(), RulesError> {
        let mut plans: Vec<Vec<Plan>> = vec![Vec::new(); self.sheet.relations.len()];
        let mut at_once = Vec::new();
        for &rule in rules {
            let body = &self.sheet.rules[rule].body;
            let begins = |literal: &usize| relation_of(&body[*literal]).is_some_and(|relation| open.contains(&relation));
            let firsts: Vec<usize> = (0..body.len()).filter(begins).collect();
            for &first in &firsts {
                let relation = relation_of(&body[first]).unwrap_or(0);
                plans[relation].push(plan(self.sheet, rule, Some(first), &mut self.tables, &self.terms));
            }
            if firsts.is_empty() {
                at_once.push(plan(self.sheet, rule, None, &mut self.tables, &self.terms));
            }
        }
        for plan in &at_once {
            self.follow(plan, None)?;
        }
        while let Some((relation, row)) = self.queue.pop_front() {
            self.tables[relation].show_next(&self.terms);
            for plan in &plans[relation] {
                self.follow(plan, Some(row))?;
            }
        }
        Ok(())
    }

    /// All instances of a rule in which a new fact takes part.
    fn follow(&mut self, plan: &Plan, first: Option<u32>) -> Result<(), RulesError> {
        let rule = &self.sheet.rules[plan.rule];
        self.place = rule.head.place;
        let values = vec![UNKNOWN; rule.variables.len()];
        let mut instance = Instance { values, trail: Vec::new(), holds: Vec::new(), fails: Vec::new(), first };
        if let (Some(row), Some(literal)) = (first, plan.first)
            && let Literal::Holds(atom) = &rule.body[literal]
            && !self.fits(atom, row, &mut instance)
        {
            return Ok(());
        }
        self.go_on(plan, 0, &mut instance)
    }

    fn go_on(&mut self, plan: &Plan, at: usize, instance: &mut Instance) -> Result<(), RulesError> {
        let rule = &self.sheet.rules[plan.rule];
        match plan.steps.get(at) {
            None => self.conclude(plan.rule, instance),
            Some(Step::Test { literal }) => {
                let fails = instance.fails.len();
                if self.passes(&rule.body[*literal], instance) {
                    self.go_on(plan, at + 1, instance)?;
                }
                instance.fails.truncate(fails);
                Ok(())
            }
            Some(Step::Join { literal, index, key, skips_first }) => {
                let Literal::Holds(atom) = &rule.body[*literal] else { return Ok(()) };
                let Some(key) = self.key(key, &instance.values) else { return Ok(()) };
                let rows = self.tables[atom.relation].rows(*index, &key).len();
                for place in 0..rows {
                    let row = self.tables[atom.relation].rows(*index, &key)[place];
                    if *skips_first && instance.first == Some(row) {
                        continue;
                    }
                    let (trail, holds) = (instance.trail.len(), instance.holds.len());
                    self.count_step()?;
                    if self.fits(atom, row, instance) {
                        self.go_on(plan, at + 1, instance)?;
                    }
                    instance.trail.drain(trail..).for_each(|variable| instance.values[variable] = UNKNOWN);
                    instance.holds.truncate(holds);
                }
                Ok(())
            }
        }
    }

    fn count_step(&mut self) -> Result<(), RulesError> {
        self.steps += 1;
        match (self.steps > self.limits.steps, self.terms.len() > self.limits.terms) {
            (true, _) => Err(self.refusal("facts to try", self.limits.steps)),
            (_, true) => Err(self.refusal("terms", self.limits.terms as u64)),
            _ => Ok(()),
        }
    }

    fn refusal(&self, what: &str, limit: u64) -> RulesError {
        let what = format!("writing the rules out takes more than {limit} {what}; this rule was the last");
        RulesError::new(Fault::Limit, self.place, what, "give its conditions fewer variables, or raise the limit")
    }

    /// Puts a row into a condition: whether it fits what is known.
    fn fits(&self, atom: &Atom, row: u32, instance: &mut Instance) -> bool {
        let terms = self.tables[atom.relation].row(row);
        if !atom.terms.iter().zip(terms).all(|(term, &value)| self.unify(term, value, instance)) {
            return false;
        }
        if let Some(&number) = self.numbers[atom.relation].get(row as usize) {
            instance.holds.push(number);
        }
        true
    }

    fn unify(&self, term: &Term, value: TermId, instance: &mut Instance) -> bool {
        match term {
            Term::Variable(variable) if instance.values[*variable] == UNKNOWN => {
                instance.values[*variable] = value;
                instance.trail.push(*variable);
                true
            }
            Term::Variable(variable) => instance.values[*variable] == value,
            Term::Constant(symbol) => self.terms.symbol(value) == *symbol && self.terms.parts(value).is_empty(),
            Term::Function(symbol, terms) => {
                let parts = self.terms.parts(value);
                self.terms.symbol(value) == *symbol
                    && parts.len() == terms.len()
                    && terms.iter().zip(parts).all(|(term, &part)| self.unify(term, part, instance))
            }
        }
    }

    fn key(&self, key: &[KeyPart], values: &[TermId]) -> Option<Vec<u32>> {
        let part = |part: &KeyPart| match part {
            KeyPart::Function(key) => Some(*key),
            KeyPart::Term(term) => self.find(term, values),
        };
        key.iter().map(part).collect()
    }

    /// The number of a term, if it was met.
    fn find(&self, term: &Term, values: &[TermId]) -> Option<TermId> {
        match term {
            Term::Variable(variable) => Some(values[*variable]),
            Term::Constant(symbol) => self.terms.find(*symbol, &[]),
            Term::Function(symbol, terms) => {
                let parts: Option<Vec<TermId>> = terms.iter().map(|term| self.find(term, values)).collect();
                self.terms.find(*symbol, &parts?)
            }
        }
    }

    fn build(&mut self, term: &Term, values: &[TermId]) -> TermId {
        match term {
            Term::Variable(variable) => values[*variable],
            Term::Constant(symbol) => self.terms.intern(*symbol, &[]),
            Term::Function(symbol, terms) => {
                let parts: Vec<TermId> = terms.iter().map(|term| self.build(term, values)).collect();
                self.terms.intern(*symbol, &parts)
            }
        }
    }

    /// Whether a condition without free variables can hold.
    fn passes(&mut self, literal: &Literal, instance: &mut Instance) -> bool {
        match literal {
            Literal::Holds(_) => true,
            Literal::Same(one, other, _) => self.build(one, &instance.values) == self.build(other, &instance.values),
            Literal::Distinct(one, other, _) => self.build(one, &instance.values) != self.build(other, &instance.values),
            Literal::Fails(atom) => {
                let row: Box<[TermId]> = atom.terms.iter().map(|term| self.build(term, &instance.values)).collect();
                if !self.sheet.relations[atom.relation].is_dynamic {
                    return self.tables[atom.relation].find(&row).is_none();
                }
                instance.fails.push((atom.relation, row));
                true
            }
        }
    }

    /// The rule's head may be true.
    fn conclude(&mut self, rule: usize, instance: &Instance) -> Result<(), RulesError> {
        let head = &self.sheet.rules[rule].head;
        let row: Vec<TermId> = head.terms.iter().map(|term| self.build(term, &instance.values)).collect();
        if row.iter().any(|&term| self.terms.depth(term) > self.limits.depth) {
            return Err(self.refusal("functions in functions", self.limits.depth as u64));
        }
        let number = self.add(head.relation, &row)?;
        let Some(head) = number else { return Ok(()) };
        let begin = self.conditions.len();
        self.conditions.extend(instance.holds.iter().map(|&atom| Condition { atom, fails: false }));
        for (relation, row) in &instance.fails {
            self.negated.push((self.conditions.len(), *relation, row.clone()));
            self.conditions.push(Condition { atom: u32::MAX, fails: true });
        }
        self.rules.push((head, [begin as u32, self.conditions.len() as u32]));
        match (self.rules.len() > self.limits.rules, self.conditions.len() > self.limits.conditions) {
            (true, _) => Err(self.refusal("rules", self.limits.rules as u64)),
            (_, true) => Err(self.refusal("conditions", self.limits.conditions as u64)),
            _ => Ok(()),
        }
    }

    /// Adds a fact, and what it leads to in the next position. Returns its number if it depends on the position.
    fn add(&mut self, relation: RelationId, row: &[TermId]) -> Result<Option<u32>, RulesError> {
        let (place, is_new) = self.tables[relation].add(row);
        if is_new {
            self.queue.push_back((relation, place));
            if self.sheet.relations[relation].is_dynamic {
                self.numbers[relation].push(self.atoms.len() as u32);
                self.atoms.push(GroundAtom { relation, terms: row.into() });
            }
            if self.queue.len() + self.atoms.len() > self.limits.atoms || self.tables[relation].len() > self.limits.atoms {
                return Err(self.refusal("facts", self.limits.atoms as u64));
            }
            match relation {
                NEXT if self.sheet.relations[NEXT].is_dynamic => self.add(TRUE, row)?,
                LEGAL if self.sheet.relations[LEGAL].is_dynamic => self.add(DOES, row)?,
                _ => None,
            };
        }
        Ok(self.numbers[relation].get(place as usize).copied())
    }

    /// Gives the negated facts their numbers; what can never be true is left out.
    fn finish(mut self) -> Ground {
        for (at, relation, row) in std::mem::take(&mut self.negated) {
            if let Some(place) = self.tables[relation].find(&row) {
                self.conditions[at].atom = self.numbers[relation][place as usize];
            }
        }
        let Grounder { terms, tables, atoms, rules, conditions, numbers, .. } = self;
        Ground { terms, atoms, rules, conditions, tables, numbers }
    }
}
