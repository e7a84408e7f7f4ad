//! Signatures: what a caller must know of a function, method, C function or test. Owns the data and the query
//! [`signature`]; must not read bodies, so that an edit inside a body re-checks no caller.

use hir::{Name, Receiver};

use crate::problem::Problem;
use crate::ty::Ty;

/// What a caller must know of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// How `self` is taken, if there is one. It is then also the first of `parameters`.
    pub receiver: Option<Receiver>,
    /// All parameters in the order of the C ABI, `self` first.
    pub parameters: Vec<Parameter>,
    /// The type of the result; [`Ty::UNIT`] for none, [`Ty::NEVER`] for a function that does not return.
    pub result: Ty,
    /// Whether more arguments may follow, as C's `...`.
    pub variadic: bool,
    /// Whether a call needs `unsafe`: C functions and `unsafe fn`.
    pub is_unsafe: bool,
    /// How it is linked.
    pub linkage: Linkage,
    /// Whether something in it is poison: such a function is not compiled.
    pub poisoned: bool,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

/// One parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, by which an argument may be named.
    pub name: Name,
    /// Its type; of `self` the type of the receiver (`ref T`, `mut T` or `T`).
    pub ty: Ty,
}

/// How a function is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// A function of the language under its mangled name.
    Mangled,
    /// `extern fn` with a body: C can call it under this very name.
    Exported(Name),
    /// Declared in `extern { }`: C provides it under this name.
    Imported(Name),
    /// Declared in `extern { }` of the standard library with `@[intrinsic("name")]`: the compiler provides it.
    Intrinsic(Name),
}
