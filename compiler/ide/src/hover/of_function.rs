//! The page of a function: where every parameter and the result land in this very signature. It owns the order of blocks.

use hir::ItemId;
use types::Linkage;

use super::blocks;
use super::page::{Page, code};
use super::passing::CallShape;
use super::question::Question;

/// The blocks behind a function's declaration.
pub(super) fn item(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let db = question.db;
    if !question.in_full(question.settings.abi) {
        return;
    }
    let Some(shape) = CallShape::of_function(db, item) else {
        unknown(question, page, item);
        return;
    };
    let symbol = lower::symbol(db, lower::Instance::Function(item));
    page.rule();
    page.text(&match types::signature(db, item).linkage {
        Linkage::Imported(name) => format!("Called as C's {}.", code(name.text())),
        Linkage::Exported(name) => format!("C calls it by the name {}.", code(name.text())),
        Linkage::Mangled | Linkage::Intrinsic(_) => format!("Symbol {}.", code(&symbol)),
    });
    blocks::signature(question, page, &shape);
    if question.settings.codegen {
        blocks::declarations(question, page, &shape, &symbol);
    }
}

fn unknown(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let signature = types::signature(question.db, item);
    let is_generic = hir::item_data(question.db, item).is_none_or(|data| !data.generics.is_empty());
    if is_generic {
        return;
    }
    if let Linkage::Intrinsic(_) = signature.linkage {
        page.rule();
        page.text("The compiler provides it; no call is made.");
    } else if signature.poisoned {
        page.rule();
        page.text("How it is called is not known: there is an error in its head.");
    } else {
        page.rule();
        page.text("How it is called is not known: there is an error in a type of its head.");
    }
}
