//! The types of programs about lives, and what a program declares. Owns what is asked of a type: whether it is copied,
//! ends with an effect or has a text form; must not know values or how programs are made.

use std::collections::BTreeMap;

/// A type.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Type {
    Unit,
    Int,
    Bool,
    Text,
    /// What a comparison gives.
    Ordering,
    /// A declared type with its arguments.
    Named(usize, Vec<Type>),
    /// A declared view.
    View(usize),
    Option(Box<Type>),
    Tuple(Vec<Type>),
    /// `[T; N]`.
    Fixed(Box<Type>, usize),
    Result(Box<Type>, Box<Type>),
    /// `Array[T]`.
    Array(Box<Type>),
    /// `[T]`, behind a borrow only.
    Slice(Box<Type>),
    Map(Box<Type>, Box<Type>),
    Set(Box<Type>),
    Shared(Box<Type>),
    /// `Mutex[T]`
    Mutex(Box<Type>),
    /// `dyn Trait`
    Dyn(usize),
    Function(Closure, Vec<Type>, Box<Type>),
    /// A type parameter, by its number.
    Parameter(u32),
    Ref(Box<Type>),
    Mut(Box<Type>),
}

impl Type {
    /// What a borrow leads to; any other type is itself.
    pub(super) fn target(&self) -> &Type {
        if let Type::Ref(target) | Type::Mut(target) = self { target } else { self }
    }

    /// The type with its parameters replaced.
    pub(super) fn with(&self, arguments: &BTreeMap<u32, Type>) -> Type {
        let all = |types: &[Type]| types.iter().map(|ty| ty.with(arguments)).collect();
        let boxed = |ty: &Type| Box::new(ty.with(arguments));
        match self {
            Type::Unit | Type::Int | Type::Bool | Type::Text | Type::Ordering => self.clone(),
            Type::Named(declaration, types) => Type::Named(*declaration, all(types)),
            Type::Option(some) => Type::Option(boxed(some)),
            Type::Tuple(parts) => Type::Tuple(all(parts)),
            Type::Fixed(element, count) => Type::Fixed(boxed(element), *count),
            Type::Result(ok, error) => Type::Result(boxed(ok), boxed(error)),
            Type::Array(element) => Type::Array(boxed(element)),
            Type::Slice(element) => Type::Slice(boxed(element)),
            Type::Shared(content) => Type::Shared(boxed(content)),
            Type::Mutex(content) => Type::Mutex(boxed(content)),
            Type::Map(key, value) => Type::Map(boxed(key), boxed(value)),
            Type::Set(value) => Type::Set(boxed(value)),
            Type::Dyn(_) | Type::View(_) => self.clone(),
            Type::Function(kind, parameters, result) => Type::Function(*kind, all(parameters), boxed(result)),
            Type::Parameter(number) => arguments.get(number).unwrap_or(self).clone(),
            Type::Ref(target) => Type::Ref(boxed(target)),
            Type::Mut(target) => Type::Mut(boxed(target)),
        }
    }
}

/// The kinds of closure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Closure {
    /// `fn`
    Owned,
    /// `fn move`
    Once,
    /// `ref fn`
    Looks,
    /// `mut fn`
    Changes,
}

/// How the values of a declared type are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Heap,
    Inline,
    Copy,
}

/// What a type may have by its parts, or by methods of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Content {
    Equal,
    Order,
    Hash,
    Clone,
}

impl Content {
    pub(super) const ALL: [Content; 4] = [Content::Equal, Content::Order, Content::Hash, Content::Clone];

    /// The trait.
    pub(super) fn name(self) -> &'static str {
        match self {
            Content::Equal => "Equal",
            Content::Order => "Order",
            Content::Hash => "Hash",
            Content::Clone => "Clone",
        }
    }
}

/// A case of an enum, or the fields of a struct.
pub(super) struct Case {
    pub(super) name: String,
    /// Names and types of the parts; those of a case may be without names.
    pub(super) parts: Vec<(String, Type)>,
    pub(super) is_named: bool,
}

/// A type parameter.
#[derive(Clone)]
pub(super) struct Parameter {
    pub(super) number: u32,
    /// The traits that it has besides `Show`.
    pub(super) traits: Vec<usize>,
}

/// A declared type; a struct has one case.
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) is_enum: bool,
    /// Whether values have a text form.
    pub(super) is_shown: bool,
    pub(super) parameters: Vec<Parameter>,
    pub(super) cases: Vec<Case>,
    /// What it has by its content; the function where that is its own.
    pub(super) content: BTreeMap<Content, Option<usize>>,
    /// The function that runs first when a value ends.
    pub(super) drop: Option<usize>,
}

impl Declaration {
    /// The types of a case's parts in an instance.
    pub(super) fn parts(&self, case: usize, arguments: &[Type]) -> Vec<Type> {
        let arguments: BTreeMap<u32, Type> =
            self.parameters.iter().map(|parameter| parameter.number).zip(arguments.iter().cloned()).collect();
        self.cases[case].parts.iter().map(|(_, ty)| ty.with(&arguments)).collect()
    }
}
