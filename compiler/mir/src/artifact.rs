//! Artifacts: what a backend makes of a unit. Owns plain, serialisable data, because that is what the cache
//! stores and what a worker process sends; must not know the backend that made it. Nothing in it depends on where
//! the source stands in its file.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::function::Linkage;
use crate::instruction::CopyReason;

/// Everything that came out of one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Artifacts {
    /// Machine code, one entry per function that the unit defines, in order; then what the backend adds for them, by
    /// symbol. Empty if the backend makes objects.
    pub functions: Vec<CodeArtifact>,
    /// Data; empty if the backend makes objects.
    pub data: Vec<DataArtifact>,
    /// A complete object but for its site tables, if the backend makes one per unit.
    pub object: Option<ObjectArtifact>,
    /// What it cost.
    pub statistics: Statistics,
}

/// A relocatable object that a backend made of a whole unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectArtifact {
    /// The file.
    pub bytes: Vec<u8>,
    /// Symbols that it uses and does not define, the symbols of `sites` left out.
    pub undefined: Vec<String>,
    /// The site tables that it refers to as [`crate::site_table_symbol`]; whoever links writes them, because they hold
    /// positions.
    pub sites: Vec<SiteTable>,
    /// What became of each copy, if [`crate::Options::report_copies`] asked for it.
    pub copies: Vec<CopyRecord>,
}

/// The sites of one function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteTable {
    /// The function's symbol.
    pub function: String,
    /// The entries in order.
    pub sites: Vec<SiteRecord>,
}

/// What became of one copy in one place of the optimised code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CopyRecord {
    /// The function whose body has the copy.
    pub function: String,
    /// The number of the copy in its function: its place in [`crate::copies_of`].
    pub number: u32,
    /// The functions that the body was inlined into, innermost first; empty for the function's own code.
    pub inlined_into: Vec<String>,
    /// Byte offset of the source expression, relative to the item's chunk.
    pub source: u32,
    /// How much is copied.
    pub bytes: u64,
    /// Why.
    pub reason: CopyReason,
    /// What became of it.
    pub fate: CopyFate,
}

/// What an optimiser made of a copy, as its code shows it. Of two pieces of evidence the first one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CopyFate {
    /// Memory is still copied: by a call, or by a copy that the code generator expands.
    Kept,
    /// It became loads and stores. Where only loads are left, the bytes are read where they lie, and nothing is copied.
    Moves,
    /// The code does not show it.
    Unknown,
    /// Nothing is left of it.
    Gone,
}

impl CopyFate {
    /// What people are told.
    pub fn in_words(self) -> &'static str {
        match self {
            CopyFate::Kept => "still a copy",
            CopyFate::Moves => "loads and stores",
            CopyFate::Gone => "gone",
            CopyFate::Unknown => "not known",
        }
    }
}

/// Machine code of one function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeArtifact {
    /// Its symbol.
    pub symbol: String,
    /// Who sees it.
    pub linkage: Linkage,
    /// Alignment in bytes.
    pub align: u32,
    /// The code, constants behind it included.
    pub code: Vec<u8>,
    /// Names that relocations use, each once.
    pub symbols: Vec<String>,
    /// Addresses to fill in, by rising offset.
    pub relocations: Vec<Relocation>,
    /// Entries of the site table, in order.
    pub sites: Vec<SiteRecord>,
    /// Which code belongs to which source expression, by rising code offset.
    pub lines: Vec<LineRecord>,
    /// How to find the caller's frame, by rising code offset.
    pub unwind: Vec<UnwindRow>,
    /// Where source variables live.
    pub variables: Vec<VariableLocation>,
}

/// Bytes of one datum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataArtifact {
    /// Its symbol.
    pub symbol: String,
    /// Who sees it.
    pub linkage: Linkage,
    /// Whether it never changes after loading.
    pub constant: bool,
    /// Alignment in bytes.
    pub align: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Names that relocations use, each once.
    pub symbols: Vec<String>,
    /// Addresses to fill in, by rising offset.
    pub relocations: Vec<Relocation>,
}

/// A place that gets an address when the object is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Relocation {
    /// Byte offset in the code or data.
    pub offset: u32,
    /// How the address is written.
    pub kind: RelocationKind,
    /// Position in the artifact's `symbols`.
    pub symbol: u32,
    /// What is added.
    pub addend: i64,
}

/// How an address is written into code or data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RelocationKind {
    /// Eight bytes: the address.
    Absolute64,
    /// Four bytes: the address.
    Absolute32,
    /// x86-64, four bytes: relative to the place.
    X86PcRelative32,
    /// x86-64, four bytes: a call, relative to the place, through the PLT if needed.
    X86Call32,
    /// x86-64, four bytes: the entry of the global offset table, relative to the place.
    X86GotPcRelative32,
    /// AArch64: a call with 26 bits.
    Aarch64Call26,
    /// AArch64: the page of an address, 21 bits.
    Aarch64Page21,
    /// AArch64: the low 12 bits of an address, in an addition.
    Aarch64AddLow12,
    /// AArch64: the page of the entry in the global offset table.
    Aarch64GotPage21,
    /// AArch64: the low 12 bits of the address of the entry in the global offset table, in a load.
    Aarch64GotLow12,
    /// RISC-V: a call by `auipc` and `jalr`.
    RiscvCall,
    /// RISC-V: the high 20 bits of the entry in the global offset table, relative to the place.
    RiscvGotHigh20,
    /// RISC-V: the low 12 bits that belong to the high bits at the symbol's place, in an instruction of type I.
    RiscvPcRelativeLow12,
    /// RISC-V: the high 20 bits of an address, relative to the place.
    RiscvPcRelativeHigh20,
    /// s390x: 32 bits of half-words, relative to the place.
    S390xPcRelative32,
    /// s390x: a call through the PLT.
    S390xCall32,
    /// s390x: the entry in the global offset table, relative to the place.
    S390xGotEntry32,
}

/// One entry of a function's site table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SiteRecord {
    /// The message.
    pub message: Cow<'static, str>,
    /// Byte offset relative to the item's chunk.
    pub offset: u32,
}

/// Code from `code_offset` to the next record belongs to a source expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LineRecord {
    /// First byte of the code.
    pub code_offset: u32,
    /// Byte offset of the expression, relative to the item's chunk.
    pub source_offset: u32,
}

/// A change of the rule that finds the caller's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UnwindRow {
    /// It holds from this code on.
    pub code_offset: u32,
    /// What changes.
    pub change: UnwindChange,
}

/// What changes in the rule that finds the caller's frame; registers by their DWARF numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnwindChange {
    /// The frame address is a register plus an offset.
    FrameAddress {
        /// The register.
        register: u16,
        /// Bytes.
        offset: i32,
    },
    /// The frame address is the same register plus another offset.
    FrameOffset(i32),
    /// The frame address is another register plus the same offset.
    FrameRegister(u16),
    /// The caller's value of a register is at an offset from the frame address.
    Saved {
        /// The register.
        register: u16,
        /// Bytes.
        offset: i32,
    },
    /// The caller's value of a register is in the register again.
    Restored(u16),
    /// AArch64: the return address changes between signed and plain.
    ReturnAddressSigned(bool),
}

/// Where a source variable lives.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct VariableLocation {
    /// Position in the function's table of variables.
    pub variable: u32,
    /// First byte of the code for which this holds.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// The place.
    pub place: VariablePlace,
}

/// A place that a debugger can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum VariablePlace {
    /// In memory, so many bytes from the frame address.
    Frame(i64),
    /// In memory whose address is in memory, so many bytes from the frame address.
    ThroughFrame(i64),
    /// In a register, by its DWARF number.
    Register(u16),
}

/// What a unit cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Functions compiled.
    pub functions: u64,
    /// Instructions of the IR.
    pub instructions: u64,
    /// Bytes of machine code.
    pub code_bytes: u64,
}
