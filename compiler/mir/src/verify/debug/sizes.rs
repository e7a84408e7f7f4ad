//! Sizes of the types that debuggers are told of: what has parts has room for them, nothing contains itself, and nothing is
//! so deep that whoever follows it needs more than a thread's stack.

use crate::debug::{DebugType, Kind, target, value_bits};
use crate::ids::NodeId;
use crate::metadata::Operand;
use crate::types::Type;

use super::Checker;

/// Nodes inside of each other. More than the parser takes of brackets, so than any type of a program has.
const MOST_LEVELS: u32 = 1_200;

/// The size of addresses on all targets.
const ADDRESS: u64 = 8;

impl Checker<'_> {
    /// All nodes have the form of their kind.
    pub fn sizes(&mut self) {
        let metadata = &self.module.metadata;
        let mut sizes = vec![0; self.used.len()];
        let mut levels = vec![0u32; self.used.len()];
        for (node, operands) in metadata.nodes().filter(|(node, _)| self.used[node.index()]) {
            let deepest = operands.iter().filter_map(|operand| match operand {
                Operand::Node(named) => Some(levels[named.index()]),
                Operand::String(_) | Operand::Integer(_) | Operand::Symbol(_) | Operand::Type(_) => None,
            });
            levels[node.index()] = deepest.max().unwrap_or(0) + 1;
            sizes[node.index()] = self.size(node, operands, &sizes);
        }
        for (node, operands) in metadata.nodes() {
            if self.used[node.index()]
                && let Some(message) = self.broken(node, operands, &sizes)
            {
                self.problem(node, message);
            }
        }
        match levels.iter().position(|level| *level > MOST_LEVELS) {
            Some(deep) => self.problem(NodeId::new(deep), format!("more than {MOST_LEVELS} nodes lie inside of it")),
            None => self.contents(),
        }
    }

    /// Bytes of a type; none of what has none or nobody knows.
    fn size(&self, node: NodeId, operands: &[Operand], sizes: &[u64]) -> u64 {
        let Some(kind) = self.kind(node) else { return 0 };
        match kind {
            Kind::Scalar | Kind::Enumeration => match operands[2] {
                Operand::Type(Type::Scalar(scalar)) => scalar.bytes(),
                Operand::Type(Type::Aggregate(_))
                | Operand::String(_)
                | Operand::Integer(_)
                | Operand::Node(_)
                | Operand::Symbol(_) => 0,
            },
            Kind::Pointer | Kind::Reference | Kind::Code => ADDRESS,
            // An open one counts as empty.
            Kind::Array => match integer(operands[3]) {
                count @ 1.. => self.size_of(operands[2], sizes).saturating_mul(count as u64),
                ..=0 => 0,
            },
            Kind::Structure | Kind::Union | Kind::Variants => integer(operands[2]) as u64,
            Kind::Text
            | Kind::Opaque
            | Kind::Field
            | Kind::Case
            | Kind::Variant
            | Kind::Definition
            | Kind::Name
            | Kind::Function
            | Kind::Datum
            | Kind::Value
            | Kind::Object => 0,
        }
    }

    /// Bytes of a type that a node names; those of what another module describes are not known here.
    fn size_of(&self, target: Operand, sizes: &[u64]) -> u64 {
        match self.described(target) {
            Some(node) if matches!(target, Operand::String(_)) => {
                self.size(node, self.module.metadata.operands(node), sizes)
            }
            Some(node) => sizes[node.index()],
            None => 0,
        }
    }

    /// The node that describes what an operand names.
    fn described(&self, operand: Operand) -> Option<NodeId> {
        match target(operand)? {
            DebugType::Node(node) => Some(node),
            DebugType::Named(key) => match self.module.metadata.operands(self.types.definition_node(key)?)[3] {
                Operand::Node(node) => Some(node),
                Operand::String(_) | Operand::Integer(_) | Operand::Symbol(_) | Operand::Type(_) => None,
            },
        }
    }

    /// What does not fit in a node.
    fn broken(&self, node: NodeId, operands: &[Operand], sizes: &[u64]) -> Option<String> {
        let size = sizes[node.index()];
        match self.kind(node)? {
            Kind::Array if size > i64::MAX as u64 => Some("an array is larger than memory can be".to_owned()),
            Kind::Structure | Kind::Union => self.outside(&operands[3..], size, sizes),
            Kind::Variant => self.outside(&operands[4..], integer(operands[3]) as u64, sizes),
            Kind::Variants => {
                let offset = integer(operands[4]) as u64;
                let tag = self.size_of(operands[3], sizes);
                if tag > if operands.len() > 5 { offset } else { size } {
                    return Some("the tag lies outside of its bytes".to_owned());
                }
                operands[5..].iter().find_map(|variant| {
                    let Operand::Node(variant) = *variant else { return None };
                    let bytes = integer(self.module.metadata.operands(variant)[3]) as u64;
                    (offset.saturating_add(bytes) > size)
                        .then(|| format!("what the case {variant} carries lies outside of the {size} bytes"))
                })
            }
            Kind::Datum => self.other_size(operands, sizes),
            Kind::Value => self.other_size(operands, sizes).or_else(|| {
                let (bytes, bits) = (integer(operands[6]), value_bits(operands[7], operands[8]));
                let kind = self.described(operands[5]).and_then(|node| self.kind(node));
                if kind.is_some_and(|kind| !kind.is_number()) {
                    return Some("its type is no number".to_owned());
                }
                let is_value = (1..=16).contains(&bytes) && (bytes == 16 || bits >> (bytes * 8) == 0);
                (!is_value).then(|| format!("a value of {bytes} bytes cannot be {bits:#x}"))
            }),
            // It may go on behind its last field.
            Kind::Object => {
                let (size, bytes) = (self.size_of(operands[5], sizes), integer(operands[7]) as u64);
                (size > bytes).then(|| format!("its type has {size} bytes, and it has {bytes}"))
            }
            Kind::Enumeration => operands[3..].iter().find_map(|case| {
                let Operand::Node(case) = *case else { return None };
                let value = integer(self.module.metadata.operands(case)[2]);
                (!fits(value, operands[2])).then(|| format!("the number of the case {case} is out of range"))
            }),
            Kind::Scalar
            | Kind::Pointer
            | Kind::Reference
            | Kind::Code
            | Kind::Array
            | Kind::Text
            | Kind::Opaque
            | Kind::Field
            | Kind::Case
            | Kind::Definition
            | Kind::Name
            | Kind::Function => None,
        }
    }

    /// A global or constant is as large as its type, if this module describes that.
    fn other_size(&self, operands: &[Operand], sizes: &[u64]) -> Option<String> {
        let (size, bytes) = (self.size_of(operands[5], sizes), integer(operands[6]) as u64);
        (size != 0 && size != bytes).then(|| format!("its type has {size} bytes, and it has {bytes}"))
    }

    /// The first of some fields that does not lie in so many bytes.
    fn outside(&self, fields: &[Operand], size: u64, sizes: &[u64]) -> Option<String> {
        fields.iter().find_map(|field| {
            let Operand::Node(field) = *field else { return None };
            let operands = self.module.metadata.operands(field);
            let end = (integer(operands[3]) as u64).saturating_add(self.size_of(operands[2], sizes));
            (end > size).then(|| format!("the field {field} lies outside of the {size} bytes"))
        })
    }

    /// What each type contains: not itself, and not too much inside of each other.
    fn contents(&mut self) {
        let mut levels: Vec<Level> = vec![Level::New; self.used.len()];
        for index in 0..self.used.len() {
            if !self.used[index] || levels[index] != Level::New {
                continue;
            }
            let first = NodeId::new(index);
            let mut open = vec![(first, self.parts(first), 0)];
            levels[index] = Level::Begun;
            while let Some((node, parts, deepest)) = open.last_mut() {
                let Some(part) = parts.pop() else {
                    let (node, level) = (*node, *deepest + 1);
                    open.pop();
                    levels[node.index()] = Level::Done(level);
                    if level > MOST_LEVELS {
                        return self.problem(node, format!("more than {MOST_LEVELS} nodes lie inside of it"));
                    }
                    if let Some((_, _, around)) = open.last_mut() {
                        *around = level.max(*around);
                    }
                    continue;
                };
                match levels[part.index()] {
                    Level::Done(level) => *deepest = level.max(*deepest),
                    Level::Begun => return self.problem(part, "it contains itself".to_owned()),
                    Level::New => {
                        levels[part.index()] = Level::Begun;
                        open.push((part, self.parts(part), 0));
                    }
                }
            }
        }
    }

    /// What lies in the bytes of a node.
    fn parts(&self, node: NodeId) -> Vec<NodeId> {
        let operands = self.module.metadata.operands(node);
        let Some(kind) = self.kind(node) else { return Vec::new() };
        let parts = match kind {
            Kind::Structure | Kind::Union => &operands[3..],
            Kind::Variant => &operands[4..],
            Kind::Variants => &operands[3..],
            Kind::Array | Kind::Field => &operands[2..3],
            Kind::Scalar
            | Kind::Pointer
            | Kind::Reference
            | Kind::Code
            | Kind::Enumeration
            | Kind::Text
            | Kind::Opaque
            | Kind::Case
            | Kind::Definition
            | Kind::Name
            | Kind::Function
            | Kind::Datum
            | Kind::Value
            | Kind::Object => &[],
        };
        parts.iter().filter_map(|part| self.described(*part)).collect()
    }
}

/// How far a node is walked.
#[derive(Clone, Copy, PartialEq)]
enum Level {
    New,
    Begun,
    /// So many nodes lie inside of each other.
    Done(u32),
}

fn integer(operand: Operand) -> i64 {
    match operand {
        Operand::Integer(number) => number,
        Operand::String(_) | Operand::Node(_) | Operand::Symbol(_) | Operand::Type(_) => 0,
    }
}

/// Whether a number is one of an integer type. Of 64 bits and more every number is.
fn fits(value: i64, ty: Operand) -> bool {
    let Operand::Type(Type::Scalar(scalar)) = ty else { return false };
    match (scalar.bits(), scalar.is_signed()) {
        (64.., _) => true,
        (bits, true) => (-(1 << (bits - 1))..1 << (bits - 1)).contains(&value),
        (bits, false) => (0..1 << bits).contains(&value),
    }
}
