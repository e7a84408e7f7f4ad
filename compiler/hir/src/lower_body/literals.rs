//! Lowering of literals to their values. What the lexer reported becomes `Missing`.

use syntax::view::{self, LiteralKind, SignedLiteral, StringPart};
use syntax::{NodeId, TokenKind};

use super::BodyLowering;
use crate::arena::List;
use crate::bodies::*;
use crate::expression::*;
use crate::problems::invalid_literal;

impl<'db> BodyLowering<'db> {
    pub(super) fn literal(&mut self, literal: view::Literal<'_>) -> ExpressionId {
        let expression = self.literal_value(literal.kind(), literal.token());
        self.push(expression, literal.node())
    }

    fn literal_value(&mut self, kind: LiteralKind, token: view::Token<'_>) -> Expression {
        let text = token.text();
        match kind {
            LiteralKind::True => Expression::Bool(true),
            LiteralKind::False => Expression::Bool(false),
            LiteralKind::Integer => self.integer(syntax::literal::integer(text)),
            LiteralKind::Character => self.integer(syntax::literal::character(text).map(u128::from)),
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
        let text = syntax::literal::float(token.text());
        let (Ok(double), Ok(single)) = (text.parse::<f64>(), text.parse::<f32>()) else {
            return Expression::Missing;
        };
        if double.is_infinite() {
            let problem = invalid_literal::float_too_large(self.range_span(token.range()));
            self.diagnostics.push(problem);
        }
        self.body.floats.push(FloatLiteral {
            double_bits: double.to_bits(),
            single_bits: single.to_bits(),
        });
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
                StringPart::Expression(value) => InterpolationPart::Value(self.expression(value)),
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
        self.push(
            Expression::Unary {
                operator: UnaryOperator::Negate,
                operand,
            },
            node,
        )
    }
}
