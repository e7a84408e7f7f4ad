//! Sites: the places of a function that may panic. Owns their kinds and messages, and the bytes of the table of files,
//! lines and messages that a running program reads. A site itself must not know files or lines: it holds a byte offset
//! relative to its item's chunk, and the table is written per object, outside the fingerprint.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::artifact::SiteRecord;
use crate::backend::Positions;
use crate::ids::StringId;
use crate::strings::Strings;

/// The function that a failed check calls with the address of its entry in the site table.
/// It prints `file:line:column: message` and ends the process with 101.
pub const PANIC_SYMBOL: &str = "std.runtime.panic_site";

/// The same for a check of an index that can be told: it gets the index, [`Told::code`] and the right operand of the check,
/// too, 64 bits each. Without [`Told::tells_limit`] the last may be anything.
pub const PANIC_INDEX_SYMBOL: &str = "std.runtime.panic_index";

/// What code generators call for failed checks, whoever refers to it.
pub const PANIC_SYMBOLS: [&str; 2] = [PANIC_SYMBOL, PANIC_INDEX_SYMBOL];

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

impl Site {
    /// Its entry in a site table, of a module with these strings.
    pub fn record(self, strings: &Strings) -> SiteRecord {
        let message = match self.kind.said() {
            Said::Always(text) => Cow::Borrowed(text),
            Said::OfElements(_) | Said::Here(_) => Cow::Owned(self.kind.message(strings).into_owned()),
        };
        SiteRecord { message, offset: self.offset }
    }
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
    /// An index below 0 or not below the length: the left operand of a [`crate::CheckKind::Below`].
    IndexOutOfBounds {
        /// How many elements there are.
        length: u64,
        /// How the program tells the index.
        index: IndexForm,
    },
    /// An index or bound that is not within a slice: the left operand of a [`crate::CheckKind::Below`]. How many elements there
    /// are only the running program knows.
    OutOfSlice {
        /// What is not within it.
        part: SlicePart,
        /// How the program tells the index or bound.
        index: IndexForm,
    },
    /// A text known while compiling: `panic("…")`, a failed `assert`.
    Message(StringId),
    /// The message is made at run time by the function that gets the address of the site's entry.
    Place,
}

/// What is checked to be within a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SlicePart {
    /// An index.
    Index,
    /// Where a range begins: not behind its end. The check's right operand is one more than the end.
    Start,
    /// The same of a range that includes its end: the right operand is two more than the end.
    InclusiveStart,
    /// Where a range ends: not behind the last element. The right operand is one more than the length.
    End,
    /// The same of a range that includes its end: the right operand is the length.
    InclusiveEnd,
}

impl SlicePart {
    /// How the right operand of the check is told behind the message: the words in two bits, 1 ` of n elements`, 2 ` n`, and
    /// above them how much n is less than the operand.
    const fn code(self) -> u64 {
        const OF_ELEMENTS: u64 = 1;
        const NUMBER: u64 = 2;
        let (words, less) = match self {
            SlicePart::Index | SlicePart::InclusiveEnd => (OF_ELEMENTS, 0),
            SlicePart::End => (OF_ELEMENTS, 1),
            SlicePart::Start => (NUMBER, 1),
            SlicePart::InclusiveStart => (NUMBER, 2),
        };
        words | less << 2
    }
}

/// Where the words of a message are.
enum Said {
    /// They are always the same.
    Always(&'static str),
    /// They name a number of elements.
    OfElements(u64),
    /// In the module.
    Here(StringId),
}

/// How a failed check of an index tells which index it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum IndexForm {
    /// Not at all.
    Untold,
    /// As a signed number; the checked value has 64 bits.
    Signed,
    /// As an unsigned number; the checked value has 64 bits.
    Unsigned,
}

impl IndexForm {
    const fn code(self) -> u64 {
        match self {
            IndexForm::Untold => 0,
            IndexForm::Signed => 1,
            IndexForm::Unsigned => 2,
        }
    }
}

/// What a failed check of an index tells beside its site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Told {
    index: IndexForm,
    /// What of a slice was checked; of an array the message says how many elements there are.
    part: Option<SlicePart>,
}

impl Told {
    /// Bits of [`Told::code`].
    pub const CODE_BITS: u32 = 6;

    /// How the operands are told, for the function of [`PANIC_INDEX_SYMBOL`]: the index in two bits, 0 not at all, 1 signed,
    /// 2 unsigned; above them the right operand, 0 not at all, else as the part of the slice wants it.
    pub fn code(self) -> u64 {
        self.index.code() | self.part.map_or(0, |part| part.code() << 2)
    }

    /// The same where the right operand of the check is not known.
    pub fn without_limit(self) -> Told {
        Told { part: None, ..self }
    }

    /// Whether the right operand of the check is told.
    pub fn tells_limit(self) -> bool {
        self.part.is_some()
    }
}

impl SiteKind {
    /// The message in the site table. Where an index or bound is told, the number is put behind the first word at run time,
    /// and that of the elements of a slice behind the last.
    pub fn message(self, strings: &Strings) -> Cow<'_, str> {
        match self.said() {
            Said::Always(text) => Cow::Borrowed(text),
            Said::OfElements(length) => Cow::Owned(format!("index out of bounds of {length} elements")),
            Said::Here(text) => Cow::Borrowed(strings.text(text)),
        }
    }

    fn said(self) -> Said {
        Said::Always(match self {
            SiteKind::AddOverflow => "addition overflows",
            SiteKind::SubtractOverflow => "subtraction overflows",
            SiteKind::MultiplyOverflow => "multiplication overflows",
            SiteKind::NegateOverflow => "negation overflows",
            SiteKind::DivideOverflow => "division overflows",
            SiteKind::DivideByZero => "division by zero",
            SiteKind::RemainderByZero => "remainder of a division by zero",
            SiteKind::ShiftOutOfRange => "shift out of range",
            SiteKind::IndexOutOfBounds { length: 0, .. } => "index out of bounds of no elements",
            SiteKind::IndexOutOfBounds { length: 1, .. } => "index out of bounds of 1 element",
            SiteKind::IndexOutOfBounds { length, .. } => return Said::OfElements(length),
            SiteKind::OutOfSlice { part, .. } => match part {
                SlicePart::Index => "index out of bounds",
                SlicePart::Start | SlicePart::InclusiveStart => "start of the range is behind its end",
                SlicePart::End | SlicePart::InclusiveEnd => "end of the range is out of bounds",
            },
            SiteKind::Place => "",
            SiteKind::Message(text) => return Said::Here(text),
        })
    }

    /// What a failed check tells beside its site, if it tells anything.
    pub fn told(self) -> Option<Told> {
        let told = match self {
            SiteKind::IndexOutOfBounds { index, .. } => Told { index, part: None },
            SiteKind::OutOfSlice { index, part } => Told { index, part: Some(part) },
            SiteKind::AddOverflow
            | SiteKind::SubtractOverflow
            | SiteKind::MultiplyOverflow
            | SiteKind::NegateOverflow
            | SiteKind::DivideOverflow
            | SiteKind::DivideByZero
            | SiteKind::RemainderByZero
            | SiteKind::ShiftOutOfRange
            | SiteKind::Message(_)
            | SiteKind::Place => return None,
        };
        (told.index != IndexForm::Untold).then_some(told)
    }
}

/// Writes site tables into a section of constant bytes, each text once. Tables and texts must be in one section, so that
/// the distances between them are known.
#[derive(Debug)]
pub struct SiteTables {
    little_endian: bool,
    /// Where NUL-terminated texts are in the section.
    texts: FxHashMap<String, u64>,
    /// The same for names of files, by number.
    files: Vec<Option<u64>>,
}

impl SiteTables {
    /// Alignment of a table in bytes; the section needs at least the same.
    pub const ALIGN: u64 = 4;

    /// No table yet.
    pub fn new(little_endian: bool) -> SiteTables {
        SiteTables { little_endian, texts: FxHashMap::default(), files: Vec::new() }
    }

    /// Appends the table of a function to the section and returns where it starts.
    pub fn write(
        &mut self,
        section: &mut Vec<u8>,
        function: &str,
        sites: &[SiteRecord],
        positions: &dyn Positions,
    ) -> u64 {
        let mut entries = Vec::with_capacity(sites.len());
        let origin = positions.origin(function);
        for site in sites {
            let position = origin.map(|origin| positions.position_from(origin, site.offset).0);
            let file = match position {
                Some(position) => self.file(section, position.file, positions),
                None => self.text(section, ""),
            };
            let (line, column) = position.map_or((0, 0), |position| (position.line, position.column));
            entries.push((file, line, column, self.text(section, &site.message)));
        }
        section.resize(section.len().next_multiple_of(Self::ALIGN as usize), 0);
        let start = section.len() as u64;
        for (index, (file, line, column, message)) in entries.into_iter().enumerate() {
            let entry = start + index as u64 * SITE_ENTRY_BYTES;
            // A section of one object is far from 2 GB: the assembler of the object would refuse it.
            let distance = |text: u64| (text as i64 - entry as i64) as i32 as u32;
            for field in [distance(file), line, column, distance(message)] {
                section.extend(if self.little_endian { field.to_le_bytes() } else { field.to_be_bytes() });
            }
        }
        start
    }

    /// Where the name of a file is.
    fn file(&mut self, section: &mut Vec<u8>, number: u32, positions: &dyn Positions) -> u64 {
        if let Some(Some(known)) = self.files.get(number as usize) {
            return *known;
        }
        let offset = self.text(section, positions.file(number));
        if self.files.len() <= number as usize {
            self.files.resize(number as usize + 1, None);
        }
        self.files[number as usize] = Some(offset);
        offset
    }

    /// Where a NUL-terminated text is.
    fn text(&mut self, section: &mut Vec<u8>, text: &str) -> u64 {
        if let Some(known) = self.texts.get(text) {
            return *known;
        }
        let offset = section.len() as u64;
        section.extend_from_slice(text.as_bytes());
        section.push(0);
        self.texts.insert(text.to_owned(), offset);
        offset
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::{SITE_ENTRY_BYTES, SiteTables};
    use crate::artifact::SiteRecord;
    use crate::backend::{Origin, Position, Positions};

    struct OneFile;

    impl Positions for OneFile {
        fn origin(&self, symbol: &str) -> Option<Origin> {
            (symbol == "known").then_some(Origin { file: 0, offset: 0, line: 0 })
        }

        fn position_from(&self, origin: Origin, offset: u32) -> (Position, Range<u32>) {
            (Position { file: origin.file, line: offset, column: 7 }, offset..offset + 1)
        }

        fn file(&self, _file: u32) -> &str {
            "a.lang"
        }

        fn file_count(&self) -> u32 {
            1
        }
    }

    fn word(bytes: &[u8], at: u64, little_endian: bool) -> i64 {
        let bytes: [u8; 4] = bytes[at as usize..][..4].try_into().expect("four bytes");
        i64::from(if little_endian { i32::from_le_bytes(bytes) } else { i32::from_be_bytes(bytes) })
    }

    fn text(bytes: &[u8], entry: u64, field: u64, little_endian: bool) -> &str {
        let start = entry as i64 + word(bytes, entry + field, little_endian);
        let text = &bytes[start as usize..];
        let end = text.iter().position(|byte| *byte == 0).expect("it ends");
        std::str::from_utf8(&text[..end]).expect("text")
    }

    #[test]
    fn a_running_program_finds_file_line_column_and_message() {
        let site = |message: &str, offset| SiteRecord { message: message.to_string().into(), offset };
        for little_endian in [true, false] {
            let mut tables = SiteTables::new(little_endian);
            let mut bytes = vec![1, 2, 3];
            let sites = [site("one", 5), site("two", 6)];
            let start = tables.write(&mut bytes, "known", &sites, &OneFile);
            assert_eq!(start % SiteTables::ALIGN, 0);
            for (number, (message, line)) in [("one", 5), ("two", 6)].into_iter().enumerate() {
                let entry = start + number as u64 * SITE_ENTRY_BYTES;
                assert_eq!(text(&bytes, entry, 0, little_endian), "a.lang");
                assert_eq!(word(&bytes, entry + 4, little_endian), line);
                assert_eq!(word(&bytes, entry + 8, little_endian), 7);
                assert_eq!(text(&bytes, entry, 12, little_endian), message);
            }
            let before = bytes.len();
            let start = tables.write(&mut bytes, "unknown", &[site("two", 1)], &OneFile);
            assert_eq!(text(&bytes, start, 0, little_endian), "");
            assert_eq!(word(&bytes, start + 4, little_endian), 0);
            assert_eq!(text(&bytes, start, 12, little_endian), "two");
            assert!(bytes.len() - before <= 16 + 4, "each text is there once");
        }
    }
}
