//! Typed views: for each construct a `Copy` wrapper of a tree and a node number, with an accessor for each part. An
//! accessor returns `Option` where a broken tree may lack the part. Views find parts by position and by the tokens between
//! them, and allocate nothing. They must not know what a name means.

mod attributes;
mod control;
mod expressions;
mod functions;
mod items;
mod literals;
mod members;
mod operators;
mod patterns;
mod statements;
mod types;

pub use attributes::*;
pub use control::*;
pub use expressions::*;
pub use functions::*;
pub use items::*;
pub use literals::*;
pub use members::*;
pub use operators::{Binary, BinaryOperator, Conversion as Cast, LogicalOperator, Range, Unary, UnaryOperator};
pub use patterns::*;
pub use statements::*;
pub use types::*;

use crate::{NodeId, NodeKind, Parse, TextRange, TokenId, TokenKind};

/// A token with its tree.
#[derive(Clone, Copy)]
pub struct Token<'tree> {
    parse: &'tree Parse,
    id: TokenId,
}

impl<'tree> Token<'tree> {
    /// The token `id` of `parse`.
    pub fn new(parse: &'tree Parse, id: TokenId) -> Token<'tree> {
        Token { parse, id }
    }

    /// Its place in the token array.
    pub fn id(self) -> TokenId {
        self.id
    }

    /// Its kind.
    pub fn kind(self) -> TokenKind {
        self.parse.token_kind(self.id)
    }

    /// Its text.
    #[inline]
    pub fn text(self) -> &'tree str {
        self.parse.token_text(self.id)
    }

    /// Its range.
    pub fn range(self) -> TextRange {
        self.parse.token_range(self.id)
    }
}

impl std::fmt::Debug for Token<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:?}@{:?} {:?}", self.kind(), self.range(), self.text())
    }
}

/// Declares views, each of one node kind or of a few that read alike.
macro_rules! views {
    ($($(#[$documentation:meta])* $name:ident of $($kind:ident)|+;)*) => {$(
        $(#[$documentation])*
        #[derive(Clone, Copy)]
        pub struct $name<'tree> {
            parse: &'tree $crate::Parse,
            node: $crate::NodeId,
        }

        impl<'tree> $name<'tree> {
            #[inline]
            pub(crate) fn new(parse: &'tree $crate::Parse, node: $crate::NodeId) -> Self {
                $name { parse, node }
            }

            /// The view of `node`, `None` if it is of another kind.
            #[inline]
            pub fn cast(parse: &'tree $crate::Parse, node: $crate::NodeId) -> Option<Self> {
                matches!(parse.kind(node), $($crate::NodeKind::$kind)|+).then(|| $name::new(parse, node))
            }

            /// The node, which is what to keep when the tree is let go.
            #[inline]
            pub fn node(self) -> $crate::NodeId {
                self.node
            }

            /// The tree.
            #[inline]
            pub fn tree(self) -> &'tree $crate::Parse {
                self.parse
            }

            /// The range of the node, without space and comments around it.
            pub fn range(self) -> $crate::TextRange {
                self.parse.range(self.node)
            }
        }

        impl std::fmt::Debug for $name<'_> {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, concat!(stringify!($name), "@{:?}"), self.range())
            }
        }
    )*};
}
pub(crate) use views;

/// Gives an enum of views what all views have.
macro_rules! view_enum {
    ($name:ident of $($variant:ident)*) => {
        impl<'tree> $name<'tree> {
            /// The node, which is what to keep when the tree is let go.
            #[inline]
            pub fn node(self) -> $crate::NodeId {
                match self { $($name::$variant(view) => view.node(),)* }
            }

            /// The tree.
            #[inline]
            pub fn tree(self) -> &'tree $crate::Parse {
                match self { $($name::$variant(view) => view.tree(),)* }
            }

            /// The range of the node, without space and comments around it.
            pub fn range(self) -> $crate::TextRange {
                self.tree().range(self.node())
            }
        }
    };
}
pub(crate) use view_enum;

views! {
    /// Something missing or broken, whose syntax error is reported already.
    Broken of Error;
}

/// Positional access, for views only.
impl Parse {
    #[inline]
    pub(crate) fn child(&self, node: NodeId, position: usize) -> Option<NodeId> {
        self.children(node).nth(position)
    }

    pub(crate) fn child_of_kind(&self, node: NodeId, kind: NodeKind) -> Option<NodeId> {
        self.children(node).find(|child| self.kind(*child) == kind)
    }

    /// The token at `offset` behind the node's first one, if the node has it.
    #[inline]
    pub(crate) fn token_of(&self, node: NodeId, offset: u32) -> Option<Token<'_>> {
        let raw = self.node(node);
        let index = raw.first_token + offset;
        (index < raw.end_token).then(|| Token::new(self, TokenId(index)))
    }

    /// The tokens of the node, those of its children included.
    pub(crate) fn tokens_of(&self, node: NodeId) -> impl DoubleEndedIterator<Item = Token<'_>> {
        let raw = self.node(node);
        (raw.first_token..raw.end_token).map(|index| Token::new(self, TokenId(index)))
    }

    /// The kind of the token directly behind the node.
    #[inline]
    pub(crate) fn kind_behind(&self, node: NodeId) -> TokenKind {
        self.tokens[self.node(node).end_token as usize].kind()
    }

    /// The kind of the token directly before the node.
    #[inline]
    pub(crate) fn kind_before(&self, node: NodeId) -> Option<TokenKind> {
        let index = self.node(node).first_token.checked_sub(1)?;
        Some(self.tokens[index as usize].kind())
    }

    /// The child that stands directly behind a token of this kind.
    pub(crate) fn child_behind(&self, node: NodeId, kind: TokenKind) -> Option<NodeId> {
        let first = self.node(node).first_token;
        self.children(node)
            .find(|child| self.node(*child).first_token > first && self.kind_before(*child) == Some(kind))
    }

    /// The first own token of an item, field, case or `let`: the one behind its attributes.
    pub(crate) fn start_behind_attributes(&self, node: NodeId) -> u32 {
        self.children(node)
            .take_while(|child| self.kind(*child) == NodeKind::Attribute)
            .last()
            .map_or(self.node(node).first_token, |attribute| self.node(attribute).end_token)
    }

    /// The words before an item's keyword, the place of the keyword itself and of what stands behind it.
    pub(crate) fn head(&self, node: NodeId) -> Head {
        let end = self.node(node).end_token;
        let keyword = self.start_behind_attributes(node);
        let mut head = Head { keyword, behind: 0, is_public: false, is_extern: false, is_unsafe: false };
        while head.keyword < end {
            match self.tokens[head.keyword as usize].kind() {
                TokenKind::Pub => head.is_public = true,
                TokenKind::Extern => head.is_extern = true,
                TokenKind::Unsafe => head.is_unsafe = true,
                _ => break,
            }
            head.keyword += 1;
        }
        head.behind = head.keyword + 1;
        let kind = |token: u32| (token < end).then(|| self.tokens[token as usize].kind());
        if kind(head.behind) == Some(TokenKind::Pub)
            && kind(head.behind + 1).is_some_and(TokenKind::follows_late_public)
        {
            head.is_public = true;
            head.behind += 1;
        }
        head
    }

    /// The token at `index` if it is a word and belongs to the node.
    #[inline]
    pub(crate) fn word_at(&self, node: NodeId, index: u32) -> Option<Token<'_>> {
        (index < self.node(node).end_token && self.tokens[index as usize].kind().is_word_like())
            .then(|| Token::new(self, TokenId(index)))
    }
}

/// What stands before an item's keyword.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    pub keyword: u32,
    /// What stands behind the keyword, and behind a `pub` there, which the parser has reported.
    pub behind: u32,
    pub is_public: bool,
    pub is_extern: bool,
    pub is_unsafe: bool,
}
