//! Parts of a run for different machines.

use crate::folder::write_whole;
use crate::matches::RecordError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
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

    /// The shard that a record such as `games.3-of-64.jsonl` is of; `None` for a whole record.
    pub(super) fn of_record(path: &Path) -> Option<Shard> {
        let name = path.file_name()?.to_str()?.strip_suffix(".jsonl")?;
        let (number, of) = name.rsplit_once('.')?.1.split_once("-of-")?;
        format!("{number}/{of}").parse().ok()
    }

    /// The fewest jobs that all shards can have together if these are among those of this one.
    pub(super) fn least_of_all(&self, jobs: &Range<u64>) -> u64 {
        let least = |place: u64, part: u64| (u128::from(place) * u128::from(self.of)).div_ceil(u128::from(part)) as u64;
        let by_start = if self.number == 1 { 0 } else { least(jobs.start, self.number - 1) };
        by_start.max(least(jobs.end, self.number))
    }
}

/// What shards note beside their records, so that a merge knows when it has them all.
#[derive(Serialize, Deserialize)]
pub(crate) struct Whole {
    /// How many jobs all shards have together.
    pub(crate) jobs: u64,
}

impl Whole {
    /// Notes it in the folder of a row.
    pub(crate) fn note(&self, folder: &Path) -> Result<(), RecordError> {
        let path = Whole::path(folder);
        let text = serde_json::to_string(self).map_err(|error| RecordError::system(&path, error))?;
        write_whole(&path, format!("{text}\n").as_bytes())
    }

    /// What the shards of a folder noted; `None` where they did not.
    pub(super) fn read(folder: &Path) -> Option<Whole> {
        serde_json::from_str(&std::fs::read_to_string(Whole::path(folder)).ok()?).ok()
    }

    fn path(folder: &Path) -> PathBuf {
        folder.join("shards.json")
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

    #[test]
    fn a_shard_tells_how_many_jobs_there_are_at_least() {
        let shard = |number, of| Shard { number, of };
        // 10 jobs are 0..3, 3..6 and 6..10
        assert_eq!(shard(2, 3).least_of_all(&(3..6)), 9);
        assert_eq!(shard(3, 3).least_of_all(&(6..10)), 10);
        assert_eq!(shard(3, 3).least_of_all(&(6..7)), 9, "from where it begins");
        for (of, all) in [(1, 7), (3, 10), (4, 2), (64, 2400)] {
            assert!((1..=of).all(|number| shard(number, of).least_of_all(&shard(number, of).jobs(all)) <= all));
        }
    }

    #[test]
    fn the_name_of_a_record_tells_its_shard() {
        assert_eq!(Shard::of_record(Path::new("x/games.3-of-64.jsonl")), Some(Shard { number: 3, of: 64 }));
        for other in ["games.jsonl", "games.3-of-2.jsonl", "games.3-of-64.sgf", "games.old.jsonl"] {
            assert_eq!(Shard::of_record(Path::new(other)), None, "{other}");
        }
    }
}
