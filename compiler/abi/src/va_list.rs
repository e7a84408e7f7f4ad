//! C's `va_list` as data: its fields, what `va_start` puts into each, and where the callee keeps the registers that
//! `va_arg` reads. Owns these tables, so that a compiler can define variadic functions, or call `vprintf`; which
//! arguments are named is in [`crate::VariadicLayout`], where unnamed ones travel in the description of the call.
//!
//! A callee stores its argument registers in the [`SaveArea`], fills the fields with [`VaStart::value`] or
//! [`VaStart::address`] and passes the `va_list` on. On every target here that is all that C's `va_arg` needs.

use serde::Serialize;

use crate::convention::Convention;
use crate::description::Call;

/// `va_list` of one convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct VaList {
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Whether the C type is an array of one record, which is passed to functions by its address; otherwise it is passed
    /// as any other value of its size is.
    pub array: bool,
    /// The fields, without gaps that matter.
    pub fields: &'static [VaListField],
    /// Where the callee stores its argument registers, if any carry unnamed arguments.
    pub save_area: Option<SaveArea>,
}

/// One field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct VaListField {
    /// As the ABI document calls it; empty where `va_list` is a bare pointer.
    pub name: &'static str,
    /// Bytes from the start.
    pub offset: u32,
    /// Size in bytes: a signed integer, or an address.
    pub bytes: u32,
    /// What `va_start` puts there.
    pub start: VaStart,
}

/// What `va_start` puts into a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum VaStart {
    /// `start` plus `step` for each general register that named parameters use.
    General {
        /// With no named parameter.
        start: i32,
        /// Per register.
        step: i32,
    },
    /// `start` plus `step` for each vector or floating-point register that named parameters use.
    Vector {
        /// With no named parameter.
        start: i32,
        /// Per register.
        step: i32,
    },
    /// The address of the first argument on the stack that is not named.
    Stack,
    /// An address in the save area, this many bytes from its start.
    SaveArea(u32),
    /// The address of the first argument that is not named, where saved registers and stack arguments follow each other:
    /// as many bytes from the stack pointer at the call, and 8 more per general register or stack word that named
    /// parameters use.
    Next(i32),
}

/// Where the callee stores argument registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SaveArea {
    /// Bytes from the stack pointer at the call, or none if the callee may choose.
    pub at: Option<i32>,
    /// Size in bytes.
    pub bytes: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// Where the first of the convention's general argument registers stands; each takes 8 bytes.
    pub general: u32,
    /// Where the first of the convention's floating-point argument registers stands, and the bytes that each takes; none
    /// if unnamed arguments never travel there.
    pub vector: Option<(u32, u32)>,
}

impl VaStart {
    /// The number that `va_start` puts there, for the fields that hold one.
    pub fn value(self, call: &Call) -> Option<i64> {
        let named = call.variadic?;
        let (start, step, used) = match self {
            VaStart::General { start, step } => (start, step, named.named_general),
            VaStart::Vector { start, step } => (start, step, named.named_vector),
            VaStart::Stack | VaStart::SaveArea(_) | VaStart::Next(_) => return None,
        };
        Some(i64::from(start) + i64::from(step) * i64::from(used))
    }

    /// Bytes from the stack pointer at the call to the address that `va_start` puts there, for the fields that hold an
    /// address which the callee may not choose.
    pub fn address(self, call: &Call) -> Option<i64> {
        let named = call.variadic?;
        match self {
            VaStart::Stack => Some(i64::from(named.named_stack_bytes)),
            VaStart::Next(start) => {
                let words = i64::from(named.named_stack_bytes) - i64::from(call.shadow_bytes);
                Some(i64::from(start) + 8 * i64::from(named.named_general) + words)
            }
            VaStart::General { .. } | VaStart::Vector { .. } | VaStart::SaveArea(_) => None,
        }
    }
}

const fn field(name: &'static str, offset: u32, bytes: u32, start: VaStart) -> VaListField {
    VaListField { name, offset, bytes, start }
}

/// A bare pointer to the next argument.
const fn pointer(fields: &'static [VaListField], save_area: Option<SaveArea>) -> VaList {
    VaList { size: 8, align: 8, array: false, fields, save_area }
}

/// psABI x86-64 §3.5.7.
const SYSTEM_V: VaList = VaList {
    size: 24,
    align: 8,
    array: true,
    fields: &[
        field("gp_offset", 0, 4, VaStart::General { start: 0, step: 8 }),
        field("fp_offset", 4, 4, VaStart::Vector { start: 48, step: 16 }),
        field("overflow_arg_area", 8, 8, VaStart::Stack),
        field("reg_save_area", 16, 8, VaStart::SaveArea(0)),
    ],
    save_area: Some(SaveArea { at: None, bytes: 176, align: 16, general: 0, vector: Some((48, 16)) }),
};

/// AAPCS64, appendix "Variable argument lists".
const AAPCS64: VaList = VaList {
    size: 32,
    align: 8,
    array: false,
    fields: &[
        field("__stack", 0, 8, VaStart::Stack),
        field("__gr_top", 8, 8, VaStart::SaveArea(64)),
        field("__vr_top", 16, 8, VaStart::SaveArea(192)),
        field("__gr_offs", 24, 4, VaStart::General { start: -64, step: 8 }),
        field("__vr_offs", 28, 4, VaStart::Vector { start: -128, step: 16 }),
    ],
    save_area: Some(SaveArea { at: None, bytes: 192, align: 16, general: 0, vector: Some((64, 16)) }),
};

/// s390x ELF ABI §1.2.6: the save area of the caller's frame, r2 and f0 first.
const S390X: VaList = VaList {
    size: 32,
    align: 8,
    array: true,
    fields: &[
        field("__gpr", 0, 8, VaStart::General { start: 0, step: 1 }),
        field("__fpr", 8, 8, VaStart::Vector { start: 0, step: 1 }),
        field("__overflow_arg_area", 16, 8, VaStart::Stack),
        field("__reg_save_area", 24, 8, VaStart::SaveArea(0)),
    ],
    save_area: Some(SaveArea { at: Some(0), bytes: 160, align: 8, general: 16, vector: Some((128, 8)) }),
};

/// RISC-V and LoongArch calling conventions, "Variadic arguments"; Microsoft's ARM64 ABI, "Variadic functions": eight
/// general registers right below the arguments on the stack, so that both are one array.
const ONE_ARRAY: VaList = pointer(
    &[field("", 0, 8, VaStart::Next(-64))],
    Some(SaveArea { at: Some(-64), bytes: 64, align: 8, general: 0, vector: None }),
);

/// Microsoft's x64 calling convention, "Varargs": the home space that the caller gives.
const WINDOWS: VaList = pointer(
    &[field("", 0, 8, VaStart::Next(0))],
    Some(SaveArea { at: Some(0), bytes: 32, align: 8, general: 0, vector: None }),
);

/// Apple's ARM64 documentation, "Update code that passes arguments to variadic functions": all are on the stack.
const APPLE: VaList = pointer(&[field("", 0, 8, VaStart::Stack)], None);

/// ELF V2 §2.2.4: the parameter save area, whose first eight words the callee fills; all
/// are counted as stack.
const POWER: VaList = pointer(
    &[field("", 0, 8, VaStart::Stack)],
    Some(SaveArea { at: Some(32), bytes: 64, align: 8, general: 0, vector: None }),
);

impl Convention {
    /// `va_list`; none where variadic functions are not described.
    pub const fn va_list(self) -> Option<VaList> {
        match self {
            Convention::SystemV64 => Some(SYSTEM_V),
            Convention::Aapcs64 => Some(AAPCS64),
            Convention::S390x => Some(S390X),
            Convention::RiscvLp64d | Convention::LoongarchLp64d | Convention::WindowsArm64 => Some(ONE_ARRAY),
            Convention::Windows64 => Some(WINDOWS),
            Convention::Apple64 => Some(APPLE),
            Convention::PowerElfV2 => Some(POWER),
            // The caller makes the list and passes its address as the last operand.
            Convention::WasmBasic => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Signature, Target, TyId, TypeArena, lower};

    /// `int f(long, double, ...)` on Linux: what `va_start` writes.
    fn started(target: Target) -> Vec<(&'static str, Option<i64>)> {
        let signature = Signature::variadic(TyId::I32, [TyId::I64, TyId::F64], 2);
        let abi = lower(&target, &TypeArena::new(), &signature).expect("scalars are described");
        let list = target.convention().va_list().expect("Linux has it");
        let start = |field: &VaListField| field.start.value(&abi.call).or(field.start.address(&abi.call));
        list.fields.iter().map(|field| (field.name, start(field))).collect()
    }

    #[test]
    fn starting_a_list_skips_what_is_named() {
        assert_eq!(
            started(Target::X86_64_LINUX),
            [("gp_offset", Some(8)), ("fp_offset", Some(64)), ("overflow_arg_area", Some(0)), ("reg_save_area", None)]
        );
        assert_eq!(
            started(Target::AARCH64_LINUX),
            [
                ("__stack", Some(0)),
                ("__gr_top", None),
                ("__vr_top", None),
                ("__gr_offs", Some(-56)),
                ("__vr_offs", Some(-112))
            ]
        );
    }

    #[test]
    fn fields_fill_the_list() {
        for convention in Convention::ALL {
            let Some(list) = convention.va_list() else {
                assert_eq!(convention, Convention::WasmBasic);
                continue;
            };
            let end = list.fields.iter().fold(0, |end, field| {
                assert_eq!(field.offset, end, "{convention:?} {}", field.name);
                end + field.bytes
            });
            assert_eq!(u64::from(end), list.size, "{convention:?}");
        }
    }
}
