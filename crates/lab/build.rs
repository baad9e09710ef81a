//! Tells the laboratory the commit that it is built from: `KATSURA_COMMIT`, or what git says.
//!
//! Programs for tests (the profile `dev`) are not told what git says: a commit would build the laboratory, and all that depends on it, anew.

#[path = "src/provenance/commit.rs"]
mod commit;

use std::path::Path;

fn main() {
    let laboratory = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_for_use = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo::rerun-if-env-changed=KATSURA_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    for path in if is_for_use { commit::watched(laboratory) } else { Vec::new() } {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let told = std::env::var("KATSURA_COMMIT").ok().filter(|commit| !commit.is_empty());
    if let Some(commit) = told.or_else(|| is_for_use.then(|| commit::commit_of(laboratory)).flatten()) {
        println!("cargo::rustc-env=KATSURA_BUILT_FROM={commit}");
    }
}
