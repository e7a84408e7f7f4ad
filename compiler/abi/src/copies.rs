//! Which memory copies a placement costs, on which side and why. Owns the reasoning that is the same for all
//! conventions; must not know registers. Scalars are loaded and stored, which nobody calls a copy.

use crate::description::{CopyPlan, CopyReason, Memory, Placement, Side, ValueAbi, ValueIndex};

/// The copy that passing a parameter costs.
pub(crate) fn of_param(param: &ValueAbi, index: u16) -> Option<CopyPlan> {
    let (side, reason, elidable) = match &param.placement {
        Placement::Memory(Memory::OnStack { .. }) => (Side::Caller, CopyReason::Argument, false),
        // The address of the original will do if the caller never looks at it again, and if it is aligned enough.
        Placement::Memory(Memory::ByPointer { align, .. }) => {
            (Side::Caller, CopyReason::Argument, *align <= param.align)
        }
        Placement::Parts(_) => (Side::Callee, CopyReason::CalleeLocal, true),
        Placement::Ignore | Placement::Sret { .. } => return None,
    };
    plan(param, ValueIndex::Param(index), side, reason, elidable)
}

/// The copy that returning a result costs.
pub(crate) fn of_result(result: &ValueAbi) -> Option<CopyPlan> {
    let (side, reason) = match &result.placement {
        // Not needed if the callee builds the result in place.
        Placement::Sret { .. } => (Side::Callee, CopyReason::ReturnSlot),
        Placement::Parts(_) => (Side::Caller, CopyReason::AbiTemporary),
        Placement::Ignore | Placement::Memory(_) => return None,
    };
    plan(result, ValueIndex::Result, side, reason, true)
}

fn plan(value: &ValueAbi, index: ValueIndex, side: Side, reason: CopyReason, elidable: bool) -> Option<CopyPlan> {
    let copied = value.aggregate || !value.is_in_parts();
    let plan = CopyPlan { value: index, side, bytes: value.size, align: value.align, reason, elidable };
    copied.then_some(plan)
}
