//! From the tokens of a chunk to their colours: names by what they mean, all else by its kind. Names are written into a
//! table by the walks over heads and bodies first, then the text is gone through once.

use hir::{ItemId, Name};
use source::{Chunk, Db, parse};
use syntax::view::{self, Token};
use syntax::{NodeId, NodeKind, Parse, Piece, TextRange, TokenId, TokenKind, TriviaKind};

use super::names::{Colour, of_declaration, of_definition};
use super::texts::{add_lines, add_literal};
use super::{
    RelativeToken, SemanticKind as Kind, SemanticModifier as Modifier, SemanticModifiers as Modifiers, bodies,
};
use crate::definition::Definition;
use crate::name_use::paths::path_of_names;

/// The tokens of a chunk and what is known of them.
pub(super) struct Tokens<'db> {
    pub db: &'db dyn Db,
    pub parse: &'db Parse,
    /// C strings whose `%d` are read by a C function.
    pub formats: Vec<TokenId>,
    /// By token: what it names.
    names: Vec<Option<Colour>>,
    /// By token: the innermost node that holds it.
    nodes: Vec<NodeId>,
}

/// The colours of a chunk.
pub(super) fn of_chunk(db: &dyn Db, chunk: Chunk<'_>, items: &[ItemId]) -> Vec<RelativeToken> {
    let parse = parse(db, chunk);
    let mut tokens =
        Tokens { db, parse, formats: Vec::new(), names: vec![None; parse.token_count()], nodes: innermost(parse) };
    let owners = owners(db, parse, items);
    for node in parse.nodes() {
        tokens.head(db, chunk, node, &owners);
    }
    for &item in items {
        if let Some(span) = hir::item_name_span(db, item) {
            let name = parse.token_at(span.start);
            tokens.set_token(name, of_declaration(db, item));
        }
        bodies::colour(&mut tokens, item);
    }
    tokens.finish()
}

/// By token: the innermost node that holds it. Nodes come children first, so the first to claim a token is the innermost.
fn innermost(parse: &Parse) -> Vec<NodeId> {
    let mut found: Vec<Option<NodeId>> = vec![None; parse.token_count()];
    for node in parse.nodes() {
        let range = parse.first_token(node).number() as usize..parse.end_token(node).number() as usize;
        for slot in &mut found[range] {
            slot.get_or_insert(node);
        }
    }
    found.into_iter().map(|node| node.unwrap_or(parse.root())).collect()
}

/// By token: the innermost item around it.
fn owners(db: &dyn Db, parse: &Parse, items: &[ItemId]) -> Vec<Option<ItemId>> {
    let mut found = vec![None; parse.token_count()];
    for &item in items {
        if let Some(node) = hir::item_node(db, item) {
            let range = parse.first_token(node).number() as usize..parse.end_token(node).number() as usize;
            found[range].fill(Some(item));
        }
    }
    found
}

impl<'db> Tokens<'db> {
    pub fn set(&mut self, token: TokenId, colour: Option<Colour>) {
        if let Some(slot) = self.names.get_mut(token.number() as usize)
            && colour.is_some()
        {
            *slot = colour;
        }
    }

    pub fn set_token(&mut self, token: Option<TokenId>, colour: Option<Colour>) {
        if let Some(token) = token {
            self.set(token, colour);
        }
    }

    /// The names of a type's or module's path.
    pub fn path(&mut self, node: NodeId, item: ItemId) {
        let Some(path) = view::PathType::cast(self.parse, node) else {
            return;
        };
        let mut names: Vec<Name> = Vec::new();
        for segment in path.segments() {
            names.push(Name::new(segment.text()));
            if segment.kind() == TokenKind::SelfType {
                self.set(segment.id(), Some((Kind::SelfKeyword, Modifiers::NONE)));
            } else if let Some(found) = path_of_names(self.db, item, &names) {
                self.set(segment.id(), of_definition(self.db, found));
            }
        }
    }

    /// The names that a node of an item's head holds.
    fn head(&mut self, db: &dyn Db, chunk: Chunk<'_>, node: NodeId, owners: &[Option<ItemId>]) {
        let parse = self.parse;
        let declared = |kind: Kind| Some((kind, Modifiers::NONE.with(Modifier::Declaration)));
        let owner = || owners.get(parse.first_token(node).number() as usize).copied().flatten();
        match parse.kind(node) {
            NodeKind::PathType | NodeKind::DynType => {
                if let Some(item) = owner() {
                    self.path(node, item);
                }
            }
            // The names of modules before a point make no expression; what they are not is written over.
            NodeKind::Name | NodeKind::FieldAccess => {
                if let Some(item) = owner() {
                    self.module_path(node, item);
                }
            }
            NodeKind::Import => self.import(db, chunk, node),
            NodeKind::Attribute => {
                let colour = Some((Kind::Attribute, Modifiers::NONE));
                if let Some(attribute) = view::Attribute::cast(parse, node) {
                    self.set_token(attribute.name().map(|name| name.id()), colour);
                    for argument in attribute.arguments() {
                        let is_word = |token: &Token<'_>| token.kind().is_word_like();
                        self.set_token(argument.label().map(|label| label.id()), declared(Kind::Property).and(colour));
                        self.set_token(argument.value().filter(is_word).map(|word| word.id()), colour);
                    }
                }
            }
            NodeKind::Field => {
                if let Some(field) = view::Field::cast(parse, node) {
                    let is_public = parse_is_public(parse, node, field.name());
                    let modifiers = Modifiers::NONE.with(Modifier::Declaration);
                    let colour = Some((Kind::Property, modifiers.with_if(is_public, Modifier::Public)));
                    self.set_token(field.name().map(|name| name.id()), colour);
                    let at = field.name().and_then(|name| parse.tokens().nth(name.id().number() as usize - 1));
                    self.set_token(at.filter(|at| parse.token_kind(*at) == TokenKind::At), colour);
                }
            }
            NodeKind::Case => {
                let name = view::Case::cast(parse, node).and_then(|case| case.name());
                self.set_token(name.map(|name| name.id()), declared(Kind::EnumMember));
            }
            NodeKind::GenericParameter => {
                let name = view::GenericParameter::cast(parse, node).and_then(|parameter| parameter.name());
                self.set_token(name.map(|name| name.id()), declared(Kind::TypeParameter));
            }
            NodeKind::Parameter => {
                let parameter = view::Parameter::cast(parse, node);
                let name = parameter.and_then(|parameter| parameter.name());
                self.set_token(name.map(|name| name.id()), declared(Kind::Parameter));
            }
            NodeKind::PathPattern => {
                let Some((pattern, item)) = view::PathPattern::cast(parse, node).zip(owner()) else {
                    return;
                };
                let mut names: Vec<Name> = Vec::new();
                for segment in pattern.segments() {
                    names.push(Name::new(segment.text()));
                    let found = path_of_names(db, item, &names).and_then(|found| of_definition(db, found));
                    self.set(segment.id(), found.or(Some((Kind::EnumMember, Modifiers::NONE))));
                }
            }
            _ => {}
        }
    }

    /// The modules at the beginning of a path in an expression.
    fn module_path(&mut self, node: NodeId, item: ItemId) {
        let Some(path) = view::PathType::cast(self.parse, node) else {
            return;
        };
        let mut names: Vec<Name> = Vec::new();
        for segment in path.segments() {
            names.push(Name::new(segment.text()));
            let is_open = self.names.get(segment.id().number() as usize).is_some_and(|slot| slot.is_none());
            match path_of_names(self.db, item, &names) {
                Some(found @ Definition::Module(_)) if is_open => {
                    self.set(segment.id(), of_definition(self.db, found));
                }
                Some(Definition::Module(_)) => {}
                Some(_) | None => return,
            }
        }
    }

    fn import(&mut self, db: &dyn Db, chunk: Chunk<'_>, node: NodeId) {
        let parse = self.parse;
        let module = hir::module_of_file(db, chunk.id(db).file(db));
        let Some((import, module)) = view::Import::cast(parse, node).zip(module) else {
            return;
        };
        let namespace = Some((Kind::Namespace, Modifiers::NONE));
        let mut path: Vec<Name> = Vec::new();
        for token in import.path() {
            path.push(Name::new(token.text()));
            self.set(token.id(), namespace);
        }
        let declared = |colour: Option<Colour>| colour.map(|(kind, it)| (kind, it.with(Modifier::Declaration)));
        self.set_token(import.alias().map(|alias| alias.id()), declared(namespace));
        let Some(target) = hir::imported_module(db, module.package(db), &path) else {
            return;
        };
        for each in import.names() {
            let Some(name) = each.name() else { continue };
            let member = hir::resolve_in_module(db, target, Name::new(name.text()), module);
            let (hir::ModuleMember::Visible(found) | hir::ModuleMember::Private(found)) = member else {
                continue;
            };
            let colour = of_definition(db, Definition::of_resolution(found));
            self.set(name.id(), colour);
            self.set_token(each.alias().map(|alias| alias.id()), declared(colour));
        }
    }

    fn finish(self) -> Vec<RelativeToken> {
        Painter { parse: self.parse, formats: self.formats, names: self.names, nodes: self.nodes }.finish()
    }
}

/// A text with what is known of its names.
struct Painter<'text> {
    parse: &'text Parse,
    /// See [`Tokens`].
    formats: Vec<TokenId>,
    names: Vec<Option<Colour>>,
    nodes: Vec<NodeId>,
}

/// The colours of a text that belongs to no program: nothing is known of its names but that types begin with a capital.
pub(super) fn of_text(text: &str) -> Vec<RelativeToken> {
    let parse = syntax::parse(text);
    let type_name = |token: TokenId| {
        let is_type = parse.token_kind(token) == TokenKind::Word
            && parse.token_text(token).starts_with(|first: char| first.is_ascii_uppercase());
        is_type.then_some((Kind::Type, Modifiers::NONE))
    };
    let names = parse.tokens().map(type_name).collect();
    Painter { parse: &parse, formats: Vec::new(), names, nodes: innermost(&parse) }.finish()
}

impl Painter<'_> {
    fn finish(self) -> Vec<RelativeToken> {
        let parse = self.parse;
        let text = parse.text();
        let mut found = Vec::with_capacity(parse.token_count());
        let mut comments: Vec<TextRange> = Vec::new();
        let mut newlines = 0;
        for piece in parse.pieces() {
            match piece {
                Piece::Trivia(TriviaKind::Whitespace, _) => {}
                Piece::Trivia(TriviaKind::Newline, _) => {
                    newlines += 1;
                    if newlines > 1 {
                        flush(&mut found, text, &mut comments, false);
                    }
                }
                Piece::Trivia(TriviaKind::Comment, range) => {
                    newlines = 0;
                    comments.push(range);
                }
                Piece::Token(token) => {
                    let documents = !comments.is_empty() && newlines <= 1 && self.begins_declaration(token);
                    flush(&mut found, text, &mut comments, documents);
                    newlines = 0;
                    self.token(token, &mut found);
                }
            }
        }
        flush(&mut found, text, &mut comments, false);
        found
    }

    /// Whether a token is the first of something that a comment above it documents.
    fn begins_declaration(&self, token: TokenId) -> bool {
        let parse = self.parse;
        let mut node = self.nodes[token.number() as usize];
        loop {
            if parse.first_token(node) != token {
                return false;
            }
            let is_declaration = view::Item::cast(parse, node).is_some()
                || matches!(
                    parse.kind(node),
                    NodeKind::Field | NodeKind::Case | NodeKind::ExternVariable | NodeKind::OpaqueType
                );
            if is_declaration {
                return true;
            }
            match parse.parent(node) {
                Some(parent) => node = parent,
                None => return false,
            }
        }
    }

    fn token(&self, token: TokenId, found: &mut Vec<RelativeToken>) {
        let parse = self.parse;
        let range = parse.token_range(token);
        let text = parse.token_text(token);
        let kind = parse.token_kind(token);
        let simple = |kind: Kind| Some((kind, Modifiers::NONE));
        let colour = self.names[token.number() as usize].or_else(|| match kind {
            TokenKind::Word => self.word(token),
            TokenKind::True | TokenKind::False => simple(Kind::Boolean),
            TokenKind::SelfValue | TokenKind::SelfType => simple(Kind::SelfKeyword),
            TokenKind::Pub | TokenKind::Mut | TokenKind::Ref | TokenKind::Move | TokenKind::Dyn => {
                simple(Kind::Modifier)
            }
            TokenKind::Unsafe => Some((Kind::Keyword, Modifiers::NONE.with(Modifier::Unsafe))),
            TokenKind::Integer | TokenKind::Float => simple(Kind::Number),
            TokenKind::InterpolationStart | TokenKind::InterpolationEnd | TokenKind::TextFormat => {
                simple(Kind::FormatSpecifier)
            }
            TokenKind::Underscore => simple(Kind::Keyword),
            _ if decides(kind) => Some((Kind::Keyword, Modifiers::NONE.with(Modifier::ControlFlow))),
            _ if kind.is_keyword() => simple(Kind::Keyword),
            _ if is_operator(kind) => simple(Kind::Operator),
            _ => None,
        });
        match kind {
            TokenKind::Character => add_literal(found, text, range.start, Kind::Character, false),
            TokenKind::String
            | TokenKind::MultilineString
            | TokenKind::CString
            | TokenKind::StringStart
            | TokenKind::StringText
            | TokenKind::StringEnd => {
                let is_format = self.formats.contains(&token);
                add_literal(found, text, range.start, Kind::String, is_format);
            }
            _ => {
                if let Some((kind, modifiers)) = colour {
                    add_lines(found, text, range.start, kind, modifiers);
                }
            }
        }
    }

    /// A word that names nothing: one of those that mean something in the head of an item only.
    fn word(&self, token: TokenId) -> Option<Colour> {
        let kind = match (self.parse.kind(self.nodes[token.number() as usize]), self.parse.token_text(token)) {
            (NodeKind::Type, "copy" | "inline" | "view" | "enum" | "union") => Kind::Modifier,
            (NodeKind::Function, "static") => Kind::Modifier,
            (NodeKind::Test, "test" | "bench") => Kind::Keyword,
            _ => return None,
        };
        Some((kind, Modifiers::NONE))
    }
}

fn flush(found: &mut Vec<RelativeToken>, text: &str, comments: &mut Vec<TextRange>, documents: bool) {
    let modifiers = Modifiers::NONE.with_if(documents, Modifier::Documentation);
    for range in comments.drain(..) {
        add_lines(found, &text[range.index()], range.start, Kind::Comment, modifiers);
    }
}

/// Whether `pub` stands before the name of a field.
fn parse_is_public(parse: &Parse, node: NodeId, name: Option<Token<'_>>) -> bool {
    let first = parse.first_token(node).number() as usize;
    let end = name.map_or(first, |name| name.id().number() as usize);
    let mut head = parse.tokens().skip(first).take(end.saturating_sub(first));
    head.any(|token| parse.token_kind(token) == TokenKind::Pub)
}

fn is_operator(kind: TokenKind) -> bool {
    (TokenKind::Not..=TokenKind::BarEqual).contains(&kind)
        || matches!(kind, TokenKind::Arrow | TokenKind::DotDot | TokenKind::DotDotEqual | TokenKind::Ellipsis)
}

/// Whether a word decides what runs next.
fn decides(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::If
            | TokenKind::Else
            | TokenKind::Match
            | TokenKind::Case
            | TokenKind::For
            | TokenKind::In
            | TokenKind::While
            | TokenKind::Loop
            | TokenKind::Break
            | TokenKind::Continue
            | TokenKind::Return
            | TokenKind::Try
            | TokenKind::Throw
    )
}
