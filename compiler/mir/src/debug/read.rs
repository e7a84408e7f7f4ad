//! Reading the nodes that describe types and functions. Owns the check that a node has the form of its kind: what has it not
//! is no description, and nothing is guessed of it. Makes nothing.

use rustc_hash::FxHashMap;

use super::{Count, DebugFunction, DebugType, Kind};
use crate::ids::{NodeId, StringId};
use crate::metadata::{Metadata, Operand};
use crate::scalar::Scalar;
use crate::strings::Strings;
use crate::types::Type;

/// The descriptions of one module.
pub struct DebugTypes<'module> {
    strings: &'module Strings,
    pub(super) metadata: &'module Metadata,
    /// The kinds by the first text of a node.
    kinds: FxHashMap<StringId, Kind>,
    /// The nodes of definitions by their keys.
    definitions: FxHashMap<StringId, NodeId>,
    keys: Vec<StringId>,
    /// The nodes of globals and constants.
    pub(super) data: Vec<NodeId>,
}

/// What a type is, with its name; sizes and offsets in bytes.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'module> {
    /// A number or truth value.
    Scalar(Scalar),
    /// An address of something, or of nobody knows what.
    Pointer(Option<DebugType>),
    /// An address that is used like what it leads to.
    Reference(DebugType),
    /// The address of a function.
    Code,
    /// So many elements one after the other.
    Array(DebugType, Count),
    /// Fields one after the other, of so many bytes together.
    Structure(u64, Fields<'module>),
    /// Fields that overlap, of so many bytes together.
    Union(u64, Fields<'module>),
    /// One of some numbers.
    Enumeration(Scalar, Fields<'module>),
    /// A tag and what the case carries.
    Variants(Variants<'module>),
    /// Bytes that are read as a text; nobody knows how many.
    Text,
    /// Only C knows.
    Opaque,
}

/// A type with its name.
#[derive(Clone, Copy, Debug)]
pub struct Described<'module> {
    /// As the language writes it.
    pub name: &'module str,
    /// What it is.
    pub shape: Shape<'module>,
}

/// The form of an enum whose cases carry something.
#[derive(Clone, Copy, Debug)]
pub struct Variants<'module> {
    /// Bytes of all.
    pub size: u64,
    /// The type of the tag, at the start.
    pub tag: DebugType,
    /// Where what the cases carry begins.
    pub offset: u64,
    /// One for each case.
    pub variants: Fields<'module>,
}

/// A case of such an enum.
#[derive(Clone, Copy, Debug)]
pub struct Variant<'module> {
    /// Its name.
    pub name: &'module str,
    /// The tag's value.
    pub value: i64,
    /// Bytes of what it carries.
    pub size: u64,
    /// What it carries.
    pub fields: Fields<'module>,
}

/// A field of a structure or union, or a case that is a number.
#[derive(Clone, Copy, Debug)]
pub struct Member<'module> {
    /// Its name.
    pub name: &'module str,
    /// Its type; none of a number's case.
    pub ty: Option<DebugType>,
    /// Where it is, in bytes; of a case its number.
    pub value: i64,
}

/// The nodes of fields, cases or variants.
pub type Fields<'module> = &'module [Operand];

impl<'module> DebugTypes<'module> {
    /// Those of a module.
    pub fn new(strings: &'module Strings, metadata: &'module Metadata) -> DebugTypes<'module> {
        let kinds: FxHashMap<StringId, Kind> =
            Kind::ALL.into_iter().filter_map(|kind| Some((strings.find(kind.word())?, kind))).collect();
        let mut types = DebugTypes {
            strings,
            metadata,
            kinds,
            definitions: FxHashMap::default(),
            keys: Vec::new(),
            data: Vec::new(),
        };
        for (node, operands) in metadata.nodes() {
            let (Some(kind), Some(Operand::String(key))) = (types.kind(operands), operands.get(1)) else { continue };
            if kind.is_datum() {
                types.data.push(node);
            } else if kind == Kind::Definition && types.definitions.insert(*key, node).is_none() {
                types.keys.push(*key);
            }
        }
        types
    }

    /// The kind that the first text of a node names.
    pub(crate) fn kind(&self, operands: &[Operand]) -> Option<Kind> {
        let Operand::String(word) = operands.first()? else { return None };
        self.kinds.get(word).copied()
    }

    pub(super) fn text(&self, operand: Option<&Operand>) -> Option<&'module str> {
        match operand? {
            Operand::String(text) => Some(self.strings.text(*text)),
            Operand::Integer(_) | Operand::Node(_) | Operand::Symbol(_) | Operand::Type(_) => None,
        }
    }

    /// A text of the module.
    pub fn key(&self, key: StringId) -> &'module str {
        self.strings.text(key)
    }

    /// What a definition stands for, and the module that it is declared in.
    pub fn definition(&self, key: StringId) -> Option<(&'module str, Described<'module>)> {
        let operands = self.metadata.operands(self.definition_node(key)?);
        let DebugType::Node(node) = target(*operands.get(3)?)? else { return None };
        Some((self.text(operands.get(2))?, self.describe(node)?))
    }

    /// The node of the definition with a key.
    pub(crate) fn definition_node(&self, key: StringId) -> Option<NodeId> {
        self.definitions.get(&key).copied()
    }

    /// What is noted about a declared type.
    pub fn noted(&self, key: StringId) -> impl Iterator<Item = &'module str> {
        self.notes(key).iter().filter_map(|note| self.noted_by(*note))
    }

    /// The nodes of that: those of a definition behind its shape.
    pub fn notes(&self, key: StringId) -> &'module [Operand] {
        let operands = self.definition_node(key).map_or(&[][..], |node| self.metadata.operands(node));
        operands.get(4..).unwrap_or_default()
    }

    /// The text of something noted.
    pub fn note(&self, node: NodeId) -> Option<&'module str> {
        self.text(self.metadata.operands(node).first())
    }

    /// The text of something noted, by an operand that names it.
    pub fn noted_by(&self, operand: Operand) -> Option<&'module str> {
        self.text(self.node(operand)?.first())
    }

    /// The keys of all definitions, in the order in which they were made.
    pub fn keys(&self) -> impl Iterator<Item = StringId> {
        self.keys.iter().copied()
    }

    /// The type that a node stands for: the definition that it names, or itself.
    pub fn of_node(&self, node: NodeId) -> DebugType {
        match self.metadata.operands(node) {
            operands @ [_, Operand::String(key)] if self.kind(operands) == Some(Kind::Name) => DebugType::Named(*key),
            _ => DebugType::Node(node),
        }
    }

    /// What a node says of a type; nothing if it is no type's.
    pub fn describe(&self, node: NodeId) -> Option<Described<'module>> {
        let operands = self.metadata.operands(node);
        let kind = self.kind(operands)?;
        let name = self.text(operands.get(1))?;
        let rest = operands.get(2..)?;
        let shape = match kind {
            Kind::Scalar => Shape::Scalar(scalar(rest.first())?),
            Kind::Pointer => Shape::Pointer(rest.first().copied().and_then(target)),
            Kind::Reference => Shape::Reference(target(*rest.first()?)?),
            Kind::Code => Shape::Code,
            Kind::Text => Shape::Text,
            Kind::Opaque => Shape::Opaque,
            Kind::Array => {
                let count = match integer(rest.get(1))? {
                    count @ 0.. => Count::Known(count as u64),
                    _ => Count::Open,
                };
                Shape::Array(target(*rest.first()?)?, count)
            }
            Kind::Structure => Shape::Structure(size(rest.first())?, rest.get(1..)?),
            Kind::Union => Shape::Union(size(rest.first())?, rest.get(1..)?),
            Kind::Enumeration => Shape::Enumeration(scalar(rest.first())?, rest.get(1..)?),
            Kind::Variants => Shape::Variants(Variants {
                size: size(rest.first())?,
                tag: target(*rest.get(1)?)?,
                offset: size(rest.get(2))?,
                variants: rest.get(3..)?,
            }),
            Kind::Field
            | Kind::Case
            | Kind::Variant
            | Kind::Definition
            | Kind::Name
            | Kind::Function
            | Kind::Datum
            | Kind::Value
            | Kind::Object => return None,
        };
        Some(Described { name, shape })
    }

    /// A field or a case that is a number.
    pub fn member(&self, operand: Operand) -> Option<Member<'module>> {
        let operands = self.node(operand)?;
        let name = self.text(operands.get(1))?;
        let kind = self.kind(operands)?;
        if kind == Kind::Case {
            return Some(Member { name, ty: None, value: integer(operands.get(2))? });
        }
        (kind == Kind::Field).then_some(())?;
        Some(Member { name, ty: Some(target(*operands.get(2)?)?), value: integer(operands.get(3))? })
    }

    /// A case with what it carries.
    pub fn variant(&self, operand: Operand) -> Option<Variant<'module>> {
        let operands = self.node(operand)?;
        let name = self.text(operands.get(1))?;
        (self.kind(operands)? == Kind::Variant).then_some(())?;
        Some(Variant {
            name,
            value: integer(operands.get(2))?,
            size: size(operands.get(3))?,
            fields: operands.get(4..)?,
        })
    }

    /// What a function's node says.
    pub fn function(&self, node: NodeId) -> Option<DebugFunction<'module>> {
        let operands = self.metadata.operands(node);
        (self.kind(operands)? == Kind::Function).then_some(())?;
        Some(DebugFunction {
            module: self.text(operands.get(1))?,
            owner: self.text(operands.get(2))?,
            name: self.text(operands.get(3))?,
            offset: u32::try_from(integer(operands.get(4))?).ok()?,
            result: operands.get(5).copied().and_then(target),
        })
    }

    fn node(&self, operand: Operand) -> Option<&'module [Operand]> {
        match operand {
            Operand::Node(node) => Some(self.metadata.operands(node)),
            Operand::String(_) | Operand::Integer(_) | Operand::Symbol(_) | Operand::Type(_) => None,
        }
    }
}

/// The type that an operand names.
pub(crate) fn target(operand: Operand) -> Option<DebugType> {
    match operand {
        Operand::Node(node) => Some(DebugType::Node(node)),
        Operand::String(key) => Some(DebugType::Named(key)),
        Operand::Integer(_) | Operand::Symbol(_) | Operand::Type(_) => None,
    }
}

fn scalar(operand: Option<&Operand>) -> Option<Scalar> {
    match operand? {
        Operand::Type(Type::Scalar(scalar)) => Some(*scalar),
        Operand::Type(Type::Aggregate(_))
        | Operand::String(_)
        | Operand::Integer(_)
        | Operand::Node(_)
        | Operand::Symbol(_) => None,
    }
}

pub(super) fn integer(operand: Option<&Operand>) -> Option<i64> {
    match operand? {
        Operand::Integer(value) => Some(*value),
        Operand::String(_) | Operand::Node(_) | Operand::Symbol(_) | Operand::Type(_) => None,
    }
}

pub(super) fn size(operand: Option<&Operand>) -> Option<u64> {
    u64::try_from(integer(operand)?).ok()
}
