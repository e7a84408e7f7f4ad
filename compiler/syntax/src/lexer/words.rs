//! Words: names, reserved words, `_`, and the `c` of `c"…"`.

use super::Lexer;
use crate::TokenKind;

/// 1 for each byte that belongs to a word: letters, digits and `_`; 0 for others, those of longer characters included.
static WORD_BYTES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let value = byte as u8;
        if value.is_ascii_alphanumeric() || value == b'_' {
            table[byte] = 1;
        }
        byte += 1;
    }
    table
};

const KEYWORDS: [(&str, TokenKind); 32] = [
    ("as", TokenKind::As),
    ("break", TokenKind::Break),
    ("case", TokenKind::Case),
    ("continue", TokenKind::Continue),
    ("dyn", TokenKind::Dyn),
    ("else", TokenKind::Else),
    ("extern", TokenKind::Extern),
    ("false", TokenKind::False),
    ("fn", TokenKind::Fn),
    ("for", TokenKind::For),
    ("if", TokenKind::If),
    ("impl", TokenKind::Impl),
    ("import", TokenKind::Import),
    ("in", TokenKind::In),
    ("let", TokenKind::Let),
    ("loop", TokenKind::Loop),
    ("match", TokenKind::Match),
    ("move", TokenKind::Move),
    ("mut", TokenKind::Mut),
    ("pub", TokenKind::Pub),
    ("ref", TokenKind::Ref),
    ("return", TokenKind::Return),
    ("self", TokenKind::SelfValue),
    ("Self", TokenKind::SelfType),
    ("throw", TokenKind::Throw),
    ("trait", TokenKind::Trait),
    ("true", TokenKind::True),
    ("try", TokenKind::Try),
    ("type", TokenKind::Type),
    ("unsafe", TokenKind::Unsafe),
    ("while", TokenKind::While),
    ("_", TokenKind::Underscore),
];

/// The reserved words, as they are written; `_` is no word.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().map(|(word, _)| *word).filter(|word| *word != "_")
}

/// The bytes of a word of at most eight bytes as a number.
const fn number_of(word: &[u8]) -> u64 {
    let mut number = 0;
    let mut index = 0;
    while index < word.len() {
        number |= (word[index] as u64) << (8 * index);
        index += 1;
    }
    number
}

/// A multiplier found by trial, with which no two reserved words share a slot; the table's initialiser checks that.
const MULTIPLIER: u64 = 0x42fb_861c_ecd7_7963;

const fn slot(number: u64) -> usize {
    (number.wrapping_mul(MULTIPLIER) >> 58) as usize
}

static SLOTS: [(u64, TokenKind); 64] = {
    let mut table = [(0, TokenKind::Word); 64];
    let mut index = 0;
    while index < KEYWORDS.len() {
        let (word, kind) = KEYWORDS[index];
        let number = number_of(word.as_bytes());
        assert!(table[slot(number)].0 == 0, "two reserved words share a slot");
        table[slot(number)] = (number, kind);
        index += 1;
    }
    table
};

/// How many bytes of a word `rest` begins with.
#[inline(always)]
fn word_length(rest: &[u8]) -> usize {
    rest.iter().position(|byte| WORD_BYTES[*byte as usize] != 1).unwrap_or(rest.len())
}

/// The kind of the word of `length` bytes at the beginning of `rest`.
#[inline(always)]
fn kind_of(rest: &[u8], length: usize) -> TokenKind {
    if length > 8 {
        return TokenKind::Word;
    }
    let number = match rest.first_chunk::<8>() {
        Some(eight) => u64::from_le_bytes(*eight) & (u64::MAX >> (64 - 8 * length)),
        None => number_of(&rest[..length]),
    };
    let (keyword, kind) = SLOTS[slot(number)];
    if keyword == number { kind } else { TokenKind::Word }
}

impl Lexer<'_> {
    /// A word at the position, which holds its first letter.
    #[inline(always)]
    pub(super) fn word(&mut self) {
        let start = self.position;
        let rest = &self.bytes[start..];
        let mut length = word_length(rest);
        match rest.get(length) {
            Some(b'"') if length == 1 && rest[0] == b'c' => {
                self.position += 1;
                return self.c_string(start);
            }
            Some(byte) if !byte.is_ascii() => length = self.length_in_any_script(start),
            Some(_) | None => {}
        }
        self.position = start + length;
        let kind = kind_of(rest, length);
        if length > 0xffff {
            return self.push_long(kind, start, start + length);
        }
        self.push_of(kind, start, length);
    }

    /// The length of the word at `start`, which goes on behind its English letters.
    #[cold]
    fn length_in_any_script(&self, start: usize) -> usize {
        let mut end = start;
        loop {
            end += word_length(&self.bytes[end..]);
            match self.letter(end) {
                0 => return end - start,
                length => end += length,
            }
        }
    }

    /// The length of the letter or digit of another script at `at`, 0 if something else stands there.
    #[cold]
    fn letter(&self, at: usize) -> usize {
        let next = self.text[at..].chars().next();
        next.filter(|character| !character.is_ascii() && character.is_alphanumeric()).map_or(0, char::len_utf8)
    }
}
