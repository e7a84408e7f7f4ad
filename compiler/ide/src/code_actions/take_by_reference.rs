//! A parameter that is only looked at, taken as `ref T`: callers lend silently, so nothing changes but the copy or move.

use hir::ItemKind;
use syntax::NodeKind;
use syntax::view::Parameter;
use types::TypeKind;

use super::request::Request;
use super::{ActionKind, CodeAction};
use crate::definition::Definition;
use crate::edit::{SourceChange, TextEdit};
use crate::search::{Scope, uses};

pub(super) fn offer(request: &Request<'_>, actions: &mut Vec<CodeAction>) {
    actions.extend(action(request));
}

fn action(request: &Request<'_>) -> Option<CodeAction> {
    let tree = request.tree?;
    let node = tree.around(&request.range, NodeKind::Parameter)?;
    let parameter = Parameter::cast(tree.parse, node)?;
    let name = parameter.name()?;
    let written = tree.absolute(parameter.type_syntax()?.range());
    let name_start = tree.absolute(name.range()).start;
    let definition = request.name_at(name_start)?.definition;
    let Definition::Parameter { item, .. } = definition else {
        return None;
    };
    let db = request.db;
    let ty = definition.ty(db)?;
    let is_large = matches!(ty.kind(), TypeKind::Named(_) | TypeKind::Tuple(_) | TypeKind::Array(..));
    let data = hir::item_data(db, item)?;
    let function = data.item().function()?;
    let is_of_trait = item.parent_item(db).is_some_and(|parent| {
        let is_impl_of_trait =
            |parent: hir::ItemRef<'_>| parent.item().impl_data().is_some_and(|data| data.trait_reference.is_some());
        parent.kind(db) == ItemKind::Trait || hir::item_data(db, parent).is_some_and(is_impl_of_trait)
    });
    let is_fixed = function.is_extern || !function.has_body || is_of_trait || item.kind(db) != ItemKind::Function;
    if !is_large || is_fixed || (!types::is_copy(db, ty) && is_moved(request, definition)) {
        return None;
    }
    let change = SourceChange::of_file(request.file, [TextEdit::insert(written.start, "ref ")]);
    let title = format!("Take `{}` by `ref`", name.text());
    Some(CodeAction::new(ActionKind::Rewrite, title, change))
}

/// Whether a use of the parameter may be more than a look at it: it is one unless a field, method or element is taken.
fn is_moved(request: &Request<'_>, definition: Definition) -> bool {
    uses(request.db, definition, Scope::File(request.file)).iter().any(|used| {
        let looks = || {
            let place = request.token_at(used.range.range.start)?;
            let parent = place.parse.parent(place.node)?;
            Some(match place.parse.kind(parent) {
                NodeKind::FieldAccess | NodeKind::Index => place.parse.first_child(parent) == Some(place.node),
                NodeKind::Interpolation | NodeKind::Binary => true,
                _ => false,
            })
        };
        !used.is_declaration && looks() != Some(true)
    })
}
