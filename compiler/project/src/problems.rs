//! The problems that this room finds, one file each: files that cannot be used, and what is wrong in `lang.toml`.
//! This file owns their list and how they are made from positions in a text; it must not know where the text came from.

use std::ops::Range;

use source::{DiagnosticKind, printable};

mod dependency_cycle;
mod dependency_name;
mod duplicate_package;
mod invalid_name;
mod invalid_toml;
mod invalid_value;
mod missing_dependency;
mod missing_entry;
mod missing_key;
mod not_utf8;
mod unbound_module;
mod unknown_key;
mod unreadable_file;
mod unusable_file_name;

pub(crate) use unbound_module::UNBOUND_MODULE;

/// All kinds of this room, in order of their codes.
pub const ALL: &[&DiagnosticKind] = &[
    &not_utf8::NOT_UTF8,
    &unreadable_file::UNREADABLE_FILE,
    &invalid_toml::INVALID_TOML,
    &unknown_key::UNKNOWN_KEY,
    &missing_key::MISSING_KEY,
    &invalid_value::INVALID_VALUE,
    &invalid_name::INVALID_NAME,
    &missing_dependency::MISSING_DEPENDENCY,
    &dependency_name::DEPENDENCY_NAME,
    &dependency_cycle::DEPENDENCY_CYCLE,
    &duplicate_package::DUPLICATE_PACKAGE,
    &missing_entry::MISSING_ENTRY,
    &unusable_file_name::UNUSABLE_FILE_NAME,
    &unbound_module::UNBOUND_MODULE,
];

/// Something wrong in one text, with absolute positions in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What kind it is.
    pub kind: &'static DiagnosticKind,
    /// Where in the text.
    pub range: Range<u32>,
    /// What is wrong, in one line.
    pub message: String,
    /// A few words for the place; may be empty.
    pub label: String,
    /// What to do, if that is clear.
    pub help: Option<String>,
}

fn problem(kind: &'static DiagnosticKind, range: Range<u32>, message: String, label: &str) -> Problem {
    Problem { kind, range, message, label: label.to_string(), help: None }
}

impl Problem {
    fn help(mut self, text: impl Into<String>) -> Problem {
        self.help = Some(text.into());
        self
    }
}

pub(crate) fn not_utf8(offset: u32, byte: u8) -> Problem {
    let message = format!("the file is not UTF-8: byte 0x{byte:02x} does not belong here");
    problem(&not_utf8::NOT_UTF8, offset..offset + '\u{FFFD}'.len_utf8() as u32, message, "not UTF-8")
        .help("save the file as UTF-8")
}

pub(crate) fn unreadable_file(path: &str, reason: &str) -> Problem {
    let message = format!("cannot read {}: {reason}", printable::line(path));
    problem(&unreadable_file::UNREADABLE_FILE, 0..0, message, "")
}

pub(crate) fn invalid_toml(range: Range<u32>, message: &str) -> Problem {
    problem(&invalid_toml::INVALID_TOML, range, message.to_string(), "")
}

pub(crate) fn unknown_key(range: Range<u32>, name: &str, place: &str, known: &[&str]) -> Problem {
    let found = problem(
        &unknown_key::UNKNOWN_KEY,
        range,
        format!("{place} has no key `{}`", printable::line(name)),
        "unknown key",
    );
    match known.iter().find(|candidate| near(name, candidate)) {
        Some(candidate) => found.help(format!("did you mean `{candidate}`?")),
        None => found.help(format!("known keys: {}", known.join(", "))),
    }
}

/// Is it the same word but for one letter changed, missing, added or swapped, or in its case?
fn near(left: &str, right: &str) -> bool {
    let (left, right) = (left.to_lowercase().replace('_', "-"), right.to_lowercase());
    let same_start = left.bytes().zip(right.bytes()).take_while(|(a, b)| a == b).count();
    let same_end = left.bytes().rev().zip(right.bytes().rev()).take_while(|(a, b)| a == b).count();
    let longer = left.len().max(right.len());
    let swapped = left.len() == right.len() && same_start + same_end + 2 >= longer;
    left.len().abs_diff(right.len()) <= 1 && (same_start + same_end + 1 >= longer || swapped)
}

pub(crate) fn missing_key(name: &str) -> Problem {
    problem(&missing_key::MISSING_KEY, 0..0, format!("`lang.toml` has no `{name}`"), "")
}

pub(crate) fn wrong_type(range: Range<u32>, key: &str, wanted: &str, found: &str) -> Problem {
    let message = format!("`{key}` wants {wanted}, not {}", with_article(found));
    problem(&invalid_value::INVALID_VALUE, range, message, &format!("this is {}", with_article(found)))
}

fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

pub(crate) fn empty_string(range: Range<u32>, key: &str) -> Problem {
    problem(&invalid_value::INVALID_VALUE, range, format!("an empty string in `{key}`"), "nothing is named here")
}

pub(crate) fn unprintable(range: Range<u32>, key: &str, text: &str) -> Problem {
    let message = format!("`{}` in `{key}` has characters that cannot be shown", printable::line(text));
    problem(&invalid_value::INVALID_VALUE, range, message, "a control character is in here")
        .help("give the file or library another name")
}

pub(crate) fn unusable_file_name(name: &str) -> Problem {
    let message = format!("`{}` has characters in its name that cannot be shown", printable::line(name));
    problem(&unusable_file_name::UNUSABLE_FILE_NAME, 0..0, message, "").help("give the file another name")
}

pub(crate) fn invalid_version(range: Range<u32>, version: &str) -> Problem {
    let message = format!("`{}` is not a version", printable::line(version));
    problem(&invalid_value::INVALID_VALUE, range, message, "not MAJOR.MINOR.PATCH").help("write it like \"1.2.3\"")
}

pub(crate) fn unknown_word(range: Range<u32>, key: &str, text: &str, known: &[&str]) -> Problem {
    let message = format!("`{key}` cannot be `{}`", printable::line(text));
    let words: Vec<String> = known.iter().map(|word| format!("\"{word}\"")).collect();
    let (last, others) = words.split_last().expect("there are words");
    problem(&invalid_value::INVALID_VALUE, range, message, "unknown word")
        .help(format!("write {} or {last}", others.join(", ")))
}

pub(crate) fn dependency_without_path(range: Range<u32>, name: &str) -> Problem {
    let message = format!("the dependency `{name}` has no path");
    problem(&invalid_value::INVALID_VALUE, range, message, "no `path` in here")
        .help(format!("write {name} = {{ path = \"../{name}\" }}"))
}

/// `what` has the name: a package's or a module's.
pub(crate) fn invalid_name(range: Range<u32>, name: &str, what: &str, reason: &str) -> Problem {
    let message = format!("`{}` cannot be {what} name", printable::line(name));
    problem(&invalid_name::INVALID_NAME, range, message, reason)
}

pub(crate) fn bind_without_header(range: Range<u32>, name: &str) -> Problem {
    let message = format!("the module `{name}` has no header");
    problem(&invalid_value::INVALID_VALUE, range, message, "no `header` in here")
        .help(format!("write {name} = {{ header = \"{name}.h\" }}"))
}

pub(crate) fn unbound_module(range: Range<u32>, name: &str, headers: &[String], reason: &str) -> Problem {
    let headers = printable::line(&headers.join(", ")).into_owned();
    let message = format!("the module `{name}` cannot be made of {headers}: {}", printable::line(reason));
    problem(&unbound_module::UNBOUND_MODULE, range, message, "this is read by clang's library")
        .help(format!("`lang bind {headers}` tries it by itself"))
}

pub(crate) fn bound_twice(range: Range<u32>, name: &str, other: &str) -> Problem {
    let message = format!("the name `{name}` is taken already: {}", printable::line(other));
    problem(&unbound_module::UNBOUND_MODULE, range, message, "the same name").help("give one of them another name")
}

pub(crate) fn missing_dependency(range: Range<u32>, name: &str, folder: &str) -> Problem {
    let message = format!("the dependency `{name}` is not there");
    problem(&missing_dependency::MISSING_DEPENDENCY, range, message, &format!("{folder} has no lang.toml"))
}

pub(crate) fn dependency_name(range: Range<u32>, name: &str, own_name: &str) -> Problem {
    let message = format!("the package that `{name}` leads to calls itself `{own_name}`");
    problem(&dependency_name::DEPENDENCY_NAME, range, message, "another name")
        .help(format!("call it `{own_name}` here too"))
}

pub(crate) fn dependency_cycle(range: Range<u32>, names: &[String]) -> Problem {
    let message = format!("packages depend on each other: {}", names.join(" → "));
    problem(&dependency_cycle::DEPENDENCY_CYCLE, range, message, "this closes the circle")
}

pub(crate) fn duplicate_package(range: Range<u32>, name: &str, first: &str, second: &str) -> Problem {
    let message = format!("two packages are called `{name}`: {first} and {second}");
    problem(&duplicate_package::DUPLICATE_PACKAGE, range, message, "the second one")
}

pub(crate) fn missing_entry(folder: &str, library: bool) -> Problem {
    let message = if library {
        format!("the library {folder} has no lib.lang")
    } else {
        format!("{folder} has neither main.lang nor lib.lang")
    };
    problem(&missing_entry::MISSING_ENTRY, 0..0, message, "")
}
