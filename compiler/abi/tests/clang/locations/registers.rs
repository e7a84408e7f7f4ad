//! The registers of a frame: which there are on a target and at which place of a bank each stands. Owns the assembly
//! macros that load and store them; the tables come from the library, so that no second list can disagree.

use std::fmt::Write;

use abi::{Architecture, Register, RegisterClass, Target};

/// Offsets of the banks in `common.c`.
const ARGUMENTS: usize = 48;
const RESULTS: usize = 720;

/// The registers of one direction, in the order in which they stand in a bank.
pub struct Bank {
    general: Vec<Register>,
    floats: &'static [Register],
    vectors: &'static [Register],
}

impl Bank {
    pub fn arguments(target: &Target) -> Bank {
        let convention = target.convention();
        let mut general = convention.general_arguments().to_vec();
        general.extend(convention.sret_register().filter(|register| !general.contains(register)));
        Bank { general, floats: convention.float_arguments(), vectors: vectors(target) }
    }

    pub fn results(target: &Target) -> Bank {
        let convention = target.convention();
        Bank {
            general: convention.general_results().to_vec(),
            floats: convention.float_results(),
            vectors: vectors(target),
        }
    }

    /// The place in `common.c` and the number of a register.
    pub fn find(&self, register: Register) -> (&'static str, usize) {
        let position = |list: &[Register]| list.iter().position(|known| *known == register);
        let found = match register.class() {
            RegisterClass::General => position(&self.general).map(|index| ("GENERAL", index)),
            RegisterClass::Float | RegisterClass::Vector => position(self.floats)
                .map(|index| ("FLOAT", index))
                .or_else(|| position(self.vectors).map(|index| ("VECTOR", index))),
            RegisterClass::X87 => Some(("X87", usize::from(register == Register::ST1))),
        };
        found.unwrap_or_else(|| panic!("{register} is in no table of the convention"))
    }

    /// The number of a general register.
    pub fn general(&self, register: Register) -> usize {
        match self.find(register) {
            ("GENERAL", index) => index,
            (place, _) => panic!("{register} is no general register but {place}"),
        }
    }

    fn macros(&self, name: &str, start: usize, out: &mut String) {
        for verb in ["load", "store"] {
            writeln!(out, ".macro {verb}_{name}").unwrap();
            let kinds: [(&str, &[Register], usize, usize); 3] =
                [("general", &self.general, 0, 8), ("float", self.floats, 128, 16), ("vector", self.vectors, 384, 16)];
            for (kind, registers, bank, step) in kinds {
                for (index, register) in registers.iter().enumerate() {
                    writeln!(out, "{verb}_{kind} {register}, {}", start + bank + step * index).unwrap();
                }
            }
            writeln!(out, ".endm").unwrap();
        }
    }
}

/// The vector registers that have their own numbers, if the target has them at all.
fn vectors(target: &Target) -> &'static [Register] {
    match target.architecture {
        Architecture::S390x if !target.features.vector_facility => &[],
        Architecture::X86_64
        | Architecture::Aarch64
        | Architecture::Riscv64
        | Architecture::S390x
        | Architecture::Loongarch64
        | Architecture::Powerpc64le
        | Architecture::Wasm32 => target.convention().vector_arguments(),
    }
}

/// The assembly of a target: the macros that its tables give, then the trampolines.
pub fn assembly(target: &Target) -> String {
    let mut source = format!("#define X87_RESULTS {}\n", RESULTS + 640);
    Bank::arguments(target).macros("arguments", ARGUMENTS, &mut source);
    Bank::results(target).macros("results", RESULTS, &mut source);
    source.push_str(match target.architecture {
        Architecture::X86_64 => include_str!("x86_64.S"),
        Architecture::Aarch64 => include_str!("aarch64.S"),
        Architecture::Riscv64 => include_str!("riscv64.S"),
        Architecture::S390x => include_str!("s390x.S"),
        Architecture::Loongarch64 => include_str!("loongarch64.S"),
        Architecture::Powerpc64le => include_str!("powerpc64le.S"),
        Architecture::Wasm32 => panic!("WebAssembly has no registers"),
    });
    source.push_str("#ifdef __ELF__\n.section .note.GNU-stack, \"\", %progbits\n#endif\n");
    source
}
