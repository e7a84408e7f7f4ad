//! The tree: two flat arrays, tokens and nodes, over the text. It knows kinds and links, and nothing about what a kind
//! holds (that is `view`). White space and comments are not stored: they are the gaps between tokens and are cut into
//! pieces when somebody asks, which keeps the arrays short and the parser free of skipping.

mod parents;
#[cfg(test)]
mod tests;

use std::num::NonZeroU32;
use std::sync::Arc;

pub(crate) use parents::Parents;

use crate::trivia::{Piece, Pieces};
use crate::{NodeKind, SyntaxError, TextRange, TokenKind, view};

/// A node of one [`Parse`]. Children have smaller numbers than their parent; the root has the largest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The number of the node, at least 1.
    #[inline]
    pub fn number(self) -> u32 {
        self.0.get()
    }

    /// The node with this number, `None` for 0. The caller knows which tree it belongs to.
    #[inline]
    pub fn from_number(number: u32) -> Option<NodeId> {
        NonZeroU32::new(number).map(NodeId)
    }
}

/// A significant token of one [`Parse`], by its place in the token array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TokenId(pub(crate) u32);

impl TokenId {
    /// The place in the token array.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// A token in eight bytes: its start, and its length, flags and kind in one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct RawToken {
    pub start: u32,
    packed: u32,
}

impl RawToken {
    /// The bit of the kind byte that marks a newline which ends the statement before the token.
    pub const LINE_END: u8 = 0x80;
    const NEWLINE: u32 = 0x100;
    const LENGTH_SHIFT: u32 = 9;
    /// The longest token. Longer ones are cut by the lexer.
    pub const MAX_LENGTH: u32 = u32::MAX >> RawToken::LENGTH_SHIFT;

    #[inline(always)]
    pub fn new(kind: TokenKind, start: u32, length: u32, newline: bool, line_end: bool) -> RawToken {
        let flags = u32::from(newline) * RawToken::NEWLINE + u32::from(line_end) * u32::from(RawToken::LINE_END);
        RawToken { start, packed: length << RawToken::LENGTH_SHIFT | flags | kind as u32 }
    }

    #[inline(always)]
    pub fn end(self) -> u32 {
        self.start + (self.packed >> RawToken::LENGTH_SHIFT)
    }

    /// The kind's number with the line-end bit.
    #[inline(always)]
    pub fn number(self) -> u8 {
        self.packed as u8
    }

    #[inline(always)]
    pub fn kind(self) -> TokenKind {
        TokenKind::from_number(self.packed as u8 & !RawToken::LINE_END)
    }

    /// Whether a newline stands before the token, ending a statement or not.
    #[inline(always)]
    pub fn after_newline(self) -> bool {
        self.packed & RawToken::NEWLINE != 0
    }
}

/// A node in twenty bytes. Links are node numbers, 0 for none; `height` counts the nodes below, itself included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Node {
    pub first_token: u32,
    pub end_token: u32,
    pub first_child: u32,
    pub next_sibling: u32,
    pub height: u16,
    pub kind: NodeKind,
}

/// The result of parsing a text: the text, its tokens, its tree and the errors found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parse {
    pub(crate) text: Arc<str>,
    /// Ends with one [`TokenKind::EndOfText`].
    pub(crate) tokens: Vec<RawToken>,
    /// In post-order: a node stands behind its descendants, directly behind its last child. Number 0 is no node.
    pub(crate) nodes: Vec<Node>,
    pub(crate) errors: Vec<SyntaxError>,
    /// Ranges of tokens that were passed over.
    pub(crate) lost: Vec<(u32, u32)>,
    pub(crate) parents: Parents,
}

impl Parse {
    /// The parsed text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The mistakes, in the order of their places.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// The words of text that no part of the tree gives a meaning to: they may have been meant as declarations.
    pub fn lost_words(&self) -> impl Iterator<Item = &str> {
        let tokens = self.lost.iter().flat_map(|(start, end)| *start..*end).map(TokenId);
        let words = tokens.filter(|token| self.token_kind(*token).is_word_like());
        words.map(|token| self.token_text(token))
    }

    /// The root, a [`NodeKind::File`].
    pub fn root(&self) -> NodeId {
        NodeId::from_number(self.nodes.len() as u32 - 1).expect("a tree has a root behind the unused node 0")
    }

    /// The typed view of the root.
    pub fn file(&self) -> view::File<'_> {
        view::File::new(self, self.root())
    }

    /// One more than the largest node number: the size of an array indexed by [`NodeId::number`].
    pub fn node_limit(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes, children before parents.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        (1..self.nodes.len() as u32).filter_map(NodeId::from_number)
    }

    #[inline(always)]
    pub(crate) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node.number() as usize]
    }

    /// The kind of the node.
    #[inline]
    pub fn kind(&self, node: NodeId) -> NodeKind {
        self.node(node).kind
    }

    /// The range from the node's first to its last token, without the space and comments around them. A node
    /// without tokens stands, empty, behind the token before it.
    pub fn range(&self, node: NodeId) -> TextRange {
        let node = self.node(node);
        if node.first_token == node.end_token {
            return TextRange::empty(self.end_before(node.first_token));
        }
        TextRange::new(self.tokens[node.first_token as usize].start, self.tokens[node.end_token as usize - 1].end())
    }

    fn end_before(&self, token: u32) -> u32 {
        token.checked_sub(1).map_or(0, |previous| self.tokens[previous as usize].end())
    }

    /// The text of [`Parse::range`].
    pub fn node_text(&self, node: NodeId) -> &str {
        &self.text[self.range(node).index()]
    }

    /// The number of nodes on the longest way from this node down, itself included.
    pub fn height(&self, node: NodeId) -> usize {
        self.node(node).height as usize
    }

    /// The first child.
    #[inline]
    pub fn first_child(&self, node: NodeId) -> Option<NodeId> {
        NodeId::from_number(self.node(node).first_child)
    }

    /// The next child of the same parent.
    #[inline]
    pub fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        NodeId::from_number(self.node(node).next_sibling)
    }

    /// The children from left to right.
    #[inline]
    pub fn children(&self, node: NodeId) -> Children<'_> {
        Children { parse: self, next: self.node(node).first_child }
    }

    /// The parent, which stands behind the last sibling.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        if node == self.root() {
            return None;
        }
        self.parents.of(node, &self.nodes)
    }

    /// The parent, its parent and so on up to the root.
    pub fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.parent(node), |node| self.parent(*node))
    }

    /// The innermost node whose range holds `offset` or ends there, the root if no other does. Of two that meet at
    /// `offset` the right one wins, unless it is no more than punctuation away from the left one.
    pub fn node_at(&self, offset: u32) -> NodeId {
        let mut node = self.root();
        loop {
            let mut inner = None;
            for child in self.children(node) {
                let range = self.range(child);
                if range.start > offset {
                    break;
                }
                if range.touches(offset) && (!range.is_empty() || inner.is_none()) {
                    inner = Some(child);
                }
            }
            match inner {
                Some(child) => node = child,
                None => return node,
            }
        }
    }

    /// The innermost node that a token belongs to.
    pub fn node_of(&self, token: TokenId) -> NodeId {
        // In post-order ends never decrease, so the first node that ends behind the token is the innermost that holds
        // it, or begins behind it and is the next one inside of the node that holds it.
        let behind = self.nodes[1..].partition_point(|node| node.end_token <= token.0);
        let first = NodeId::from_number(behind as u32 + 1).filter(|first| *first < self.root());
        let mut node = first.unwrap_or(self.root());
        while self.node(node).first_token > token.0
            && let Some(parent) = self.parent(node)
        {
            node = parent;
        }
        node
    }

    /// The token that holds `offset`, or that ends there if none begins there; `None` in space and comments.
    pub fn token_at(&self, offset: u32) -> Option<TokenId> {
        let behind = self.tokens.partition_point(|token| token.start <= offset);
        let candidate = behind.checked_sub(1)?;
        let found = (0..=candidate).rev().take(2).find(|index| {
            let token = self.tokens[*index];
            token.kind() != TokenKind::EndOfText && token.start <= offset && offset <= token.end()
        })?;
        Some(TokenId(found as u32))
    }

    /// The number of significant tokens, the end of the text included.
    pub fn token_count(&self) -> usize {
        self.tokens.len()
    }

    /// The significant tokens, without the end of the text.
    pub fn tokens(&self) -> impl DoubleEndedIterator<Item = TokenId> + use<> {
        (0..self.tokens.len() as u32 - 1).map(TokenId)
    }

    /// All of the text as tokens, spaces, line ends and comments, without gaps.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        Pieces::new(self)
    }

    /// The node's first token. For a node without tokens it is the one behind it.
    #[inline]
    pub fn first_token(&self, node: NodeId) -> TokenId {
        TokenId(self.node(node).first_token)
    }

    /// The node's tokens that belong to none of its children.
    pub fn own_tokens(&self, node: NodeId) -> impl Iterator<Item = TokenId> + '_ {
        let first = self.node(node).first_token;
        let starts = std::iter::once(first).chain(self.children(node).map(|child| self.node(child).end_token));
        let ends = self.children(node).map(|child| self.node(child).first_token);
        let ends = ends.chain(std::iter::once(self.node(node).end_token));
        starts.zip(ends).flat_map(|(start, end)| (start..end).map(TokenId))
    }

    /// The token behind the node's last one.
    #[inline]
    pub fn end_token(&self, node: NodeId) -> TokenId {
        TokenId(self.node(node).end_token)
    }

    /// The kind of the token.
    #[inline]
    pub fn token_kind(&self, token: TokenId) -> TokenKind {
        self.tokens[token.0 as usize].kind()
    }

    /// The range of the token.
    #[inline]
    pub fn token_range(&self, token: TokenId) -> TextRange {
        let token = self.tokens[token.0 as usize];
        TextRange::new(token.start, token.end())
    }

    /// The text of the token.
    #[inline]
    pub fn token_text(&self, token: TokenId) -> &str {
        let token = self.tokens[token.0 as usize];
        &self.text[token.start as usize..token.end() as usize]
    }

    /// Whether a line end stands between the token and the one before it.
    pub fn is_after_newline(&self, token: TokenId) -> bool {
        self.tokens[token.0 as usize].after_newline()
    }

    /// The space and comments directly before the token.
    pub fn gap_before(&self, token: TokenId) -> TextRange {
        TextRange::new(self.end_before(token.0), self.tokens[token.0 as usize].start)
    }
}

/// The children of a node, from left to right.
#[derive(Clone, Copy, Debug)]
pub struct Children<'tree> {
    parse: &'tree Parse,
    next: u32,
}

impl Iterator for Children<'_> {
    type Item = NodeId;

    #[inline]
    fn next(&mut self) -> Option<NodeId> {
        let node = NodeId::from_number(self.next)?;
        self.next = self.parse.node(node).next_sibling;
        Some(node)
    }
}
