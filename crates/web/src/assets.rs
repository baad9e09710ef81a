//! The files of the page, in the binary. Nothing else can be asked for.

/// One file of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asset {
    /// Its path in the address, without the slash before it.
    pub name: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal: $media_type:literal),* $(,)?) => {
        /// All files of the page; the first is the page itself.
        pub const ASSETS: &[Asset] = &[$(Asset {
            name: $name,
            media_type: $media_type,
            bytes: include_bytes!(concat!("../assets/", $name)),
        }),*];
    };
}

assets! {
    "index.html": "text/html; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "main.js": "text/javascript; charset=utf-8",
    "dom.js": "text/javascript; charset=utf-8",
    "link.js": "text/javascript; charset=utf-8",
    "lost.js": "text/javascript; charset=utf-8",
    "board.js": "text/javascript; charset=utf-8",
    "overlay.js": "text/javascript; charset=utf-8",
    "moves.js": "text/javascript; charset=utf-8",
    "curve.js": "text/javascript; charset=utf-8",
    "tree.js": "text/javascript; charset=utf-8",
    "step.js": "text/javascript; charset=utf-8",
    "setup.js": "text/javascript; charset=utf-8",
    "form.js": "text/javascript; charset=utf-8",
    "configure.js": "text/javascript; charset=utf-8",
    "compare.js": "text/javascript; charset=utf-8",
    "lab.js": "text/javascript; charset=utf-8",
    "types.js": "text/javascript; charset=utf-8",
}

/// The file of a path; the page itself for the empty one.
///
/// ```
/// use katsura_web::assets::find;
/// assert_eq!(find("").unwrap().name, "index.html");
/// assert!(find("../Cargo.toml").is_none());
/// ```
pub fn find(path: &str) -> Option<&'static Asset> {
    if path.is_empty() { ASSETS.first() } else { ASSETS.iter().find(|asset| asset.name == path) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_smaller_than_400_kb() {
        let bytes: usize = ASSETS.iter().map(|asset| asset.bytes.len()).sum();
        assert!(bytes < 400_000, "{bytes}");
    }

    #[test]
    fn every_module_that_is_imported_is_served() {
        for asset in ASSETS.iter().filter(|asset| asset.name.ends_with(".js")) {
            let text = std::str::from_utf8(asset.bytes).unwrap();
            for line in text.lines().filter(|line| line.starts_with("import ") || line.starts_with("} from ")) {
                let Some(name) = line.split("\"./").nth(1).and_then(|rest| rest.split('"').next()) else { continue };
                assert!(find(name).is_some(), "{}: {line}", asset.name);
            }
        }
    }
}
