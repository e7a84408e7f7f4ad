//! Operands: constants, and values read, copied or taken from places.
//! Owns what a copy of a counted value does (one owner more); must not know when a value is copied or moved.

use hir::{ItemId, ItemKind};
use mir::{Align, Argument, Callee, CopyReason, Scalar, SlotData, SlotKind, Value};
use types::{Ty, has_count, layout, needs_drop, scalar_enum};

use super::alias::Memory;
use super::body::Lowering;
use super::layouts::Representation;
use super::place::{Cursor, Located, is_lent_string};
use super::{Instance, symbol};
use crate::source_form::{Constant, ConstantValue, Operand, Place, PlaceBase, TextId};

impl Lowering<'_, '_> {
    /// The value of a scalar operand.
    pub(super) fn scalar(&mut self, operand: Operand) -> Value {
        match operand {
            Operand::Copy(place) => {
                let value = self.read_place(place);
                self.retain_scalar(value, self.place_type(place));
                value
            }
            Operand::Move(place) => self.read_place(place),
            Operand::Constant(id) => self.constant(self.form.constant(id)),
            Operand::Poison(_) => unreachable!("bodies with poison are not instantiated"),
        }
    }

    fn read_place(&mut self, place: Place) -> Value {
        if let (PlaceBase::Item(item), []) = (self.form.base(place), self.form.projections(place))
            && item.kind(self.unit.db) == ItemKind::Constant
        {
            let ty = types::constant_type(self.unit.db, item);
            let value = types::constant_value(self.unit.db, item).clone();
            let scalar = self.constant_scalar(&value, ty);
            if let types::ConstantValue::String(text) = &value
                && self.unit.is_told(item)
            {
                let symbol = self.last_literal();
                self.unit.tell_text(item, text, &symbol);
            }
            return scalar;
        }
        let located = self.locate(place);
        self.read(located)
    }

    /// The type of an operand.
    pub(super) fn operand_type(&self, operand: Operand) -> Ty {
        self.form.operand_type(self.unit.db, operand)
    }

    /// The type of what a place holds.
    pub(super) fn place_type(&self, place: Place) -> Ty {
        self.form.place_type(self.unit.db, place)
    }

    /// Puts an operand into memory that holds nothing yet.
    pub(super) fn transfer(&mut self, operand: Operand, to: Located) {
        match self.unit.layout_of(to.ty).representation {
            Representation::Nothing => {}
            Representation::Scalar(_) => {
                let value = self.scalar(operand);
                self.write(to, value);
            }
            Representation::Aggregate(_) if self.has_landed(operand) => {}
            Representation::Aggregate(_) => {
                let (Operand::Copy(place) | Operand::Move(place)) = operand else {
                    unreachable!("aggregate operands are places")
                };
                let from = self.locate(place);
                self.copy_bytes(from, to, CopyReason::Assignment);
                if let Operand::Copy(_) = operand {
                    self.retain(to);
                }
            }
        }
    }

    /// Copies an aggregate.
    pub(super) fn copy_bytes(&mut self, from: Located, to: Located, reason: CopyReason) {
        let size = self.unit.layout_of(to.ty).size;
        if size > 0 {
            let (source, destination) = (self.address(from), self.address(to));
            let (align, alias) = (from.align.min(to.align), self.unit.copy_alias(from, to));
            self.builder.copy_with((destination, source), size, align, reason, alias);
        }
    }

    /// A new temporary for a value of a type.
    pub(super) fn temporary(&mut self, ty: Ty) -> Located {
        let layout = self.unit.layout_of(ty);
        let mir_type = self.unit.part(ty);
        let slot = self.builder.slot(SlotData::frame(layout.size, layout.align, SlotKind::Temporary, Some(mir_type)));
        Located { cursor: Cursor::Slot(slot, 0), ty, align: layout.align, memory: Memory::Plain }
    }

    /// An operand as an argument of a call.
    pub(super) fn argument(&mut self, operand: Operand) -> Argument {
        let ty = self.operand_type(operand);
        match self.unit.layout_of(ty).representation {
            Representation::Scalar(_) => Argument::Scalar(self.scalar(operand)),
            Representation::Nothing => Argument::Aggregate {
                address: self.builder.integer(Scalar::Pointer, 1),
                align: Align::ONE,
                owned_temporary: true,
            },
            Representation::Aggregate(_) => match operand {
                Operand::Copy(_) if needs_drop(self.unit.db, ty) => {
                    // The callee will end the strings in it, so it gets a value that owns them too.
                    let copy = self.temporary(ty);
                    self.transfer(operand, copy);
                    Argument::Aggregate { address: self.address(copy), align: copy.align, owned_temporary: true }
                }
                Operand::Copy(place) => {
                    let located = self.locate(place);
                    Argument::Aggregate { address: self.address(located), align: located.align, owned_temporary: false }
                }
                Operand::Move(place) => {
                    let located = self.locate(place);
                    // What is moved out of a whole local is dead memory; elsewhere others may still look at it.
                    Argument::Aggregate {
                        address: self.address(located),
                        align: located.align,
                        owned_temporary: place.as_local().is_some(),
                    }
                }
                Operand::Constant(_) | Operand::Poison(_) => unreachable!("aggregate operands are places"),
            },
        }
    }

    fn constant(&mut self, constant: Constant) -> Value {
        let size = |bytes: u64| i128::from(bytes);
        match constant.value {
            ConstantValue::Bool(value) => self.builder.boolean(value),
            ConstantValue::Integer(value) => self.integer(constant.ty, i128::from(value)),
            ConstantValue::WideInteger(index) => {
                self.integer(constant.ty, self.form.wide_integers[index as usize] as i128)
            }
            ConstantValue::Float(bits) => self.float(constant.ty, f64::from_bits(bits)),
            ConstantValue::Text(text) => self.text(text, constant.ty),
            ConstantValue::Function(item) => self.function_address(item),
            ConstantValue::Null => self.builder.integer(Scalar::Pointer, 0),
            ConstantValue::SizeOf(ty) => {
                let bytes = layout(self.unit.db, ty).size;
                // It may be the only one to ask, and then nobody else tells that the type is too large.
                self.unit.layout_of(ty);
                self.builder.integer(Scalar::I64, size(bytes))
            }
            ConstantValue::AlignOf(ty) => {
                let bytes = layout(self.unit.db, ty).align;
                self.builder.integer(Scalar::I64, i128::from(bytes))
            }
            ConstantValue::OffsetOf(ty, field) => {
                let bytes = types::field_offset(self.unit.db, ty, field);
                self.builder.integer(Scalar::I64, size(bytes))
            }
            ConstantValue::Unit => unreachable!("`()` has no value"),
        }
    }

    /// An integer of a type; of a type that is no integer, its bits as an address.
    pub(super) fn integer(&mut self, ty: Ty, value: i128) -> Value {
        let scalar = ty.int_kind().map_or(Scalar::Pointer, Scalar::integer);
        self.builder.integer(scalar, value)
    }

    pub(super) fn float(&mut self, ty: Ty, value: f64) -> Value {
        if ty == Ty::F32 { self.builder.float32(value as f32) } else { self.builder.float64(value) }
    }

    pub(super) fn function_address(&mut self, item: ItemId) -> Value {
        let callable = self.unit.callable(item);
        self.builder.symbol_address(callable.symbol, 0)
    }

    fn text(&mut self, text: TextId, ty: Ty) -> Value {
        let text = self.form.texts[text.0 as usize].clone();
        if ty == Ty::STRING || is_lent_string(ty) { self.string(&text) } else { self.c_string(text.as_bytes()) }
    }

    /// A static string object: counted below zero, so never freed.
    pub(super) fn string(&mut self, text: &str) -> Value {
        let name = self.literal_name();
        let object = super::constant::string_object(&types::target(self.unit.db), text);
        let symbol = self.unit.local_data(&name, object, 8);
        self.builder.symbol_address(symbol, 0)
    }

    /// Static bytes that end in a NUL.
    pub(super) fn c_string(&mut self, text: &[u8]) -> Value {
        let name = self.literal_name();
        let symbol = self.unit.local_data(&name, [text, &[0]].concat(), 1);
        self.builder.symbol_address(symbol, 0)
    }

    fn literal_name(&mut self) -> String {
        self.literals += 1;
        self.last_literal()
    }

    /// The symbol of the literal that was made last.
    fn last_literal(&self) -> String {
        format!("{}.text{}", self.name, self.literals - 1)
    }

    /// Counts one owner more for everything counted in a value.
    pub(super) fn retain(&mut self, value: Located) {
        if !needs_drop(self.unit.db, value.ty) {
            return;
        }
        if has_count(self.unit.db, value.ty) || scalar_enum(self.unit.db, value.ty).is_some() {
            let scalar = self.read(value);
            return self.retain_scalar(scalar, value.ty);
        }
        if self.is_misaligned(value) {
            return self.each_part(value, false, |this, part| this.retain(part));
        }
        let address = self.address(value);
        self.call_glue(Instance::Retain(value.ty), address);
    }

    /// The same for a value that is a scalar: what is counted itself, or an enum without a tag that may carry it.
    fn retain_scalar(&mut self, value: Value, ty: Ty) {
        if has_count(self.unit.db, ty) {
            self.count_owner(value);
        } else if scalar_enum(self.unit.db, ty).is_some() && needs_drop(self.unit.db, ty) {
            self.call_glue(Instance::Retain(ty), value);
        }
    }

    /// Counts one owner more in an object.
    pub(super) fn count_owner(&mut self, object: Value) {
        if let Some(callable) = self.unit.runtime("retain") {
            self.builder.call(Callee::Direct(callable.symbol), callable.signature, &[Argument::Scalar(object)]);
        }
    }

    /// Calls glue with an address, or with the value itself if that is a pointer.
    pub(super) fn call_glue(&mut self, instance: Instance, address: Value) {
        let name = symbol::symbol(self.unit.db, instance);
        self.unit.name(instance);
        let (symbol, signature) = self.unit.c_function(&name, &[Scalar::Pointer], None);
        self.builder.call(Callee::Direct(symbol), signature, &[Argument::Scalar(address)]);
    }
}
