//! Fields in the order of their alignment, where that makes the type smaller. Constructions and patterns that count on the
//! order of fields get their names, so that they mean the same.

use hir::ItemId;
use source::{Db, Diagnostic};
use syntax::view::{self, Call, PathPattern, Type};
use syntax::{NodeId, NodeKind};
use types::{DefinitionKind, TypeDefinition};

use super::make_copy::type_at_head;
use super::request::{Request, Tree};
use super::{ActionKind, CodeAction};
use crate::definition::Definition;
use crate::edit::{SourceChange, TextEdit};
use crate::position::{FilePosition, FileRange};
use crate::search::{Scope, uses};

pub(super) fn offer(request: &Request<'_>, actions: &mut Vec<CodeAction>) {
    actions.extend(action(request));
}

/// The same as the answer to a hint about the order of fields.
pub(super) fn offer_for_hint(request: &Request<'_>, diagnostic: &Diagnostic, actions: &mut Vec<CodeAction>) {
    if matches!(diagnostic.kind.name, "reorder-into-registers" | "reorder-to-shrink")
        && let Some(action) = action(request)
    {
        actions.push(CodeAction::fix(request.db, diagnostic, action.title, action.change).preferred());
    }
}

/// The same for the type whose head holds a position, where its module's hints say that it is worth it: a type that C
/// knows has none.
pub(super) fn at(db: &dyn Db, position: FilePosition) -> Option<CodeAction> {
    let range = FileRange { file: position.file, range: position.offset..position.offset };
    let request = Request::new(db, &range);
    better_order(db, type_at_head(&request)?)?;
    action(&request)
}

/// An order of fields that makes a type smaller.
pub(crate) struct BetterOrder {
    /// The fields, in that order.
    pub names: Vec<String>,
    /// The size that the type has then.
    pub bytes: u64,
    /// Whether it travels in registers then, and does not now.
    pub reaches_registers: bool,
}

/// The order that a hint proposes for a type; `None` where none is given, or no edit makes it.
pub(crate) fn better_order(db: &dyn Db, item: ItemId) -> Option<BetterOrder> {
    let name = FileRange::of_span(db, hir::item_name_span(db, item)?);
    let is_here = |diagnostic: &&Diagnostic| {
        let place = diagnostic.primary.span.absolute(db);
        (place.start, place.end) == (name.range.start, name.range.end)
    };
    let hints = lower::diagnostics(db, name.file).iter().filter(is_here);
    let kind = hints
        .map(|hint| hint.kind.name)
        .find(|kind| matches!(*kind, "reorder-into-registers" | "reorder-to-shrink"))?;
    let range = FileRange { range: name.range.start..name.range.start, ..name };
    action(&Request::new(db, &range))?;
    let definition = types::type_definition(db, item);
    let order = lower::best_order(db, definition);
    Some(BetterOrder {
        bytes: size(db, definition, &order),
        names: order.into_iter().map(|index| definition.fields[index].name.text().to_string()).collect(),
        reaches_registers: kind == "reorder-into-registers",
    })
}

fn action(request: &Request<'_>) -> Option<CodeAction> {
    let db = request.db;
    let item = type_at_head(request)?;
    let definition = types::type_definition(db, item);
    let is_record = matches!(
        definition.kind,
        DefinitionKind::Heap | DefinitionKind::Inline | DefinitionKind::Copy | DefinitionKind::View
    );
    if !is_record || definition.poisoned || definition.packed || item.module(db).is_standard(db) {
        return None;
    }
    let order = lower::best_order(db, definition);
    let (before, after) = (types::object_layout(db, item).size, size(db, definition, &order));
    if after >= before {
        return None;
    }
    let mut change = SourceChange::default();
    let tree = request.tree?;
    reorder(request, &tree, item, &order, &mut change)?;
    name_arguments(db, item, definition, &mut change);
    let title = format!("Reorder the fields of `{}`: {before} → {after} bytes", item.name(db).text());
    Some(CodeAction::new(ActionKind::Rewrite, title, change))
}

/// The size that the type has with its fields in an order.
fn size(db: &dyn Db, definition: &TypeDefinition, order: &[usize]) -> u64 {
    let round = |size: u64, align: u64| size.next_multiple_of(align.max(1));
    let (mut size, mut align) = (0, definition.align.map_or(1, u64::from));
    for &index in order {
        let layout = types::layout(db, definition.fields[index].ty);
        size = round(size, u64::from(layout.align)) + layout.size;
        align = align.max(u64::from(layout.align));
    }
    round(size, align)
}

/// The lines of the fields change places, each with the comments above it and behind it.
fn reorder(
    request: &Request<'_>,
    tree: &Tree<'_>,
    item: ItemId,
    order: &[usize],
    change: &mut SourceChange,
) -> Option<()> {
    let node = hir::item_node(request.db, item)?;
    let text = request.text();
    let fields: Vec<NodeId> = Type::cast(tree.parse, node)?.fields().map(view::Field::node).collect();
    if fields.len() != order.len() {
        return None;
    }
    let pieces: Vec<std::ops::Range<u32>> = fields.iter().map(|field| with_comments(text, tree, *field)).collect();
    for (place, &index) in order.iter().enumerate() {
        if place != index {
            let piece = pieces[index].start as usize..pieces[index].end as usize;
            change.add(request.file, TextEdit::replace(pieces[place].clone(), &text[piece]));
        }
    }
    Some(())
}

/// The field with the comment lines directly above it and the comment behind it.
fn with_comments(text: &str, tree: &Tree<'_>, field: NodeId) -> std::ops::Range<u32> {
    let mut range = tree.range(field);
    let mut line_start = text[..range.start as usize].rfind('\n').map_or(0, |newline| newline + 1);
    if text[line_start..range.start as usize].trim().is_empty() {
        while let Some(above) = text[..line_start].strip_suffix('\n') {
            let start = above.rfind('\n').map_or(0, |newline| newline + 1);
            let line = &above[start..];
            if !line.trim_start().starts_with('#') {
                break;
            }
            range.start = (start + line.len() - line.trim_start().len()) as u32;
            line_start = start;
        }
    }
    let behind = &text[range.end as usize..];
    let line = behind.lines().next().unwrap_or("");
    if line.trim_start().starts_with('#') {
        range.end += line.trim_end().len() as u32;
    }
    range
}

/// Writes the names of fields before what has only its place.
fn name_arguments(db: &dyn Db, item: ItemId, definition: &TypeDefinition, change: &mut SourceChange) {
    for used in uses(db, Definition::Item(item), Scope::Program) {
        let file = used.range.file;
        let offset = used.range.range.start;
        let Some(tree) = Tree::at(db, FilePosition { file, offset }) else {
            continue;
        };
        let Some(node) = tree.nodes_around(&used.range.range).find(|node| {
            matches!(tree.parse.kind(*node), NodeKind::Call | NodeKind::PathPattern)
                && tree.range(*node).start == offset
        }) else {
            continue;
        };
        let values: Vec<NodeId> = match tree.parse.kind(node) {
            NodeKind::Call => Call::cast(tree.parse, node)
                .filter(|_| {
                    let callee = tree.parse.first_child(node);
                    callee.is_some_and(|callee| tree.range(callee) == used.range.range)
                })
                .into_iter()
                .flat_map(Call::arguments)
                .filter(|argument| argument.label.is_none())
                .map(|argument| argument.value.node())
                .collect(),
            _ => PathPattern::cast(tree.parse, node)
                .into_iter()
                .flat_map(PathPattern::arguments)
                .filter(|argument| argument.label.is_none())
                .map(|argument| argument.pattern.node())
                .collect(),
        };
        for (value, field) in values.into_iter().zip(&definition.fields) {
            let at = tree.range(value).start;
            change.add(file, TextEdit::insert(at, format!("{}: ", field.name.text())));
        }
    }
}
