//! `try` and `throw`. Owns their text and their meaning.

use std::collections::BTreeMap;

use super::super::machine::{Leave, Machine, Run};
use super::super::node::{Expr, Expression, Statement, Writer};
use super::super::value::{Shape, Value};

/// `try value`, and the function that makes the failure one of another type.
pub(in super::super) struct Try(pub(in super::super) Expr, pub(in super::super) Option<usize>);

impl Expression for Try {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("(try ");
        self.0.write(out);
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        match self.0.run(machine)? {
            Value::Object(Shape::Some | Shape::Ok, mut parts) => Ok(parts.remove(0)),
            Value::Object(shape, mut parts) => {
                if let Some(function) = self.1 {
                    parts = vec![machine.call(function, BTreeMap::new(), parts)?];
                }
                Err(Leave::Return(Value::Object(shape, parts)))
            }
            other => unreachable!("{other:?} is tried"),
        }
    }
}

/// `throw value`
pub(in super::super) struct Throw(pub(in super::super) Expr);

impl Statement for Throw {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("throw ");
        self.0.write(out);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<()> {
        let error = machine.scope(|machine| self.0.run(machine))?;
        Err(Leave::Return(Value::Object(Shape::Err, vec![error])))
    }
}
