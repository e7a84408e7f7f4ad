//! A whole program: its types, traits and functions. Owns what is declared and what may be asked of types with it; must
//! not know how it was made.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::node::Block;
use super::types::{Closure, Content, Declaration, Kind, Parameter, Type};

/// A variable or parameter; its name is its number's, that of `self` apart.
#[derive(Clone)]
pub(super) struct Local {
    pub(super) number: u32,
    pub(super) name: Rc<str>,
    pub(super) ty: Type,
    pub(super) mutable: bool,
}

/// How a method takes the value in front of the dot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Receiver {
    Looks,
    Changes,
    Takes,
    /// There is none.
    Static,
}

/// A function; of a method the first parameter is `self`.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) generics: Vec<Parameter>,
    pub(super) receiver: Receiver,
    pub(super) parameters: Vec<Local>,
    pub(super) result: Type,
    pub(super) body: Block,
}

/// A method that a trait asks for.
pub(super) struct Wanted {
    pub(super) name: String,
    pub(super) receiver: Receiver,
    pub(super) parameters: Vec<Local>,
    /// None is `Self`.
    pub(super) result: Option<Type>,
    /// The function behind it where a type has none of its own; its `self` is of no known type.
    pub(super) default: Option<usize>,
}

/// A trait.
pub(super) struct Trait {
    pub(super) name: String,
    pub(super) methods: Vec<Wanted>,
}

/// What types have a trait: the head that an `impl` names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Head {
    Int,
    Text,
    Named(usize),
}

/// An item, in the order of the text.
pub(super) enum Item {
    Type(usize),
    Trait(usize),
    /// A function of the module.
    Function(usize),
    /// A view, with its methods.
    View(usize, Vec<usize>),
    /// Methods of a type's own.
    Methods(usize, Vec<usize>),
    /// `impl Drop for …`
    Drop(usize),
    /// `impl Equal for …`, without a body.
    Derived(usize, Content),
    /// An `impl` of a trait of the standard library.
    Provided(Provided),
    /// `impl Trait for …`, with the methods that are its own.
    Implementation(usize, Head),
}

impl Item {
    /// The function of the module that it is.
    pub(super) fn function(&self) -> Option<usize> {
        if let Item::Function(function) = self { Some(*function) } else { None }
    }
}

/// What a declared type does for a trait of the standard library.
pub(super) struct Provided {
    pub(super) declaration: usize,
    pub(super) name: &'static str,
    pub(super) arguments: Vec<Type>,
    pub(super) function: usize,
}

/// A type that holds borrows.
pub(super) struct View {
    pub(super) name: String,
    /// Names and types of the parts.
    pub(super) parts: Vec<(String, Type)>,
}

/// An operator between values of a declared type and others.
pub(super) struct Operator {
    pub(super) symbol: &'static str,
    pub(super) function: usize,
}

/// A whole program; `main` is its last function.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) declarations: Vec<Declaration>,
    pub(super) traits: Vec<Trait>,
    pub(super) functions: Vec<Function>,
    /// Of each trait and type, and of each method, the function.
    pub(super) implementations: BTreeMap<(usize, Head), Vec<Option<usize>>>,
    pub(super) items: Vec<(u32, Item)>,
    /// Whether the program may end in a panic.
    pub(super) may_panic: bool,
    pub(super) views: Vec<View>,
    /// The functions that make views.
    pub(super) makers: BTreeMap<usize, usize>,
    pub(super) operators: Vec<Operator>,
    /// The types that walk by themselves, and what gives the next value.
    pub(super) iterators: Vec<(usize, usize)>,
    /// The types that give something that walks, and the methods that do.
    pub(super) walked: Vec<(usize, usize)>,
    /// What type parameters have besides `Show` and traits of the program.
    pub(super) bounds: BTreeMap<u32, BTreeSet<Content>>,
    /// Of each type with a `Drop` the number of that item.
    pub(super) drops: BTreeMap<usize, u32>,
}

impl Tree {
    /// Whether a use copies a value of the type.
    pub(super) fn is_copied(&self, ty: &Type) -> bool {
        match ty {
            Type::Unit | Type::Int | Type::Bool | Type::Text | Type::Ordering | Type::Ref(_) | Type::Shared(_) => true,
            Type::Function(kind, ..) => *kind == Closure::Looks,
            Type::Mut(_) | Type::Parameter(_) | Type::Array(_) | Type::Slice(_) | Type::Mutex(_) | Type::Dyn(_) => {
                false
            }
            Type::Map(..) | Type::Set(_) | Type::View(_) => false,
            Type::Result(ok, error) => self.is_copied(ok) && self.is_copied(error),
            Type::Named(declaration, _) => self.declarations[*declaration].kind == Kind::Copy,
            Type::Option(some) => self.is_copied(some),
            Type::Fixed(element, _) => self.is_copied(element),
            Type::Tuple(parts) => parts.iter().all(|part| self.is_copied(part)),
        }
    }

    /// Whether owners of what a value of the type leads to are counted, and what they own may say when it ends.
    pub(super) fn is_counted(&self, ty: &Type) -> bool {
        match ty {
            Type::Shared(_) => true,
            Type::Result(ok, error) => self.is_copied(ty) && (self.is_counted(ok) || self.is_counted(error)),
            Type::Option(part) | Type::Fixed(part, _) => self.is_counted(part),
            Type::Tuple(parts) => self.is_copied(ty) && parts.iter().any(|part| self.is_counted(part)),
            Type::Unit | Type::Int | Type::Bool | Type::Text | Type::Ordering | Type::Ref(_) | Type::Mut(_) => false,
            Type::Function(..) | Type::Parameter(_) | Type::Array(_) | Type::Slice(_) | Type::Mutex(_) => false,
            Type::Dyn(_) | Type::Map(..) | Type::Set(_) | Type::View(_) | Type::Named(..) => false,
        }
    }

    /// Whether something happens first when a value of the type itself ends, so that it cannot be taken apart.
    pub(super) fn has_drop(&self, ty: &Type) -> bool {
        matches!(ty, Type::Named(declaration, _) if self.declarations[*declaration].drop.is_some())
    }

    /// Whether values have a text form.
    pub(super) fn is_shown(&self, ty: &Type) -> bool {
        match ty {
            Type::Unit | Type::Ordering | Type::Mutex(_) | Type::View(_) | Type::Function(..) => false,
            Type::Int | Type::Bool | Type::Text | Type::Parameter(_) | Type::Dyn(_) => true,
            Type::Named(declaration, _) => self.declarations[*declaration].is_shown,
            Type::Tuple(parts) => parts.iter().all(|part| self.is_shown(part)),
            Type::Result(ok, error) | Type::Map(ok, error) => self.is_shown(ok) && self.is_shown(error),
            Type::Set(value) => self.is_shown(value),
            Type::Option(part)
            | Type::Fixed(part, _)
            | Type::Array(part)
            | Type::Slice(part)
            | Type::Shared(part)
            | Type::Ref(part)
            | Type::Mut(part) => self.is_shown(part),
        }
    }

    /// Whether values of a type are compared, hashed or cloned by their content.
    pub(super) fn has(&self, ty: &Type, content: Content) -> bool {
        self.has_where(ty, content, &|number| self.bounds.get(&number).is_some_and(|has| has.contains(&content)))
    }

    /// The same, where it is known of type parameters.
    pub(super) fn has_where(&self, ty: &Type, content: Content, known: &dyn Fn(u32) -> bool) -> bool {
        let has = |ty: &Type| self.has_where(ty, content, known);
        match ty {
            Type::Int | Type::Bool | Type::Text => true,
            Type::Unit | Type::Ordering | Type::Dyn(_) | Type::Function(..) | Type::Ref(_) | Type::Mut(_) => false,
            Type::Mutex(_) | Type::View(_) => false,
            Type::Map(..) | Type::Set(_) if matches!(content, Content::Order | Content::Hash) => false,
            Type::Map(key, value) => has(key) && has(value),
            Type::Set(value) => has(value),
            Type::Named(declaration, arguments) => {
                let declaration = &self.declarations[*declaration];
                let is_copied = content == Content::Clone && declaration.kind == Kind::Copy;
                is_copied || (declaration.content.contains_key(&content) && arguments.iter().all(has))
            }
            Type::Shared(_) if content == Content::Clone => true,
            Type::Slice(_) if content == Content::Clone => false,
            Type::Parameter(number) => known(*number),
            Type::Tuple(parts) => parts.iter().all(has),
            Type::Result(ok, error) => has(ok) && has(error),
            Type::Option(part) | Type::Fixed(part, _) | Type::Array(part) | Type::Slice(part) | Type::Shared(part) => {
                has(part)
            }
        }
    }

    /// The failures that become one of a type, and the functions that make it of them.
    pub(super) fn conversions(&self, error: &Type) -> impl Iterator<Item = (Type, usize)> {
        self.items.iter().filter_map(move |(_, item)| match item {
            Item::Provided(Provided { declaration, name: "From", arguments, function })
                if *error == Type::Named(*declaration, Vec::new()) =>
            {
                Some((arguments[0].clone(), *function))
            }
            _ => None,
        })
    }

    /// Whether a trait may stand behind `dyn`.
    pub(super) fn is_open(&self, of: usize) -> bool {
        self.traits[of].methods.iter().all(|wanted| wanted.receiver != Receiver::Static)
    }

    /// The trait's implementation that a type has.
    pub(super) fn head(ty: &Type) -> Option<Head> {
        match ty {
            Type::Int => Some(Head::Int),
            Type::Text => Some(Head::Text),
            Type::Named(declaration, _) => Some(Head::Named(*declaration)),
            Type::Unit
            | Type::Bool
            | Type::Ordering
            | Type::Option(_)
            | Type::Tuple(_)
            | Type::Fixed(..)
            | Type::Result(..)
            | Type::Array(_)
            | Type::Slice(_)
            | Type::Shared(_)
            | Type::Mutex(_)
            | Type::View(_)
            | Type::Map(..)
            | Type::Set(_)
            | Type::Dyn(_)
            | Type::Function(..)
            | Type::Parameter(_)
            | Type::Ref(_)
            | Type::Mut(_) => None,
        }
    }
}
