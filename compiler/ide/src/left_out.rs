//! What a file declares for other targets only, which editors show faded: nothing of it is checked or compiled here. Owns which
//! ranges those are; which items `@[only(…)]` leaves out is known to `hir`.

#[cfg(test)]
mod tests;

use std::ops::Range;

use source::{Db, SourceFile};

/// Items that are left out for the selected target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Where they stand in the file, in bytes: whole items, with their attributes.
    pub range: Range<u32>,
    /// The targets that there is one for, in words.
    pub targets: String,
}

/// The items of a file that are left out, from top to bottom; members of what is left out not by themselves.
pub fn left_out(db: &dyn Db, file: SourceFile) -> Vec<LeftOut> {
    let Some(module) = hir::module_of_file(db, file) else { return Vec::new() };
    let items = hir::module_items(db, module).elsewhere().iter().map(|(item, _)| *item);
    let is_inside = |item: &hir::ItemId| item.parent_item(db).is_some_and(|parent| hir::is_elsewhere(db, parent));
    let outermost = items.filter(|item| !is_inside(item));
    let mut found: Vec<LeftOut> = outermost
        .filter_map(|item| {
            let span = hir::item_span(db, item)?.absolute(db);
            Some(LeftOut { range: span.start..span.end, targets: hir::item_targets(db, item).describe() })
        })
        .collect();
    found.sort_by_key(|each| each.range.start);
    found
}
