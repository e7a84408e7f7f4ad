//! What `dyn` is: two words, and the table that the second leads to. The order of the table is `types::slots`'; the words
//! before its methods are those of every table.

use hir::{ItemId, ItemKind};
use source::Db;
use syntax::view::{DynType, TypeSyntax};
use types::{DynKind, TraitReference, Ty};

use super::news::aligned;
use super::of_function::head_of;
use super::page::{Page, bytes};
use super::question::{Question, ShowBlock};
use super::{known, news};
use crate::definition::Definition;
use crate::name_use::NameUse;
use crate::token::TokenPlace;

/// The words of a table before its methods: what ends the value, its size, its alignment.
const BEFORE_METHODS: usize = lower::ENTRIES_BEFORE_METHODS as usize;
/// More methods are counted only.
const MOST_ROWS: usize = 12;

/// The page of the word `dyn` in a type.
pub(super) fn write(question: &Question<'_>, page: &mut Page, place: &TokenPlace<'_>) {
    if let Some(item) = trait_of_dyn(question.db, place) {
        of_trait(question, page, item);
    }
}

/// The trait behind the word `dyn` in a type.
pub(crate) fn trait_of_dyn(db: &dyn Db, place: &TokenPlace<'_>) -> Option<ItemId> {
    let written = DynType::cast(place.parse, place.node).and_then(|written| written.trait_syntax());
    let Some(TypeSyntax::Path(path)) = written else { return None };
    let named = TokenPlace::new(place.chunk, place.start, place.parse, path.segments().last()?.id());
    let Definition::Item(item) = NameUse::of_token(db, &named)?.definition else { return None };
    (item.kind(db) == ItemKind::Trait).then_some(item)
}

/// The two words of an owned `dyn` of a trait, and its table.
fn of_trait(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let db = question.db;
    let Some(of) = types::trait_of(db, item) else { return };
    if let Some(why) = types::why_no_object(db, item) {
        page.news([format!("dyn {} is no type: {why}", item.name(db).text())]);
        return;
    }
    let ty = Ty::object_of_trait(DynKind::Owned, of);
    let size = bytes(types::layout(db, ty).size);
    let mut lines = vec![format!("{} · {size}: object, vtable · owner", types::display(db, ty))];
    if question.settings.abi != ShowBlock::Never && known::is_known(db, ty) {
        lines.extend(news::travels(question, ty));
    }
    lines.extend(table(db, of));
    page.news(lines);
}

/// The words of the table of a trait.
pub(super) fn table(db: &dyn Db, of: TraitReference) -> Vec<String> {
    let slots = types::slots(db, of);
    let word = types::layout(db, Ty::pointer(Ty::UNIT)).size as usize;
    let count = BEFORE_METHODS + slots.len();
    let digits = (count * word).to_string().len();
    let row = |number: usize, name: &str, what: String| {
        vec![format!("{:>1$}", number * word, digits + 1), name.to_string(), what]
    };
    let mut rows = vec![
        row(0, "drop", "ends the value, frees its memory".to_string()),
        row(1, "size", "i64".to_string()),
        row(2, "align", "i64".to_string()),
    ];
    for (number, slot) in slots.iter().enumerate().take(MOST_ROWS) {
        let mut what = head_of(db, slot.method);
        if slot.of.item != of.item {
            what.push_str(&format!(" · of {}", slot.of.item.name(db).text()));
        }
        rows.push(row(BEFORE_METHODS + number, &slot.method.name(db).text(), what));
    }
    let mut lines = vec![format!("vtable: {count} words, {}", bytes((count * word) as u64))];
    lines.extend(aligned(&rows));
    if slots.len() > MOST_ROWS {
        lines.push(format!("… and {} more methods", slots.len() - MOST_ROWS));
    }
    lines
}

/// The table that a call of one of the methods of a `dyn` goes through, and where it finds the method.
pub(super) fn called_through(db: &dyn Db, of: TraitReference, place: usize) -> String {
    let word = types::layout(db, Ty::pointer(Ty::UNIT)).size as usize;
    let slot = BEFORE_METHODS + place;
    let object = types::display(db, Ty::object_of_trait(DynKind::Owned, of));
    format!("through {object} · slot {slot} of the vtable, at byte {}", slot * word)
}
