//! What the walk over the tree tells the printer. Commands are data: they know no tokens' kinds and no columns.

use crate::TextRange;

/// One step of the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Text of the source on one line.
    Token(TextRange),
    /// Text of the source that may have several lines, as it is.
    Verbatim(TextRange),
    /// A comment behind something on its line.
    TrailingComment(TextRange),
    /// A comment on a line of its own.
    Comment(TextRange),
    /// One space.
    Space,
    /// The end of a line if the innermost group is broken, else so many spaces.
    Soft(u8),
    /// The end of a line if what follows, up to the next place where a line may end, does not fit; else one space.
    Fill,
    /// The end of a line, perhaps with an empty line.
    Hard { blank: bool },
    /// A comma if the innermost group is broken.
    Comma,
    /// The beginning of a group.
    Open(Group),
    /// The end of the innermost group.
    Close,
    /// One more level of indentation for lines that begin behind here, if the innermost group is broken.
    Indent,
    /// The end of the last [`Command::Indent`].
    Dedent,
}

/// How a group chooses between one line and several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Group {
    /// On one line if it fits, else broken at all of its soft line ends.
    Plain,
    /// Like `Plain`; but if what stands before the command fits on the line, the group stays unbroken and only what
    /// follows there is broken: the body of a closure that is the last argument.
    Hug(u32),
    /// A value behind `=`: on the same line if it fits, else on the next if it fits there, else begun on the same line.
    Value,
}
