//! The module that was made of a header, as items that can be taken out of it. It owns what an item needs of the others; a
//! name that occurs where a type or a value may stand is needed. It must not know the file that they go to.

use std::collections::{HashMap, HashSet};

use syntax::view::{Attribute, ExternItem, Item, Token};
use syntax::{NodeId, Parse, TokenId, TokenKind};

/// The items of a header.
pub(super) struct HeaderItems {
    parse: Parse,
    pub items: Vec<HeaderItem>,
    by_name: HashMap<String, Vec<usize>>,
    by_symbol: HashMap<String, usize>,
    /// What the module imports, and from which module.
    pub imports: HashMap<String, String>,
}

/// What an item declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HeaderItemKind {
    Function,
    Variable,
    /// A type, an alias, a constant.
    Other,
}

/// An item.
pub(super) struct HeaderItem {
    pub name: String,
    pub kind: HeaderItemKind,
    /// Whether it stands in `extern { … }`.
    pub is_foreign: bool,
    node: NodeId,
    /// Where its name ends.
    behind: u32,
}

impl HeaderItem {
    fn new(name: Token<'_>, kind: HeaderItemKind, is_foreign: bool, node: NodeId) -> HeaderItem {
        HeaderItem { name: name.text().to_string(), kind, is_foreign, node, behind: name.range().end }
    }
}

impl HeaderItems {
    pub fn new(text: &str) -> HeaderItems {
        let mut header = HeaderItems {
            parse: syntax::parse(text),
            items: Vec::new(),
            by_name: HashMap::new(),
            by_symbol: HashMap::new(),
            imports: HashMap::new(),
        };
        let mut found: Vec<(HeaderItem, Option<String>)> = Vec::new();
        for item in header.parse.file().items() {
            match item {
                Item::Import(import) => {
                    let path: Vec<&str> = import.path().map(|token| token.text()).collect();
                    let names = import.names().filter_map(|name| name.name());
                    header.imports.extend(names.map(|name| (name.text().to_string(), path.join("."))));
                }
                Item::ExternBlock(block) => found.extend(block.items().filter_map(|item| foreign(&header.parse, item))),
                Item::Constant(_) | Item::Function(_) | Item::Type(_) | Item::Alias(_) | Item::Impl(_) => {
                    let kind = HeaderItemKind::Other;
                    let found_here = name_of_item(item).map(|name| HeaderItem::new(name, kind, false, item.node()));
                    found.extend(found_here.map(|item| (item, None)));
                }
                Item::ImportExtern(_) | Item::Trait(_) | Item::Test(_) => {}
            }
        }
        for (number, (item, symbol)) in found.into_iter().enumerate() {
            header.by_name.entry(item.name.clone()).or_default().push(number);
            if let Some(symbol) = symbol {
                header.by_symbol.entry(symbol).or_insert(number);
            }
            header.items.push(item);
        }
        header
    }

    /// The items of a name: methods have that of their type.
    pub fn named(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map(Vec::as_slice).unwrap_or_default()
    }

    /// The function or variable that a linker knows by a name.
    pub fn with_symbol(&self, symbol: &str) -> Option<usize> {
        self.by_symbol.get(symbol).copied()
    }

    /// The attributes of an item and all behind them, with `pub` or without.
    pub fn text(&self, item: usize, is_public: bool) -> String {
        let node = self.items[item].node;
        let (start, text) = (self.parse.range(node).start, self.parse.node_text(node));
        let word = self.parse.token_range(behind_attributes(&self.parse, node));
        match self::is_public(&self.parse, node) && !is_public {
            true => {
                let (before, behind) = ((word.start - start) as usize, (word.end - start) as usize);
                format!("{}{}", &text[..before], text[behind..].trim_start())
            }
            false => text.to_string(),
        }
    }

    /// The names that an item uses, in order, each once.
    pub fn used(&self, item: usize) -> Vec<&str> {
        let mut known = HashSet::new();
        let item = &self.items[item];
        let (first, end) = (self.parse.first_token(item.node).number(), self.parse.end_token(item.node).number());
        let tokens: Vec<TokenId> = self.parse.tokens().skip(first as usize).take((end - first) as usize).collect();
        let kind = |index: usize| tokens.get(index).map(|token| self.parse.token_kind(*token));
        let is_used = |index: &usize| {
            let before = index.checked_sub(1).and_then(kind);
            kind(*index) == Some(TokenKind::Word)
                // Members, and names that are declared.
                && !matches!(before, Some(TokenKind::Dot | TokenKind::At))
                && kind(*index + 1) != Some(TokenKind::Colon)
        };
        let words = (0..tokens.len()).filter(is_used).map(|index| self.parse.token_text(tokens[index]));
        words.filter(|word| *word != item.name && known.insert(*word)).collect()
    }

    /// The words of an item, but for `pub`: comments and space do not make a difference.
    pub fn words(&self, item: usize) -> Vec<&str> {
        words(&self.parse, self.items[item].node)
    }

    /// What C calls an item for the linker, if it says so.
    pub fn written_symbol(&self, item: usize) -> Option<&str> {
        written_symbol(&self.parse, self.items[item].node)
    }

    /// What stands behind the name of a function or variable.
    pub fn behind_name(&self, item: usize) -> Option<&str> {
        let item = &self.items[item];
        let end = self.parse.range(item.node).end;
        self.parse.text().get(item.behind as usize..end as usize)
    }
}

/// A member of `extern { … }`, and its symbol.
fn foreign(parse: &Parse, item: ExternItem<'_>) -> Option<(HeaderItem, Option<String>)> {
    let (kind, node) = match item {
        ExternItem::Function(function) => (HeaderItemKind::Function, function.node()),
        ExternItem::Variable(variable) => (HeaderItemKind::Variable, variable.node()),
        ExternItem::Type(opaque) => (HeaderItemKind::Other, opaque.node()),
    };
    let name = name_of(item)?;
    let symbol = written_symbol(parse, node).unwrap_or(name.text()).to_string();
    let symbol = (kind != HeaderItemKind::Other).then_some(symbol);
    Some((HeaderItem::new(name, kind, true, node), symbol))
}

/// The name of a member of `extern { … }`.
pub(super) fn name_of(item: ExternItem<'_>) -> Option<Token<'_>> {
    match item {
        ExternItem::Function(function) => function.name(),
        ExternItem::Variable(variable) => variable.name(),
        ExternItem::Type(opaque) => opaque.name(),
    }
}

/// The name of any other item; of `impl` that of the type.
pub(super) fn name_of_item(item: Item<'_>) -> Option<Token<'_>> {
    match item {
        Item::Constant(constant) => constant.name(),
        Item::Function(function) => function.name(),
        Item::Type(ty) => ty.name(),
        Item::Alias(alias) => alias.name(),
        Item::Impl(methods) => {
            let node = methods.type_syntax()?.node();
            Some(Token::new(methods.tree(), methods.tree().first_token(node)))
        }
        Item::Import(_) | Item::ImportExtern(_) | Item::ExternBlock(_) | Item::Trait(_) | Item::Test(_) => None,
    }
}

/// What `@[name("…")]` says.
pub(super) fn written_symbol(parse: &Parse, node: NodeId) -> Option<&str> {
    let mut attributes = Attribute::all(parse, node);
    let attribute = attributes.find(|attribute| attribute.name().is_some_and(|name| name.text() == "name"))?;
    attribute.arguments().next()?.value().map(|token| token.text().trim_matches('"'))
}

/// The words of a node, but for `pub`.
pub(super) fn words(parse: &Parse, node: NodeId) -> Vec<&str> {
    let tokens = parse.tokens().skip(parse.first_token(node).number() as usize);
    let tokens = tokens.take_while(|token| *token < parse.end_token(node));
    let tokens = tokens.filter(|token| parse.token_kind(*token) != TokenKind::Pub);
    tokens.map(|token| parse.token_text(token)).collect()
}

fn behind_attributes(parse: &Parse, node: NodeId) -> TokenId {
    let last = Attribute::all(parse, node).last();
    last.map_or_else(|| parse.first_token(node), |attribute| parse.end_token(attribute.node()))
}

/// Whether `pub` stands before an item.
pub(super) fn is_public(parse: &Parse, node: NodeId) -> bool {
    parse.token_kind(behind_attributes(parse, node)) == TokenKind::Pub
}
