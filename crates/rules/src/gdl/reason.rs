//! A reasoner that is plainly right and slow: every rule is tried with every fact until nothing new is found.
//!
//! It shares nothing with the circuit but the reading and the checks of the sheet. Tests compare the circuit with it; nobody plays with it.

use super::check::{Checked, check};
use super::read::sheet;
use super::sheet::{
    DOES, GOAL, INIT, LEGAL, Literal, NEXT, Names, ROLE, RelationId, Rule, Sheet, Symbol, TERMINAL, TRUE, Term,
};
use crate::error::RulesError;
use crate::kif::{self, Expression};
use std::collections::{BTreeMap, BTreeSet};

/// A term without variables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Ground {
    Constant(Symbol),
    Function(Symbol, Vec<Ground>),
}

type Facts = BTreeMap<RelationId, BTreeSet<Vec<Ground>>>;
type Values = Vec<Option<Ground>>;

/// What holds in a position: terms as the sheet writes them, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// The moves of each role.
    pub legal: Vec<BTreeSet<String>>,
    /// Whether the game is over.
    pub terminal: bool,
    /// The goals of each role.
    pub goals: Vec<BTreeSet<String>>,
}

/// The slow reasoner of a sheet.
///
/// ```
/// use katsura_rules::gdl::Reasoner;
/// let sheet = "(role me) (init (lamp off)) (legal me press) (<= terminal (true (lamp on)))
///     (<= (next (lamp on)) (does me press)) (<= (goal me 100) (true (lamp on))) (<= (goal me 0) (not (true (lamp on))))";
/// let slow = Reasoner::new(sheet).unwrap();
/// let lit = slow.next(&slow.start().unwrap(), &["press".to_string()]).unwrap();
/// assert!(slow.view(&lit).unwrap().terminal);
/// ```
#[derive(Clone, Debug)]
pub struct Reasoner {
    sheet: Sheet,
    strata: Vec<Vec<RelationId>>,
    /// What does not depend on the position, if it did not take too long.
    fixed: Option<Facts>,
    roles: Vec<Ground>,
    /// The most facts tried before it gives up.
    patience: u64,
}

/// The reasoner gave up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the slow reasoner gave up")]
pub struct GaveUp;

impl Reasoner {
    /// The reasoner of this sheet.
    ///
    /// # Errors
    /// If the sheet cannot be read, or is no game.
    pub fn new(text: &str) -> Result<Self, RulesError> {
        let Checked { sheet, strata } = check(sheet(&kif::read(text)?)?)?;
        let mut roles: Vec<Ground> = Vec::new();
        for role in sheet.rules_of(ROLE).filter_map(|rule| ground(&rule.head.terms[0], &Values::new())) {
            if !roles.contains(&role) {
                roles.push(role);
            }
        }
        let mut reasoner = Reasoner { sheet, strata, fixed: None, roles, patience: 20_000_000 };
        let fixed = reasoner.derive(Facts::new(), |sheet, relation| !sheet.relations[relation].is_dynamic);
        reasoner.fixed = fixed.ok();
        Ok(reasoner)
    }

    /// Lets it try this many facts for each question.
    #[must_use]
    pub fn with_patience(self, patience: u64) -> Self {
        Reasoner { patience, ..self }
    }

    /// What is true at the start.
    ///
    /// # Errors
    /// If it takes too long.
    pub fn start(&self) -> Result<BTreeSet<String>, GaveUp> {
        let start = self.fixed()?.get(&INIT).cloned().unwrap_or_default();
        Ok(start.iter().map(|terms| show(&terms[0], &self.sheet.names)).collect())
    }

    fn fixed(&self) -> Result<&Facts, GaveUp> {
        self.fixed.as_ref().ok_or(GaveUp)
    }

    /// What holds where these facts are true.
    ///
    /// # Errors
    /// If it takes too long.
    pub fn view(&self, position: &BTreeSet<String>) -> Result<View, GaveUp> {
        let facts = self.all(position, &[])?;
        let of_role = |relation: RelationId, role: &Ground| {
            let rows = facts.get(&relation).into_iter().flatten().filter(|terms| terms[0] == *role);
            rows.map(|terms| show(&terms[1], &self.sheet.names)).collect()
        };
        Ok(View {
            legal: self.roles.iter().map(|role| of_role(LEGAL, role)).collect(),
            terminal: facts.contains_key(&TERMINAL),
            goals: self.roles.iter().map(|role| of_role(GOAL, role)).collect(),
        })
    }

    /// What is true after each role has made its move.
    ///
    /// # Errors
    /// If it takes too long.
    pub fn next(&self, position: &BTreeSet<String>, moves: &[String]) -> Result<BTreeSet<String>, GaveUp> {
        let facts = self.all(position, moves)?;
        Ok(facts.get(&NEXT).into_iter().flatten().map(|terms| show(&terms[0], &self.sheet.names)).collect())
    }

    fn all(&self, position: &BTreeSet<String>, moves: &[String]) -> Result<Facts, GaveUp> {
        let mut facts = self.fixed()?.clone();
        let is_true = position.iter().map(|text| vec![self.parse(text)]).collect();
        facts.insert(TRUE, is_true);
        let does = self.roles.iter().zip(moves).map(|(role, mv)| vec![role.clone(), self.parse(mv)]).collect();
        facts.insert(DOES, does);
        self.derive(facts, |sheet, relation| sheet.relations[relation].is_dynamic)
    }

    /// The term of a text; words that the sheet does not know equal no other term.
    fn parse(&self, text: &str) -> Ground {
        let read = kif::read(text).unwrap_or_default();
        read.first().map_or(Ground::Constant(Symbol::MAX), |expression| self.term(expression))
    }

    fn term(&self, expression: &Expression) -> Ground {
        let symbol = |word: &str| self.sheet.names.find(word).unwrap_or(Symbol::MAX);
        match expression {
            Expression::Word(word, _) => Ground::Constant(symbol(word)),
            Expression::List(items, _) => {
                let name = match items.first() {
                    Some(Expression::Word(word, _)) => symbol(word),
                    _ => Symbol::MAX,
                };
                Ground::Function(name, items.iter().skip(1).map(|item| self.term(item)).collect())
            }
        }
    }

    /// Adds all that follows by the rules for some relations, stratum by stratum.
    fn derive(&self, mut facts: Facts, wanted: impl Fn(&Sheet, RelationId) -> bool) -> Result<Facts, GaveUp> {
        let mut patience = self.patience;
        for stratum in self.strata.iter().filter(|stratum| wanted(&self.sheet, stratum[0])) {
            loop {
                let mut found = Vec::new();
                for rule in stratum.iter().flat_map(|&relation| self.sheet.rules_of(relation)) {
                    fire(rule, &facts, &mut found, &mut patience)?;
                }
                let mut is_new = false;
                for (relation, terms) in found {
                    is_new |= facts.entry(relation).or_default().insert(terms);
                }
                if !is_new {
                    break;
                }
            }
        }
        Ok(facts)
    }
}

/// Adds all heads of a rule that follow from these facts.
fn fire(rule: &Rule, facts: &Facts, found: &mut Vec<(RelationId, Vec<Ground>)>, patience: &mut u64) -> Result<(), GaveUp> {
    // what must hold first: then all variables have values
    let mut body: Vec<&Literal> = rule.body.iter().collect();
    body.sort_by_key(|literal| !matches!(literal, Literal::Holds(_)));
    let mut values = vec![vec![None; rule.variables.len()]];
    for literal in body {
        let mut next = Vec::new();
        for values in &values {
            extend(literal, values, facts, &mut next, patience)?;
        }
        values = next;
    }
    for values in values {
        let terms: Option<Vec<Ground>> = rule.head.terms.iter().map(|term| ground(term, &values)).collect();
        found.extend(terms.map(|terms| (rule.head.relation, terms)));
    }
    Ok(())
}

/// Adds all values with which a condition holds and which agree with those that there are.
fn extend(
    literal: &Literal,
    values: &Values,
    facts: &Facts,
    next: &mut Vec<Values>,
    patience: &mut u64,
) -> Result<(), GaveUp> {
    match literal {
        Literal::Holds(atom) => {
            for row in facts.get(&atom.relation).into_iter().flatten() {
                *patience = patience.checked_sub(1).ok_or(GaveUp)?;
                let mut more = values.clone();
                if atom.terms.iter().zip(row).all(|(term, ground)| unify(term, ground, &mut more)) {
                    next.push(more);
                }
            }
        }
        Literal::Fails(atom) => {
            let row: Option<Vec<Ground>> = atom.terms.iter().map(|term| ground(term, values)).collect();
            if row.is_some_and(|row| !facts.get(&atom.relation).is_some_and(|rows| rows.contains(&row))) {
                next.push(values.clone());
            }
        }
        Literal::Same(one, other, _) => {
            if ground(one, values) == ground(other, values) {
                next.push(values.clone());
            }
        }
        Literal::Distinct(one, other, _) => {
            if ground(one, values) != ground(other, values) {
                next.push(values.clone());
            }
        }
    }
    Ok(())
}

fn unify(term: &Term, value: &Ground, values: &mut Values) -> bool {
    match (term, value) {
        (Term::Variable(variable), value) => match &values[*variable] {
            Some(known) => known == value,
            None => {
                values[*variable] = Some(value.clone());
                true
            }
        },
        (Term::Constant(one), Ground::Constant(other)) => one == other,
        (Term::Function(one, terms), Ground::Function(other, parts)) => {
            one == other
                && terms.len() == parts.len()
                && terms.iter().zip(parts).all(|(term, part)| unify(term, part, values))
        }
        _ => false,
    }
}

fn ground(term: &Term, values: &Values) -> Option<Ground> {
    match term {
        Term::Constant(symbol) => Some(Ground::Constant(*symbol)),
        Term::Variable(variable) => values[*variable].clone(),
        Term::Function(symbol, terms) => {
            let terms: Option<Vec<Ground>> = terms.iter().map(|term| ground(term, values)).collect();
            terms.map(|terms| Ground::Function(*symbol, terms))
        }
    }
}

fn show(term: &Ground, names: &Names) -> String {
    match term {
        Ground::Constant(symbol) => names.text(*symbol).to_string(),
        Ground::Function(symbol, terms) => {
            let terms: Vec<String> = terms.iter().map(|term| show(term, names)).collect();
            format!("({} {})", names.text(*symbol), terms.join(" "))
        }
    }
}
