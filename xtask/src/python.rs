//! The Python environment of the tests that have an outside referee.

use crate::steps::run;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the tests import, with versions.
const PACKAGES: &[&str] = &["open_spiel==2.0.2"];

/// The interpreter of a virtual environment with everything the tests import, made on the first call.
pub fn environment() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv");
    let python = folder.join("bin/python");
    let stamp = folder.join("katsura-packages");
    let wanted = PACKAGES.join("\n");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    if make(&folder).is_err() {
        let mut install = Command::new("apt-get");
        run("install python3-venv", install.args(["install", "--yes", "--quiet", "python3-venv"]))?;
        make(&folder)?;
    }
    let mut install = Command::new(&python);
    run("Python packages", install.args(["-m", "pip", "install", "--quiet"]).args(PACKAGES))?;
    std::fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(python)
}

fn make(folder: &Path) -> Result<(), String> {
    run("Python environment", Command::new("python3").args(["-m", "venv"]).arg(folder))
}
