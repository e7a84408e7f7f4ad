//! The LP64D conventions of RISC-V and LoongArch, which differ in few points. Owns which value travels where; must not know
//! how any code generator is told. Floating-point registers carry named floating-point numbers and structs of up to two
//! numbers ([`flatten`]); everything else travels as one or two words, the second of which may be alone on the stack.

pub(crate) mod flatten;
#[cfg(test)]
mod loongarch_tests;
mod place;
#[cfg(test)]
mod riscv_tests;

use smallvec::{SmallVec, smallvec};

use crate::arena::{Signature, Ty, TyId, TypeArena};
use crate::convention::Convention;
use crate::cursor::Cursor;
use crate::description::{Call, Extend, FnAbi, Placement, Unsupported, ValueAbi, VariadicLayout};
use crate::lowering::walk::{SignatureWalk, walk_signature};
use crate::rules;
use crate::target::Target;
use crate::why::{Lp64dRule, Why};

use place::Walk;

/// One of the two conventions: where they differ.
pub(crate) struct Lp64d {
    /// Its registers.
    pub convention: Convention,
    /// Its document's name for a rule.
    pub why: fn(Lp64dRule) -> Why,
    /// Whether clang lets zero-width bit-fields count.
    pub sees_zero_width: bool,
    /// Whether an unsigned `_BitInt` of 17 to 31 bits is widened like an `unsigned int`.
    pub widens_bit_int_as_word: bool,
}

impl Lp64d {
    /// RISC-V's. The document ignores zero-width bit-fields, and so does gcc since 10; clang does not quite.
    pub(crate) const RISCV: Lp64d = Lp64d {
        convention: Convention::RiscvLp64d,
        why: Why::Riscv,
        sees_zero_width: true,
        widens_bit_int_as_word: false,
    };

    /// LoongArch's. The document says of `_BitInt` nothing; clang takes one of 4 bytes for a word.
    pub(crate) const LOONGARCH: Lp64d = Lp64d {
        convention: Convention::LoongarchLp64d,
        why: Why::Loongarch,
        sees_zero_width: false,
        widens_bit_int_as_word: true,
    };

    /// The convention of this name, if it is one of the two.
    pub(crate) const fn of(convention: Convention) -> Option<&'static Lp64d> {
        match convention {
            Convention::RiscvLp64d => Some(&Lp64d::RISCV),
            Convention::LoongarchLp64d => Some(&Lp64d::LOONGARCH),
            Convention::SystemV64
            | Convention::Windows64
            | Convention::Aapcs64
            | Convention::Apple64
            | Convention::WindowsArm64
            | Convention::S390x
            | Convention::PowerElfV2
            | Convention::WasmBasic => None,
        }
    }

    fn rule(&self, rule: Lp64dRule, condition: bool) -> bool {
        rules::rule((self.why)(rule), condition)
    }

    /// How an integer is widened when it travels alone. `_BitInt` counts by its own bits, not those of its bytes.
    pub(crate) fn extension(&self, arena: &TypeArena, ty: TyId) -> Extend {
        let (bits, word, signed) = match arena.get(ty) {
            Ty::Bool => (8, false, false),
            Ty::Int { bits, signed } => (bits, bits == 32, signed),
            Ty::BitInt { bits, signed } => {
                let in_word = self.widens_bit_int_as_word && matches!(bits, 17..=31);
                (bits, bits == 32 || in_word, signed)
            }
            Ty::Void
            | Ty::F16
            | Ty::F32
            | Ty::F64
            | Ty::X87
            | Ty::F128
            | Ty::BF16
            | Ty::DoubleDouble
            | Ty::Pointer
            | Ty::Complex(_)
            | Ty::Vector(_)
            | Ty::Array(_)
            | Ty::Record(_) => return Extend::None,
        };
        if !self.rule(Lp64dRule::Widened, bits < 64) {
            Extend::None
        } else if signed || self.rule(Lp64dRule::WordSignExtended, word) {
            Extend::Sign
        } else {
            Extend::Zero
        }
    }

    pub(crate) fn lower(
        &self,
        target: &Target,
        arena: &TypeArena,
        signature: &Signature,
    ) -> Result<FnAbi, Unsupported> {
        let mut walk = List { rules: self, target, arena, cursor: Cursor::arguments(self.convention) };
        walk_signature(self.convention, signature, &mut walk)
    }

    /// As a first named argument, but with two registers of each kind; what would travel by reference is written to an
    /// address that comes before the arguments.
    fn lower_result(
        &self,
        target: &Target,
        arena: &TypeArena,
        ty: TyId,
        arguments: &mut Cursor,
    ) -> Result<ValueAbi, Unsupported> {
        let mut walk = Walk {
            rules: self,
            target,
            arena,
            cursor: &mut Cursor::results(self.convention),
            named: true,
            why: SmallVec::new(),
        };
        let mut value = walk.value(ty)?;
        match value.placement {
            Placement::Memory(_) => {
                let first = *arguments;
                let pointer = arguments.take_general();
                if !self.rule(Lp64dRule::Sret, true) {
                    *arguments = first;
                }
                value.placement = Placement::Sret { pointer, returned_in: None };
                value.why = smallvec![(self.why)(Lp64dRule::Sret)];
            }
            Placement::Parts(_) => value.why.push((self.why)(Lp64dRule::ResultAsArgument)),
            Placement::Ignore | Placement::Sret { .. } => {}
        }
        Ok(value)
    }
}

/// The way along one signature.
struct List<'a> {
    rules: &'a Lp64d,
    target: &'a Target,
    arena: &'a TypeArena,
    cursor: Cursor,
}

impl SignatureWalk for List<'_> {
    fn result(&mut self, ty: TyId) -> Result<ValueAbi, Unsupported> {
        self.rules.lower_result(self.target, self.arena, ty, &mut self.cursor)
    }

    fn param(&mut self, ty: TyId, named: bool) -> Result<ValueAbi, Unsupported> {
        let mut walk = Walk {
            rules: self.rules,
            target: self.target,
            arena: self.arena,
            cursor: &mut self.cursor,
            named,
            why: SmallVec::new(),
        };
        walk.value(ty)
    }

    fn behind_named(&mut self, signature: &Signature) -> Result<VariadicLayout, Unsupported> {
        Ok(VariadicLayout::after(signature, &self.cursor))
    }

    fn call(&self, variadic: Option<VariadicLayout>) -> Call {
        self.cursor.call(self.rules.convention, variadic)
    }
}
