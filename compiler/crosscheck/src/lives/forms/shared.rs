//! Values with several owners. Owns their text and their meaning.

use super::super::machine::{Machine, Run};
use super::super::node::{Expr, Expression, Writer};
use super::super::types::Type;
use super::super::value::Value;

/// `Shared.new(value)`, and the type of the value where that is written.
pub(in super::super) struct Share(pub(in super::super) Expr, pub(in super::super) Option<Type>);

impl Expression for Share {
    fn write(&self, out: &mut Writer<'_>) {
        out.wrapped("Shared", self.1.as_ref(), &self.0);
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let value = self.0.run(machine)?;
        Ok(machine.share(value))
    }
}
