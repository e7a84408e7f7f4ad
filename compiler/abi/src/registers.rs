//! Physical registers that carry arguments and results. Owns their names and classes; must not know which
//! convention uses which. One byte each, because descriptions hold many of them. Registers of two processors with
//! the same name, such as `r8`, are one register here.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A physical register. Print it for its name in the processor's manual.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Register(u8);

/// What a register can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RegisterClass {
    /// Integers and addresses, 64 bits.
    General,
    /// Floating-point numbers only: `fa0` of RISC-V and LoongArch, `f1` of POWER and IBM z.
    Float,
    /// Short vectors, and where there are no other registers for them, floating-point numbers: `xmm` and `v`.
    Vector,
    /// The x87 stack.
    X87,
}

const NAMES: [&str; 118] = [
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
    "xmm14", "xmm15", "st0", "st1", "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12",
    "x13", "x14", "x15", "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14",
    "v15", "v16", "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30",
    "v31", "r2", "r3", "r4", "r5", "r6", "r7", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "fa0", "fa1", "fa2",
    "fa3", "fa4", "fa5", "fa6", "fa7", "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12",
    "f13",
];

impl Register {
    /// x86-64 `rax`.
    pub const RAX: Register = Register(0);
    /// x86-64 `rcx`.
    pub const RCX: Register = Register(1);
    /// x86-64 `rdx`.
    pub const RDX: Register = Register(2);
    /// x86-64 `rsi`.
    pub const RSI: Register = Register(6);
    /// x86-64 `rdi`.
    pub const RDI: Register = Register(7);
    /// x86-64 `r8`.
    pub const R8: Register = Register(8);
    /// x86-64 `r9`.
    pub const R9: Register = Register(9);
    /// x86-64 `st0`, the top of the x87 stack.
    pub const ST0: Register = Register(32);
    /// x86-64 `st1`.
    pub const ST1: Register = Register(33);
    /// AArch64 `x8`, the indirect result register.
    pub const X8: Register = Register::x(8);

    /// x86-64 `xmm0` to `xmm15`.
    pub const fn xmm(number: u8) -> Register {
        assert!(number < 16);
        Register(16 + number)
    }

    /// AArch64 `x0` to `x15`.
    pub const fn x(number: u8) -> Register {
        assert!(number < 16);
        Register(34 + number)
    }

    /// AArch64 `v0` to `v31`; `s0`, `d0` and `q0` are parts of `v0`. Also the vector registers of IBM z and POWER.
    pub const fn v(number: u8) -> Register {
        assert!(number < 32);
        Register(50 + number)
    }

    /// `r2` to `r15`: general registers of IBM z and POWER.
    pub const fn r(number: u8) -> Register {
        assert!(number >= 2 && number < 16);
        Register(if number < 8 { 80 + number } else { number })
    }

    /// `a0` to `a7`: argument registers of RISC-V and LoongArch.
    pub const fn a(number: u8) -> Register {
        assert!(number < 8);
        Register(88 + number)
    }

    /// `fa0` to `fa7`: floating-point argument registers of RISC-V and LoongArch.
    pub const fn fa(number: u8) -> Register {
        assert!(number < 8);
        Register(96 + number)
    }

    /// `f0` to `f13`: floating-point registers of IBM z and POWER.
    pub const fn f(number: u8) -> Register {
        assert!(number < 14);
        Register(104 + number)
    }

    /// The name in the processor's manual.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// Whether it is a general register.
    pub const fn is_general(self) -> bool {
        matches!(self.class(), RegisterClass::General)
    }

    /// The register of a name.
    pub fn from_name(name: &str) -> Option<Register> {
        NAMES.iter().position(|known| *known == name).map(|index| Register(index as u8))
    }

    /// What the register can hold.
    pub const fn class(self) -> RegisterClass {
        match self.0 {
            16..=31 | 50..=81 => RegisterClass::Vector,
            32 | 33 => RegisterClass::X87,
            96..=117 => RegisterClass::Float,
            0..=15 | 34..=49 | 82..=95 | 118..=255 => RegisterClass::General,
        }
    }
}

impl fmt::Display for Register {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl fmt::Debug for Register {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_have_their_names() {
        let named = [
            (Register::RAX, "rax"),
            (Register::RCX, "rcx"),
            (Register::RDX, "rdx"),
            (Register::RSI, "rsi"),
            (Register::RDI, "rdi"),
            (Register::R8, "r8"),
            (Register::R9, "r9"),
            (Register::ST0, "st0"),
            (Register::ST1, "st1"),
            (Register::X8, "x8"),
            (Register::xmm(0), "xmm0"),
            (Register::xmm(15), "xmm15"),
            (Register::x(15), "x15"),
            (Register::v(0), "v0"),
            (Register::v(31), "v31"),
            (Register::r(2), "r2"),
            (Register::r(7), "r7"),
            (Register::r(8), "r8"),
            (Register::r(15), "r15"),
            (Register::a(0), "a0"),
            (Register::a(7), "a7"),
            (Register::fa(0), "fa0"),
            (Register::fa(7), "fa7"),
            (Register::f(0), "f0"),
            (Register::f(13), "f13"),
        ];
        for (register, name) in named {
            assert_eq!(register.name(), name);
            assert_eq!(Register::from_name(name), Some(register));
        }
        assert_eq!(Register::from_name("eax"), None);
    }

    #[test]
    fn classes_follow_the_names() {
        for name in NAMES {
            let register = Register::from_name(name).expect("the table's own name");
            let class = match name.as_bytes()[0] {
                b'v' => RegisterClass::Vector,
                b'x' if name.starts_with("xmm") => RegisterClass::Vector,
                b's' => RegisterClass::X87,
                b'f' => RegisterClass::Float,
                b'r' | b'x' | b'a' => RegisterClass::General,
                other => panic!("no register starts with {other}"),
            };
            assert_eq!(register.class(), class, "{name}");
        }
    }
}
