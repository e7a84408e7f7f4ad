//! What debuggers are told of types and functions: typed views of metadata nodes. Owns the form of these nodes, each a kind
//! in words and its operands, and the one place where they are made and read; there is no second tree. Must not know how
//! DWARF spells anything.
//!
//! A node names only nodes made before it, so what may lead to itself is named by its key, a text: a type that the program
//! declares is a *definition* with a key, found in the same module. What has no name of its own (tuples, arrays, borrows)
//! is named by its node.

use crate::ids::{NodeId, StringId};
use crate::metadata::{Metadata, Operand};
use crate::module::Module;
use crate::scalar::Scalar;
use crate::strings::Strings;
use crate::types::Type;

mod changes;
mod common;
mod data;
pub(crate) mod form;
mod mutation;
mod noted;
mod plain;
mod read;
mod records;

pub use common::keep_what_is_common;
pub(crate) use data::value_bits;
pub use data::{DebugDatum, Held};
pub use mutation::Mutation;
pub use noted::{Noted, noted};
pub(crate) use read::target;
pub use read::{DebugTypes, Described, Fields, Member, Shape, Variant, Variants};
pub use records::{FunctionRecords, Records};

/// The key of the attribute of a function that names its [`DebugFunction`].
pub const DEBUG: &str = "debug";

/// The source of what no expression asks for, such as the stores of parameters: no expression begins with its item.
pub const NOBODY_WROTE: u32 = 0;

/// What a type's node begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// `"scalar" name type`: a number, a truth value, an address without more.
    Scalar,
    /// `"pointer" name target?`: an address; without a target nobody knows of what.
    Pointer,
    /// `"reference" name target`: an address that is used like what it leads to.
    Reference,
    /// `"code" name`: the address of a function.
    Code,
    /// `"array" name element count`: elements one after the other; so many, or -1 where nobody knows.
    Array,
    /// `"structure" name size field…`
    Structure,
    /// `"union" name size field…`: fields that overlap.
    Union,
    /// `"enumeration" name type case…`: one of some numbers.
    Enumeration,
    /// `"variants" name size tag offset variant…`: a tag, and behind `offset` what the case carries that the tag tells.
    Variants,
    /// `"text" name`: bytes that are read as a text; nobody knows how many.
    Text,
    /// `"opaque" name`: only C knows what it is.
    Opaque,
    /// `"field" name target offset`
    Field,
    /// `"case" name value`
    Case,
    /// `"variant" name value size field…`; the offsets count from the start of what the case carries.
    Variant,
    /// `"type" key module node note…`: a definition, and what is noted about the type.
    Definition,
    /// `"named" key`: what a definition describes.
    Name,
    /// `"function" module owner name offset result?`
    Function,
    /// `"datum" key module name offset type size note…`: what lies at the symbol that is its key.
    Datum,
    /// `"value" key module name offset type size low high note…`: a constant that has no place, as the bits that it is.
    Value,
    /// `"object" key module name offset type symbol size note…`: a constant that is used like what lies at a symbol.
    Object,
}

impl Kind {
    pub(crate) const ALL: [Kind; 20] = [
        Kind::Scalar,
        Kind::Pointer,
        Kind::Reference,
        Kind::Code,
        Kind::Array,
        Kind::Structure,
        Kind::Union,
        Kind::Enumeration,
        Kind::Variants,
        Kind::Text,
        Kind::Opaque,
        Kind::Field,
        Kind::Case,
        Kind::Variant,
        Kind::Definition,
        Kind::Name,
        Kind::Function,
        Kind::Datum,
        Kind::Value,
        Kind::Object,
    ];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::Scalar => "scalar",
            Kind::Pointer => "pointer",
            Kind::Reference => "reference",
            Kind::Code => "code",
            Kind::Array => "array",
            Kind::Structure => "structure",
            Kind::Union => "union",
            Kind::Enumeration => "enumeration",
            Kind::Variants => "variants",
            Kind::Text => "text",
            Kind::Opaque => "opaque",
            Kind::Field => "field",
            Kind::Case => "case",
            Kind::Variant => "variant",
            Kind::Definition => "type",
            Kind::Name => "named",
            Kind::Function => "function",
            Kind::Datum => "datum",
            Kind::Value => "value",
            Kind::Object => "object",
        }
    }
}

/// How many elements an array has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// So many.
    Known(u64),
    /// Nobody knows.
    Open,
}

/// A type where another node names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DebugType {
    /// A type without a name of its own.
    Node(NodeId),
    /// A definition, by its key.
    Named(StringId),
}

impl DebugType {
    fn operand(self) -> Operand {
        match self {
            DebugType::Node(node) => Operand::Node(node),
            DebugType::Named(key) => Operand::String(key),
        }
    }
}

/// Makes nodes in one module.
pub struct DebugNodes<'module> {
    strings: &'module mut Strings,
    metadata: &'module mut Metadata,
    operands: Vec<Operand>,
}

/// What a function is called where people read it, and what it gives.
#[derive(Clone, Copy, Debug)]
pub struct DebugFunction<'text> {
    /// The full path of its module, names separated by points.
    pub module: &'text str,
    /// The key of the type that it is a method of; empty if there is none.
    pub owner: &'text str,
    /// Its own name, with type arguments if it has any.
    pub name: &'text str,
    /// Where it begins: a byte offset relative to the item's chunk.
    pub offset: u32,
    /// What it gives.
    pub result: Option<DebugType>,
}

impl Module {
    /// Makes nodes here.
    pub fn debug_nodes(&mut self) -> DebugNodes<'_> {
        DebugNodes { strings: &mut self.strings, metadata: &mut self.metadata, operands: Vec::new() }
    }
}

impl DebugNodes<'_> {
    fn begin(&mut self, kind: Kind) {
        self.operands.clear();
        let word = self.strings.intern(kind.word());
        self.operands.push(Operand::String(word));
    }

    fn text(&mut self, text: &str) {
        let text = self.strings.intern(text);
        self.operands.push(Operand::String(text));
    }

    fn integer(&mut self, value: u64) {
        self.operands.push(Operand::Integer(value as i64));
    }

    fn end(&mut self) -> NodeId {
        self.metadata.node(&self.operands)
    }

    /// The key of a definition.
    pub fn key(&mut self, key: &str) -> DebugType {
        DebugType::Named(self.strings.intern(key))
    }

    /// The node of a name alone, where only a node can stand.
    pub fn name(&mut self, key: StringId) -> NodeId {
        self.begin(Kind::Name);
        self.operands.push(Operand::String(key));
        self.end()
    }

    /// A type where only a node can stand.
    pub fn node(&mut self, ty: DebugType) -> NodeId {
        match ty {
            DebugType::Node(node) => node,
            DebugType::Named(key) => self.name(key),
        }
    }

    /// A number or truth value.
    pub fn scalar(&mut self, name: &str, scalar: Scalar) -> DebugType {
        self.begin(Kind::Scalar);
        self.text(name);
        self.operands.push(Operand::Type(Type::Scalar(scalar)));
        DebugType::Node(self.end())
    }

    fn address(&mut self, kind: Kind, name: &str, target: Option<DebugType>) -> DebugType {
        self.begin(kind);
        self.text(name);
        self.operands.extend(target.map(DebugType::operand));
        DebugType::Node(self.end())
    }

    /// An address.
    pub fn pointer(&mut self, name: &str, target: Option<DebugType>) -> DebugType {
        self.address(Kind::Pointer, name, target)
    }

    /// An address that is used like what it leads to.
    pub fn reference(&mut self, name: &str, target: DebugType) -> DebugType {
        self.address(Kind::Reference, name, Some(target))
    }

    /// The address of a function.
    pub fn code(&mut self, name: &str) -> DebugType {
        self.address(Kind::Code, name, None)
    }

    /// Elements one after the other.
    pub fn array(&mut self, name: &str, element: DebugType, count: Count) -> DebugType {
        self.begin(Kind::Array);
        self.text(name);
        self.operands.push(element.operand());
        self.operands.push(Operand::Integer(match count {
            Count::Known(count) => i64::try_from(count).unwrap_or(i64::MAX),
            Count::Open => -1,
        }));
        DebugType::Node(self.end())
    }

    /// A field, so many bytes from the start of what it is part of.
    pub fn field(&mut self, name: &str, ty: DebugType, offset: u64) -> NodeId {
        self.begin(Kind::Field);
        self.text(name);
        self.operands.push(ty.operand());
        self.integer(offset);
        self.end()
    }

    fn record(&mut self, kind: Kind, name: &str, size: u64, fields: &[NodeId]) -> DebugType {
        self.begin(kind);
        self.text(name);
        self.integer(size);
        self.operands.extend(fields.iter().copied().map(Operand::Node));
        DebugType::Node(self.end())
    }

    /// Fields one behind the other, of so many bytes together.
    pub fn structure(&mut self, name: &str, size: u64, fields: &[NodeId]) -> DebugType {
        self.record(Kind::Structure, name, size, fields)
    }

    /// Fields that overlap, of so many bytes together.
    pub fn union(&mut self, name: &str, size: u64, fields: &[NodeId]) -> DebugType {
        self.record(Kind::Union, name, size, fields)
    }

    /// Bytes that are read as a text.
    pub fn text_bytes(&mut self, name: &str) -> DebugType {
        self.address(Kind::Text, name, None)
    }

    /// What only C knows.
    pub fn opaque(&mut self, name: &str) -> DebugType {
        self.address(Kind::Opaque, name, None)
    }

    /// A case without anything to carry: its name and number.
    pub fn case(&mut self, name: &str, value: i64) -> NodeId {
        self.begin(Kind::Case);
        self.text(name);
        self.operands.push(Operand::Integer(value));
        self.end()
    }

    /// One of some numbers.
    pub fn enumeration(&mut self, name: &str, number: Scalar, cases: &[NodeId]) -> DebugType {
        self.begin(Kind::Enumeration);
        self.text(name);
        self.operands.push(Operand::Type(Type::Scalar(number)));
        self.operands.extend(cases.iter().copied().map(Operand::Node));
        DebugType::Node(self.end())
    }

    /// What a case carries, if the tag is this number.
    pub fn variant(&mut self, name: &str, value: i64, size: u64, fields: &[NodeId]) -> NodeId {
        self.begin(Kind::Variant);
        self.text(name);
        self.operands.push(Operand::Integer(value));
        self.integer(size);
        self.operands.extend(fields.iter().copied().map(Operand::Node));
        self.end()
    }

    /// A tag at the start, and behind so many bytes what the case carries.
    pub fn variants(&mut self, name: &str, size: u64, tag: DebugType, offset: u64, variants: &[NodeId]) -> DebugType {
        self.begin(Kind::Variants);
        self.text(name);
        self.integer(size);
        self.operands.push(tag.operand());
        self.integer(offset);
        self.operands.extend(variants.iter().copied().map(Operand::Node));
        DebugType::Node(self.end())
    }

    /// Something noted, and where: a byte offset relative to the item's chunk.
    pub fn note(&mut self, text: &str, offset: u32) -> NodeId {
        self.operands.clear();
        self.text(text);
        self.integer(u64::from(offset));
        self.end()
    }

    /// Says what a key stands for: a type of this module, by the node of its shape, with what is noted about it.
    pub fn definition(&mut self, key: &str, module: &str, ty: DebugType, notes: &[NodeId]) {
        self.begin(Kind::Definition);
        self.text(key);
        self.text(module);
        self.operands.push(ty.operand());
        self.operands.extend(notes.iter().copied().map(Operand::Node));
        self.end();
    }

    /// What a function is called, and what it gives.
    pub fn function(&mut self, function: DebugFunction<'_>) -> NodeId {
        self.begin(Kind::Function);
        self.text(function.module);
        self.text(function.owner);
        self.text(function.name);
        self.integer(u64::from(function.offset));
        self.operands.extend(function.result.map(DebugType::operand));
        self.end()
    }
}
