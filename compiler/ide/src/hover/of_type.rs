//! The page of a type: its first lines (what it is, layout, how it travels), documentation, the rest. It owns their order.

use hir::{BuiltinType, ItemId, ItemKind};
use types::{DefinitionKind, Ty, TypeKind};

use super::known::is_known;
use super::layout::Layout;
use super::of_name::known_name;
use super::page::{LANGUAGE, Page, bytes, code};
use super::question::{HoverLink, Question, ShowBlock};
use super::{blocks, head, news};
use crate::builtins::BuiltinName;
use crate::code_actions::better_order;

/// A `type` item, an alias or an opaque C type.
pub(super) fn item(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let db = question.db;
    let ty = match types::item_type(db, item) {
        Ok(ty) if !ty.is_error() => ty,
        Ok(_) | Err(_) => return,
    };
    if item.kind(db) == ItemKind::Alias {
        page.rule();
        page.text(&format!("The same type as {}.", code(&types::display(db, ty))));
        facts(question, page, ty);
        return;
    }
    let definition = types::type_definition(db, item);
    if definition.kind == DefinitionKind::Opaque {
        page.rule();
        page.text("A type of C whose contents are not known here: it is only used behind a pointer or borrow.");
        return;
    }
    if Layout::of_named(db, item).is_none() {
        if question.is_declaration && !is_generic(question, item) {
            page.rule();
            page.text("Its layout is not known: there is an error in the declaration.");
        }
        return;
    }
    facts(question, page, ty);
}

fn is_generic(question: &Question<'_>, item: ItemId) -> bool {
    hir::item_data(question.db, item).is_some_and(|data| !data.generics.is_empty())
}

/// The first lines about a `type` item.
pub(super) fn news(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let db = question.db;
    let Ok(ty) = types::item_type(db, item) else {
        return;
    };
    if item.kind(db) == ItemKind::Alias {
        news_of_value(question, page, ty);
    } else if let Some(layout) = Layout::of_named(db, item) {
        first_lines(question, page, ty, Some(&layout));
    }
}

/// The first lines about any type, named or not.
pub(super) fn news_of_value(question: &Question<'_>, page: &mut Page, ty: Ty) {
    let db = question.db;
    match ty.kind() {
        _ if !is_known(db, ty) => {}
        TypeKind::Named(item) => match Layout::of_named(db, item) {
            Some(layout) => first_lines(question, page, ty, Some(&layout)),
            None => first_lines(question, page, ty, None),
        },
        TypeKind::Tuple(elements) => {
            first_lines(question, page, ty, Some(&Layout::of_tuple(db, ty, &elements.types())));
        }
        TypeKind::Never | TypeKind::Unit => {}
        _ => first_lines(question, page, ty, None),
    }
}

/// What it is, its size, how it travels, and where it is declared what lies where.
fn first_lines(question: &Question<'_>, page: &mut Page, ty: Ty, layout: Option<&Layout>) {
    let (db, settings) = (question.db, question.settings);
    let is_heap = types::is_heap(db, ty);
    let mut head = types::display(db, ty);
    if settings.layout != ShowBlock::Never {
        let value = types::layout(db, ty);
        let (size, align) = match layout {
            Some(layout) => (layout.size, layout.align),
            None => (value.size, value.align),
        };
        if is_heap {
            let (pointer, object) = (bytes(value.size), bytes(size));
            head.push_str(&format!(" · owner, {pointer}, pointer to {object} from malloc · align {align}"));
        } else if types::is_counted(db, ty) {
            let (pointer, object) = (bytes(value.size), bytes(size));
            head.push_str(&format!(" · {pointer}, pointer to {object} from malloc, the count first · align {align}"));
        } else {
            head.push_str(&format!(" · {} · align {align}", bytes(size)));
        }
        if let Some(padding) = layout.map(|layout| layout.padding).filter(|padding| *padding > 0) {
            head.push_str(&format!(" · {padding} padding"));
        }
        if let TypeKind::Array(element, length) = ty.kind() {
            head.push_str(&format!(" · {length} × {} bytes", types::layout(db, element).size));
        }
    }
    if !is_heap {
        head.push_str(&format!(" · {}", news::care(db, ty)));
    }
    let mut lines = vec![head];
    if settings.abi != ShowBlock::Never {
        lines.extend(news::travels(question, ty));
    }
    let mut can_be_reordered = false;
    if question.is_declaration
        && let TypeKind::Named(item) = ty.kind()
        && let Some(order) = better_order(db, item.item)
    {
        let reached = if order.reaches_registers { ", in registers" } else { "" };
        lines.push(format!("! {}: {}{reached}", order.names.join(", "), bytes(order.bytes)));
        can_be_reordered = true;
    }
    if let Some(layout) = layout.filter(|_| question.in_full(settings.layout)) {
        let rows = layout.rows(db);
        if !rows.is_empty() {
            lines.push(String::new());
            lines.extend(rows);
        }
    }
    page.news(lines);
    if let TypeKind::Named(_) = ty.kind() {
        page.link(HoverLink::Picture);
        page.link(HoverLink::Layout);
    }
    if can_be_reordered {
        page.link(HoverLink::Reorder);
    }
}

/// The rest about any type: forms, clauses, copies. Its first lines are written too if nothing of it has been.
pub(super) fn facts_of_value(question: &Question<'_>, page: &mut Page, ty: Ty) {
    news_of_value(question, page, ty);
    facts(question, page, ty);
}

fn facts(question: &Question<'_>, page: &mut Page, ty: Ty) {
    if is_known(question.db, ty) && ty != Ty::UNIT && ty != Ty::NEVER && question.in_full(question.settings.abi) {
        page.rule();
        blocks::passed_alone(question, page, ty);
    }
}

/// A type of the compiler.
pub(super) fn builtin(question: &Question<'_>, page: &mut Page, builtin: BuiltinType) {
    known_name(page, BuiltinName::Type(builtin));
    if let Some(ty) = types::builtin_type(builtin) {
        facts_of_value(question, page, ty);
    }
}

/// A sentence's beginning.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// The head and words of an item: its declaration, its full name, and what is written above it.
pub(super) fn declaration(question: &Question<'_>, page: &mut Page, item: ItemId) {
    let db = question.db;
    // Nothing is repeated that stands under the mouse.
    let is_told = question.is_declaration && page.has_news();
    if let Some(text) = head::of_item(db, item).filter(|_| !is_told) {
        page.code(LANGUAGE, &text);
        page.text(&format!("{} {}", head::kind_words(db, item), code(&item.path(db))));
    }
    if let Some(documentation) = hir::documentation(db, item) {
        page.documentation(&documentation);
    }
}
