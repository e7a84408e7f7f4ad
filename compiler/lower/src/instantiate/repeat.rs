//! Arrays of one repeated value, and counted loops. Owns when such an array is zeroed, unrolled or filled in a loop.

use mir::{BinaryOperator, Comparison, CopyReason, Scalar, Value};
use types::{Ty, TypeKind, needs_drop};

use super::body::Lowering;
use super::layouts::Representation;
use super::place::{Cursor, Located};
use crate::source_form::{ConstantValue, Operand};

/// Arrays of up to so many equal elements are filled one by one, larger ones in a loop.
const UNROLLED: u64 = 8;

impl Lowering<'_, '_> {
    pub(super) fn fill_with_zeros(&mut self, to: Located) {
        let size = self.unit.layout_of(to.ty).size;
        if size > 0 {
            let address = self.address(to);
            self.builder.zero(address, size, to.align);
        }
    }

    /// An array whose elements are all one value.
    pub(super) fn repeat(&mut self, operand: Operand, to: Located) {
        let TypeKind::Array(element, length) = to.ty.kind() else { unreachable!("only arrays repeat a value") };
        if needs_drop(self.unit.db, element) {
            return self.repeat_counted(operand, element, length, to);
        }
        let layout = self.unit.layout_of(element);
        if layout.size == 0 || length == 0 {
            return;
        }
        if self.is_zero(operand) {
            return self.fill_with_zeros(to);
        }
        if self.has_landed(operand) {
            // The first element is there, and the others are its copies.
            let first = self.part_of(to, 0);
            return self.fill(Element::Memory(first), 1, length, to);
        }
        // The value is read once, into memory of its own if it has no scalar: it may be part of what is overwritten.
        let value = match layout.representation {
            Representation::Scalar(_) => Element::Scalar(self.scalar(operand)),
            Representation::Aggregate(_) | Representation::Nothing => {
                let copy = self.temporary(element);
                self.transfer(operand, copy);
                Element::Memory(copy)
            }
        };
        self.fill(value, 0, length, to);
    }

    /// Puts a value into the elements of an array from one on.
    fn fill(&mut self, value: Element, from: u32, length: u64, to: Located) {
        if length <= UNROLLED {
            for index in from..length as u32 {
                let part = self.part_of(to, index);
                self.put(value, part);
            }
            return;
        }
        let first = self.part_of(to, from);
        let (start, element) = (self.address(first), first.ty);
        let layout = self.unit.layout_of(element);
        let align = to.align.min(layout.align);
        self.count_up(length - u64::from(from), |this, index| {
            let address = this.builder.offset(start, index, layout.size);
            this.put(value, Located { cursor: Cursor::Address(address, 0), ty: element, align, memory: to.memory });
        });
    }

    /// An array whose elements share their strings: each element counts as an owner, and the value itself ends.
    fn repeat_counted(&mut self, operand: Operand, element: Ty, length: u64, to: Located) {
        let value = self.temporary(element);
        self.transfer(operand, value);
        if length > 0 {
            let layout = self.unit.layout_of(element);
            let start = self.address(to);
            let align = to.align.min(layout.align);
            self.count_up(length, |this, index| {
                let address = this.builder.offset(start, index, layout.size);
                let part = Located { cursor: Cursor::Address(address, 0), ty: element, align, memory: to.memory };
                this.copy_bytes(value, part, CopyReason::Assignment);
                this.retain(part);
            });
        }
        self.drop_value(value);
    }

    fn put(&mut self, value: Element, to: Located) {
        match value {
            Element::Scalar(value) => self.write(to, value),
            Element::Memory(from) => self.copy_bytes(from, to, CopyReason::Assignment),
        }
    }

    /// A loop over 0 up to `length`, which is not 0.
    pub(super) fn count_up(&mut self, length: u64, body: impl FnOnce(&mut Self, Value)) {
        let repeated = self.builder.block_with(&[Scalar::I64]);
        let after = self.builder.block();
        let zero = self.builder.integer(Scalar::I64, 0);
        self.builder.jump(repeated, &[zero]);
        self.builder.switch_to(repeated);
        let index = self.builder.block_parameter(repeated, 0);
        body(self, index);
        let one = self.builder.integer(Scalar::I64, 1);
        let next = self.builder.binary(BinaryOperator::Add, index, one);
        let end = self.builder.integer(Scalar::I64, i128::from(length));
        let more = self.builder.compare(Comparison::Less, next, end);
        self.builder.branch(more, (repeated, &[next]), (after, &[]));
        self.builder.switch_to(after);
    }

    fn is_zero(&self, operand: Operand) -> bool {
        match operand {
            Operand::Constant(id) => match self.form.constant(id).value {
                ConstantValue::Bool(value) => !value,
                ConstantValue::Integer(value) => value == 0,
                ConstantValue::WideInteger(index) => self.form.wide_integers[index as usize] == 0,
                ConstantValue::Float(bits) => bits == 0,
                ConstantValue::Null => true,
                ConstantValue::Unit
                | ConstantValue::Text(_)
                | ConstantValue::Function(_)
                | ConstantValue::SizeOf(_)
                | ConstantValue::AlignOf(_)
                | ConstantValue::OffsetOf(..) => false,
            },
            Operand::Copy(_) | Operand::Move(_) | Operand::Poison(_) => false,
        }
    }
}

/// An element to repeat.
#[derive(Clone, Copy)]
enum Element {
    Scalar(Value),
    Memory(Located),
}
