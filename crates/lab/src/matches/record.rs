//! The record of a match on disk: one JSON line per game, appended and flushed as it ends.

use super::{GameRecord, Pair};
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Appends games to a file and knows which are there already.
#[derive(Debug)]
pub struct Recorder {
    file: File,
    path: PathBuf,
    games: Vec<GameRecord>,
}

/// What is wrong with a record.
#[derive(Debug)]
pub struct RecordError {
    path: PathBuf,
    line: Option<usize>,
    message: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path.display(), self.message),
            None => write!(f, "{}: {}", self.path.display(), self.message),
        }
    }
}

impl std::error::Error for RecordError {}

impl Recorder {
    /// Opens a record, or starts one. A last line that was cut off, and a pair of which only one game is there, are removed: they will
    /// be played again.
    ///
    /// # Errors
    /// If the file cannot be read or written, or a line before the last is no game in its place.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let fail = |error: std::io::Error| RecordError { path: path.to_path_buf(), line: None, message: error.to_string() };
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(fail)?;
        let (mut games, mut ends) = read_games(&file, path)?;
        if games.len() % 2 == 1 {
            games.pop();
            ends.pop();
        }
        let length = ends.last().copied().unwrap_or(0);
        file.set_len(length).map_err(fail)?;
        let mut recorder = Recorder { file, path: path.to_path_buf(), games };
        recorder.file.seek(SeekFrom::End(0)).map_err(fail)?;
        Ok(recorder)
    }

    /// The games that are recorded, in order.
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// The number of pairs that are recorded.
    pub fn pairs(&self) -> u64 {
        self.games.len() as u64 / 2
    }

    /// Appends a pair and flushes it to the disk.
    ///
    /// # Errors
    /// If the disk refuses; what was written of the pair is taken back.
    pub fn append(&mut self, pair: &Pair) -> Result<(), RecordError> {
        let fail = |error: String| RecordError { path: self.path.clone(), line: None, message: error };
        let mut lines = Vec::new();
        for game in &pair.games {
            serde_json::to_writer(&mut lines, game).map_err(|error| fail(error.to_string()))?;
            lines.push(b'\n');
        }
        let before = self.file.metadata().map_err(|error| fail(error.to_string()))?.len();
        if let Err(error) = self.file.write_all(&lines).and_then(|()| self.file.sync_data()) {
            let _ = self.file.set_len(before);
            return Err(fail(error.to_string()));
        }
        self.games.extend(pair.games.iter().cloned());
        Ok(())
    }
}

/// The whole games of a file, and where each line ends.
fn read_games(file: &File, path: &Path) -> Result<(Vec<GameRecord>, Vec<u64>), RecordError> {
    let fail = |line: usize, message: String| RecordError { path: path.to_path_buf(), line: Some(line), message };
    let mut reader = BufReader::new(file);
    let (mut games, mut ends, mut end) = (Vec::new(), Vec::new(), 0);
    loop {
        let mut line = Vec::new();
        let read = reader.read_until(b'\n', &mut line).map_err(|error| fail(games.len() + 1, error.to_string()))?;
        if read == 0 || line.last() != Some(&b'\n') {
            return Ok((games, ends));
        }
        let number = games.len() + 1;
        let game: GameRecord =
            serde_json::from_slice(&line).map_err(|error| fail(number, format!("is no game of a record: {error}")))?;
        if game.game != games.len() as u64 {
            return Err(fail(number, format!("is game {}, expected game {}", game.game, games.len())));
        }
        end += read as u64;
        games.push(game);
        ends.push(end);
    }
}
