//! `unsafe { … }` around what needs it.

use source::Diagnostic;

use super::CodeAction;
use super::request::Request;
use crate::edit::{SourceChange, TextEdit};

pub(super) fn offer(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    if diagnostic.kind.name != "needs-unsafe" {
        return;
    }
    let place = request.place(diagnostic);
    let edits = [TextEdit::insert(place.start, "unsafe { "), TextEdit::insert(place.end, " }")];
    let change = SourceChange::of_file(request.file, edits);
    actions.push(CodeAction::fix(request.db, diagnostic, "Put it in `unsafe { … }`", change).preferred());
}
