//! The page of a type: declaration, documentation, layout and how it travels. It owns the order of the blocks.

use hir::{BuiltinType, ItemId, ItemKind};
use types::{DefinitionKind, Ty, TypeKind};

use super::known::is_known;
use super::layout::Layout;
use super::page::{LANGUAGE, Page, bytes, code};
use super::question::Question;
use super::{blocks, builtins, care, head};

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
        facts_of_value(question, page, ty);
        return;
    }
    let definition = types::type_definition(db, item);
    if definition.kind == DefinitionKind::Opaque {
        page.rule();
        page.text("A type of C whose contents are not known here: it is only used behind a pointer or borrow.");
        return;
    }
    let Some(layout) = Layout::of_item(db, item) else {
        if question.is_declaration && !is_generic(question, item) {
            page.rule();
            page.text("Its layout is not known: there is an error in the declaration.");
        }
        return;
    };
    facts(question, page, ty, &layout, definition.kind == DefinitionKind::Heap);
}

fn is_generic(question: &Question<'_>, item: ItemId) -> bool {
    hir::item_data(question.db, item).is_some_and(|data| !data.generics.is_empty())
}

fn facts(question: &Question<'_>, page: &mut Page, ty: Ty, layout: &Layout, is_heap: bool) {
    let (db, settings) = (question.db, question.settings);
    if question.in_full(settings.layout) {
        page.rule();
        if is_heap {
            let pointer = bytes(types::layout(db, ty).size);
            page.text(&format!(
                "**Value**: a pointer, {pointer}, never null. {}.",
                capitalised(&care::sentence(db, ty))
            ));
            page.text(&format!("**Object** on the heap: {}.", layout.summary()));
        } else {
            page.text(&format!(
                "**Layout**: {}. {}.",
                layout.summary(),
                capitalised(&care::sentence(db, ty))
            ));
        }
        layout.write(db, page);
    } else if question.in_short(settings.layout) {
        page.rule();
        let object = if is_heap { "Object: " } else { "" };
        page.text(&format!(
            "{object}{}. {}.",
            layout.summary(),
            capitalised(&care::sentence(db, ty))
        ));
    }
    passing(question, page, ty);
}

fn passing(question: &Question<'_>, page: &mut Page, ty: Ty) {
    let settings = question.settings;
    if question.in_full(settings.abi) {
        blocks::passed_alone(question, page, ty);
    } else if question.in_short(settings.abi)
        && let Some(line) = blocks::short(question, ty, false, true)
    {
        page.text(&format!("{}.", capitalised(&line)));
    }
}

/// Layout and passing of any type, named or not.
pub(super) fn facts_of_value(question: &Question<'_>, page: &mut Page, ty: Ty) {
    let db = question.db;
    let settings = question.settings;
    if !is_known(db, ty) {
        return;
    }
    match ty.kind() {
        TypeKind::Named(item) => {
            if let Some(layout) = Layout::of_item(db, item) {
                let is_heap = types::type_definition(db, item).kind == DefinitionKind::Heap;
                facts(question, page, ty, &layout, is_heap);
            }
        }
        TypeKind::Tuple(elements) => facts(question, page, ty, &Layout::of_tuple(db, ty, elements.types()), false),
        TypeKind::Array(element, length) => {
            if question.in_full(settings.layout) || question.in_short(settings.layout) {
                let (whole, part) = (types::layout(db, ty), types::layout(db, element));
                let (size, each) = (bytes(whole.size), bytes(part.size));
                page.text(&format!(
                    "**Layout**: {size}, aligned to {}: {length} elements of {each}. {}.",
                    whole.align,
                    capitalised(&care::sentence(db, ty))
                ));
            }
            passing(question, page, ty);
        }
        TypeKind::Error | TypeKind::Never | TypeKind::Unit | TypeKind::Instance(..) | TypeKind::Parameter(..) => {}
        TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::String
        | TypeKind::Pointer(_)
        | TypeKind::Ref(_)
        | TypeKind::Mut(_)
        | TypeKind::ExternFunction(..) => {
            if question.in_full(settings.layout) || question.in_short(settings.layout) {
                let layout = types::layout(db, ty);
                let care = capitalised(&care::sentence(db, ty));
                page.text(&format!(
                    "{}, aligned to {}. {care}.",
                    capitalised(&bytes(layout.size)),
                    layout.align
                ));
            }
            passing(question, page, ty);
        }
    }
}

/// A type of the compiler.
pub(super) fn builtin(question: &Question<'_>, page: &mut Page, builtin: BuiltinType) {
    page.code(LANGUAGE, builtin.text());
    page.text(builtins::type_documentation(builtin));
    if let Some(ty) = types::builtin_type(builtin) {
        page.rule();
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
    if let Some(text) = head::of_item(db, item) {
        page.code(LANGUAGE, &text);
    }
    page.text(&format!("{} {}", head::kind_words(db, item), code(&item.path(db))));
    if let Some(documentation) = crate::documentation::of_item(db, item) {
        page.text(&documentation);
    }
}
