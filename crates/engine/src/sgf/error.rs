//! What can be wrong with a file.

/// Why a file could not be read, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What should stand here.
        expected: String,
        /// What stands here.
        found: String,
    },
    /// The closing bracket of the value that begins here is missing.
    #[error("expected a ']' that ends the value beginning here, found the end of the file")]
    OpenValue,
    /// The name of a property has characters other than capital letters.
    #[error("expected a property in capital letters, found '{0}'")]
    Name(String),
    /// A property comes twice in a node.
    #[error("expected each property once in a node, found {0} again")]
    Repeated(String),
    /// The character set is not known.
    #[error("expected CA[UTF-8] or CA[ISO-8859-1], found CA[{0}]")]
    Charset(String),
    /// The bytes of a value are not of the character set that the game declares.
    #[error("expected text in UTF-8, as CA says")]
    Encoding,
    /// The file is in UTF-16.
    #[error("expected a file in UTF-8 or Latin-1, found one in UTF-16")]
    Utf16,
    /// The file is longer than the options allow.
    #[error("expected at most {limit} bytes, found {found}")]
    TooLong {
        /// The limit.
        limit: usize,
        /// The length of the file.
        found: usize,
    },
    /// There are more nodes and properties than the options allow.
    #[error("expected at most {0} nodes, properties, values and variations")]
    TooMany(usize),
}
