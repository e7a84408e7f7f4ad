//! Where items and their parts stand. For reporting and the editor only: nothing that is compared may read it.

#[cfg(test)]
mod tests;

use source::{Chunk, Db, SourceFile, Span, parse};
use syntax::view::{self, Token};
use syntax::{NodeId, NodeKind, Parse, TextRange};

use crate::lower_items::item_nodes;
use crate::{
    BodySourceMap, ExpressionId, ItemId, LocalId, Name, PatternId, TypeReferenceId, body_source_map, chunk_items,
    item_data, item_source, module_file,
};

/// The tree, the chunk and the node of an item.
pub(crate) fn located(db: &dyn Db, item: ItemId) -> Option<(&Parse, Chunk<'_>, NodeId)> {
    let source = item_source(db, item)?;
    let node = *item_nodes(db, source.chunk).items.get(source.index as usize)?;
    Some((parse(db, source.chunk), source.chunk, node))
}

fn span(db: &dyn Db, chunk: Chunk<'_>, range: TextRange) -> Span {
    Span::new(chunk.id(db), range.start..range.end)
}

/// The file that an item stands in.
pub fn item_file(db: &dyn Db, item: ItemId) -> Option<SourceFile> {
    module_file(db, item.module(db))
}

/// The node of an item in its chunk's tree.
pub fn item_node(db: &dyn Db, item: ItemId) -> Option<NodeId> {
    located(db, item).map(|(_, _, node)| node)
}

/// The attribute that says something to whoever looks at the program with tools.
pub(crate) const NOTE: &str = "note";

/// What `@[note("…")]` before an item say, each with its place in the item's chunk.
pub fn item_notes(db: &dyn Db, item: ItemId) -> Vec<(String, u32)> {
    let has_any = item_data(db, item).is_some_and(|data| data.tree.attribute(data.attributes, NOTE).is_some());
    let located = has_any.then(|| located(db, item)).flatten();
    located.map_or_else(Vec::new, |(parse, _, node)| notes(parse, node).collect())
}

/// Whether anything in a text may be a note: asked once for all locals of a body, since it reads the text.
pub fn may_have_notes(parse: &Parse) -> bool {
    parse.text().contains(NOTE)
}

/// What `@[note("…")]` before the `let` that declares a local say, in the same way.
pub fn local_notes(parse: &Parse, map: &BodySourceMap, local: LocalId) -> Vec<(String, u32)> {
    let mut inner = map.local(local);
    let declaring = parse.ancestors(inner).find(|node| {
        let is_let = parse.kind(*node) == NodeKind::Let;
        if !is_let {
            inner = *node;
        }
        is_let
    });
    // What stands in the value of a `let` is declared by something else.
    let is_pattern =
        |node: NodeId| parse.children(node).find(|child| parse.kind(*child) != NodeKind::Attribute) == Some(inner);
    declaring.filter(|node| is_pattern(*node)).map_or_else(Vec::new, |node| notes(parse, node).collect())
}

fn notes(parse: &Parse, node: NodeId) -> impl Iterator<Item = (String, u32)> {
    view::Attribute::all(parse, node).filter_map(move |attribute| {
        let is_note = attribute.name().is_some_and(|name| name.text() == NOTE);
        let text = attribute.arguments().find_map(|argument| argument.value()).filter(|_| is_note)?;
        Some((syntax::literal::string(text.text()), text.range().start))
    })
}

/// All of an item.
pub fn item_span(db: &dyn Db, item: ItemId) -> Option<Span> {
    let (parse, chunk, node) = located(db, item)?;
    Some(span(db, chunk, parse.range(node)))
}

/// The name of an item; all of an impl, the text of a test.
pub fn item_name_span(db: &dyn Db, item: ItemId) -> Option<Span> {
    let (parse, chunk, node) = located(db, item)?;
    let range = name_token(parse, node).map_or_else(|| parse.range(node), |token| token.range());
    Some(span(db, chunk, range))
}

/// The name that an item's node declares.
pub(crate) fn name_token(parse: &Parse, node: NodeId) -> Option<Token<'_>> {
    match parse.kind(node) {
        NodeKind::Function => view::Function::cast(parse, node)?.name(),
        NodeKind::Type => view::Type::cast(parse, node)?.name(),
        NodeKind::Alias => view::Alias::cast(parse, node)?.name(),
        NodeKind::Constant => view::Constant::cast(parse, node)?.name(),
        NodeKind::ExternVariable => view::ExternVariable::cast(parse, node)?.name(),
        NodeKind::OpaqueType => view::OpaqueType::cast(parse, node)?.name(),
        NodeKind::Trait => view::Trait::cast(parse, node)?.name(),
        NodeKind::Test => view::Test::cast(parse, node)?.name(),
        _ => None,
    }
}

/// A type written in the head of an item.
pub fn item_type_span(db: &dyn Db, item: ItemId, id: TypeReferenceId) -> Option<Span> {
    let source = item_source(db, item)?;
    let node = *item_nodes(db, source.chunk).types.get(id.index())?;
    Some(span(db, source.chunk, parse(db, source.chunk).range(node)))
}

/// The n-th parameter of a function, `self` not counted.
pub fn parameter_span(db: &dyn Db, item: ItemId, number: usize) -> Option<Span> {
    let (parse, chunk, node) = located(db, item)?;
    let parameter = view::Function::cast(parse, node)?.parameters().nth(number)?;
    Some(span(db, chunk, parameter.range()))
}

/// The name of the n-th parameter of a function, `self` not counted.
pub fn parameter_name_span(db: &dyn Db, item: ItemId, number: usize) -> Option<Span> {
    let (parse, chunk, node) = located(db, item)?;
    let parameter = view::Function::cast(parse, node)?.parameters().nth(number)?;
    let range = parameter.name().map_or(parameter.range(), |name| name.range());
    Some(span(db, chunk, range))
}

/// The name of the n-th type parameter that an item declares.
pub fn generic_parameter_span(db: &dyn Db, item: ItemId, number: usize) -> Option<Span> {
    let (parse, chunk, node) = located(db, item)?;
    let list = parse.children(node).find_map(|child| view::GenericParameterList::cast(parse, child))?;
    let parameter = list.parameters().nth(number)?;
    let range = parameter.name().map_or(parameter.range(), |name| name.range());
    Some(span(db, chunk, range))
}

/// The innermost item of a chunk that `node` is, or is a part of.
pub fn item_of_node(db: &dyn Db, chunk: Chunk<'_>, node: NodeId) -> Option<ItemId> {
    let parse = parse(db, chunk);
    let index =
        std::iter::once(node).chain(parse.ancestors(node)).find_map(|each| index_of_item(db, chunk, parse, each))?;
    let (here, elsewhere) = chunk_items(db, chunk);
    [here, elsewhere].into_iter().find_map(|list| {
        let place = list.binary_search_by_key(&index, |(_, source)| source.index).ok()?;
        Some(list[place].0)
    })
}

/// Which of its chunk's items a node is.
fn index_of_item(db: &dyn Db, chunk: Chunk<'_>, parse: &Parse, node: NodeId) -> Option<u32> {
    // Items are listed as they begin, each before its members.
    let nodes = &item_nodes(db, chunk).items;
    let start = parse.first_token(node);
    let behind = nodes.partition_point(|item| parse.first_token(*item) <= start);
    let mut same = (0..behind).rev().take_while(|place| parse.first_token(nodes[*place]) == start);
    let place = same.find(|place| nodes[*place] == node)?;
    Some(place as u32)
}

/// The name of the n-th field of a type; of an enum the n-th of what its cases carry.
pub fn field_span(db: &dyn Db, item: ItemId, number: usize) -> Option<Span> {
    let (parse, chunk, node) = located(db, item)?;
    let written = view::Type::cast(parse, node)?;
    if written.is_enum() {
        let payload = written.cases().flat_map(view::Case::payload).nth(number)?;
        return Some(span(db, chunk, payload.range()));
    }
    let field = written.fields().nth(number)?;
    Some(span(db, chunk, field.name().map_or(field.range(), |name| name.range())))
}

/// The name of the n-th of what the cases of an enum carry; all of it where it has none.
pub fn payload_name_span(db: &dyn Db, item: ItemId, number: usize) -> Option<Span> {
    let (parse, chunk, node) = located(db, item)?;
    let payload = view::Type::cast(parse, node)?.cases().flat_map(view::Case::payload).nth(number)?;
    Some(span(db, chunk, payload.name().map_or(payload.range(), |name| name.range())))
}

/// The name of the n-th case of an enum.
pub fn case_span(db: &dyn Db, item: ItemId, number: usize) -> Option<Span> {
    let (parse, chunk, node) = located(db, item)?;
    let case = view::Type::cast(parse, node)?.cases().nth(number)?;
    Some(span(db, chunk, case.name().map_or(case.range(), |name| name.range())))
}

/// The `}` that ends the body of a function, where a missing `return` is reported.
pub fn body_end_span(db: &dyn Db, item: ItemId) -> Option<Span> {
    let (parse, chunk, node) = located(db, item)?;
    let body = view::Function::cast(parse, node)?.body()?;
    let range = body.closing_brace().map_or_else(|| body.range(), |brace| brace.range());
    Some(span(db, chunk, range))
}

fn node_span(db: &dyn Db, item: ItemId, node: NodeId) -> Option<Span> {
    let source = item_source(db, item)?;
    Some(span(db, source.chunk, parse(db, source.chunk).range(node)))
}

/// An expression of an item's body.
pub fn expression_span(db: &dyn Db, item: ItemId, id: ExpressionId) -> Option<Span> {
    node_span(db, item, body_source_map(db, item).expression(id))
}

/// The name behind the point of a field access or method call; all of any other expression.
pub fn member_name_span(db: &dyn Db, item: ItemId, id: ExpressionId) -> Option<Span> {
    let source = item_source(db, item)?;
    let parse = parse(db, source.chunk);
    let node = body_source_map(db, item).expression(id);
    let name = match parse.kind(node) {
        NodeKind::FieldAccess => view::FieldAccess::cast(parse, node).and_then(|access| access.name()),
        NodeKind::Call => view::Call::cast(parse, node).and_then(|call| call.method()).map(|method| method.name),
        _ => None,
    };
    let range = name.map_or_else(|| parse.range(node), |name| name.range());
    Some(span(db, source.chunk, range))
}

/// A pattern of an item's body.
pub fn pattern_span(db: &dyn Db, item: ItemId, id: PatternId) -> Option<Span> {
    node_span(db, item, body_source_map(db, item).pattern(id))
}

/// A type written in an item's body.
pub fn type_reference_span(db: &dyn Db, item: ItemId, id: TypeReferenceId) -> Option<Span> {
    node_span(db, item, body_source_map(db, item).type_reference(id))
}

/// The name of a local where it is declared, relative to the chunk, without `mut` and type; of `self` the name of the
/// method.
pub fn local_name_range(parse: &Parse, map: &crate::BodySourceMap, id: LocalId) -> TextRange {
    let node = map.local(id);
    let token = match parse.kind(node) {
        NodeKind::Parameter => view::Parameter::cast(parse, node).and_then(|parameter| parameter.closure_name()),
        NodeKind::BindingPattern | NodeKind::AsPattern | NodeKind::RestPattern => view::bound_name(parse, node),
        _ => name_token(parse, node),
    };
    token.map_or_else(|| parse.range(node), |token| token.range())
}

/// The name of a local where it is declared, without `mut` and type; of `self` the name of the method.
pub fn local_span(db: &dyn Db, item: ItemId, id: LocalId) -> Option<Span> {
    let source = item_source(db, item)?;
    let parse = parse(db, source.chunk);
    let range = local_name_range(parse, body_source_map(db, item), id);
    Some(span(db, source.chunk, range))
}

/// The comment block above an item, as Markdown.
pub fn documentation(db: &dyn Db, item: ItemId) -> Option<String> {
    let (parse, _, node) = located(db, item)?;
    comment_above(parse, node)
}

fn comment_above(parse: &Parse, node: NodeId) -> Option<String> {
    let lines = view::documentation(parse, node);
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// A field or case of a type, and the comment above it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartDocumentation {
    /// Its name.
    pub name: Name,
    /// Whether those see it who see the type.
    pub is_public: bool,
    /// The comment, as Markdown.
    pub documentation: Option<String>,
}

/// The fields or cases of a type in their order, with the comments above them.
pub fn part_documentation(db: &dyn Db, item: ItemId) -> Vec<PartDocumentation> {
    let Some((parse, _, node)) = located(db, item) else { return Vec::new() };
    let Some(written) = view::Type::cast(parse, node) else { return Vec::new() };
    let part = |node: NodeId, name: Option<Token<'_>>, is_public: bool| PartDocumentation {
        name: Name::new(name.map_or("", |name| name.text())),
        is_public,
        documentation: comment_above(parse, node),
    };
    let fields = written.fields().map(|field| part(field.node(), field.name(), field.is_public()));
    fields.chain(written.cases().map(|case| part(case.node(), case.name(), true))).collect()
}
