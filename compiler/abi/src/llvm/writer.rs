//! What the IR types of all conventions share: the value at hand, and IR types that no convention chooses. Owns these; must
//! not know a convention.

use crate::arena::{Ty, TyId, TypeArena};
use crate::clang::ir::LlvmType;
use crate::clang::storage::storage;
use crate::description::{ValueAbi, ValueIndex};
use crate::llvm::value::{LlvmAttributes, LlvmCarries, LlvmValue};
use crate::target::Target;

/// One parameter of the signature.
pub(super) struct Param<'a> {
    pub index: u16,
    pub ty: TyId,
    pub value: &'a ValueAbi,
    /// Whether it is declared, not an argument for `...`.
    pub named: bool,
    /// Whether the function is declared with `...`.
    pub of_variadic: bool,
}

impl Param<'_> {
    pub fn parts(&self) -> LlvmCarries {
        let count = self.value.parts().len() as u8;
        LlvmCarries::Parts { value: ValueIndex::Param(self.index), first: 0, count }
    }

    pub fn part(&self, first: u8) -> LlvmCarries {
        LlvmCarries::Parts { value: ValueIndex::Param(self.index), first, count: 1 }
    }
}

pub(super) fn result_parts(value: &ValueAbi) -> LlvmCarries {
    LlvmCarries::Parts { value: ValueIndex::Result, first: 0, count: value.parts().len() as u8 }
}

/// What all conventions share.
pub(super) struct Writer<'a> {
    pub target: &'a Target,
    pub arena: &'a TypeArena,
}

impl Writer<'_> {
    pub fn storage(&self, ty: TyId) -> LlvmType {
        storage(self.target, self.arena, ty)
    }

    pub fn struct_return(&self, ty: TyId, value: &ValueAbi) -> LlvmValue {
        let attributes = LlvmAttributes {
            struct_return: Some(self.storage(ty)),
            align: Some(value.align),
            ..LlvmAttributes::default()
        };
        LlvmValue { ty: LlvmType::Pointer, attributes, carries: LlvmCarries::SretPointer }
    }

    /// The IR type of a scalar as a value: `i1` for `bool`, exact widths for bit integers.
    pub fn scalar(&self, ty: TyId) -> LlvmType {
        let scalar = self.arena.get(ty);
        if scalar == Ty::Bool {
            LlvmType::Int(1)
        } else if let Ty::BitInt { bits, signed: _ } = scalar {
            LlvmType::Int(u32::from(bits))
        } else {
            self.storage(ty)
        }
    }
}
