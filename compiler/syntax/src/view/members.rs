//! Views of `type …` with a body and of its fields and cases.

use super::items::declarations;
use super::{
    Attribute, Expression, Function, GenericParameterList, Parameter, ParameterList, Token, TypeSyntax, documentation,
    view_enum, views,
};
use crate::{TokenId, TokenKind};

views! {
    /// `type …` with a body.
    Type of Type;
    /// `let @x: T`
    Field of Field;
    /// `case Circle(f64)`
    Case of Case;
}

declarations! { Type Field Case }

/// Where values of a type live, as its declaration says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeStorage {
    /// `type T`: on the heap.
    Heap,
    /// `type inline T`
    Inline,
    /// `type copy T`
    Copy,
    /// `type view T`
    View,
    /// `type union T`
    Union,
}

/// A member of a type's body.
#[derive(Clone, Copy, Debug)]
pub enum Member<'tree> {
    /// `let @x: T`
    Field(Field<'tree>),
    /// `case A(T)`
    Case(Case<'tree>),
    /// `fn f { … }`
    Function(Function<'tree>),
}

view_enum! { Member of Field Case Function }

impl<'tree> Type<'tree> {
    /// The number of words between `type` and the name, and what they say.
    fn modifiers(self) -> (u32, TypeStorage, bool) {
        let mut at = self.parse.head(self.node).behind;
        let (mut storage, mut is_enum) = (TypeStorage::Heap, false);
        // A modifier is followed by another word; the last word is the name.
        while self.parse.word_at(self.node, at + 1).is_some() {
            match self.parse.token_text(TokenId(at)) {
                "inline" => storage = TypeStorage::Inline,
                "copy" => storage = TypeStorage::Copy,
                "view" => storage = TypeStorage::View,
                "union" => storage = TypeStorage::Union,
                "enum" => is_enum = true,
                _ => break,
            }
            at += 1;
        }
        (at, storage, is_enum)
    }

    /// Where its values live.
    pub fn storage(self) -> TypeStorage {
        self.modifiers().1
    }

    /// Whether it is an `enum`.
    pub fn is_enum(self) -> bool {
        self.modifiers().2
    }

    /// Its name.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.word_at(self.node, self.modifiers().0)
    }

    /// Its type parameters.
    pub fn generic_parameters(self) -> Option<GenericParameterList<'tree>> {
        GenericParameterList::of(self.parse, self.node)
    }

    /// The integer type behind `:`.
    pub fn representation(self) -> Option<TypeSyntax<'tree>> {
        self.parse.child_behind(self.node, TokenKind::Colon).and_then(|node| TypeSyntax::cast(self.parse, node))
    }

    /// Its fields, cases and methods in order.
    pub fn members(self) -> impl Iterator<Item = Member<'tree>> {
        let parse = self.parse;
        parse.children(self.node).filter_map(move |node| {
            Field::cast(parse, node)
                .map(Member::Field)
                .or_else(|| Case::cast(parse, node).map(Member::Case))
                .or_else(|| Function::cast(parse, node).map(Member::Function))
        })
    }

    /// Its fields.
    pub fn fields(self) -> impl Iterator<Item = Field<'tree>> {
        self.parse.children(self.node).filter_map(move |node| Field::cast(self.parse, node))
    }

    /// Its cases.
    pub fn cases(self) -> impl Iterator<Item = Case<'tree>> {
        self.parse.children(self.node).filter_map(move |node| Case::cast(self.parse, node))
    }

    /// Its methods.
    pub fn functions(self) -> impl Iterator<Item = Function<'tree>> {
        self.parse.children(self.node).filter_map(move |node| Function::cast(self.parse, node))
    }
}

impl<'tree> Field<'tree> {
    /// Its name, without `@`.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.word_at(self.node, self.parse.head(self.node).behind + 1)
    }

    /// Its type.
    pub fn type_syntax(self) -> Option<TypeSyntax<'tree>> {
        self.parse.child_behind(self.node, TokenKind::Colon).and_then(|node| TypeSyntax::cast(self.parse, node))
    }
}

impl<'tree> Case<'tree> {
    /// Its name.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.word_at(self.node, self.parse.head(self.node).behind)
    }

    /// What it holds: types, perhaps with names.
    pub fn payload(self) -> impl Iterator<Item = Parameter<'tree>> {
        ParameterList::of(self.parse, self.node).into_iter().flat_map(ParameterList::parameters)
    }

    /// The integer behind `=`.
    pub fn value(self) -> Option<Expression<'tree>> {
        self.parse.child_behind(self.node, TokenKind::Equal).and_then(|node| Expression::cast(self.parse, node))
    }
}
