//! Expressions in parentheses, as the Knowledge Interchange Format writes them: words and lists, with their places.

use crate::error::{Fault, Place, RulesError};

/// The longest text that is read, in bytes.
pub(crate) const LONGEST: usize = 1 << 24;
/// How deep lists may lie in lists.
pub(crate) const DEEPEST: usize = 64;

/// A word or a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expression {
    /// A word, in lower case.
    Word(String, Place),
    /// What stands between two parentheses.
    List(Vec<Expression>, Place),
}

impl Expression {
    /// Where it begins.
    pub(crate) fn place(&self) -> Place {
        match self {
            Expression::Word(_, place) | Expression::List(_, place) => *place,
        }
    }
}

/// The expressions of a text, one after the other. Upper and lower case are the same, and a semicolon hides the rest of its line.
pub(crate) fn read(text: &str) -> Result<Vec<Expression>, RulesError> {
    if text.len() > LONGEST {
        let what = format!("the text has {} bytes, and at most {LONGEST} are read", text.len());
        return Err(RulesError::new(Fault::Limit, Place::START, what, "describe the game in fewer words"));
    }
    let mut reader = Reader { open: Vec::new(), done: Vec::new(), word: String::new(), began: Place::START };
    let (mut place, mut in_comment) = (Place::START, false);
    for character in text.chars() {
        match character {
            '\n' => {
                reader.end_word();
                in_comment = false;
                place = Place { line: place.line + 1, column: 0 };
            }
            _ if in_comment => {}
            ';' => {
                reader.end_word();
                in_comment = true;
            }
            '(' => reader.open(place)?,
            ')' => reader.close(place)?,
            space if space.is_whitespace() || space == '\u{feff}' => reader.end_word(),
            letter => reader.letter(letter, place),
        }
        place.column += 1;
    }
    reader.end()
}

struct Reader {
    /// The lists that are not closed yet.
    open: Vec<(Vec<Expression>, Place)>,
    done: Vec<Expression>,
    word: String,
    began: Place,
}

impl Reader {
    fn letter(&mut self, letter: char, place: Place) {
        if self.word.is_empty() {
            self.began = place;
        }
        self.word.extend(letter.to_lowercase());
    }

    fn add(&mut self, expression: Expression) {
        match self.open.last_mut() {
            Some((list, _)) => list.push(expression),
            None => self.done.push(expression),
        }
    }

    fn end_word(&mut self) {
        if !self.word.is_empty() {
            let word = std::mem::take(&mut self.word);
            self.add(Expression::Word(word, self.began));
        }
    }

    fn open(&mut self, place: Place) -> Result<(), RulesError> {
        self.end_word();
        if self.open.len() == DEEPEST {
            let what = format!("more than {DEEPEST} lists lie in each other");
            return Err(RulesError::new(Fault::Syntax, place, what, "look for a missing ')' above"));
        }
        self.open.push((Vec::new(), place));
        Ok(())
    }

    fn close(&mut self, place: Place) -> Result<(), RulesError> {
        self.end_word();
        let Some((list, began)) = self.open.pop() else {
            return Err(RulesError::new(
                Fault::Syntax,
                place,
                "')' closes nothing",
                "take it out, or add the '(' it belongs to",
            ));
        };
        self.add(Expression::List(list, began));
        Ok(())
    }

    fn end(mut self) -> Result<Vec<Expression>, RulesError> {
        self.end_word();
        match self.open.first() {
            Some((_, place)) => {
                Err(RulesError::new(Fault::Syntax, *place, "'(' is never closed", "add the ')' it belongs to"))
            }
            None => Ok(self.done),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        read(text).unwrap_err().in_file("t.kif").to_string()
    }

    #[test]
    fn words_and_lists_know_their_places_and_comments_are_left_out() {
        let read = read("(Role X) ; (not this\n  terminal(a(b))").unwrap();
        let places: Vec<Place> = read.iter().map(Expression::place).collect();
        let at = |line, column| Place { line, column };
        assert_eq!(places, [at(1, 1), at(2, 3), at(2, 11)]);
        let word = |text: &str, line, column| Expression::Word(text.to_string(), at(line, column));
        assert_eq!(read[0], Expression::List(vec![word("role", 1, 2), word("x", 1, 7)], at(1, 1)));
        assert_eq!(read[1], word("terminal", 2, 3));
    }

    #[test]
    fn parentheses_that_do_not_match_are_named_with_their_place() {
        assert_eq!(error("(a\n (b)"), "t.kif:1:1: '(' is never closed; add the ')' it belongs to");
        assert_eq!(error("(a)\n  )"), "t.kif:2:3: ')' closes nothing; take it out, or add the '(' it belongs to");
        assert!(error(&"(".repeat(100_000)).starts_with("t.kif:1:65: more than 64 lists"));
    }
}
