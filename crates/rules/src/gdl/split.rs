//! Rules with many variables, cut into rules with fewer.
//!
//! A variable that stands in some conditions only, and not in the head, need not be written out together with all others: those conditions
//! become a relation of their own, about what they share with the rest. The same is known as bucket elimination [dechter1999].

use super::sheet::{Atom, Literal, Relation, Rule, Sheet, Term};

/// Cuts the rules of a sheet.
pub(crate) fn split(sheet: &mut Sheet) {
    let mut open = std::mem::take(&mut sheet.rules);
    open.reverse();
    while let Some(mut rule) = open.pop() {
        while let Some(group) = best_group(&rule) {
            open.push(cut(sheet, &mut rule, &group));
        }
        sheet.rules.push(rule);
    }
}

fn variables_of(literals: &[&Literal], count: usize) -> Vec<bool> {
    let mut has = vec![false; count];
    literals.iter().for_each(|literal| literal.each_variable(&mut |variable| has[variable] = true));
    has
}

fn number_of(has: &[bool]) -> usize {
    has.iter().filter(|&&has| has).count()
}

/// The conditions with a variable that the head does not have, if they have fewer variables than the rule, give all of them values, and are
/// not all conditions; of several such groups the one with the fewest variables.
fn best_group(rule: &Rule) -> Option<Vec<bool>> {
    let count = rule.variables.len();
    let mut in_head = vec![false; count];
    rule.head.each_variable(&mut |variable| in_head[variable] = true);
    let total = number_of(&variables_of(&rule.body.iter().collect::<Vec<_>>(), count));
    let mut best: Option<(usize, Vec<bool>)> = None;
    for variable in (0..count).filter(|&variable| !in_head[variable]) {
        let group: Vec<bool> = rule.body.iter().map(|literal| variables_of(&[literal], count)[variable]).collect();
        let members: Vec<&Literal> =
            rule.body.iter().zip(&group).filter(|(_, is_in)| **is_in).map(|(literal, _)| literal).collect();
        let holding: Vec<&Literal> =
            members.iter().copied().filter(|literal| matches!(literal, Literal::Holds(_))).collect();
        let width = number_of(&variables_of(&members, count));
        let is_safe = width == number_of(&variables_of(&holding, count));
        let is_part = !members.is_empty() && members.len() < rule.body.len() && width < total;
        if is_safe && is_part && best.as_ref().is_none_or(|(narrowest, _)| width < *narrowest) {
            best = Some((width, group));
        }
    }
    best.map(|(_, group)| group)
}

/// Puts a relation into the place of some conditions; returns the rule for it.
fn cut(sheet: &mut Sheet, rule: &mut Rule, group: &[bool]) -> Rule {
    let count = rule.variables.len();
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for (literal, &is_in) in rule.body.drain(..).zip(group) {
        if is_in { inside.push(literal) } else { outside.push(literal) }
    }
    let mut needed = variables_of(&outside.iter().collect::<Vec<_>>(), count);
    rule.head.each_variable(&mut |variable| needed[variable] = true);
    let has = variables_of(&inside.iter().collect::<Vec<_>>(), count);
    let terms: Vec<Term> = (0..count).filter(|&variable| has[variable] && needed[variable]).map(Term::Variable).collect();
    // no sheet has a word with a space in it
    let name = sheet.names.symbol(&format!("part {}", sheet.relations.len()));
    let place = rule.head.place;
    sheet.relations.push(Relation { name, arity: terms.len(), place, is_dynamic: false });
    let atom = Atom { relation: sheet.relations.len() - 1, terms, place };
    outside.push(Literal::Holds(atom.clone()));
    rule.body = outside;
    Rule { head: atom, body: inside, variables: rule.variables.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gdl::read::sheet;
    use crate::kif;

    #[test]
    fn conditions_about_a_variable_of_their_own_become_a_relation() {
        let text = "(<= (next (cell ?c ?r)) (true (cell ?c ?r)) (does ?w (mark ?i ?j)) (distinct ?c ?i))";
        let mut sheet = sheet(&kif::read(text).unwrap()).unwrap();
        let before = sheet.relations.len();
        split(&mut sheet);
        assert_eq!((sheet.rules.len(), sheet.relations.len()), (2, before + 1));
        assert_eq!(sheet.relations[before].arity, 1, "the column of the move is all that matters");
        assert_eq!(sheet.rules[0].body.len(), 3);
    }

    #[test]
    fn a_negation_stays_where_its_variables_have_values() {
        let text = "(<= (p ?x) (q ?x) (not (r ?x ?y)) (s ?y ?z) (t ?z))";
        let mut sheet = sheet(&kif::read(text).unwrap()).unwrap();
        split(&mut sheet);
        assert!(sheet.rules.iter().all(|rule| rule.body.iter().any(|literal| matches!(literal, Literal::Holds(_)))));
        assert_eq!(sheet.rules.len(), 2, "only ?z can be cut out");
    }
}
