//! What stands at a position, told: declaration, documentation, and what the compiler decided about it.
//!
//! It owns the choice of the page; every fact is asked of `types`, `lower` and `abi`, so that what is shown is what is
//! compiled. It must not know the protocol. Reading order: `question`, `page`, `passing`, `blocks`, then the pages.

mod blocks;
mod builtins;
mod care;
mod constant;
mod forms;
mod head;
mod layout;
mod of_function;
mod of_name;
mod of_type;
mod of_value;
mod page;
mod passing;
mod question;
#[cfg(test)]
mod tests;

use std::ops::Range;

use hir::{ItemId, ItemKind};
use source::Db;

use crate::definition::Definition;
use crate::name_use::NameUse;
use crate::position::FilePosition;
use crate::token::TokenPlace;
use page::Page;
use question::Question;
pub use question::{HoverSettings, ShowBlock};

/// What is told about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// What it is about, in the position's file.
    pub range: Range<u32>,
    /// The page, as Markdown.
    pub markdown: String,
}

/// What stands at a position.
pub fn hover(db: &dyn Db, position: FilePosition, settings: &HoverSettings) -> Option<Hover> {
    let place = TokenPlace::at(db, position)?;
    let mut question = Question::new(db, settings);
    let mut page = Page::default();
    if let Some(found) = NameUse::of_token(db, &place) {
        question.is_declaration = found.is_declaration;
        definition(&question, &mut page, found.definition);
    }
    if page.is_empty() {
        return None;
    }
    Some(Hover {
        range: place.file_range(db).range,
        markdown: page.finish(),
    })
}

fn definition(question: &Question<'_>, page: &mut Page, definition: Definition) {
    match definition {
        Definition::Item(item) => of_item(question, page, item),
        Definition::Module(module) => of_name::module(question, page, module),
        Definition::Field { item, index } => of_value::field(question, page, item, index),
        Definition::Case { item, index } => of_name::case(question, page, item, index),
        Definition::Parameter { item, index } => of_value::parameter(question, page, item, index),
        Definition::SelfValue(item) => of_value::self_value(question, page, item),
        Definition::Local { item, local } => of_value::local(question, page, item, local),
        Definition::GenericParameter { item, index } => of_name::generic_parameter(question, page, item, index),
        Definition::Label { .. } => of_name::label(page, &definition.name(question.db)),
        Definition::BuiltinType(builtin) => of_type::builtin(question, page, builtin),
        Definition::BuiltinFunction(builtin) => of_name::builtin_function(page, builtin),
    }
}

fn of_item(question: &Question<'_>, page: &mut Page, item: ItemId) {
    of_type::declaration(question, page, item);
    match item.kind(question.db) {
        ItemKind::Type | ItemKind::Alias | ItemKind::OpaqueType => of_type::item(question, page, item),
        ItemKind::Function | ItemKind::ExternFunction => of_function::item(question, page, item),
        ItemKind::Constant => of_value::constant(question, page, item),
        ItemKind::ExternGlobal => of_value::global(question, page, item),
        ItemKind::Trait | ItemKind::Impl | ItemKind::Test => {}
    }
}
