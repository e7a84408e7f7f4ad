//! Sites: the places of a function that may panic. Owns their kinds and messages; must not know files or lines:
//! a site holds a byte offset relative to its item's chunk, and the table of files, lines and messages that a
//! running program reads is written per object, outside the fingerprint.

use serde::{Deserialize, Serialize};

use crate::ids::StringId;

/// The function that a failed check calls with the address of its entry in the site table.
/// It prints `file:line:column: message` and ends the process with 101.
pub const PANIC_SYMBOL: &str = "std.runtime.panic_site";

/// Bytes of one entry of a site table: distance to the file's NUL-terminated name (i32), line (u32), column (u32),
/// distance to the NUL-terminated message (i32). Distances are counted from the start of the entry: a program has
/// tens of thousands of entries, and addresses would each be work for the linker and at the start of the program.
pub const SITE_ENTRY_BYTES: u64 = 16;

/// The symbol of a function's site table.
pub fn site_table_symbol(function: &str) -> String {
    format!("{function}.sites")
}

/// A place that may panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Site {
    /// What went wrong if it does.
    pub kind: SiteKind,
    /// Byte offset of the expression, relative to the start of the item's chunk.
    pub offset: u32,
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SiteKind {
    /// `+` left the type's range.
    AddOverflow,
    /// `-` left the type's range.
    SubtractOverflow,
    /// `*` left the type's range.
    MultiplyOverflow,
    /// Negation of the smallest number.
    NegateOverflow,
    /// The smallest number divided by -1.
    DivideOverflow,
    /// The right side of `/` is 0.
    DivideByZero,
    /// The right side of `%` is 0.
    RemainderByZero,
    /// A shift by a negative number or by the type's width or more.
    ShiftOutOfRange,
    /// An index below 0 or not below the length.
    IndexOutOfBounds,
    /// A text known while compiling: `panic("…")`, a failed `assert`.
    Message(StringId),
    /// The message is made at run time by the function that gets the address of the site's entry.
    Place,
}

impl SiteKind {
    /// The fixed message, except for [`SiteKind::Message`], whose text the module holds.
    pub const fn fixed_message(self) -> Option<&'static str> {
        match self {
            SiteKind::AddOverflow => Some("addition overflows"),
            SiteKind::SubtractOverflow => Some("subtraction overflows"),
            SiteKind::MultiplyOverflow => Some("multiplication overflows"),
            SiteKind::NegateOverflow => Some("negation overflows"),
            SiteKind::DivideOverflow => Some("division overflows"),
            SiteKind::DivideByZero => Some("division by zero"),
            SiteKind::RemainderByZero => Some("remainder of a division by zero"),
            SiteKind::ShiftOutOfRange => Some("shift out of range"),
            SiteKind::IndexOutOfBounds => Some("index out of bounds"),
            SiteKind::Place => Some(""),
            SiteKind::Message(_) => None,
        }
    }
}
