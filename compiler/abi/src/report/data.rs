//! What a person is told of a function, as plain data for JSON. Owns its shape; the words are [`super`]'s.

use serde::{Deserialize, Serialize};

/// How a value is called in the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Label {
    /// Name of the parameter; `result` or the like for the result.
    pub name: String,
    /// Its type, as the programmer writes it.
    pub ty: String,
    /// What lies where in it, if it is more than one scalar.
    pub fields: Vec<FieldLabel>,
}

/// A scalar inside of a value, as the programmer calls it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FieldLabel {
    /// The way to it, such as `corner.x` or `rows[2]`.
    pub path: String,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its first bit, counted from the start of the value.
    pub offset_bits: u64,
    /// Its size in bits.
    pub bits: u64,
}

impl Label {
    /// A label.
    pub fn new(name: impl Into<String>, ty: impl Into<String>) -> Label {
        Label { name: name.into(), ty: ty.into(), fields: Vec::new() }
    }

    /// The same, of a value with these scalars inside.
    pub fn with_fields(self, fields: Vec<FieldLabel>) -> Label {
        Label { fields, ..self }
    }
}

/// How one function is called, for a person.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Report {
    /// The target's triple.
    pub target: String,
    /// The parameters in order.
    pub params: Vec<ValueReport>,
    /// The result.
    pub result: ValueReport,
    /// Bytes of the argument area.
    pub stack_bytes: u32,
    /// Alignment in bytes of the argument area.
    pub stack_align: u32,
    /// Bytes of the argument area in front of the first argument that travels there.
    pub shadow_bytes: u32,
    /// Whether the function is declared with `...`.
    pub variadic: bool,
    /// What a variadic x86-64 call puts in `al`.
    pub vector_registers: Option<u8>,
}

/// How one value travels, for a person.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ValueReport {
    /// Its name in the source.
    pub name: String,
    /// Its type in the source.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its alignment in bytes.
    pub align: u32,
    /// What lies where in it, if it is more than one scalar and the front end said so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldLabel>,
    /// How it travels.
    pub travels: Travels,
    /// The same in a few words, with widening and where the address of a result comes back.
    pub how: String,
    /// Where its bytes, or its address, travel.
    pub places: Vec<PlaceReport>,
    /// The memory copies that it costs.
    pub copies: Vec<CopyReport>,
    /// The clauses that decided.
    pub why: Vec<WhyReport>,
}

/// How a value travels, as one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Travels {
    /// It has no bytes, or only padding.
    NotPassed,
    /// In one or more registers.
    InRegisters,
    /// A scalar for which no register was left.
    OnStack,
    /// The first parts in registers, the others on the stack.
    InRegistersAndOnStack,
    /// Its bytes are copied into the argument area.
    CopiedToStack,
    /// The caller copies it and passes the address of the copy.
    PointerToCopy,
    /// A result that is written to an address that the caller passes.
    HiddenResultPointer,
    /// As operands of WebAssembly.
    AsOperands,
}

/// Where one piece of a value, or its address, travels.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlaceReport {
    /// A register's name, or `stack+OFFSET`.
    pub location: String,
    /// What travels there: a machine type, `bytes` or `address`.
    pub carries: String,
    /// First byte in the value's memory image; nothing for an address.
    pub offset: Option<u32>,
    /// Number of bytes; nothing for an address.
    pub len: Option<u64>,
}

/// One memory copy.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CopyReport {
    /// `caller` or `callee`.
    pub side: String,
    /// Bytes copied.
    pub bytes: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Why.
    pub reason: String,
    /// Whether a compiler that knows more may leave it out.
    pub elidable: bool,
}

/// One clause that took part in a decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WhyReport {
    /// Document and section.
    pub clause: String,
    /// The rule as a sentence.
    pub text: String,
}
