//! What the tests of the page need: a browser, the type checker and the checker of accessibility.

use crate::steps::{run, target};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The packages from the npm registry, with versions.
const PACKAGES: &[&str] = &["typescript@7.0.2", "axe-core@4.14.0"];

/// Where things are.
pub struct Tools {
    /// The browser.
    pub chromium: PathBuf,
    /// The script of axe-core.
    pub axe: PathBuf,
    folder: PathBuf,
}

/// The tools, installed on the first call.
pub fn tools() -> Result<Tools, String> {
    let folder = target().join("page");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let chromium = browser()?;
    packages(&folder)?;
    let axe = folder.join("node_modules/axe-core/axe.min.js");
    let axe = axe.canonicalize().map_err(|error| format!("{}: {error}", axe.display()))?;
    Ok(Tools { chromium, axe, folder })
}

fn browser() -> Result<PathBuf, String> {
    let path = PathBuf::from("/usr/bin/chromium");
    if !path.exists() {
        let mut update = Command::new("apt-get");
        run("package lists", update.args(["update", "--quiet"]))?;
        let mut install = Command::new("apt-get");
        run("install chromium", install.args(["install", "--yes", "--quiet", "chromium"]))?;
    }
    Ok(path)
}

fn packages(folder: &Path) -> Result<(), String> {
    let stamp = folder.join("katsura-packages");
    let wanted = PACKAGES.join("\n");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let manifest = folder.join("package.json");
    std::fs::write(&manifest, "{\"private\": true}\n").map_err(|error| format!("{}: {error}", manifest.display()))?;
    let mut install = Command::new("npm");
    install.args(["install", "--no-audit", "--no-fund", "--loglevel=error"]).args(PACKAGES).current_dir(folder);
    run("npm packages", &mut install)?;
    std::fs::write(&stamp, wanted).map_err(|error| format!("{}: {error}", stamp.display()))
}

impl Tools {
    /// Checks the types of the page's scripts.
    pub fn check_types(&self) -> Result<(), String> {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/web/tsconfig.json");
        let mut check = Command::new(self.folder.join("node_modules/.bin/tsc"));
        run("types of the page", check.arg("--project").arg(project))
    }
}
