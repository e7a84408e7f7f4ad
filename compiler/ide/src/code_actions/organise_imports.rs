//! Imports in order: by path, names by the alphabet, lists of one module joined, what nothing uses left out. Imports that
//! stand together stay together; an empty line or a comment between them ends a group.

use super::import_lists::{WrittenImport, imports, unused_names};
use super::request::Request;
use super::statements::removal;
use super::{ActionKind, CodeAction};
use crate::edit::{SourceChange, TextEdit};

pub(super) fn offer(request: &Request<'_>, actions: &mut Vec<CodeAction>) {
    let edits = edits(request);
    if !edits.is_empty() {
        let change = SourceChange::of_file(request.file, edits);
        actions.push(CodeAction::new(ActionKind::OrganiseImports, "Organise imports", change));
    }
}

fn edits(request: &Request<'_>) -> Vec<TextEdit> {
    let text = request.text();
    let unused = unused_names(request.db, request.file);
    let imports = imports(request.db, request.file);
    let stand_together = |left: &WrittenImport, right: &WrittenImport| {
        let between = &text[left.range.end as usize..right.range.start as usize];
        between.trim().is_empty() && between.matches('\n').count() == 1
    };
    let mut edits = Vec::new();
    for group in imports.chunk_by(stand_together) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else {
            continue;
        };
        if group.iter().any(|import| !import.is_sound) {
            continue;
        }
        let range = first.range.start..last.range.end;
        let lines = organised(group, &unused);
        if lines.is_empty() {
            edits.push(TextEdit::replace(removal(text, range), ""));
            continue;
        }
        let new = lines.join("\n");
        if new != text[range.start as usize..range.end as usize] {
            edits.push(TextEdit::replace(range, new));
        }
    }
    edits
}

/// The imports of a group in order, as text.
fn organised(group: &[WrittenImport], unused: &[std::ops::Range<u32>]) -> Vec<String> {
    let mut rest: Vec<WrittenImport> = group.iter().filter_map(|import| import.without_unused(unused)).collect();
    rest.sort_by(|left, right| {
        let key = |import: &WrittenImport| (import.is_extern, import.path.clone(), import.names.is_some());
        key(left).cmp(&key(right))
    });
    let mut joined: Vec<WrittenImport> = Vec::new();
    for import in rest {
        let is_same_list = |last: &&mut WrittenImport| {
            last.path == import.path
                && last.is_public == import.is_public
                && last.attributes == import.attributes
                && last.names.is_some()
        };
        match (joined.last_mut().filter(is_same_list), &import.names) {
            (Some(last), Some(names)) => last.names.get_or_insert_default().extend(names.iter().cloned()),
            (Some(_) | None, _) => joined.push(import),
        }
    }
    for import in &mut joined {
        if let Some(names) = &mut import.names {
            names.sort_by(|left, right| left.1.cmp(&right.1));
            names.dedup_by(|left, right| left.1 == right.1);
        }
    }
    joined.iter().map(WrittenImport::text).collect()
}
