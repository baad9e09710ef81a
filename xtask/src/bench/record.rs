//! Records of instruction counts: one small TOML file for each measurement, never edited.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// What was counted, when, and of which commit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    date: String,
    commit: String,
    compiler: String,
    /// Commands, which contain their seeds, and their instructions.
    instructions: Vec<(String, u64)>,
}

/// How the names of records end.
const ENDING: &str = "-instructions.toml";

impl Record {
    /// The counts of the present commit.
    pub fn now(instructions: Vec<(String, u64)>) -> Result<Self, String> {
        let commit = said("git", &["rev-parse", "HEAD"])?;
        let changed = !said("git", &["status", "--porcelain", "--untracked-files=no"])?.is_empty();
        Ok(Record {
            date: said("date", &["-u", "+%Y-%m-%dT%H-%M-%S"])?,
            commit: if changed { format!("{commit} with changes") } else { commit },
            compiler: said("rustc", &["--version"])?,
            instructions,
        })
    }

    /// The instructions of a command.
    pub fn instructions(&self, command: &str) -> Option<u64> {
        self.instructions.iter().find(|(name, _)| name == command).map(|&(_, count)| count)
    }

    /// The newest record of a folder: names begin with the date.
    pub fn newest(folder: &Path) -> Result<Option<Self>, String> {
        let Ok(files) = std::fs::read_dir(folder) else { return Ok(None) };
        let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
        let Some(newest) = names.filter(|name| name.ends_with(ENDING)).max() else { return Ok(None) };
        let text = std::fs::read_to_string(folder.join(&newest)).map_err(|error| format!("{newest}: {error}"))?;
        Self::read(&text).map(Some).map_err(|error| format!("{newest}: {error}"))
    }

    /// Writes a new file.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        let file = folder.join(format!("{}{ENDING}", self.date));
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        std::fs::write(&file, self.text()).map_err(|error| format!("{}: {error}", file.display()))?;
        println!("written: {}", file.display());
        Ok(())
    }

    fn text(&self) -> String {
        let Record { date, commit, compiler, instructions } = self;
        let mut text = format!(
            "# cargo xtask bench --record\ndate = \"{date}\"\ncommit = \"{commit}\"\ncompiler = \"{compiler}\"\n\n[instructions]\n"
        );
        for (command, count) in instructions {
            let _ = writeln!(text, "\"{command}\" = {count}");
        }
        text
    }

    fn read(text: &str) -> Result<Self, String> {
        let mut record =
            Record { date: String::new(), commit: String::new(), compiler: String::new(), instructions: Vec::new() };
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['#', '[']));
        for line in lines {
            let (key, value) = line.rsplit_once(" = ").ok_or_else(|| format!("no value in '{line}'"))?;
            let value = value.trim_matches('"').to_string();
            match key {
                "date" => record.date = value,
                "commit" => record.commit = value,
                "compiler" => record.compiler = value,
                command => {
                    let count = value.parse().map_err(|error| format!("'{line}': {error}"))?;
                    record.instructions.push((command.trim_matches('"').to_string(), count));
                }
            }
        }
        Ok(record)
    }
}

/// What a program prints.
fn said(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output().map_err(|error| format!("{program}: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(date: &str, count: u64) -> Record {
        Record {
            date: date.to_string(),
            commit: "0123abc".to_string(),
            compiler: "rustc 1.95.0".to_string(),
            instructions: vec![("playouts go 9 single 1000 1".to_string(), count), ("katsura --x=1 a".to_string(), 7)],
        }
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let record = record("2026-11-15T10-00-00", 35_000_000);
        assert_eq!(Record::read(&record.text()), Ok(record.clone()));
        assert_eq!(record.instructions("playouts go 9 single 1000 1"), Some(35_000_000));
        assert_eq!(record.instructions("playouts go 9 single 1000 2"), None);
    }

    #[test]
    fn what_is_no_record_is_refused() {
        assert!(Record::read("nonsense").is_err());
        assert!(Record::read("\"playouts\" = many").is_err());
    }

    #[test]
    fn the_newest_record_is_the_one_with_the_last_date() {
        let folder = std::env::temp_dir().join(format!("katsura-records-{}", std::process::id()));
        assert_eq!(Record::newest(&folder), Ok(None));
        let records = [record("2026-11-15T10-00-00", 1), record("2026-11-16T09-00-00", 2), record("2026-10-30T23-00-00", 3)];
        records.iter().for_each(|record| record.write(&folder).unwrap());
        std::fs::write(folder.join("2027-01-01-other.toml"), "").unwrap();
        assert_eq!(Record::newest(&folder), Ok(Some(records[1].clone())));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
