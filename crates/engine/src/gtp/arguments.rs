//! Reading the arguments of a command.

use super::Failure;
use super::line::MAX_ID;
use crate::Color;

/// The arguments of a command, read one after the other. What is missing or of the wrong kind is a
/// [`Failure::Syntax`].
///
/// ```
/// use katsura_engine::Color;
/// use katsura_engine::gtp::{Arguments, Failure};
/// let mut arguments = Arguments::new("W 100 maybe");
/// assert_eq!(arguments.color(), Ok(Color::White));
/// assert_eq!(arguments.int(), Ok(100));
/// assert_eq!(arguments.boolean(), Err(Failure::Syntax));
/// ```
#[derive(Clone, Debug)]
pub struct Arguments<'a> {
    rest: &'a str,
}

impl<'a> Arguments<'a> {
    /// The arguments in a text.
    pub fn new(text: &'a str) -> Self {
        Arguments { rest: text.trim() }
    }

    /// The next word without taking it.
    pub fn peek(&self) -> Option<&'a str> {
        self.rest.split(' ').next().filter(|word| !word.is_empty())
    }

    /// The next word, if there is one.
    pub fn optional(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.rest = self.rest[word.len()..].trim_start();
        Some(word)
    }

    /// The next word.
    ///
    /// # Errors
    /// If there is none.
    pub fn word(&mut self) -> Result<&'a str, Failure> {
        self.optional().ok_or(Failure::Syntax)
    }

    /// A whole number from 0 to 2³¹ − 1.
    ///
    /// # Errors
    /// If the next word is none.
    pub fn int(&mut self) -> Result<u32, Failure> {
        let word = self.word()?;
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse().ok().filter(|&number| digits && number <= MAX_ID).ok_or(Failure::Syntax)
    }

    /// A finite number.
    ///
    /// # Errors
    /// If the next word is none.
    pub fn float(&mut self) -> Result<f64, Failure> {
        self.word()?.parse().ok().filter(|number: &f64| number.is_finite()).ok_or(Failure::Syntax)
    }

    /// `black`, `b`, `white` or `w`, in any case.
    ///
    /// # Errors
    /// If the next word is none of them.
    pub fn color(&mut self) -> Result<Color, Failure> {
        self.word()?.parse().map_err(|_| Failure::Syntax)
    }

    /// `true` or `false`, in any case.
    ///
    /// # Errors
    /// If the next word is neither.
    pub fn boolean(&mut self) -> Result<bool, Failure> {
        self.word()?.to_ascii_lowercase().parse().map_err(|_| Failure::Syntax)
    }

    /// All words that are left.
    pub fn words(&mut self) -> Vec<&'a str> {
        std::iter::from_fn(|| self.optional()).collect()
    }

    /// Everything that is left as it stands, for file names and texts with spaces.
    pub fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// Nothing is left.
    ///
    /// # Errors
    /// If something is.
    pub fn end(&self) -> Result<(), Failure> {
        if self.rest.is_empty() { Ok(()) } else { Err(Failure::Syntax) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_separated_by_any_number_of_spaces() {
        let mut arguments = Arguments::new("  a   b c  ");
        assert_eq!(arguments.peek(), Some("a"));
        assert_eq!((arguments.word(), arguments.word()), (Ok("a"), Ok("b")));
        assert_eq!(arguments.end(), Err(Failure::Syntax));
        assert_eq!((arguments.rest(), arguments.optional()), ("c", None));
        assert_eq!(arguments.end(), Ok(()));
        assert_eq!(Arguments::new("x y  z").words(), ["x", "y", "z"]);
        assert_eq!(Arguments::new("").word(), Err(Failure::Syntax));
    }

    #[test]
    fn numbers_out_of_range_are_syntax_errors() {
        for text in ["-1", "+1", "1.0", "x", "2147483648", ""] {
            assert_eq!(Arguments::new(text).int(), Err(Failure::Syntax), "{text}");
        }
        for text in ["NaN", "inf", "-infinity", "x", ""] {
            assert_eq!(Arguments::new(text).float(), Err(Failure::Syntax), "{text}");
        }
        assert_eq!(Arguments::new("-7.5").float(), Ok(-7.5));
        assert_eq!(Arguments::new("2147483647").int(), Ok(MAX_ID));
    }

    #[test]
    fn truth_is_written_in_any_case() {
        let mut arguments = Arguments::new("true False TRUE yes");
        assert_eq!([(); 3].map(|()| arguments.boolean()), [Ok(true), Ok(false), Ok(true)]);
        assert_eq!(arguments.boolean(), Err(Failure::Syntax));
    }
}
