//! What ownership proves of parameters that are addresses, for optimisers. Owns which facts hold for which type of
//! parameter; the rules that unsafe code and C must keep for them stand in the language reference.
//!
//! - A borrow leads to memory of its type that is there as long as the function runs: the caller's loan covers the call.
//! - While a `mut` lives, its place is used through it alone; while a `ref` lives, nobody writes its place. So memory that
//!   is reached through either and written by anyone is reached through that one parameter.
//! - What `Atomic` and `Mutex` hold changes while it is lent `ref`: of that only size and address are known.
//! - A `ref String` is the object's own pointer, and every owner of that object counts in it: only its size is known.
//! - An owned object may end while the function runs, and raw pointers to it may be in use: only its address is known.
//! - C calls an `extern fn` as its C declaration reads, which says nothing of distinct addresses.

use hir::ItemId;
use mir::{Align, PointerFacts};
use types::{Linkage, Substitution, Ty, is_heap, is_object_pointer};

use super::Unit;

/// A string's count, its length, and the NUL that follows the bytes.
const SMALLEST_STRING: u64 = 17;
/// The alignment of a string's object.
const STRING_ALIGN: u64 = 8;

/// The facts about the parameters of a function, by rising parameter.
pub(super) fn of_parameters(unit: &mut Unit, item: ItemId, with: &Substitution) -> Vec<PointerFacts> {
    let signature = types::signature(unit.db, item);
    let called_by_c = match signature.linkage {
        Linkage::Exported(_) => true,
        Linkage::Mangled | Linkage::Imported(_) | Linkage::Intrinsic(_) => false,
    };
    let facts = signature.parameters.iter().zip(0..).filter_map(|(parameter, number)| {
        let mut facts = of_type(unit, with.apply(parameter.ty))?;
        facts.parameter = number;
        facts.unique &= !called_by_c;
        Some(facts)
    });
    facts.collect()
}

fn of_type(unit: &mut Unit, ty: Ty) -> Option<PointerFacts> {
    let address = PointerFacts {
        parameter: 0,
        non_null: true,
        unique: false,
        read_only: false,
        dereferenceable: 0,
        align: Align::ONE,
    };
    let Some((target, mutable)) = ty.as_borrow() else {
        return if ty == Ty::STRING {
            Some(PointerFacts { align: Align::new(STRING_ALIGN), ..address })
        } else if is_object_pointer(unit.db, ty) {
            Some(PointerFacts { align: unit.parts(ty).align, ..address })
        } else {
            None
        };
    };
    if ty.is_wide() || ty.is_pair() {
        return None;
    }
    if target == Ty::STRING && !mutable {
        return Some(PointerFacts { dereferenceable: SMALLEST_STRING, align: Align::new(STRING_ALIGN), ..address });
    }
    let (size, align) = if is_heap(unit.db, target) {
        let parts = unit.parts(target);
        (parts.size, parts.align)
    } else {
        let layout = unit.layout_of(target);
        (layout.size, layout.align)
    };
    // What has no bytes has no memory: its address is any number but 0. Of an opaque type only C knows the bytes.
    if size == 0 {
        return Some(address);
    }
    // What changes while it is lent `ref` is written by others meanwhile.
    if !mutable && types::leads_to_changing(unit.db, target) {
        return Some(PointerFacts { dereferenceable: size, align, ..address });
    }
    Some(PointerFacts { unique: true, read_only: !mutable, dereferenceable: size, align, ..address })
}
