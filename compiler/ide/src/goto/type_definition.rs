//! The declarations of the types of a value. It must not know how types are found out.

use hir::ItemId;
use source::Db;
use types::Ty;

use super::Targets;
use crate::definition::Definition;
use crate::name_use::NameUse;
use crate::position::{FilePosition, FileRange};
use crate::token::TokenPlace;

/// Where the type of the variable, field, parameter or expression at a position is declared: what borrows, pointers,
/// arrays and tuples hold counts.
pub fn type_definition(db: &dyn Db, position: FilePosition) -> Option<Targets> {
    if let Some(found) = NameUse::at(db, position) {
        let ty = found.definition.ty(db).or_else(|| type_of_use(db, &found));
        return of_type(db, found.range, ty?);
    }
    let place = TokenPlace::at(db, position)?;
    let item = place.item(db).filter(|item| item.kind(db).may_have_body())?;
    let map = hir::body_source_map(db, item);
    let (node, expression) = place.nodes().find_map(|node| Some((node, map.expression_at(node)?)))?;
    let ty = types::infer(db, item).expression_type(expression);
    let range = place.parse.range(node).shifted(place.start);
    let range = FileRange { file: position.file, range: range.start..range.end };
    of_type(db, range, ty)
}

/// The type of the value that a name which has no type itself makes: a call of a function, a case.
fn type_of_use(db: &dyn Db, found: &NameUse) -> Option<Ty> {
    if let Definition::Item(item) = found.definition
        && item.kind(db).is_function()
    {
        return Some(types::signature(db, item).result);
    }
    if let Definition::Case { item, .. } = found.definition {
        return Some(Ty::named(item));
    }
    Some(types::infer(db, found.item?).expression_type(found.expression?))
}

fn of_type(db: &dyn Db, origin: FileRange, ty: Ty) -> Option<Targets> {
    let mut items = Vec::new();
    named_types(ty, &mut items);
    Targets::of_definitions(db, origin.range, items.into_iter().map(Definition::Item))
}

/// The declared types that a type is made of, each once.
fn named_types(ty: Ty, items: &mut Vec<ItemId>) {
    if let Some(item) = ty.as_item() {
        push(items, item);
    }
    ty.each_child(|child| named_types(child, items));
}

fn push(items: &mut Vec<ItemId>, item: ItemId) {
    if !items.contains(&item) {
        items.push(item);
    }
}
