//! What kind of thing is wanted at the cursor, by the tree with a name there. It must not look anything up, except to tell
//! type arguments from an index.

use hir::Name;
use syntax::view::{self, Token};
use syntax::{NodeId, NodeKind, TokenKind};

use crate::cursor::{Cursor, Meaning};

/// What is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Context {
    /// A new name, or nothing that is known.
    Nothing,
    /// One of a few words.
    Words(&'static [&'static str]),
    /// An item of a file.
    Item,
    /// A field or method.
    TypeMember,
    /// A method.
    FunctionMember,
    /// The name of a method, or what stands before it.
    MethodName,
    /// Something that C provides.
    ExternMember,
    /// The name of an attribute before a node of this kind, which C and the linker may know by a name.
    Attribute { before: NodeKind, is_linked: bool },
    /// An argument of an attribute.
    AttributeArgument { attribute: String },
    /// The next part of a module's path.
    ImportPath { path: Vec<Name> },
    /// A name of a module, other names of it being listed already.
    ImportName { path: Vec<Name>, present: Vec<Name> },
    /// A type.
    Type,
    /// A type of a module.
    TypeBehind { path: Vec<Name> },
    /// A pattern.
    Pattern,
    /// A case or constant behind a path.
    PatternBehind { path: Vec<Name> },
    /// The label of a loop.
    Label,
    /// A field or method of `self`, behind `@`.
    SelfMember,
    /// What stands behind a point.
    Member { receiver: NodeId },
    /// The name of an argument that has a value already.
    ArgumentName,
    /// A value.
    Expression { is_statement: bool },
}

/// What is wanted at a cursor.
pub(super) fn of(cursor: &Cursor<'_>) -> Context {
    let parse = &cursor.parse;
    let node = cursor.node();
    match parse.kind(node) {
        NodeKind::Name => name(cursor, node),
        NodeKind::FieldAccess => match parse.first_child(node) {
            Some(_) if is_type_argument(cursor, node) => Context::TypeBehind {
                path: view::PathType::cast(parse, node).map_or_else(Vec::new, |path| before(cursor, path.segments())),
            },
            Some(receiver) if parse.kind(receiver) == NodeKind::Literal && is_number(cursor, receiver) => {
                Context::Nothing
            }
            Some(receiver) => Context::Member { receiver },
            None => Context::Nothing,
        },
        NodeKind::SelfField => Context::SelfMember,
        NodeKind::Attribute => Context::Attribute {
            before: parse.parent(node).map_or(NodeKind::Error, |parent| parse.kind(parent)),
            is_linked: parse.parent(node).is_none_or(|parent| is_linked(cursor, parent)),
        },
        NodeKind::AttributeArgument => {
            let attribute = parse.parent(node).and_then(|parent| view::Attribute::cast(parse, parent));
            match attribute.and_then(|attribute| attribute.name()) {
                Some(name) => Context::AttributeArgument { attribute: name.text().to_string() },
                None => Context::Nothing,
            }
        }
        NodeKind::Import => {
            let import = view::Import::cast(parse, node);
            match import {
                Some(import) if import.path().any(|token| token.id() == cursor.token) => {
                    Context::ImportPath { path: before(cursor, import.path()) }
                }
                Some(_) | None => Context::Nothing,
            }
        }
        NodeKind::ImportName => import_name(cursor, node),
        NodeKind::PathType | NodeKind::DynType => {
            let segments = view::PathType::cast(parse, node).map(|path| before(cursor, path.segments()));
            match segments {
                Some(path) if !path.is_empty() => Context::TypeBehind { path },
                Some(_) | None => Context::Type,
            }
        }
        NodeKind::BindingPattern => match parse.parent(node).map(|parent| parse.kind(parent)) {
            Some(NodeKind::Let) if cursor.kind_before() == Some(TokenKind::Let) => Context::Words(&["mut"]),
            Some(NodeKind::Let) => Context::Nothing,
            Some(_) | None => Context::Pattern,
        },
        NodeKind::PathPattern => {
            let path = view::PathPattern::cast(parse, node).map(|path| before(cursor, path.segments()));
            match path {
                Some(path) if !path.is_empty() => Context::PatternBehind { path },
                Some(_) | None => Context::Pattern,
            }
        }
        NodeKind::Match if is_in_body(cursor, node) => Context::Words(&["case"]),
        NodeKind::Break | NodeKind::Continue => Context::Label,
        NodeKind::NamedArgument => Context::ArgumentName,
        NodeKind::Type => type_item(cursor, node),
        NodeKind::File => after_modifier(cursor).unwrap_or(Context::Item),
        NodeKind::Trait | NodeKind::Impl if is_in_body(cursor, node) => {
            after_modifier(cursor).unwrap_or(Context::FunctionMember)
        }
        NodeKind::ExternBlock => Context::ExternMember,
        NodeKind::Function => function(cursor, node),
        NodeKind::For if cursor.kind_before() != Some(TokenKind::For) => Context::Words(&["in"]),
        NodeKind::Block => Context::Expression { is_statement: true },
        NodeKind::Error => broken(cursor, node),
        _ => Context::Nothing,
    }
}

/// Whether an item is known to the linker by a name that a program may choose.
fn is_linked(cursor: &Cursor<'_>, node: NodeId) -> bool {
    let parse = &cursor.parse;
    let is_of_c = parse.parent(node).is_some_and(|parent| parse.kind(parent) == NodeKind::ExternBlock);
    is_of_c || view::Function::cast(parse, node).is_none_or(|function| function.is_extern())
}

/// A word where an expression stands.
fn name(cursor: &Cursor<'_>, node: NodeId) -> Context {
    if is_type_argument(cursor, node) {
        return Context::Type;
    }
    let parse = &cursor.parse;
    let parent = parse.parent(node).map(|parent| parse.kind(parent));
    let is_statement = matches!(parent, Some(NodeKind::Block));
    let follows_value = cursor.kind_before().is_some_and(|kind| {
        matches!(
            kind,
            TokenKind::Word | TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::Integer | TokenKind::Float
        )
    });
    if is_statement && follows_value && !parse.is_after_newline(cursor.token) {
        return Context::Words(&["as"]);
    }
    Context::Expression { is_statement }
}

/// Whether a node stands in the brackets of `base[…]` where `base` takes type arguments.
fn is_type_argument(cursor: &Cursor<'_>, node: NodeId) -> bool {
    let parse = &cursor.parse;
    let mut inner = node;
    for outer in parse.ancestors(node) {
        match parse.kind(outer) {
            NodeKind::Unary | NodeKind::Tuple | NodeKind::Array | NodeKind::FieldAccess => inner = outer,
            NodeKind::Index => {
                let Some(base) = parse.first_child(outer).filter(|base| *base != inner) else {
                    return false;
                };
                return matches!(
                    cursor.meaning(base),
                    Meaning::Type(_)
                        | Meaning::PointerType
                        | Meaning::OtherType(_)
                        | Meaning::Function { .. }
                        | Meaning::Builtin(_)
                );
            }
            _ => return false,
        }
    }
    false
}

fn is_number(cursor: &Cursor<'_>, node: NodeId) -> bool {
    let kind = cursor.parse.token_kind(cursor.parse.first_token(node));
    matches!(kind, TokenKind::Integer | TokenKind::Float)
}

/// The names of a path before the cursor's.
fn before<'t>(cursor: &Cursor<'_>, segments: impl Iterator<Item = Token<'t>>) -> Vec<Name> {
    segments.take_while(|token| token.id() != cursor.token).map(|token| Name::new(token.text())).collect()
}

fn import_name(cursor: &Cursor<'_>, node: NodeId) -> Context {
    let parse = &cursor.parse;
    let is_name = view::ImportName::cast(parse, node).is_some_and(|name| cursor.is_here(name.name()));
    let import = parse.parent(node).and_then(|parent| view::Import::cast(parse, parent));
    match import {
        Some(import) if is_name => {
            let names = import.names().filter_map(|name| name.name());
            let present = names.filter(|name| name.id() != cursor.token);
            Context::ImportName {
                path: import.path().map(|token| Name::new(token.text())).collect(),
                present: present.map(|name| Name::new(name.text())).collect(),
            }
        }
        Some(_) | None => Context::Nothing,
    }
}

/// Whether the cursor stands behind the `{` of an item and not in its head.
fn is_in_body(cursor: &Cursor<'_>, node: NodeId) -> bool {
    let parse = &cursor.parse;
    let tokens = parse.first_token(node).number()..cursor.token.number();
    let mut all = parse.tokens().skip(tokens.start as usize).take(tokens.len());
    all.any(|token| parse.token_kind(token) == TokenKind::OpenBrace)
}

fn type_item(cursor: &Cursor<'_>, node: NodeId) -> Context {
    if is_in_body(cursor, node) {
        return after_modifier(cursor).unwrap_or(Context::TypeMember);
    }
    match cursor.kind_before() {
        Some(TokenKind::Type) => Context::Words(&["copy", "inline", "union", "enum"]),
        Some(_) | None => Context::Nothing,
    }
}

/// What may follow the words before an item's keyword.
fn after_modifier(cursor: &Cursor<'_>) -> Option<Context> {
    if cursor.parse.is_after_newline(cursor.token) {
        return None;
    }
    match cursor.kind_before()? {
        TokenKind::Pub => Some(Context::Words(&["fn", "type", "let", "import", "unsafe", "extern", "trait"])),
        TokenKind::Unsafe => Some(Context::Words(&["fn"])),
        TokenKind::Extern => Some(Context::Words(&["fn"])),
        _ => None,
    }
}

fn function(cursor: &Cursor<'_>, node: NodeId) -> Context {
    let parse = &cursor.parse;
    let name = view::Function::cast(parse, node).and_then(|function| function.name());
    let is_member = parse.parent(node).is_some_and(|parent| {
        matches!(parse.kind(parent), NodeKind::Type | NodeKind::Trait | NodeKind::Impl | NodeKind::Error)
    });
    let is_behind_fn = matches!(cursor.kind_before(), Some(TokenKind::Fn | TokenKind::Mut | TokenKind::Move))
        || cursor.token_before().is_some_and(|token| token.text() == "static");
    if cursor.is_here(name) && is_member && is_behind_fn { Context::MethodName } else { Context::Nothing }
}

/// A word in something broken: what fits in the nearest sound thing around it.
fn broken(cursor: &Cursor<'_>, node: NodeId) -> Context {
    let parse = &cursor.parse;
    for outer in parse.ancestors(node) {
        match parse.kind(outer) {
            NodeKind::Block => return Context::Expression { is_statement: true },
            NodeKind::Type => return after_modifier(cursor).unwrap_or(Context::TypeMember),
            NodeKind::Trait | NodeKind::Impl => return after_modifier(cursor).unwrap_or(Context::FunctionMember),
            NodeKind::ExternBlock => return Context::ExternMember,
            NodeKind::File => return after_modifier(cursor).unwrap_or(Context::Item),
            _ => {}
        }
    }
    Context::Item
}
