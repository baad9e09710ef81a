//! Records on disk: one JSON line per entry, appended as it is made.
//!
//! The number of an entry is its place, so that a record that was cut off anywhere can go on, and parts of a record can be put
//! together. A record is written by one process at a time: the file is locked.
//!
//! A record that is kept may be [packed](pack_record): `games.jsonl` becomes `games.jsonl.zst`, in the format Zstandard. Readers take
//! either; a run that goes on with a packed record unpacks it with its first new entry.

use super::locked::Locked;
use super::{Broken, RecordError};
use crate::folder::write_whole;
use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// One line of a record.
pub trait Entry: Serialize + DeserializeOwned {
    /// How many entries a job makes; they are written together.
    const PER_JOB: u64;

    /// The entry's number: job·[`PER_JOB`](Entry::PER_JOB) and on.
    fn number(&self) -> u64;

    /// The entry with no more than another one tells: records that were made before there was more to tell stay what they are.
    #[must_use]
    fn told_like(self, _other: &Self) -> Self
    where
        Self: Sized,
    {
        self
    }

    /// What no entry can say and this one does, if it does.
    fn flaw(&self) -> Option<String> {
        None
    }
}

/// Appends entries to a file and knows which are there already.
#[derive(Debug)]
pub struct Recorder<E> {
    record: Locked,
    path: PathBuf,
    first_job: u64,
    entries: Vec<E>,
    synced: Instant,
}

/// How long entries may stay in the system's memory: a power cut loses no more, a killed process loses nothing.
const SYNC_EVERY: Duration = Duration::from_secs(1);

impl<E: Entry> Recorder<E> {
    /// Opens a record that begins with this job, or starts one. A last line that was cut off, and a job of which not all entries
    /// are there, are removed: they will be made again.
    ///
    /// # Errors
    /// If the file cannot be read or written, another process writes it, or a line before the last is no entry in its place.
    pub fn open(path: &Path, first_job: u64) -> Result<Self, RecordError> {
        let record = Locked::open(path)?;
        let (mut entries, mut ends) = read_lines(record.reader()?, &record.file_path(), Some(first_job * E::PER_JOB))?;
        let whole = entries.len() - entries.len() % E::PER_JOB as usize;
        entries.truncate(whole);
        ends.truncate(whole);
        if !record.is_packed() {
            let kept = record.file().set_len(ends.last().copied().unwrap_or(0));
            kept.map_err(|error| RecordError::system(path, error))?;
        }
        Ok(Recorder { record, path: path.to_path_buf(), first_job, entries, synced: Instant::now() })
    }

    /// The entries that are recorded, in order.
    pub fn entries(&self) -> &[E] {
        &self.entries
    }

    /// The number of the first job that is not recorded.
    pub fn next_job(&self) -> u64 {
        self.first_job + self.entries.len() as u64 / E::PER_JOB
    }

    /// Where the record is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Appends the entries of a job.
    ///
    /// # Errors
    /// If the disk refuses or an entry is too long to be read again; nothing of the job is then in the record.
    pub fn append(&mut self, job: Vec<E>) -> Result<(), RecordError> {
        let path = self.path.clone();
        let fail = |error: &dyn Display| RecordError::system(&path, error);
        let mut lines = Vec::new();
        for entry in &job {
            let line = serde_json::to_vec(entry).map_err(|error| fail(&error))?;
            if line.len() as u64 + 1 >= LONGEST_LINE {
                let (number, bytes) = (entry.number(), line.len());
                return Err(RecordError::new(&path, Broken::LongEntry { number, bytes }));
            }
            lines.extend(line);
            lines.push(b'\n');
        }
        let due = self.synced.elapsed() >= SYNC_EVERY;
        let mut file = self.writable()?;
        let before = file.metadata().map_err(|error| fail(&error))?.len();
        let written = file.write_all(&lines).and_then(|()| if due { file.sync_data() } else { Ok(()) });
        if let Err(error) = written {
            let _ = file.set_len(before);
            return Err(fail(&error));
        }
        if due {
            self.synced = Instant::now();
        }
        self.entries.extend(job);
        Ok(())
    }

    /// The file to append to; a packed record is unpacked, but for a job of which not all entries are there.
    fn writable(&mut self) -> Result<&File, RecordError> {
        if self.record.is_packed() {
            let text = self.record.text()?;
            let whole: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').take(self.entries.len()).collect();
            self.record.replace(&whole.concat())?;
        }
        Ok(self.record.file())
    }
}

impl<E> Drop for Recorder<E> {
    fn drop(&mut self) {
        let _ = self.record.file().sync_data();
    }
}

/// Where a record is when it is packed: `games.jsonl.zst` for `games.jsonl`.
pub fn packed_path(path: &Path) -> PathBuf {
    let mut packed = path.as_os_str().to_os_string();
    packed.push(".zst");
    PathBuf::from(packed)
}

/// Packs a record: it is compressed, compared with the original, and takes its place. Returns the sizes before and after.
///
/// # Errors
/// If the record cannot be read or written, or another process writes it.
pub fn pack_record(path: &Path) -> Result<[u64; 2], RecordError> {
    let fail = |error: std::io::Error| RecordError::system(path, error);
    let record = Locked::open(path)?;
    let bytes = record.text()?;
    let packed = compress_to_vec(&bytes[..], CompressionLevel::Fastest);
    let mut again = Vec::new();
    unpacked(&packed[..], path)?.read_to_end(&mut again).map_err(fail)?;
    if again != bytes {
        return Err(RecordError::new(path, Broken::PackedOtherwise));
    }
    write_whole(&packed_path(path), &packed)?;
    if !record.is_packed() {
        std::fs::remove_file(path).map_err(fail)?;
    }
    Ok([bytes.len() as u64, packed.len() as u64])
}

/// What a packed record says.
pub(super) fn unpacked<R: Read>(packed: R, path: &Path) -> Result<Unpacked<impl Read + use<R>>, RecordError> {
    let decoder = StreamingDecoder::new(packed)
        .map_err(|error| RecordError::new(&packed_path(path), Broken::NotPacked(error.to_string())))?;
    Ok(Unpacked(decoder))
}

/// A packed record that is read; an error says what to do.
pub(super) struct Unpacked<R>(R);

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.raw_os_error() {
            None if error.kind() != ErrorKind::Interrupted => {
                std::io::Error::other("the packed record is cut off or damaged; put a copy of it back")
            }
            _ => error,
        })
    }
}

/// The text of a record, packed or not, and the file it is in.
fn reader(path: &Path) -> Result<(Box<dyn BufRead>, PathBuf), RecordError> {
    if path.exists() {
        let file = File::open(path).map_err(|error| RecordError::system(path, error))?;
        return Ok((Box::new(BufReader::new(file)), path.to_path_buf()));
    }
    let packed = packed_path(path);
    let file = File::open(&packed).map_err(|error| RecordError::system(path, error))?;
    Ok((Box::new(BufReader::new(unpacked(BufReader::new(file), path)?)), packed))
}

/// The entries of a record, packed or not, from this number on, or that of its first line.
fn read_all<E: Entry>(path: &Path, first: Option<u64>) -> Result<Vec<E>, RecordError> {
    let (reader, file) = reader(path)?;
    Ok(read_lines(reader, &file, first)?.0)
}

/// The entries of a whole record, packed or not; a last line that was cut off is left out.
///
/// # Errors
/// If the file cannot be read, or a line is no entry in its place.
pub fn read_record<E: Entry>(path: &Path) -> Result<Vec<E>, RecordError> {
    read_all(path, Some(0))
}

/// As [`read_record`], for a part that begins with any job.
///
/// # Errors
/// If the file cannot be read, or a line is no entry in its place.
pub(crate) fn read_part<E: Entry>(path: &Path) -> Result<Vec<E>, RecordError> {
    read_all(path, None)
}

/// A longer line is no entry: a file of something else is not read into memory.
const LONGEST_LINE: u64 = 1 << 20;

/// The whole entries of a file, and where each line ends. Numbers count up from `first`, or from that of the first line, which begins a job.
fn read_lines<E: Entry>(
    mut reader: impl BufRead,
    path: &Path,
    first: Option<u64>,
) -> Result<(Vec<E>, Vec<u64>), RecordError> {
    let (mut entries, mut ends, mut end, mut due) = (Vec::<E>::new(), Vec::new(), 0, first);
    loop {
        let place = entries.len() + 1;
        let mut line = Vec::new();
        let read = Read::take(&mut reader, LONGEST_LINE).read_until(b'\n', &mut line);
        let read = read.map_err(|error| RecordError::at(path, place, Broken::System(error.to_string())))? as u64;
        if read == LONGEST_LINE {
            return Err(RecordError::at(path, place, Broken::LongLine));
        }
        if read == 0 || line.last() != Some(&b'\n') {
            return Ok((entries, ends));
        }
        let entry: E = serde_json::from_slice(&line)
            .map_err(|error| RecordError::at(path, place, Broken::NoEntry(error.to_string())))?;
        let expected = due.unwrap_or(entry.number().next_multiple_of(E::PER_JOB));
        check_entry(&entry, expected).map_err(|wrong| RecordError::at(path, place, wrong))?;
        due = Some(expected + 1);
        end += read;
        entries.push(entry);
        ends.push(end);
    }
}

/// Checks that this entry can stand where number `expected` is due.
fn check_entry<E: Entry>(entry: &E, expected: u64) -> Result<(), Broken> {
    match entry.flaw() {
        _ if entry.number() != expected => Err(Broken::WrongNumber { found: entry.number(), expected }),
        Some(flaw) => Err(Broken::Flaw(flaw)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Line {
        number: u64,
    }

    impl Entry for Line {
        const PER_JOB: u64 = 2;

        fn number(&self) -> u64 {
            self.number
        }
    }

    fn job(number: u64) -> Vec<Line> {
        vec![Line { number: 2 * number }, Line { number: 2 * number + 1 }]
    }

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("katsura-record-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder.join("games.jsonl")
    }

    #[test]
    fn a_record_cut_off_at_any_byte_goes_on_to_the_same_bytes() {
        let path = scratch("cut");
        let mut recorder = Recorder::open(&path, 3).unwrap();
        (3..6).for_each(|number| recorder.append(job(number)).unwrap());
        drop(recorder);
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let mut recorder = Recorder::open(&path, 3).unwrap();
            (recorder.next_job()..6).for_each(|number| recorder.append(job(number)).unwrap());
            drop(recorder);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {cut}");
        }
        assert_eq!(read_part::<Line>(&path).unwrap().len(), 6);
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn a_packed_record_is_read_and_gone_on_with() {
        let path = scratch("packed");
        let write = |jobs: std::ops::Range<u64>| {
            let mut recorder = Recorder::open(&path, 0).unwrap();
            assert_eq!(recorder.next_job(), jobs.start);
            jobs.for_each(|number| recorder.append(job(number)).unwrap());
        };
        write(0..300);
        let [before, after] = pack_record(&path).unwrap();
        assert!(!path.exists() && after < before / 2, "{before} {after}");
        assert_eq!(read_record::<Line>(&path).unwrap().len(), 600);
        write(300..300);
        assert!(!path.exists(), "it is unpacked only when there is something to append");
        write(300..303);
        assert!(path.exists() && !packed_path(&path).exists());
        let whole: Vec<Line> = (0..303).flat_map(job).collect();
        assert_eq!(read_record::<Line>(&path).unwrap(), whole);
        std::fs::remove_file(&path).unwrap();
        let lines: String = whole.iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect();
        let packed = compress_to_vec(lines.as_bytes(), CompressionLevel::Fastest);
        std::fs::write(packed_path(&path), &packed[..packed.len() / 2]).unwrap();
        let told = [read_record::<Line>(&path).unwrap_err(), Recorder::<Line>::open(&path, 0).unwrap_err()];
        for told in told.map(|error| error.to_string()) {
            assert!(
                told.contains("games.jsonl.zst:") && told.ends_with("cut off or damaged; put a copy of it back"),
                "{told}"
            );
        }
        std::fs::write(packed_path(&path), "no Zstandard").unwrap();
        assert!(read_record::<Line>(&path).unwrap_err().to_string().contains("games.jsonl.zst"));
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn numbers_are_read_as_they_were_written() {
        // the nearest double of its own shortest text, which a quick reader misses by one bit
        let value = 0.041_666_666_666_666_664_f64;
        for value in (1..2000).map(|n| value / f64::from(n)).chain([0.1745458]) {
            let text = serde_json::to_string(&value).unwrap();
            assert_eq!(serde_json::from_str::<f64>(&text).unwrap().to_bits(), value.to_bits(), "{text}");
        }
    }

    #[test]
    fn a_record_of_something_else_is_refused_with_its_line() {
        let path = scratch("else");
        std::fs::write(&path, "{\"number\":0}\nnonsense\n{\"number\":2}\n").unwrap();
        let error = Recorder::<Line>::open(&path, 0).unwrap_err().to_string();
        assert!(error.contains("games.jsonl:2: is no line of a record"), "{error}");
        std::fs::write(&path, "{\"number\":0}\n{\"number\":2}\n").unwrap();
        let error = Recorder::<Line>::open(&path, 0).unwrap_err().to_string();
        assert!(error.contains("has number 2, expected 1"), "{error}");
        std::fs::write(&path, "{\"number\":1}\n{\"number\":2}\n{\"number\":3}\n").unwrap();
        let error = read_record::<Line>(&path).unwrap_err().to_string();
        assert!(error.contains("games.jsonl:1: has number 1, expected 0"), "the first line is not there: {error}");
        let error = read_part::<Line>(&path).unwrap_err().to_string();
        assert!(error.contains("games.jsonl:1: has number 1, expected 2"), "a part begins with a pair: {error}");
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[derive(Serialize, Deserialize, Debug)]
    struct Long {
        number: u64,
        text: String,
    }

    impl Entry for Long {
        const PER_JOB: u64 = 1;

        fn number(&self) -> u64 {
            self.number
        }
    }

    #[test]
    fn a_line_that_could_not_be_read_again_is_not_written() {
        let path = scratch("long");
        let mut recorder = Recorder::open(&path, 0).unwrap();
        let entry = |number: u64, length: usize| vec![Long { number, text: "x".repeat(length) }];
        let frame = serde_json::to_string(&entry(0, 0)[0]).unwrap().len() + 1;
        let most = LONGEST_LINE as usize - 1 - frame;
        recorder.append(entry(0, most)).unwrap();
        let error = recorder.append(entry(1, most + 1)).unwrap_err().to_string();
        assert!(error.contains("entry 1 has 1048575 bytes: too long for a line"), "{error}");
        recorder.append(entry(1, 0)).unwrap();
        assert_eq!(read_record::<Long>(&path).unwrap().len(), 2);
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }

    #[test]
    fn two_processes_cannot_write_one_record() {
        let path = scratch("lock");
        let refused = || Recorder::<Line>::open(&path, 0).unwrap_err().to_string();
        let mut first = Recorder::open(&path, 0).unwrap();
        assert!(refused().contains("another process is writing here"), "{}", refused());
        first.append(job(0)).unwrap();
        drop(first);
        pack_record(&path).unwrap();
        let mut first = Recorder::open(&path, 0).unwrap();
        assert!(refused().contains("another process is writing here"), "packed: {}", refused());
        first.append(job(1)).unwrap();
        assert!(refused().contains("another process is writing here"), "unpacked: {}", refused());
        assert!(pack_record(&path).is_err());
        drop(first);
        assert_eq!(Recorder::<Line>::open(&path, 0).unwrap().next_job(), 2);
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}
