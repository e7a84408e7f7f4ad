//! What debuggers are told of globals and constants. Owns the form of these nodes: nobody names them, so they are found among
//! all nodes of a module, and no code depends on them. A global has one where it is defined; a constant, that and one wherever
//! a function uses it, since most have no place of their own.

use super::read::{integer, size};
use super::{DebugNodes, DebugType, DebugTypes, Kind, target};
use crate::ids::NodeId;
use crate::metadata::Operand;

/// A global or a constant of a module.
#[derive(Clone, Copy, Debug)]
pub struct DebugDatum<'text> {
    /// Its full name as a symbol, by which its place in the text is known.
    pub key: &'text str,
    /// The full path of its module, names separated by points.
    pub module: &'text str,
    /// Its own name.
    pub name: &'text str,
    /// Where it begins: a byte offset relative to the item's chunk.
    pub offset: u32,
    /// Its type; of what is used like an object, the object's.
    pub ty: DebugType,
    /// How its value is found.
    pub held: Held<'text>,
}

/// How the value of a global or constant is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held<'text> {
    /// So many bytes lie at the symbol that is its key.
    InMemory(u64),
    /// So many bytes, lowest first, are these bits.
    Known(u64, u128),
    /// It is used like an object of so many bytes, which lies at a symbol.
    Object(&'text str, u64),
}

impl DebugNodes<'_> {
    /// A global or constant, with what is noted about it.
    pub fn datum(&mut self, datum: DebugDatum<'_>, notes: &[NodeId]) {
        self.begin(match datum.held {
            Held::InMemory(_) => Kind::Datum,
            Held::Known(..) => Kind::Value,
            Held::Object(..) => Kind::Object,
        });
        self.text(datum.key);
        self.text(datum.module);
        self.text(datum.name);
        self.integer(u64::from(datum.offset));
        self.operands.push(datum.ty.operand());
        match datum.held {
            Held::InMemory(bytes) => self.integer(bytes),
            Held::Known(bytes, bits) => {
                self.integer(bytes);
                self.integer(bits as u64);
                self.integer((bits >> 64) as u64);
            }
            Held::Object(symbol, bytes) => {
                self.text(symbol);
                self.integer(bytes);
            }
        }
        self.operands.extend(notes.iter().copied().map(Operand::Node));
        self.end();
    }
}

impl<'module> DebugTypes<'module> {
    /// The globals and constants, in the order in which they were told, each with the nodes of what is noted about it.
    pub fn data(&self) -> impl Iterator<Item = (DebugDatum<'module>, &'module [Operand])> {
        self.data.iter().filter_map(|node| self.datum(*node))
    }

    fn datum(&self, node: NodeId) -> Option<(DebugDatum<'module>, &'module [Operand])> {
        let operands = self.metadata.operands(node);
        let (held, notes) = match self.kind(operands)? {
            Kind::Datum => (Held::InMemory(size(operands.get(6))?), 7),
            Kind::Value => (Held::Known(size(operands.get(6))?, value_bits(*operands.get(7)?, *operands.get(8)?)), 9),
            Kind::Object => (Held::Object(self.text(operands.get(6))?, size(operands.get(7))?), 8),
            _ => return None,
        };
        let datum = DebugDatum {
            key: self.text(operands.get(1))?,
            module: self.text(operands.get(2))?,
            name: self.text(operands.get(3))?,
            offset: u32::try_from(integer(operands.get(4))?).ok()?,
            ty: target(*operands.get(5)?)?,
            held,
        };
        Some((datum, operands.get(notes..)?))
    }
}

/// The bits that two numbers of a node are together.
pub(crate) fn value_bits(low: Operand, high: Operand) -> u128 {
    let bits = |operand| integer(Some(&operand)).unwrap_or(0) as u64;
    u128::from(bits(low)) | u128::from(bits(high)) << 64
}
