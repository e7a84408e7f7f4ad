//! Assignments: how each kind of value is computed and put into its place.
//! Owns where scalars come from and new objects; scalar operations are in `arithmetic`, aggregates in `aggregate`, calls
//! in `call`.

use mir::{
    Align, Argument, BinaryOperator, Callee, CheckKind, CopyReason, Scalar, SiteKind, SlicePart, SlotData, SlotKind,
    Value,
};
use types::{Ty, TypeKind, is_heap};

use super::alias::Memory;
use super::body::{LocalStorage, Lowering};
use super::layouts::Representation;
use super::place::{Cursor, Located, is_lent_string};
use crate::source_form::{ConstantValue, Operand, OperandList, Place, Rvalue};

/// What C's `malloc` aligns its memory to on every target: enough for any type without `@[align]`.
const MALLOC_ALIGN: u64 = 16;

/// How many bytes are exchanged at once.
const SWAPPED_AT_ONCE: u64 = 4096;

impl Lowering<'_, '_> {
    /// `place = rvalue`
    pub(super) fn assign(&mut self, place: Place, rvalue: Rvalue) {
        let ty = self.place_type(place);
        match self.unit.layout_of(ty).representation {
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
            && let storage @ LocalStorage::Value(_) = &mut self.storage[local.0 as usize]
        {
            *storage = LocalStorage::Value(value);
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
            Rvalue::Borrow(kind, place) => {
                let located = self.locate(place);
                let address = if is_heap(self.unit.db, located.ty) || is_lent_string(ty) {
                    self.read(located)
                } else {
                    self.address(located)
                };
                self.lent_address(kind, located, ty, address)
            }
            Rvalue::Address(place) => {
                let located = self.locate(place);
                let to_variable = ty.kind() == TypeKind::Pointer(located.ty);
                let own_pointer = is_heap(self.unit.db, located.ty) || located.ty == Ty::STRING;
                if own_pointer && !to_variable { self.read(located) } else { self.address(located) }
            }
            Rvalue::Aggregate(operands) => self.allocate(ty, 0, operands),
            Rvalue::Case(case, operands) => self.scalar_case(ty, case, operands),
            Rvalue::Length(place) => self.element_count(place),
            Rvalue::Tag(place) => {
                let located = self.locate(place);
                self.tag(located)
            }
            Rvalue::PointerOffset(pointer, count) => {
                let TypeKind::Pointer(target) = ty.kind() else { unreachable!("only raw pointers are moved") };
                let size = self.unit.layout_of(target).size;
                let (pointer, count) = (self.scalar(pointer), self.scalar(count));
                let count = self.converted(count, Scalar::I64);
                if size == 0 { pointer } else { self.builder.offset(pointer, count, size) }
            }
            Rvalue::Zeroed => self.zero(scalar),
            Rvalue::Call(callee, arguments) => {
                self.call(callee, arguments, None).expect("a call whose result is assigned gives a value")
            }
            Rvalue::Closure(code, _captured) => self.closure_code(code, ty),
            Rvalue::Union(..) | Rvalue::Repeat(_) | Rvalue::Object(_) => {
                unreachable!("unions, arrays and `dyn`s live in memory")
            }
        }
    }

    /// A new object of a heap type, its parts from the first on filled; its address.
    pub(super) fn allocate(&mut self, ty: Ty, first: u32, operands: OperandList) -> Value {
        let object = match self.landings.take_object(self.current) {
            Some(begun) => begun,
            None => self.new_object(ty),
        };
        for (part, operand) in (first..).zip(self.form.operand_list(operands)) {
            let field = self.object_field(object, ty, part);
            self.transfer(*operand, field);
        }
        object
    }

    /// A new object of a heap type, still empty; its address.
    pub(super) fn new_object(&mut self, ty: Ty) -> Value {
        let parts = self.unit.parts(ty);
        let object = self.object_memory(parts.size, parts.align);
        let message = self.unit.module.strings.intern("out of memory");
        let site = self.builder.site(SiteKind::Message(message));
        let address = self.builder.convert(object, Scalar::U64);
        self.builder.check(CheckKind::NotZero, address, address, site);
        object
    }

    /// New memory for an object, or null; `free` ends it.
    pub(super) fn object_memory(&mut self, size: u64, align: Align) -> Value {
        // `malloc(0)` may be null, which stands for 'no memory left'.
        let size = self.builder.integer(Scalar::U64, i128::from(size.max(1)));
        let ((function, signature), arguments) = if align.bytes() <= MALLOC_ALIGN {
            (self.unit.c_function("malloc", &[Scalar::U64], Some(Scalar::Pointer)), vec![Argument::Scalar(size)])
        } else {
            let align = self.builder.integer(Scalar::U64, i128::from(align.bytes()));
            (
                self.unit.c_function("aligned_alloc", &[Scalar::U64, Scalar::U64], Some(Scalar::Pointer)),
                vec![Argument::Scalar(align), Argument::Scalar(size)],
            )
        };
        self.builder.call_scalar(Callee::Direct(function), signature, &arguments, Scalar::Pointer)
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
            memory: parts.memory_of(Memory::Plain, field),
        }
    }

    /// Panics unless an index lies within an array.
    pub(super) fn check_bounds(&mut self, array: Place, index: Operand) {
        match self.place_type(array).kind() {
            TypeKind::Array(_, length) => {
                let index = self.scalar(index);
                self.check_index(index, length);
            }
            _ => {
                let length = self.element_count(array);
                let index = self.scalar(index);
                self.check_in_slice(SlicePart::Index, index, length);
            }
        }
    }

    /// Panics unless a range lies within an array or slice.
    pub(super) fn check_range(&mut self, array: Option<Place>, start: Operand, end: Option<Operand>, inclusive: bool) {
        let length = array.map(|array| self.element_count(array));
        let end = end.map(|end| self.scalar(end));
        let start_value = self.scalar(start);
        let one = self.builder.integer(Scalar::I64, 1);
        let mut limit = length;
        if let Some(end) = end {
            if let Some(length) = length {
                let limit = if inclusive { length } else { self.builder.binary(BinaryOperator::Add, length, one) };
                let part = if inclusive { SlicePart::InclusiveEnd } else { SlicePart::End };
                self.check_in_slice(part, end, limit);
            }
            let end = self.converted(end, Scalar::I64);
            limit = Some(if inclusive { self.builder.binary(BinaryOperator::Add, end, one) } else { end });
        }
        if let Some(limit) = limit
            && !self.is_first(start)
        {
            let behind = self.builder.binary(BinaryOperator::Add, limit, one);
            let includes_end = inclusive && end.is_some();
            let part = if includes_end { SlicePart::InclusiveStart } else { SlicePart::Start };
            self.check_in_slice(part, start_value, behind);
        }
    }

    fn is_first(&self, operand: Operand) -> bool {
        let Operand::Constant(constant) = operand else { return false };
        self.form.constant(constant).value == ConstantValue::Integer(0)
    }

    /// Puts the contents of a new object into an old one, whose contents have been dropped, and frees the new one.
    pub(super) fn replace_contents(&mut self, place: Place, operand: Operand) {
        let new = self.scalar(operand);
        let located = self.locate(place);
        let parts = self.unit.parts(located.ty);
        let old = self.read(located);
        if parts.size > 0 {
            self.builder.copy(old, new, parts.size, parts.align, CopyReason::Assignment);
        }
        self.free(new);
    }

    /// Exchanges two values; where a borrow leads to the object of a heap type, the contents of both objects.
    pub(super) fn swap(&mut self, left: Place, right: Place) {
        let (left, right) = (self.locate(left), self.locate(right));
        let in_memory = |place: Located| matches!(place.cursor, Cursor::Slot(..) | Cursor::Address(..));
        match self.unit.layout_of(left.ty).representation {
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
                let size = self.unit.layout_of(left.ty).size;
                self.swap_bytes(first, second, size, left.align.min(right.align));
            }
        }
    }

    fn swap_bytes(&mut self, left: Value, right: Value, bytes: u64, align: Align) {
        if bytes == 0 {
            return;
        }
        let pieces = if bytes <= SWAPPED_AT_ONCE { 0 } else { bytes / SWAPPED_AT_ONCE };
        let kept = self.builder.slot(SlotData::frame(bytes.min(SWAPPED_AT_ONCE), align, SlotKind::Temporary, None));
        let kept = self.builder.slot_address(kept, 0);
        if pieces > 0 {
            // Large values are exchanged piece by piece, so that no second one lies on the stack.
            let align = align.at_offset(SWAPPED_AT_ONCE);
            self.count_up(pieces, |this, index| {
                let left = this.builder.offset(left, index, SWAPPED_AT_ONCE);
                let right = this.builder.offset(right, index, SWAPPED_AT_ONCE);
                this.swap_piece((left, right, kept), SWAPPED_AT_ONCE, align);
            });
        }
        let done = pieces * SWAPPED_AT_ONCE;
        if done < bytes {
            let (left, right) = (self.address_at(left, done), self.address_at(right, done));
            self.swap_piece((left, right, kept), bytes - done, align.at_offset(done));
        }
    }

    fn swap_piece(&mut self, (left, right, kept): (Value, Value, Value), bytes: u64, align: Align) {
        self.builder.copy(kept, left, bytes, align, CopyReason::Assignment);
        self.builder.copy(left, right, bytes, align, CopyReason::Assignment);
        self.builder.copy(right, kept, bytes, align, CopyReason::Assignment);
    }
}
