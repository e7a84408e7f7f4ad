//! What lldb says behind the name of a variable: a section that it reads by itself. Owns the section's form and the words; gdb
//! knows nothing of it.
//!
//! A record is a version, the number of bytes that follow, and two texts with their lengths and a zero behind: the name of a
//! type and the summary of its values, in lldb's own words (its manual, 'Variable Formatting').

use gimli::leb128::write::Leb128;

use crate::sections::Section;

const NAME: &str = ".lldbsummaries";
const VERSION: u64 = 1;

/// Numbers of one byte are letters for lldb, and a text is a structure. What begins with `^` stands for all names that fit. In braces, what cannot be found is left out: lldb asks
/// for the text of a pointer to a borrow, too, and would say that there is a mistake in the summary.
const SUMMARIES: [(&str, &str); 5] = [
    ("String", "{${var.text%s}}"),
    ("u8", "${var%u}"),
    ("i8", "${var%d}"),
    (r"^(ref|mut) \[[^;]+\]$", "{length ${var.length}}"),
    (r"^std::array::Array\[.+\]$", "{length ${var.length}}"),
];

/// The section.
pub(crate) fn section() -> Section {
    let mut bytes = Vec::new();
    for (name, summary) in SUMMARIES {
        let mut record = Vec::new();
        text(&mut record, name);
        text(&mut record, summary);
        number(&mut bytes, VERSION);
        number(&mut bytes, record.len() as u64);
        bytes.extend(record);
    }
    Section { name: NAME, bytes, relocations: Vec::new() }
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    number(bytes, text.len() as u64 + 1);
    bytes.extend(text.as_bytes());
    bytes.push(0);
}

fn number(bytes: &mut Vec<u8>, value: u64) {
    bytes.extend(Leb128::unsigned(value).bytes());
}
