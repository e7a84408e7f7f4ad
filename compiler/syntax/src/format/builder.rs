//! The state of the walk over the tree: which token comes next, and what stands before it. Every token of the text passes
//! through here in order, and with it the comments of the gap before it, so neither can be lost. It must not know
//! constructs.

use super::command::{Command, Group};
use super::{printer, spacing};
use crate::{Gap, NodeId, Parse, TextRange, TokenId, TokenKind, TriviaKind};

/// What is left as it is when it has syntax errors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Breakage {
    /// The innermost statement, member or item.
    Statements,
    /// The whole item.
    Items,
}

/// What stands between two tokens, unless a comment there says more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    /// A space or nothing, by the kinds of the tokens.
    Auto,
    Nothing,
    Space,
    Soft(u8),
    Fill,
    /// The end of a line, and an empty line if there was one.
    Line,
    /// The end of a line.
    LineWithoutBlank,
}

/// Formats a text.
pub(super) fn lay_out(parse: &Parse, breakage: Breakage) -> String {
    let mut builder = Builder {
        parse,
        breakage,
        lines: token_lines(parse),
        commands: Vec::with_capacity(parse.token_count() * 5 / 2),
        next: 0,
        pending: Separator::Nothing,
        settled: false,
        carried: None,
        hug: 0,
    };
    builder.file();
    printer::print(parse.text(), &builder.commands)
}

/// The line of each token's start.
fn token_lines(parse: &Parse) -> Vec<u32> {
    let mut newlines = memchr::memchr_iter(b'\n', parse.text().as_bytes()).peekable();
    let mut line = 0;
    parse
        .tokens
        .iter()
        .map(|token| {
            while newlines.next_if(|newline| *newline < token.start as usize).is_some() {
                line += 1;
            }
            line
        })
        .collect()
}

pub(super) struct Builder<'tree> {
    pub parse: &'tree Parse,
    pub breakage: Breakage,
    lines: Vec<u32>,
    commands: Vec<Command>,
    /// The next token.
    pub next: u32,
    /// What stands before the next token.
    pub pending: Separator,
    /// Whether what stands before the next token is written already.
    settled: bool,
    /// A gap whose comments are still to be written, from before a comma.
    carried: Option<TextRange>,
    /// The command behind the bracket that opens the last list or body which was written.
    pub hug: u32,
}

impl Builder<'_> {
    /// The kind of the next token.
    pub fn kind(&self) -> TokenKind {
        self.token_kind(self.next)
    }

    pub fn token_kind(&self, token: u32) -> TokenKind {
        self.parse.tokens[token as usize].kind()
    }

    /// Whether the token begins a line.
    pub fn begins_line(&self, token: u32) -> bool {
        self.parse.tokens[token as usize].after_newline()
    }

    /// Whether two tokens begin on one line.
    pub fn on_one_line(&self, first: u32, last: u32) -> bool {
        self.lines[first as usize] == self.lines[last as usize]
    }

    pub fn first_token(&self, node: NodeId) -> u32 {
        self.parse.first_token(node).0
    }

    pub fn end_token(&self, node: NodeId) -> u32 {
        self.parse.end_token(node).0
    }

    /// The node, or its next sibling that has tokens.
    pub fn with_tokens(&self, mut node: Option<NodeId>) -> Option<NodeId> {
        while let Some(found) = node.filter(|node| self.first_token(*node) == self.end_token(*node)) {
            node = self.parse.next_sibling(found);
        }
        node
    }

    pub fn push(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// The number of the next command.
    pub fn position(&self) -> u32 {
        self.commands.len() as u32
    }

    /// Writes the next token with what stands before it. The end of the text is none.
    pub fn take(&mut self) {
        if self.kind() == TokenKind::EndOfText {
            return;
        }
        self.settle();
        let token = self.parse.tokens[self.next as usize];
        let range = TextRange::new(token.start, token.end());
        self.push(match token.kind() {
            TokenKind::MultilineString => Command::Verbatim(range),
            _ => Command::Token(range),
        });
        self.pass(self.next + 1);
    }

    /// Writes everything up to the token `end` as it is.
    pub fn verbatim(&mut self, end: u32) {
        if self.next >= end {
            return;
        }
        self.settle();
        let start = self.parse.tokens[self.next as usize].start;
        let end_offset = self.parse.tokens[end as usize - 1].end();
        self.push(Command::Verbatim(TextRange::new(start, end_offset)));
        self.pass(end);
    }

    fn pass(&mut self, next: u32) {
        self.next = next;
        self.pending = Separator::Auto;
        self.settled = false;
    }

    /// Writes a comma between two elements. Comments before it come behind it.
    pub fn take_comma(&mut self) {
        let token = self.parse.tokens[self.next as usize];
        self.carried = self.gap_with_comments();
        self.push(Command::Token(TextRange::new(token.start, token.end())));
        self.pass(self.next + 1);
    }

    /// Passes over a comma behind the last element. Comments before it stay.
    pub fn drop_comma(&mut self) {
        self.carried = self.gap_with_comments();
        self.pass(self.next + 1);
    }

    fn gap_with_comments(&self) -> Option<TextRange> {
        let gap = self.parse.gap_before(TokenId(self.next));
        self.has_comment(gap).then_some(gap)
    }

    fn has_comment(&self, gap: TextRange) -> bool {
        !gap.is_empty() && memchr::memchr(b'#', &self.parse.text().as_bytes()[gap.index()]).is_some()
    }

    /// Whether a comment stands before the next token.
    pub fn at_comment(&self) -> bool {
        self.carried.is_some() || self.has_comment_before(self.next)
    }

    pub fn has_comment_before(&self, token: u32) -> bool {
        self.has_comment(self.parse.gap_before(TokenId(token)))
    }

    /// Begins a group behind what stands before the next token.
    pub fn open(&mut self, group: Group) -> u32 {
        self.settle();
        self.push(Command::Open(group));
        self.position() - 1
    }

    /// Makes the group that began with the command a hugging one.
    pub fn make_hugging(&mut self, group: u32, point: u32) {
        self.commands[group as usize] = Command::Open(Group::Hug(point));
    }

    /// Writes what stands before the next token, now.
    pub fn settle(&mut self) {
        if self.settled {
            return;
        }
        self.settled = true;
        if self.at_comment() {
            let blank = self.comments(self.pending != Separator::LineWithoutBlank);
            return self.push(Command::Hard { blank });
        }
        match self.pending {
            Separator::Auto => {
                let left = self.next.checked_sub(1).map(|left| self.token_kind(left));
                if left.is_some_and(|left| spacing::has_space(left, self.kind())) {
                    self.push(Command::Space);
                }
            }
            Separator::Nothing => {}
            Separator::Space => self.push(Command::Space),
            Separator::Soft(spaces) => self.push(Command::Soft(spaces)),
            Separator::Fill => self.push(Command::Fill),
            Separator::Line => {
                let gap = self.parse.gap_before(TokenId(self.next));
                let newlines = memchr::memchr_iter(b'\n', &self.parse.text().as_bytes()[gap.index()]).take(2);
                let blank = newlines.count() > 1;
                self.push(Command::Hard { blank });
            }
            Separator::LineWithoutBlank => self.push(Command::Hard { blank: false }),
        }
    }

    /// Writes the comments before a closing bracket, inside of what it closes. The bracket comes on a line of its own then.
    pub fn close_comments(&mut self, is_first: bool, separator: Separator) {
        self.pending = separator;
        if self.at_comment() {
            self.comments(!is_first);
            self.pending = Separator::LineWithoutBlank;
            self.settled = true;
        }
    }

    /// Writes the separator before a closing bracket whose comments are written.
    pub fn take_closer(&mut self) {
        if self.settled {
            self.push(Command::Hard { blank: false });
        }
        self.take();
    }

    /// Writes the comments before the next token. Whether an empty line follows them.
    fn comments(&mut self, mut allows_blank: bool) -> bool {
        let mut newlines = 0;
        let mut is_behind = self.next > 0;
        let gaps = [self.carried.take(), Some(self.parse.gap_before(TokenId(self.next)))];
        for (kind, range) in gaps.into_iter().flatten().flat_map(|gap| Gap::new(self.parse.text(), gap)) {
            match kind {
                TriviaKind::Whitespace => {}
                TriviaKind::Newline => newlines += 1,
                TriviaKind::Comment => {
                    if is_behind && newlines == 0 {
                        self.push(Command::TrailingComment(range));
                    } else {
                        self.push(Command::Hard { blank: newlines > 1 && allows_blank });
                        self.push(Command::Comment(range));
                        allows_blank = true;
                    }
                    is_behind = false;
                    newlines = 0;
                }
            }
        }
        newlines > 1 && allows_blank
    }
}
