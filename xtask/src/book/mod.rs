//! The book: what every page must obey, and its rendered form.
//!
//! | file | what it checks |
//! |---|---|
//! | `page.rs` | nothing: it reads pages, and tells prose, tables and code apart |
//! | `links.rs` | links, anchors, included files, and paths of the repository that are named |
//! | `prose.rs` | the width of lines, that no commit is named, and the length of a page |

mod links;
mod page;
mod prose;

use crate::steps::{run, target};
use page::Page;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of mdBook that renders the book.
const MDBOOK: &str = "0.5.4";

/// Something that is wrong with a page.
#[derive(Debug, PartialEq)]
struct Fault {
    page: PathBuf,
    line: usize,
    what: String,
}

/// `cargo xtask book`
pub fn book() -> Result<(), String> {
    check()?;
    let folder = build()?;
    println!("{}", folder.join("index.html").display());
    Ok(())
}

/// Checks all pages, and names all faults.
pub fn check() -> Result<(), String> {
    eprintln!("==> pages of the book");
    let root = root();
    let book = Page::all_below(&root, Path::new("docs/book/src"))?;
    let others = Page::others(&root)?;
    let mut faults = links::check_book(&root, &book);
    faults.extend(links::check_others(&root, &others));
    faults.extend(links::check_sources(&root)?);
    faults.extend(book.iter().filter(|page| !page.is_generated()).flat_map(prose::check));
    faults.extend(others.iter().filter(|page| page.is_for_readers()).flat_map(prose::check));
    if faults.is_empty() {
        return Ok(());
    }
    for Fault { page, line, what } in &faults {
        eprintln!("{}:{line}: {what}", page.display());
    }
    Err(format!("pages of the book: {} faults", faults.len()))
}

/// Renders the book, and says where it lies. What mdBook only warns of is a failure.
pub fn build() -> Result<PathBuf, String> {
    let mdbook = tool()?;
    std::fs::create_dir_all(target()).map_err(|error| format!("target: {error}"))?;
    let folder = target().canonicalize().map_err(|error| format!("target: {error}"))?.join("book");
    eprintln!("==> book");
    let mut build = Command::new(mdbook);
    build.arg("build").arg(root().join("docs/book")).arg("--dest-dir").arg(&folder);
    let output = build.output().map_err(|error| format!("book: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let warns = text.lines().any(|line| line.contains("WARN") || line.contains("ERROR"));
    if output.status.success() && !warns { Ok(folder) } else { Err(format!("book failed\n{text}")) }
}

/// mdBook in `target/tools`, installed when it is missing or another version. A build without optimisation takes a third of the time,
/// and renders the book in a second.
fn tool() -> Result<PathBuf, String> {
    let folder = target().join("tools");
    let mdbook = folder.join("bin/mdbook");
    let version = Command::new(&mdbook).arg("--version").output();
    if version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == format!("mdbook v{MDBOOK}")) {
        return Ok(mdbook);
    }
    let mut install = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    install.args(["install", "mdbook", "--quiet", "--locked", "--force", "--debug", "--version", MDBOOK]);
    install.args(["--no-default-features", "--features", "search", "--root"]).arg(&folder);
    install.env("CARGO_PROFILE_DEV_DEBUG", "0").env_remove("CARGO_TARGET_DIR");
    run("install mdBook", &mut install)?;
    Ok(mdbook)
}

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().unwrap_or(root)
}
