//! Completion: what may be typed at a place. [`complete`] decides by the tree what kind of thing is wanted there; one
//! module for each kind proposes; `collector` ranks and cuts. Documentation is left to [`resolve_completion`], so that the
//! list stays cheap. It must not know how editors show or insert anything.

mod arguments;
mod attributes;
mod auto_import;
mod cases;
mod collector;
mod context;
mod expectation;
mod expressions;
mod imports;
mod item;
mod items;
mod members;
mod resolve;
mod scope;
#[cfg(test)]
mod tests;
mod type_names;

use source::Db;

use crate::cursor::Cursor;
use crate::position::FilePosition;
use collector::Collector;
use context::Context;

pub use auto_import::import_edit;
pub(crate) use auto_import::import_edits;
pub use item::{CompletionItem, CompletionKey, CompletionKind, CompletionSettings, Completions};
pub use resolve::{CompletionDetails, resolve_completion};

/// What may be typed at a position. Nothing in comments, strings and where a new name is declared.
pub fn complete(db: &dyn Db, position: FilePosition, settings: &CompletionSettings) -> Completions {
    let Some(cursor) = Cursor::at(db, position) else {
        return Completions::default();
    };
    if !cursor.is_name || cursor.prefix.starts_with(|letter: char| letter.is_ascii_digit()) {
        return Completions::default();
    }
    let mut collector = Collector::new(&cursor, settings);
    match context::of(&cursor) {
        Context::Nothing => {}
        Context::Words(words) => collector.words(words),
        Context::Item => items::item(&mut collector),
        Context::TypeMember => items::type_member(&mut collector),
        Context::FunctionMember => items::function_member(&mut collector),
        Context::MethodName => items::method_name(&mut collector),
        Context::ExternMember => items::extern_member(&mut collector),
        Context::Attribute { before, is_linked } => attributes::names(&mut collector, before, is_linked),
        Context::AttributeArgument { attribute } => attributes::arguments(&mut collector, &attribute),
        Context::ImportPath { path } => imports::path(&mut collector, &path),
        Context::ImportName { path, present } => imports::names(&mut collector, &path, &present),
        Context::Type => type_names::types(&mut collector),
        Context::TypeBehind { path } => type_names::types_behind(&mut collector, &path),
        Context::Pattern => expressions::patterns(&mut collector),
        Context::PatternBehind { path } => expressions::patterns_behind(&mut collector, &path),
        Context::Label => expressions::labels(&mut collector),
        Context::SelfMember => members::of_self(&mut collector),
        Context::Member { receiver } => members::of_receiver(&mut collector, receiver),
        Context::ArgumentName => arguments::names(&mut collector),
        Context::Expression { is_statement } => {
            collector.expected = expectation::expected(&cursor);
            arguments::names(&mut collector);
            expressions::expressions(&mut collector, is_statement);
        }
    }
    collector.finish()
}
