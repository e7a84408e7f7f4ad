//! The cut of a text into chunks: one fast pass over the bytes that knows strings, comments and brackets, but no tokens.
//!
//! A chunk begins at the line of an item outside of all brackets (in column 0, if the first item stands there), or at the comment block and the attributes directly
//! above it; the first one begins with the text. If brackets do not balance, the last chunk swallowed its neighbours:
//! it is cut again, at every item keyword in column 0, so that half-typed code never hides the items below it.
//! The pass must agree with the lexer on where strings, character literals and comments end.
//!
//! After an edit only the text around it is passed over: see `again`.

mod again;
mod heads;
mod literals;

pub(crate) use again::{Unchanged, cut_again};
use syntax::line_ends;

use heads::{head_end, item_start, starts_item};
use literals::{Literals, StringEnd};

/// Where a chunk starts and where its head stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cut {
    /// Where the chunk starts; it ends where the next one starts.
    pub start: u32,
    /// The first keyword of its item.
    pub head_start: u32,
    /// Behind the item's name.
    pub head_end: u32,
}

/// The cuts of a text, and what cutting it again after an edit has to know.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Cuts {
    /// In order.
    pub list: Vec<Cut>,
    /// How many of them were found while brackets were believed.
    trusted: usize,
    /// See [`Scanner::is_flush`].
    is_flush: bool,
    /// A long string without an end was met.
    gave_up: bool,
}

/// Cuts a text. Texts are at most 4 GiB: `project` refuses longer files.
pub(crate) fn cut(text: &str) -> Cuts {
    let mut scanner = Scanner::new(text.as_bytes());
    scanner.scan(None, Mode::Trusting);
    scanner.finish()
}

/// Whether brackets are believed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// They balance.
    Trusting,
    /// They do not: an item keyword in column 0 closes all.
    Recovering,
}

struct Scanner<'text> {
    bytes: &'text [u8],
    cuts: Vec<Cut>,
    literals: Literals<'text>,
    /// Whether the text ended outside of brackets and strings.
    balanced: bool,
    /// Where the comment block directly above the current line starts.
    block: Option<usize>,
    /// Where the last line with code outside of brackets ended, its comment not counted.
    code_end: usize,
    /// Whether the first item stands in column 0. Then all do, and one that does not stands in a body whose brackets do
    /// not balance.
    is_flush: bool,
    /// From here on attributes have no item: the text ends behind them.
    bare_from: usize,
    /// The cuts of the text before an edit, to join.
    before: Option<again::Before<'text>>,
}

/// The bytes that need a look.
static HAS_MEANING: [bool; 256] = {
    let mut table = [false; 256];
    let bytes = b"{}()[]\n\"'#/";
    let mut index = 0;
    while index < bytes.len() {
        table[bytes[index] as usize] = true;
        index += 1;
    }
    table
};

impl<'text> Scanner<'text> {
    fn new(bytes: &'text [u8]) -> Self {
        let literals = Literals::new(bytes);
        Self {
            bytes,
            cuts: Vec::with_capacity(bytes.len() / 1024),
            literals,
            balanced: true,
            block: None,
            code_end: 0,
            is_flush: false,
            bare_from: usize::MAX,
            before: None,
        }
    }

    /// Cuts the last chunk again if brackets do not balance, and hands out what was found.
    fn finish(&mut self) -> Cuts {
        let mut trusted = self.cuts.len();
        if !self.balanced && !self.has_joined() {
            let again = self.cuts.last().map_or(0, |cut| cut.head_start as usize);
            self.scan(Some(again), Mode::Recovering);
        }
        let mut gave_up = self.literals.gave_up();
        if let Some(rest) = self.before.as_ref().and_then(again::Before::rest) {
            trusted += rest.trusted;
            gave_up |= rest.gave_up;
            self.cuts.extend(rest.cuts);
        }
        if self.cuts.is_empty() && !self.bytes.is_empty() {
            self.cuts.push(Cut { start: 0, head_start: 0, head_end: 0 });
        }
        Cuts { list: std::mem::take(&mut self.cuts), trusted, is_flush: self.is_flush, gave_up }
    }

    fn has_joined(&self) -> bool {
        self.before.as_ref().is_some_and(again::Before::has_joined)
    }

    /// Scans from an item's head, or from the start of the text. Lines are looked at where they start; within a line only the
    /// depth is counted, and closing more than was opened counts as closing all.
    fn scan(&mut self, from: Option<usize>, mode: Mode) {
        let mut depth: i32 = 0;
        self.block = None;
        let mut at = from.unwrap_or_else(|| self.line_start(0, &mut depth, mode));
        while !self.has_joined() {
            // Nearly all bytes mean nothing, and brackets only count.
            let byte = loop {
                let Some(&byte) = self.bytes.get(at) else {
                    self.balanced = depth == 0;
                    return;
                };
                if HAS_MEANING[byte as usize] {
                    match byte {
                        b'(' | b'[' | b'{' => depth += 1,
                        b')' | b']' | b'}' => depth = (depth - 1).max(0),
                        _ => break byte,
                    }
                }
                at += 1;
            };
            match byte {
                b'\n' => {
                    if depth == 0 {
                        self.code_end = at;
                    }
                    // In brackets, lines that are not looked at are only passed.
                    at += if depth > 0 { line_ends(&self.bytes[at..]) } else { 1 };
                    at = self.line_start(at, &mut depth, mode);
                }
                b'#' => {
                    if depth == 0 {
                        self.code_end = at;
                    }
                    at = self.line_end(at);
                    if at < self.bytes.len() {
                        at = self.line_start(at + 1, &mut depth, mode);
                    }
                }
                b'"' => match self.literals.string(at) {
                    StringEnd::At(end) => at = end,
                    StringEnd::Missing => match mode {
                        Mode::Trusting => {
                            self.balanced = false;
                            return;
                        }
                        Mode::Recovering => at = self.literals.give_up_long_string(at),
                    },
                },
                // A comment of C, which the lexer takes for one too; one of several lines is not looked for.
                b'/' => {
                    at = match self.bytes.get(at + 1) {
                        Some(b'/') => self.line_end(at),
                        _ => at + 1,
                    }
                }
                _ => at = self.literals.character(at),
            }
        }
    }

    /// Looks at the lines from `at` on, cuts there if an item starts, and returns where to go on counting:
    /// in the first line that is neither blank nor a comment.
    fn line_start(&mut self, mut at: usize, depth: &mut i32, mode: Mode) -> usize {
        if *depth > 0 && mode == Mode::Trusting {
            return at;
        }
        loop {
            let line = at;
            while let Some(b' ' | b'\t' | b'\r') = self.bytes.get(at) {
                at += 1;
            }
            match self.bytes.get(at) {
                None => return at,
                Some(b'\n') => {
                    self.block = None;
                    at += line_ends(&self.bytes[at..]);
                }
                Some(b'#') if *depth == 0 || at == line => {
                    self.block.get_or_insert(line);
                    at = (self.line_end(at) + 1).min(self.bytes.len());
                }
                Some(_) => {
                    let block = self.block.take();
                    let trusted = *depth == 0 && (at == line || !self.is_flush && !self.continues());
                    let forced = mode == Mode::Recovering && at == line;
                    if (trusted || forced) && starts_item(self.bytes, at) {
                        *depth = 0;
                        at = self.begin(block.unwrap_or(line), at, mode);
                    }
                    return at;
                }
            }
        }
    }

    /// Begins a chunk whose item, or its first attribute, stands at `at`; returns where to go on.
    fn begin(&mut self, start: usize, at: usize, mode: Mode) -> usize {
        if self.cuts.is_empty() {
            self.is_flush = at == 0 || self.bytes[at - 1] == b'\n';
        }
        let start = if self.cuts.is_empty() { 0 } else { start };
        let head_start = if at >= self.bare_from {
            at
        } else {
            item_start(self.bytes, at, &mut self.literals).unwrap_or_else(|| {
                self.bare_from = at;
                at
            })
        };
        let head_end = head_end(self.bytes, head_start);
        self.cuts.push(Cut { start: start as u32, head_start: head_start as u32, head_end: head_end as u32 });
        if let Some(before) = &mut self.before {
            before.join(head_start, mode, self.is_flush, self.literals.gave_up());
        }
        head_start
    }

    /// Whether the last line of code ends in a token that makes the statement go on.
    fn continues(&self) -> bool {
        let code = self.bytes[..self.code_end].trim_ascii_end();
        matches!(code.last(), Some(b'=' | b',' | b'+' | b'-' | b'*' | b'/' | b'%' | b'<' | b'>' | b'&' | b'|' | b'^'))
    }

    fn line_end(&self, at: usize) -> usize {
        memchr::memchr(b'\n', &self.bytes[at..]).map_or(self.bytes.len(), |length| at + length)
    }
}

#[cfg(test)]
mod tests;
