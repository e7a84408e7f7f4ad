//! Which places a statement touches, in the order it does: the one walk that every analysis is built on.
//! Must not know what an analysis makes of it.

use super::{
    BorrowKind, Callee, DropExtent, LocalId, Operand, Place, Projection, Rvalue, SourceForm, StatementKind, Terminator,
};

/// What is done to a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Its value is read and stays.
    Read,
    /// How many elements it leads to is read, and none of them.
    Count,
    /// Its value is taken out.
    Move,
    /// It gets a value; the old one is gone already.
    Write,
    /// It is lent.
    Borrow(BorrowKind),
    /// Its address is taken as a raw pointer.
    Address,
    /// Its value ends, if it has one.
    Drop(DropExtent),
    /// The variable begins without a value.
    Declare,
    /// The variable's memory ends.
    StorageDead,
}

impl SourceForm {
    /// The accesses of a statement: what it reads, then what it writes. The places that lie on the way (indices, borrows
    /// and pointers that a path goes through) are reported as `Read` before the access that needs them, the former as
    /// places of their own, the latter not: an access says itself which path it takes.
    #[inline]
    pub fn accesses(&self, statement: &StatementKind, mut visit: impl FnMut(Access, Place)) {
        let visit = &mut visit;
        match *statement {
            StatementKind::Nothing => {}
            StatementKind::Assign(place, rvalue) => {
                self.rvalue_accesses(rvalue, visit);
                self.place_access(Access::Write, place, visit);
            }
            StatementKind::ReplaceContents(place, operand) => {
                self.operand_access(operand, visit);
                self.place_access(Access::Write, place, visit);
            }
            StatementKind::Swap(left, right) => {
                self.place_access(Access::Read, left, visit);
                self.place_access(Access::Read, right, visit);
                self.place_access(Access::Write, left, visit);
                self.place_access(Access::Write, right, visit);
            }
            StatementKind::Count(place) => self.place_access(Access::Count, place, visit),
            StatementKind::CheckBounds { array: _, index } => self.operand_access(index, visit),
            StatementKind::CheckRange { array: _, start, end, inclusive: _ } => {
                self.operand_access(start, visit);
                if let Some(end) = end {
                    self.operand_access(end, visit);
                }
            }
            StatementKind::Drop { place, extent, flag } => {
                if let Some(flag) = flag {
                    visit(Access::Read, Place::local(flag));
                }
                self.place_access(Access::Drop(extent), place, visit);
            }
            StatementKind::Reach(_) => {}
            StatementKind::Declare(local) => visit(Access::Declare, Place::local(local)),
            StatementKind::StorageDead(local) => visit(Access::StorageDead, Place::local(local)),
        }
    }

    /// The accesses of a terminator. `Return` reads the return place.
    #[inline]
    pub fn terminator_accesses(&self, terminator: Terminator, mut visit: impl FnMut(Access, Place)) {
        match terminator {
            Terminator::Branch(condition, _, _) | Terminator::Switch(condition, _) => {
                self.operand_access(condition, &mut visit)
            }
            Terminator::Return => visit(Access::Read, Place::local(LocalId::RETURN)),
            Terminator::Goto(_) | Terminator::Unreachable => {}
        }
    }

    #[inline]
    fn rvalue_accesses(&self, rvalue: Rvalue, visit: &mut impl FnMut(Access, Place)) {
        match rvalue {
            Rvalue::Use(operand)
            | Rvalue::Unary(_, operand)
            | Rvalue::Cast(_, operand)
            | Rvalue::Object(operand)
            | Rvalue::Union(_, operand)
            | Rvalue::Repeat(operand) => self.operand_access(operand, visit),
            Rvalue::Zeroed => {}
            Rvalue::Binary(_, left, right) | Rvalue::PointerOffset(left, right) => {
                self.operand_access(left, visit);
                self.operand_access(right, visit);
            }
            Rvalue::Borrow(kind, place) => self.place_access(Access::Borrow(kind), place, visit),
            Rvalue::Address(place) => self.place_access(Access::Address, place, visit),
            Rvalue::Tag(place) | Rvalue::Length(place) => self.place_access(Access::Read, place, visit),
            Rvalue::Aggregate(operands) | Rvalue::Case(_, operands) | Rvalue::Closure(_, operands) => {
                self.list_accesses(operands, visit);
            }
            Rvalue::Call(callee, arguments) => {
                if let Callee::Pointer { pointer, ty: _ } = self.callee(callee) {
                    self.operand_access(pointer, visit);
                }
                self.list_accesses(arguments, visit);
            }
        }
    }

    #[inline]
    fn list_accesses(&self, operands: super::OperandList, visit: &mut impl FnMut(Access, Place)) {
        for operand in self.operand_list(operands) {
            self.operand_access(*operand, visit);
        }
    }

    #[inline]
    fn operand_access(&self, operand: Operand, visit: &mut impl FnMut(Access, Place)) {
        match operand {
            Operand::Copy(place) => self.place_access(Access::Read, place, visit),
            Operand::Move(place) => self.place_access(Access::Move, place, visit),
            Operand::Constant(_) | Operand::Poison(_) => {}
        }
    }

    #[inline]
    fn place_access(&self, access: Access, place: Place, visit: &mut impl FnMut(Access, Place)) {
        if place.as_local().is_none() {
            self.index_accesses(place, visit);
        }
        visit(access, place);
    }

    fn index_accesses(&self, place: Place, visit: &mut impl FnMut(Access, Place)) {
        for projection in self.projections(place) {
            match projection {
                // An index is a local or a constant, never a path with indices of its own, so this ends.
                Projection::Index(Operand::Copy(index) | Operand::Move(index))
                | Projection::PointerElement(Operand::Copy(index) | Operand::Move(index)) => {
                    visit(Access::Read, *index)
                }
                Projection::Index(Operand::Constant(_) | Operand::Poison(_))
                | Projection::PointerElement(Operand::Constant(_) | Operand::Poison(_))
                | Projection::Field(_)
                | Projection::UnionField(_)
                | Projection::Payload(_)
                | Projection::Storage
                | Projection::ConstantIndex(_)
                | Projection::FromEnd { .. }
                | Projection::Rest { .. }
                | Projection::Deref { mutable: _ } => {}
                Projection::Slice(range) | Projection::PointerSlice(range) => {
                    let (start, end) = self.range(*range);
                    for bound in [start, end] {
                        if let Operand::Copy(bound) | Operand::Move(bound) = bound {
                            visit(Access::Read, bound);
                        }
                    }
                }
            }
        }
    }
}
