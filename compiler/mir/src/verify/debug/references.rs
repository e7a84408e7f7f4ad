//! Who refers to nodes, and whether they are what they have to be there. The list stands in
//! [`crate::metadata::references`]; must not repeat it.

use crate::debug::Kind;
use crate::ids::NodeId;
use crate::metadata::Operand;
use crate::metadata::references::{Referred, Referrer, references};

use super::Checker;

impl Checker<'_> {
    /// Everything outside of metadata refers to what it may refer to.
    pub fn references(&mut self) {
        let module = self.module;
        for (symbol, referrer, node) in references(module) {
            let (name, referred) = referrer.rule();
            match referrer {
                Referrer::Description | Referrer::VariableType => self.used[node.index()] = true,
                Referrer::Attribute
                | Referrer::FunctionNote
                | Referrer::VariableNote
                | Referrer::GlobalNote
                | Referrer::TableCall => {}
            }
            if !self.is_referred(node, referred) {
                let message = format!("{name} is {}, not {}", self.named(node), referred.words());
                self.problem(module.symbol_name(symbol), message);
            }
        }
    }

    fn is_referred(&self, node: NodeId, referred: Referred) -> bool {
        match referred {
            Referred::Anything => true,
            Referred::Function => self.kind(node) == Some(Kind::Function),
            Referred::Type => self.kind(node).is_some_and(|kind| kind.is_type() || kind == Kind::Name),
            Referred::Note => self.is_note(node),
            Referred::Tables => self.is_tables(node),
        }
    }

    /// Whether a node says which tables there are, as [`crate::dispatch`] has it, or nothing of them.
    fn is_tables(&self, node: NodeId) -> bool {
        let is_candidate = |operand: &Operand| match operand {
            Operand::Node(node) => matches!(
                self.module.metadata.operands(*node),
                [Operand::Symbol(_)] | [Operand::Symbol(_), Operand::Symbol(_)]
            ),
            Operand::String(_) | Operand::Integer(_) | Operand::Symbol(_) | Operand::Type(_) => false,
        };
        match self.module.metadata.operands(node) {
            [Operand::String(_)] | [Operand::String(_), Operand::Integer(0 | 1), Operand::Integer(0..)] => true,
            [Operand::String(_), Operand::Integer(0 | 1), candidates @ ..] => candidates.iter().all(is_candidate),
            [Operand::String(_), ..] => false,
            _ => true,
        }
    }
}
