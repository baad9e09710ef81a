//! From a sheet to a circuit.

use super::check::check;
use super::ground::{Condition, Ground, ground};
use super::read::sheet;
use super::sheet::{DOES, GOAL, INIT, LEGAL, NEXT, Names, ROLE, RelationId, TERMINAL, TRUE};
use super::split::split;
use super::terms::{TermId, Terms};
use crate::circuit::lower::lower;
use crate::circuit::network::{Circle, Network, Signal};
use crate::error::{Fault, Place, RulesError, Warning};
use crate::graph::components;
use crate::kif;
use crate::limits::Limits;
use crate::rules::{Goal, MoveName, Parts};
use std::cmp::Ordering;

/// The most roles of a game.
const MOST_ROLES: usize = 6;

/// The parts of a game that a sheet describes.
pub(crate) fn compile(text: &str, limits: &Limits) -> Result<Parts, RulesError> {
    let checked = check(sheet(&kif::read(text)?)?)?.rewritten(split);
    let ground = ground(&checked, limits)?;
    let place = |relation: RelationId| checked.sheet.rules_of(relation).next().map_or(Place::START, |rule| rule.head.place);
    let mut builder = Builder::new(&checked.sheet.names, &ground, checked.sheet.warnings.clone());
    if !(1..=MOST_ROLES).contains(&builder.roles.len()) {
        let what = format!("the game has {} roles", builder.roles.len());
        return Err(RulesError::new(Fault::Form, place(ROLE), what, format!("a game has 1 to {MOST_ROLES}")));
    }
    builder.define_all();
    if builder.network.nodes.len() > limits.gates {
        let what = format!("the circuit has more than {} gates", limits.gates);
        return Err(RulesError::new(
            Fault::Limit,
            Place::START,
            what,
            "describe the game in simpler terms, or raise the limit",
        ));
    }
    Ok(builder.finish(limits, [place(LEGAL), place(GOAL)]))
}

struct Builder<'a> {
    names: &'a Names,
    ground: &'a Ground,
    warnings: Vec<Warning>,
    roles: Vec<TermId>,
    /// The numbers of the facts that may be true, in the order of the terms.
    facts: Vec<TermId>,
    /// The role and the term of each move, in their order.
    moves: Vec<(usize, TermId)>,
    network: Network,
    /// What is known of each ground atom.
    signals: Vec<Option<Signal>>,
    /// The rules of each ground atom: where they begin in `by_head`.
    first_rule: Vec<usize>,
    by_head: Vec<u32>,
}

impl<'a> Builder<'a> {
    fn new(names: &'a Names, ground: &'a Ground, warnings: Vec<Warning>) -> Self {
        let rows = |relation: RelationId| {
            (0..ground.tables[relation].len() as u32).map(move |row| ground.tables[relation].row(row))
        };
        let roles: Vec<TermId> = rows(ROLE).map(|row| row[0]).collect();
        let mut facts: Vec<TermId> = rows(TRUE).map(|row| row[0]).collect();
        facts.sort_by(|&a, &b| compare(&ground.terms, names, a, b));
        let role_of = |row: &[TermId]| roles.iter().position(|&role| role == row[0]).map(|role| (role, row[1]));
        let mut moves: Vec<(usize, TermId)> = rows(DOES).filter_map(role_of).collect();
        moves.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| compare(&ground.terms, names, a.1, b.1)));
        let network = Network::new(&moves.iter().map(|mv| mv.0).collect::<Vec<_>>(), roles.len());
        let (first_rule, by_head) = rules_by_head(ground);
        let signals = vec![None; ground.atoms.len()];
        Builder { names, ground, warnings, roles, facts, moves, network, signals, first_rule, by_head }
    }

    /// The number of a ground atom, if it depends on the position and may hold.
    fn atom(&self, relation: RelationId, row: &[TermId]) -> Option<usize> {
        self.ground.number(relation, row).map(|number| number as usize)
    }

    /// What is known of a relation of some terms.
    fn signal(&self, relation: RelationId, row: &[TermId]) -> Signal {
        match self.atom(relation, row) {
            Some(atom) => self.signals[atom].unwrap_or(Signal::FALSE),
            None if self.ground.tables[relation].find(row).is_some() => Signal::TRUE,
            None => Signal::FALSE,
        }
    }

    /// Defines all atoms, those that others depend on first.
    fn define_all(&mut self) {
        for (number, &(role, term)) in self.moves.clone().iter().enumerate() {
            let signal = self.network.make(number as u32);
            if let Some(atom) = self.atom(DOES, &[self.roles[role], term]) {
                self.signals[atom] = Some(signal);
            }
        }
        for number in 0..self.facts.len() {
            let signal = self.network.fact(number as u32);
            if let Some(atom) = self.atom(TRUE, &[self.facts[number]]) {
                let known = self.opposite_of(atom).and_then(|other| self.signals[other]);
                self.signals[atom] = Some(known.map_or(signal, Signal::inverted));
            }
        }
        for members in components(self.ground.atoms.len(), |atom| self.reads(atom)) {
            match members[..] {
                [atom] => self.define(atom),
                _ => self.define_circle(&members),
            }
        }
    }

    /// The fact that is always true where this one is not: two that follow from each other, of which one is true at the start, take turns.
    fn opposite_of(&self, atom: usize) -> Option<usize> {
        let other = self.follows_from(atom)?;
        let starts = |atom: usize| self.ground.tables[INIT].find(&self.ground.atoms[atom].terms).is_some();
        let take_turns = other != atom && self.follows_from(other) == Some(atom) && starts(atom) != starts(other);
        take_turns.then_some(other)
    }

    /// The only fact that this one follows from, if it is the only condition of its only rule.
    fn follows_from(&self, atom: usize) -> Option<usize> {
        let next = self.atom(NEXT, &self.ground.atoms[atom].terms)?;
        let mut rules = self.rules(next);
        let conditions = self.ground.conditions_of(rules.next()?);
        let [Condition { atom: other, fails: false }] = *conditions else { return None };
        let is_fact = self.ground.atoms[other as usize].relation == TRUE;
        (is_fact && rules.next().is_none()).then_some(other as usize)
    }

    /// The atoms that an atom depends on. A move depends on its being legal, which says what it implies.
    fn reads(&self, atom: usize) -> Vec<usize> {
        let ground = &self.ground.atoms[atom];
        if ground.relation == DOES {
            return self.atom(LEGAL, &ground.terms).into_iter().collect();
        }
        let conditions = self.rules(atom).flat_map(|rule| self.ground.conditions_of(rule));
        conditions.filter(|condition| condition.atom != u32::MAX).map(|condition| condition.atom as usize).collect()
    }

    fn rules(&self, atom: usize) -> impl Iterator<Item = u32> {
        self.by_head[self.first_rule[atom]..self.first_rule[atom + 1]].iter().copied()
    }

    fn define(&mut self, atom: usize) {
        let ground = &self.ground.atoms[atom];
        match ground.relation {
            DOES => {
                let legal = self.signal(LEGAL, &ground.terms);
                if let Some(signal) = self.signals[atom] {
                    let implies = self.network.conditions_of(legal);
                    self.network.moves[signal.node() - 1].implies = implies;
                } else {
                    // a move of somebody who has no role
                    self.signals[atom] = Some(Signal::FALSE);
                }
            }
            TRUE => {}
            _ => {
                let sum = self.sum(atom);
                self.signals[atom] = Some(sum);
            }
        }
    }

    fn define_circle(&mut self, members: &[usize]) {
        let mut latches = Vec::new();
        for &atom in members {
            latches.push((self.network.latches, atom));
            self.signals[atom] = Some(self.network.latch());
        }
        let latches = latches.into_iter().map(|(latch, atom)| (latch, self.sum(atom))).collect();
        self.network.circles.push(Circle { latches });
    }

    /// What the rules for an atom say. A rule that needs its own head says nothing.
    fn sum(&mut self, atom: usize) -> Signal {
        let mut products = Vec::new();
        for rule in self.rules(atom) {
            let conditions = self.ground.conditions_of(rule);
            if !conditions.contains(&Condition { atom: atom as u32, fails: false }) {
                products.push(conditions.iter().filter_map(|condition| self.condition(condition)).collect());
            }
        }
        self.network.sum(products)
    }

    fn condition(&self, condition: &Condition) -> Option<Signal> {
        let Condition { atom, fails } = *condition;
        let signal = self.signals.get(atom as usize).copied().flatten();
        match fails {
            true => signal.map(Signal::inverted),
            false => Some(signal.unwrap_or(Signal::FALSE)),
        }
    }

    fn show(&self, term: TermId) -> String {
        self.ground.terms.show(term, self.names)
    }

    fn finish(mut self, limits: &Limits, [legal_place, goal_place]: [Place; 2]) -> Parts {
        let terminal = self.signal(TERMINAL, &[]);
        let legal: Vec<Signal> =
            self.moves.iter().map(|&(role, term)| self.signal(LEGAL, &[self.roles[role], term])).collect();
        let goals = self.goals(goal_place);
        if self.ground.tables[DOES].len() > self.moves.len() {
            let what = "a move is legal for somebody who is no role; it is left out".to_string();
            self.warnings.push(Warning { place: legal_place, what });
        }
        let next: Vec<Signal> = self.facts.iter().map(|&fact| self.signal(NEXT, &[fact])).collect();
        let flat_goals: Vec<Signal> = goals.iter().flatten().map(|&(_, signal)| signal).collect();
        let view: Vec<Signal> = std::iter::once(terminal).chain(legal).collect();
        let lowered = lower(&self.network, self.facts.len(), [&view, &flat_goals, &next]);
        let [view, flat_goals, next] = lowered.outputs;
        let mut rest = &flat_goals[..];
        let shares_hundred = shares_hundred(&goals);
        let mut outputs = Vec::new();
        for of_role in &goals {
            let (these, others) = rest.split_at(of_role.len());
            outputs.push(of_role.iter().zip(these).map(|(&(points, _), &holds)| Goal { points, holds }).collect());
            rest = others;
        }
        let start = self.facts.iter().map(|fact| self.ground.tables[INIT].find(&[*fact]).is_some()).collect();
        Parts {
            language: "gdl",
            roles: self.roles.iter().map(|&role| self.show(role)).collect(),
            facts: self.facts.iter().map(|&fact| self.show(fact)).collect(),
            moves: self.moves.iter().map(|&(role, term)| MoveName { role, term: self.show(term) }).collect(),
            start,
            terminal: view[0],
            legal: view[1..].to_vec(),
            goals: outputs,
            shares_hundred,
            next,
            program: lowered.program,
            warnings: self.warnings,
            longest: limits.moves,
        }
    }

    /// What each role can get, the most first.
    fn goals(&mut self, place: Place) -> Vec<Vec<(u8, Signal)>> {
        let mut goals = vec![Vec::new(); self.roles.len()];
        let table = &self.ground.tables[GOAL];
        for row in (0..table.len() as u32).map(|row| table.row(row)) {
            let Some(role) = self.roles.iter().position(|&role| role == row[0]) else { continue };
            let value = self.show(row[1]);
            match value.parse::<u8>() {
                Ok(points) if points <= 100 => goals[role].push((points, self.signal(GOAL, row))),
                _ => {
                    let what = format!("the goal {value} is no number from 0 to 100; it is left out");
                    self.warnings.push(Warning { place, what });
                }
            }
        }
        goals.iter_mut().for_each(|of_role| of_role.sort_by_key(|&(points, _)| std::cmp::Reverse(points)));
        goals
    }
}

/// Whether two roles share a hundred points by the rules: each goal of one is, gate for gate, the rest for the other.
fn shares_hundred(goals: &[Vec<(u8, Signal)>]) -> bool {
    let [one, other] = goals else { return false };
    let signal =
        |goals: &[(u8, Signal)], points: u8| goals.iter().find(|goal| goal.0 == points).map_or(Signal::FALSE, |goal| goal.1);
    !one.is_empty() && (0..=100).all(|points| signal(one, points) == signal(other, 100 - points))
}

fn rules_by_head(ground: &Ground) -> (Vec<usize>, Vec<u32>) {
    let mut first = vec![0; ground.atoms.len() + 1];
    for (head, _) in &ground.rules {
        first[*head as usize + 1] += 1;
    }
    for atom in 0..ground.atoms.len() {
        first[atom + 1] += first[atom];
    }
    let mut place = first.clone();
    let mut by_head = vec![0; ground.rules.len()];
    for (number, (head, _)) in ground.rules.iter().enumerate() {
        by_head[place[*head as usize]] = number as u32;
        place[*head as usize] += 1;
    }
    (first, by_head)
}

/// Terms in the order in which people expect them: numbers by their value, everything else by its letters.
fn compare(terms: &Terms, names: &Names, a: TermId, b: TermId) -> Ordering {
    let (one, other) = (names.text(terms.symbol(a)), names.text(terms.symbol(b)));
    let by_name = match (one.parse::<u64>(), other.parse::<u64>()) {
        (Ok(number), Ok(than)) => number.cmp(&than).then_with(|| one.cmp(other)),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => one.cmp(other),
    };
    let parts = || terms.parts(a).iter().zip(terms.parts(b)).map(|(&a, &b)| compare(terms, names, a, b));
    by_name
        .then_with(|| parts().find(|order| order.is_ne()).unwrap_or(Ordering::Equal))
        .then_with(|| terms.parts(a).len().cmp(&terms.parts(b).len()))
}
