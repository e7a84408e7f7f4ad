//! Views of expressions other than those that steer control, and the enum of all.

use super::{
    Binary, Block, Break, Broken, Cast, Closure, Continue, For, If, InterpolatedString, LetCondition, Literal, Loop,
    Match, Range, Return, Throw, Token, TypeSyntax, Unary, Unsafe, While, view_enum, views,
};
use crate::{NodeId, NodeKind, Parse, TokenId};

views! {
    /// `x`, `Self`
    Name of Name;
    /// `self`
    SelfValue of SelfValue;
    /// `@x`
    SelfField of SelfField;
    /// `(e)`
    Paren of Paren;
    /// `(a, b)`, `()`
    Tuple of Tuple;
    /// `[a, b]`
    Array of Array;
    /// `[x; N]`
    Repeat of Repeat;
    /// `e.name`, `e.0`
    FieldAccess of FieldAccess;
    /// `e[i]`, `e[T, U]`: an index or type arguments.
    Index of Index;
    /// `e(a, name: b)`
    Call of Call;
    /// `name: e` in a call.
    NamedArgument of NamedArgument;
}

macro_rules! expressions {
    ($($(#[$documentation:meta])* $name:ident,)*) => {
        /// Any expression.
        #[derive(Clone, Copy, Debug)]
        pub enum Expression<'tree> {
            $($(#[$documentation])* $name($name<'tree>),)*
            /// A type that no expression spells (`dyn T`, `fn (A) -> B`), where type arguments may stand.
            Type(TypeSyntax<'tree>),
            /// Missing or broken; the syntax error is reported already.
            Error(Broken<'tree>),
        }

        impl<'tree> Expression<'tree> {
            /// The view of `node`, `None` if it is no expression.
            #[inline]
            pub fn cast(parse: &'tree Parse, node: NodeId) -> Option<Expression<'tree>> {
                Some(match parse.kind(node) {
                    $(NodeKind::$name => Expression::$name($name::new(parse, node)),)*
                    NodeKind::Error => Expression::Error(Broken::new(parse, node)),
                    _ => return TypeSyntax::cast(parse, node).map(Expression::Type),
                })
            }
        }

        view_enum! { Expression of $($name)* Type Error }
    };
}

expressions! {
    /// A literal, `true` and `false` included.
    Literal,
    /// A string with `${…}`.
    InterpolatedString,
    /// `x`, `Self`
    Name,
    /// `self`
    SelfValue,
    /// `@x`
    SelfField,
    /// `(e)`
    Paren,
    /// `(a, b)`, `()`
    Tuple,
    /// `[a, b]`
    Array,
    /// `[x; N]`
    Repeat,
    /// `e.name`, `e.0`
    FieldAccess,
    /// `e[i]`, `e[T, U]`
    Index,
    /// `e(a, name: b)`
    Call,
    /// `-e`, `!e`, `try e`, `ref e`, `mut e`, `move e`
    Unary,
    /// `e as T`
    Cast,
    /// `a + b`
    Binary,
    /// `a..b`, `a..=b`
    Range,
    /// `if c { … } else { … }`
    If,
    /// `match e { case … }`
    Match,
    /// `{ … }`
    Block,
    /// `unsafe { … }`
    Unsafe,
    /// `loop { … }`
    Loop,
    /// `while c { … }`
    While,
    /// `for pattern in e { … }`
    For,
    /// `fn (x: T) -> U { … }`
    Closure,
    /// `return e`
    Return,
    /// `throw e`
    Throw,
    /// `break label`
    Break,
    /// `continue label`
    Continue,
    /// `let pattern = e` in a condition.
    LetCondition,
}

impl<'tree> Name<'tree> {
    /// The word.
    #[inline]
    pub fn token(self) -> Token<'tree> {
        Token::new(self.parse, self.parse.first_token(self.node))
    }

    /// Its text.
    #[inline]
    pub fn text(self) -> &'tree str {
        self.token().text()
    }
}

impl<'tree> SelfField<'tree> {
    /// The name behind `@`.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.token_of(self.node, 1)
    }
}

fn expressions(parse: &Parse, node: NodeId) -> impl Iterator<Item = Expression<'_>> {
    parse.children(node).filter_map(move |child| Expression::cast(parse, child))
}

#[inline]
pub(super) fn expression(parse: &Parse, node: NodeId, position: usize) -> Option<Expression<'_>> {
    Expression::cast(parse, parse.child(node, position)?)
}

impl<'tree> Paren<'tree> {
    /// The expression in the parentheses.
    #[inline]
    pub fn inner(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }
}

impl<'tree> Tuple<'tree> {
    /// The elements in order.
    pub fn elements(self) -> impl Iterator<Item = Expression<'tree>> {
        expressions(self.parse, self.node)
    }
}

impl<'tree> Array<'tree> {
    /// The elements in order.
    pub fn elements(self) -> impl Iterator<Item = Expression<'tree>> {
        expressions(self.parse, self.node)
    }
}

impl<'tree> Repeat<'tree> {
    /// The repeated element.
    pub fn element(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }

    /// The constant number of elements.
    pub fn length(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 1)
    }
}

impl<'tree> FieldAccess<'tree> {
    /// What stands before the point.
    #[inline]
    pub fn base(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }

    /// The word or number behind the point.
    #[inline]
    pub fn name(self) -> Option<Token<'tree>> {
        let base = self.parse.first_child(self.node)?;
        let index = self.parse.end_token(base).0 + 1;
        (index < self.parse.end_token(self.node).0).then(|| Token::new(self.parse, TokenId(index)))
    }
}

impl<'tree> Index<'tree> {
    /// What stands before the bracket.
    #[inline]
    pub fn base(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }

    /// What stands in the brackets: one index or range, or type arguments.
    pub fn arguments(self) -> impl Iterator<Item = Expression<'tree>> {
        expressions(self.parse, self.node).skip(1)
    }

    /// The same, read as types; what spells no type comes out as an error.
    pub fn type_arguments(self) -> impl Iterator<Item = TypeSyntax<'tree>> {
        let parse = self.parse;
        self.arguments().map(move |argument| {
            TypeSyntax::from_expression(argument).unwrap_or(TypeSyntax::Error(Broken::new(parse, argument.node())))
        })
    }
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'tree> {
    /// The word before `:`.
    pub label: Option<Token<'tree>>,
    /// The value.
    pub value: Expression<'tree>,
}

/// The callee of a call of the form `x.f(…)` or `x.f[T](…)`.
#[derive(Clone, Copy, Debug)]
pub struct MethodCallee<'tree> {
    /// What stands before the point: a value, or the path of a type or module.
    pub receiver: Expression<'tree>,
    /// The name behind the point.
    pub name: Token<'tree>,
    /// `x.f[T]`, which holds the type arguments.
    pub index: Option<Index<'tree>>,
}

impl<'tree> Call<'tree> {
    /// What is called.
    #[inline]
    pub fn callee(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }

    /// What is called, if it has the form of a method.
    pub fn method(self) -> Option<MethodCallee<'tree>> {
        let (index, access) = match self.callee()? {
            Expression::FieldAccess(access) => (None, access),
            Expression::Index(index) => match index.base()? {
                Expression::FieldAccess(access) => (Some(index), access),
                _ => return None,
            },
            _ => return None,
        };
        Some(MethodCallee { receiver: access.base()?, name: access.name()?, index })
    }

    /// The arguments as written.
    #[inline]
    pub fn arguments(self) -> impl Iterator<Item = Argument<'tree>> {
        let parse = self.parse;
        parse.children(self.node).skip(1).filter_map(move |node| match NamedArgument::cast(parse, node) {
            Some(named) => Some(Argument { label: named.name(), value: named.value()? }),
            None => Some(Argument { label: None, value: Expression::cast(parse, node)? }),
        })
    }
}

impl<'tree> NamedArgument<'tree> {
    /// The word before `:`.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.token_of(self.node, 0)
    }

    /// The value.
    pub fn value(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }
}
