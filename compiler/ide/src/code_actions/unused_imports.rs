//! Imports that nothing uses, taken out: one name, or all of the file.

use std::ops::Range;

use source::{Db, Diagnostic, SourceFile};

use super::CodeAction;
use super::import_lists::{imports, is_unused, unused_names};
use super::request::Request;
use super::statements::removal;
use crate::edit::{SourceChange, TextEdit};

pub(super) fn offer(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    if !is_unused(diagnostic) {
        return;
    }
    let place = request.place(diagnostic);
    let name = &request.text()[place.start as usize..place.end as usize];
    let one = SourceChange::of_file(request.file, removals(request.db, request.file, std::slice::from_ref(&place)));
    actions.push(CodeAction::fix(request.db, diagnostic, format!("Remove the import of `{name}`"), one).preferred());
    let unused = unused_names(request.db, request.file);
    let title = "Remove all unused imports";
    if unused.len() > 1 && actions.iter().all(|action| action.title != title) {
        let all = SourceChange::of_file(request.file, removals(request.db, request.file, &unused));
        actions.push(CodeAction::fix(request.db, diagnostic, title, all));
    }
}

/// The edits that take names out of the imports of a file.
pub(super) fn removals(db: &dyn Db, file: SourceFile, unused: &[Range<u32>]) -> Vec<TextEdit> {
    let text = file.text(db);
    imports(db, file)
        .into_iter()
        .filter_map(|import| match import.without_unused(unused) {
            None => Some(TextEdit::replace(removal(text, import.range), "")),
            Some(rest) => {
                let count = |import: &super::import_lists::WrittenImport| import.names.as_ref().map(Vec::len);
                let is_same = count(&rest) == count(&import);
                (!is_same).then(|| TextEdit::replace(import.range, rest.text()))
            }
        })
        .collect()
}
