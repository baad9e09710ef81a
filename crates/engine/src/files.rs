//! Files that are written whole or not at all.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Writes a file so that it is there whole or not at all: until the new one is on the disk the old one stays.
///
/// A link is followed, the permissions stay; a pipe or a device, of which there is no half, is written to.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_in_place(path, bytes, |error| error, |_| Ok(()))
}

/// Writes a file beside its place, looks at it there, and gives it its name. If anything fails nothing is left of it: half a
/// file would keep a full disk full. `fail` makes an error of what the system says.
///
/// # Errors
/// If it cannot be written, or `look` fails.
pub fn write_in_place<T, E>(
    path: &Path,
    bytes: &[u8],
    fail: impl Fn(io::Error) -> E,
    look: impl FnOnce(&Path) -> Result<T, E>,
) -> Result<T, E> {
    let old = present(path).map_err(&fail)?;
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return std::fs::write(path, bytes).map_err(fail).and_then(|()| look(path));
    }
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let partial = path.with_extension(format!("partial-{}", std::process::id()));
    let written = std::fs::write(&partial, bytes).and_then(|()| match old {
        Some(old) => std::fs::set_permissions(&partial, old.permissions()),
        None => Ok(()),
    });
    let seen = written.map_err(&fail).and_then(|()| look(&partial));
    let placed = seen.and_then(|seen| put_in_place(&partial, &path).map_err(fail).map(|()| seen));
    placed.inspect_err(|_| {
        let _ = std::fs::remove_file(&partial);
    })
}

/// What is at a place. A file there must be one that may be written: its folder alone would let another take its place.
fn present(path: &Path) -> io::Result<Option<Metadata>> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Ok(old) if old.is_file() => OpenOptions::new().write(true).open(path).map(|_| Some(old)),
        old => old.map(Some),
    }
}

/// Gives a whole file its name. File and name are on the disk then, so that what the file stands for may be removed.
fn put_in_place(partial: &Path, path: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(partial)?.sync_all()?;
    std::fs::rename(partial, path)?;
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("katsura-whole-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_that_could_not_be_written_leaves_nothing_behind() {
        let folder = scratch("refused");
        let path = folder.join("a.txt");
        write_whole(&path, b"old").unwrap();
        let refused = write_in_place(
            &path,
            b"new",
            |error| error,
            |partial| -> io::Result<()> {
                assert_eq!(std::fs::read(partial).unwrap(), b"new");
                Err(io::Error::other("refused"))
            },
        );
        assert!(refused.is_err());
        let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!((left, std::fs::read(&path).unwrap()), (vec!["a.txt".into()], b"old".to_vec()));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = scratch("links");
        let (file, link) = (folder.join("a.txt"), folder.join("b.txt"));
        write_whole(&file, b"old").unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read(&file).unwrap(), b"new");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        write_whole(Path::new("/dev/null"), b"new").unwrap();
        assert!(write_whole(&folder, b"new").is_err(), "a folder is no file");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
