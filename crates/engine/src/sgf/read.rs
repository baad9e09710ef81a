//! Reading files.

use super::charset::{Charset, declared, to_utf8};
use super::error::{Fault, ReadError};
use super::lexer::Lexer;
use super::node::is_name;
use super::{GameTree, Node, NodeId, Place, Property, Tree, Value};
use std::collections::HashSet;

/// How faithfully a file must follow the standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Accepts what real files do wrong: text around the games, missing closing parentheses, parentheses without a node, a
    /// game without its first semicolon, nodes after variations, a property twice in a node, small letters in names (`White`
    /// is `W` as in `FF[3]` and before, `white` is `WHITE`), and a wrong or missing `CA`.
    #[default]
    Lenient,
    /// Accepts `FF[4]` only.
    Strict,
}

/// How a file is read.
///
/// The limits keep memory bounded: an item takes about 70 bytes, so a hostile file costs at most some 350 MB.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadOptions {
    /// Lenient or strict.
    pub mode: Mode,
    /// The longest file, in bytes.
    pub max_bytes: usize,
    /// The most nodes, properties, values and parentheses, all together, that [`read_with`] takes from a file and
    /// [`Games`] from one game.
    pub max_items: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions { mode: Mode::Lenient, max_bytes: 256 << 20, max_items: 5_000_000 }
    }
}

/// Reads all games of a file, leniently and with the usual limits.
///
/// ```
/// use katsura_engine::sgf::{read, write};
/// let games = read(b"A letter. (;FF[4]C[two lines of play](;B[aa])(;B[bb];W[cc]))").unwrap();
/// assert_eq!(games[0].len(), 4);
/// let error = read(b"(;FF[4]\n;B aa])").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 4: expected '[' after the property B, found 'a'");
/// ```
///
/// # Errors
/// [`ReadError`] says where and what; a file without a game is an error.
pub fn read(bytes: &[u8]) -> Result<Vec<GameTree>, ReadError> {
    read_with(bytes, &ReadOptions::default())
}

/// Reads all games of a file.
///
/// # Errors
/// As [`read`].
pub fn read_with(bytes: &[u8], options: &ReadOptions) -> Result<Vec<GameTree>, ReadError> {
    let may_convert = options.mode == Mode::Lenient && bytes.len() <= options.max_bytes;
    let bytes = if may_convert { to_utf8(bytes) } else { bytes.into() };
    let mut reader = Games::new(&bytes, options);
    let mut games = Vec::new();
    let mut left = options.max_items;
    while let Some(game) = reader.next_within(left) {
        games.push(game?);
        left -= reader.items;
    }
    if games.is_empty() {
        return Err(reader.expected("'(;', where a game begins"));
    }
    Ok(games)
}

/// The games of a file one after the other, for collections too large to hold all games at once.
///
/// After an error there are no more games.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    lexer: Lexer<'a>,
    options: ReadOptions,
    /// Items in the game being read.
    items: usize,
    max_items: usize,
    charset: Charset,
    failed: bool,
    /// The byte where the last node begins, with its line and column, to count on from.
    known: (usize, (usize, usize)),
}

impl Iterator for Games<'_> {
    type Item = Result<GameTree, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_within(self.options.max_items)
    }
}

impl<'a> Games<'a> {
    /// The games in these bytes. A byte order mark of UTF-8 is skipped.
    pub fn new(bytes: &'a [u8], options: &ReadOptions) -> Self {
        let at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let lexer = Lexer { bytes, at };
        let known = (0, (1, 1));
        Games { lexer, options: options.clone(), items: 0, max_items: 0, charset: Charset::Guess, failed: false, known }
    }

    fn next_within(&mut self, max_items: usize) -> Option<Result<GameTree, ReadError>> {
        if self.failed {
            return None;
        }
        (self.items, self.max_items) = (0, max_items);
        let game = self.game().transpose();
        self.failed = matches!(game, Some(Err(_)));
        game
    }

    /// The next game; `None` at the end of the file.
    fn game(&mut self) -> Result<Option<GameTree>, ReadError> {
        let (limit, found) = (self.options.max_bytes, self.lexer.bytes.len());
        if found > limit {
            return Err(self.error_at(0, Fault::TooLong { limit, found }));
        }
        if matches!(self.lexer.bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) {
            return Err(self.error_at(0, Fault::Utf16));
        }
        while self.find_game()? {
            if let Some(game) = self.game_here()? {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    fn find_game(&mut self) -> Result<bool, ReadError> {
        if self.strict() {
            return match self.lexer.peek() {
                None => Ok(false),
                Some(b'(') => Ok(true),
                Some(_) => Err(self.expected("'(', where a game begins")),
            };
        }
        Ok(self.lexer.skip_to_game())
    }

    /// The game whose opening parenthesis stands here; `None` if no node follows.
    fn game_here(&mut self) -> Result<Option<GameTree>, ReadError> {
        while self.lexer.take(b'(') {
            if self.strict() && self.lexer.peek() != Some(b';') {
                return Err(self.expected("';', where the first node begins"));
            }
        }
        if !self.lexer.node_begins() {
            return Ok(None);
        }
        self.lexer.take(b';');
        self.nodes().map(Some)
    }

    /// The nodes of a game after its first semicolon, until the parenthesis that closes it.
    fn nodes(&mut self) -> Result<GameTree, ReadError> {
        self.charset = self.declared_charset()?;
        let mut tree = Tree::new(self.node()?);
        let mut last = tree.root();
        let mut branches: Vec<NodeId> = Vec::new();
        let mut after_variation = false;
        loop {
            match self.lexer.peek() {
                Some(b';') if self.strict() && after_variation => return Err(self.expected("'(' or ')'")),
                Some(b';') => {
                    self.lexer.at += 1;
                    let node = self.node()?;
                    last = tree.add(last, node);
                    continue;
                }
                Some(b'(') => {
                    self.open_variation()?;
                    branches.push(last);
                }
                Some(b')') => {
                    self.lexer.at += 1;
                    let Some(branch) = branches.pop() else { return Ok(tree) };
                    last = branch;
                }
                None if !self.strict() => return Ok(tree),
                _ => return Err(self.expected("';', '(' or ')'")),
            }
            after_variation = self.lexer.bytes[self.lexer.at - 1] == b')';
        }
    }

    fn open_variation(&mut self) -> Result<(), ReadError> {
        self.count()?;
        self.lexer.at += 1;
        if self.strict() && self.lexer.peek() != Some(b';') {
            return Err(self.expected("';', where the variation begins"));
        }
        Ok(())
    }

    /// The properties after a semicolon.
    fn node(&mut self) -> Result<Node, ReadError> {
        self.count()?;
        let mut node = Node::at(self.place());
        let mut names = HashSet::new();
        loop {
            self.lexer.peek();
            let at = self.lexer.at;
            let Some(written) = self.lexer.name() else { return Ok(node) };
            let name = self.name(written, at)?;
            if self.strict() && !names.insert(name.clone()) {
                return Err(self.error_at(at, Fault::Repeated(name)));
            }
            let values = self.values(&name)?;
            self.count()?;
            node.push(Property::new(&name, values));
        }
    }

    /// Where the node whose semicolon was read begins.
    fn place(&mut self) -> Place {
        let at = self.lexer.at.saturating_sub(1);
        self.known = (at, self.lexer.line_and_column(self.known, at));
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let (line, column) = self.known.1;
        Place { line: number(line), column: number(column) }
    }

    /// The name of a property as it is kept: without small letters, unless there are no others.
    fn name(&self, written: &[u8], at: usize) -> Result<String, ReadError> {
        let written = String::from_utf8_lossy(written);
        let capitals: String = written.chars().filter(|c| !c.is_ascii_lowercase() && *c != '_').collect();
        let name = if capitals.is_empty() { written.replace('_', "").to_ascii_uppercase() } else { capitals };
        let plain = name == *written && name.bytes().all(|byte| byte.is_ascii_uppercase());
        if !is_name(&name) || (self.strict() && !plain) {
            return Err(self.error_at(at, Fault::Name(written.chars().take(24).collect())));
        }
        Ok(name)
    }

    fn values(&mut self, name: &str) -> Result<Vec<Value>, ReadError> {
        let mut values = Vec::with_capacity(1);
        while let Some(bytes) = self.lexer.value().map_err(|at| self.error_at(at, Fault::OpenValue))? {
            self.count()?;
            let at = self.lexer.at - 1 - bytes.len();
            let text = self.charset.decode(bytes).ok_or_else(|| self.error_at(at, Fault::Encoding))?;
            values.push(Value::from_raw(text));
        }
        if values.is_empty() {
            return Err(self.expected(&format!("'[' after the property {name}")));
        }
        Ok(values)
    }

    /// Looks through the first node for its character set, without moving.
    fn declared_charset(&self) -> Result<Charset, ReadError> {
        let mut lexer = self.lexer;
        let mut found = None;
        while let Some(name) = lexer.name() {
            while let Ok(Some(value)) = lexer.value() {
                if name == b"CA" && found.is_none() {
                    found = Some(value);
                }
            }
        }
        declared(found, self.options.mode).map_err(|name| self.error_at(self.lexer.at, Fault::Charset(name)))
    }

    fn strict(&self) -> bool {
        self.options.mode == Mode::Strict
    }

    fn count(&mut self) -> Result<(), ReadError> {
        self.items += 1;
        if self.items > self.max_items {
            return Err(self.error_at(self.lexer.at, Fault::TooMany(self.options.max_items)));
        }
        Ok(())
    }

    fn error_at(&self, at: usize, fault: Fault) -> ReadError {
        let known = if self.known.0 <= at { self.known } else { (0, (1, 1)) };
        let (line, column) = self.lexer.line_and_column(known, at);
        ReadError { line, column, fault }
    }

    fn expected(&self, expected: &str) -> ReadError {
        let at = self.lexer.at;
        let rest = String::from_utf8_lossy(&self.lexer.bytes[at..self.lexer.bytes.len().min(at + 4)]);
        let found = rest.chars().next().map_or("the end of the file".to_string(), |c| format!("{c:?}"));
        self.error_at(at, Fault::Expected { expected: expected.to_string(), found })
    }
}
