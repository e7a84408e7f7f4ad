//! Everything in a file that has one answer, put right at once. Guesses at what a name was meant to be are left out, and
//! hints, which are choices.

use source::Severity;

use super::import_lists::unused_names;
use super::request::Request;
use super::unused_imports::removals;
use super::{ActionKind, CodeAction};
use crate::edit::{SourceChange, TextEdit};

pub(super) fn offer(request: &Request<'_>, actions: &mut Vec<CodeAction>) {
    let mut edits: Vec<TextEdit> = lower::diagnostics(request.db, request.file)
        .iter()
        .filter(|diagnostic| diagnostic.severity() != Severity::Hint)
        .filter_map(|diagnostic| diagnostic.fix.as_ref())
        .filter(|fix| !fix.is_guess && fix.span.file(request.db) == request.file)
        .flat_map(|fix| {
            let places = std::iter::once(&fix.span).chain(&fix.also);
            places.map(|span| TextEdit::replace(request.span(*span), fix.text.clone()))
        })
        .collect();
    let unused = unused_names(request.db, request.file);
    edits.extend(removals(request.db, request.file, &unused));
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    // Two answers to one question, or for one place, are given once; the next time the other follows.
    edits.dedup_by(|right, left| {
        right == left || right.range.start < left.range.end || right.range.start == left.range.start
    });
    if !edits.is_empty() {
        let change = SourceChange::of_file(request.file, edits);
        actions.push(CodeAction::new(ActionKind::FixAll, "Put right all that has one answer", change));
    }
}
