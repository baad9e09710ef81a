//! A kind of rows for tests: sums of numbers that are drawn. A whole kind in one file.

use super::{Experiment, ExperimentError};
use crate::folder::{Manifest, hash_json};
use crate::matches::Entry;
use crate::report::{Cell, Form, Reports, RowReport, Table};
use crate::work::{Count, Games, Row, Tables, Words, Work};
use katsura_game::Rng;
use katsura_mcts::Control;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// So many numbers per draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToyRow {
    name: String,
    numbers: u32,
    draws: Games,
}

/// The row with its seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToyWork {
    row: ToyRow,
    seed: u64,
}

/// One draw; two are a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draw {
    draw: u64,
    sum: f64,
}

impl Row for ToyRow {
    const TABLES: Tables = Tables { rows: "toys", defaults: "toy_defaults", size: "draws" };

    fn name(&self) -> &str {
        &self.name
    }

    fn size(&self) -> Games {
        self.draws
    }

    fn note(&self) -> Option<&str> {
        None
    }

    fn published(&self) -> Option<String> {
        None
    }

    fn subject(&self) -> String {
        format!("{} numbers", self.numbers)
    }

    fn check(&self) -> Result<(), ExperimentError> {
        match self.numbers {
            0 => Err(ExperimentError::refused("numbers", "expected a number above 0")),
            _ => Ok(()),
        }
    }
}

impl Entry for Draw {
    const PER_JOB: u64 = 2;

    fn number(&self) -> u64 {
        self.draw
    }
}

impl Work for ToyWork {
    type Row = ToyRow;
    type Entry = Draw;
    type SoFar = Count;

    const WORDS: Words = Words { record: "draws", job: "two draws", jobs: "couples", units: "draws" };
    const JOB_SIZE: u64 = 2;

    fn of(row: &ToyRow, experiment: &Experiment) -> Result<Self, ExperimentError> {
        Ok(ToyWork { row: row.clone(), seed: experiment.seed })
    }

    fn row(&self) -> Option<&ToyRow> {
        Some(&self.row)
    }

    fn hash(&self) -> String {
        hash_json(&(self.row.numbers, self.seed))
    }

    fn so_far(&self) -> Count {
        Count::default()
    }

    fn job(&self, number: u64, control: &Control) -> Option<Vec<Draw>> {
        let draw = |draw: u64| {
            let mut rng = Rng::stream(&[self.seed, draw]);
            Draw { draw, sum: (0..self.row.numbers).map(|_| rng.unit()).sum() }
        };
        (!control.is_stopped()).then(|| vec![draw(2 * number), draw(2 * number + 1)])
    }
}

impl Reports for ToyWork {
    type Sums = Vec<f64>;

    fn sums(&self, _manifest: &Manifest, draws: Vec<Draw>) -> Vec<f64> {
        draws.iter().map(|draw| draw.sum).collect()
    }

    fn size(row: &RowReport<Self>) -> u64 {
        row.sums.len() as u64
    }

    fn document(row: &RowReport<Self>) -> Value {
        json!({ "row": row.name, "mean": row.sums.iter().sum::<f64>() / row.sums.len().max(1) as f64 })
    }

    fn table(rows: &[RowReport<Self>]) -> Table {
        let mean = |row: &RowReport<Self>| row.sums.iter().sum::<f64>() / row.sums.len().max(1) as f64;
        let line = |row: &RowReport<Self>| vec![Cell::text(&row.name), Cell::Number(mean(row), Form::Digits(2))];
        Table::new(["row", "mean"], rows.iter().map(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Amount, RowOf, RowRun, Runner, Shard, Unwatched, merge, run_row, verify};
    use crate::jobs::Plan;
    use crate::matches::StopRule;
    use crate::report::Report;
    use crate::work::{Book, Extent, RunFolder};
    use std::path::{Path, PathBuf};

    const EXPERIMENT: &str = "title = 't'\nsource = 's'\nprotocol = 'p'\n[toy_defaults]\nnumbers = 3\n\
        [[toys]]\nname = 'x'\ndraws = { quick = 10, full = 61 }\n";

    fn experiment() -> Experiment {
        Experiment::parse(EXPERIMENT, "e").unwrap()
    }

    fn scratch(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("katsura-toy-{}-{name}", std::process::id()))
    }

    fn run(out: &Path, shard: Shard, threads: usize) {
        let experiment = experiment();
        let run = RowRun { out: out.to_path_buf(), size: 61, shard, threads, lanes: 0 };
        let of = RowOf { experiment: &experiment, row: &experiment.rows[0] };
        let ran = run_row(of, &run, &Control::new(), &mut Unwatched).unwrap();
        assert_eq!(ran.jobs, ran.of);
    }

    /// The record of a run of one thread that nothing disturbed.
    fn whole(folder: &Path) -> String {
        run(&folder.join("whole"), Shard::WHOLE, 1);
        std::fs::read_to_string(folder.join("whole/x/draws.jsonl")).unwrap()
    }

    #[test]
    fn a_kind_of_one_file_and_one_line_runs_in_threads_and_shards_and_is_merged_verified_and_reported() {
        let folder = scratch("parts");
        let whole = whole(&folder);
        assert_eq!(whole.lines().count(), 62, "whole jobs");
        run(&folder.join("threads"), Shard::WHOLE, 3);
        assert_eq!(std::fs::read_to_string(folder.join("threads/x/draws.jsonl")).unwrap(), whole);
        let nodes: Vec<PathBuf> = (1..=3).map(|number| folder.join(format!("node-{number}"))).collect();
        (1..=3).zip(&nodes).for_each(|(number, node)| run(node, Shard { number, of: 3 }, 2));
        assert!(merge(&nodes[..2], &folder.join("gap")).unwrap_err().to_string().contains("is missing: a shard"));
        let merged = folder.join("merged");
        assert_eq!(merge(&nodes, &merged).unwrap()[0].lines, 62);
        assert_eq!(std::fs::read_to_string(merged.join("x/draws.jsonl")).unwrap(), whole);
        let verified = &verify(&merged, None, &Control::new()).unwrap().rows[0];
        assert_eq!((verified.entries, verified.replayed, verified.departures.len()), ("draws", 62, 0));
        let changed = whole.replacen("\"sum\":", "\"sum\":1", 1);
        std::fs::write(merged.join("x/draws.jsonl"), changed).unwrap();
        assert_eq!(verify(&merged, None, &Control::new()).unwrap().rows[0].departures.len(), 1);
        let report = Report::of(&folder.join("whole")).unwrap();
        assert!(report.markdown().contains("| x | 1."), "{}", report.markdown());
        assert!(report.markdown().contains("katsura lab run e.toml --rows x --games 62 --out again"));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_run_that_is_killed_anywhere_goes_on_to_the_same_bytes() {
        let folder = scratch("killed");
        let whole = whole(&folder);
        for kept in [0, 1, 17, whole.len() / 2, whole.len() - 1, whole.len()] {
            let out = folder.join(format!("killed-{kept}"));
            run(&out, Shard::WHOLE, 2);
            let record = out.join("x/draws.jsonl");
            std::fs::write(&record, &whole[..kept]).unwrap();
            run(&out, Shard::WHOLE, 2);
            assert_eq!(std::fs::read_to_string(&record).unwrap(), whole, "killed after {kept} bytes");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn lines_made_anywhere_are_the_record_and_the_runner_goes_on_with_it() {
        let folder = scratch("book");
        let whole = whole(&folder);
        let work = experiment().work("x").unwrap();
        let lines = |from: u64, to: u64| work.lines(Plan { from, to, threads: 2, lanes: 0 }, &Control::new()).unwrap();
        let out = folder.join("book");
        run(&out, Shard { number: 1, of: 31 }, 1);
        let record = out.join("x/draws.jsonl");
        let experiment = experiment();
        let manifest = Manifest::new(work.clone(), Some(experiment.claimed("x")));
        let kept = RunFolder { path: out.join("x"), manifest };
        let open = |jobs: u64| {
            let extent = Extent { jobs, shard: Shard::WHOLE, rule: StopRule::default() };
            Book::open(&work, Some(&kept), extent, &Control::new()).unwrap()
        };
        let mut book = open(7);
        assert!(book.append(1, &lines(1, 2)).unwrap_err().to_string().contains("expected entry 0, found 2"));
        book.append(0, &lines(0, 3)).unwrap();
        assert_eq!((book.next_job(), book.is_over(), &book.document()["couples"]), (3, false, &json!(3)));
        book.append(1, &lines(1, 9)).unwrap();
        assert_eq!((book.next_job(), book.is_over()), (7, true), "what is known and what was not asked for is left out");
        drop(book);
        assert_eq!(open(5).next_job(), 5, "what is recorded beyond the end does not count");
        let (chosen, amount, shard) = (experiment.clone(), Amount::Full, Shard::WHOLE);
        let runner = Runner { experiment, chosen, out, amount, shard, threads: None, lanes: 0 };
        runner.run(&Control::new(), &mut Unwatched).unwrap();
        assert_eq!(std::fs::read_to_string(&record).unwrap(), whole);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_wrong_with_a_row_is_told_with_its_line_and_key() {
        let refused = |old: &str, new: &str| Experiment::parse(&EXPERIMENT.replace(old, new), "e").unwrap_err().to_string();
        assert_eq!(refused("numbers = 3", "numbers = 0"), "e.toml:5: toy_defaults.numbers: expected a number above 0");
        assert!(refused("quick = 10", "quack = 10").starts_with("e.toml:8: toys.x.draws.quack: unknown field `quack`"));
        assert!(refused("[[toys]]", "[[toy]]").starts_with("e.toml:6: toy: unknown key; known: title, source,"));
    }
}
