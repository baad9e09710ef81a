//! Tables of a report, typed until they are printed.

use crate::experiment::{Meaning, Measure, Published};
use crate::stats::{Interval, Measured, Side, Size};
use std::fmt;

/// A table with a header.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What the columns are.
    pub header: Vec<String>,
    /// The lines, a cell for every column each.
    pub rows: Vec<Vec<Cell>>,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A name or a sentence.
    Text(String),
    /// Nothing is known.
    Unknown,
    /// How many.
    Count(u64),
    /// How many of each class.
    Counts(Vec<u64>),
    /// A number.
    Number(f64, Form),
    /// An interval.
    Interval(Interval, Form),
    /// A value with its interval, and what to know about it.
    Measured(Measured, Form, Option<String>),
    /// A mean with its standard deviation.
    Spread {
        /// The mean.
        mean: f64,
        /// The deviation.
        deviation: f64,
        /// How both are written.
        form: Form,
    },
    /// A published figure.
    Published(Published, Form),
    /// What a run says about a side.
    Side(Side),
    /// What a run says about a size.
    Size(Size),
    /// Something with a note in parentheses.
    Noted(Box<Cell>, String),
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A share, in percent with two digits.
    Percent,
    /// With its sign and so many digits.
    Signed(usize),
    /// With so many digits.
    Digits(usize),
    /// A probability with four digits, of which at least one is not 0.
    Probability,
    /// As it is.
    Plain,
}

impl Form {
    /// Scores in percent, points with their sign.
    pub(super) fn of(measure: Measure) -> Self {
        match measure {
            Measure::Score => Form::Percent,
            Measure::Points => Form::Signed(2),
        }
    }

    fn show(self, number: f64) -> String {
        match self {
            Form::Percent => format!("{:.2} %", 100.0 * number),
            Form::Signed(digits) => format!("{number:+.digits$}"),
            Form::Digits(digits) => format!("{number:.digits$}"),
            Form::Probability if number < 1e-4 => "< 0.0001".to_string(),
            Form::Probability => format!("{number:.4}"),
            Form::Plain => number.to_string(),
        }
    }
}

impl Table {
    /// A table of these columns.
    pub fn new<const N: usize>(header: [&str; N], rows: impl Iterator<Item = Vec<Cell>>) -> Self {
        Table { header: header.map(str::to_string).to_vec(), rows: rows.collect() }
    }

    /// The same table if it has lines.
    pub(super) fn if_any(self) -> Option<Self> {
        (!self.rows.is_empty()).then_some(self)
    }

    /// The header and the lines, as text.
    pub fn texts(&self) -> Vec<Vec<String>> {
        let line = |row: &Vec<Cell>| row.iter().map(Cell::to_string).collect();
        std::iter::once(self.header.clone()).chain(self.rows.iter().map(line)).collect()
    }
}

impl Cell {
    /// A name or a sentence.
    pub fn text(text: impl Into<String>) -> Self {
        Cell::Text(text.into())
    }

    /// The cell of something that may not be known.
    pub fn known<T>(value: Option<T>, cell: impl FnOnce(T) -> Cell) -> Self {
        value.map_or(Cell::Unknown, cell)
    }

    /// The same cell with a note, if there is one.
    #[must_use]
    pub fn noted(self, note: Option<String>) -> Self {
        match note {
            Some(note) => Cell::Noted(Box::new(self), note),
            None => self,
        }
    }

    /// Whether it is a verdict that is settled, and which way: in favour of what was published, or against it.
    pub fn is_in_favour(&self) -> Option<bool> {
        match self {
            Cell::Side(Side::Reproduced) | Cell::Size(Size::Agrees) => Some(true),
            Cell::Side(Side::Contradicted) | Cell::Size(Size::Differs) => Some(false),
            Cell::Noted(cell, _) => cell.is_in_favour(),
            Cell::Side(Side::Undecided)
            | Cell::Size(Size::Open | Size::NotJudged)
            | Cell::Text(_)
            | Cell::Unknown
            | Cell::Count(_)
            | Cell::Counts(_)
            | Cell::Number(..)
            | Cell::Interval(..)
            | Cell::Measured(..)
            | Cell::Spread { .. }
            | Cell::Published(..) => None,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Text(text) => f.write_str(text),
            Cell::Unknown => f.write_str("–"),
            Cell::Count(count) => count.fmt(f),
            Cell::Counts(counts) => f.write_str(&counts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")),
            Cell::Number(number, form) => f.write_str(&form.show(*number)),
            Cell::Interval(interval, form) => write!(f, "{} to {}", form.show(interval.low), form.show(interval.high)),
            Cell::Measured(Measured { value, interval: Interval { low, high } }, form, note) => {
                let note = note.as_ref().map_or(String::new(), |note| format!(", {note}"));
                write!(f, "{} ({} to {}{note})", form.show(*value), form.show(*low), form.show(*high))
            }
            Cell::Spread { mean, deviation, form } => write!(f, "{} ± {}", form.show(*mean), form.show(*deviation)),
            Cell::Published(figure, form) => f.write_str(&published(figure, *form)),
            Cell::Side(side) => f.write_str(side_word(*side)),
            Cell::Size(size) => f.write_str(size_word(*size)),
            Cell::Noted(cell, note) => write!(f, "{cell} ({note})"),
        }
    }
}

fn published(figure: &Published, form: Form) -> String {
    let scale = if form == Form::Percent { 100.0 } else { 1.0 };
    let meaning = match figure.meaning {
        Meaning::SideOnly => return "a side only".to_string(),
        Meaning::StandardError => "s.e.",
        Meaning::Interval95 => "95 %",
        Meaning::Unstated => "unstated",
        Meaning::Assumed => "assumed",
    };
    let around = figure.plus_minus.map(|half| format!(" ± {:.2} ({meaning})", scale * half));
    format!("{}{}", form.show(figure.value), around.unwrap_or_default())
}

fn side_word(side: Side) -> &'static str {
    match side {
        Side::Reproduced => "reproduced",
        Side::Contradicted => "contradicted",
        Side::Undecided => "undecided",
    }
}

fn size_word(size: Size) -> &'static str {
    match size {
        Size::Agrees => "agrees",
        Size::Differs => "differs",
        Size::Open => "open",
        Size::NotJudged => "not judged",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_as_their_form_says() {
        let interval = Interval { low: 0.25, high: 0.75 };
        let measured = Measured { value: 0.5, interval };
        for (cell, expected) in [
            (Cell::Number(0.12345, Form::Percent), "12.35 %"),
            (Cell::Number(2.0, Form::Signed(2)), "+2.00"),
            (Cell::Number(0.000_099, Form::Probability), "< 0.0001"),
            (Cell::Number(0.000_149, Form::Probability), "0.0001"),
            (Cell::Interval(interval, Form::Digits(1)), "0.2 to 0.8"),
            (Cell::Measured(measured, Form::Signed(0), None), "+0 (+0 to +1)"),
            (Cell::Measured(measured, Form::Plain, Some("9 games".to_string())), "0.5 (0.25 to 0.75, 9 games)"),
            (Cell::Counts(vec![1, 0, 3]), "1 0 3"),
            (Cell::Unknown.noted(Some("why".to_string())), "– (why)"),
        ] {
            assert_eq!(cell.to_string(), expected);
        }
    }
}
