//! What has to be known of an item to find it in C's headers. It owns nothing but that; what headers say, whoever hosts `ide`
//! knows.

use std::ops::Range;

use hir::{ItemId, ItemKind, Parent};
use source::{Db, SourceFile};

use crate::at_cursor::item_around;
use crate::position::{FilePosition, FileRange};

/// An item that C may declare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InC {
    /// Where the language declares it.
    pub file: SourceFile,
    /// All of its declaration there.
    pub range: Range<u32>,
    /// Its name, and those of what it is in, outwards.
    pub names: Vec<String>,
    /// The name by which C knows it, if C declares it.
    pub symbol: Option<String>,
    /// The headers that it says declare it.
    pub headers: Vec<String>,
    /// The C libraries of its module.
    pub libraries: Vec<String>,
}

impl InC {
    /// An item; nothing for one of a module without a file.
    pub fn of(db: &dyn Db, item: ItemId) -> Option<InC> {
        let is_of_c = matches!(item.kind(db), ItemKind::ExternFunction | ItemKind::ExternGlobal);
        let symbol = hir::c_symbol(db, item).unwrap_or_else(|| item.name(db));
        let around = std::iter::successors(Some(item), |item| match item.parent(db) {
            Parent::Item(parent) => Some(parent),
            Parent::Module(_) => None,
        });
        let libraries = hir::module_libraries(db, item.module(db));
        Some(InC {
            file: hir::module_file(db, item.module(db))?,
            range: FileRange::of_span(db, hir::item_span(db, item)?).range,
            names: around.map(|item| item.name(db).text().to_string()).collect(),
            symbol: is_of_c.then(|| symbol.text().to_string()),
            headers: hir::c_headers(db, item),
            libraries: libraries.iter().map(|name| name.text().to_string()).collect(),
        })
    }

    /// The innermost item around a position, as that of a declared name. A field is found as what it is in.
    pub fn at(db: &dyn Db, position: FilePosition) -> Option<InC> {
        InC::of(db, item_around(db, position)?)
    }
}
