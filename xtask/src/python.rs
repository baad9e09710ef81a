//! The Python environment of the tests that have an outside referee.

use crate::steps::{run, target};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the tests import, with versions.
const PACKAGES: &[&str] = &[
    "open_spiel==2.0.2",
    "maturin==1.16.0",
    "pytest==9.2.0",
    "gymnasium==1.4.0",
    "pettingzoo==1.27.0",
    "pygame==2.6.1",
    "pandas==3.1.1",
    "pyarrow==26.0.1",
    "matplotlib>=3.8",
    "optuna==5.0.0",
    "ray==2.60.0",
];

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

/// Builds the wheel, installs it in the environment and runs the tests of the Python package, from outside the sources.
pub fn test_package(python: &Path) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let wheels = target().join("wheels");
    let _ = std::fs::remove_dir_all(&wheels);
    let mut build = Command::new(python);
    build.args(["-m", "maturin", "build", "--quiet", "--profile", "dev", "--out"]).arg(&wheels);
    build.arg("--interpreter").arg(python).current_dir(&root);
    run("Python wheel", &mut build)?;
    let wheel =
        std::fs::read_dir(&wheels).ok().and_then(|mut files| files.next()?.ok()).ok_or("Python wheel: none was built")?;
    let mut install = Command::new(python);
    install.args(["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"]).arg(wheel.path());
    run("install the wheel", &mut install)?;
    let mut tests = Command::new(python);
    let outside = target();
    let paths = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--durations=5", "--rootdir"];
    tests.env("KATSURA_COMMAND", target().join("debug/katsura"));
    run("Python tests", tests.args(paths).arg(&root).arg(root.join("crates/python/tests")).current_dir(outside))
}

fn make(folder: &Path) -> Result<(), String> {
    run("Python environment", Command::new("python3").args(["-m", "venv"]).arg(folder))
}
