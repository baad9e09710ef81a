//! Whether the rows of an experiment can be run, found out before the first game.

use super::{Experiment, ExperimentError, Ran, RowRun};
use crate::folder::Manifest;
use crate::matches::record::read_part;
use crate::matches::{Entry, PlayerCheck};
use crate::work::{AnyRow, AnyWork, Work, with_work};
use std::path::Path;

impl Experiment {
    /// Sees whether the rows of `chosen`, some of this experiment's, can be run: that games and players are known and fit, that budgets and numbers
    /// of games make sense, and that outside programs start. Players of a row that `is_complete` are not started. Returns what the rows run.
    ///
    /// # Errors
    /// The first row that cannot be run, with the file and the row.
    pub fn check(
        &self,
        chosen: &Experiment,
        is_complete: &dyn Fn(&AnyRow) -> bool,
    ) -> Result<Vec<AnyWork>, ExperimentError> {
        let located = |row: &AnyRow, error: ExperimentError| self.located(row.tables().rows, row.name(), error);
        chosen.rows.iter().try_for_each(|row| check_size(row).map_err(|error| located(row, error)))?;
        let works: Vec<AnyWork> = chosen.rows.iter().map(|row| row.work(self)).collect::<Result<_, _>>()?;
        let mut players = PlayerCheck::default();
        for (row, work) in chosen.rows.iter().zip(&works).filter(|(row, _)| !is_complete(row)) {
            work.check_players(&mut players).map_err(|error| located(row, error.into()))?;
        }
        Ok(works)
    }
}

impl RowRun {
    /// Whether everything that this run asks of the row of a name is recorded.
    pub fn is_complete(&self, row: &str) -> bool {
        self.before(row).is_some_and(|ran| ran.jobs >= ran.of)
    }

    /// How much is recorded of the row of a name. That takes reading all of it.
    fn before(&self, row: &str) -> Option<Ran> {
        let folder = self.out.join(row);
        let manifest = Manifest::read(&folder).ok()?;
        let path = manifest.record_path(&folder, self.shard);
        let done = with_work!(&manifest.work, work => jobs(work, &path));
        let part = self.shard.jobs(manifest.work.jobs(self.size));
        Some(Ran { jobs: done, of: part.end - part.start })
    }
}

/// How many jobs are recorded in a file.
fn jobs<W: Work>(_: &W, path: &Path) -> u64 {
    read_part::<W::Entry>(path).map_or(0, |entries| entries.len() as u64 / W::Entry::PER_JOB)
}

fn check_size(row: &AnyRow) -> Result<(), ExperimentError> {
    match row.size().quick.min(row.size().full) {
        0 => Err(ExperimentError::refused(row.tables().size, "expected quick and full above 0")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Observer, Progress, RowOf, Shard, run_row};
    use super::*;
    use crate::matches::{GameRecord, Tally};
    use crate::provenance::Provenance;
    use crate::work::MatchError;
    use katsura_mcts::Control;

    const GOOD: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\n[defaults]\ngame = { name = 'tic-tac-toe' }\nb = 'random'\n\
        games = { quick = 2, full = 4 }\n[[rows]]\nname = 'good'\na = 'random'\n";

    fn with(row: &str) -> Experiment {
        Experiment::parse(&format!("{GOOD}[[rows]]\nname = 'bad'\n{row}\n"), "e").unwrap()
    }

    #[test]
    fn what_is_wrong_with_a_later_row_is_found_before_the_first_game() {
        let refused = |row: &str| {
            let experiment = with(row);
            experiment.check(&experiment, &|_| false).unwrap_err().to_string()
        };
        for (row, message) in [
            ("a = 'gtp: /no/such/program'", "e.toml:11: rows.bad: /no/such/program: "),
            ("a = 'clam'", "e.toml:13: rows.bad.a: unknown preset 'clam'"),
            ("a = 'uct'\nseconds = -1.0", "e.toml:14: rows.bad.seconds: "),
            ("a = 'uct'\nsimulations = 0", "e.toml:14: rows.bad.simulations: "),
            ("a = 'uct'\nreply_seconds = 0.0", "e.toml:14: rows.bad.reply_seconds: "),
            ("a = 'uct'\ngames = { quick = 0, full = 2 }", "e.toml:14: rows.bad.games: expected quick and full above 0"),
        ] {
            assert!(refused(row).starts_with(message), "{row}: {}", refused(row));
        }
        let good = with("a = 'uct'");
        assert_eq!(good.check(&good, &|_| false).map(|works| works.len()), Ok(2));
    }

    /// How many games a row had at its end, and what was said about it.
    #[derive(Default)]
    struct Watched {
        games: u64,
        remarks: Vec<String>,
    }

    impl Observer for Watched {
        fn remark(&mut self, sentence: &str) {
            self.remarks.push(sentence.to_string());
        }

        fn end(&mut self, progress: &Progress<'_>) {
            self.games = progress.tally.map_or(0, Tally::games);
        }
    }

    /// Runs the row `bad`, or goes on with it.
    fn play(run: &RowRun) -> Result<Watched, MatchError> {
        let experiment = with("a = 'uct'\nsimulations = 5");
        let mut watched = Watched::default();
        let of = RowOf { experiment: &experiment, row: &experiment.rows[1] };
        run_row(of, run, &Control::new(), &mut watched)?;
        Ok(watched)
    }

    fn run_of_four(name: &str) -> RowRun {
        let out = std::env::temp_dir().join(format!("katsura-check-{}-{name}", std::process::id()));
        RowRun { out, size: 4, shard: Shard::WHOLE, threads: 1, lanes: 1 }
    }

    #[test]
    fn a_row_that_is_complete_needs_no_program() {
        let run = run_of_four("complete");
        let longer = RowRun { size: 6, ..run.clone() };
        assert!(!run.is_complete("bad"));
        play(&run).unwrap();
        assert!(run.is_complete("bad") && !longer.is_complete("bad"));
        let second = RowRun { shard: Shard { number: 2, of: 2 }, ..longer.clone() };
        assert!(!second.is_complete("bad"));
        play(&second).unwrap();
        assert!(second.is_complete("bad"), "a part that does not begin with game 0");
        let gone = with("a = 'gtp: /no/such/program'");
        assert!(gone.check(&gone, &|row| row.name() == "bad").is_ok());
        std::fs::remove_dir_all(run.out).unwrap();
    }

    #[test]
    fn going_on_with_the_row_of_another_program_is_told_and_what_it_plays_is_checked() {
        let run = run_of_four("program");
        let longer = RowRun { size: 6, ..run.clone() };
        let (folder, record) = (run.out.join("bad"), run.out.join("bad/games.jsonl"));
        assert!(play(&run).unwrap().remarks.is_empty());
        let manifest = Manifest::read(&folder).unwrap();
        let provenance = Provenance { binary: None, commit: Some("abc".to_string()), ..manifest.provenance.clone() };
        Manifest { provenance, ..manifest }.write(&folder).unwrap();
        assert!(play(&longer).unwrap().remarks.is_empty(), "the last stretch is of this program");
        let cut = |lines: usize| {
            let text = std::fs::read_to_string(&record).unwrap();
            text.lines().take(lines).map(|line| format!("{line}\n")).collect::<String>()
        };
        let lines = cut(4);
        std::fs::write(&record, &lines).unwrap();
        std::fs::remove_file(folder.join("timing.jsonl")).unwrap();
        assert!(play(&run).unwrap().remarks.is_empty(), "there is nothing to go on with");
        let last = lines.lines().last().unwrap();
        let moves = |of: &str| serde_json::from_str::<GameRecord>(of).unwrap().moves;
        let other = last.replace(&moves(last), &moves(last).split(' ').rev().collect::<Vec<_>>().join(" "));
        std::fs::write(&record, lines.replace(last, &other)).unwrap();
        let refused = play(&longer).map(|watched| watched.games).unwrap_err().to_string();
        assert!(
            refused.contains("games.jsonl: was made by a program that plays otherwise") && refused.contains("game 3: move ")
        );
        assert_eq!(play(&run).unwrap().games, 4, "nothing is to be played");
        std::fs::write(&record, &lines).unwrap();
        let Watched { games, remarks } = play(&longer).unwrap();
        assert_eq!((games, remarks.len()), (6, 1), "this program repeats the last game");
        assert!(
            remarks[0].starts_with("bad: recorded by version ")
                && remarks[0].contains(", commit abc, going on with version "),
            "{remarks:?}"
        );
        std::fs::remove_dir_all(run.out).unwrap();
    }
}
