//! Types as they are written in the language. Must not invent notation: what is printed can be read back, except for
//! poison, which is `_`, and for types that fill a page, which are cut.

use std::fmt::Write;

use hir::ItemId;
use source::Db;

use crate::ty::{NamedType, Ty, TypeKind};

/// A type as it is written in the language.
pub fn display(db: &dyn Db, ty: Ty) -> String {
    let mut text = String::new();
    write(db, ty, &mut text);
    text
}

/// Longer types end in `…`: nobody reads them, and many messages may show one.
const LONGEST: usize = 1_000;

fn write(db: &dyn Db, ty: Ty, text: &mut String) {
    if text.len() > LONGEST {
        if !text.ends_with('…') {
            text.push('…');
        }
        return;
    }
    match ty.kind() {
        TypeKind::Error => text.push('_'),
        TypeKind::Never => text.push_str("Never"),
        TypeKind::Unit => text.push_str("()"),
        TypeKind::Bool => text.push_str("bool"),
        TypeKind::Int(kind) => text.push_str(kind.name()),
        TypeKind::Float(kind) => text.push_str(kind.name()),
        TypeKind::String => text.push_str("String"),
        TypeKind::Named(named) => write_named(db, named, text),
        TypeKind::Object(heap) => {
            text.push_str(&heap.item.name(db).text());
            text.push_str(".Object");
            write_arguments(db, heap, text);
        }
        TypeKind::Variable(_) => text.push('_'),
        TypeKind::Parameter(item, index) => write_parameter(db, item, index, text),
        TypeKind::Pointer(target) => {
            text.push_str("Pointer[");
            write(db, target, text);
            text.push(']');
        }
        TypeKind::Ref(target) => {
            text.push_str("ref ");
            write(db, target, text);
        }
        TypeKind::Mut(target) => {
            text.push_str("mut ");
            write(db, target, text);
        }
        TypeKind::Tuple(elements) => {
            text.push('(');
            write_list(db, &elements.types(), text);
            text.push_str(if elements.types().len() == 1 { ",)" } else { ")" });
        }
        TypeKind::Array(element, length) => {
            text.push('[');
            write(db, element, text);
            let _written = write!(text, "; {length}]");
        }
        TypeKind::Slice(element) => {
            text.push('[');
            write(db, element, text);
            text.push(']');
        }
        TypeKind::ExternFunction(parameters, result) => {
            write_function(db, "extern fn", (&parameters.types(), result), text);
        }
        TypeKind::Dyn(kind, of) => {
            text.push_str(kind.words());
            text.push(' ');
            write_named(db, NamedType { item: of.item, arguments: of.arguments }, text);
        }
        TypeKind::Closure(kind, parameters, result) => {
            write_function(db, kind.words(), (&parameters.types(), result), text);
        }
    }
}

fn write_function(db: &dyn Db, words: &str, (parameters, result): (&[Ty], Ty), text: &mut String) {
    text.push_str(words);
    text.push_str(" (");
    write_list(db, parameters, text);
    text.push(')');
    if result != Ty::UNIT {
        text.push_str(" -> ");
        write(db, result, text);
    }
}

fn write_named(db: &dyn Db, named: NamedType, text: &mut String) {
    text.push_str(&named.item.name(db).text());
    write_arguments(db, named, text);
}

fn write_arguments(db: &dyn Db, named: NamedType, text: &mut String) {
    if named.is_generic() {
        text.push('[');
        write_list(db, &named.arguments.types(), text);
        text.push(']');
    }
}

fn write_list(db: &dyn Db, list: &[Ty], text: &mut String) {
    for (index, &ty) in list.iter().enumerate() {
        if text.len() > LONGEST {
            return write(db, ty, text);
        }
        text.push_str(if index > 0 { ", " } else { "" });
        write(db, ty, text);
    }
}

fn write_parameter(db: &dyn Db, item: ItemId, index: u32, text: &mut String) {
    let generics = hir::item_data(db, item);
    match generics.as_ref().and_then(|data| data.generics.get(index as usize)) {
        Some(parameter) => text.push_str(&parameter.name.text()),
        None if item.kind(db) == hir::ItemKind::Trait => text.push_str("Self"),
        None => text.push('_'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_fill_a_page_are_cut() {
        let db = source::Database::new();
        let wide = display(&db, Ty::tuple(&vec![Ty::I64; 60_000]));
        assert!(wide.len() < LONGEST + 20 && wide.ends_with("i64, …)"), "{wide}");
        let deep = (0..2_000).fold(Ty::I64, |ty, _| Ty::pointer(ty));
        assert_eq!(display(&db, deep).matches('…').count(), 1);
        assert_eq!(display(&db, Ty::tuple(&[Ty::I64, Ty::F64])), "(i64, f64)");
    }
}
