//! Which aggregates travel member by member on POWER, and how the others are aligned. Owns these questions about a type,
//! which both the walk and clang's IR types ask; must not know registers.

use crate::arena::{Ty, TyId, TypeArena};
use crate::classify::{Homogeneous, HomogeneousRules, has_flexible_array, homogeneous_by, single_element};
use crate::rules::rule;
use crate::target::Target;
use crate::why::{Power, Why};

/// §2.2.4: up to eight registers; those of the IBM extended precision take two.
const HOMOGENEOUS: HomogeneousRules = HomogeneousRules {
    registers: |ty, bytes| match ty {
        Ty::F32 | Ty::F64 | Ty::F128 => Some(1),
        Ty::DoubleDouble => Some(2),
        Ty::Vector(_) => (bytes == 16).then_some(1),
        Ty::Void
        | Ty::Bool
        | Ty::Int { .. }
        | Ty::BitInt { .. }
        | Ty::F16
        | Ty::BF16
        | Ty::X87
        | Ty::Pointer
        | Ty::Complex(_)
        | Ty::Array(_)
        | Ty::Record(_) => None,
    },
    most_registers: 8,
    zero_width_allowed: false,
};

/// The members of an aggregate that travel in floating-point or vector registers: all of a homogeneous one. As a parameter
/// also the one member that fills a structure, beside arrays of nothing.
pub(crate) fn members(target: &Target, arena: &TypeArena, ty: TyId, is_param: bool) -> Option<Homogeneous> {
    let found = homogeneous_by(&HOMOGENEOUS, target, arena, ty);
    if rule(Why::Power(Power::Homogeneous), found.is_some()) {
        return found;
    }
    let base = single_element(target, arena, ty).filter(|_| is_param && !has_flexible_array(arena, ty))?;
    let bytes = arena.layout(target, base).size;
    let in_registers = (HOMOGENEOUS.registers)(arena.get(base), bytes).is_some();
    let count = 1;
    rule(Why::Power(Power::SingleMember), in_registers).then_some(Homogeneous { base, bytes, count })
}

/// The alignment of an aggregate in the parameter save area, bytes: that of its members if those travel in registers of
/// their own, else its own, 16 at most.
pub(crate) fn area_align(target: &Target, arena: &TypeArena, ty: TyId) -> u32 {
    let quadword = match members(target, arena, ty, true) {
        Some(found) => matches!(arena.get(found.base), Ty::Vector(_) | Ty::F128),
        None => arena.layout(target, ty).align >= 16,
    };
    if rule(Why::Power(Power::Quadword), quadword) { 16 } else { 8 }
}
