//! Calls of functions and methods, also of traits. Owns their text and their meaning: arguments from left to right, then
//! the call.

use std::collections::BTreeMap;

use super::super::machine::{Machine, Run};
use super::super::node::{Expr, Expression, Writer};
use super::super::types::Type;
use super::super::value::{Shape, Value};
use super::values::run_all;

/// Which function is called.
pub(in super::super) enum Callee {
    /// A function of the module, or a static method behind the type's name.
    Function(usize),
    /// A method; the first argument stands before the dot.
    Method(usize),
    /// A trait's method; the first argument stands before the dot.
    Trait(usize, usize),
    /// A trait's method as `Trait.method(value)`.
    Qualified(usize, usize),
    /// A trait's static method, of a type.
    Static(usize, usize, Type),
    /// A static method of a declared type's own.
    OwnStatic(usize, usize),
}

/// A call.
pub(in super::super) struct Call {
    pub(in super::super) callee: Callee,
    /// What the type parameters of the function stand for, and whether that is written.
    pub(in super::super) types: BTreeMap<u32, Type>,
    pub(in super::super) are_written: bool,
    pub(in super::super) arguments: Vec<Expr>,
}

impl Expression for Call {
    fn write(&self, out: &mut Writer<'_>) {
        let mut arguments = self.arguments.as_slice();
        match &self.callee {
            Callee::Function(function) => {
                out.text(&out.tree.functions[*function].name);
                if self.are_written {
                    let types: Vec<Type> = self.types.values().cloned().collect();
                    out.arguments(&types);
                }
            }
            Callee::Method(function) => {
                let (first, rest) = arguments.split_first().unwrap_or_else(|| unreachable!("methods have a receiver"));
                first.write(out);
                out.text(&format!(".{}", out.tree.functions[*function].name));
                arguments = rest;
            }
            Callee::Trait(of, method) => {
                let (first, rest) = arguments.split_first().unwrap_or_else(|| unreachable!("methods have a receiver"));
                first.write(out);
                out.text(&format!(".{}", out.tree.traits[*of].methods[*method].name));
                arguments = rest;
            }
            Callee::Qualified(of, method) => {
                let of = &out.tree.traits[*of];
                out.text(&format!("{}.{}", of.name, of.methods[*method].name));
            }
            Callee::OwnStatic(declaration, function) => {
                out.ty(&Type::Named(*declaration, self.types.values().cloned().collect()));
                out.text(&format!(".{}", out.tree.functions[*function].name));
            }
            Callee::Static(of, method, ty) => {
                out.ty(ty);
                out.text(&format!(".{}", out.tree.traits[*of].methods[*method].name));
            }
        }
        out.text("(");
        out.list(arguments, |out, argument| argument.write(out));
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let types = self.types.iter().map(|(number, ty)| (*number, machine.meaning(ty))).collect();
        let mut arguments = run_all(&self.arguments, machine)?;
        let function = match &self.callee {
            Callee::Function(function) | Callee::Method(function) | Callee::OwnStatic(_, function) => *function,
            Callee::Trait(of, method) | Callee::Qualified(of, method) => {
                let head = machine.head(&arguments[0]);
                let receiver = std::mem::replace(&mut arguments[0], Value::Missing);
                arguments[0] = match receiver {
                    Value::Borrow(address) => Value::Borrow(machine.within(address)),
                    Value::Object(Shape::Dyn, mut parts) => parts.remove(0),
                    other => other,
                };
                machine.method(*of, *method, head)
            }
            Callee::Static(of, method, ty) => {
                let ty = machine.meaning(ty);
                let head = super::super::tree::Tree::head(&ty).unwrap_or_else(|| unreachable!("{ty:?} has traits"));
                machine.method(*of, *method, head)
            }
        };
        machine.call(function, types, arguments)
    }
}
