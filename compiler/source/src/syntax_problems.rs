//! The kinds of syntax errors as diagnostics, one file each: code, name, explanation, test. Codes E0001 to E0099.
//! What exactly is wrong is said by `syntax`'s message; here it only gets its kind and its place.

use syntax::{SyntaxError, SyntaxErrorKind};

use crate::{Chunk, ChunkId, Db, Diagnostic, DiagnosticKind, Span, parse};

mod brace_on_next_line;
mod chained_comparison;
mod expected_expression;
mod expected_item;
mod expected_name;
mod expected_pattern;
mod expected_token;
mod expected_type;
mod foreign_syntax;
mod invalid_character;
mod invalid_character_literal;
mod invalid_escape;
mod invalid_number;
mod invalid_range;
mod invalid_text_format;
mod misplaced_assignment;
mod misplaced_attribute;
mod misplaced_interpolation;
mod misplaced_item;
mod misplaced_let;
mod misplaced_modifier;
mod positional_after_named;
mod preprocessor_line;
mod reserved_word;
mod semicolon;
mod too_deep;
mod unclosed;
mod unexpected_closing;
mod unexpected_token;
mod unterminated_literal;
mod wrong_body;

/// Every kind of syntax error, and the warnings about text that is none, by code.
pub const ALL: &[&DiagnosticKind] = &[
    &invalid_character::KIND,
    &unterminated_literal::KIND,
    &invalid_escape::KIND,
    &invalid_number::KIND,
    &invalid_character_literal::KIND,
    &misplaced_interpolation::KIND,
    &expected_expression::KIND,
    &expected_type::KIND,
    &expected_pattern::KIND,
    &expected_name::KIND,
    &reserved_word::KIND,
    &expected_token::KIND,
    &unclosed::KIND,
    &unexpected_closing::KIND,
    &expected_item::KIND,
    &misplaced_item::KIND,
    &misplaced_attribute::KIND,
    &misplaced_modifier::KIND,
    &misplaced_let::KIND,
    &misplaced_assignment::KIND,
    &chained_comparison::KIND,
    &invalid_range::KIND,
    &positional_after_named::KIND,
    &wrong_body::KIND,
    &brace_on_next_line::KIND,
    &semicolon::KIND,
    &foreign_syntax::KIND,
    &unexpected_token::KIND,
    &too_deep::KIND,
    &invalid_text_format::KIND,
    &preprocessor_line::KIND,
];

/// The kind of diagnostic that a kind of syntax error is.
pub fn syntax_error_kind(kind: SyntaxErrorKind) -> &'static DiagnosticKind {
    match kind {
        SyntaxErrorKind::InvalidCharacter => &invalid_character::KIND,
        SyntaxErrorKind::UnterminatedLiteral => &unterminated_literal::KIND,
        SyntaxErrorKind::InvalidEscape => &invalid_escape::KIND,
        SyntaxErrorKind::InvalidNumber => &invalid_number::KIND,
        SyntaxErrorKind::InvalidCharacterLiteral => &invalid_character_literal::KIND,
        SyntaxErrorKind::MisplacedInterpolation => &misplaced_interpolation::KIND,
        SyntaxErrorKind::InvalidTextFormat => &invalid_text_format::KIND,
        SyntaxErrorKind::ExpectedExpression => &expected_expression::KIND,
        SyntaxErrorKind::ExpectedType => &expected_type::KIND,
        SyntaxErrorKind::ExpectedPattern => &expected_pattern::KIND,
        SyntaxErrorKind::ExpectedName => &expected_name::KIND,
        SyntaxErrorKind::ReservedWord => &reserved_word::KIND,
        SyntaxErrorKind::ExpectedToken => &expected_token::KIND,
        SyntaxErrorKind::Unclosed => &unclosed::KIND,
        SyntaxErrorKind::UnexpectedClosing => &unexpected_closing::KIND,
        SyntaxErrorKind::ExpectedItem => &expected_item::KIND,
        SyntaxErrorKind::MisplacedItem => &misplaced_item::KIND,
        SyntaxErrorKind::MisplacedAttribute => &misplaced_attribute::KIND,
        SyntaxErrorKind::MisplacedModifier => &misplaced_modifier::KIND,
        SyntaxErrorKind::MisplacedLet => &misplaced_let::KIND,
        SyntaxErrorKind::MisplacedAssignment => &misplaced_assignment::KIND,
        SyntaxErrorKind::ChainedComparison => &chained_comparison::KIND,
        SyntaxErrorKind::InvalidRange => &invalid_range::KIND,
        SyntaxErrorKind::PositionalAfterNamed => &positional_after_named::KIND,
        SyntaxErrorKind::WrongBody => &wrong_body::KIND,
        SyntaxErrorKind::BraceOnNextLine => &brace_on_next_line::KIND,
        SyntaxErrorKind::Semicolon => &semicolon::KIND,
        SyntaxErrorKind::ForeignSyntax => &foreign_syntax::KIND,
        SyntaxErrorKind::UnexpectedToken => &unexpected_token::KIND,
        SyntaxErrorKind::TooDeep => &too_deep::KIND,
    }
}

/// The syntax errors of a chunk, the first of each line (what follows on a broken line is mostly due to it), and the warnings
/// about its comments.
#[salsa::tracked(returns(deref))]
pub fn syntax_diagnostics<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Diagnostic> {
    let (id, text) = (chunk.id(db), chunk.text(db));
    let mut lines = Lines::new(text);
    let mut last_line = None;
    let errors = parse(db, chunk).errors().iter().filter(|error| {
        let line = lines.number(error.range.start);
        // Each semicolon is a mistake of its own, which breaks nothing.
        error.kind == SyntaxErrorKind::Semicolon || last_line.replace(line) != Some(line)
    });
    let errors = errors.map(|error| diagnostic(error, id));
    errors.chain(preprocessor_line::warnings(db, chunk, text)).collect()
}

fn diagnostic(error: &SyntaxError, id: ChunkId) -> Diagnostic {
    let span = |range: syntax::TextRange| Span::new(id, range.start..range.end);
    let mut diagnostic = syntax_error_kind(error.kind).at(span(error.range), error.message.clone());
    if let Some(related) = &error.related {
        diagnostic = diagnostic.also(span(related.range), related.message.clone());
    }
    let Some(fix) = &error.fix else { return diagnostic };
    let title = match fix.text.trim() {
        "" => "remove it".to_string(),
        text if text.len() > 60 || text.contains('\n') => "write it so".to_string(),
        text => format!("write `{text}`"),
    };
    if fix.is_guess {
        diagnostic.guess(title, span(fix.range), fix.text.clone())
    } else {
        diagnostic.fix(title, span(fix.range), fix.text.clone())
    }
}

/// Numbers of lines, asked for in ascending order of places.
struct Lines<'text> {
    text: &'text str,
    place: usize,
    number: u32,
}

impl<'text> Lines<'text> {
    fn new(text: &'text str) -> Self {
        Self { text, place: 0, number: 0 }
    }

    fn number(&mut self, place: u32) -> u32 {
        let place = (place as usize).clamp(self.place, self.text.len());
        let passed = &self.text.as_bytes()[self.place..place];
        self.number += memchr::memchr_iter(b'\n', passed).count() as u32;
        self.place = place;
        self.number
    }
}

/// Whether a syntax error leaves the tree as it was meant: of what else seems wrong nothing is due to it.
fn is_understood(kind: &DiagnosticKind) -> bool {
    kind == &semicolon::KIND || kind == &brace_on_next_line::KIND || kind == &preprocessor_line::KIND
}

/// The lines of a chunk on which syntax errors stand that leave the tree broken, as ranges of its bytes.
pub fn broken_lines(db: &dyn Db, chunk: Chunk<'_>) -> Vec<std::ops::Range<u32>> {
    let errors = syntax_diagnostics(db, chunk);
    let mut broken = errors.iter().filter(|error| !is_understood(error.kind)).peekable();
    if broken.peek().is_none() {
        return Vec::new();
    }
    let text = chunk.text(db);
    let mut lines: Vec<std::ops::Range<u32>> = Vec::new();
    for error in broken {
        let span = error.primary.span;
        let behind = span.end.max(span.start).min(text.len() as u32);
        // Lines may be long, and have many errors.
        if let Some(last) = lines.last()
            && last.start <= span.start
            && behind <= last.end
        {
            continue;
        }
        let start = text[..span.start as usize].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[behind as usize..].find('\n').map_or(text.len(), |newline| behind as usize + newline);
        lines.push(start as u32..end as u32);
    }
    lines
}

/// The words of a chunk in text that syntax errors have made unreadable, some of them several times: they may be declared
/// there.
pub fn lost_words<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<&'db str> {
    let lines = broken_lines(db, chunk);
    if lines.is_empty() {
        return Vec::new();
    }
    let text: &'db str = chunk.text(db);
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let on_lines = lines
        .iter()
        .flat_map(|line| text[line.start as usize..line.end as usize].split(move |character| !is_part(character)));
    let words = on_lines.chain(parse(db, chunk).lost_words());
    words.filter(|word| !word.is_empty()).collect()
}

/// Whether parts of a chunk have been skipped because they are nested too deeply: what else seems wrong with it may be
/// due to that.
pub fn is_incomplete(db: &dyn Db, chunk: Chunk<'_>) -> bool {
    let errors = syntax_diagnostics(db, chunk);
    errors.iter().any(|error| error.kind == &too_deep::KIND)
}

/// Compares places and codes of the syntax errors of a text, of which one must be of the given kind. Words are tested
/// where they are written, in `syntax`.
#[cfg(test)]
fn check(expected_kind: &DiagnosticKind, text: &str, expected: expect_test::Expect) {
    let db = crate::Database::new();
    let file = crate::SourceFile::new(&db, "test.lang".into(), text.into());
    let mut shown = String::new();
    let mut found = false;
    for &chunk in crate::chunks(&db, file) {
        for diagnostic in syntax_diagnostics(&db, chunk) {
            found |= diagnostic.kind == expected_kind;
            let range = diagnostic.primary.span.absolute(&db);
            shown.push_str(&format!("{}..{} {}\n", range.start, range.end, diagnostic.kind.code));
            for label in &diagnostic.secondary {
                let range = label.span.absolute(&db);
                shown.push_str(&format!("    {}..{}\n", range.start, range.end));
            }
        }
    }
    expected.assert_eq(&shown);
    assert!(found, "no {} in: {shown}", expected_kind.name);
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn codes_ascend_and_names_are_unique() {
        assert!(ALL.is_sorted_by(|left, right| left.code < right.code));
        for (place, kind) in ALL.iter().enumerate() {
            assert!(ALL[..place].iter().all(|other| other.name != kind.name), "{}", kind.name);
        }
    }
}
