//! What a text of C declares, on one target, as types and signatures of `abi`: what the embedded parser and clang both give.
//! Owns its shape; it must not know how C is read.

use std::ops::Range;

use abi::report::Label;
use abi::{Signature, Target, TyId, TypeArena, ValueIndex};

use crate::clang::wire::Place;

/// A longer value is described by its first scalars.
pub(crate) const MOST_LEAVES: usize = 64;

/// What a text declares, on one target.
pub struct Declarations {
    /// Where.
    pub target: Target,
    /// The types of everything below.
    pub arena: TypeArena,
    /// In the order of their first declarations.
    pub functions: Vec<Function>,
    /// What function pointers with a name point to, under that name.
    pub callbacks: Vec<Function>,
    /// Those of clang's answer, in its order; nothing for what is not described.
    pub types: Vec<Option<TyId>>,
    /// Structures and unions.
    pub records: Vec<Record>,
    /// Variables.
    pub globals: Vec<Global>,
    /// Enumerations.
    pub enumerations: Vec<Enumeration>,
    /// What is not described, each with its reason.
    pub refused: Vec<Refused>,
}

/// A function that is declared or defined.
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its name for the linker.
    pub symbol: String,
    /// Whether others may call it: it is not `static`.
    pub exported: bool,
    /// Its types.
    pub signature: Signature,
    /// What its parameters and their members are called.
    pub parameters: Vec<Label>,
    /// What the members of its result are called.
    pub result: Label,
    /// The tag of the structure that the result is, then of each parameter.
    pub(crate) tags: Vec<Option<String>>,
    /// What the result leads to, then each parameter, as far as it is described; empty where nobody looked.
    pub leads_to: Vec<Option<LeadsTo>>,
    /// Where it is declared first, if that is known.
    pub place: Option<Place>,
}

/// What stands behind a pointer.
pub enum LeadsTo {
    /// A function; what its own pointers lead to is not told.
    Function(Box<Function>),
    /// A value.
    Value {
        /// Its type.
        ty: TyId,
        /// What its members are called.
        label: Label,
    },
}

/// A structure or union with a layout.
pub struct Record {
    /// Its tag, or the typedef that stands for one.
    pub tag: Option<String>,
    /// As C writes it, if it has a name.
    pub name: Option<String>,
    /// Its type.
    pub ty: TyId,
}

/// A variable.
pub struct Global {
    /// Its name.
    pub name: String,
    /// Its name for the linker.
    pub symbol: String,
    /// Whether others see it.
    pub exported: bool,
    /// Whether each thread has one of its own, which is used in another way.
    pub is_thread_local: bool,
    /// Its type.
    pub ty: TyId,
    /// Its type in C's words, and what its members are called.
    pub label: Label,
    /// Where it is declared first, if that is known.
    pub place: Option<Place>,
}

/// An enumeration.
pub struct Enumeration {
    /// Its tag, or the typedef that stands for one.
    pub tag: Option<String>,
    /// The integer that it is.
    pub ty: TyId,
    /// Names and values.
    pub enumerators: Vec<(String, i128)>,
}

/// A declaration that is not described.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Refused {
    /// What is declared, if that is known.
    pub name: Option<String>,
    /// What is wrong, and where in the text. The place is its start where it is about another file.
    pub problem: Unreadable,
    /// The place in another file, as it is written for people.
    pub elsewhere: Option<String>,
    /// Whether it is a function that no other text can call, as `static` ones in headers are.
    pub is_internal: bool,
}

/// What is wrong with a text, where in it (bytes), and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unreadable {
    /// Where; an end behind the text is possible where something is missing.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl Declarations {
    /// Nothing, on a target.
    pub fn new(target: Target) -> Declarations {
        Declarations {
            target,
            arena: TypeArena::new(),
            functions: Vec::new(),
            callbacks: Vec::new(),
            types: Vec::new(),
            records: Vec::new(),
            globals: Vec::new(),
            enumerations: Vec::new(),
            refused: Vec::new(),
        }
    }
}

impl Function {
    /// What clang calls the structure or union that a value is, without `struct` or `union` being lost.
    pub fn tag(&self, index: ValueIndex) -> Option<String> {
        let at = match index {
            ValueIndex::Result => 0,
            ValueIndex::Param(number) => usize::from(number) + 1,
        };
        self.tags.get(at)?.clone()
    }
}
