//! The type of a variable, written behind its name.

use syntax::NodeKind;
use syntax::view::{Let, Pattern};

use super::request::Request;
use super::{ActionKind, CodeAction};
use crate::edit::{SourceChange, TextEdit};
use crate::writable_type::written;

pub(super) fn offer(request: &Request<'_>, actions: &mut Vec<CodeAction>) {
    actions.extend(action(request));
}

fn action(request: &Request<'_>) -> Option<CodeAction> {
    let tree = request.tree?;
    let statement = Let::cast(tree.parse, tree.around(&request.range, NodeKind::Let)?)?;
    let Pattern::Binding(binding) = statement.pattern()? else {
        return None;
    };
    let name = tree.absolute(binding.name()?.range());
    if statement.type_syntax().is_some() || request.range.start > name.end {
        return None;
    }
    let used = request.name_at(name.start)?;
    let ty = used.definition.ty(request.db)?;
    let module = used.item?.module(request.db);
    let text = written(request.db, module, ty)?;
    let title = format!("Write the type `{text}`");
    let change = SourceChange::of_file(request.file, [TextEdit::insert(name.end, format!(": {text}"))]);
    Some(CodeAction::new(ActionKind::Rewrite, title, change))
}
