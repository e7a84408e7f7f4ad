//! Types as they are written in the language. Must not invent notation: what is printed can be read back, except for
//! poison, which is `_`, and for types that fill a page, which are cut.

use std::fmt::Write;

use hir::{ItemId, Parent};
use source::{Db, Package};

use crate::ty::{NamedType, Ty, TypeKind};

/// A type as it is written in the language.
pub fn display(db: &dyn Db, ty: Ty) -> String {
    written(db, None, ty)
}

/// Two types that are not the same: where their names do not tell that, with the paths of these as they are imported in a
/// package.
pub(crate) fn display_both(db: &dyn Db, from: Package, types: [Ty; 2]) -> [String; 2] {
    let short = types.map(|ty| display(db, ty));
    if short[0] != short[1] {
        return short;
    }
    types.map(|ty| written(db, Some(from), ty))
}

fn written(db: &dyn Db, paths_from: Option<Package>, ty: Ty) -> String {
    let mut writer = Writer { db, paths_from, text: String::new() };
    writer.write(ty);
    writer.text
}

/// Longer types end in `…`: nobody reads them, and many messages may show one.
const LONGEST: usize = 1_000;

struct Writer<'db> {
    db: &'db dyn Db,
    /// Whether names are written with their modules: as this package imports them.
    paths_from: Option<Package>,
    text: String,
}

impl Writer<'_> {
    fn write(&mut self, ty: Ty) {
        if self.text.len() > LONGEST {
            if !self.text.ends_with('…') {
                self.text.push('…');
            }
            return;
        }
        match ty.kind() {
            TypeKind::Error => self.text.push('_'),
            TypeKind::Never => self.text.push_str("Never"),
            TypeKind::Unit => self.text.push_str("()"),
            TypeKind::Bool => self.text.push_str("bool"),
            TypeKind::Int(kind) => self.text.push_str(kind.name()),
            TypeKind::Float(kind) => self.text.push_str(kind.name()),
            TypeKind::String => self.text.push_str("String"),
            TypeKind::Named(named) => self.write_named(named),
            TypeKind::Object(heap) => {
                self.write_name(heap.item);
                self.text.push_str(".Object");
                self.write_arguments(heap);
            }
            TypeKind::Variable(_) => self.text.push('_'),
            TypeKind::Parameter(item, index) => self.write_parameter(item, index),
            TypeKind::Pointer(target) => {
                self.text.push_str("Pointer[");
                self.write(target);
                self.text.push(']');
            }
            TypeKind::Ref(target) => {
                self.text.push_str("ref ");
                self.write(target);
            }
            TypeKind::Mut(target) => {
                self.text.push_str("mut ");
                self.write(target);
            }
            TypeKind::Tuple(elements) => {
                self.text.push('(');
                self.write_list(&elements.types());
                self.text.push_str(if elements.types().len() == 1 { ",)" } else { ")" });
            }
            TypeKind::Array(element, length) => {
                self.text.push('[');
                self.write(element);
                let _written = write!(self.text, "; {length}]");
            }
            TypeKind::Slice(element) => {
                self.text.push('[');
                self.write(element);
                self.text.push(']');
            }
            TypeKind::ExternFunction(parameters, result) => {
                self.write_function("extern fn", (&parameters.types(), result));
            }
            TypeKind::Dyn(kind, of) => {
                self.text.push_str(kind.words());
                self.text.push(' ');
                self.write_named(NamedType { item: of.item, arguments: of.arguments });
            }
            TypeKind::Closure(kind, parameters, result) => {
                self.write_function(kind.words(), (&parameters.types(), result));
            }
        }
    }

    fn write_function(&mut self, words: &str, (parameters, result): (&[Ty], Ty)) {
        self.text.push_str(words);
        self.text.push_str(" (");
        self.write_list(parameters);
        self.text.push(')');
        if result != Ty::UNIT {
            self.text.push_str(" -> ");
            self.write(result);
        }
    }

    fn write_name(&mut self, item: ItemId) {
        if let (Some(from), Parent::Module(module)) = (self.paths_from, item.parent(self.db)) {
            self.text.push_str(&module.import_path(self.db, from));
            self.text.push('.');
        }
        self.text.push_str(&item.name(self.db).text());
    }

    fn write_named(&mut self, named: NamedType) {
        self.write_name(named.item);
        self.write_arguments(named);
    }

    fn write_arguments(&mut self, named: NamedType) {
        if named.is_generic() {
            self.text.push('[');
            self.write_list(&named.arguments.types());
            self.text.push(']');
        }
    }

    fn write_list(&mut self, list: &[Ty]) {
        for (index, &ty) in list.iter().enumerate() {
            if self.text.len() > LONGEST {
                return self.write(ty);
            }
            self.text.push_str(if index > 0 { ", " } else { "" });
            self.write(ty);
        }
    }

    fn write_parameter(&mut self, item: ItemId, index: u32) {
        let generics = hir::item_data(self.db, item);
        match generics.as_ref().and_then(|data| data.generics.get(index as usize)) {
            Some(parameter) => self.text.push_str(&parameter.name.text()),
            None if item.kind(self.db) == hir::ItemKind::Trait => self.text.push_str("Self"),
            None => self.text.push('_'),
        }
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
