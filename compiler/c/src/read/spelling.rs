//! C as people write it, in words that the parser knows. It owns comments, directives, the spellings of GNU C and C23 that
//! the parser lacks, and the way back from its positions; what declarations mean is [`super::types`]'s.
//!
//! `__int128`, `_BitInt(N)` and `__bf16` become an `int` or `float` with an attribute, `_Alignas` an attribute, and the
//! attributes between `struct` and its tag move behind the closing brace, where they mean the same.

use std::ops::Range;

use super::tokens::{Kind, Token, tokens};
use super::{Unreadable, problem};

/// Declarations that need no header. `long` and pointers are as wide as the target's.
const PRELUDE: &str = "typedef __builtin_va_list va_list; typedef _Bool bool; \
typedef int __attribute__((mode(TI))) __int128_t; typedef unsigned int __attribute__((mode(TI))) __uint128_t; \
typedef signed char int8_t; typedef unsigned char uint8_t; typedef short int16_t; typedef unsigned short uint16_t; \
typedef int int32_t; typedef unsigned int uint32_t; \
typedef int __attribute__((mode(DI))) int64_t; typedef unsigned int __attribute__((mode(DI))) uint64_t; \
typedef int __attribute__((mode(DI))) intmax_t; typedef unsigned int __attribute__((mode(DI))) uintmax_t; \
typedef int __attribute__((mode(pointer))) intptr_t; typedef unsigned int __attribute__((mode(pointer))) uintptr_t; \
typedef int __attribute__((mode(pointer))) ptrdiff_t; typedef int __attribute__((mode(pointer))) ssize_t; \
typedef unsigned int __attribute__((mode(pointer))) size_t; typedef int __attribute__((mode(wchar))) wchar_t;\n";

/// Headers whose names the prelude has.
const KNOWN_HEADERS: [&str; 4] = ["<stdint.h>", "<stddef.h>", "<stdbool.h>", "<stdarg.h>"];

/// C in words that the parser knows.
pub(super) struct Spelling {
    /// The text for the parser, the prelude in front.
    pub text: String,
    /// Where pieces of it begin, there and in the text as it was written.
    pieces: Vec<(usize, usize)>,
    /// `#pragma pack` in force from a position of `text` on, in bytes.
    packs: Vec<(usize, Option<u32>)>,
}

impl Spelling {
    /// Where a position of the parser's text stands in the text as it was written.
    pub fn origin(&self, position: usize) -> usize {
        let after = self.pieces.partition_point(|(start, _)| *start <= position);
        match after.checked_sub(1).map(|index| self.pieces[index]) {
            Some((start, origin)) => origin + (position - start),
            None => 0,
        }
    }

    /// `#pragma pack` in force at a position, in bytes.
    pub fn pack_at(&self, position: usize) -> Option<u32> {
        let after = self.packs.partition_point(|(start, _)| *start <= position);
        after.checked_sub(1).and_then(|index| self.packs[index].1)
    }
}

/// Respells a text.
pub(super) fn spell(source: &str) -> Result<Spelling, Unreadable> {
    let mut speller = Speller {
        source,
        tokens: tokens(source)?,
        next: 0,
        written_to: usize::MAX,
        spelling: Spelling { text: PRELUDE.to_string(), pieces: vec![(0, 0)], packs: Vec::new() },
        pack: None,
        saved_packs: Vec::new(),
        pending: String::new(),
        braces: Vec::new(),
    };
    while speller.next < speller.tokens.len() {
        speller.step()?;
    }
    Ok(speller.spelling)
}

struct Speller<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    next: usize,
    /// Where the last token ended that was written as it is.
    written_to: usize,
    spelling: Spelling,
    pack: Option<u32>,
    saved_packs: Vec<Option<u32>>,
    /// Attributes that stood between `struct` and its brace.
    pending: String,
    /// Those of the braces that are open.
    braces: Vec<String>,
}

impl Speller<'_> {
    fn text_of(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| &self.source[token.range.clone()])
    }

    /// Writes a token or what stands for it. What stood together stays together: `->` is two tokens here.
    fn emit(&mut self, text: &str, origin: usize) {
        if self.written_to != origin || !self.source[origin..].starts_with(text) {
            self.spelling.text.push(' ');
        }
        self.spelling.pieces.push((self.spelling.text.len(), origin));
        self.spelling.text.push_str(text);
        self.written_to = if self.source[origin..].starts_with(text) { origin + text.len() } else { usize::MAX };
    }

    fn step(&mut self) -> Result<(), Unreadable> {
        let index = self.next;
        let range = self.tokens[index].range.clone();
        self.next += 1;
        let word = self.source[range.clone()].to_string();
        if self.tokens[index].kind == Kind::Directive {
            return self.directive(&word, range);
        }
        match word.as_str() {
            "__int128" => self.emit("int __attribute__((mode(TI)))", range.start),
            "__bf16" => self.emit("float __attribute__((mode(BF)))", range.start),
            "__float128" => self.emit("_Float128", range.start),
            "_BitInt" => {
                let width = self.group(range.clone())?;
                self.emit(&format!("int __attribute__((_BitInt{width}))"), range.start);
            }
            "_Alignas" | "alignas" => {
                let group = self.group(range.clone())?;
                let first = group.trim_start_matches('(').trim_start();
                let is_number = first.starts_with(|letter: char| letter.is_ascii_digit() || letter == '(');
                let is_operator = ["sizeof", "_Alignof", "alignof"].iter().any(|word| first.starts_with(word));
                let align = if is_number || is_operator { group } else { format!("(_Alignof{group})") };
                self.emit(&format!("__attribute__((aligned{align}))"), range.start);
            }
            "struct" | "union" | "enum" => {
                self.emit(&word, range.start);
                self.pending.clear();
                while matches!(self.text_of(self.next), "__attribute__" | "__attribute") {
                    let at = self.tokens[self.next].range.clone();
                    self.next += 1;
                    let attributes = self.group(at)?;
                    self.pending.push_str(&format!("__attribute__{attributes} "));
                }
            }
            "{" => {
                self.emit(&word, range.start);
                self.braces.push(std::mem::take(&mut self.pending));
            }
            "}" => {
                self.emit(&word, range.start);
                if let Some(attributes) = self.braces.pop()
                    && !attributes.is_empty()
                {
                    self.emit(&attributes, range.start);
                }
            }
            ";" | "," | ")" => {
                self.pending.clear();
                self.emit(&word, range.start);
            }
            _ => self.emit(&word, range.start),
        }
        Ok(())
    }

    /// Takes a group in parentheses, as it is written.
    fn group(&mut self, after: Range<usize>) -> Result<String, Unreadable> {
        let start = self.tokens.get(self.next).map_or(after.end, |token| token.range.start);
        let mut depth = 0usize;
        while self.next < self.tokens.len() {
            let end = self.tokens[self.next].range.end;
            match self.text_of(self.next) {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.next += 1;
            if depth == 0 {
                return Ok(self.source[start..end].to_string());
            }
        }
        Err(problem(after, "the parentheses behind this word are not closed", "close them"))
    }

    fn directive(&mut self, line: &str, range: Range<usize>) -> Result<(), Unreadable> {
        let rest = line.trim_start_matches('#').trim();
        let (word, rest) = rest.split_once(|letter: char| !letter.is_alphanumeric()).unwrap_or((rest, ""));
        match word {
            // Where the preprocessor says that lines came from.
            _ if word.starts_with(|letter: char| letter.is_ascii_digit()) => Ok(()),
            "" | "line" | "ident" => Ok(()),
            "pragma" => self.pragma(rest.trim(), range),
            "include" if KNOWN_HEADERS.contains(&rest.trim()) => Ok(()),
            _ => Err(problem(
                range,
                "the preprocessor is not run",
                "give the output of `cc -E FILE`; <stdint.h>, <stddef.h>, <stdbool.h> and <stdarg.h> may be included",
            )),
        }
    }

    fn pragma(&mut self, text: &str, range: Range<usize>) -> Result<(), Unreadable> {
        let Some(arguments) = text.strip_prefix("pack").map(str::trim) else {
            // Other pragmas do not change layouts or calls, but for those that say so by name.
            return match text.contains("ms_struct") || text.contains("scalar_storage_order") {
                true => Err(problem(range, "this pragma changes layouts in a way that is not known here", "remove it")),
                false => Ok(()),
            };
        };
        let inner = arguments.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
        let unknown =
            || problem(range.clone(), "this form of #pragma pack is not known here", "write push, pop or a number");
        for word in inner.ok_or_else(unknown)?.split(',').map(str::trim) {
            match word {
                "" => self.pack = None,
                "push" => self.saved_packs.push(self.pack),
                "pop" => self.pack = self.saved_packs.pop().flatten(),
                number => match number.parse::<u32>() {
                    Ok(bytes @ (1 | 2 | 4 | 8 | 16)) => self.pack = Some(bytes),
                    Ok(_) | Err(_) => return Err(unknown()),
                },
            }
        }
        self.spelling.packs.push((self.spelling.text.len(), self.pack));
        Ok(())
    }
}
