//! `_` before the name of a variable that is never read, wherever the name stands: in assignments, and at arguments.

use source::Diagnostic;

use super::CodeAction;
use super::request::Request;
use crate::rename::rename;

pub(super) fn offer(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    if diagnostic.kind.name != "unused-variable" {
        return;
    }
    let place = request.place(diagnostic);
    let Some(name) = request.name_at(place.start) else { return };
    let new = format!("_{}", name.definition.name(request.db));
    if let Ok(change) = rename(request.db, request.position(place.start), &new) {
        let title = "Begin its name with `_`";
        actions.push(CodeAction::fix(request.db, diagnostic, title, change).preferred());
    }
}
