//! An import for a name that another module offers. Where the import goes is `completion`'s choice, which offers the same.

use source::Diagnostic;

use super::CodeAction;
use super::request::Request;
use crate::completion::import_edit;
use crate::edit::SourceChange;

/// No more modules than this are offered for one name.
const MOST: usize = 8;

pub(super) fn offer(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    if !matches!(diagnostic.kind.name, "unknown-name" | "unknown-type") {
        return;
    }
    let db = request.db;
    let place = request.place(diagnostic);
    let Some(token) = request.token_at(place.start) else {
        return;
    };
    let Some(module) = hir::module_of_file(db, request.file) else {
        return;
    };
    let name = token.name();
    let offering = hir::offering(db, module, name);
    let is_only = offering.len() == 1;
    for hir::Offer { path, .. } in offering.into_iter().take(MOST) {
        let edit = import_edit(db, request.file, &path, &name.text());
        let change = SourceChange::of_file(request.file, [edit]);
        let mut action = CodeAction::fix(db, diagnostic, format!("Import `{name}` from `{path}`"), change);
        action.is_preferred = is_only;
        actions.push(action);
    }
}
