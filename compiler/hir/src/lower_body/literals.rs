//! Lowering of literals to their values. What the lexer reported becomes `Missing`.

use syntax::view::{self, LiteralKind, SignedLiteral, StringPart};
use syntax::{NodeId, TokenKind};

use super::BodyLowering;
use crate::arena::List;
use crate::bodies::*;
use crate::expression::*;
use crate::problems::invalid_literal;

impl<'db> BodyLowering<'db> {
    pub(super) fn literal(&mut self, node: NodeId) -> ExpressionId {
        let expression = match view::Literal::cast(self.parse, node) {
            Some(literal) => self.literal_value(literal.kind(), literal.token()),
            None => Expression::Missing,
        };
        self.push(expression, node)
    }

    fn literal_value(&mut self, kind: LiteralKind, token: view::Token<'_>) -> Expression {
        let text = token.text();
        match kind {
            LiteralKind::True => Expression::Bool(true),
            LiteralKind::False => Expression::Bool(false),
            LiteralKind::Integer => self.integer(syntax::literal::integer(text)),
            LiteralKind::Character => {
                let expression = self.integer(syntax::literal::character(text).map(u128::from));
                if let Expression::Integer(value) = expression {
                    self.body.characters.push(value);
                }
                expression
            }
            LiteralKind::Float => self.float(token),
            LiteralKind::String => Expression::String(self.string(syntax::literal::string(text))),
            LiteralKind::CString => {
                let value = syntax::literal::c_string(text);
                if value.contains('\0') {
                    let problem = invalid_literal::c_string_with_nul(self.range_span(token.range()));
                    self.diagnostics.push(problem);
                }
                Expression::CString(self.string(value))
            }
        }
    }

    fn integer(&mut self, value: Option<u128>) -> Expression {
        let Some(value) = value else { return Expression::Missing };
        self.body.integers.push(value);
        Expression::Integer(IntegerId::from_index(self.body.integers.len() - 1))
    }

    fn float(&mut self, token: view::Token<'_>) -> Expression {
        let value = match short_float(token.text()) {
            Some(value) => value,
            None => {
                let text = syntax::literal::float(token.text());
                let (Ok(double), Ok(single)) = (text.parse::<f64>(), text.parse::<f32>()) else {
                    return Expression::Missing;
                };
                if double.is_infinite() {
                    let problem = invalid_literal::float_too_large(self.range_span(token.range()));
                    self.diagnostics.push(problem);
                }
                FloatLiteral { double_bits: double.to_bits(), single_bits: single.to_bits() }
            }
        };
        self.body.floats.push(value);
        Expression::Float(FloatId::from_index(self.body.floats.len() - 1))
    }

    fn string(&mut self, value: String) -> StringId {
        self.body.strings.push(value.into());
        StringId::from_index(self.body.strings.len() - 1)
    }

    pub(super) fn interpolation(&mut self, string: view::InterpolatedString<'_>) -> ExpressionId {
        let mut parts = Vec::new();
        for part in string.parts() {
            parts.push(match part {
                StringPart::Text(token) => InterpolationPart::Text(self.string(string.decode(token))),
                StringPart::Expression(value, format) => {
                    // The lexer has reported what is none.
                    let format = format.and_then(|format| syntax::literal::text_format(format.text()).ok());
                    InterpolationPart::Value(self.expression(value), format)
                }
            });
        }
        let start = self.body.parts.len();
        self.body.parts.extend(parts);
        let parts = List::rest_of(&self.body.parts, start);
        self.push(Expression::Interpolation(parts), string.node())
    }

    /// A literal of a pattern as an expression, with its sign.
    pub(super) fn pattern_literal(&mut self, literal: SignedLiteral<'_>, node: NodeId) -> ExpressionId {
        let kind = match literal.token.kind() {
            TokenKind::Float => LiteralKind::Float,
            TokenKind::Character => LiteralKind::Character,
            TokenKind::String | TokenKind::MultilineString => LiteralKind::String,
            TokenKind::CString => LiteralKind::CString,
            TokenKind::True => LiteralKind::True,
            TokenKind::False => LiteralKind::False,
            _ => LiteralKind::Integer,
        };
        let value = self.literal_value(kind, literal.token);
        let operand = self.push(value, node);
        if !literal.is_negative {
            return operand;
        }
        self.push(Expression::Unary { operator: UnaryOperator::Negate, operand }, node)
    }
}

/// The value of a literal of few digits without exponent: both parts of the fraction are exact in either width, so that
/// one division rounds correctly. Parsing, which must look for more, would be a tenth of lowering.
fn short_float(text: &str) -> Option<FloatLiteral> {
    if text.len() > 8 {
        return None;
    }
    let (mut digits, mut power, mut behind_point) = (0_u32, 1_u32, false);
    for byte in text.bytes() {
        match byte {
            b'.' => behind_point = true,
            b'0'..=b'9' => {
                digits = digits * 10 + u32::from(byte - b'0');
                power *= if behind_point { 10 } else { 1 };
            }
            _ => return None,
        }
    }
    if digits >= 1 << 24 {
        return None;
    }
    let double = f64::from(digits) / f64::from(power);
    let single = digits as f32 / power as f32;
    Some(FloatLiteral { double_bits: double.to_bits(), single_bits: single.to_bits() })
}

#[cfg(test)]
mod tests {
    use super::short_float;

    #[test]
    fn short_floats_equal_parsed_ones() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let limit = 10_u32.pow(random.u32(1..5));
            let text = format!("{}.{}", random.u32(..limit), random.u32(..1000));
            let Some(value) = short_float(&text) else { continue };
            assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(value.double_bits), "{text}");
            assert_eq!(text.parse::<f32>().map(f32::to_bits), Ok(value.single_bits), "{text}");
        }
        assert!(short_float("2e9").is_none() && short_float("1_0.0").is_none());
    }
}
