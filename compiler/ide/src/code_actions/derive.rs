//! `impl`s without a body behind a type, for the traits that the compiler could make part by part.

use types::Derivable;

use super::make_copy::type_at_head;
use super::request::Request;
use super::{ActionKind, CodeAction};
use crate::edit::{SourceChange, TextEdit};
use crate::position::FileRange;

/// On the head of a type.
pub(super) fn offer(request: &Request<'_>, actions: &mut Vec<CodeAction>) {
    let db = request.db;
    let Some(item) = type_at_head(request) else { return };
    let Some(span) = hir::item_span(db, item) else { return };
    let end = FileRange::of_span(db, span).range.end;
    for of in Derivable::ALL {
        let Some(found) = types::derivable_impls(db, of, item) else { continue };
        let title = match found.traits.as_slice() {
            [required @ .., _] if !required.is_empty() => {
                let names: Vec<String> = required.iter().map(|of| format!("`{}`", of.name())).collect();
                format!("Derive `{}`, with {}", of.name(), names.join(", "))
            }
            _ => format!("Derive `{}`", of.name()),
        };
        let edit = TextEdit::insert(end, format!("\n{}", found.text));
        actions.push(CodeAction::new(ActionKind::Rewrite, title, SourceChange::of_file(request.file, [edit])));
    }
}
