//! Views of what stands outside functions: imports, constants, traits, impls, extern blocks, tests.

use super::{
    Attribute, Block, Expression, Function, GenericParameterList, RefBound, Token, Type, TypeSyntax, documentation,
    view_enum, views,
};
use crate::{NodeId, NodeKind, Parse, TextRange, TokenId, TokenKind};

views! {
    /// The root.
    File of File;
    /// `import a.b as c`, `import a.b (x, y as z)`
    Import of Import;
    /// `x as y` in the parentheses of an import.
    ImportName of ImportName;
    /// `import extern "m"`
    ImportExtern of ImportExtern;
    /// `let LIMIT: T = e`, `let mut count: T = e`
    Constant of Constant;
    /// `type Name[T] = U`
    Alias of Alias;
    /// `type name` in an extern block.
    OpaqueType of OpaqueType;
    /// `extern { … }`
    ExternBlock of ExternBlock;
    /// `let mut name: T` in an extern block.
    ExternVariable of ExternVariable;
    /// `trait Name[T]: Bound { … }`
    Trait of Trait;
    /// `impl[T] Trait for Type { … }`, `impl[T] Type { … }`
    Impl of Impl;
    /// `test "name" { … }`
    Test of Test;
}

/// Anything that stands outside functions.
#[derive(Clone, Copy, Debug)]
pub enum Item<'tree> {
    /// `import a.b`
    Import(Import<'tree>),
    /// `import extern "m"`
    ImportExtern(ImportExtern<'tree>),
    /// `let LIMIT = 4`
    Constant(Constant<'tree>),
    /// `fn f { … }`
    Function(Function<'tree>),
    /// `type T { … }`
    Type(Type<'tree>),
    /// `type T = U`
    Alias(Alias<'tree>),
    /// `extern { … }`
    ExternBlock(ExternBlock<'tree>),
    /// `trait T { … }`
    Trait(Trait<'tree>),
    /// `impl T { … }`
    Impl(Impl<'tree>),
    /// `test "…" { … }`, `bench "…" { … }`
    Test(Test<'tree>),
}

impl<'tree> Item<'tree> {
    /// The view of `node`, `None` if it is no item.
    pub fn cast(parse: &'tree Parse, node: NodeId) -> Option<Item<'tree>> {
        Some(match parse.kind(node) {
            NodeKind::Import => Item::Import(Import::new(parse, node)),
            NodeKind::ImportExtern => Item::ImportExtern(ImportExtern::new(parse, node)),
            NodeKind::Constant => Item::Constant(Constant::new(parse, node)),
            NodeKind::Function => Item::Function(Function::new(parse, node)),
            NodeKind::Type => Item::Type(Type::new(parse, node)),
            NodeKind::Alias => Item::Alias(Alias::new(parse, node)),
            NodeKind::ExternBlock => Item::ExternBlock(ExternBlock::new(parse, node)),
            NodeKind::Trait => Item::Trait(Trait::new(parse, node)),
            NodeKind::Impl => Item::Impl(Impl::new(parse, node)),
            NodeKind::Test => Item::Test(Test::new(parse, node)),
            _ => return None,
        })
    }
}

view_enum! { Item of Import ImportExtern Constant Function Type Alias ExternBlock Trait Impl Test }

/// Accessors shared by everything that is declared with attributes, documentation and perhaps `pub`.
macro_rules! declarations {
    ($($name:ident)*) => {$(
        impl<'tree> $name<'tree> {
            /// Its attributes.
            pub fn attributes(self) -> impl Iterator<Item = Attribute<'tree>> {
                Attribute::all(self.parse, self.node)
            }

            /// The lines of the comment block above it.
            pub fn documentation(self) -> Vec<&'tree str> {
                documentation(self.parse, self.node)
            }

            /// Whether `pub` stands before it.
            pub fn is_public(self) -> bool {
                self.parse.head(self.node).is_public
            }
        }
    )*};
}
pub(crate) use declarations;

declarations! { Import ImportExtern Constant Alias OpaqueType ExternBlock ExternVariable Trait Impl Test }

impl<'tree> File<'tree> {
    /// The items in order. Text that is no item is left out.
    pub fn items(self) -> impl Iterator<Item = Item<'tree>> {
        self.parse.children(self.node).filter_map(move |node| Item::cast(self.parse, node))
    }
}

impl<'tree> Import<'tree> {
    /// The words of `a.b.c`.
    pub fn path(self) -> impl Iterator<Item = Token<'tree>> {
        let (parse, node) = (self.parse, self.node);
        let end = parse.end_token(node).0;
        let mut next = parse.head(node).behind;
        std::iter::from_fn(move || {
            let word = parse.word_at(node, next)?;
            let behind = next + 1;
            next = if behind < end && parse.token_kind(TokenId(behind)) == TokenKind::Dot { behind + 1 } else { end };
            Some(word)
        })
    }

    /// The range of `a.b.c`.
    pub fn path_range(self) -> Option<TextRange> {
        let first = self.path().next()?.range();
        Some(self.path().fold(first, |range, word| range.cover(word.range())))
    }

    /// The name behind `as`.
    pub fn alias(self) -> Option<Token<'tree>> {
        let last = self.path().last()?.id().0;
        let has_alias = self.parse.token_kind(TokenId(last + 1)) == TokenKind::As;
        if has_alias { self.parse.word_at(self.node, last + 2) } else { None }
    }

    /// Whether parentheses follow the path. Then the module itself is not bound.
    pub fn has_names(self) -> bool {
        let first = self.parse.head(self.node).keyword;
        let end = self.parse.end_token(self.node).0;
        (first..end).any(|token| self.parse.token_kind(TokenId(token)) == TokenKind::OpenParen)
    }

    /// The names in the parentheses.
    pub fn names(self) -> impl Iterator<Item = ImportName<'tree>> {
        self.parse.children(self.node).filter_map(move |node| ImportName::cast(self.parse, node))
    }
}

impl<'tree> ImportName<'tree> {
    /// The name in the other module.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.token_of(self.node, 0)
    }

    /// The name behind `as`.
    pub fn alias(self) -> Option<Token<'tree>> {
        self.parse.token_of(self.node, 2)
    }
}

impl<'tree> ImportExtern<'tree> {
    /// The string literal that names the library.
    pub fn library(self) -> Option<Token<'tree>> {
        let library = TokenId(self.parse.head(self.node).behind + 1);
        let is_there = library < self.parse.end_token(self.node);
        is_there.then(|| Token::new(self.parse, library))
    }
}

impl<'tree> Constant<'tree> {
    /// Whether `mut` stands before the name: then it is a global.
    pub fn is_mutable(self) -> bool {
        is_mutable(self.parse, self.node)
    }

    /// Its name.
    pub fn name(self) -> Option<Token<'tree>> {
        variable_name(self.parse, self.node)
    }

    /// The written type.
    pub fn type_syntax(self) -> Option<TypeSyntax<'tree>> {
        self.parse.child_behind(self.node, TokenKind::Colon).and_then(|node| TypeSyntax::cast(self.parse, node))
    }

    /// The initialiser.
    pub fn value(self) -> Option<Expression<'tree>> {
        self.parse.child_behind(self.node, TokenKind::Equal).and_then(|node| Expression::cast(self.parse, node))
    }
}

impl<'tree> Alias<'tree> {
    /// Its name.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.word_at(self.node, self.parse.head(self.node).behind)
    }

    /// Its type parameters.
    pub fn generic_parameters(self) -> Option<GenericParameterList<'tree>> {
        GenericParameterList::of(self.parse, self.node)
    }

    /// The type it stands for.
    pub fn target(self) -> Option<TypeSyntax<'tree>> {
        self.parse.child_behind(self.node, TokenKind::Equal).and_then(|node| TypeSyntax::cast(self.parse, node))
    }
}

impl<'tree> OpaqueType<'tree> {
    /// Its name.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.word_at(self.node, self.parse.head(self.node).behind)
    }
}

/// Whether `mut` stands behind the `let` of an item.
fn is_mutable(parse: &Parse, node: NodeId) -> bool {
    let behind = TokenId(parse.head(node).behind);
    behind < parse.end_token(node) && parse.token_kind(behind) == TokenKind::Mut
}

/// The name behind `let` or `let mut` of an item.
fn variable_name(parse: &Parse, node: NodeId) -> Option<Token<'_>> {
    let behind = parse.head(node).behind;
    parse.word_at(node, behind + u32::from(is_mutable(parse, node)))
}

/// A member of an extern block.
#[derive(Clone, Copy, Debug)]
pub enum ExternItem<'tree> {
    /// `fn f(x: T) -> U`
    Function(Function<'tree>),
    /// `let x: T`
    Variable(ExternVariable<'tree>),
    /// `type name`
    Type(OpaqueType<'tree>),
}

view_enum! { ExternItem of Function Variable Type }

impl<'tree> ExternBlock<'tree> {
    /// What the block declares.
    pub fn items(self) -> impl Iterator<Item = ExternItem<'tree>> {
        let parse = self.parse;
        parse.children(self.node).filter_map(move |node| {
            Function::cast(parse, node)
                .map(ExternItem::Function)
                .or_else(|| ExternVariable::cast(parse, node).map(ExternItem::Variable))
                .or_else(|| OpaqueType::cast(parse, node).map(ExternItem::Type))
        })
    }
}

impl<'tree> ExternVariable<'tree> {
    /// Whether `mut` stands before the name.
    pub fn is_mutable(self) -> bool {
        is_mutable(self.parse, self.node)
    }

    /// Its name.
    pub fn name(self) -> Option<Token<'tree>> {
        variable_name(self.parse, self.node)
    }

    /// Its type.
    pub fn type_syntax(self) -> Option<TypeSyntax<'tree>> {
        self.parse.child_behind(self.node, TokenKind::Colon).and_then(|node| TypeSyntax::cast(self.parse, node))
    }
}

impl<'tree> Trait<'tree> {
    /// Its name.
    pub fn name(self) -> Option<Token<'tree>> {
        self.parse.word_at(self.node, self.parse.head(self.node).behind)
    }

    /// Its type parameters.
    pub fn generic_parameters(self) -> Option<GenericParameterList<'tree>> {
        GenericParameterList::of(self.parse, self.node)
    }

    /// The traits it requires.
    pub fn bounds(self) -> impl Iterator<Item = TypeSyntax<'tree>> {
        self.parse.children(self.node).filter_map(move |node| TypeSyntax::cast(self.parse, node))
    }

    /// Whether `ref` stands among them: types that hold borrows may have it.
    pub fn allows_borrows(self) -> bool {
        self.parse.children(self.node).any(|node| RefBound::cast(self.parse, node).is_some())
    }

    /// Its methods.
    pub fn functions(self) -> impl Iterator<Item = Function<'tree>> {
        self.parse.children(self.node).filter_map(move |node| Function::cast(self.parse, node))
    }
}

impl<'tree> Impl<'tree> {
    /// The type parameters behind `impl`.
    pub fn generic_parameters(self) -> Option<GenericParameterList<'tree>> {
        GenericParameterList::of(self.parse, self.node)
    }

    fn types(self) -> impl Iterator<Item = NodeId> {
        let parse = self.parse;
        parse.children(self.node).filter(move |node| TypeSyntax::is_type_or_error(parse.kind(*node)))
    }

    /// The trait, `None` in `impl Type { … }`.
    pub fn trait_syntax(self) -> Option<TypeSyntax<'tree>> {
        let first = self.types().next()?;
        let is_trait = self.parse.kind_behind(first) == TokenKind::For;
        if is_trait { TypeSyntax::cast(self.parse, first) } else { None }
    }

    /// The type that gets the methods.
    pub fn type_syntax(self) -> Option<TypeSyntax<'tree>> {
        let first = self.types().next()?;
        let is_trait = self.parse.kind_behind(first) == TokenKind::For;
        let node = if is_trait { self.parse.child_behind(self.node, TokenKind::For) } else { Some(first) };
        TypeSyntax::cast(self.parse, node?)
    }

    /// Whether it has a body. One without is derived.
    pub fn has_body(self) -> bool {
        self.types().last().is_some_and(|node| {
            let behind = self.parse.end_token(node);
            behind < self.parse.end_token(self.node) && self.parse.token_kind(behind) == TokenKind::OpenBrace
        })
    }

    /// Its methods.
    pub fn functions(self) -> impl Iterator<Item = Function<'tree>> {
        self.parse.children(self.node).filter_map(move |node| Function::cast(self.parse, node))
    }
}

impl<'tree> Test<'tree> {
    /// Whether it is a `bench`, which is measured, and not run as a test.
    pub fn is_bench(self) -> bool {
        let word = self.parse.head(self.node).behind.checked_sub(1);
        word.is_some_and(|word| self.parse.token_text(TokenId(word)) == "bench")
    }

    /// The string literal that names it.
    pub fn name(self) -> Option<Token<'tree>> {
        let name = self.parse.head(self.node).behind;
        let is_string = self.parse.tokens.get(name as usize).is_some_and(|token| token.kind() == TokenKind::String);
        is_string.then(|| Token::new(self.parse, TokenId(name)))
    }

    /// Its body.
    pub fn body(self) -> Option<Block<'tree>> {
        self.parse.child_of_kind(self.node, NodeKind::Block).map(|node| Block::new(self.parse, node))
    }
}
