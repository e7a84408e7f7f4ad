//! The targets as the C compilers know them: their options, and which types of C exist there under which names.
//! Owns this table; the random and enumerated types of all suites come from it.

use abi::{Architecture, Environment, OperatingSystem, Target, TyId};

/// A type's name in C and the library's id.
pub type Named = (&'static str, TyId);

/// What clang wants to hear besides the triple.
pub fn clang_arguments(target: &Target) -> &'static [&'static str] {
    match target.architecture {
        Architecture::S390x if target.features.vector_facility => &["-march=z13"],
        Architecture::Powerpc64le => &["-mfloat128"],
        Architecture::X86_64
        | Architecture::Aarch64
        | Architecture::Riscv64
        | Architecture::S390x
        | Architecture::Loongarch64
        | Architecture::Wasm32 => &[],
    }
}

/// The integers, the two of 128 bits last.
pub const INTEGERS: [Named; 11] = [
    ("_Bool", TyId::BOOL),
    ("signed char", TyId::I8),
    ("unsigned char", TyId::U8),
    ("short", TyId::I16),
    ("unsigned short", TyId::U16),
    ("int", TyId::I32),
    ("unsigned int", TyId::U32),
    ("long long", TyId::I64),
    ("unsigned long long", TyId::U64),
    ("__int128", TyId::I128),
    ("unsigned __int128", TyId::U128),
];

pub const FLOAT: Named = ("float", TyId::F32);
pub const DOUBLE: Named = ("double", TyId::F64);
pub const POINTER: Named = ("void *", TyId::POINTER);

/// `long double`.
pub fn long_double(target: &Target) -> Named {
    ("long double", target.long_double_type())
}

/// `_Float16`, where clang has it.
pub fn half(target: &Target) -> Option<Named> {
    match target.architecture {
        Architecture::Powerpc64le | Architecture::Wasm32 => None,
        Architecture::X86_64
        | Architecture::Aarch64
        | Architecture::Riscv64
        | Architecture::S390x
        | Architecture::Loongarch64 => Some(("_Float16", TyId::F16)),
    }
}

/// `__bf16`, where clang has it.
pub fn brain_float(target: &Target) -> Option<Named> {
    match target.architecture {
        Architecture::S390x | Architecture::Powerpc64le | Architecture::Wasm32 => None,
        Architecture::X86_64 | Architecture::Aarch64 | Architecture::Riscv64 | Architecture::Loongarch64 => {
            Some(("__bf16", TyId::BF16))
        }
    }
}

/// Binary128 beside another `long double`, where clang has it.
pub fn binary128(target: &Target) -> Option<Named> {
    let has = match (target.architecture, target.operating_system, target.environment) {
        (Architecture::X86_64 | Architecture::Powerpc64le, OperatingSystem::Linux, _) => true,
        (Architecture::X86_64, OperatingSystem::Windows, environment) => environment == Environment::Gnu,
        (Architecture::X86_64, OperatingSystem::Darwin | OperatingSystem::Unknown, _)
        | (
            Architecture::Aarch64
            | Architecture::Riscv64
            | Architecture::S390x
            | Architecture::Loongarch64
            | Architecture::Powerpc64le
            | Architecture::Wasm32,
            _,
            _,
        ) => false,
    };
    has.then_some(("__float128", TyId::F128))
}

/// Enumerations, as C with `%` for the name of the only constant, and the integer that stands for each.
pub fn enumerations(target: &Target) -> [Named; 6] {
    let [unsigned, packed, wide] = match target.environment {
        // Microsoft's are `int`, whatever they hold.
        Environment::Msvc => [TyId::I32; 3],
        Environment::Gnu | Environment::None => [TyId::U32, TyId::U16, TyId::U64],
    };
    [
        ("enum { % }", unsigned),
        ("enum { % = -1 }", TyId::I32),
        ("enum { % = 0x123456789LL }", wide),
        ("enum __attribute__((packed)) { % = 300 }", packed),
        ("enum : unsigned char { % }", TyId::U8),
        ("enum : signed char { % }", TyId::I8),
    ]
}

/// Bits of the widest `_BitInt`, or of one that is wide enough.
pub fn widest_bit_int(target: &Target) -> u16 {
    match target.architecture {
        Architecture::X86_64 => 520,
        Architecture::Aarch64
        | Architecture::Riscv64
        | Architecture::S390x
        | Architecture::Loongarch64
        | Architecture::Powerpc64le
        | Architecture::Wasm32 => 128,
    }
}

/// The scalars of clang's that gcc 12 does not have.
pub fn gcc_lacks(target: &Target) -> &'static [TyId] {
    match target.architecture {
        // AArch64's has the format, but no `...` takes it.
        Architecture::X86_64 | Architecture::Aarch64 => &[TyId::BF16],
        Architecture::Riscv64
        | Architecture::S390x
        | Architecture::Loongarch64
        | Architecture::Powerpc64le
        | Architecture::Wasm32 => &[TyId::F16, TyId::BF16],
    }
}
