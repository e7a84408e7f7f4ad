//! Views of written types. Inside `a[…]` the parser reads types as expressions, because it cannot know what `a` is; the
//! same views read both forms, so that whoever lowers types does it once: see [`TypeSyntax::from_expression`].

use super::{Broken, Expression, Parameter, ParameterList, Token, view_enum, views};
use crate::{NodeId, NodeKind, Parse, TokenId, TokenKind};

views! {
    /// `a.b.Name[T, U]`
    PathType of PathType | Name | FieldAccess | Index;
    /// `ref T`, `mut T`
    BorrowType of BorrowType | Unary;
    /// `dyn Trait`
    DynType of DynType;
    /// `(A, B)`, `()`
    TupleType of TupleType | Tuple;
    /// `[T; N]`
    ArrayType of ArrayType | Repeat;
    /// `[T]`
    SliceType of SliceType | Array;
    /// `fn (A) -> B`
    FunctionType of FunctionType;
}

/// A written type. Parentheses are seen through.
#[derive(Clone, Copy, Debug)]
pub enum TypeSyntax<'tree> {
    /// `a.b.Name[T]`, `Self`
    Path(PathType<'tree>),
    /// `ref T`, `mut T`
    Borrow(BorrowType<'tree>),
    /// `dyn Trait`
    Dyn(DynType<'tree>),
    /// `(A, B)`, `()`
    Tuple(TupleType<'tree>),
    /// `[T; N]`
    Array(ArrayType<'tree>),
    /// `[T]`
    Slice(SliceType<'tree>),
    /// `fn (A) -> B`
    Function(FunctionType<'tree>),
    /// Missing or broken; the syntax error is reported already.
    Error(Broken<'tree>),
}

impl<'tree> TypeSyntax<'tree> {
    pub(crate) fn is_type_or_error(kind: NodeKind) -> bool {
        kind == NodeKind::Error || (NodeKind::PathType..=NodeKind::FunctionType).contains(&kind)
    }

    /// The view of `node`, `None` if it is no type.
    pub fn cast(parse: &'tree Parse, node: NodeId) -> Option<TypeSyntax<'tree>> {
        Some(match parse.kind(node) {
            NodeKind::PathType => TypeSyntax::Path(PathType::new(parse, node)),
            NodeKind::BorrowType => TypeSyntax::Borrow(BorrowType::new(parse, node)),
            NodeKind::DynType => TypeSyntax::Dyn(DynType::new(parse, node)),
            NodeKind::TupleType => TypeSyntax::Tuple(TupleType::new(parse, node)),
            NodeKind::ParenType => return TypeSyntax::cast(parse, parse.first_child(node)?),
            NodeKind::ArrayType => TypeSyntax::Array(ArrayType::new(parse, node)),
            NodeKind::SliceType => TypeSyntax::Slice(SliceType::new(parse, node)),
            NodeKind::FunctionType => TypeSyntax::Function(FunctionType::new(parse, node)),
            NodeKind::Error => TypeSyntax::Error(Broken::new(parse, node)),
            _ => return None,
        })
    }

    /// The type that a part of a type spells, which may have been read as an expression; one that can be none is an error.
    fn of_part(parse: &'tree Parse, node: NodeId) -> TypeSyntax<'tree> {
        TypeSyntax::of_either(parse, node).unwrap_or(TypeSyntax::Error(Broken::new(parse, node)))
    }

    /// The type that an expression in `a[…]` spells, `None` if it can be none.
    pub fn from_expression(expression: Expression<'tree>) -> Option<TypeSyntax<'tree>> {
        let parse = expression.tree();
        let node = expression.node();
        Some(match expression {
            Expression::Type(written) => written,
            Expression::Error(broken) => TypeSyntax::Error(broken),
            Expression::Name(_) => TypeSyntax::Path(PathType::new(parse, node)),
            Expression::FieldAccess(_) | Expression::Index(_) => {
                TypeSyntax::Path(PathType::new(parse, node).if_a_path()?)
            }
            Expression::Paren(paren) => return TypeSyntax::from_expression(paren.inner()?),
            Expression::Tuple(_) => TypeSyntax::Tuple(TupleType::new(parse, node)),
            Expression::Array(array) => {
                let mut elements = array.elements();
                elements.next()?;
                if elements.next().is_some() {
                    return None;
                }
                TypeSyntax::Slice(SliceType::new(parse, node))
            }
            Expression::Repeat(_) => TypeSyntax::Array(ArrayType::new(parse, node)),
            Expression::Unary(unary) => {
                matches!(unary.operator_token()?.kind(), TokenKind::Ref | TokenKind::Mut).then_some(())?;
                TypeSyntax::Borrow(BorrowType::new(parse, node))
            }
            _ => return None,
        })
    }

    /// The view of a node that is a type or an expression that spells one.
    fn of_either(parse: &'tree Parse, node: NodeId) -> Option<TypeSyntax<'tree>> {
        TypeSyntax::cast(parse, node).or_else(|| Expression::cast(parse, node).and_then(TypeSyntax::from_expression))
    }
}

view_enum! { TypeSyntax of Path Borrow Dyn Tuple Array Slice Function Error }

/// The words at the beginning of a node, with points between them.
pub(super) fn dotted_words<'tree>(parse: &'tree Parse, node: NodeId) -> impl Iterator<Item = Token<'tree>> {
    let end = parse.end_token(node).0;
    let mut next = parse.first_token(node).0;
    std::iter::from_fn(move || {
        let word = parse.word_at(node, next)?;
        let is_dotted = next + 1 < end && parse.token_kind(TokenId(next + 1)) == TokenKind::Dot;
        next = if is_dotted { next + 2 } else { end };
        Some(word)
    })
}

impl<'tree> PathType<'tree> {
    /// The words of `a.b.Name`; `Self` may be one.
    pub fn segments(self) -> impl Iterator<Item = Token<'tree>> {
        dotted_words(self.parse, self.node)
    }

    /// The only word of a path without dots and arguments, by far the most frequent type.
    #[inline]
    pub fn single_word(self) -> Option<Token<'tree>> {
        let first = self.parse.first_token(self.node);
        (self.parse.end_token(self.node).0 == first.0 + 1).then(|| Token::new(self.parse, first))
    }

    fn argument_nodes(self) -> impl Iterator<Item = NodeId> {
        let skipped = match self.parse.kind(self.node) {
            NodeKind::Index => 1,
            NodeKind::Name | NodeKind::FieldAccess => usize::MAX,
            _ => 0,
        };
        self.parse.children(self.node).skip(skipped)
    }

    /// The type arguments in `[…]`. An expression that spells no type comes out as an error.
    pub fn arguments(self) -> impl Iterator<Item = TypeSyntax<'tree>> {
        let parse = self.parse;
        self.argument_nodes()
            .map(move |node| TypeSyntax::of_either(parse, node).unwrap_or(TypeSyntax::Error(Broken::new(parse, node))))
    }

    /// Whether this expression is words joined by dots, then perhaps one `[…]`.
    fn if_a_path(self) -> Option<PathType<'tree>> {
        let mut node = self.node;
        if self.parse.kind(node) == NodeKind::Index {
            node = self.parse.first_child(node)?;
        }
        while self.parse.kind(node) == NodeKind::FieldAccess {
            node = self.parse.first_child(node)?;
        }
        (self.parse.kind(node) == NodeKind::Name).then_some(self)
    }
}

impl<'tree> BorrowType<'tree> {
    /// Whether it is `mut T`.
    pub fn is_mutable(self) -> bool {
        self.parse.token_kind(self.parse.first_token(self.node)) == TokenKind::Mut
    }

    /// The borrowed type.
    pub fn inner(self) -> Option<TypeSyntax<'tree>> {
        Some(TypeSyntax::of_part(self.parse, self.parse.first_child(self.node)?))
    }
}

impl<'tree> DynType<'tree> {
    /// The trait.
    pub fn trait_syntax(self) -> Option<TypeSyntax<'tree>> {
        TypeSyntax::cast(self.parse, self.parse.first_child(self.node)?)
    }
}

impl<'tree> TupleType<'tree> {
    /// The elements in order.
    pub fn elements(self) -> impl Iterator<Item = TypeSyntax<'tree>> {
        let parse = self.parse;
        parse.children(self.node).map(move |node| TypeSyntax::of_part(parse, node))
    }
}

impl<'tree> ArrayType<'tree> {
    /// The type of the elements.
    pub fn element(self) -> Option<TypeSyntax<'tree>> {
        Some(TypeSyntax::of_part(self.parse, self.parse.first_child(self.node)?))
    }

    /// The constant number of elements.
    pub fn length(self) -> Option<Expression<'tree>> {
        Expression::cast(self.parse, self.parse.child(self.node, 1)?)
    }
}

impl<'tree> SliceType<'tree> {
    /// The type of the elements.
    pub fn element(self) -> Option<TypeSyntax<'tree>> {
        Some(TypeSyntax::of_part(self.parse, self.parse.first_child(self.node)?))
    }
}

impl<'tree> FunctionType<'tree> {
    /// Whether it is a C function pointer, `extern fn`.
    pub fn is_extern(self) -> bool {
        self.parse.token_kind(self.parse.first_token(self.node)) == TokenKind::Extern
    }

    /// Whether it is `fn move`: called once.
    pub fn is_move(self) -> bool {
        self.parse
            .token_of(self.node, 1 + u32::from(self.is_extern()))
            .is_some_and(|token| token.kind() == TokenKind::Move)
    }

    /// Its parameters; names are only for the reader.
    pub fn parameters(self) -> impl Iterator<Item = Parameter<'tree>> {
        ParameterList::of(self.parse, self.node).into_iter().flat_map(ParameterList::parameters)
    }

    /// The type behind `->`.
    pub fn result(self) -> Option<TypeSyntax<'tree>> {
        self.parse.child_behind(self.node, TokenKind::Arrow).and_then(|node| TypeSyntax::cast(self.parse, node))
    }
}
