//! A program with its arguments, written as in a shell.

use std::fmt;
use std::str::FromStr;

/// A program and its arguments.
///
/// Arguments are separated by spaces. Quotes keep them together: nothing is special between single quotes, a backslash
/// protects a quote or a backslash between double quotes and any character outside. There are no variables and no wildcards.
///
/// ```
/// use katsura_engine::gtp::CommandLine;
/// let line: CommandLine = "gnugo --mode gtp --infile 'my game.sgf'".parse().unwrap();
/// assert_eq!(line.arguments(), ["--mode", "gtp", "--infile", "my game.sgf"]);
/// assert_eq!(line.to_string(), "gnugo --mode gtp --infile 'my game.sgf'");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

/// A text that is no command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseCommandLineError {
    /// There is nothing in it.
    #[error("expected a program, found nothing")]
    Empty,
    /// A quote is not closed.
    #[error("expected a closing {0}")]
    OpenQuote(char),
    /// There is nothing after a backslash.
    #[error("expected a character after the last backslash")]
    OpenEscape,
}

impl CommandLine {
    /// A program with arguments.
    pub fn new<A: Into<String>>(program: impl Into<String>, arguments: impl IntoIterator<Item = A>) -> Self {
        CommandLine { program: program.into(), arguments: arguments.into_iter().map(Into::into).collect() }
    }

    /// The program.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The arguments.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }
}

impl FromStr for CommandLine {
    type Err = ParseCommandLineError;

    fn from_str(text: &str) -> Result<Self, ParseCommandLineError> {
        let mut words = Vec::new();
        let mut chars = text.chars().peekable();
        while chars.next_if(|c| c.is_whitespace()).is_some() || chars.peek().is_some() {
            if chars.peek().is_some_and(|c| !c.is_whitespace()) {
                words.push(word(&mut chars)?);
            }
        }
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(ParseCommandLineError::Empty)?;
        Ok(CommandLine { program, arguments: words.collect() })
    }
}

/// One word, up to the next white space outside quotes.
fn word(chars: &mut std::iter::Peekable<impl Iterator<Item = char>>) -> Result<String, ParseCommandLineError> {
    let mut word = String::new();
    while let Some(c) = chars.next_if(|c| !c.is_whitespace()) {
        match c {
            '\'' | '"' => quoted(c, chars, &mut word)?,
            '\\' => word.push(chars.next().ok_or(ParseCommandLineError::OpenEscape)?),
            _ => word.push(c),
        }
    }
    Ok(word)
}

fn quoted(quote: char, chars: &mut impl Iterator<Item = char>, word: &mut String) -> Result<(), ParseCommandLineError> {
    let open = ParseCommandLineError::OpenQuote(quote);
    loop {
        match chars.next().ok_or(open)? {
            c if c == quote => return Ok(()),
            '\\' if quote == '"' => match chars.next().ok_or(open)? {
                c @ ('"' | '\\') => word.push(c),
                c => word.extend(['\\', c]),
            },
            c => word.push(c),
        }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, word) in std::iter::once(&self.program).chain(&self.arguments).enumerate() {
            let space = if number == 0 { "" } else { " " };
            let special = |c: char| c.is_whitespace() || matches!(c, '\'' | '"' | '\\');
            if word.is_empty() || word.contains(special) {
                write!(f, "{space}'{}'", word.replace('\'', "'\\''"))?;
            } else {
                write!(f, "{space}{word}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> Result<Vec<String>, ParseCommandLineError> {
        let line: CommandLine = text.parse()?;
        Ok(std::iter::once(line.program).chain(line.arguments).collect())
    }

    #[test]
    fn quotes_and_backslashes_keep_words_together() {
        assert_eq!(words("  a   b\tc ").unwrap(), ["a", "b", "c"]);
        assert_eq!(words(r#"a 'b c' "d e" f\ g"#).unwrap(), ["a", "b c", "d e", "f g"]);
        assert_eq!(words(r#"a '' "" x''y"#).unwrap(), ["a", "", "", "xy"]);
        assert_eq!(words(r#"a '\"' "\"\\\n'""#).unwrap(), ["a", r#"\""#, r#""\\n'"#]);
    }

    #[test]
    fn what_is_not_closed_is_refused() {
        assert_eq!(words(""), Err(ParseCommandLineError::Empty));
        assert_eq!(words("  "), Err(ParseCommandLineError::Empty));
        assert_eq!(words("''"), Err(ParseCommandLineError::Empty));
        assert_eq!(words("a 'b"), Err(ParseCommandLineError::OpenQuote('\'')));
        assert_eq!(words(r#"a "b\""#), Err(ParseCommandLineError::OpenQuote('"')));
        assert_eq!(words("a \\"), Err(ParseCommandLineError::OpenEscape));
    }

    proptest! {
        #[test]
        fn a_command_line_survives_being_written(program in "\\PC+", arguments in prop::collection::vec("\\PC*", 0..4)) {
            let line = CommandLine::new(program, arguments);
            prop_assert_eq!(line.to_string().parse(), Ok(line));
        }

        #[test]
        fn any_text_is_read_without_a_panic(text in "\\PC*") {
            let _ = text.parse::<CommandLine>();
        }
    }
}
