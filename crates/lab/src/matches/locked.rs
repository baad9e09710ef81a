//! Records opened by one process at a time, packed or not.

use super::record::{packed_path, unpacked};
use super::{Broken, RecordError};
use katsura_engine::files::write_in_place;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};

/// A record on disk that no other process writes as long as this lives.
#[derive(Debug)]
pub(crate) struct Locked {
    file: File,
    path: PathBuf,
    packed: bool,
}

impl Locked {
    /// Opens and locks a record, packed or not; starts one if there is none.
    ///
    /// # Errors
    /// If it cannot be opened, or another process writes it.
    pub(crate) fn open(path: &Path) -> Result<Self, RecordError> {
        loop {
            if let Some(locked) = Locked::try_open(path)? {
                return Ok(locked);
            }
        }
    }

    /// `None` if the record was packed, unpacked or replaced before it was locked.
    fn try_open(path: &Path) -> Result<Option<Self>, RecordError> {
        let plain = path.exists();
        let packed = !plain && packed_path(path).exists();
        let there = if packed { packed_path(path) } else { path.to_path_buf() };
        let opened = OpenOptions::new().read(true).append(!packed).create(!plain && !packed).open(&there);
        let file = match opened {
            Err(error) if error.kind() == ErrorKind::NotFound && (plain || packed) => return Ok(None),
            opened => opened.map_err(|error| RecordError::system(&there, error))?,
        };
        lock(&file, path)?;
        let current = is_at(&file, &there) && !(packed && path.exists());
        Ok(current.then(|| Locked { file, path: path.to_path_buf(), packed }))
    }

    /// The file that is locked: the packed one while the record is packed.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Where the file is that is locked.
    pub(crate) fn file_path(&self) -> PathBuf {
        if self.packed { packed_path(&self.path) } else { self.path.clone() }
    }

    /// Whether the record is packed.
    pub(crate) fn is_packed(&self) -> bool {
        self.packed
    }

    /// Whether there is nothing in the file.
    pub(crate) fn is_empty(&self) -> bool {
        self.file.metadata().is_ok_and(|file| file.len() == 0)
    }

    /// What the record says, unpacked, from its beginning.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn reader(&self) -> Result<Box<dyn BufRead + '_>, RecordError> {
        let mut file = &self.file;
        file.rewind().map_err(|error| RecordError::system(&self.path, error))?;
        let file = BufReader::new(file);
        if self.packed { Ok(Box::new(BufReader::new(unpacked(file, &self.path)?))) } else { Ok(Box::new(file)) }
    }

    /// All that the record says, unpacked.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn text(&self) -> Result<Vec<u8>, RecordError> {
        let mut text = Vec::new();
        let read = self.reader()?.read_to_end(&mut text);
        read.map_err(|error| RecordError::system(&self.file_path(), error))?;
        Ok(text)
    }

    /// Writes the record anew, unpacked. It is locked before it takes the place of the old one, so that nobody comes between.
    ///
    /// # Errors
    /// If the disk refuses: there is a whole record then, the old one or the new.
    pub(crate) fn replace(&mut self, text: &[u8]) -> Result<(), RecordError> {
        let fail = |error: std::io::Error| RecordError::system(&self.path, error);
        let file = write_in_place(&self.path, text, fail, |partial| {
            let file = OpenOptions::new().read(true).append(true).open(partial).map_err(fail)?;
            lock(&file, &self.path)?;
            Ok(file)
        })?;
        if self.packed {
            std::fs::remove_file(packed_path(&self.path)).map_err(fail)?;
        }
        (self.file, self.packed) = (file, false);
        Ok(())
    }
}

fn lock(file: &File, path: &Path) -> Result<(), RecordError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => RecordError::new(path, Broken::Busy),
        TryLockError::Error(error) => RecordError::new(path, Broken::NoLocks(error.to_string())),
    })
}

/// Whether this open file is the one of this name, and not one that another has replaced.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |one: std::fs::Metadata, two: std::fs::Metadata| (one.dev(), one.ino()) == (two.dev(), two.ino());
    file.metadata().ok().zip(path.metadata().ok()).is_some_and(|(one, two)| same(one, two))
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
