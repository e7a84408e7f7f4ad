//! Which C types a target has, and what its C calls them. Owns these facts where they speak of types; those of plain numbers
//! are [`crate::target`]'s, which knows no types.

use crate::arena::{Ty, TyId};
use crate::target::{Architecture, Environment, LongDouble, OperatingSystem, Target};

impl Target {
    /// The type of `wchar_t`.
    pub const fn wchar(&self) -> TyId {
        match (self.operating_system, self.architecture) {
            (OperatingSystem::Windows, _) => TyId::U16,
            (OperatingSystem::Linux, Architecture::Aarch64) => TyId::U32,
            (OperatingSystem::Linux | OperatingSystem::Darwin | OperatingSystem::Unknown, _) => TyId::I32,
        }
    }

    /// The type that C's `long double` is.
    pub const fn long_double_type(&self) -> TyId {
        match self.long_double() {
            LongDouble::F64 => TyId::F64,
            LongDouble::X87 => TyId::X87,
            LongDouble::F128 => TyId::F128,
            LongDouble::DoubleDouble => TyId::DOUBLE_DOUBLE,
        }
    }

    /// Whether C compilers for the target have a scalar type; only floating-point formats are missing anywhere.
    pub const fn has_scalar(&self, scalar: Ty) -> bool {
        let x86_64 = matches!(self.architecture, Architecture::X86_64);
        let power = matches!(self.architecture, Architecture::Powerpc64le);
        match scalar {
            Ty::X87 => x86_64,
            Ty::DoubleDouble => power,
            // clang for POWER wants to be asked: `-mfloat128`.
            Ty::F128 => match self.operating_system {
                OperatingSystem::Linux | OperatingSystem::Unknown => true,
                OperatingSystem::Windows => x86_64 && matches!(self.environment, Environment::Gnu),
                OperatingSystem::Darwin => false,
            },
            Ty::F16 => !power && !matches!(self.architecture, Architecture::Wasm32),
            Ty::BF16 => !power && !matches!(self.architecture, Architecture::Wasm32 | Architecture::S390x),
            Ty::Void
            | Ty::Bool
            | Ty::Int { .. }
            | Ty::BitInt { .. }
            | Ty::F32
            | Ty::F64
            | Ty::Pointer
            | Ty::Complex(_)
            | Ty::Vector(_)
            | Ty::Array(_)
            | Ty::Record(_) => true,
        }
    }
}
