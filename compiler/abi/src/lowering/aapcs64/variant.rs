//! What the variants of AAPCS64 do differently, as facts. Owns these; [`super`] asks.

use crate::arena::{Ty, TyId, TypeArena};
use crate::convention::Convention;
use crate::description::Extend;
use crate::rules::rule;
use crate::target::Target;
use crate::why::{Aapcs64, Why};

/// The facts of one variant.
pub(crate) struct Variant {
    pub convention: Convention,
    /// What the alignment of an argument is taken from.
    pub natural: Natural,
    /// How variadic functions are called.
    pub variadic: Variadic,
    /// How arguments lie on the stack.
    pub stack: Stack,
    /// Whether a 16-byte integer, and what is aligned like one, begins in a register with an even number.
    pub even_pairs: bool,
    /// Whether integers of less than 32 bits are widened to 32 by whoever passes or returns them.
    pub widens: bool,
}

/// How arguments lie on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stack {
    /// In slots of a multiple of 8 bytes.
    Words,
    /// Scalars and homogeneous aggregates at multiples of their own alignment, without padding behind them.
    Packed,
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
    /// Unnamed arguments lie on the stack, in slots of a multiple of 8 bytes.
    OnStack,
}

impl Variant {
    /// The document's own rules.
    const AAPCS64: Variant = Variant {
        convention: Convention::Aapcs64,
        natural: Natural::OfMembers,
        variadic: Variadic::AsNamed,
        stack: Stack::Words,
        even_pairs: true,
        widens: false,
    };

    /// Microsoft's, as on Windows.
    const WINDOWS: Variant = Variant {
        convention: Convention::WindowsArm64,
        natural: Natural::OfType,
        variadic: Variadic::InGeneralRegisters,
        ..Variant::AAPCS64
    };

    /// Apple's, as on macOS and iOS.
    const APPLE: Variant = Variant {
        convention: Convention::Apple64,
        natural: Natural::OfType,
        variadic: Variadic::OnStack,
        stack: Stack::Packed,
        even_pairs: false,
        widens: true,
    };

    /// The variant that a target's clang follows.
    pub fn of(target: &Target) -> &'static Variant {
        match target.convention() {
            Convention::WindowsArm64 => &Variant::WINDOWS,
            Convention::Apple64 => &Variant::APPLE,
            Convention::Aapcs64
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
        rule(Why::Aapcs64(Aapcs64::VariadicInGeneral), is_variadic && self.variadic == Variadic::InGeneralRegisters)
    }

    /// The alignment in bytes that a record has as an argument.
    pub fn natural_align(&self, target: &Target, arena: &TypeArena, ty: TyId) -> u32 {
        match self.natural {
            Natural::OfMembers => arena.unadjusted_align(target, ty),
            Natural::OfType => arena.layout(target, ty).align,
        }
    }

    /// Whether unnamed arguments of a variadic function stay out of registers.
    pub fn unnamed_on_stack(&self, is_unnamed: bool) -> bool {
        rule(Why::Aapcs64(Aapcs64::AppleVariadic), is_unnamed && self.variadic == Variadic::OnStack)
    }

    /// How whoever passes or returns a value widens it to 32 bits.
    pub fn extend(&self, arena: &TypeArena, ty: TyId) -> Extend {
        let promotion = arena.get(ty).promotion();
        promotion.filter(|_| rule(Why::Aapcs64(Aapcs64::AppleWidened), self.widens)).unwrap_or(Extend::None)
    }

    /// Bytes of the stack that a scalar of so many bytes takes where nothing is rounded up to words: LLVM has machine
    /// types of 1, 2, 4 and 8 bytes, and makes 4 of everything between.
    pub fn packed_bytes(&self, arena: &TypeArena, ty: TyId, size: u32) -> u32 {
        let ty = arena.get(ty);
        let machine_type =
            !matches!(ty, Ty::BitInt { .. } | Ty::Vector(_)) || matches!(ty, Ty::BitInt { bits: 1 | 8 | 16, .. });
        if machine_type { size } else { size.max(4) }
    }
}
