//! Syntax errors as data: a stable kind, a range, a message. Codes, severities and rendering belong to the room above.

use crate::TextRange;

/// What kind of mistake a syntax error is. Each kind gets one diagnostic code, so kinds are few and stable; the message
/// says what exactly happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SyntaxErrorKind {
    /// A character that begins no token.
    InvalidCharacter,
    /// A string or character literal whose closing quote is missing.
    UnterminatedLiteral,
    /// An unknown or malformed `\…` in a literal.
    InvalidEscape,
    /// A number with wrong digits, or one that fits no integer type.
    InvalidNumber,
    /// A character literal that does not hold exactly one code point.
    InvalidCharacterLiteral,
    /// `${…}` in a C string or a pattern.
    MisplacedInterpolation,
    /// `${x:…}` with what is no format.
    InvalidTextFormat,
    /// An expression is missing.
    ExpectedExpression,
    /// A type is missing.
    ExpectedType,
    /// A pattern is missing.
    ExpectedPattern,
    /// A name is missing.
    ExpectedName,
    /// A reserved word stands where a name is needed.
    ReservedWord,
    /// A particular token is missing.
    ExpectedToken,
    /// A bracket or block is never closed.
    Unclosed,
    /// A closing bracket that closes nothing.
    UnexpectedClosing,
    /// Something that is no item stands outside functions, or no member in a body.
    ExpectedItem,
    /// An item stands inside a function.
    MisplacedItem,
    /// An attribute stands where it belongs to nothing.
    MisplacedAttribute,
    /// A modifier (`pub`, `mut`, `unsafe`, `static`, …) that does not fit what follows it.
    MisplacedModifier,
    /// `let` in an expression that is no condition, or joined by `||`.
    MisplacedLet,
    /// `=` inside an expression.
    MisplacedAssignment,
    /// `a < b < c`
    ChainedComparison,
    /// A range without both ends outside `[…]`, or a chain of ranges.
    InvalidRange,
    /// A positional argument or pattern behind a named one.
    PositionalAfterNamed,
    /// A body where none may be, or none where one must be.
    WrongBody,
    /// `{` on the line below what it belongs to.
    BraceOnNextLine,
    /// `;`
    Semicolon,
    /// Spelling of another language: `&&x`, `::`, `//`, `=>` and the like.
    ForeignSyntax,
    /// A statement or literal that goes on behind its end.
    UnexpectedToken,
    /// Nested more deeply than [`crate::MAX_DEPTH`], or text too long to be addressed.
    TooDeep,
}

/// A second place that belongs to an error, such as the bracket that was opened.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Related {
    /// The place.
    pub range: TextRange,
    /// What happened there.
    pub message: String,
}

/// A change of the text that puts a mistake right.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SyntaxFix {
    /// What is replaced.
    pub range: TextRange,
    /// By what.
    pub text: String,
    /// Whether something else may have been meant.
    pub is_guess: bool,
}

/// One mistake in the text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SyntaxError {
    /// What kind of mistake.
    pub kind: SyntaxErrorKind,
    /// Where; empty where something is missing.
    pub range: TextRange,
    /// What to do, short and lower-case.
    pub message: String,
    /// A second place.
    pub related: Option<Related>,
    /// What to write instead, where that is plain.
    pub fix: Option<SyntaxFix>,
}
