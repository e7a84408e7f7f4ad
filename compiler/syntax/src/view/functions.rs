//! Views of functions of all sorts (free, methods, trait methods, C functions) and of parameters.

use super::items::declarations;
use super::{Attribute, Block, Token, TypeSyntax, documentation, views};
use crate::{NodeId, NodeKind, Parse, TokenId, TokenKind};

views! {
    /// A function with or without a body.
    Function of Function;
    /// `(a: T, ...)`
    ParameterList of ParameterList;
    /// `a: T`; in fn types and cases the name may be absent, in closures the type.
    Parameter of Parameter;
    /// `[T: Order]` behind a declared name.
    GenericParameterList of GenericParameterList;
    /// `T: Order + Hash`
    GenericParameter of GenericParameter;
    /// `ref` as a bound.
    RefBound of RefBound;
}

declarations! { Function }

/// How a method takes `self`, as the word behind `fn` says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Receiver {
    /// `fn`: borrows it.
    Ref,
    /// `fn mut`: borrows it mutably.
    Mut,
    /// `fn move`: consumes it.
    Move,
    /// `fn static`: has none.
    Static,
}

impl<'tree> Function<'tree> {
    fn head_words(self) -> (u32, Receiver) {
        let behind = self.parse.head(self.node).behind;
        if self.parse.word_at(self.node, behind + 1).is_none() {
            return (behind, Receiver::Ref);
        }
        match self.parse.token_kind(TokenId(behind)) {
            TokenKind::Mut => (behind + 1, Receiver::Mut),
            TokenKind::Move => (behind + 1, Receiver::Move),
            TokenKind::Word if self.parse.token_text(TokenId(behind)) == "static" => (behind + 1, Receiver::Static),
            _ => (behind, Receiver::Ref),
        }
    }

    /// Whether `extern` stands before it: C can call it by its name.
    pub fn is_extern(self) -> bool {
        self.parse.head(self.node).is_extern
    }

    /// Whether `unsafe` stands before it.
    pub fn is_unsafe(self) -> bool {
        self.parse.head(self.node).is_unsafe
    }

    /// How it takes `self`. Outside types, traits and impls it means nothing.
    pub fn receiver(self) -> Receiver {
        self.head_words().1
    }

    /// The word behind `fn` that says how `self` is taken.
    pub fn receiver_token(self) -> Option<Token<'tree>> {
        let (name, receiver) = self.head_words();
        (receiver != Receiver::Ref).then(|| Token::new(self.parse, TokenId(name - 1)))
    }

    /// Its name.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.word_at(self.node, self.head_words().0)
    }

    /// Its type parameters.
    pub fn generic_parameters(self) -> Option<GenericParameterList<'tree>> {
        GenericParameterList::of(self.parse, self.node)
    }

    /// The parentheses behind its name.
    pub fn parameter_list(self) -> Option<ParameterList<'tree>> {
        ParameterList::of(self.parse, self.node)
    }

    /// Its parameters without `self`.
    pub fn parameters(self) -> impl Iterator<Item = Parameter<'tree>> {
        self.parameter_list().into_iter().flat_map(ParameterList::parameters)
    }

    /// Whether its parameters end in `...`.
    pub fn is_variadic(self) -> bool {
        self.parameter_list().is_some_and(|list| list.ellipsis().is_some())
    }

    /// The type behind `->`.
    pub fn result(self) -> Option<TypeSyntax<'tree>> {
        self.parse.child_behind(self.node, TokenKind::Arrow).and_then(|node| TypeSyntax::cast(self.parse, node))
    }

    /// Its body.
    pub fn body(self) -> Option<Block<'tree>> {
        self.parse.child_of_kind(self.node, NodeKind::Block).map(|node| Block::new(self.parse, node))
    }
}

impl<'tree> ParameterList<'tree> {
    pub(crate) fn of(parse: &'tree Parse, node: NodeId) -> Option<ParameterList<'tree>> {
        parse.child_of_kind(node, NodeKind::ParameterList).map(|list| ParameterList::new(parse, list))
    }

    /// The parameters in order.
    pub fn parameters(self) -> impl Iterator<Item = Parameter<'tree>> {
        self.parse.children(self.node).filter_map(move |node| Parameter::cast(self.parse, node))
    }

    /// The `...`.
    pub fn ellipsis(self) -> Option<Token<'tree>> {
        self.parse.tokens_of(self.node).rev().take(3).find(|token| token.kind() == TokenKind::Ellipsis)
    }
}

impl<'tree> Parameter<'tree> {
    fn has_colon(self) -> bool {
        self.parse.token_of(self.node, 1).is_some_and(|token| token.kind() == TokenKind::Colon)
    }

    /// The word before `:`, or where a `:` is missing.
    pub fn name(self) -> Option<Token<'tree>> {
        let first = self.parse.token_of(self.node, 0)?;
        let begins_type = |child| self.parse.range(child).start == first.range().start;
        let is_name = self.has_colon()
            || first.kind() == TokenKind::Word && !self.parse.first_child(self.node).is_some_and(begins_type);
        is_name.then_some(first)
    }

    /// The name of a closure's parameter, whose type may be left out: a word or `_`.
    pub fn closure_name(self) -> Option<Token<'tree>> {
        let first = self.parse.token_of(self.node, 0)?;
        let is_alone = self.parse.end_token(self.node).0 == first.id().0 + 1;
        let is_name = first.kind().is_word_like() || first.kind() == TokenKind::Underscore;
        (is_name && (is_alone || self.has_colon())).then_some(first)
    }

    /// The type. Of `fn (x) { … }` it is the lone `x`: use [`Parameter::closure_type`] there.
    pub fn type_syntax(self) -> Option<TypeSyntax<'tree>> {
        self.parse.first_child(self.node).and_then(|node| TypeSyntax::cast(self.parse, node))
    }

    /// The written type of a closure's parameter.
    pub fn closure_type(self) -> Option<TypeSyntax<'tree>> {
        if self.has_colon() { self.type_syntax() } else { None }
    }
}

impl<'tree> GenericParameterList<'tree> {
    pub(crate) fn of(parse: &'tree Parse, node: NodeId) -> Option<GenericParameterList<'tree>> {
        parse.child_of_kind(node, NodeKind::GenericParameterList).map(|list| GenericParameterList::new(parse, list))
    }

    /// The parameters in order.
    pub fn parameters(self) -> impl Iterator<Item = GenericParameter<'tree>> {
        self.parse.children(self.node).filter_map(move |node| GenericParameter::cast(self.parse, node))
    }
}

/// What a type parameter must be.
#[derive(Clone, Copy, Debug)]
pub enum Bound<'tree> {
    /// A trait.
    Trait(TypeSyntax<'tree>),
    /// `ref`: borrows are allowed.
    Ref(RefBound<'tree>),
}

impl<'tree> GenericParameter<'tree> {
    /// Its name.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.word_at(self.node, self.parse.first_token(self.node).0)
    }

    /// Its bounds in order.
    pub fn bounds(self) -> impl Iterator<Item = Bound<'tree>> {
        let parse = self.parse;
        parse.children(self.node).filter_map(move |node| {
            RefBound::cast(parse, node).map(Bound::Ref).or_else(|| TypeSyntax::cast(parse, node).map(Bound::Trait))
        })
    }
}
