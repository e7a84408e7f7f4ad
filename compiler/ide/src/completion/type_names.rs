//! Names that fit where a type is wanted.

use hir::{ModuleMember, Name};
use source::Db;

use super::auto_import;
use super::collector::{Candidate, Class, Collector};
use super::item::CompletionKind;
use super::scope::is_type;
use crate::cursor::Meaning;
use crate::navigation_target::SymbolKind;

/// What fits where a type is wanted.
pub(super) fn types(collector: &mut Collector<'_, '_>) {
    own_types(collector);
    collector.module_scope(is_type, false);
    collector.builtin_types();
    collector.words(&["ref", "mut"]);
    collector.snippet("extern fn", "extern fn (A) -> B", "extern fn ($1)$0");
    auto_import::names(collector, is_type, false);
}

/// `Self` and the type parameters of the items around the cursor.
pub(super) fn own_types(collector: &mut Collector<'_, '_>) {
    let db = collector.cursor.db;
    if let Some(ty) = collector.cursor.self_type() {
        let kind = CompletionKind::Symbol(SymbolKind::Structure);
        collector.add(Candidate::new("Self", kind, Class::SameModule).described(types::display(db, ty)));
    }
    let mut next = collector.cursor.item;
    while let Some(item) = next {
        for parameter in hir::item_data(db, item).map_or(&[][..], |data| &data.item().generics) {
            let kind = CompletionKind::Symbol(SymbolKind::TypeParameter);
            collector.add(Candidate::new(parameter.name.text(), kind, Class::Local));
        }
        next = item.parent_item(db);
    }
}

/// What fits where a type is wanted, behind the name of a module.
pub(super) fn types_behind(collector: &mut Collector<'_, '_>, path: &[Name]) {
    if let Some(Meaning::Module(module)) = behind(collector, path) {
        collector.names_of_module(module, is_type, false);
    }
}

/// What a path of names is here.
pub(super) fn behind(collector: &Collector<'_, '_>, path: &[Name]) -> Option<Meaning> {
    let cursor = collector.cursor;
    let db: &dyn Db = cursor.db;
    let (first, rest) = path.split_first()?;
    let mut found = hir::resolve(db, cursor.module, *first)?;
    for name in rest {
        let hir::Resolution::Module(module) = found else {
            return None;
        };
        let ModuleMember::Visible(member) = hir::resolve_in_module(db, module, *name, cursor.module) else {
            return None;
        };
        found = member;
    }
    Some(cursor.meaning_of_resolution(found))
}
