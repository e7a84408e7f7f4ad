//! What modules for the interpreter's model of borrows say besides what all say: which addresses become borrows, and where
//! places lose their values. Owns nothing but these calls; what is lent and moved stands in the source form.

use hir::ItemId;
use mir::{Argument, BinaryOperator, Callee, Scalar, Slot, Value, Watch};
use types::is_heap;

use super::body::{LocalStorage, Lowering};
use super::facts;
use super::layouts::Representation;
use super::place::{Cursor, Located, is_lent_string};
use crate::source_form::{
    BorrowKind, DropExtent, LocalId, Operand, Place, Projection, Rvalue, SourceForm, StatementKind,
};

impl Lowering<'_, '_> {
    /// Tells of so many bytes at an address; gives the address to go on with.
    fn tell(&mut self, watch: Watch, address: Value, bytes: u64) -> Value {
        let bytes = self.builder.integer(Scalar::U64, i128::from(bytes));
        self.tell_of_bytes(watch, address, bytes)
    }

    fn tell_of_bytes(&mut self, watch: Watch, address: Value, bytes: Value) -> Value {
        let (function, signature) =
            self.unit.c_function(watch.symbol(), &[Scalar::Pointer, Scalar::U64], Some(Scalar::Pointer));
        let arguments = [Argument::Scalar(address), Argument::Scalar(bytes)];
        self.builder.call_scalar(Callee::Direct(function), signature, &arguments, Scalar::Pointer)
    }

    /// The address of a place that is lent, as a borrow's own. A lent string keeps the object's identity: all its owners
    /// count in the object.
    pub(super) fn lent_address(&mut self, kind: BorrowKind, lent: Located, borrow: types::Ty, address: Value) -> Value {
        let is_changing = kind == BorrowKind::Shared && types::leads_to_changing(self.unit.db, lent.ty);
        if !self.unit.settings.watches || is_lent_string(borrow) || is_changing {
            return address;
        }
        let bytes = if is_heap(self.unit.db, lent.ty) {
            self.unit.parts(lent.ty).size
        } else {
            self.unit.layout_of(lent.ty).size
        };
        self.tell(watch_of(kind), address, bytes)
    }

    /// The same of so many elements.
    pub(super) fn lent_elements(&mut self, kind: BorrowKind, lent: Located, count: Value, address: Value) -> Value {
        let element = lent.ty.as_slice().map_or(0, |element| self.unit.layout_of(element).size);
        if !self.unit.settings.watches || element == 0 {
            return address;
        }
        let element = self.builder.integer(Scalar::U64, i128::from(element));
        let count = self.converted(count, Scalar::U64);
        let bytes = self.builder.binary(BinaryOperator::Multiply, count, element);
        self.tell_of_bytes(watch_of(kind), address, bytes)
    }

    /// A scalar parameter at the function's entry: a borrow is protected until the function returns.
    pub(super) fn watched_parameter(&mut self, item: ItemId, parameter: LocalId, value: Value) -> Value {
        // What is promised of the parameters of a function is not said of those of closures in it.
        if !self.unit.settings.watches || self.environment.is_some() {
            return value;
        }
        let facts = facts::of_parameters(self.unit, item, &self.with);
        let Some(facts) = facts.iter().find(|facts| facts.parameter + 1 == parameter.0) else {
            return value;
        };
        if !facts.unique {
            return value;
        }
        let watch = match facts.read_only {
            true => Watch::RefParameter,
            false => Watch::MutParameter,
        };
        self.tell(watch, value, facts.dereferenceable)
    }

    /// A variable begins without a value, or its memory ends.
    pub(super) fn without_value(&mut self, local: LocalId) {
        if self.unit.settings.watches
            && let LocalStorage::Slot(slot) = self.storage[local.0 as usize]
        {
            let bytes = self.layouts[local.0 as usize].size;
            self.end_slot(slot, bytes);
        }
    }

    fn end_slot(&mut self, slot: Slot, bytes: u64) {
        let address = self.builder.slot_address(slot, 0);
        self.tell(Watch::End, address, bytes);
    }

    /// A place has been dropped.
    pub(super) fn dropped(&mut self, place: Place, extent: DropExtent) {
        if !self.unit.settings.watches {
            return;
        }
        match extent {
            DropExtent::Whole | DropExtent::Memory => self.end_place(place),
            DropExtent::Contents => {
                let located = self.locate(place);
                let bytes = self.unit.parts(located.ty).size;
                let object = self.read(located);
                self.tell(Watch::End, object, bytes);
            }
        }
    }

    /// What a statement has taken out of places holds no value any more, unless the statement gave it one.
    pub(super) fn moved_operands(&mut self, form: &SourceForm, statement: StatementKind) {
        if !self.unit.settings.watches {
            return;
        }
        let (target, single, list) = match statement {
            StatementKind::Assign(target, rvalue) => match rvalue {
                Rvalue::Use(operand)
                | Rvalue::Unary(_, operand)
                | Rvalue::Cast(_, operand)
                | Rvalue::Object(operand)
                | Rvalue::Union(_, operand)
                | Rvalue::Repeat(operand) => (target, [Some(operand), None], None),
                Rvalue::Binary(_, left, right) | Rvalue::PointerOffset(left, right) => {
                    (target, [Some(left), Some(right)], None)
                }
                Rvalue::Aggregate(list) | Rvalue::Case(_, list) | Rvalue::Call(_, list) | Rvalue::Closure(_, list) => {
                    (target, [None, None], Some(list))
                }
                Rvalue::Borrow(..) | Rvalue::Address(_) | Rvalue::Tag(_) | Rvalue::Length(_) | Rvalue::Zeroed => {
                    return;
                }
            },
            StatementKind::ReplaceContents(target, operand) => (target, [Some(operand), None], None),
            StatementKind::Nothing
            | StatementKind::Swap(..)
            | StatementKind::Count(_)
            | StatementKind::Reach(_)
            | StatementKind::CheckBounds { .. }
            | StatementKind::CheckRange { .. }
            | StatementKind::Drop { .. }
            | StatementKind::Declare(_)
            | StatementKind::StorageDead(_) => return,
        };
        let listed = list.map_or(&[][..], |list| form.operand_list(list));
        for operand in single.iter().flatten().chain(listed) {
            if let Operand::Move(place) = *operand
                && form.base(place) != form.base(target)
                && !keeps_bytes(form, place)
            {
                self.end_place(place);
            }
        }
    }

    fn end_place(&mut self, place: Place) {
        // What was never in memory cannot be looked at after its end.
        if let Some(local) = self.form.base_local(place)
            && matches!(self.storage[local.0 as usize], LocalStorage::Nothing | LocalStorage::Value(_))
        {
            return;
        }
        let located = self.locate(place);
        let bytes = match self.unit.layout_of(located.ty).representation {
            Representation::Nothing => return,
            Representation::Scalar(_) | Representation::Aggregate(_) => self.unit.layout_of(located.ty).size,
        };
        match located.cursor {
            Cursor::Nothing | Cursor::Direct(_) => {}
            Cursor::Slot(..) | Cursor::Address(..) => {
                let address = self.address(located);
                self.tell(Watch::End, address, bytes);
            }
        }
    }
}

fn watch_of(kind: BorrowKind) -> Watch {
    match kind {
        BorrowKind::Shared => Watch::Ref,
        BorrowKind::Mutable => Watch::Mut,
        BorrowKind::MutableArgument => Watch::MutArgument,
    }
}

/// Whether a place is what a raw pointer leads to: taking its value out leaves the bytes.
fn keeps_bytes(form: &SourceForm, place: Place) -> bool {
    let last = form.projections(place).last();
    matches!(last, Some(Projection::PointerElement(_)))
}
