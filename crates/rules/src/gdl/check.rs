//! Whether a sheet is a game: safety, stratification, what may depend on what.

use super::sheet::{
    Atom, DOES, GOAL, INIT, KEYWORDS, LEGAL, Literal, NEXT, ROLE, Relation, RelationId, Rule, Sheet, Symbol, TERMINAL, TRUE,
    Term,
};
use crate::error::{Fault, Place, RulesError, Warning};
use crate::graph::components;

/// A sheet that has been checked.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    pub sheet: Sheet,
    /// Relations that depend on each other, those that others depend on first.
    pub strata: Vec<Vec<RelationId>>,
}

/// Checks a sheet, and marks the relations that depend on the position or the moves.
pub(crate) fn check(mut sheet: Sheet) -> Result<Checked, RulesError> {
    check_heads(&sheet)?;
    check_presence(&sheet)?;
    bind_roles(&mut sheet);
    part_goals(&mut sheet);
    drop_unused(&mut sheet);
    sheet.rules.iter().try_for_each(|rule| check_safety(&sheet, rule))?;
    let Checked { mut sheet, strata } = arrange(sheet);
    let stratum = numbers(&strata, sheet.relations.len());
    check_stratification(&sheet, &stratum)?;
    check_dependence(&sheet, &uses(&sheet))?;
    warn_of_recursion(&mut sheet, &stratum);
    warn_of_unknown(&mut sheet);
    Ok(Checked { sheet, strata })
}

impl Checked {
    /// The same with other rules for the same.
    pub(crate) fn rewritten(self, rewrite: impl FnOnce(&mut Sheet)) -> Checked {
        let mut sheet = self.sheet;
        rewrite(&mut sheet);
        arrange(sheet)
    }
}

/// Finds what depends on what.
fn arrange(mut sheet: Sheet) -> Checked {
    let uses = uses(&sheet);
    let strata = components(sheet.relations.len(), |relation| uses[relation].clone());
    for relation in dependents(&uses, &[TRUE, DOES]) {
        sheet.relations[relation].is_dynamic = true;
    }
    Checked { sheet, strata }
}

/// A variable that stands where a role does, and nowhere where it gets a value, stands for every role.
fn bind_roles(sheet: &mut Sheet) {
    let mut warnings = Vec::new();
    for rule in &mut sheet.rules {
        let head = &rule.head;
        let Some(Term::Variable(role)) = head.terms.first().filter(|_| [LEGAL, GOAL].contains(&head.relation)) else {
            continue;
        };
        let mut is_bound = false;
        for literal in &rule.body {
            if let Literal::Holds(atom) = literal {
                atom.each_variable(&mut |variable| is_bound |= variable == *role);
            }
        }
        if !is_bound {
            let what = format!("the variable {} stands for every role: (role {0}) is missing", rule.variables[*role]);
            warnings.push(Warning { place: head.place, what });
            let role = Atom { relation: ROLE, terms: vec![Term::Variable(*role)], place: head.place };
            rule.body.push(Literal::Holds(role));
        }
    }
    sheet.warnings.extend(warnings);
}

/// Goals that depend on other goals, as "nothing, unless a hundred": where all values are constants, each value that a condition names becomes
/// a relation of its own, so that the circle is none.
fn part_goals(sheet: &mut Sheet) {
    let value = |atom: &Atom| match atom.terms.get(1) {
        Some(Term::Constant(value)) if atom.relation == GOAL => Some(*value),
        _ => None,
    };
    let named: Vec<&Atom> = sheet.rules.iter().flat_map(atoms).filter(|atom| atom.relation == GOAL).collect();
    let heads = sheet.rules.iter().map(|rule| &rule.head).filter(|head| head.relation == GOAL);
    if named.is_empty() || heads.chain(named.iter().copied()).any(|atom| value(atom).is_none()) {
        return;
    }
    let mut values: Vec<Symbol> = named.into_iter().filter_map(value).collect();
    values.sort_unstable();
    values.dedup();
    let first = sheet.relations.len();
    for &value in &values {
        // no sheet has a word with a space in it
        let name = format!("goal {}", sheet.names.text(value));
        let (name, place) = (sheet.names.symbol(&name), sheet.relations[GOAL].place);
        sheet.relations.push(Relation { name, arity: 1, place, is_dynamic: false });
    }
    let parted = |atom: &mut Atom| {
        if let Some(place) = value(atom).and_then(|value| values.binary_search(&value).ok()) {
            atom.relation = first + place;
            atom.terms.truncate(1);
        }
    };
    for literal in sheet.rules.iter_mut().flat_map(|rule| &mut rule.body) {
        if let Literal::Holds(atom) | Literal::Fails(atom) = literal {
            parted(atom);
        }
    }
    let mut copies: Vec<Rule> = sheet.rules.iter().filter(|rule| rule.head.relation == GOAL).cloned().collect();
    copies.iter_mut().for_each(|rule| parted(&mut rule.head));
    copies.retain(|rule| rule.head.relation != GOAL);
    sheet.rules.extend(copies);
}

/// Leaves out rules that are not safe, where nothing that matters depends on their relation.
fn drop_unused(sheet: &mut Sheet) {
    let uses = uses(sheet);
    let mut is_used = vec![false; sheet.relations.len()];
    let mut open = vec![ROLE, INIT, LEGAL, NEXT, TERMINAL, GOAL];
    while let Some(relation) = open.pop() {
        if !std::mem::replace(&mut is_used[relation], true) {
            open.extend(&uses[relation]);
        }
    }
    let is_useless = |rule: &Rule| !is_used[rule.head.relation] && check_safety(sheet, rule).is_err();
    let useless: Vec<bool> = sheet.rules.iter().map(is_useless).collect();
    let mut warnings = Vec::new();
    for rule in sheet.rules.iter().zip(&useless).filter(|(_, useless)| **useless).map(|(rule, _)| rule) {
        let name = sheet.name_of(rule.head.relation);
        let what = format!("a variable of this rule gets no value; it is left out, for nothing that matters needs '{name}'");
        warnings.push(Warning { place: rule.head.place, what });
    }
    let mut useless = useless.into_iter();
    sheet.rules.retain(|_| useless.next() != Some(true));
    sheet.warnings.extend(warnings);
}

/// The relations in the bodies of each relation's rules.
fn uses(sheet: &Sheet) -> Vec<Vec<RelationId>> {
    let mut uses = vec![Vec::new(); sheet.relations.len()];
    for rule in &sheet.rules {
        uses[rule.head.relation].extend(atoms(rule).map(|atom| atom.relation));
    }
    for used in &mut uses {
        used.sort_unstable();
        used.dedup();
    }
    uses
}

fn atoms(rule: &Rule) -> impl Iterator<Item = &Atom> {
    rule.body.iter().filter_map(|literal| match literal {
        Literal::Holds(atom) | Literal::Fails(atom) => Some(atom),
        Literal::Distinct(..) | Literal::Same(..) => None,
    })
}

fn numbers(strata: &[Vec<RelationId>], count: usize) -> Vec<usize> {
    let mut stratum = vec![0; count];
    for (number, members) in strata.iter().enumerate() {
        members.iter().for_each(|&member| stratum[member] = number);
    }
    stratum
}

fn check_heads(sheet: &Sheet) -> Result<(), RulesError> {
    let refuse = |rule: &Rule, why: &str| {
        let what = format!("'{}' stands in the head of a rule", sheet.name_of(rule.head.relation));
        Err(RulesError::new(Fault::Form, rule.head.place, what, why))
    };
    for rule in &sheet.rules {
        match rule.head.relation {
            TRUE => return refuse(rule, "write (init …) for the start and (next …) for what follows"),
            DOES => return refuse(rule, "write (legal ROLE MOVE) for what may be done"),
            ROLE if !rule.body.is_empty() => return refuse(rule, "roles are facts: write (role NAME) for each"),
            _ => {}
        }
    }
    Ok(())
}

fn check_presence(sheet: &Sheet) -> Result<(), RulesError> {
    for needed in [ROLE, LEGAL, GOAL, TERMINAL] {
        if sheet.rules_of(needed).next().is_none() {
            let name = KEYWORDS[needed].0;
            let what = format!("nothing says what '{name}' is");
            return Err(RulesError::new(Fault::Form, Place::START, what, format!("add rules for '{name}'")));
        }
    }
    Ok(())
}

/// Every variable of the head, of a negation and of a 'distinct' stands in a condition that holds as well.
fn check_safety(sheet: &Sheet, rule: &Rule) -> Result<(), RulesError> {
    let mut bound = vec![false; rule.variables.len()];
    for literal in &rule.body {
        if let Literal::Holds(atom) = literal {
            atom.each_variable(&mut |variable| bound[variable] = true);
        }
    }
    let mut refused = None;
    let mut see = |variable: usize, place: Place, what: String| {
        if !bound[variable] && refused.is_none() {
            let name = &rule.variables[variable];
            let what = format!("the variable {name} of {what} gets no value");
            let remedy = format!("add a condition without 'not' in which {name} stands");
            refused = Some(RulesError::new(Fault::Unsafe, place, what, remedy));
        }
    };
    let head = &rule.head;
    head.each_variable(&mut |variable| see(variable, head.place, format!("the head '{}'", sheet.name_of(head.relation))));
    for literal in &rule.body {
        match literal {
            Literal::Holds(_) => {}
            Literal::Fails(atom) => {
                let named = |name: &str| format!("(not ({name} …))");
                atom.each_variable(&mut |variable| see(variable, atom.place, named(sheet.name_of(atom.relation))));
            }
            Literal::Distinct(_, _, place) | Literal::Same(_, _, place) => {
                literal.each_variable(&mut |variable| see(variable, *place, "'distinct'".to_string()));
            }
        }
    }
    refused.map_or(Ok(()), Err)
}

fn check_stratification(sheet: &Sheet, stratum: &[usize]) -> Result<(), RulesError> {
    for rule in &sheet.rules {
        for literal in &rule.body {
            if let Literal::Fails(atom) = literal
                && stratum[atom.relation] == stratum[rule.head.relation]
            {
                let (head, name) = (sheet.name_of(rule.head.relation), sheet.name_of(atom.relation));
                let what = format!("'{head}' depends on the negation of '{name}', which depends on '{head}'");
                let remedy = "break the circle: what is negated must be settled before";
                return Err(RulesError::new(Fault::Dependence, atom.place, what, remedy));
            }
        }
    }
    Ok(())
}

/// All relations that depend on one of these, and these.
fn dependents(uses: &[Vec<RelationId>], on: &[RelationId]) -> Vec<RelationId> {
    let mut depends = vec![false; uses.len()];
    on.iter().for_each(|&relation| depends[relation] = true);
    let mut changed = true;
    while changed {
        changed = false;
        for relation in 0..uses.len() {
            if !depends[relation] && uses[relation].iter().any(|&used| depends[used]) {
                (depends[relation], changed) = (true, true);
            }
        }
    }
    (0..uses.len()).filter(|&relation| depends[relation]).collect()
}

/// Roles and the start are fixed; what is legal, over and won does not depend on the moves that are being made.
fn check_dependence(sheet: &Sheet, uses: &[Vec<RelationId>]) -> Result<(), RulesError> {
    let on_moves = dependents(uses, &[DOES]);
    let place = |relation| sheet.rules_of(relation).next().map_or(Place::START, |rule| rule.head.place);
    for fixed in [ROLE, INIT] {
        if sheet.relations[fixed].is_dynamic {
            let what = format!("'{}' depends on 'true' or 'does'", KEYWORDS[fixed].0);
            let remedy = "roles and the start are the same in every position: use relations that are";
            return Err(RulesError::new(Fault::Dependence, place(fixed), what, remedy));
        }
    }
    for early in [LEGAL, TERMINAL, GOAL] {
        if on_moves.contains(&early) {
            let what = format!("'{}' depends on 'does'", KEYWORDS[early].0);
            let remedy = "it is asked before anybody moves: let it depend on 'true' only";
            return Err(RulesError::new(Fault::Dependence, place(early), what, remedy));
        }
    }
    Ok(())
}

/// The recursion restriction of the language: what a rule calls within its own circle has arguments that are fixed, come from the head,
/// or are bound outside of the circle. A sheet that breaks it can be infinite; whether it is, grounding finds out.
fn warn_of_recursion(sheet: &mut Sheet, stratum: &[usize]) {
    let mut warnings = Vec::new();
    for rule in &sheet.rules {
        let is_inside = |atom: &Atom| stratum[atom.relation] == stratum[rule.head.relation];
        let outside = |term: &Term| {
            rule.body
                .iter()
                .any(|literal| matches!(literal, Literal::Holds(atom) if !is_inside(atom) && atom.terms.contains(term)))
        };
        for literal in &rule.body {
            let Literal::Holds(atom) = literal else { continue };
            let is_free = |term: &&Term| {
                let mut has_variable = false;
                term.each_variable(&mut |_| has_variable = true);
                has_variable && !rule.head.terms.contains(term) && !outside(term)
            };
            if is_inside(atom) && atom.terms.iter().any(|term| is_free(&term)) {
                let name = sheet.name_of(atom.relation);
                let what = format!("'{name}' calls itself with a term that comes from nowhere else");
                warnings.push(Warning { place: atom.place, what });
            }
        }
    }
    sheet.warnings.extend(warnings);
}

fn warn_of_unknown(sheet: &mut Sheet) {
    let mut warnings = Vec::new();
    for relation in KEYWORDS.len()..sheet.relations.len() {
        if sheet.rules_of(relation).next().is_none() {
            let what = format!("nothing says what '{}' is: it never holds", sheet.name_of(relation));
            warnings.push(Warning { place: sheet.relations[relation].place, what });
        }
    }
    if sheet.rules_of(NEXT).next().is_none() {
        warnings.push(Warning { place: Place::START, what: "nothing says what 'next' is".to_string() });
    }
    sheet.warnings.extend(warnings);
}
