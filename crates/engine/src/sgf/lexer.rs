//! The bytes of a file, cut into names, values and signs. Nothing is decoded or built here.

/// A place in the bytes of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

impl<'a> Lexer<'a> {
    /// The next byte that is not white space.
    pub(super) fn peek(&mut self) -> Option<u8> {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().take_while(|&&byte| is_space(byte)).count();
        self.bytes.get(self.at).copied()
    }

    /// Moves past a byte if it is the next one that is not white space.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// The name of a property, if one begins here.
    pub(super) fn name(&mut self) -> Option<&'a [u8]> {
        self.peek().filter(u8::is_ascii_alphabetic)?;
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        self.at += length;
        Some(&rest[..length])
    }

    /// The value between brackets that begins here, without the brackets; `None` if there is no bracket.
    ///
    /// # Errors
    /// The place of the opening bracket, if the file ends before the closing one.
    pub(super) fn value(&mut self) -> Result<Option<&'a [u8]>, usize> {
        if !self.take(b'[') {
            return Ok(None);
        }
        let start = self.at;
        let mut at = start;
        while let Some(rest) = self.bytes.get(at..) {
            let sign = rest.iter().position(|&byte| matches!(byte, b']' | b'\\')).ok_or(start - 1)?;
            if rest[sign] == b']' {
                self.at = at + sign + 1;
                return Ok(Some(&self.bytes[start..self.at - 1]));
            }
            at += sign + 2;
        }
        Err(start - 1)
    }

    /// Moves to the next parenthesis that opens a game: one with a node or another parenthesis after it. False at the end of
    /// the file.
    pub(super) fn skip_to_game(&mut self) -> bool {
        while let Some(found) = self.bytes[self.at..].iter().position(|&byte| byte == b'(') {
            self.at += found;
            let mut inside = Lexer { at: self.at + 1, ..*self };
            if inside.peek() == Some(b'(') || inside.node_begins() {
                return true;
            }
            self.at = inside.at;
        }
        self.at = self.bytes.len();
        false
    }

    /// Whether a node begins here: a semicolon, or a property whose semicolon was forgotten.
    pub(super) fn node_begins(mut self) -> bool {
        self.peek() == Some(b';') || (self.name().is_some() && self.peek() == Some(b'['))
    }

    /// Line and column of the byte `to`, both counted from 1, if those of an earlier byte `from` are known; columns count characters.
    pub(super) fn line_and_column(&self, (from, known): (usize, (usize, usize)), to: usize) -> (usize, usize) {
        let between = &self.bytes[from..to.min(self.bytes.len())];
        let characters = |bytes: &[u8]| String::from_utf8_lossy(bytes).chars().count();
        match between.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => {
                let lines = between[..=end].iter().filter(|&&byte| byte == b'\n').count();
                (known.0 + lines, characters(&between[end + 1..]) + 1)
            }
            None => (known.0, known.1 + characters(between)),
        }
    }
}
