//! Iterators that a program declares. Owns their text in a `for` and their meaning: the loop owns what walks, asks it for a
//! value before each turn, and ends it behind the last.

use std::collections::BTreeMap;

use super::super::machine::{Machine, Run};
use super::super::node::{Expr, Writer};
use super::super::types::Type;
use super::super::value::{Shape, Value};

/// What `for` walks over that is no array.
pub(in super::super) struct Walk {
    /// The iterator, or what gives it.
    pub(in super::super) value: Expr,
    /// Whether `move` is written.
    pub(in super::super) is_moved: bool,
    /// The method `into_iter`, which is not written.
    pub(in super::super) into: Option<usize>,
    /// The method `next`.
    pub(in super::super) next: usize,
    /// What the type parameters of the iterator stand for.
    pub(in super::super) types: BTreeMap<u32, Type>,
}

impl Walk {
    pub(in super::super) fn write(&self, out: &mut Writer<'_>) {
        out.text(if self.is_moved { "move " } else { "" });
        self.value.write(out);
    }

    /// Runs turns, until one leaves the loop or there are no more values.
    pub(in super::super) fn run(
        &self,
        machine: &mut Machine<'_>,
        mut turn: impl FnMut(Value, &mut Machine<'_>) -> Run<bool>,
    ) -> Run<()> {
        let types: BTreeMap<u32, Type> = self.types.iter().map(|(number, ty)| (*number, machine.meaning(ty))).collect();
        let mut value = self.value.run(machine)?;
        if let Some(into) = self.into {
            value = machine.call(into, BTreeMap::new(), vec![value])?;
        }
        let held = machine.hold(value);
        loop {
            machine.step()?;
            let next = machine.call(self.next, types.clone(), vec![Value::Borrow(held.clone())])?;
            let Value::Object(Shape::Some, mut parts) = next else { return Ok(()) };
            if turn(parts.remove(0), machine)? {
                return Ok(());
            }
        }
    }
}
