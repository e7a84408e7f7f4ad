//! Values with several owners. Owns their text and their meaning.

use super::super::machine::{Machine, Run};
use super::super::node::{Expr, Expression, Writer};
use super::super::value::Value;

/// `Shared.new(value)`
pub(in super::super) struct Share(pub(in super::super) Expr);

impl Expression for Share {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("Shared.new(");
        self.0.write(out);
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let value = self.0.run(machine)?;
        Ok(machine.share(value))
    }
}
