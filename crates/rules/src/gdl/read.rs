//! From expressions to rules.

use super::sheet::{Atom, KEYWORDS, Literal, Names, Relation, RelationId, Rule, Sheet, Symbol, TERMINAL, Term};
use crate::error::{Fault, Place, RulesError, Warning};
use crate::kif::Expression;
use rustc_hash::FxHashMap;

/// The most conditions that the `or`s of one rule may be multiplied out to.
const MOST_CONDITIONS: usize = 20_000;
/// The most conditions of one rule.
const LONGEST_BODY: usize = 500;

/// The rules of a sheet.
pub(crate) fn sheet(expressions: &[Expression]) -> Result<Sheet, RulesError> {
    let mut reader = Reader::new();
    for expression in expressions {
        reader.statement(expression)?;
    }
    reader.warn_of_arities();
    Ok(reader.sheet)
}

struct Reader {
    sheet: Sheet,
    relations: FxHashMap<(Symbol, usize), RelationId>,
    /// The variables of the rule that is being read.
    variables: Vec<String>,
}

fn form(place: Place, what: impl Into<String>, remedy: impl Into<String>) -> RulesError {
    RulesError::new(Fault::Form, place, what, remedy)
}

impl Reader {
    fn new() -> Self {
        let sheet = Sheet { names: Names::default(), relations: Vec::new(), rules: Vec::new(), warnings: Vec::new() };
        let mut reader = Reader { sheet, relations: FxHashMap::default(), variables: Vec::new() };
        for (name, arity) in KEYWORDS {
            let symbol = reader.sheet.names.symbol(name);
            reader.add_relation(symbol, arity, Place::START);
        }
        reader
    }

    fn add_relation(&mut self, name: Symbol, arity: usize, place: Place) -> RelationId {
        let number = self.sheet.relations.len();
        self.sheet.relations.push(Relation { name, arity, place, is_dynamic: false });
        self.relations.insert((name, arity), number);
        number
    }

    fn warn(&mut self, place: Place, what: impl Into<String>) {
        self.sheet.warnings.push(Warning { place, what: what.into() });
    }

    fn statement(&mut self, expression: &Expression) -> Result<(), RulesError> {
        self.variables.clear();
        let (head, body) = match expression {
            Expression::List(items, place) => match items.split_first() {
                Some((Expression::Word(word, _), rest)) if word == "<=" => match rest.split_first() {
                    Some((head, body)) => (head, body),
                    None => return Err(form(*place, "a rule without a head", "write (<= HEAD CONDITION …)")),
                },
                _ => (expression, &[][..]),
            },
            Expression::Word(..) => (expression, &[][..]),
        };
        let head = self.atom(head)?;
        let mut ways = vec![Vec::new()];
        for condition in body {
            ways = product(ways, self.condition(condition, true)?, condition.place())?;
        }
        for body in ways {
            let variables = self.variables.clone();
            self.sheet.rules.push(Rule { head: head.clone(), body, variables });
        }
        Ok(())
    }

    /// The ways in which a condition can hold, or fail: each is a list of literals.
    fn condition(&mut self, expression: &Expression, holds: bool) -> Result<Vec<Vec<Literal>>, RulesError> {
        let Expression::List(items, place) = expression else {
            let atom = self.atom(expression)?;
            return Ok(vec![vec![if holds { Literal::Holds(atom) } else { Literal::Fails(atom) }]]);
        };
        let word = match items.first() {
            Some(Expression::Word(word, _)) => word.as_str(),
            _ => "",
        };
        match (word, &items[items.len().min(1)..]) {
            ("not", [inner]) => self.condition(inner, !holds),
            ("not", _) => Err(form(*place, "'not' takes one condition", "write (not CONDITION)")),
            ("or", parts) if holds => self.any(parts, holds),
            ("and", parts) if !holds => self.any(parts, holds),
            ("and" | "or", parts) => self.all(parts, holds),
            ("distinct", [one, other]) => {
                let (one, other) = (self.term(one)?, self.term(other)?);
                let literal = if holds { Literal::Distinct } else { Literal::Same };
                Ok(vec![vec![literal(one, other, *place)]])
            }
            ("distinct", _) => Err(form(*place, "'distinct' takes two terms", "write (distinct TERM TERM)")),
            _ => {
                let atom = self.atom(expression)?;
                Ok(vec![vec![if holds { Literal::Holds(atom) } else { Literal::Fails(atom) }]])
            }
        }
    }

    fn any(&mut self, parts: &[Expression], holds: bool) -> Result<Vec<Vec<Literal>>, RulesError> {
        let mut ways = Vec::new();
        for part in parts {
            ways.extend(self.condition(part, holds)?);
        }
        Ok(ways)
    }

    fn all(&mut self, parts: &[Expression], holds: bool) -> Result<Vec<Vec<Literal>>, RulesError> {
        let mut ways = vec![Vec::new()];
        for part in parts {
            ways = product(ways, self.condition(part, holds)?, part.place())?;
        }
        Ok(ways)
    }

    fn atom(&mut self, expression: &Expression) -> Result<Atom, RulesError> {
        let (name, terms, place) = self.named(expression)?;
        let arity = terms.len();
        if let Some(&(keyword, wanted)) = KEYWORDS.iter().find(|(keyword, _)| *keyword == name)
            && arity != wanted
        {
            let what = format!("'{keyword}' has {arity} arguments");
            return Err(form(place, what, format!("it takes {wanted}")));
        }
        if matches!(name, "distinct" | "not" | "or" | "and" | "<=") {
            let what = format!("'{name}' stands where a relation is expected");
            return Err(form(place, what, "a head is a relation; write conditions behind it"));
        }
        let symbol = self.sheet.names.symbol(name);
        let relation = match self.relations.get(&(symbol, arity)) {
            Some(&relation) => relation,
            None => self.add_relation(symbol, arity, place),
        };
        Ok(Atom { relation, terms, place })
    }

    /// A name and its arguments.
    fn named<'a>(&mut self, expression: &'a Expression) -> Result<(&'a str, Vec<Term>, Place), RulesError> {
        let (word, arguments, place) = match expression {
            Expression::Word(word, place) => (word, None, *place),
            Expression::List(items, place) => match items.split_first() {
                Some((Expression::Word(word, _), arguments)) => (word, Some(arguments), *place),
                _ => return Err(form(*place, "a list that does not begin with a name", "write (NAME TERM …)")),
            },
        };
        if word.starts_with('?') {
            let what = format!("the variable {word} stands where a name is expected");
            return Err(form(place, what, "a variable stands for a term, never for a relation or a function"));
        }
        if arguments.is_some_and(<[Expression]>::is_empty) {
            self.warn(place, format!("({word}) has no arguments; it is read as {word}"));
        }
        let terms = arguments.unwrap_or_default().iter().map(|term| self.term(term)).collect::<Result<_, _>>()?;
        Ok((word, terms, place))
    }

    fn term(&mut self, expression: &Expression) -> Result<Term, RulesError> {
        if let Expression::Word(word, _) = expression
            && word.starts_with('?')
        {
            return Ok(Term::Variable(self.variable(word)));
        }
        let (name, terms, _) = self.named(expression)?;
        let symbol = self.sheet.names.symbol(name);
        Ok(if terms.is_empty() { Term::Constant(symbol) } else { Term::Function(symbol, terms) })
    }

    fn variable(&mut self, word: &str) -> usize {
        self.variables.iter().position(|known| known == word).unwrap_or_else(|| {
            self.variables.push(word.to_string());
            self.variables.len() - 1
        })
    }

    fn warn_of_arities(&mut self) {
        let mut seen: FxHashMap<Symbol, usize> = FxHashMap::default();
        for number in TERMINAL..self.sheet.relations.len() {
            let Relation { name, arity, place, .. } = self.sheet.relations[number];
            let first = *seen.entry(name).or_insert(arity);
            if first != arity {
                let name = self.sheet.names.text(name).to_string();
                self.warn(place, format!("'{name}' has {arity} arguments here and {first} elsewhere: two relations"));
            }
        }
    }
}

/// Every way of the first with every way of the second.
fn product(ways: Vec<Vec<Literal>>, more: Vec<Vec<Literal>>, place: Place) -> Result<Vec<Vec<Literal>>, RulesError> {
    let length = |ways: &[Vec<Literal>]| ways.iter().map(|way| way.len() + 1).sum::<usize>();
    let longest = |ways: &[Vec<Literal>]| ways.iter().map(Vec::len).max().unwrap_or(0);
    let total = length(&ways).saturating_mul(more.len()).saturating_add(length(&more).saturating_mul(ways.len()));
    if total > MOST_CONDITIONS || longest(&ways) + longest(&more) > LONGEST_BODY {
        let what = "the conditions of this rule, with every choice of its 'or's written out, are too many";
        return Err(RulesError::new(Fault::Limit, place, what, "give parts of the rule relations of their own"));
    }
    let mut all = Vec::with_capacity(ways.len() * more.len());
    for way in &ways {
        all.extend(more.iter().map(|next| [&way[..], &next[..]].concat()));
    }
    Ok(all)
}
