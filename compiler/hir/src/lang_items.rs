//! Items of the standard library that the compiler speaks of by itself. They are found by fixed paths,
//! so a program without `std` has none of them.

use source::{Db, Program};

use crate::{ItemId, Name, find_module, scope};

macro_rules! lang_items {
    ($($(#[$documentation:meta])* $variant:ident $module:literal $name:literal,)*) => {
        /// A well-known item of `std`.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum LangItem { $($(#[$documentation])* $variant,)* }

        impl LangItem {
            /// All of them.
            pub const ALL: &[LangItem] = &[$(LangItem::$variant,)*];

            /// The module in `std` and the name there.
            pub const fn path(self) -> (&'static str, &'static str) {
                match self { $(LangItem::$variant => ($module, $name),)* }
            }
        }
    };
}

lang_items! {
    /// A row of a function's table of sites.
    Site "runtime" "Site",
    /// Ends the program at a failed check.
    PanicSite "runtime" "panic_site",
    /// Ends the program at a failed check of an index.
    PanicIndex "runtime" "panic_index",
    /// Ends the program at an index that 64 bits do not hold.
    PanicWideIndex "runtime" "panic_wide_index",
    /// Ends the program at a `panic("…")`.
    PanicMessage "runtime" "panic_message",
    /// Ends the program at a failed `assert` that compares `bool`s.
    PanicComparedBool "runtime" "panic_compared_bool",
    /// Ends the program at a failed `assert` that compares integers up to `i64`.
    PanicComparedI64 "runtime" "panic_compared_i64",
    /// Ends the program at a failed `assert` that compares integers up to `u64`.
    PanicComparedU64 "runtime" "panic_compared_u64",
    /// Ends the program at a failed `assert` that compares `i128`s.
    PanicComparedI128 "runtime" "panic_compared_i128",
    /// Ends the program at a failed `assert` that compares `u128`s.
    PanicComparedU128 "runtime" "panic_compared_u128",
    /// Ends the program at a failed `assert` that compares `f32`s.
    PanicComparedF32 "runtime" "panic_compared_f32",
    /// Ends the program at a failed `assert` that compares `f64`s.
    PanicComparedF64 "runtime" "panic_compared_f64",
    /// Ends the program at a failed `assert` that compares strings.
    PanicComparedString "runtime" "panic_compared_string",
    /// Ends the program at a failed `assert` that compares values by their content, whose texts it takes.
    PanicCompared "runtime" "panic_compared",
    /// What `a..b` makes.
    Range "range" "Range",
    /// What `a..=b` makes.
    RangeInclusive "range" "RangeInclusive",
    /// An `Array` of elements that move.
    ArrayCollected "array" "collected",
    /// Elements of an array that are taken out one after another.
    ArrayTaken "array" "taken",
    /// What gives them.
    TakenElements "array" "TakenElements",
    /// The head of a string's object.
    StringObject "runtime" "StringObject",
    /// Counts one more owner.
    Retain "runtime" "retain",
    /// Counts one owner less, and tells whether it was the last.
    Release "runtime" "release",
    /// Counts one owner less of a string, and frees.
    StringRelease "runtime" "string_release",
    /// `a + b`
    StringConcat "runtime" "string_concat",
    /// `"a${text}b"`
    StringAround "runtime.around" "string_around",
    /// `"a${integer}b"`, of one with a sign.
    StringAroundI64 "runtime.around" "string_around_i64",
    /// `"a${integer}b"`, of one without a sign.
    StringAroundU64 "runtime.around" "string_around_u64",
    /// `a == b`
    StringEqual "runtime" "string_equal",
    /// `a < b` and its kin.
    StringCompare "runtime" "string_compare",
    /// The text of a `bool`.
    BoolToString "runtime" "bool_to_string",
    /// The text of an integer up to `i64`.
    I64ToString "runtime" "i64_to_string",
    /// The text of an integer up to `u64`.
    U64ToString "runtime" "u64_to_string",
    /// The text of an `i128`.
    I128ToString "runtime" "i128_to_string",
    /// The text of a `u128`.
    U128ToString "runtime" "u128_to_string",
    /// The text of an `f64`.
    F64ToString "runtime" "f64_to_string",
    /// The text of an `f32`.
    F32ToString "runtime" "f32_to_string",
    /// The text of an integer in a format.
    FormatInteger "runtime.format" "format_integer",
    /// The text of a float in a format.
    FormatFloat "runtime.format" "format_float",
    /// A text in a format.
    FormatText "runtime.format" "format_text",
    /// Prints a string.
    PrintString "runtime" "print_string",
    /// Prints a `bool`.
    PrintBool "runtime" "print_bool",
    /// Prints an integer up to `i64`.
    PrintI64 "runtime" "print_i64",
    /// Prints an integer up to `u64`.
    PrintU64 "runtime" "print_u64",
    /// Prints an `i128`.
    PrintI128 "runtime" "print_i128",
    /// Prints a `u128`.
    PrintU128 "runtime" "print_u128",
    /// Prints an `f64`.
    PrintF64 "runtime" "print_f64",
    /// Prints an `f32`.
    PrintF32 "runtime" "print_f32",
    /// Ends the line.
    PrintNewline "runtime" "print_newline",
}

/// The item that a [`LangItem`] is.
pub fn lang_item(db: &dyn Db, which: LangItem) -> Option<ItemId> {
    let (module, name) = which.path();
    standard_item(db, module, name)
}

/// The item `name` of the module `std.module`, public or not.
pub fn standard_item(db: &dyn Db, module: &str, name: &str) -> Option<ItemId> {
    let standard = Program::try_get(db)?.standard(db)?;
    scope::resolve(db, find_module(db, standard, module)?, Name::new(name))?.as_item()
}

#[cfg(test)]
mod tests {
    use super::LangItem;

    #[test]
    fn the_standard_library_has_them_all() {
        for item in LangItem::ALL {
            let (module, name) = item.path();
            let text = fixtures::STANDARD.iter().find(|(path, _)| *path == module).expect("the module is there").1;
            let is_declared = ["fn ", "type copy ", "type inline ", "type "].iter().any(|keyword| {
                let head = format!("{keyword}{name}");
                let behind = |at: usize| text.as_bytes().get(at + head.len()).copied();
                text.match_indices(&head).any(|(at, _)| matches!(behind(at), Some(b'(' | b' ' | b'[')))
            });
            assert!(is_declared, "{name}");
        }
    }
}
