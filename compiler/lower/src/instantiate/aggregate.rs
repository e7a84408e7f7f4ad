//! Aggregates put into places: built part by part, or written by a call.
//! Owns the order of reads before writes; arrays of one repeated value are in `repeat`.

use mir::CopyReason;
use types::{Ty, TypeKind, is_object_pointer};

use super::body::Lowering;
use super::place::{Cursor, Located};
use crate::source_form::{
    CalleeId, LocalKind, Operand, OperandList, Place, PlaceBase, Projection, Rvalue, projected_type,
};

impl Lowering<'_, '_> {
    /// Puts the value of an rvalue of an aggregate type into a place.
    pub(super) fn build(&mut self, place: Place, ty: Ty, rvalue: Rvalue) {
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
            Rvalue::Union(field, operand) => self.build_parts(place, ty, &[(field, operand)], None),
            Rvalue::Case(case, operands) => {
                let parts = self.case_parts(ty, case, operands);
                self.build_parts(place, ty, &parts, Some(case));
            }
            Rvalue::Aggregate(operands) => {
                let parts: Vec<(u32, Operand)> = (0..).zip(self.form.operand_list(operands).iter().copied()).collect();
                self.build_parts(place, ty, &parts, None);
            }
            Rvalue::Closure(code, captured) => {
                let to = self.locate(place);
                self.make_closure(to, code, captured);
            }
            Rvalue::Object(operand) => self.make_object(place, ty, operand),
            // A lent closure or `dyn` has the words of the one that it leads to.
            Rvalue::Borrow(_, lent) if ty.is_pair() => {
                let (from, to) = (self.locate(lent), self.locate(place));
                self.copy_bytes(from, to, CopyReason::Assignment);
            }
            Rvalue::Borrow(kind, lent) => {
                let located = self.locate(lent);
                let count = self.element_count(lent);
                let address = self.address(located);
                let address = self.lent_elements(kind, located, count, address);
                let to = self.locate(place);
                self.write_slice(to, address, count);
            }
            Rvalue::Binary(..)
            | Rvalue::Unary(..)
            | Rvalue::Cast(..)
            | Rvalue::Length(_)
            | Rvalue::Tag(_)
            | Rvalue::Address(_)
            | Rvalue::PointerOffset(..) => unreachable!("these give scalars"),
        }
    }

    /// Puts operands into the parts of a place, as if all were read before the first is written; of an enum into those of
    /// a case.
    fn build_parts(&mut self, place: Place, ty: Ty, parts: &[(u32, Operand)], case: Option<u32>) {
        if self.is_apart(place, parts) {
            let to = self.locate(place);
            return self.fill_parts(to, parts, case);
        }
        let whole = self.temporary(ty);
        self.fill_parts(whole, parts, case);
        let to = self.locate(place);
        self.copy_bytes(whole, to, CopyReason::Assignment);
    }

    fn fill_parts(&mut self, whole: Located, parts: &[(u32, Operand)], case: Option<u32>) {
        for &(part, operand) in parts {
            let part = self.part_of(whole, part);
            self.transfer(operand, part);
        }
        if let Some(case) = case {
            self.write_tag(whole, case);
        }
    }

    /// Whether writing parts of the place cannot change an operand that is still to be read.
    fn is_apart(&self, place: Place, parts: &[(u32, Operand)]) -> bool {
        let Some(local) = place.as_local() else { return false };
        // An aggregate goes into a whole variable or temporary only where that begins, as the results of calls do: nobody looks
        // at it yet, even if it is lent later.
        let begins = match self.form.local(local).kind {
            LocalKind::Variable | LocalKind::Value | LocalKind::Temporary => true,
            LocalKind::Return | LocalKind::Parameter | LocalKind::Captured | LocalKind::DropFlag => false,
        };
        (begins || !self.lent[local.0 as usize])
            && parts.iter().all(|(_, operand)| match operand {
                Operand::Copy(place) | Operand::Move(place) => self.form.base_local(*place) != Some(local),
                Operand::Constant(_) | Operand::Poison(_) => true,
            })
    }

    /// A field of a struct, union or tuple, or an element of an array, in memory.
    pub(super) fn part_of(&mut self, whole: Located, part: u32) -> Located {
        match whole.ty.kind() {
            TypeKind::Array(element, _) => {
                let offset = u64::from(part) * self.unit.layout_of(element).size;
                let cursor = match whole.cursor {
                    Cursor::Slot(slot, start) => Cursor::Slot(slot, start + offset as u32),
                    Cursor::Address(address, start) => Cursor::Address(address, start + offset),
                    Cursor::Nothing | Cursor::Direct(_) => Cursor::Nothing,
                };
                Located { cursor, ty: element, align: whole.align.at_offset(offset), memory: whole.memory }
            }
            _ => self.field(whole, part),
        }
    }

    fn call_into(&mut self, place: Place, ty: Ty, callee: CalleeId, arguments: OperandList) {
        // The place is computed after the call, except where computing it reads nothing that the call could change.
        let fixed = self.form.projections(place).iter().all(|step| match step {
            Projection::Field(_)
            | Projection::UnionField(_)
            | Projection::Payload(_)
            | Projection::ConstantIndex(_) => true,
            Projection::Index(_)
            | Projection::Storage
            | Projection::Slice(_)
            | Projection::FromEnd { .. }
            | Projection::Rest { .. }
            | Projection::Deref { mutable: _ }
            | Projection::PointerElement(_)
            | Projection::PointerSlice(_) => false,
        });
        let base = match self.form.base(place) {
            PlaceBase::Local(local) if fixed && !is_object_pointer(self.unit.db, self.form.local(local).ty) => {
                Some(local)
            }
            PlaceBase::Local(_) | PlaceBase::Item(_) => None,
        };
        let base = base.filter(|_| place.as_local().is_some() || !self.passes_through_heap(place));
        // A callee trusts the address that it gets: where a packed structure leaves less alignment, nothing is returned there.
        let straight = base.map(|local| (local, self.locate(place)));
        match straight.filter(|(_, to)| to.align >= self.unit.layout_of(ty).align) {
            Some((local, to)) => {
                // A call goes into a whole local only where that begins: assignments to one that holds a value go through
                // a temporary. So nobody looks at it yet, even if it is lent later.
                let unaliased = place.as_local().is_some() || !self.lent[local.0 as usize];
                self.call(callee, arguments, Some((to, unaliased)));
            }
            None => {
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
            if is_object_pointer(self.unit.db, ty) {
                return true;
            }
            ty = projected_type(self.unit.db, ty, *step);
        }
        false
    }
}
