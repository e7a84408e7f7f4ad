//! Tokens to tree. A hand-written parser by recursive descent, with binding powers for operators. It never fails: what is
//! missing becomes an empty error node, what fits nowhere is passed over, and each mistake is reported once.
//!
//! A node is finished when its last child is, so nodes lie in post-order and nothing is moved or boxed. The parser reads
//! the kind of the current token together with the lexer's 'a newline ends the statement here' bit: such a token matches
//! nothing until [`Parser::start_line`] is called where a new statement, member or item may begin.
//!
//! It must not know what names mean.

pub(crate) mod attributes;
mod calls;
mod control;
mod expressions;
mod foreign;
mod foreign_arms;
mod foreign_closures;
mod foreign_globals;
mod foreign_items;
mod foreign_patterns;
mod foreign_statements;
mod functions;
mod items;
mod lists;
mod members;
mod patterns;
mod recovery;
mod statements;
mod strings;
mod types;

use std::sync::Arc;

pub(crate) use expressions::binding_power;

use crate::lexer::Lexed;
use crate::tree::{Node, Parents, RawToken};
use crate::{MAX_DEPTH, NodeKind, Parse, SyntaxError, TextRange, TokenKind};

/// Parses the tokens of `text`.
pub(crate) fn parse(text: Arc<str>, lexed: Lexed) -> Parse {
    let nothing =
        Node { first_token: 0, end_token: 0, first_child: 0, next_sibling: 0, height: 0, kind: NodeKind::Error };
    let mut nodes = Vec::with_capacity(lexed.tokens.len() * 3 / 4 + 16);
    nodes.push(nothing);
    let mut parser = Parser {
        text: &text,
        current: lexed.tokens[0].number(),
        tokens: lexed.tokens,
        position: 0,
        nodes,
        errors: lexed.errors,
        depth: 0,
        flags: 0,
        has_let_condition: false,
        has_open_brace: lexed.has_open_brace,
        has_extra_brace: lexed.has_extra_brace,
        ends_in_string: lexed.ends_in_string,
        is_quiet: false,
        untyped: None,
        is_in_guard: false,
        has_foreign_bodies: false,
        arms_opener: 0,
        has_foreign_arms: false,
        lost: Vec::new(),
        is_too_deep: false,
        error_position: usize::MAX,
    };
    parser.file();
    let mut errors = parser.errors;
    errors.sort_by_key(|error| error.range.start);
    let (tokens, nodes, lost) = (parser.tokens, parser.nodes, parser.lost);
    Parse { text, tokens, nodes, errors, lost, parents: Parents::default() }
}

/// A finished node, by its number.
type Done = u32;

/// A node whose children are still being collected.
#[derive(Clone, Copy)]
struct Open {
    first_token: u32,
    first_child: Done,
    last_child: Done,
    height: u16,
}

/// `let` may stand here: at the top of a condition.
const LET: u8 = 1;
/// An end of a range may be left out here: at the top of an index.
const OPEN_RANGE: u8 = 2;
/// Types that are no expressions may stand here: inside an index, which may hold type arguments.
const TYPES: u8 = 4;

struct Parser<'text> {
    text: &'text str,
    tokens: Vec<RawToken>,
    position: usize,
    /// The kind of the current token with the line-end bit.
    current: u8,
    nodes: Vec<Node>,
    errors: Vec<SyntaxError>,
    /// The number of nodes above the one being parsed.
    depth: usize,
    /// [`LET`], [`OPEN_RANGE`] and [`TYPES`] as they hold at this place.
    flags: u8,
    /// Whether the condition being parsed has a `let`.
    has_let_condition: bool,
    /// Whether some `{` of the text is never closed.
    has_open_brace: bool,
    /// Whether some `}` of the text closes nothing.
    has_extra_brace: bool,
    /// Whether the text ends inside of a string.
    ends_in_string: bool,
    /// Whether nothing is reported: the root of what is wrong here was.
    is_quiet: bool,
    /// The first `_` without a type in the last list of parameters: only a closure may leave types out.
    untyped: Option<TextRange>,
    /// Whether the condition being parsed is a guard, behind which `->` stands.
    is_in_guard: bool,
    /// Whether bodies without braces were reported. One report tells the whole story.
    has_foreign_bodies: bool,
    /// The brace of the innermost `match` whose arms are being parsed.
    arms_opener: usize,
    /// Whether it or one around it was reported to have arms as in other languages. One report tells of all of them.
    has_foreign_arms: bool,
    /// The tokens that were passed over, as ranges of their numbers.
    lost: Vec<(u32, u32)>,
    /// Whether too deep nesting was reported.
    is_too_deep: bool,
    /// The token at which the last error was reported; no second one is reported there.
    error_position: usize,
}

impl Parser<'_> {
    /// The kind of the current token, [`TokenKind::LineEnd`] if a newline ends the statement before it.
    #[inline(always)]
    fn kind(&self) -> TokenKind {
        TokenKind::from_number(self.current)
    }

    /// The kind of the current token, on whatever line it is.
    #[inline(always)]
    fn kind_on_any_line(&self) -> TokenKind {
        TokenKind::from_number(self.current & !RawToken::LINE_END)
    }

    #[inline(always)]
    fn at(&self, kind: TokenKind) -> bool {
        self.current == kind as u8
    }

    /// The kind of the token `distance` behind the current one, [`TokenKind::LineEnd`] if a newline ends a statement
    /// before it or there is none.
    #[inline(always)]
    fn kind_ahead(&self, distance: usize) -> TokenKind {
        self.tokens
            .get(self.position + distance)
            .map_or(TokenKind::LineEnd, |token| TokenKind::from_number(token.number()))
    }

    /// Whether the token `distance` behind the current one, on whatever line, is of a kind.
    fn token_is(&self, distance: usize, kind: TokenKind) -> bool {
        self.tokens.get(self.position + distance).is_some_and(|token| token.kind() == kind)
    }

    /// Lets the current token begin a new statement, member or item.
    #[inline(always)]
    fn start_line(&mut self) {
        self.current &= !RawToken::LINE_END;
    }

    /// Takes the current token. The end of the text stays.
    #[inline(always)]
    fn bump(&mut self) {
        if let Some(token) = self.tokens.get(self.position + 1) {
            self.position += 1;
            self.current = token.number();
        }
    }

    #[inline(always)]
    fn eat(&mut self, kind: TokenKind) -> bool {
        let is_there = self.at(kind);
        if is_there {
            self.bump();
        }
        is_there
    }

    fn token_text(&self, position: usize) -> &str {
        let token = self.tokens[position];
        &self.text[token.start as usize..token.end() as usize]
    }

    fn token_range(&self, position: usize) -> TextRange {
        let token = self.tokens[position];
        TextRange::new(token.start, token.end())
    }

    /// Whether the current token is the word `word`, which means something only at certain places.
    fn at_word(&self, word: &str) -> bool {
        self.at(TokenKind::Word) && self.token_text(self.position) == word
    }

    /// Begins a node at the current token.
    #[inline(always)]
    fn open(&self) -> Open {
        Open { first_token: self.position as u32, first_child: 0, last_child: 0, height: 0 }
    }

    /// Begins a node whose first child is done.
    #[inline(always)]
    fn open_around(&self, child: Done) -> Open {
        let node = self.nodes[child as usize];
        Open { first_token: node.first_token, first_child: child, last_child: child, height: node.height }
    }

    /// Gives the node its next child. Children must come in the order in which they were finished.
    #[inline(always)]
    fn add(&mut self, open: &mut Open, child: Done) {
        open.height = open.height.max(self.nodes[child as usize].height);
        match open.last_child {
            0 => open.first_child = child,
            last => self.nodes[last as usize].next_sibling = child,
        }
        open.last_child = child;
    }

    /// Finishes a node before the current token.
    #[inline(always)]
    fn close(&mut self, open: Open, kind: NodeKind) -> Done {
        let done = self.nodes.len() as Done;
        self.nodes.push(Node {
            first_token: open.first_token,
            end_token: self.position as u32,
            first_child: open.first_child,
            next_sibling: 0,
            height: open.height + 1,
            kind,
        });
        done
    }

    /// A node of the current token alone.
    #[inline(always)]
    fn leaf(&mut self, kind: NodeKind) -> Done {
        let open = self.open();
        self.bump();
        self.close(open, kind)
    }

    /// An empty node where something is missing.
    fn missing(&mut self) -> Done {
        self.close(self.open(), NodeKind::Error)
    }

    #[inline(always)]
    fn kind_of(&self, done: Done) -> NodeKind {
        self.nodes[done as usize].kind
    }

    /// Whether a node that is `levels` above the deepest one below it would lie too deep here.
    #[inline(always)]
    fn would_be_too_deep(&self, child: Done) -> bool {
        self.depth + self.nodes[child as usize].height as usize >= MAX_DEPTH
    }
}
