//! The page of a function: where every parameter and the result land in this very signature. It owns the order of blocks.

use hir::ItemId;
use source::Db;
use types::Linkage;

use super::page::{Page, code};
use super::passing::{CallShape, indices};
use super::question::{HoverLink, Question};
use super::{blocks, head, news};

/// The first lines where a function is declared: where each value travels, and what every call of it copies.
pub(super) fn news(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let db = question.db;
    if !question.in_full(question.settings.abi) {
        return;
    }
    let Some(shape) = CallShape::of_function(db, item) else {
        return;
    };
    let mut lines = vec![news::call_head(db, &item.name(db).text(), &shape)];
    lines.extend(news::places(question, &shape, &indices(&shape)));
    if question.settings.copies {
        lines.extend(copied_by_calls(question, &shape));
    }
    page.news(lines);
    page.link(HoverLink::AbiReport);
    if item.kind(db).may_have_body() {
        page.link(HoverLink::Mir);
        page.link(HoverLink::Assembly);
    }
}

/// A function's head on one line: `fn mut rename(name: String)`.
pub(super) fn head_of(db: &dyn Db, function: ItemId) -> String {
    let text = head::of_item(db, function).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A line for each value that callers copy.
fn copied_by_calls(question: &Question<'_>, shape: &CallShape) -> Vec<String> {
    let mut lines: Vec<(String, Vec<abi::Target>)> = Vec::new();
    for on in shape.on_all(&question.targets) {
        let Ok(abi) = &on.abi else { continue };
        for (value, parameter) in abi.params.iter().zip(&shape.parameters) {
            if let Some(why) = value.forced_to_memory()
                && let Some(cause) = why.forces_memory()
                && value.aggregate
            {
                let section = news::section(why.clause());
                let text = format!("{} is copied by callers: {cause} ({section})", parameter.name);
                match lines.iter_mut().find(|(known, _)| *known == text) {
                    Some((_, targets)) => targets.push(on.target),
                    None => lines.push((text, vec![on.target])),
                }
            }
        }
    }
    lines.into_iter().map(|(text, targets)| news::on_targets(question, &targets, &text)).collect()
}

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
    let symbol = lower::symbol(db, lower::Instance::function(item));
    page.rule();
    page.text(&match types::signature(db, item).linkage {
        Linkage::Imported(name) => format!("Called as C's {}.", code(&name.text())),
        Linkage::Exported(name) => format!("C calls it by the name {}.", code(&name.text())),
        Linkage::Mangled | Linkage::Intrinsic(_) => format!("Symbol {}.", code(&symbol)),
    });
    blocks::signature(question, page, &shape);
    if question.settings.codegen {
        blocks::declarations(question, page, &shape, &symbol);
    }
}

fn unknown(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let signature = types::signature(question.db, item);
    if types::is_generic(question.db, item) && !signature.poisoned {
        page.rule();
        page.text("Compiled for each list of type arguments; a call shows how its instance is called.");
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
