//! What modules take from the standard library's part for C: names of integers, `long double`, complex numbers and vectors.
//! Owns these lists and the imports that a text needs; must not know how C's types are told apart.

use std::collections::BTreeSet;

use abi::{OperatingSystem, Target};

/// Integers of C: their names there and in `std.c`, how many bytes they have here and whether they have a sign. On a target
/// where C's differ, they are written by their width.
pub(super) const SCALARS: [(&str, &str, u64, bool); 15] = [
    ("char", "Char", 1, true),
    ("signed char", "SChar", 1, true),
    ("unsigned char", "UChar", 1, false),
    ("short", "Short", 2, true),
    ("unsigned short", "UShort", 2, false),
    ("int", "Int", 4, true),
    ("unsigned int", "UInt", 4, false),
    ("long", "Long", 8, true),
    ("unsigned long", "ULong", 8, false),
    ("long long", "LongLong", 8, true),
    ("unsigned long long", "ULongLong", 8, false),
    ("size_t", "Size", 8, false),
    ("ssize_t", "SignedSize", 8, true),
    ("ptrdiff_t", "PointerDifference", 8, true),
    ("wchar_t", "WChar", 4, true),
];

/// C's `long double` where it is no `double`.
pub(super) const LONG_DOUBLE: &str = "LongDouble";

/// C's complex numbers by what they are made of.
const COMPLEX: [(&str, &str); 3] =
    [("f32", "ComplexFloat"), ("f64", "ComplexDouble"), (LONG_DOUBLE, "ComplexLongDouble")];

/// Whether the library has the target's `long double`. On Windows it cannot: which format it is depends on the compiler.
pub(super) fn has_long_double(target: &Target) -> bool {
    target.operating_system != OperatingSystem::Windows
}

/// The complex number of two parts.
pub(super) fn complex(part: &str) -> Option<&'static str> {
    COMPLEX.iter().find(|(known, _)| *known == part).map(|(_, name)| *name)
}

/// The vector of so many numbers: `F32x4`.
pub(super) fn vector(lane: &str, count: u32) -> String {
    format!("{}x{count}", lane.to_uppercase())
}

fn is_vector(word: &str) -> bool {
    word.split_once('x').is_some_and(|(lane, count)| {
        ["I8", "U8", "I16", "U16", "I32", "U32", "I64", "U64", "F32", "F64"].contains(&lane)
            && count.parse::<u32>().is_ok()
    })
}

fn is_scalar(word: &str) -> bool {
    SCALARS.iter().any(|(_, name, ..)| *name == word)
}

fn is_number(word: &str) -> bool {
    word == LONG_DOUBLE || COMPLEX.iter().any(|(_, name)| *name == word)
}

/// Whether a name is one of these.
pub(super) fn has(name: &str) -> bool {
    is_scalar(name) || is_number(name) || is_vector(name)
}

/// The names of the standard library that a text uses, by the modules that have them.
pub(super) fn imported(text: &str) -> Vec<(&'static str, Vec<&str>)> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#') && !line.starts_with("@["));
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '@');
    let words: BTreeSet<&str> = lines.flat_map(|line| line.split(|letter| !is_letter(letter))).collect();
    let of = |is_there: fn(&str) -> bool| words.iter().copied().filter(|word| is_there(word)).collect::<Vec<_>>();
    let modules = [("std.c", of(is_scalar)), ("std.c.numbers", of(is_number)), ("std.c.vectors", of(is_vector))];
    modules.into_iter().filter(|(_, names)| !names.is_empty()).collect()
}
