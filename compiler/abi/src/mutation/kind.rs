//! The kinds of decisions that can be got wrong, by name, and why a target has none of a kind. Owns this list; must not know
//! how a description is changed.

use std::fmt;

use crate::target::{Architecture, Target};

/// A kind of decision, and the way in which it is got wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mutation {
    /// Two integer arguments exchange their registers.
    ExchangedRegisters,
    /// The halves of a pair exchange their registers.
    ExchangedHalves,
    /// An integer travels in a vector register, or a float in a general one.
    WrongClass,
    /// A piece of a record begins one byte too early.
    PieceOffset,
    /// A piece of a record ends one byte too early.
    PieceLength,
    /// A record that travels in registers lies on the stack.
    RegistersToStack,
    /// A pair that went to the stack as a whole is split: its first half takes the register that is left.
    SplitPair,
    /// A record whose address is passed lies on the stack itself.
    PointerToStack,
    /// A record on the stack is passed by its address.
    StackToPointer,
    /// The address of the result travels in another register.
    ResultPointer,
    /// The address of the result comes back where it should not, or does not where it should.
    ResultEcho,
    /// A result in registers is written to memory.
    ResultToMemory,
    /// A result in memory comes back in registers.
    ResultToRegisters,
    /// A small integer is not widened.
    ExtensionLeftOut,
    /// A small integer is widened with the wrong bits.
    ExtensionExchanged,
    /// A record on the stack lies one word further.
    RecordOffset,
    /// A scalar on the stack lies one word further.
    ScalarOffset,
    /// A value aligned to 16 bytes on the stack lies at the next word instead.
    StackAlignment,
    /// The argument area is aligned to 16 bytes where a record in it wants more.
    AreaAlignment,
    /// One byte too few of a value in memory is copied.
    CopyLength,
    /// A variadic call says that it uses no vector registers.
    VectorCount,
}

impl Mutation {
    /// All kinds.
    pub const ALL: [Mutation; 21] = [
        Mutation::ExchangedRegisters,
        Mutation::ExchangedHalves,
        Mutation::WrongClass,
        Mutation::PieceOffset,
        Mutation::PieceLength,
        Mutation::RegistersToStack,
        Mutation::SplitPair,
        Mutation::PointerToStack,
        Mutation::StackToPointer,
        Mutation::ResultPointer,
        Mutation::ResultEcho,
        Mutation::ResultToMemory,
        Mutation::ResultToRegisters,
        Mutation::ExtensionLeftOut,
        Mutation::ExtensionExchanged,
        Mutation::RecordOffset,
        Mutation::ScalarOffset,
        Mutation::StackAlignment,
        Mutation::AreaAlignment,
        Mutation::CopyLength,
        Mutation::VectorCount,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Mutation::ExchangedRegisters => "exchanged-registers",
            Mutation::ExchangedHalves => "exchanged-halves",
            Mutation::WrongClass => "wrong-class",
            Mutation::PieceOffset => "piece-offset",
            Mutation::PieceLength => "piece-length",
            Mutation::RegistersToStack => "registers-to-stack",
            Mutation::SplitPair => "split-pair",
            Mutation::PointerToStack => "pointer-to-stack",
            Mutation::StackToPointer => "stack-to-pointer",
            Mutation::ResultPointer => "result-pointer",
            Mutation::ResultEcho => "result-echo",
            Mutation::ResultToMemory => "result-to-memory",
            Mutation::ResultToRegisters => "result-to-registers",
            Mutation::ExtensionLeftOut => "extension-left-out",
            Mutation::ExtensionExchanged => "extension-exchanged",
            Mutation::RecordOffset => "record-offset",
            Mutation::ScalarOffset => "scalar-offset",
            Mutation::StackAlignment => "stack-alignment",
            Mutation::AreaAlignment => "area-alignment",
            Mutation::CopyLength => "copy-length",
            Mutation::VectorCount => "vector-count",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Mutation> {
        Mutation::ALL.into_iter().find(|mutation| mutation.name() == name)
    }

    /// Why a target has no such decision, if it has none: then nothing can be flipped there.
    pub const fn absent_on(self, target: &Target) -> Option<&'static str> {
        match (self, target.architecture) {
            (Mutation::PointerToStack, Architecture::X86_64) => {
                Some("System V passes no record by the address of a copy")
            }
            (
                Mutation::AreaAlignment,
                Architecture::Aarch64
                | Architecture::Riscv64
                | Architecture::S390x
                | Architecture::Loongarch64
                | Architecture::Powerpc64le
                | Architecture::Wasm32,
            ) => Some("the convention aligns nothing on the stack to more than 16 bytes"),
            (Mutation::ExtensionLeftOut | Mutation::ExtensionExchanged, Architecture::Aarch64) => {
                Some("AAPCS64 leaves the bits above a small integer to whoever reads it")
            }
            (Mutation::VectorCount, Architecture::Aarch64) => {
                Some("AAPCS64 tells a variadic function nothing of registers")
            }
            (Mutation::VectorCount, Architecture::Riscv64 | Architecture::Loongarch64) => {
                Some("LP64D passes variadic arguments in general registers only")
            }
            (Mutation::SplitPair, Architecture::Riscv64 | Architecture::Loongarch64) => {
                Some("LP64D itself splits a pair as long as one register is left")
            }
            (Mutation::VectorCount, Architecture::S390x | Architecture::Powerpc64le) => {
                Some("the convention tells a variadic function nothing of registers")
            }
            (Mutation::ExchangedHalves | Mutation::PieceOffset | Mutation::SplitPair, Architecture::S390x) => {
                Some("IBM z cuts no value into pieces")
            }
            (Mutation::StackToPointer | Mutation::RecordOffset | Mutation::StackAlignment, Architecture::S390x) => {
                Some("IBM z puts no record of more than 8 bytes on the stack, and aligns nothing there to more")
            }
            (Mutation::ResultToMemory, Architecture::S390x) => Some("IBM z returns every record in memory already"),
            (Mutation::SplitPair, Architecture::Powerpc64le) => {
                Some("ELF V2 itself splits a pair as long as one register is left")
            }
            (Mutation::PointerToStack, Architecture::Powerpc64le) => {
                Some("ELF V2 passes no record by the address of a copy")
            }
            (
                Mutation::ExchangedRegisters
                | Mutation::ExchangedHalves
                | Mutation::WrongClass
                | Mutation::PieceOffset
                | Mutation::PieceLength
                | Mutation::RegistersToStack
                | Mutation::SplitPair
                | Mutation::PointerToStack
                | Mutation::StackToPointer
                | Mutation::ResultPointer
                | Mutation::ResultEcho
                | Mutation::ResultToMemory
                | Mutation::ResultToRegisters
                | Mutation::ExtensionLeftOut
                | Mutation::ExtensionExchanged
                | Mutation::RecordOffset
                | Mutation::ScalarOffset
                | Mutation::StackAlignment
                | Mutation::AreaAlignment
                | Mutation::CopyLength
                | Mutation::VectorCount,
                Architecture::X86_64
                | Architecture::Aarch64
                | Architecture::Riscv64
                | Architecture::S390x
                | Architecture::Loongarch64
                | Architecture::Powerpc64le
                | Architecture::Wasm32,
            ) => None,
        }
    }
}

impl fmt::Display for Mutation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
