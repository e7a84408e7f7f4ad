//! Places as code generators hand them out. Owns the comparison with places of a description; must not know who hands
//! them out.

use std::fmt;

use abi::{Convention, Location, Register, Target};

use super::Difference;

/// Where a code generator puts a piece of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a register.
    Register(Register),
    /// In the argument area, so many bytes from its start.
    Stack(u32),
    /// The operand of this number, of WebAssembly.
    Operand(u16),
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Register(register) => register.fmt(formatter),
            Place::Stack(offset) => write!(formatter, "stack+{offset}"),
            Place::Operand(number) => write!(formatter, "operand {number}"),
        }
    }
}

impl From<Location> for Place {
    fn from(location: Location) -> Place {
        match location {
            Location::Register(register) => Place::Register(register),
            Location::Stack { offset, .. } => Place::Stack(offset),
            Location::Operand(number) => Place::Operand(number),
        }
    }
}

/// A difference if two places are not the same.
pub(super) fn differ(what: impl FnOnce() -> String, described: Place, assigned: Option<Place>) -> Option<Difference> {
    if assigned == Some(described) {
        return None;
    }
    let seen = assigned.map_or("nowhere".to_owned(), |place| place.to_string());
    Some(Difference::new(what(), described.to_string(), seen))
}

/// The argument and result registers of a processor's C convention, in the order in which they are handed out.
pub(super) struct Files {
    /// For integers and addresses.
    pub general: Vec<Register>,
    /// For floats and vectors.
    pub vector: Vec<Register>,
    /// For integer results.
    pub general_results: Vec<Register>,
    /// For results that are floats or vectors.
    pub vector_results: Vec<Register>,
    /// For the address of a result in memory, if that is none of `general`.
    pub result_pointer: Option<Register>,
    /// Where that address comes back.
    pub echo: Option<Register>,
}

impl Files {
    pub(super) fn of(target: &Target) -> Option<Files> {
        let named =
            |names: &[&str]| -> Vec<Register> { names.iter().filter_map(|name| Register::from_name(name)).collect() };
        let numbered = |prefix: &str, count: u32| -> Vec<Register> {
            (0..count).filter_map(|number| Register::from_name(&format!("{prefix}{number}"))).collect()
        };
        match target.convention() {
            Convention::SystemV64 => Some(Files {
                general: named(&["rdi", "rsi", "rdx", "rcx", "r8", "r9"]),
                vector: numbered("xmm", 8),
                general_results: named(&["rax", "rdx"]),
                vector_results: numbered("xmm", 4),
                result_pointer: None,
                echo: Register::from_name("rax"),
            }),
            Convention::Aapcs64 => Some(Files {
                general: numbered("x", 8),
                vector: numbered("v", 8),
                general_results: numbered("x", 8),
                vector_results: numbered("v", 8),
                result_pointer: Register::from_name("x8"),
                echo: None,
            }),
            Convention::Windows64
            | Convention::Apple64
            | Convention::WindowsArm64
            | Convention::RiscvLp64d
            | Convention::S390x
            | Convention::LoongarchLp64d
            | Convention::PowerElfV2
            | Convention::WasmBasic => None,
        }
    }
}

/// Registers and the argument area as they are handed out, piece by piece.
pub(super) struct Hand<'files> {
    files: &'files Files,
    /// General registers gone so far.
    pub general: usize,
    /// Vector registers gone so far.
    pub vector: usize,
    /// End of the argument area so far.
    pub stack: u32,
}

impl<'files> Hand<'files> {
    pub(super) fn new(files: &'files Files) -> Hand<'files> {
        Hand { files, general: 0, vector: 0, stack: 0 }
    }

    /// How many general registers are left.
    pub(super) fn general_left(&self) -> usize {
        self.files.general.len() - self.general
    }

    /// How many vector registers are left.
    pub(super) fn vector_left(&self) -> usize {
        self.files.vector.len() - self.vector
    }

    pub(super) fn take_general(&mut self, bytes: u32) -> Place {
        match self.files.general.get(self.general) {
            Some(register) => {
                self.general += 1;
                Place::Register(*register)
            }
            None => self.take_stack(bytes.max(8), bytes.max(8)),
        }
    }

    pub(super) fn take_vector(&mut self, bytes: u32) -> Place {
        match self.files.vector.get(self.vector) {
            Some(register) => {
                self.vector += 1;
                Place::Register(*register)
            }
            None => self.take_stack(bytes.max(8), bytes.max(8)),
        }
    }

    pub(super) fn take_stack(&mut self, bytes: u32, align: u32) -> Place {
        let offset = self.stack.next_multiple_of(align);
        self.stack = offset + bytes;
        Place::Stack(offset)
    }
}
