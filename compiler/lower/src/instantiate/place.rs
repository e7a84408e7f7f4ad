//! Places as addresses: follows a path of fields, elements and borrows through memory.
//! Owns where each step leads; must not know whether the program may take it: that is settled in the source form.

use hir::ItemKind;
use mir::{Align, BinaryOperator, Scalar, Slot, SymbolId, Value};
use types::{Arguments, EnumForm, Ty, TypeKind, is_heap};

use super::Instance;
use super::alias::Memory;
use super::body::{LocalStorage, Lowering};
use super::layouts::Representation;
use crate::source_form::{LocalId, Operand, Place, PlaceBase, Projection, projected_type};

/// Where a path has led so far.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cursor {
    /// To nothing: the place has no value.
    Nothing,
    /// To a value that is in no memory: an SSA value, or the object's own pointer behind a borrow.
    Direct(Value),
    /// Into a slot.
    Slot(Slot, u32),
    /// To an address plus an offset.
    Address(Value, u64),
}

/// A place that has been followed to its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Located {
    pub cursor: Cursor,
    /// The type of what is there.
    pub ty: Ty,
    /// What is known of its address.
    pub align: Align,
    /// What is known of the memory it is in.
    pub memory: Memory,
}

impl Lowering<'_, '_> {
    /// Follows a place to its end.
    pub(super) fn locate(&mut self, place: Place) -> Located {
        self.locate_steps(place, self.form.projections(place).len())
    }

    /// Follows the first steps of a place.
    fn locate_steps(&mut self, place: Place, steps: usize) -> Located {
        let mut located = match self.form.base(place) {
            PlaceBase::Local(local) => self.locate_local(local),
            PlaceBase::Item(item) => {
                let ty = self.form.base_type(self.unit.db, place);
                let mir_type = self.unit.result(ty);
                let unit = &mut *self.unit;
                let symbol = unit.module.import_global(unit.learned.symbol(unit.db, item, Arguments::NONE), mir_type);
                let is_constant = item.kind(self.unit.db) == ItemKind::Constant;
                if is_constant {
                    self.unit.name(Instance::Constant(item));
                } else if item.kind(self.unit.db) == ItemKind::Global {
                    self.unit.name(Instance::Global(item));
                }
                let is_fixed = is_constant && !types::holds_changing(self.unit.db, ty);
                let memory = if is_fixed { Memory::Plain } else { Memory::Any };
                self.locate_symbol(symbol, ty, memory)
            }
        };
        for index in 0..steps {
            located = match self.form.projections(place)[index] {
                Projection::FromEnd { from_end, .. } => self.element_from_end(place, index, located, from_end),
                step => self.step(located, step),
            };
        }
        located
    }

    /// An element of a slice, which the first steps of a place have led to, counted from the end.
    fn element_from_end(&mut self, place: Place, steps: usize, slice: Located, from_end: u32) -> Located {
        let count = self.count_after(place, steps);
        let behind = self.builder.integer(Scalar::I64, i128::from(from_end) + 1);
        let index = self.builder.binary(BinaryOperator::Subtract, count, behind);
        let element = self.element(slice.ty);
        let layout = self.unit.layout_of(element);
        let base = self.address(slice);
        let address = if layout.size == 0 { base } else { self.builder.offset(base, index, layout.size) };
        let align = slice.align.min(layout.align);
        Located { cursor: Cursor::Address(address, 0), ty: element, align, memory: slice.memory }
    }

    /// A whole local.
    pub(super) fn locate_local(&mut self, local: LocalId) -> Located {
        if !self.landings.is_empty()
            && let Some(located) = self.landed(local)
        {
            return located;
        }
        let layout = self.layouts[local.0 as usize];
        let cursor = match self.storage[local.0 as usize] {
            LocalStorage::Nothing => Cursor::Nothing,
            LocalStorage::Value(value) => Cursor::Direct(value),
            LocalStorage::Slot(slot) => Cursor::Slot(slot, 0),
        };
        Located { cursor, ty: self.form.local(local).ty, align: layout.align, memory: Memory::Plain }
    }

    fn locate_symbol(&mut self, symbol: SymbolId, ty: Ty, memory: Memory) -> Located {
        let address = self.builder.symbol_address(symbol, 0);
        Located { cursor: Cursor::Address(address, 0), ty, align: self.unit.layout_of(ty).align, memory }
    }

    fn step(&mut self, from: Located, step: Projection) -> Located {
        match step {
            Projection::Field(field) | Projection::UnionField(field) => self.field(from, field),
            Projection::Payload(part) => self.payload(from, part),
            Projection::Storage => self.storage(from),
            Projection::ConstantIndex(index) => {
                let element = self.element(from.ty);
                let layout = self.unit.layout_of(element);
                let align = from.align.min(layout.align);
                self.shift(from, u64::from(index) * layout.size, element, align, from.memory)
            }
            Projection::Index(index) => {
                let element = self.element(from.ty);
                let layout = self.unit.layout_of(element);
                let base = self.address(from);
                let align = from.align.min(layout.align);
                let cursor = self.indexed(base, index, layout.size);
                Located { cursor, ty: element, align, memory: from.memory }
            }
            // A lent closure or `dyn` has the words of the one that it leads to.
            Projection::Deref { mutable: _ } if from.ty.is_pair() => Located { ty: from.ty.value_type(), ..from },
            Projection::FromEnd { .. } => unreachable!("only a whole path knows where a slice ends"),
            Projection::Slice(range) => {
                let element = self.element(from.ty);
                let layout = self.unit.layout_of(element);
                let base = self.address(from);
                let cursor = self.indexed(base, self.form.range(range).0, layout.size);
                Located { cursor, ty: Ty::slice(element), align: from.align.min(layout.align), memory: from.memory }
            }
            Projection::Rest { front, .. } => {
                let element = self.element(from.ty);
                let layout = self.unit.layout_of(element);
                let align = from.align.min(layout.align);
                self.shift(from, u64::from(front) * layout.size, Ty::slice(element), align, from.memory)
            }
            Projection::PointerSlice(range) => {
                let element = self.element(from.ty);
                let layout = self.unit.layout_of(element);
                let pointer = self.read(from);
                let cursor = self.indexed(pointer, self.form.range(range).0, layout.size);
                Located { cursor, ty: Ty::slice(element), align: layout.align, memory: Memory::Any }
            }
            Projection::Deref { mutable: _ } => {
                let target = from.ty.value_type();
                let pointer = self.read(from);
                self.behind(pointer, from.ty, target)
            }
            Projection::PointerElement(index) => {
                let target = self.element(from.ty);
                let layout = self.unit.layout_of(target);
                let pointer = self.read(from);
                let cursor = self.indexed(pointer, index, layout.size);
                Located { cursor, ty: target, align: layout.align, memory: Memory::Any }
            }
        }
    }

    /// The elements of an `Array`: they lie where its first field leads.
    fn storage(&mut self, from: Located) -> Located {
        let element = from.ty.as_storage().unwrap_or(Ty::ERROR);
        let pointer = self.field(from, types::STORAGE_FIELDS.0);
        let first = self.read(pointer);
        Located {
            cursor: Cursor::Address(first, 0),
            ty: Ty::slice(element),
            align: self.unit.layout_of(element).align,
            memory: self.unit.behind_borrow(element),
        }
    }

    /// A field of a struct, union or tuple; of a heap type through the object's pointer.
    pub(super) fn field(&mut self, from: Located, field: u32) -> Located {
        let parts = self.unit.parts(from.ty);
        let (ty, offset) = (parts.types[field as usize], parts.offsets[field as usize]);
        if parts.is_heap {
            let object = self.read(from);
            let align = parts.align.at_offset(offset);
            return Located {
                cursor: Cursor::Address(object, offset),
                ty,
                align,
                memory: parts.memory_of(Memory::Plain, field),
            };
        }
        let memory = parts.memory_of(from.memory, field);
        self.shift(from, offset, ty, from.align, memory)
    }

    fn shift(&mut self, from: Located, offset: u64, ty: Ty, align: Align, memory: Memory) -> Located {
        let cursor = match from.cursor {
            Cursor::Nothing | Cursor::Direct(_) => Cursor::Nothing,
            Cursor::Slot(slot, start) => Cursor::Slot(slot, start + offset as u32),
            Cursor::Address(address, start) => Cursor::Address(address, start + offset),
        };
        Located { cursor, ty, align: align.at_offset(offset), memory }
    }

    fn indexed(&mut self, base: Value, index: Operand, size: u64) -> Cursor {
        let index = self.scalar(index);
        let index = self.converted(index, Scalar::I64);
        // Elements without size all lie at one address.
        let address = if size == 0 { base } else { self.builder.offset(base, index, size) };
        Cursor::Address(address, 0)
    }

    /// What a borrow leads to. Of a heap type, and of a string that is lent `ref`, the borrow is the object's own pointer.
    fn behind(&mut self, pointer: Value, borrow: Ty, target: Ty) -> Located {
        let align = self.unit.layout_of(target).align;
        let own_pointer = is_heap(self.unit.db, target) || is_lent_string(borrow);
        let cursor = if own_pointer { Cursor::Direct(pointer) } else { Cursor::Address(pointer, 0) };
        Located { cursor, ty: target, align, memory: self.unit.behind_borrow(target) }
    }

    /// The type of the elements of an array, or of what a raw pointer leads to.
    fn element(&self, ty: Ty) -> Ty {
        match ty.kind() {
            TypeKind::Array(element, _) | TypeKind::Pointer(element) | TypeKind::Slice(element) => element,
            TypeKind::Error
            | TypeKind::Never
            | TypeKind::Unit
            | TypeKind::Bool
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::String
            | TypeKind::Named(_)
            | TypeKind::Variable(_)
            | TypeKind::Parameter(..)
            | TypeKind::Ref(_)
            | TypeKind::Mut(_)
            | TypeKind::Tuple(_)
            | TypeKind::Object(_)
            | TypeKind::ExternFunction(..)
            | TypeKind::Closure(..)
            | TypeKind::Dyn(..) => unreachable!("only arrays and pointers are indexed"),
        }
    }

    /// The number of elements of an array or slice, an `i64`.
    pub(super) fn element_count(&mut self, place: Place) -> Value {
        self.count_after(place, self.form.projections(place).len())
    }

    /// The number of elements of the slice that the first steps of a place lead to.
    fn count_after(&mut self, place: Place, steps: usize) -> Value {
        let base = self.form.base_type(self.unit.db, place);
        let taken = self.form.projections(place)[..steps].iter();
        let ty = taken.fold(base, |ty, step| projected_type(self.unit.db, ty, *step));
        if let TypeKind::Array(_, length) = ty.kind() {
            return self.builder.integer(Scalar::I64, i128::from(length));
        }
        match self.form.projections(place)[..steps].last() {
            Some(&Projection::Storage) => {
                let array = self.locate_steps(place, steps - 1);
                let count = self.field(array, types::STORAGE_FIELDS.1);
                self.read(count)
            }
            Some(&Projection::Rest { front, back, length: _ }) => {
                let whole = self.count_after(place, steps - 1);
                let ends = self.builder.integer(Scalar::I64, i128::from(front) + i128::from(back));
                self.builder.binary(BinaryOperator::Subtract, whole, ends)
            }
            Some(&(Projection::Slice(range) | Projection::PointerSlice(range))) => {
                let (start, end) = self.form.range(range);
                let (start, end) = (self.scalar(start), self.scalar(end));
                let (start, end) = (self.converted(start, Scalar::I64), self.converted(end, Scalar::I64));
                self.builder.binary(BinaryOperator::Subtract, end, start)
            }
            _ => {
                let borrow = self.locate_steps(place, steps.saturating_sub(1));
                let offset = self.second_word();
                let count = self.shift(borrow, offset, Ty::I64, borrow.align, borrow.memory);
                self.read(count)
            }
        }
    }

    /// The offset of the number of elements in the borrow of a slice.
    pub(super) fn second_word(&mut self) -> u64 {
        types::field_offset(self.unit.db, Ty::words_of_wide(), 1)
    }

    /// The borrow of a slice, put into memory: the address of the first element and the number of elements.
    pub(super) fn write_slice(&mut self, to: Located, address: Value, count: Value) {
        let first = Located { ty: Ty::pointer(Ty::UNIT), ..to };
        self.write(first, address);
        let offset = self.second_word();
        let second = self.shift(to, offset, Ty::I64, to.align, to.memory);
        self.write(second, count);
    }

    /// The scalar in a place; of the borrow of a slice, the address of the first element.
    pub(super) fn read(&mut self, from: Located) -> Value {
        if from.ty.is_wide() {
            return self.read(Located { ty: Ty::pointer(Ty::UNIT), ..from });
        }
        let Representation::Scalar(scalar) = self.unit.layout_of(from.ty).representation else {
            unreachable!("only scalars are read as values")
        };
        match from.cursor {
            Cursor::Direct(value) => value,
            Cursor::Slot(slot, offset) => {
                let address = self.builder.slot_address(slot, offset);
                self.load(scalar, address, 0, from)
            }
            Cursor::Address(address, offset) => self.load(scalar, address, offset, from),
            Cursor::Nothing => unreachable!("scalars have values"),
        }
    }

    fn load(&mut self, scalar: Scalar, address: Value, offset: u64, from: Located) -> Value {
        let align = from.align.min(Align::new(scalar.bytes()));
        let alias = self.unit.alias(from.memory, scalar);
        let (address, offset) = self.near(address, offset);
        let value = self.builder.load_with(scalar, address, offset, align, alias);
        if self.unit.settings.facts
            && let Some(enumeration) = types::scalar_enum(self.unit.db, from.ty)
            && !is_heap(self.unit.db, from.ty)
        {
            match enumeration.form {
                EnumForm::Integer(_) | EnumForm::Tagged(_) => self.is_a_tag(value, enumeration),
                EnumForm::Nullable { .. } => {}
            }
        }
        value
    }

    /// Writes a scalar into a place.
    pub(super) fn write(&mut self, to: Located, value: Value) {
        let scalar = self.builder.function().value_type(value);
        let align = to.align.min(Align::new(scalar.bytes()));
        let alias = self.unit.alias(to.memory, scalar);
        match to.cursor {
            Cursor::Slot(slot, offset) => {
                let address = self.builder.slot_address(slot, offset);
                self.builder.store_with(value, address, 0, align, alias);
            }
            Cursor::Address(address, offset) => {
                let (address, offset) = self.near(address, offset);
                self.builder.store_with(value, address, offset, align, alias);
            }
            Cursor::Nothing | Cursor::Direct(_) => unreachable!("what is written lies in memory"),
        }
    }

    /// Splits an offset that an instruction cannot hold off into the address.
    fn near(&mut self, address: Value, offset: u64) -> (Value, i32) {
        match i32::try_from(offset) {
            Ok(offset) => (address, offset),
            Err(_too_large) => (self.address_at(address, offset), 0),
        }
    }

    pub(super) fn address_at(&mut self, address: Value, offset: u64) -> Value {
        if offset == 0 {
            return address;
        }
        let offset = self.builder.integer(Scalar::I64, i128::from(offset));
        self.builder.offset(address, offset, 1)
    }

    /// The address of a place. A place without memory, which only a value of no bytes or an object behind its own
    /// pointer can be, gives an address that nothing is read from, or that pointer.
    pub(super) fn address(&mut self, of: Located) -> Value {
        match of.cursor {
            Cursor::Slot(slot, offset) => self.builder.slot_address(slot, offset),
            Cursor::Address(address, offset) => self.address_at(address, offset),
            Cursor::Direct(value) => value,
            Cursor::Nothing => self.builder.integer(Scalar::Pointer, 1),
        }
    }

    /// A place at an address.
    pub(super) fn at(&mut self, address: Value, ty: Ty) -> Located {
        Located { cursor: Cursor::Address(address, 0), ty, align: self.unit.layout_of(ty).align, memory: Memory::Plain }
    }
}

/// Whether a borrow is a string's own pointer rather than the address of a variable.
pub(super) fn is_lent_string(borrow: Ty) -> bool {
    borrow.as_borrow() == Some((Ty::STRING, false))
}
