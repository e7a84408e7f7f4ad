//! What the compiler knows by itself has no declaration: it has a page, which stands for the file that it would be declared
//! in. It owns the list of these names, their texts and the page; it must not know where the page lies.

use std::ops::Range;

use hir::{BuiltinFunction, BuiltinType};
use source::Db;
use syntax::NodeKind;
use types::{Builtin, Callee};

use crate::name_use::NameUse;
use crate::name_use::paths::object_of;
use crate::position::FilePosition;
use crate::token::TokenPlace;

/// A name that the compiler gives its meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuiltinName {
    /// A type.
    Type(BuiltinType),
    /// A function.
    Function(BuiltinFunction),
    /// `Pointer.null()`
    PointerNull,
    /// `p.offset(n)`
    PointerOffset,
    /// `p.write(value)`
    PointerWrite,
    /// `p.read()`
    PointerRead,
    /// `p.drop_in_place()`
    PointerDrop,
    /// `value.into_raw()`
    IntoRaw,
    /// `T.from_raw(p)`
    FromRaw,
    /// `slice.length()`
    Length,
    /// `T.Object`
    Object,
}

impl BuiltinName {
    /// Every one of them, in the order of the page.
    pub fn all() -> impl Iterator<Item = BuiltinName> {
        let functions = BuiltinFunction::ALL.iter().copied().map(BuiltinName::Function);
        let types = BuiltinType::ALL.iter().copied().map(BuiltinName::Type);
        functions.chain(types).chain([
            BuiltinName::PointerNull,
            BuiltinName::PointerOffset,
            BuiltinName::PointerWrite,
            BuiltinName::PointerRead,
            BuiltinName::PointerDrop,
            BuiltinName::IntoRaw,
            BuiltinName::FromRaw,
            BuiltinName::Length,
            BuiltinName::Object,
        ])
    }

    /// As it is written: `println`, `Pointer.null`.
    pub fn text(self) -> &'static str {
        match self {
            BuiltinName::Type(builtin) => builtin.text(),
            BuiltinName::Function(builtin) => builtin.text(),
            BuiltinName::PointerNull => "Pointer.null",
            BuiltinName::PointerOffset => "Pointer.offset",
            BuiltinName::PointerWrite => "Pointer.write",
            BuiltinName::PointerRead => "Pointer.read",
            BuiltinName::PointerDrop => "Pointer.drop_in_place",
            BuiltinName::IntoRaw => "into_raw",
            BuiltinName::FromRaw => "from_raw",
            BuiltinName::Length => "length",
            BuiltinName::Object => "Object",
        }
    }

    /// How it would be declared.
    pub fn declaration(self) -> &'static str {
        match self {
            BuiltinName::Type(builtin) => builtin.text(),
            BuiltinName::Function(builtin) => function_documentation(builtin).0,
            BuiltinName::PointerNull => "fn static null() -> Pointer[T]",
            BuiltinName::PointerOffset => "fn offset(count: i64) -> Pointer[T]",
            BuiltinName::PointerWrite => "unsafe fn write(value: T)",
            BuiltinName::PointerRead => "unsafe fn read -> T",
            BuiltinName::PointerDrop => "unsafe fn drop_in_place",
            BuiltinName::IntoRaw => "fn move into_raw -> Pointer[Self.Object]",
            BuiltinName::FromRaw => "unsafe fn static from_raw(object: Pointer[Self.Object]) -> Self",
            BuiltinName::Length => "fn length -> i64",
            BuiltinName::Object => "type Object",
        }
    }

    /// What it is for, as Markdown.
    pub fn documentation(self) -> &'static str {
        match self {
            BuiltinName::Type(builtin) => type_documentation(builtin),
            BuiltinName::Function(builtin) => function_documentation(builtin).1,
            BuiltinName::PointerNull => "The pointer to nothing, of the type that is expected.",
            BuiltinName::PointerOffset => {
                "The pointer `count` elements further, or back if that is negative. Nothing is read, so it is no `unsafe`; reading \
                 what lies there is."
            }
            BuiltinName::PointerWrite => {
                "Moves a value into the memory and drops nothing: for memory that holds no value yet. `p[i] = v` drops what was \
                 there."
            }
            BuiltinName::PointerRead => {
                "Moves the value out and leaves the bytes, which are nobody's value from now on."
            }
            BuiltinName::PointerDrop => {
                "Drops the value that is there and leaves its memory, which is whoever's it was."
            }
            BuiltinName::IntoRaw => {
                "Gives the object of a heap type away: nobody owns it until `from_raw` makes an owner of the pointer again."
            }
            BuiltinName::FromRaw => {
                "Makes an owner of what `into_raw` of a heap type gave, once; it is dropped as any other."
            }
            BuiltinName::Length => "How many elements an array `[T; N]` or a slice `[T]` has; of an array a constant.",
            BuiltinName::Object => {
                "`T.Object`: what an owner of the heap type `T` points to, the struct of its fields as C sees it. It stands only \
                 behind `Pointer`."
            }
        }
    }

    /// The method that the compiler carries out so.
    pub(crate) fn of_method(builtin: Builtin) -> Option<BuiltinName> {
        Some(match builtin {
            Builtin::PointerNull(_) => BuiltinName::PointerNull,
            Builtin::PointerOffset(_) => BuiltinName::PointerOffset,
            Builtin::PointerWrite(_) => BuiltinName::PointerWrite,
            Builtin::PointerRead(_) => BuiltinName::PointerRead,
            Builtin::PointerDrop(_) => BuiltinName::PointerDrop,
            Builtin::IntoRaw(_) => BuiltinName::IntoRaw,
            Builtin::FromRaw(_) => BuiltinName::FromRaw,
            Builtin::Length => BuiltinName::Length,
            _ => return None,
        })
    }

    /// The name at a position, and where it stands.
    pub fn at(db: &dyn Db, position: FilePosition) -> Option<(BuiltinName, Range<u32>)> {
        if let Some(found) = NameUse::at(db, position) {
            return Some((found.definition.as_builtin()?, found.range.range));
        }
        let place = TokenPlace::at(db, position)?;
        let name = BuiltinName::of_token(db, &place)?;
        Some((name, place.file_range(db).range))
    }

    /// What a token names that is no name of its own: a method of a pointer, the object of a heap type.
    pub(crate) fn of_token(db: &dyn Db, place: &TokenPlace<'_>) -> Option<BuiltinName> {
        let object = || object_of(db, place).map(|_| BuiltinName::Object);
        BuiltinName::method(db, place).or_else(object)
    }

    /// The method of a pointer that a token names.
    fn method(db: &dyn Db, place: &TokenPlace<'_>) -> Option<BuiltinName> {
        let item = place.item(db).filter(|item| item.kind(db).may_have_body())?;
        let call = place.parse.parent(place.node)?;
        let is_called = place.parse.kind(call) == NodeKind::Call && place.kind().is_word_like();
        let call = hir::body_source_map(db, item).expression_at(call).filter(|_| is_called)?;
        match types::infer(db, item).callee_of(call)? {
            Callee::Builtin(builtin) => BuiltinName::of_method(builtin),
            Callee::Function(..)
            | Callee::Structure(_)
            | Callee::Union(_)
            | Callee::Case(..)
            | Callee::Pointer(_)
            | Callee::Closure(_)
            | Callee::Error => None,
        }
    }
}

/// The page of all of them, as Markdown.
pub fn builtins_page() -> String {
    page().0
}

/// The line of the page where a name has its heading, counted from 0.
pub fn line_on_builtins_page(name: BuiltinName) -> u32 {
    let lines = page().1;
    lines.iter().find(|(known, _)| *known == name).map_or(0, |(_, line)| *line)
}

/// The text, and the line of each name's heading.
fn page() -> (String, Vec<(BuiltinName, u32)>) {
    let mut text =
        "# What the compiler knows by itself\n\nThese names are there without an import; they are declared nowhere.\n"
            .to_string();
    let mut lines = Vec::new();
    for name in BuiltinName::all() {
        lines.push((name, text.lines().count() as u32 + 1));
        text.push_str(&format!(
            "\n## {}\n\n```lang\n{}\n```\n\n{}\n",
            name.text(),
            name.declaration(),
            name.documentation()
        ));
    }
    (text, lines)
}

/// What a type of the compiler is.
fn type_documentation(builtin: BuiltinType) -> &'static str {
    match builtin {
        BuiltinType::Bool => "A truth value, `true` or `false`: one byte that holds 1 or 0.",
        BuiltinType::I8 => "A signed 8-bit integer, -128 to 127. Arithmetic that leaves the range panics.",
        BuiltinType::I16 => "A signed 16-bit integer, -32768 to 32767. Arithmetic that leaves the range panics.",
        BuiltinType::I32 => {
            "A signed 32-bit integer, -2147483648 to 2147483647. Arithmetic that leaves the range panics. C's `int`."
        }
        BuiltinType::I64 => {
            "A signed 64-bit integer, -9223372036854775808 to 9223372036854775807. Arithmetic that leaves the range \
             panics. The type of integer literals where none is expected."
        }
        BuiltinType::I128 => "A signed 128-bit integer. Arithmetic that leaves the range panics.",
        BuiltinType::U8 => "An unsigned 8-bit integer, 0 to 255. Arithmetic that leaves the range panics.",
        BuiltinType::U16 => "An unsigned 16-bit integer, 0 to 65535. Arithmetic that leaves the range panics.",
        BuiltinType::U32 => {
            "An unsigned 32-bit integer, 0 to 4294967295. Arithmetic that leaves the range panics. C's `unsigned int`."
        }
        BuiltinType::U64 => {
            "An unsigned 64-bit integer, 0 to 18446744073709551615. Arithmetic that leaves the range panics. C's \
             `size_t`."
        }
        BuiltinType::U128 => "An unsigned 128-bit integer. Arithmetic that leaves the range panics.",
        BuiltinType::F32 => {
            "An IEEE 754 binary32 number, about 7 digits. Strict: never fused, never reordered. C's `float`."
        }
        BuiltinType::F64 => {
            "An IEEE 754 binary64 number, about 15 digits. Strict: never fused, never reordered. The type of literals \
             with a point where none is expected. C's `double`."
        }
        BuiltinType::Pointer => {
            "`Pointer[T]`: a raw C pointer to `T`, which may be null. `p[i]` reads and writes in `unsafe`; \
             `Pointer.null()` makes one, `p.offset(n)` moves by elements. `Pointer[()]` is `void *`."
        }
        BuiltinType::String => {
            "Immutable UTF-8 text, counted: a copy shares the text and raises its count. A value is a pointer to the \
             count, the length, the bytes and a NUL; literals are static and never counted."
        }
        BuiltinType::Never => "The type of what does not return: `panic`, an endless `loop`, `return` itself.",
    }
}

/// How a function of the compiler is called, and what it does.
fn function_documentation(builtin: BuiltinFunction) -> (&'static str, &'static str) {
    match builtin {
        BuiltinFunction::Print => ("fn print(value)", "Prints a value that has a text form, through C's `stdout`."),
        BuiltinFunction::Println => (
            "fn println(value)",
            "Prints a value that has a text form and a newline, through C's `stdout`, so that it keeps its order with \
             `printf`. An `f64` prints as C's `%.15g`, an `f32` as `%.6g`.",
        ),
        BuiltinFunction::Panic => (
            "fn panic(message: String) -> Never",
            "Prints `file:line:column: message` on standard error and ends the process with 101. Nothing is unwound or \
             dropped.",
        ),
        BuiltinFunction::Assert => (
            "fn assert(condition: bool)",
            "Panics with `assertion failed` unless the condition holds, and shows both sides if it is a comparison. It is checked in optimised builds too.",
        ),
        BuiltinFunction::Swap => {
            ("fn swap(mut a, mut b)", "Exchanges the values of two places of one type; nothing is dropped or cloned.")
        }
        BuiltinFunction::Replace => (
            "fn replace(mut place, value)",
            "Stores the value in the place and gives the old one: how an owner is taken out through a `mut`.",
        ),
        BuiltinFunction::SizeOf => (
            "fn size_of[T]() -> i64",
            "The size of a value in bytes, tail padding included; a constant. Of a heap type that of the pointer.",
        ),
        BuiltinFunction::AlignOf => (
            "fn align_of[T]() -> i64",
            "The alignment of a value in bytes; a constant. Of a heap type that of the pointer.",
        ),
        BuiltinFunction::OffsetOf => {
            ("fn offset_of[T](\"field\") -> i64", "The offset of a field in bytes; a constant.")
        }
        BuiltinFunction::Zeroed => (
            "unsafe fn zeroed[T]() -> T",
            "A value whose bytes are all 0, of a plain type. It is `unsafe`, since 0 need not be a value of every type.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::{BuiltinName, builtins_page, line_on_builtins_page};
    use crate::fixture::Fixture;

    #[test]
    fn each_name_has_its_heading() {
        let page = builtins_page();
        for name in BuiltinName::all() {
            let line = page.lines().nth(line_on_builtins_page(name) as usize);
            assert_eq!(line, Some(&*format!("## {}", name.text())));
            assert!(!name.documentation().is_empty());
        }
    }

    #[test]
    fn names_of_the_program_are_its_own() {
        for (text, expected) in [
            ("fn main { $0println(1) }", Some("println")),
            ("fn println(a: i64) { }\nfn main { $0println(1) }", None),
            ("fn f(p: Pointer[u8]) { let _q = unsafe { p.off$0set(1) } }", Some("Pointer.offset")),
            ("fn f { let _q: Pointer[u8] = Pointer.nu$0ll() }", Some("Pointer.null")),
            ("type T { let @offset: i64 }\nfn f(t: T) { let _q = t.off$0set }", None),
            ("fn f(a: $0String) { }", Some("String")),
            ("fn f { let _a = 1$0 }", None),
            ("fn f(a: ref [i64]) -> i64 { a.leng$0th() }", Some("length")),
            ("fn f(a: String) -> i64 { a.leng$0th() }", None),
            ("type T { let @a: i64 }\nfn f(p: Pointer[T.Obj$0ect]) { }", Some("Object")),
            ("type T { let @a: i64 }\nfn f { let _p: Pointer[T.Obj$0ect] = Pointer.null() }", Some("Object")),
            ("type Object { let @a: i64 }\nfn f(p: Obj$0ect) { }", None),
        ] {
            let fixture = Fixture::new(text);
            let found = BuiltinName::at(&fixture.db, fixture.position());
            assert_eq!(found.map(|(name, _)| name.text()), expected, "{text}");
        }
    }
}
