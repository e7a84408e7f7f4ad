//! What the types and functions of the compiler are for: they have no declaration that could be shown. It owns the texts.

use hir::{BuiltinFunction, BuiltinType};

/// What a type of the compiler is.
pub(super) fn type_documentation(builtin: BuiltinType) -> &'static str {
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
pub(super) fn function_documentation(builtin: BuiltinFunction) -> (&'static str, &'static str) {
    match builtin {
        BuiltinFunction::Print => (
            "fn print(value)",
            "Prints a value that has a text form, through C's `stdout`.",
        ),
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
        BuiltinFunction::Swap => (
            "fn swap(mut a, mut b)",
            "Exchanges the values of two places of one type; nothing is dropped or cloned.",
        ),
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
        BuiltinFunction::OffsetOf => (
            "fn offset_of[T](\"field\") -> i64",
            "The offset of a field in bytes; a constant.",
        ),
        BuiltinFunction::Zeroed => (
            "unsafe fn zeroed[T]() -> T",
            "A value whose bytes are all 0, of a plain type. It is `unsafe`, since 0 need not be a value of every type.",
        ),
    }
}
