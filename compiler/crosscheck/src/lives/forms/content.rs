//! Values compared and cloned by their content, and operators of declared types. Owns their text and their meaning: both
//! sides are lent, from left to right.

use std::collections::BTreeMap;

use super::super::machine::{Machine, Run};
use super::super::node::{Expr, Expression, Writer};
use super::super::types::Type;
use super::super::value::{Address, Value};
use super::values::run_all;

/// Where a value lies that was lent.
fn lent(value: Value) -> Address {
    match value {
        Value::Borrow(address) => address,
        other => unreachable!("{other:?} is lent"),
    }
}

/// `left == right`, `left < right` and their like.
pub(in super::super) struct Compare(
    pub(in super::super) &'static str,
    pub(in super::super) Expr,
    pub(in super::super) Expr,
);

impl Compare {
    pub(in super::super) const EQUALITIES: [&'static str; 2] = ["==", "!="];
    pub(in super::super) const ORDERS: [&'static str; 4] = ["<", "<=", ">", ">="];
}

impl Expression for Compare {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("(");
        self.1.write(out);
        out.text(&format!(" {} ", self.0));
        self.2.write(out);
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let left = lent(self.1.run(machine)?);
        let right = lent(self.2.run(machine)?);
        Ok(Value::Bool(match self.0 {
            "==" => machine.equal(left, right)?,
            "!=" => !machine.equal(left, right)?,
            "<" => machine.order(left, right)?.is_lt(),
            "<=" => machine.order(left, right)?.is_le(),
            ">" => machine.order(left, right)?.is_gt(),
            ">=" => machine.order(left, right)?.is_ge(),
            other => unreachable!("{other} is no comparison"),
        }))
    }
}

/// `left.compare(right)`, as a number below, at or above 0.
pub(in super::super) struct Order(pub(in super::super) Expr, pub(in super::super) Expr);

impl Expression for Order {
    fn write(&self, out: &mut Writer<'_>) {
        self.0.write(out);
        out.text(".compare(");
        self.1.write(out);
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let left = lent(self.0.run(machine)?);
        let right = lent(self.1.run(machine)?);
        Ok(Value::Int(machine.order(left, right)? as i64))
    }
}

/// `value.clone()` of what is lent.
pub(in super::super) struct CloneOf(pub(in super::super) Expr);

impl Expression for CloneOf {
    fn write(&self, out: &mut Writer<'_>) {
        self.0.write(out);
        out.text(".clone()");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let address = lent(self.0.run(machine)?);
        machine.clone_of(address)
    }
}

/// An operator that a declared type has by a function; without a second operand it stands in front.
pub(in super::super) struct Operate {
    pub(in super::super) symbol: &'static str,
    pub(in super::super) function: usize,
    pub(in super::super) types: BTreeMap<u32, Type>,
    pub(in super::super) operands: Vec<Expr>,
}

impl Expression for Operate {
    fn write(&self, out: &mut Writer<'_>) {
        out.text("(");
        if self.operands.len() == 1 {
            out.text(self.symbol);
        }
        for (index, operand) in self.operands.iter().enumerate() {
            if index > 0 {
                out.text(&format!(" {} ", self.symbol));
            }
            operand.write(out);
        }
        out.text(")");
    }

    fn run(&self, machine: &mut Machine<'_>) -> Run<Value> {
        let types = self.types.iter().map(|(number, ty)| (*number, machine.meaning(ty))).collect();
        let operands = run_all(&self.operands, machine)?;
        machine.call(self.function, types, operands)
    }
}
