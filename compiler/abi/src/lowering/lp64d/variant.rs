//! Where the LP64D conventions of RISC-V and LoongArch differ. Owns these points as data, and how integers are widened,
//! which is one of them; must not know where anything travels.

use crate::arena::{Ty, TyId, TypeArena};
use crate::convention::Convention;
use crate::description::Extend;
use crate::rules;
use crate::why::{Lp64dRule, Why};

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

    /// Whether one of its rules applies; see [`rules::rule`].
    pub(crate) fn rule(&self, rule: Lp64dRule, condition: bool) -> bool {
        rules::rule((self.why)(rule), condition)
    }

    /// How an integer is widened when it travels alone. `_BitInt` counts by its own bits, not those of its bytes.
    pub(crate) fn extension(&self, arena: &TypeArena, ty: TyId) -> Extend {
        let ty = arena.get(ty);
        let Some((bits, signed)) = ty.as_integer() else {
            return Extend::None;
        };
        let in_word = self.widens_bit_int_as_word && matches!(ty, Ty::BitInt { bits: 17..=31, .. });
        let word = bits == 32 || in_word;
        if !self.rule(Lp64dRule::Widened, bits < 64) {
            Extend::None
        } else if signed || self.rule(Lp64dRule::WordSignExtended, word) {
            Extend::Sign
        } else {
            Extend::Zero
        }
    }
}
