//! The calling conventions by name, and the facts of each that are plain data: which registers carry arguments, how wide
//! the stack's slots are, how far small integers are widened. Owns these tables; the rules are in `lowering`,
//! which takes its registers from here, so that no second list can disagree. Must not know types or targets.

use serde::{Deserialize, Serialize};

use crate::registers::Register;

/// The calling conventions that are described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Convention {
    /// System V x86-64 psABI, as on Linux and macOS.
    SystemV64,
    /// Microsoft's x64 calling convention, as on Windows.
    Windows64,
    /// AAPCS64 in its LP64 form, as on Linux.
    Aapcs64,
    /// Apple's variant of AAPCS64, as on macOS and iOS.
    Apple64,
    /// Microsoft's variant of AAPCS64, as on Windows.
    WindowsArm64,
    /// RISC-V's integer and hardware floating-point conventions, LP64D.
    RiscvLp64d,
    /// The ELF ABI supplement of IBM z (s390x).
    S390x,
    /// LoongArch's LP64D convention.
    LoongarchLp64d,
    /// The 64-bit ELF V2 ABI of POWER.
    PowerElfV2,
    /// The C ABI of WebAssembly's tool conventions ("BasicCABI").
    WasmBasic,
}

/// `FROM[0]` to `FROM[N - 1]` of a numbered kind of register.
macro_rules! numbered {
    ($kind:ident: $($number:literal)*) => { const { &[$(Register::$kind($number)),*] } };
}

impl Convention {
    /// All of them.
    pub const ALL: [Convention; 10] = [
        Convention::SystemV64,
        Convention::Windows64,
        Convention::Aapcs64,
        Convention::Apple64,
        Convention::WindowsArm64,
        Convention::RiscvLp64d,
        Convention::S390x,
        Convention::LoongarchLp64d,
        Convention::PowerElfV2,
        Convention::WasmBasic,
    ];

    /// The general registers that carry arguments, in order; none in WebAssembly, which has operands.
    pub const fn general_arguments(self) -> &'static [Register] {
        match self {
            Convention::SystemV64 => {
                &[Register::RDI, Register::RSI, Register::RDX, Register::RCX, Register::R8, Register::R9]
            }
            Convention::Windows64 => &[Register::RCX, Register::RDX, Register::R8, Register::R9],
            Convention::Aapcs64 | Convention::Apple64 | Convention::WindowsArm64 => numbered!(x: 0 1 2 3 4 5 6 7),
            Convention::RiscvLp64d | Convention::LoongarchLp64d => numbered!(a: 0 1 2 3 4 5 6 7),
            Convention::S390x => numbered!(r: 2 3 4 5 6),
            Convention::PowerElfV2 => numbered!(r: 3 4 5 6 7 8 9 10),
            Convention::WasmBasic => &[],
        }
    }

    /// Alignment in bytes that a value must have in memory before a call puts its bytes into a slot of the argument area
    /// that is aligned to `slot` bytes. LLVM's `byval` takes the source for as aligned as the slot, so clang passes the
    /// address of an aligned copy where it is not; only slots of eight bytes are where they are whatever it is told.
    pub const fn source_align(self, slot: u32) -> u32 {
        match self {
            Convention::SystemV64 | Convention::PowerElfV2 => {
                if slot > 8 {
                    slot
                } else {
                    1
                }
            }
            Convention::Windows64
            | Convention::Aapcs64
            | Convention::Apple64
            | Convention::WindowsArm64
            | Convention::RiscvLp64d
            | Convention::S390x
            | Convention::LoongarchLp64d
            | Convention::WasmBasic => 1,
        }
    }

    /// The registers that carry floating-point arguments, in order.
    pub const fn float_arguments(self) -> &'static [Register] {
        match self {
            Convention::SystemV64 => numbered!(xmm: 0 1 2 3 4 5 6 7),
            Convention::Windows64 => numbered!(xmm: 0 1 2 3),
            Convention::Aapcs64 | Convention::Apple64 | Convention::WindowsArm64 => numbered!(v: 0 1 2 3 4 5 6 7),
            Convention::RiscvLp64d | Convention::LoongarchLp64d => numbered!(fa: 0 1 2 3 4 5 6 7),
            Convention::S390x => numbered!(f: 0 2 4 6),
            Convention::PowerElfV2 => numbered!(f: 1 2 3 4 5 6 7 8 9 10 11 12 13),
            Convention::WasmBasic => &[],
        }
    }

    /// The registers that carry short vectors, in order, where they are not those of floating-point numbers.
    pub const fn vector_arguments(self) -> &'static [Register] {
        match self {
            Convention::S390x => numbered!(v: 24 26 28 30 25 27 29 31),
            Convention::PowerElfV2 => numbered!(v: 2 3 4 5 6 7 8 9 10 11 12 13),
            Convention::SystemV64
            | Convention::Windows64
            | Convention::Aapcs64
            | Convention::Apple64
            | Convention::WindowsArm64
            | Convention::RiscvLp64d
            | Convention::LoongarchLp64d
            | Convention::WasmBasic => &[],
        }
    }

    /// The general registers that carry results, in order.
    pub const fn general_results(self) -> &'static [Register] {
        match self {
            Convention::SystemV64 => &[Register::RAX, Register::RDX],
            Convention::Windows64 => &[Register::RAX],
            Convention::Aapcs64 | Convention::Apple64 | Convention::WindowsArm64 => numbered!(x: 0 1 2 3 4 5 6 7),
            Convention::RiscvLp64d | Convention::LoongarchLp64d => numbered!(a: 0 1),
            Convention::S390x => numbered!(r: 2),
            Convention::PowerElfV2 => numbered!(r: 3 4 5 6),
            Convention::WasmBasic => &[],
        }
    }

    /// The registers that carry floating-point results, in order.
    pub const fn float_results(self) -> &'static [Register] {
        match self {
            Convention::SystemV64 => numbered!(xmm: 0 1 2 3),
            Convention::Windows64 => numbered!(xmm: 0 1 2 3),
            Convention::Aapcs64 | Convention::Apple64 | Convention::WindowsArm64 => numbered!(v: 0 1 2 3 4 5 6 7),
            Convention::RiscvLp64d | Convention::LoongarchLp64d => numbered!(fa: 0 1),
            Convention::S390x => numbered!(f: 0),
            Convention::PowerElfV2 => numbered!(f: 1 2 3 4 5 6 7 8),
            Convention::WasmBasic => &[],
        }
    }

    /// Bytes between the stack pointer at the call instruction and the first argument that travels on the stack; see
    /// [`crate::Call::shadow_bytes`].
    pub const fn shadow_bytes(self) -> u32 {
        match self {
            Convention::S390x => 160,
            Convention::Windows64 | Convention::PowerElfV2 => 32,
            Convention::SystemV64
            | Convention::Aapcs64
            | Convention::Apple64
            | Convention::WindowsArm64
            | Convention::RiscvLp64d
            | Convention::LoongarchLp64d
            | Convention::WasmBasic => 0,
        }
    }

    /// How many bits of a register hold a small integer that is widened; see [`crate::Extend`].
    pub const fn extension_bits(self) -> u32 {
        match self {
            Convention::SystemV64
            | Convention::Windows64
            | Convention::Aapcs64
            | Convention::Apple64
            | Convention::WindowsArm64
            | Convention::WasmBasic => 32,
            Convention::RiscvLp64d | Convention::S390x | Convention::LoongarchLp64d | Convention::PowerElfV2 => 64,
        }
    }

    /// The general register in which the address of a large result travels when no argument takes a register before it.
    pub const fn sret_register(self) -> Option<Register> {
        match self {
            Convention::Aapcs64 | Convention::Apple64 | Convention::WindowsArm64 => Some(Register::X8),
            Convention::SystemV64
            | Convention::Windows64
            | Convention::RiscvLp64d
            | Convention::S390x
            | Convention::LoongarchLp64d
            | Convention::PowerElfV2 => Some(self.general_arguments()[0]),
            Convention::WasmBasic => None,
        }
    }
}
