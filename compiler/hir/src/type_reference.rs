//! Types as they are written, unresolved, in flat arrays. They must not know what a name means: `types` asks
//! [`crate::resolve_type_path`] and turns them into real types.

use crate::arena::{List, arena_id};
use crate::{ExpressionId, Name};

/// The types written in one item tree or one body.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TypeReferences {
    pub(crate) types: Vec<TypeReference>,
    pub(crate) lists: Vec<TypeReferenceId>,
    pub(crate) names: Vec<Name>,
}

arena_id! {
    /// A type written in an item tree or body.
    TypeReferenceId in TypeReferences.types: TypeReference
}

/// A type as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeReference {
    /// Nothing usable; already reported.
    Missing,
    /// `a.b.Name[T]`.
    Path {
        /// The names; see [`TypeReferences::names`].
        names: List,
        /// The type arguments; see [`TypeReferences::list`].
        arguments: List,
    },
    /// `Self`.
    SelfType,
    /// `ref T`, `mut T`.
    Borrow {
        /// `mut`.
        mutable: bool,
        /// What is borrowed; a `Function` or `Dyn` here makes one type of both.
        target: TypeReferenceId,
    },
    /// `dyn Trait[T]`.
    Dyn(TypeReferenceId),
    /// `(A, B)`, `()`.
    Tuple(List),
    /// `[T; N]`.
    Array {
        /// The elements.
        element: TypeReferenceId,
        /// How many.
        length: ConstantExpression,
    },
    /// `[T]`.
    Slice(TypeReferenceId),
    /// `fn (A) -> B` and its kin.
    Function {
        /// Closure or C function pointer.
        kind: FunctionTypeKind,
        /// The parameters' types.
        parameters: List,
        /// The result's type.
        result: Option<TypeReferenceId>,
    },
}

/// The kinds of function types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FunctionTypeKind {
    /// `fn (A) -> B`.
    Closure,
    /// `fn move (A) -> B`.
    MoveClosure,
    /// `extern fn (A) -> B`.
    Extern,
}

/// A number known while compiling: an array's length, a case's value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConstantExpression {
    /// Nothing usable; already reported.
    Missing,
    /// A plain integer literal.
    Integer(u64),
    /// Any other expression in a signature: the item's n-th; its body is [`crate::constant_body`].
    Anonymous(u32),
    /// Any other expression in a body.
    Expression(ExpressionId),
}

impl TypeReferences {
    /// Forgets all, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.types.clear();
        self.lists.clear();
        self.names.clear();
    }

    /// The types of a list.
    #[inline]
    pub fn list(&self, list: List) -> &[TypeReferenceId] {
        &self.lists[list.range()]
    }

    /// The names of a path.
    #[inline]
    pub fn names(&self, names: List) -> &[Name] {
        &self.names[names.range()]
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Every type, parts before wholes.
    pub fn ids(&self) -> impl Iterator<Item = TypeReferenceId> + use<> {
        (0..self.types.len()).map(TypeReferenceId::from_index)
    }

    /// The types of a run, such as [`crate::Item::types`].
    pub fn run(&self, run: List) -> impl Iterator<Item = TypeReferenceId> + use<> {
        run.range().map(TypeReferenceId::from_index)
    }

    /// Calls `found` with each type that a type is written with, at the first level.
    pub fn each_part(&self, id: TypeReferenceId, mut found: impl FnMut(TypeReferenceId)) {
        match self[id] {
            TypeReference::Missing | TypeReference::SelfType => {}
            TypeReference::Path { names: _, arguments: parts } | TypeReference::Tuple(parts) => {
                self.list(parts).iter().copied().for_each(found);
            }
            TypeReference::Borrow { mutable: _, target: part }
            | TypeReference::Dyn(part)
            | TypeReference::Array { element: part, length: _ }
            | TypeReference::Slice(part) => found(part),
            TypeReference::Function { kind: _, parameters, result } => {
                self.list(parameters).iter().copied().for_each(&mut found);
                result.into_iter().for_each(found);
            }
        }
    }

    /// The type as it is written, with single spaces; `_` for what is missing and `…` for a computed length.
    pub fn display(&self, id: TypeReferenceId) -> String {
        let mut text = String::new();
        self.write(id, &mut text);
        text
    }

    fn write(&self, id: TypeReferenceId, text: &mut String) {
        match self[id] {
            TypeReference::Missing => text.push('_'),
            TypeReference::Path { names, arguments } => {
                for (index, name) in self.names(names).iter().enumerate() {
                    text.push_str(if index > 0 { "." } else { "" });
                    text.push_str(&name.text());
                }
                if !arguments.is_empty() {
                    text.push('[');
                    self.write_list(arguments, text);
                    text.push(']');
                }
            }
            TypeReference::SelfType => text.push_str("Self"),
            TypeReference::Borrow { mutable, target } => {
                text.push_str(if mutable { "mut " } else { "ref " });
                self.write(target, text);
            }
            TypeReference::Dyn(bound) => {
                text.push_str("dyn ");
                self.write(bound, text);
            }
            TypeReference::Tuple(elements) => {
                text.push('(');
                self.write_list(elements, text);
                text.push_str(if elements.len() == 1 { ",)" } else { ")" });
            }
            TypeReference::Array { element, length } => {
                text.push('[');
                self.write(element, text);
                match length {
                    ConstantExpression::Integer(length) => text.push_str(&format!("; {length}]")),
                    ConstantExpression::Missing => text.push_str("; _]"),
                    ConstantExpression::Anonymous(_) | ConstantExpression::Expression(_) => {
                        text.push_str("; …]");
                    }
                }
            }
            TypeReference::Slice(element) => {
                text.push('[');
                self.write(element, text);
                text.push(']');
            }
            TypeReference::Function { kind, parameters, result } => {
                text.push_str(match kind {
                    FunctionTypeKind::Closure => "fn (",
                    FunctionTypeKind::MoveClosure => "fn move (",
                    FunctionTypeKind::Extern => "extern fn (",
                });
                self.write_list(parameters, text);
                text.push(')');
                if let Some(result) = result {
                    text.push_str(" -> ");
                    self.write(result, text);
                }
            }
        }
    }

    fn write_list(&self, list: List, text: &mut String) {
        for (index, &id) in self.list(list).iter().enumerate() {
            text.push_str(if index > 0 { ", " } else { "" });
            self.write(id, text);
        }
    }
}
