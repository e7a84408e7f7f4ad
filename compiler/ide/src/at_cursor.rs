//! Which function or type the cursor means, for what shows one of them whole. It must not know what is shown.

use std::ops::Range;

use hir::{ItemId, ItemKind};
use source::{Db, SourceFile};

use crate::definition::Definition;
use crate::name_use::{NameUse, owner_of_fields};
use crate::position::{FilePosition, FileRange};
use crate::token::TokenPlace;

/// An item that the cursor means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundItem {
    /// The item.
    pub item: ItemId,
    /// Its name.
    pub name: String,
    /// The file that it stands in.
    pub file: SourceFile,
    /// The byte of that file that offsets in its code are counted from.
    pub start: u32,
    /// All of it in that file.
    pub range: Range<u32>,
}

impl FoundItem {
    fn new(db: &dyn Db, item: ItemId) -> Option<FoundItem> {
        let chunk = hir::item_source(db, item)?.chunk.id(db);
        let file = chunk.file(db);
        Some(FoundItem {
            item,
            name: item.name(db).text().to_string(),
            file,
            start: source::chunk_starts(db, file).start(chunk)?,
            range: FileRange::of_span(db, hir::item_span(db, item)?).range,
        })
    }
}

/// The function or test around a position; outside of all the function that is named there.
pub fn function_at(db: &dyn Db, position: FilePosition) -> Option<FoundItem> {
    FoundItem::new(db, function_item(db, position)?)
}

/// The function that is named at a position, or whose call the position is in, else the one around it: the one whose
/// convention somebody who points there wants to see. It may be C's.
pub fn called_at(db: &dyn Db, position: FilePosition) -> Option<FoundItem> {
    let named = item_named_at(db, position).filter(|item| has_code(db, item) || item.kind(db).is_function());
    let callee = || TokenPlace::at(db, position).and_then(|place| crate::hover::callee_at(db, &place));
    match named.or_else(callee) {
        Some(item) => FoundItem::new(db, item),
        None => function_at(db, position),
    }
}

/// The item that is named at a position.
pub(crate) fn item_named_at(db: &dyn Db, position: FilePosition) -> Option<ItemId> {
    NameUse::at(db, position)?.definition.as_item()
}

/// The innermost item around a position.
pub(crate) fn item_around(db: &dyn Db, position: FilePosition) -> Option<ItemId> {
    TokenPlace::at(db, position)?.item(db)
}

fn function_item(db: &dyn Db, position: FilePosition) -> Option<ItemId> {
    let around = item_around(db, position).filter(|item| has_code(db, item));
    around.or_else(|| item_named_at(db, position).filter(|item| has_code(db, item)))
}

/// The `type` item that is named at a position, or the type of what is named there, or the type around it.
pub(crate) fn type_item(db: &dyn Db, position: FilePosition) -> Option<ItemId> {
    let named = NameUse::at(db, position).and_then(|name| match name.definition {
        Definition::Field { item, .. } | Definition::Case { item, .. } if name.is_declaration => Some(item),
        definition => owner_of_fields(definition.ty(db)?),
    });
    let is_type = |item: &ItemId| item.kind(db) == ItemKind::Type;
    if let Some(item) = named.filter(is_type) {
        return Some(item);
    }
    std::iter::successors(item_around(db, position), |item| item.parent_item(db)).find(is_type)
}

fn has_code(db: &dyn Db, item: &ItemId) -> bool {
    matches!(item.kind(db), ItemKind::Function | ItemKind::Test)
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    const TEXT: &str = "type copy A$0 { let @x$1: B$2  fn f(a: A) -> i64 { a$3.x.n } }\ntype copy B { let @n: i64 }\n\
        fn g(b: ref B) -> i64 { b$4.n }\nlet C = 1$5\n";

    #[test]
    fn a_call_means_its_callee() {
        let text = "extern { fn c(n: i64) -> i64 }\nfn g(n: i64) -> i64 { n }\n\
            fn f(n: i64) -> i64 { let m = g$0(n$1 + 1)  unsafe { $2c(m$3) } + g(m)$4 }\n";
        let fixture = Fixture::new(text);
        let called: Vec<_> =
            (0..5).map(|mark| super::called_at(&fixture.db, fixture.mark(mark)).map(|found| found.name)).collect();
        let wanted = [Some("g"), Some("f"), Some("c"), Some("c"), Some("g")];
        assert_eq!(called, wanted.map(|name| name.map(str::to_string)));
    }

    #[test]
    fn what_the_cursor_means() {
        let fixture = Fixture::new(TEXT);
        let db = &fixture.db;
        let name = |found: Option<super::FoundItem>| found.map(|found| found.name);
        let types = (0..6).map(|mark| super::type_item(db, fixture.mark(mark)));
        let types: Vec<_> = types.map(|item| item.map(|item| item.name(db).text().to_string())).collect();
        let wanted = [Some("A"), Some("A"), Some("B"), Some("A"), Some("B"), None];
        assert_eq!(types, wanted.map(|name| name.map(str::to_string)));
        let called: Vec<_> = (0..6).map(|mark| name(super::called_at(db, fixture.mark(mark)))).collect();
        let wanted = [None, None, None, Some("f"), Some("g"), None];
        assert_eq!(called, wanted.map(|name| name.map(str::to_string)));
        let functions: Vec<_> = (0..6).map(|mark| name(super::function_at(db, fixture.mark(mark)))).collect();
        let wanted = [None, None, None, Some("f"), Some("g"), None];
        assert_eq!(functions, wanted.map(|name| name.map(str::to_string)));
    }
}
