//! `type copy`, where all fields are plain bits: values are copied then, and never moved.

use hir::{ItemId, ItemKind, TypeShape};
use source::{Db, Diagnostic};
use syntax::NodeKind;
use syntax::view::{self, TypeStorage};
use types::{DefinitionKind, NamedType, TypeKind};

use super::request::{Request, Tree};
use super::{ActionKind, CodeAction};
use crate::edit::{SourceChange, TextEdit};
use crate::position::{FilePosition, FileRange};

/// On the head of a type.
pub(super) fn offer(request: &Request<'_>, actions: &mut Vec<CodeAction>) {
    let Some(item) = type_at_head(request) else { return };
    if let Some(change) = change(request.db, item) {
        let title = format!("Make `{}` `copy`", item.name(request.db).text());
        actions.push(CodeAction::new(ActionKind::Rewrite, title, change));
    }
}

/// Where a value is used that was moved.
pub(super) fn offer_for_move(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    if diagnostic.kind.name != "moved-value" {
        return;
    }
    let ty = request.name_at(request.place(diagnostic).start).and_then(|name| name.definition.ty(request.db));
    let Some(TypeKind::Named(NamedType { item, .. })) = ty.map(|ty| ty.kind()) else {
        return;
    };
    if let Some(change) = change(request.db, item) {
        let title = format!("Make `{}` `copy`", item.name(request.db).text());
        actions.push(CodeAction::fix(request.db, diagnostic, title, change));
    }
}

/// The type in whose head the range lies.
pub(super) fn type_at_head(request: &Request<'_>) -> Option<ItemId> {
    let tree = request.tree?;
    let node = tree.around(&request.range, NodeKind::Type)?;
    let name = view::Type::cast(tree.parse, node)?.name()?;
    let head_end = tree.absolute(name.range()).end;
    let item = hir::item_of_node(request.db, tree.chunk, node)?;
    (request.range.end <= head_end && hir::item_node(request.db, item) == Some(node)).then_some(item)
}

fn change(db: &dyn Db, item: ItemId) -> Option<SourceChange> {
    let definition = types::type_definition(db, item);
    let is_moved = matches!(definition.kind, DefinitionKind::Heap | DefinitionKind::Inline);
    let is_record = hir::item_data(db, item)
        .and_then(|data| data.item().type_data().map(|data| matches!(data.shape, TypeShape::Record(_))))
        .unwrap_or(false);
    let is_plain = definition.fields.iter().all(|field| types::is_copy(db, field.ty) && types::is_plain(db, field.ty));
    let is_own = item.kind(db) == ItemKind::Type && !item.module(db).is_standard(db);
    if !is_moved || !is_record || !is_plain || !is_own || definition.poisoned {
        return None;
    }
    let span = FileRange::of_span(db, hir::item_name_span(db, item)?);
    let position = FilePosition { file: span.file, offset: span.range.start };
    let tree = Tree::at(db, position)?;
    let ty = view::Type::cast(tree.parse, hir::item_node(db, item)?)?;
    let name = tree.absolute(ty.name()?.range());
    let edit = match ty.storage() {
        TypeStorage::Inline => {
            let head = &span.file.text(db)[..name.start as usize];
            let at = head.rfind("inline")? as u32;
            TextEdit::replace(at..at + "inline".len() as u32, "copy")
        }
        TypeStorage::Heap => TextEdit::insert(name.start, "copy "),
        TypeStorage::Copy | TypeStorage::View | TypeStorage::Union => return None,
    };
    Some(SourceChange::of_file(span.file, [edit]))
}
