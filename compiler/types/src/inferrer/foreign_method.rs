//! Methods in the spelling of other languages: what to write instead. Owns the words; must not know how methods are looked up.

use hir::Name;

use crate::ty::{Ty, TypeKind};

/// What a method of another language is here.
pub(super) struct ForeignMethod {
    pub(super) text: String,
    /// The method that takes the same arguments.
    pub(super) method: Option<&'static str>,
}

impl ForeignMethod {
    fn same(method: &'static str) -> ForeignMethod {
        ForeignMethod { text: format!("write `{method}`"), method: Some(method) }
    }

    fn advice(text: &str) -> ForeignMethod {
        ForeignMethod { text: text.to_owned(), method: None }
    }
}

/// Which type a method of another language is meant for.
#[derive(Clone, Copy, PartialEq)]
enum Holder {
    Text,
    Elements,
    Growable,
    Table,
    Iterator,
    Scalar,
    Other,
}

impl Holder {
    /// By the methods that the type has.
    fn of(ty: Ty, names: &[Name], is_iterator: bool) -> Holder {
        let has = |method: &str| names.iter().any(|name| &*name.text() == method);
        match ty.kind() {
            TypeKind::String => Holder::Text,
            TypeKind::Array(..) | TypeKind::Slice(_) => Holder::Elements,
            _ if ty.is_scalar() => Holder::Scalar,
            _ if has("push") && has("length") => Holder::Growable,
            _ if has("insert") && has("contains") => Holder::Table,
            _ if is_iterator => Holder::Iterator,
            _ => Holder::Other,
        }
    }

    fn has_length(self) -> bool {
        match self {
            Holder::Text | Holder::Elements | Holder::Growable | Holder::Table => true,
            Holder::Iterator | Holder::Scalar | Holder::Other => false,
        }
    }

    fn is_walked(self) -> bool {
        match self {
            Holder::Elements | Holder::Growable | Holder::Table | Holder::Iterator => true,
            Holder::Text | Holder::Scalar | Holder::Other => false,
        }
    }
}

/// What people used to other languages mean by a method.
pub(super) fn foreign_method(ty: Ty, name: &str, names: &[Name], is_iterator: bool) -> Option<ForeignMethod> {
    let holder = Holder::of(ty, names, is_iterator);
    let length = || ForeignMethod { text: "write `length()`".to_owned(), method: Some("length") };
    Some(match (name, holder) {
        ("len" | "size" | "count", _) if holder.has_length() => length(),
        ("length", Holder::Elements) => length(),
        ("add" | "push_back" | "append", Holder::Growable) => ForeignMethod::same("push"),
        ("pop_back", Holder::Growable) => ForeignMethod::same("pop"),
        ("add" | "set" | "put", Holder::Table) => ForeignMethod::same("insert"),
        ("contains_key" | "has" | "has_key", Holder::Table) => ForeignMethod::same("contains"),
        ("delete" | "erase" | "discard", Holder::Table) => ForeignMethod::same("remove"),
        ("to_string" | "to_owned" | "toString" | "as_str" | "into", Holder::Text) => {
            ForeignMethod::advice("it is a `String` already")
        }
        ("to_string" | "toString", _) => ForeignMethod::advice("write `\"${x}\"`"),
        ("map" | "filter" | "collect" | "enumerate" | "fold" | "reduce" | "zip" | "forEach" | "for_each", _)
            if holder.is_walked() =>
        {
            ForeignMethod::advice("write a `for` loop")
        }
        ("substring" | "substr" | "slice", Holder::Text) => {
            ForeignMethod::advice("write `part(0..n)`, which counts bytes")
        }
        ("charAt" | "char_at" | "chars" | "characters", Holder::Text) => {
            ForeignMethod::advice("`code_points()` walks over its characters, `bytes()` lends its bytes")
        }
        ("upper" | "toUpperCase" | "to_upper" | "to_uppercase" | "to_ascii_uppercase", Holder::Text) => {
            ForeignMethod::same("to_ascii_upper")
        }
        ("lower" | "toLowerCase" | "to_lower" | "to_lowercase" | "to_ascii_lowercase", Holder::Text) => {
            ForeignMethod::same("to_ascii_lower")
        }
        ("pow" | "powi" | "powf", Holder::Scalar) if ty.is_float() => {
            ForeignMethod::advice("write `power`, with `import std.math (Float)`")
        }
        ("pow", Holder::Scalar) if ty.is_integer() => {
            ForeignMethod::advice("write `power`, with `import std.math (Integer)`")
        }
        ("sqrt" | "sin" | "cos" | "tan" | "exp" | "log" | "floor" | "ceil" | "round", Holder::Scalar)
            if ty.is_integer() =>
        {
            ForeignMethod::advice(&format!("write `(x as f64).{name}()`, with `import std.math (Float)`"))
        }
        ("abs", Holder::Scalar) => ForeignMethod::advice("write `if x < 0 { -x } else { x }`"),
        _ => return None,
    })
}
