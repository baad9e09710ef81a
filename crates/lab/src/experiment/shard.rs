//! Parts of a run for different machines.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Part `number` of `of`, counted from 1: `3/64`.
///
/// ```
/// use katsura_lab::experiment::Shard;
/// let shard: Shard = "3/4".parse().unwrap();
/// assert_eq!(shard.jobs(10), 5..7);
/// assert!("0/4".parse::<Shard>().is_err() && "5/4".parse::<Shard>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part.
    pub number: u64,
    /// How many parts there are.
    pub of: u64,
}

impl Shard {
    /// The only part: everything.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The jobs of this part when there are so many in all: neighbours, so that the parts of a record can be put end to end.
    pub fn jobs(&self, all: u64) -> Range<u64> {
        let cut = |part: u64| (u128::from(all) * u128::from(part) / u128::from(self.of)) as u64;
        cut(self.number - 1)..cut(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) && of <= 1_000_000 => Ok(Shard { number, of }),
            _ => Err(format!("expected a part such as 3/64, found '{text}'")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_whole() {
        for (of, all) in [(1, 7), (3, 10), (4, 2), (64, 2400)] {
            let parts: Vec<u64> = (1..=of).flat_map(|number| Shard { number, of }.jobs(all)).collect();
            assert_eq!(parts, (0..all).collect::<Vec<_>>());
        }
    }
}
