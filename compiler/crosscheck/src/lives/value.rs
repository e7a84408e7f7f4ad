//! Values of the model: trees without layout, so that it shares no mistake with the compiler. It must not know types.

use std::rc::Rc;

use super::forms::closures::Made;

/// A place of the model's memory: a slot and the way into its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Address {
    pub(super) slot: usize,
    pub(super) path: Vec<usize>,
}

impl Address {
    pub(super) fn of(slot: usize) -> Address {
        Address { slot, path: Vec::new() }
    }
}

/// What the parts of an object make up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Tuple,
    Array,
    /// A case of a declared type; a struct has one.
    Case(usize, usize),
    /// A declared view.
    View(usize),
    None,
    Some,
    Ok,
    Err,
    Mutex,
    /// Its parts are tuples of a key and a value.
    Map,
    Set,
    /// What a `dyn` holds.
    Dyn,
}

impl Shape {
    /// What stands around the parts.
    pub(super) fn brackets(self) -> (&'static str, &'static str) {
        match self {
            Shape::Tuple | Shape::Case(..) | Shape::View(_) => ("(", ")"),
            Shape::Array => ("[", "]"),
            Shape::None => ("None", ""),
            Shape::Some => ("Some(", ")"),
            Shape::Ok => ("Ok(", ")"),
            Shape::Err => ("Err(", ")"),
            Shape::Map | Shape::Set => ("{", "}"),
            Shape::Dyn | Shape::Mutex => ("", ""),
        }
    }
}

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// What was moved away or never assigned.
    Missing,
    Unit,
    Int(i64),
    Bool(bool),
    Text(Rc<str>),
    Object(Shape, Vec<Value>),
    Borrow(Address),
    /// A lent slice: the array, and its first element and the one behind its last.
    Slice(Address, usize, usize),
    /// A closure with what it has captured.
    Closure(Rc<Made>, Vec<Value>),
    /// A function's name as a closure.
    Function(usize),
    /// The place of what several own.
    Shared(usize),
}

impl Value {
    pub(super) fn int(&self) -> i64 {
        match self {
            Value::Int(number) => *number,
            other => unreachable!("a number is expected, not {other:?}"),
        }
    }

    pub(super) fn bool(&self) -> bool {
        match self {
            Value::Bool(truth) => *truth,
            other => unreachable!("a truth value is expected, not {other:?}"),
        }
    }
}
