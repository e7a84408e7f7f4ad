//! Views of expressions other than those that steer control, and the enum of all.

use super::{
    Block, Break, Broken, Closure, Continue, For, If, LetCondition, Loop, Match, Return, Throw, Token, TypeSyntax,
    Unsafe, While, views,
};
use crate::{NodeId, NodeKind, Parse, TextRange, TokenId, TokenKind};

views! {
    /// A literal, `true` and `false` included.
    Literal of Literal;
    /// A string with `${…}`.
    InterpolatedString of InterpolatedString;
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
    /// `-e`, `!e`, `try e`, `ref e`, `mut e`, `move e`
    Unary of Unary;
    /// `e as T`
    Conversion of Cast;
    /// `a + b`
    Binary of Binary;
    /// `a..b`, `a..=b`
    Range of Range;
}

macro_rules! expressions {
    ($($(#[$documentation:meta])* $name:ident $view:ident,)*) => {
        /// Any expression.
        #[derive(Clone, Copy, Debug)]
        pub enum Expression<'tree> {
            $($(#[$documentation])* $name($view<'tree>),)*
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
                    $(NodeKind::$name => Expression::$name($view::new(parse, node)),)*
                    NodeKind::Error => Expression::Error(Broken::new(parse, node)),
                    _ => return TypeSyntax::cast(parse, node).map(Expression::Type),
                })
            }

            /// The node.
            #[inline]
            pub fn node(self) -> NodeId {
                match self {
                    $(Expression::$name(view) => view.node(),)*
                    Expression::Type(view) => view.node(),
                    Expression::Error(view) => view.node(),
                }
            }

            /// The tree.
            #[inline]
            pub fn tree(self) -> &'tree Parse {
                match self {
                    $(Expression::$name(view) => view.tree(),)*
                    Expression::Type(view) => view.tree(),
                    Expression::Error(view) => view.tree(),
                }
            }

            /// The range of the node, without space and comments around it.
            pub fn range(self) -> TextRange {
                self.tree().range(self.node())
            }
        }
    };
}

expressions! {
    /// A literal, `true` and `false` included.
    Literal Literal,
    /// A string with `${…}`.
    InterpolatedString InterpolatedString,
    /// `x`, `Self`
    Name Name,
    /// `self`
    SelfValue SelfValue,
    /// `@x`
    SelfField SelfField,
    /// `(e)`
    Paren Paren,
    /// `(a, b)`, `()`
    Tuple Tuple,
    /// `[a, b]`
    Array Array,
    /// `[x; N]`
    Repeat Repeat,
    /// `e.name`, `e.0`
    FieldAccess FieldAccess,
    /// `e[i]`, `e[T, U]`
    Index Index,
    /// `e(a, name: b)`
    Call Call,
    /// `-e`, `!e`, `try e`, `ref e`, `mut e`, `move e`
    Unary Unary,
    /// `e as T`
    Cast Conversion,
    /// `a + b`
    Binary Binary,
    /// `a..b`, `a..=b`
    Range Range,
    /// `if c { … } else { … }`
    If If,
    /// `match e { case … }`
    Match Match,
    /// `{ … }`
    Block Block,
    /// `unsafe { … }`
    Unsafe Unsafe,
    /// `loop { … }`
    Loop Loop,
    /// `while c { … }`
    While While,
    /// `for pattern in e { … }`
    For For,
    /// `fn (x: T) -> U { … }`
    Closure Closure,
    /// `return e`
    Return Return,
    /// `throw e`
    Throw Throw,
    /// `break label`
    Break Break,
    /// `continue label`
    Continue Continue,
    /// `let pattern = e` in a condition.
    LetCondition LetCondition,
}

/// What a literal is written as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LiteralKind {
    /// `1_000`, `0xff`: see [`crate::literal::integer`].
    Integer,
    /// `1.5`, `2e9`: see [`crate::literal::float`].
    Float,
    /// `'a'`: see [`crate::literal::character`].
    Character,
    /// `"…"`, `"""…"""`: see [`crate::literal::string`].
    String,
    /// `c"…"`: see [`crate::literal::c_string`].
    CString,
    /// `true`
    True,
    /// `false`
    False,
}

impl<'tree> Literal<'tree> {
    /// The literal itself.
    #[inline]
    pub fn token(self) -> Token<'tree> {
        Token::new(self.parse, self.parse.first_token(self.node))
    }

    /// What it is written as.
    #[inline]
    pub fn kind(self) -> LiteralKind {
        match self.token().kind() {
            TokenKind::Float => LiteralKind::Float,
            TokenKind::Character => LiteralKind::Character,
            TokenKind::String | TokenKind::MultilineString => LiteralKind::String,
            TokenKind::CString => LiteralKind::CString,
            TokenKind::True => LiteralKind::True,
            TokenKind::False => LiteralKind::False,
            _ => LiteralKind::Integer,
        }
    }
}

/// A part of a string with `${…}`.
#[derive(Clone, Copy, Debug)]
pub enum StringPart<'tree> {
    /// Text between the interpolations, as written: see [`InterpolatedString::decode`].
    Text(Token<'tree>),
    /// `${e}`
    Expression(Expression<'tree>),
}

impl<'tree> InterpolatedString<'tree> {
    /// Its parts in order.
    pub fn parts(self) -> impl Iterator<Item = StringPart<'tree>> {
        let (parse, node) = (self.parse, self.node);
        let end = parse.end_token(node).0;
        let mut next = parse.first_token(node).0;
        let mut interpolations = parse.children(node);
        std::iter::from_fn(move || {
            while next < end {
                let token = Token::new(parse, TokenId(next));
                match token.kind() {
                    TokenKind::StringText => {
                        next += 1;
                        return Some(StringPart::Text(token));
                    }
                    TokenKind::InterpolationStart => {
                        let interpolation = interpolations.next()?;
                        next = parse.end_token(interpolation).0;
                        let inner = parse.first_child(interpolation)?;
                        return Expression::cast(parse, inner).map(StringPart::Expression);
                    }
                    _ => next += 1,
                }
            }
            None
        })
    }

    /// Whether it is written with `"""`.
    pub fn is_multiline(self) -> bool {
        self.parse.token_text(self.parse.first_token(self.node)).len() == 3
    }

    /// The text that a [`StringPart::Text`] of this string stands for.
    pub fn decode(self, text: Token<'tree>) -> String {
        if !self.is_multiline() {
            return crate::literal::unescape(text.text());
        }
        let start = self.parse.first_token(self.node).0;
        let close = self.parse.end_token(self.node).0 - 1;
        let before_close = Token::new(self.parse, TokenId(close - 1));
        let last_text = if before_close.kind() == TokenKind::StringText {
            before_close.text()
        } else {
            ""
        };
        let indentation = crate::literal::closing_indentation(last_text);
        let place = crate::literal::Place {
            is_first: text.id().0 == start + 1,
            is_last: text.id().0 + 1 == close,
        };
        crate::literal::multiline_part(text.text(), indentation, place)
    }
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
    parse
        .children(node)
        .filter_map(move |child| Expression::cast(parse, child))
}

#[inline]
fn expression(parse: &Parse, node: NodeId, position: usize) -> Option<Expression<'_>> {
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
        Some(MethodCallee {
            receiver: access.base()?,
            name: access.name()?,
            index,
        })
    }

    /// The arguments as written.
    #[inline]
    pub fn arguments(self) -> impl Iterator<Item = Argument<'tree>> {
        let parse = self.parse;
        parse
            .children(self.node)
            .skip(1)
            .filter_map(move |node| match NamedArgument::cast(parse, node) {
                Some(named) => Some(Argument {
                    label: named.name(),
                    value: named.value()?,
                }),
                None => Some(Argument {
                    label: None,
                    value: Expression::cast(parse, node)?,
                }),
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

/// A prefix operator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOperator {
    /// `-`
    Negate,
    /// `!`
    Not,
    /// `try`
    Try,
    /// `ref`
    Ref,
    /// `mut`
    Mut,
    /// `move`
    Move,
}

impl<'tree> Unary<'tree> {
    /// The operator's token.
    #[inline]
    pub fn operator_token(self) -> Option<Token<'tree>> {
        self.parse.token_of(self.node, 0)
    }

    /// The operator.
    #[inline]
    pub fn operator(self) -> UnaryOperator {
        match self.parse.token_kind(self.parse.first_token(self.node)) {
            TokenKind::Not => UnaryOperator::Not,
            TokenKind::Try => UnaryOperator::Try,
            TokenKind::Ref => UnaryOperator::Ref,
            TokenKind::Mut => UnaryOperator::Mut,
            TokenKind::Move => UnaryOperator::Move,
            _ => UnaryOperator::Negate,
        }
    }

    /// The operand.
    #[inline]
    pub fn operand(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }
}

impl<'tree> Conversion<'tree> {
    /// What is converted.
    #[inline]
    pub fn value(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }

    /// The type behind `as`.
    #[inline]
    pub fn type_syntax(self) -> Option<TypeSyntax<'tree>> {
        TypeSyntax::cast(self.parse, self.parse.child(self.node, 1)?)
    }
}

/// An operator between two expressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOperator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `+%`
    AddWrapping,
    /// `-%`
    SubtractWrapping,
    /// `*%`
    MultiplyWrapping,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `&&`
    And,
    /// `||`
    Or,
}

impl BinaryOperator {
    /// The operator that a token is.
    #[inline]
    pub fn of_token(kind: TokenKind) -> Option<BinaryOperator> {
        Some(match kind {
            TokenKind::Plus => BinaryOperator::Add,
            TokenKind::Minus => BinaryOperator::Subtract,
            TokenKind::Star => BinaryOperator::Multiply,
            TokenKind::Slash => BinaryOperator::Divide,
            TokenKind::Percent => BinaryOperator::Remainder,
            TokenKind::PlusPercent => BinaryOperator::AddWrapping,
            TokenKind::MinusPercent => BinaryOperator::SubtractWrapping,
            TokenKind::StarPercent => BinaryOperator::MultiplyWrapping,
            TokenKind::ShiftLeft => BinaryOperator::ShiftLeft,
            TokenKind::ShiftRight => BinaryOperator::ShiftRight,
            TokenKind::Ampersand => BinaryOperator::BitAnd,
            TokenKind::Caret => BinaryOperator::BitXor,
            TokenKind::Bar => BinaryOperator::BitOr,
            TokenKind::EqualEqual => BinaryOperator::Equal,
            TokenKind::NotEqual => BinaryOperator::NotEqual,
            TokenKind::Less => BinaryOperator::Less,
            TokenKind::LessEqual => BinaryOperator::LessEqual,
            TokenKind::Greater => BinaryOperator::Greater,
            TokenKind::GreaterEqual => BinaryOperator::GreaterEqual,
            TokenKind::AndAnd => BinaryOperator::And,
            TokenKind::OrOr => BinaryOperator::Or,
            _ => return None,
        })
    }

    /// The operator of a compound assignment, `None` for `=`.
    pub fn of_assignment(kind: TokenKind) -> Option<BinaryOperator> {
        Some(match kind {
            TokenKind::PlusEqual => BinaryOperator::Add,
            TokenKind::MinusEqual => BinaryOperator::Subtract,
            TokenKind::StarEqual => BinaryOperator::Multiply,
            TokenKind::SlashEqual => BinaryOperator::Divide,
            TokenKind::PercentEqual => BinaryOperator::Remainder,
            TokenKind::PlusPercentEqual => BinaryOperator::AddWrapping,
            TokenKind::MinusPercentEqual => BinaryOperator::SubtractWrapping,
            TokenKind::StarPercentEqual => BinaryOperator::MultiplyWrapping,
            TokenKind::ShiftLeftEqual => BinaryOperator::ShiftLeft,
            TokenKind::ShiftRightEqual => BinaryOperator::ShiftRight,
            TokenKind::AmpersandEqual => BinaryOperator::BitAnd,
            TokenKind::CaretEqual => BinaryOperator::BitXor,
            TokenKind::BarEqual => BinaryOperator::BitOr,
            _ => return None,
        })
    }
}

impl<'tree> Binary<'tree> {
    /// The left operand.
    #[inline]
    pub fn left(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 0)
    }

    /// The operator's token.
    #[inline]
    pub fn operator_token(self) -> Option<Token<'tree>> {
        let left = self.parse.first_child(self.node)?;
        Some(Token::new(self.parse, self.parse.end_token(left)))
    }

    /// The operator.
    #[inline]
    pub fn operator(self) -> Option<BinaryOperator> {
        BinaryOperator::of_token(self.operator_token()?.kind())
    }

    /// The right operand.
    #[inline]
    pub fn right(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, 1)
    }
}

impl<'tree> Range<'tree> {
    fn starts_open(self) -> bool {
        matches!(
            self.parse.token_kind(self.parse.first_token(self.node)),
            TokenKind::DotDot | TokenKind::DotDotEqual
        )
    }

    /// The `..` or `..=`.
    pub fn operator_token(self) -> Option<Token<'tree>> {
        if self.starts_open() {
            return self.parse.token_of(self.node, 0);
        }
        let start = self.parse.first_child(self.node)?;
        Some(Token::new(self.parse, self.parse.end_token(start)))
    }

    /// The first value.
    pub fn start(self) -> Option<Expression<'tree>> {
        if self.starts_open() {
            None
        } else {
            expression(self.parse, self.node, 0)
        }
    }

    /// Whether the last value belongs to the range: `..=`.
    pub fn is_inclusive(self) -> bool {
        self.operator_token()
            .is_some_and(|token| token.kind() == TokenKind::DotDotEqual)
    }

    /// The value at its end.
    pub fn end(self) -> Option<Expression<'tree>> {
        expression(self.parse, self.node, usize::from(!self.starts_open()))
    }
}
