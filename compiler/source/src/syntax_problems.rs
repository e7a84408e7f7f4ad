//! The kinds of syntax errors as diagnostics, one file each: code, name, explanation, test. Codes E0001 to E0099.
//! What exactly is wrong is said by `syntax`'s message; here it only gets its kind and its place.

use syntax::SyntaxErrorKind;

use crate::{Chunk, Db, Diagnostic, DiagnosticKind, Span, parse};

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
mod misplaced_assignment;
mod misplaced_attribute;
mod misplaced_interpolation;
mod misplaced_item;
mod misplaced_let;
mod misplaced_modifier;
mod positional_after_named;
mod reserved_word;
mod semicolon;
mod too_deep;
mod unclosed;
mod unexpected_closing;
mod unexpected_token;
mod unterminated_literal;
mod wrong_body;

/// Every kind of syntax error, by code.
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

/// The syntax errors of a chunk.
#[salsa::tracked(returns(deref))]
pub fn syntax_diagnostics<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> Vec<Diagnostic> {
    let id = chunk.id(db);
    let errors = parse(db, chunk).errors().iter();
    errors
        .map(|error| {
            let span = |range: syntax::TextRange| Span::new(id, range.start..range.end);
            let diagnostic = syntax_error_kind(error.kind).at(span(error.range), error.message.clone());
            match &error.related {
                Some(related) => diagnostic.also(span(related.range), related.message.clone()),
                None => diagnostic,
            }
        })
        .collect()
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
            assert!(
                ALL[..place].iter().all(|other| other.name != kind.name),
                "{}",
                kind.name
            );
        }
    }
}
