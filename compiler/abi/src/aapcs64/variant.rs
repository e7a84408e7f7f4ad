//! What the variants of AAPCS64 do differently, as facts. Owns their names; each variant's file fills them in.

use crate::arena::{TyId, TypeArena};
use crate::convention::Convention;
use crate::rules::rule;
use crate::target::Target;
use crate::why::Why;
use crate::windows_arm64;

/// The facts of one variant.
pub(crate) struct Variant {
    pub convention: Convention,
    /// What the alignment of an argument is taken from.
    pub natural: Natural,
    /// How variadic functions are called.
    pub variadic: Variadic,
}

/// What the alignment of an argument that is a record is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Natural {
    /// Its members (§5.9): attributes of the type itself do not count.
    OfMembers,
    /// The type with its attributes; of a homogeneous aggregate the type of its members.
    OfType,
}

/// How variadic functions are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variadic {
    /// All arguments travel as named ones of other functions.
    AsNamed,
    /// All arguments, named ones too, travel in general registers, as if they had been laid out in memory.
    InGeneralRegisters,
}

impl Variant {
    /// The document's own rules.
    pub const AAPCS64: Variant = Variant {
        convention: Convention::Aapcs64,
        natural: Natural::OfMembers,
        variadic: Variadic::AsNamed,
    };

    /// The variant that a target's clang follows.
    pub fn of(target: &Target) -> &'static Variant {
        match target.convention() {
            Convention::WindowsArm64 => &windows_arm64::VARIANT,
            Convention::Aapcs64
            | Convention::Apple64
            | Convention::SystemV64
            | Convention::Windows64
            | Convention::RiscvLp64d
            | Convention::S390x
            | Convention::LoongarchLp64d
            | Convention::PowerElfV2
            | Convention::WasmBasic => &Variant::AAPCS64,
        }
    }

    /// Whether a variadic function takes its arguments in general registers only.
    pub fn general_only(&self, is_variadic: bool) -> bool {
        rule(
            Why::VariadicInGeneral,
            is_variadic && self.variadic == Variadic::InGeneralRegisters,
        )
    }

    /// The alignment in bytes that a record has as an argument.
    pub fn natural_align(&self, target: &Target, arena: &TypeArena, ty: TyId) -> u32 {
        match self.natural {
            Natural::OfMembers => arena.unadjusted_align(target, ty),
            Natural::OfType => arena.layout(target, ty).align,
        }
    }
}
