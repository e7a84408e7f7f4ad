//! Views of patterns. A lone word is a binding if it begins in lower case and a path otherwise, as the parser decided.

use super::types::dotted_words;
use super::{Broken, Token, view_enum, views};
use crate::{NodeId, NodeKind, Parse, TokenId, TokenKind};

views! {
    /// `x`, `mut x`
    BindingPattern of BindingPattern;
    /// `_`
    WildcardPattern of WildcardPattern;
    /// `1`, `-1`, `"a"`, `true`
    LiteralPattern of LiteralPattern;
    /// `1..5`, `'a'..='z'`
    RangePattern of RangePattern;
    /// `Shape.Circle(r)`, `None`, `LIMIT`
    PathPattern of PathPattern;
    /// `name: pattern`
    FieldPattern of FieldPattern;
    /// `(a, b)`
    TuplePattern of TuplePattern;
    /// `(a)`
    ParenPattern of ParenPattern;
    /// `[a, b]`
    ArrayPattern of ArrayPattern;
    /// `..`, `.. as rest`
    RestPattern of RestPattern;
    /// `A | B`
    OrPattern of OrPattern;
    /// `p as name`
    AsPattern of AsPattern;
}

/// Any pattern.
#[derive(Clone, Copy, Debug)]
pub enum Pattern<'tree> {
    /// `x`, `mut x`
    Binding(BindingPattern<'tree>),
    /// `_`
    Wildcard(WildcardPattern<'tree>),
    /// `1`, `-1`, `"a"`, `true`
    Literal(LiteralPattern<'tree>),
    /// `1..5`
    Range(RangePattern<'tree>),
    /// `Circle(r)`
    Path(PathPattern<'tree>),
    /// `(a, b)`
    Tuple(TuplePattern<'tree>),
    /// `(a)`
    Paren(ParenPattern<'tree>),
    /// `[a, b]`
    Array(ArrayPattern<'tree>),
    /// `A | B`
    Or(OrPattern<'tree>),
    /// `p as name`
    As(AsPattern<'tree>),
    /// Missing or broken; the syntax error is reported already.
    Error(Broken<'tree>),
}

impl<'tree> Pattern<'tree> {
    /// The view of `node`, `None` if it is no pattern.
    pub fn cast(parse: &'tree Parse, node: NodeId) -> Option<Pattern<'tree>> {
        Some(match parse.kind(node) {
            NodeKind::BindingPattern => Pattern::Binding(BindingPattern::new(parse, node)),
            NodeKind::WildcardPattern => Pattern::Wildcard(WildcardPattern::new(parse, node)),
            NodeKind::LiteralPattern => Pattern::Literal(LiteralPattern::new(parse, node)),
            NodeKind::RangePattern => Pattern::Range(RangePattern::new(parse, node)),
            NodeKind::PathPattern => Pattern::Path(PathPattern::new(parse, node)),
            NodeKind::TuplePattern => Pattern::Tuple(TuplePattern::new(parse, node)),
            NodeKind::ParenPattern => Pattern::Paren(ParenPattern::new(parse, node)),
            NodeKind::ArrayPattern => Pattern::Array(ArrayPattern::new(parse, node)),
            NodeKind::OrPattern => Pattern::Or(OrPattern::new(parse, node)),
            NodeKind::AsPattern => Pattern::As(AsPattern::new(parse, node)),
            NodeKind::Error => Pattern::Error(Broken::new(parse, node)),
            _ => return None,
        })
    }
}

view_enum! { Pattern of Binding Wildcard Literal Range Path Tuple Paren Array Or As Error }

fn patterns(parse: &Parse, node: NodeId) -> impl Iterator<Item = Pattern<'_>> {
    parse.children(node).filter_map(move |child| Pattern::cast(parse, child))
}

/// The name that a pattern itself binds, not one of its parts; a capitalised one may be a case or constant.
pub fn bound_name(parse: &Parse, pattern: NodeId) -> Option<Token<'_>> {
    match parse.kind(pattern) {
        NodeKind::BindingPattern => BindingPattern::new(parse, pattern).name(),
        NodeKind::AsPattern => AsPattern::new(parse, pattern).name(),
        NodeKind::RestPattern => RestPattern::new(parse, pattern).name(),
        _ => None,
    }
}

impl<'tree> BindingPattern<'tree> {
    /// Whether `mut` stands before the name, or what other languages write to declare a variable.
    pub fn is_mutable(self) -> bool {
        self.parse.end_token(self.node).0 > self.parse.first_token(self.node).0 + 1
            || self.parse.token_kind(self.parse.first_token(self.node)) == TokenKind::Mut
    }

    /// The name.
    pub fn name(self) -> Option<Token<'tree>> {
        let count = self.parse.end_token(self.node).0 - self.parse.first_token(self.node).0;
        self.parse.token_of(self.node, count.saturating_sub(1).max(u32::from(self.is_mutable())))
    }
}

/// A literal in a pattern with the sign before it.
#[derive(Clone, Copy, Debug)]
pub struct SignedLiteral<'tree> {
    /// Whether `-` stands before it.
    pub is_negative: bool,
    /// The literal, `true` or `false`.
    pub token: Token<'tree>,
}

impl<'tree> SignedLiteral<'tree> {
    fn at(parse: &'tree Parse, node: NodeId, index: u32) -> Option<SignedLiteral<'tree>> {
        let end = parse.end_token(node).0;
        let is_negative = index < end && parse.token_kind(TokenId(index)) == TokenKind::Minus;
        let index = index + u32::from(is_negative);
        (index < end).then(|| SignedLiteral { is_negative, token: Token::new(parse, TokenId(index)) })
    }
}

impl<'tree> LiteralPattern<'tree> {
    /// The literal.
    pub fn literal(self) -> Option<SignedLiteral<'tree>> {
        SignedLiteral::at(self.parse, self.node, self.parse.first_token(self.node).0)
    }
}

impl<'tree> RangePattern<'tree> {
    fn operator(self) -> Option<Token<'tree>> {
        self.parse.tokens_of(self.node).find(|token| matches!(token.kind(), TokenKind::DotDot | TokenKind::DotDotEqual))
    }

    /// The first value.
    pub fn start(self) -> Option<SignedLiteral<'tree>> {
        SignedLiteral::at(self.parse, self.node, self.parse.first_token(self.node).0)
    }

    /// Whether the last value belongs to the range: `..=`.
    pub fn is_inclusive(self) -> bool {
        self.operator().is_some_and(|token| token.kind() == TokenKind::DotDotEqual)
    }

    /// The last value.
    pub fn end(self) -> Option<SignedLiteral<'tree>> {
        SignedLiteral::at(self.parse, self.node, self.operator()?.id().0 + 1)
    }
}

/// An argument of a path pattern.
#[derive(Clone, Copy, Debug)]
pub struct PatternArgument<'tree> {
    /// The word before `:`.
    pub label: Option<Token<'tree>>,
    /// The pattern.
    pub pattern: Pattern<'tree>,
}

impl<'tree> PathPattern<'tree> {
    /// The words of `a.b.Name`.
    pub fn segments(self) -> impl Iterator<Item = Token<'tree>> {
        dotted_words(self.parse, self.node)
    }

    /// Whether parentheses follow the path.
    pub fn has_arguments(self) -> bool {
        self.parse.token_of(self.node, 1).is_some() && {
            let last = self.segments().last().map_or(0, |word| word.id().0);
            last + 1 < self.parse.end_token(self.node).0
        }
    }

    /// The patterns in the parentheses, `..` left out.
    pub fn arguments(self) -> impl Iterator<Item = PatternArgument<'tree>> {
        let parse = self.parse;
        parse.children(self.node).filter_map(move |node| match FieldPattern::cast(parse, node) {
            Some(field) => Some(PatternArgument { label: field.name(), pattern: field.pattern()? }),
            None => Some(PatternArgument { label: None, pattern: Pattern::cast(parse, node)? }),
        })
    }

    /// Whether `..` ends the parentheses.
    pub fn has_rest(self) -> bool {
        self.parse.child_of_kind(self.node, NodeKind::RestPattern).is_some()
    }
}

impl<'tree> RestPattern<'tree> {
    /// The name behind `as`.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.token_of(self.node, 2)
    }
}

impl<'tree> FieldPattern<'tree> {
    /// The word before `:`.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.token_of(self.node, 0)
    }

    /// The pattern behind it.
    pub fn pattern(self) -> Option<Pattern<'tree>> {
        Pattern::cast(self.parse, self.parse.first_child(self.node)?)
    }
}

/// What stands between the brackets of a pattern of an array.
#[derive(Clone, Copy, Debug)]
pub enum ArrayPart<'tree> {
    /// A pattern of one element.
    Element(Pattern<'tree>),
    /// `..`, `.. as name`.
    Rest(RestPattern<'tree>),
}

impl<'tree> TuplePattern<'tree> {
    /// The elements in order.
    pub fn elements(self) -> impl Iterator<Item = Pattern<'tree>> {
        patterns(self.parse, self.node)
    }
}

impl<'tree> ParenPattern<'tree> {
    /// The pattern in the parentheses.
    pub fn inner(self) -> Option<Pattern<'tree>> {
        Pattern::cast(self.parse, self.parse.first_child(self.node)?)
    }
}

impl<'tree> ArrayPattern<'tree> {
    /// The elements and the `..` among them, in order.
    pub fn parts(self) -> impl Iterator<Item = ArrayPart<'tree>> {
        self.parse.children(self.node).filter_map(move |node| {
            let rest = RestPattern::cast(self.parse, node).map(ArrayPart::Rest);
            rest.or_else(|| Pattern::cast(self.parse, node).map(ArrayPart::Element))
        })
    }

    /// The elements in order.
    pub fn elements(self) -> impl Iterator<Item = Pattern<'tree>> {
        patterns(self.parse, self.node)
    }
}

impl<'tree> OrPattern<'tree> {
    /// The alternatives in order, two or more.
    pub fn alternatives(self) -> impl Iterator<Item = Pattern<'tree>> {
        patterns(self.parse, self.node)
    }
}

impl<'tree> AsPattern<'tree> {
    /// The pattern before `as`.
    pub fn pattern(self) -> Option<Pattern<'tree>> {
        Pattern::cast(self.parse, self.parse.first_child(self.node)?)
    }

    /// The name behind `as`.
    pub fn name(self) -> Option<Token<'tree>> {
        let pattern = self.parse.first_child(self.node)?;
        self.parse.word_at(self.node, self.parse.end_token(pattern).0 + 1)
    }
}
