//! How a game is known among people and in files.

use std::borrow::Cow;

/// What people, protocols and files make of a game. Asked where something is shown, read or written; no search needs it.
///
/// ```
/// use katsura_game::{Customs, Sgf};
/// let go = Customs { sgf: Sgf { names: &["1"], ..Sgf::default() }, ..Customs::titled("Go") };
/// assert!(!go.white_begins);
/// assert_eq!(go.sgf.written_name("go"), "1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Customs {
    /// The name in a menu or a sentence, such as `Connect Four`.
    pub title: Cow<'static, str>,
    /// Whether White makes the first move, for protocols and files that know Black and White; in most games Black does.
    pub white_begins: bool,
    /// The size of the board that a person is offered first, if it is another than the default.
    pub first_size: Option<u8>,
    /// How files in the Smart Game Format have the game.
    pub sgf: Sgf,
}

impl Customs {
    /// A game with this title and nothing unusual.
    pub fn titled(title: impl Into<Cow<'static, str>>) -> Self {
        Customs { title: title.into(), white_begins: false, first_size: None, sgf: Sgf::default() }
    }
}

/// How files in the Smart Game Format have a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Sgf {
    /// What the property `GM` says beside the name of the game: all are understood, the first is written. None for a game
    /// that is written by its own name.
    pub names: &'static [&'static str],
    /// The way in which moves and cells are written.
    pub dialect: SgfDialect,
    /// The size of the board in a file that does not tell it, if that is a matter of custom.
    pub usual_size: Option<u8>,
}

impl Sgf {
    /// What `GM` says for the game of this name.
    pub fn written_name<'a>(&self, game: &'a str) -> &'a str {
        self.names.first().copied().unwrap_or(game)
    }
}

/// A way in which files write the moves and cells of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SgfDialect {
    /// As the game itself writes them.
    #[default]
    Own,
    /// As files of Go do: two letters for a point, nothing for a pass, komi and rules as properties.
    Go,
    /// As files of Hex do: letter and number, and words for the swap.
    Hex,
    /// As files of Havannah do: the letter of the row first.
    Havannah,
    /// As files of Reversi do: letter and number or two letters, nothing for a pass, the four stones of the start as a
    /// setup.
    Reversi,
}
