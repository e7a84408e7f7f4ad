//! Drops: what ends a value, and the glue functions that do it for types with parts.
//! Owns the order (fields in reverse, elements in order); must not know when a value ends: the source form says that.

use mir::{Argument, Callee, CopyReason, Linkage, ReturnValue, Scalar, Signature, Type, Value};
use types::{Ty, TypeKind, is_counted, is_heap, is_object_pointer, needs_drop, scalar_enum};

use super::body::Lowering;
use super::closure::any_closure;
use super::layouts::Representation;
use super::place::{Cursor, Located};
use super::{Instance, Unit, symbol};
use crate::source_form::{DropExtent, Place, SourceForm};

impl Lowering<'_, '_> {
    /// Ends the value in a place, or the part of it that `extent` names.
    pub(super) fn drop_place(&mut self, place: Place, extent: DropExtent) {
        let located = self.locate(place);
        match extent {
            DropExtent::Whole => self.drop_value(located),
            DropExtent::Contents => {
                let object = self.read(located);
                self.end_contents(object, located.ty);
            }
            DropExtent::Memory => {
                if is_heap(self.unit.db, located.ty) {
                    let object = self.read(located);
                    self.free(object);
                }
            }
        }
    }

    /// Ends a value.
    pub(super) fn drop_value(&mut self, value: Located) {
        if !needs_drop(self.unit.db, value.ty) {
            return;
        }
        if value.ty == Ty::STRING {
            let string = self.read(value);
            if let Some(release) = self.unit.runtime("string_release") {
                self.builder.call(Callee::Direct(release.symbol), release.signature, &[Argument::Scalar(string)]);
            }
            return;
        }
        if value.ty.as_dyn().is_some() {
            return self.end_object(value);
        }
        if value.ty.as_closure().is_some() {
            let address = self.address(value);
            return self.call_glue(Instance::Drop(any_closure()), address);
        }
        let address = if is_object_pointer(self.unit.db, value.ty) || self.is_ended_as_scalar(value.ty) {
            self.read(value)
        } else if self.is_misaligned(value) && !self.has_destructor(value.ty) {
            return self.each_part(value, true, |this, part| this.drop_value(part));
        } else if self.is_misaligned(value) || matches!(value.cursor, Cursor::Direct(_)) {
            // What ends a value is lent it, as it lies in memory.
            let ending = self.temporary(value.ty);
            self.hand_over(value, ending);
            self.address(ending)
        } else {
            self.address(value)
        };
        self.call_glue(Instance::Drop(value.ty), address);
    }

    /// Whether glue gets a value itself, and not its address.
    fn is_ended_as_scalar(&self, ty: Ty) -> bool {
        scalar_enum(self.unit.db, ty).is_some() && !self.has_destructor(ty)
    }

    /// Whether something is done before the parts of a value end.
    fn has_destructor(&self, ty: Ty) -> bool {
        ty.as_named().is_some_and(|named| types::has_destructor(self.unit.db, named.item))
    }

    /// Moves a value that ends.
    fn hand_over(&mut self, value: Located, to: Located) {
        match self.unit.layout_of(value.ty).representation {
            Representation::Nothing => {}
            Representation::Scalar(_) => {
                let scalar = self.read(value);
                self.write(to, scalar);
            }
            Representation::Aggregate(_) => self.copy_bytes(value, to, CopyReason::Assignment),
        }
    }

    /// Ends what the object of a heap type holds.
    fn end_contents(&mut self, object: Value, ty: Ty) {
        self.run_destructor(object, ty);
        self.drop_fields(object, ty);
    }

    /// Does what is done before the parts of the value at an address end.
    fn run_destructor(&mut self, address: Value, ty: Ty) {
        if let Some((method, arguments)) = types::destructor(self.unit.db, ty) {
            let callable = self.unit.callable_with(method, arguments);
            self.builder.call(Callee::Direct(callable.symbol), callable.signature, &[Argument::Scalar(address)]);
        }
    }

    /// Whether a value lies where its type's alignment is not kept, in a packed structure. Glue relies on that alignment,
    /// so such a value is gone through part by part instead.
    pub(super) fn is_misaligned(&mut self, value: Located) -> bool {
        value.align < self.unit.layout_of(value.ty).align
    }

    /// Ends the fields of the object of a heap type, the last one first.
    fn drop_fields(&mut self, object: Value, ty: Ty) {
        if types::enumeration(self.unit.db, ty).is_some() {
            return self.each_payload_of_object(object, ty, |this, part| this.drop_value(part));
        }
        for index in (0..self.unit.parts(ty).types.len() as u32).rev() {
            let field = self.object_field(object, ty, index);
            self.drop_value(field);
        }
    }

    /// What glue is called with: the address of a value, or the value itself if that is a scalar.
    fn handed_over(&mut self, pointer: Value, ty: Ty) -> Located {
        let at = self.at(pointer, ty);
        match self.is_ended_as_scalar(ty) {
            true => Located { cursor: Cursor::Direct(pointer), ..at },
            false => at,
        }
    }

    /// Ends one owner of a counted object: the last one ends what it holds, and frees it.
    fn end_owner(&mut self, object: Value, ty: Ty) {
        let Some(release) = self.unit.runtime("release") else { return };
        let arguments = [Argument::Scalar(object)];
        let is_last =
            self.builder.call_scalar(Callee::Direct(release.symbol), release.signature, &arguments, Scalar::Bool);
        let (last, others) = (self.builder.block(), self.builder.block());
        self.builder.branch(is_last, (last, &[]), (others, &[]));
        self.builder.switch_to(last);
        self.drop_fields(object, ty);
        self.free(object);
        self.builder.jump(others, &[]);
        self.builder.switch_to(others);
    }

    /// Frees the memory of an object.
    pub(super) fn free(&mut self, object: Value) {
        let (free, signature) = self.unit.c_function("free", &[Scalar::Pointer], None);
        self.builder.call(Callee::Direct(free), signature, &[Argument::Scalar(object)]);
    }

    /// Does something to every part of an aggregate: fields in the order given, elements in a loop, of an enum to what its
    /// case carries and needs care.
    pub(super) fn each_part(&mut self, whole: Located, reverse: bool, visit: impl Fn(&mut Self, Located)) {
        if types::enumeration(self.unit.db, whole.ty).is_some() {
            return self.each_payload(whole, reverse, visit);
        }
        if let TypeKind::Array(element, length) = whole.ty.kind() {
            if length > 0 {
                let start = self.address(whole);
                let layout = self.unit.layout_of(element);
                self.count_up(length, |this, index| {
                    let address = this.builder.offset(start, index, layout.size.max(1));
                    visit(
                        this,
                        Located {
                            cursor: Cursor::Address(address, 0),
                            ty: element,
                            align: layout.align.min(whole.align),
                            memory: whole.memory,
                        },
                    );
                });
            }
            return;
        }
        let count = self.unit.parts(whole.ty).types.len() as u32;
        for index in 0..count {
            let part = self.part_of(whole, if reverse { count - 1 - index } else { index });
            visit(self, part);
        }
    }
}

/// Builds the function that ends values of a type.
pub(super) fn add_drop(unit: &mut Unit, ty: Ty) {
    glue(unit, Instance::Drop(ty), |lowering, address| {
        if ty.as_closure().is_some() {
            let closure = lowering.at(address, ty);
            lowering.end_closure(closure);
        } else if is_heap(lowering.unit.db, ty) {
            lowering.end_contents(address, ty);
            lowering.free(address);
        } else if is_counted(lowering.unit.db, ty) {
            lowering.end_owner(address, ty);
        } else {
            lowering.run_destructor(address, ty);
            let whole = lowering.handed_over(address, ty);
            lowering.each_part(whole, true, |this, part| this.drop_value(part));
        }
    });
}

/// Builds the function that counts one owner more for what is counted in a value of a type.
pub(super) fn add_retain(unit: &mut Unit, ty: Ty) {
    glue(unit, Instance::Retain(ty), |lowering, address| {
        let whole = lowering.handed_over(address, ty);
        lowering.each_part(whole, false, |this, part| this.retain(part));
    });
}

/// Builds a function that takes an address and has no source.
pub(super) fn glue(unit: &mut Unit, instance: Instance, body: impl FnOnce(&mut Lowering, Value)) {
    let name = symbol::symbol(unit.db, instance);
    let signature = unit.module.signature(Signature::new(vec![Type::Scalar(Scalar::Pointer)], None));
    let symbol = unit.module.symbol(&name);
    let mut builder = unit.learned.begin_function(symbol, signature);
    builder.function_mut().linkage = Linkage::Hidden;
    let address = builder.scalar_parameter(Scalar::Pointer);
    let entry = builder.block();
    builder.switch_to(entry);
    let form = SourceForm::default();
    let mut lowering = Lowering::without_source(unit, &form, builder, name.into());
    body(&mut lowering, address);
    lowering.builder.return_value(ReturnValue::Nothing);
    let function = lowering.builder.finish();
    unit.module.add_function(function);
}
