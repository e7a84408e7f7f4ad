//! Assignments: how each kind of value is computed and put into its place.
//! Owns the order of reads before writes; scalar operations are in `arithmetic`, calls in `call`.

use mir::{
    Align, BinaryOperator, Callee, CheckKind, Comparison, CopyReason, Scalar, SiteKind, SlotData, SlotKind, Value,
};
use types::{Ty, TypeKind, is_heap, needs_drop};

use super::body::{Home, Lowering};
use super::place::{Cursor, Located, is_lent_string};
use super::shape::Representation;
use crate::source_form::{ConstantValue, Operand, OperandList, Place, PlaceBase, Projection, Rvalue, projected_type};

/// Arrays of up to so many equal elements are filled one by one, larger ones in a loop.
const UNROLLED: u64 = 8;

impl Lowering<'_, '_> {
    /// `place = rvalue`
    pub(super) fn assign(&mut self, place: Place, rvalue: Rvalue) {
        let ty = self.place_type(place);
        match self.unit.shape(ty).representation {
            Representation::Nothing => {
                if let Rvalue::Call(callee, arguments) = rvalue {
                    self.call(callee, arguments, None);
                }
            }
            Representation::Scalar(scalar) => {
                let value = self.compute(rvalue, ty, scalar);
                self.set(place, value);
            }
            Representation::Aggregate(_) => self.build(place, ty, rvalue),
        }
    }

    fn set(&mut self, place: Place, value: Value) {
        if let Some(local) = place.as_local()
            && let home @ Home::Value(_) = &mut self.homes[local.0 as usize]
        {
            *home = Home::Value(value);
            return;
        }
        let to = self.locate(place);
        self.write(to, value);
    }

    /// The value of an rvalue of a scalar type.
    fn compute(&mut self, rvalue: Rvalue, ty: Ty, scalar: Scalar) -> Value {
        match rvalue {
            Rvalue::Use(operand) => self.scalar(operand),
            Rvalue::Binary(operation, left, right) => self.binary(operation, left, right),
            Rvalue::Unary(operation, operand) => self.unary(operation, operand),
            Rvalue::Cast(cast, operand) => self.cast(cast, operand, scalar),
            Rvalue::Borrow(_, place) => {
                let located = self.locate(place);
                if is_heap(self.unit.db, located.ty) || is_lent_string(ty) {
                    self.read(located)
                } else {
                    self.address(located)
                }
            }
            Rvalue::Address(place) => {
                let located = self.locate(place);
                let to_variable = ty.kind() == TypeKind::Pointer(located.ty);
                let own_pointer = is_heap(self.unit.db, located.ty) || located.ty == Ty::STRING;
                if own_pointer && !to_variable {
                    self.read(located)
                } else {
                    self.address(located)
                }
            }
            Rvalue::Aggregate(operands) => self.allocate(ty, operands),
            Rvalue::PointerOffset(pointer, count) => {
                let TypeKind::Pointer(target) = ty.kind() else {
                    unreachable!("only raw pointers are moved")
                };
                let size = self.unit.shape(target).size;
                let (pointer, count) = (self.scalar(pointer), self.scalar(count));
                let count = self.converted(count, Scalar::I64);
                if size == 0 {
                    pointer
                } else {
                    self.builder.offset(pointer, count, size)
                }
            }
            Rvalue::Zeroed => self.zero(scalar),
            Rvalue::Call(callee, arguments) => self
                .call(callee, arguments, None)
                .expect("a call whose result is assigned gives a value"),
            Rvalue::Union(..) | Rvalue::Repeat(_) => unreachable!("unions and arrays live in memory"),
        }
    }

    /// A new object of a heap type, filled; its address.
    fn allocate(&mut self, ty: Ty, operands: OperandList) -> Value {
        let parts = self.unit.parts(ty);
        let (malloc, signature) = self.unit.c_function("malloc", &[Scalar::U64], Some(Scalar::Pointer));
        // `malloc(0)` may be null, which stands for 'no memory left'.
        let size = self.builder.integer(Scalar::U64, i128::from(parts.size.max(1)));
        let object = self.builder.call_scalar(
            Callee::Direct(malloc),
            signature,
            &[mir::Argument::Scalar(size)],
            Scalar::Pointer,
        );
        let message = self.unit.module.strings.intern("out of memory");
        let site = self.builder.site(SiteKind::Message(message));
        let address = self.builder.convert(object, Scalar::U64);
        self.builder.check(CheckKind::NotZero, address, address, site);
        for (index, operand) in self.form.operand_list(operands).iter().enumerate() {
            let field = self.object_field(object, ty, index as u32);
            self.transfer(*operand, field);
        }
        object
    }

    /// A field of the object of a heap type at an address.
    pub(super) fn object_field(&mut self, object: Value, ty: Ty, field: u32) -> Located {
        let parts = self.unit.parts(ty);
        let offset = parts.offsets[field as usize];
        let cursor = Cursor::Address(object, offset);
        Located {
            cursor,
            ty: parts.types[field as usize],
            align: parts.align.at_offset(offset),
        }
    }

    /// Puts the value of an rvalue of an aggregate type into a place.
    fn build(&mut self, place: Place, ty: Ty, rvalue: Rvalue) {
        match rvalue {
            Rvalue::Use(operand) => {
                let to = self.locate(place);
                self.transfer(operand, to);
            }
            Rvalue::Call(callee, arguments) => self.call_into(place, ty, callee, arguments),
            Rvalue::Zeroed => {
                let to = self.locate(place);
                self.fill_with_zeros(to);
            }
            Rvalue::Repeat(operand) => {
                let to = self.locate(place);
                self.repeat(operand, to);
            }
            Rvalue::Union(field, operand) => self.build_parts(place, ty, &[(field, operand)]),
            Rvalue::Aggregate(operands) => {
                let parts: Vec<(u32, Operand)> = (0..).zip(self.form.operand_list(operands).iter().copied()).collect();
                self.build_parts(place, ty, &parts);
            }
            Rvalue::Binary(..)
            | Rvalue::Unary(..)
            | Rvalue::Cast(..)
            | Rvalue::Borrow(..)
            | Rvalue::Address(_)
            | Rvalue::PointerOffset(..) => unreachable!("these give scalars"),
        }
    }

    /// Puts operands into the parts of a place, as if all were read before the first is written.
    fn build_parts(&mut self, place: Place, ty: Ty, parts: &[(u32, Operand)]) {
        if self.is_apart(place, parts) {
            let to = self.locate(place);
            for &(part, operand) in parts {
                let part = self.part_of(to, part);
                self.transfer(operand, part);
            }
            return;
        }
        let whole = self.temporary(ty);
        for &(part, operand) in parts {
            let part = self.part_of(whole, part);
            self.transfer(operand, part);
        }
        let to = self.locate(place);
        self.copy_bytes(whole, to, CopyReason::Assignment);
    }

    /// Whether writing parts of the place cannot change an operand that is still to be read.
    fn is_apart(&self, place: Place, parts: &[(u32, Operand)]) -> bool {
        let Some(local) = place.as_local() else { return false };
        !self.lent[local.0 as usize]
            && parts.iter().all(|(_, operand)| match operand {
                Operand::Copy(place) | Operand::Move(place) => self.form.base_local(*place) != Some(local),
                Operand::Constant(_) | Operand::Poison => true,
            })
    }

    /// A field of a struct, union or tuple, or an element of an array, in memory.
    pub(super) fn part_of(&mut self, whole: Located, part: u32) -> Located {
        match whole.ty.kind() {
            TypeKind::Array(element, _) => {
                let offset = u64::from(part) * self.unit.shape(element).size;
                let cursor = match whole.cursor {
                    Cursor::Slot(slot, start) => Cursor::Slot(slot, start + offset as u32),
                    Cursor::Address(address, start) => Cursor::Address(address, start + offset),
                    Cursor::Nothing | Cursor::Direct(_) => Cursor::Nothing,
                };
                Located {
                    cursor,
                    ty: element,
                    align: whole.align.at_offset(offset),
                }
            }
            _other => self.field(whole, part),
        }
    }

    fn call_into(&mut self, place: Place, ty: Ty, callee: crate::source_form::CalleeId, arguments: OperandList) {
        // The place is computed after the call, except where computing it reads nothing that the call could change.
        let fixed = self.form.projections(place).iter().all(|step| match step {
            Projection::Field(_) | Projection::UnionField(_) | Projection::ConstantIndex(_) => true,
            Projection::Index(_) | Projection::Deref { mutable: _ } | Projection::PointerElement(_) => false,
        });
        let base = match self.form.base(place) {
            PlaceBase::Local(local) if fixed && !is_heap(self.unit.db, self.form.local(local).ty) => Some(local),
            PlaceBase::Local(_) | PlaceBase::Item(_) => None,
        };
        match base {
            Some(local) if place.as_local().is_some() || !self.passes_through_heap(place) => {
                let to = self.locate(place);
                let unaliased = !self.lent[local.0 as usize];
                self.call(callee, arguments, Some((to, unaliased)));
            }
            Some(_) | None => {
                let result = self.temporary(ty);
                self.call(callee, arguments, Some((result, true)));
                let to = self.locate(place);
                self.copy_bytes(result, to, CopyReason::Assignment);
            }
        }
    }

    /// Whether a path of fields goes through the pointer of a heap type.
    fn passes_through_heap(&self, place: Place) -> bool {
        let PlaceBase::Local(local) = self.form.base(place) else {
            return true;
        };
        let mut ty = self.form.local(local).ty;
        for step in self.form.projections(place) {
            if is_heap(self.unit.db, ty) {
                return true;
            }
            ty = projected_type(self.unit.db, ty, *step);
        }
        false
    }

    fn fill_with_zeros(&mut self, to: Located) {
        let size = self.unit.shape(to.ty).size;
        if size > 0 {
            let address = self.address(to);
            self.builder.zero(address, size, to.align);
        }
    }

    /// An array whose elements are all one value.
    fn repeat(&mut self, operand: Operand, to: Located) {
        let TypeKind::Array(element, length) = to.ty.kind() else {
            unreachable!("only arrays repeat a value")
        };
        if needs_drop(self.unit.db, element) {
            return self.repeat_counted(operand, element, length, to);
        }
        let shape = self.unit.shape(element);
        if shape.size == 0 || length == 0 {
            return;
        }
        if self.is_zero(operand) {
            return self.fill_with_zeros(to);
        }
        // The value is read once, into memory of its own if it has no scalar: it may be part of what is overwritten.
        let value = match shape.representation {
            Representation::Scalar(_) => Element::Scalar(self.scalar(operand)),
            Representation::Aggregate(_) | Representation::Nothing => {
                let copy = self.temporary(element);
                self.transfer(operand, copy);
                Element::Memory(copy)
            }
        };
        if length <= UNROLLED {
            for index in 0..length as u32 {
                let part = self.part_of(to, index);
                self.put(value, part);
            }
            return;
        }
        let start = self.address(to);
        let align = to.align.min(shape.align);
        self.count_up(length, |this, index| {
            let address = this.builder.offset(start, index, shape.size);
            this.put(
                value,
                Located {
                    cursor: Cursor::Address(address, 0),
                    ty: element,
                    align,
                },
            );
        });
    }

    /// An array whose elements share their strings: each element counts as an owner, and the value itself ends.
    fn repeat_counted(&mut self, operand: Operand, element: Ty, length: u64, to: Located) {
        let value = self.temporary(element);
        self.transfer(operand, value);
        if length > 0 {
            let shape = self.unit.shape(element);
            let start = self.address(to);
            let align = to.align.min(shape.align);
            self.count_up(length, |this, index| {
                let address = this.builder.offset(start, index, shape.size);
                let part = Located {
                    cursor: Cursor::Address(address, 0),
                    ty: element,
                    align,
                };
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
            Operand::Copy(_) | Operand::Move(_) | Operand::Poison => false,
        }
    }

    /// Panics unless an index lies within an array.
    pub(super) fn check_bounds(&mut self, array: Place, index: Operand) {
        let TypeKind::Array(_, length) = self.place_type(array).kind() else {
            return;
        };
        let index = self.scalar(index);
        self.check_index(index, length);
    }

    /// Puts the contents of a new object into an old one, whose contents have been dropped, and frees the new one.
    pub(super) fn replace_contents(&mut self, place: Place, operand: Operand) {
        let new = self.scalar(operand);
        let located = self.locate(place);
        let parts = self.unit.parts(located.ty);
        let old = self.read(located);
        if parts.size > 0 {
            self.builder
                .copy(old, new, parts.size, parts.align, CopyReason::Assignment);
        }
        self.free(new);
    }

    /// Exchanges two values; where a borrow leads to the object of a heap type, the contents of both objects.
    pub(super) fn swap(&mut self, left: Place, right: Place) {
        let (left, right) = (self.locate(left), self.locate(right));
        let in_memory = |place: Located| matches!(place.cursor, Cursor::Slot(..) | Cursor::Address(..));
        match self.unit.shape(left.ty).representation {
            Representation::Nothing => {}
            Representation::Scalar(_) if in_memory(left) && in_memory(right) => {
                let (first, second) = (self.read(left), self.read(right));
                self.write(left, second);
                self.write(right, first);
            }
            Representation::Scalar(_) => {
                let parts = self.unit.parts(left.ty);
                let (first, second) = (self.read(left), self.read(right));
                self.swap_bytes(first, second, parts.size, parts.align);
            }
            Representation::Aggregate(_) => {
                let (first, second) = (self.address(left), self.address(right));
                let size = self.unit.shape(left.ty).size;
                self.swap_bytes(first, second, size, left.align.min(right.align));
            }
        }
    }

    fn swap_bytes(&mut self, left: Value, right: Value, bytes: u64, align: Align) {
        if bytes == 0 {
            return;
        }
        let kept = self
            .builder
            .slot(SlotData::frame(bytes, align, SlotKind::Temporary, None));
        let kept = self.builder.slot_address(kept, 0);
        self.builder.copy(kept, left, bytes, align, CopyReason::Assignment);
        self.builder.copy(left, right, bytes, align, CopyReason::Assignment);
        self.builder.copy(right, kept, bytes, align, CopyReason::Assignment);
    }
}

/// An element to repeat.
#[derive(Clone, Copy)]
enum Element {
    Scalar(Value),
    Memory(Located),
}
