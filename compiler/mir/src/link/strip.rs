//! What of a module nothing needs that runs. Owns which nodes of metadata that is; how all else is moved, the map knows.

use super::map::Map;
use super::move_items;
use crate::debug::form::{Rest, Wanted};
use crate::debug::{DEBUG, DebugTypes};
use crate::ids::{NodeId, StringId};
use crate::metadata::Operand;
use crate::metadata::references::{Referrer, references};
use crate::module::{Declaration, Module};
use crate::provenance;

/// What is left out of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strip {
    /// The names of types, which become unnamed, and of members.
    pub names: bool,
    /// Variables with their scopes, and the nodes that debuggers are told of. Where functions stand remains: failed checks
    /// tell it.
    pub debug: bool,
    /// What is noted, and nodes of which the compiler knows nothing and that nothing names.
    pub metadata: bool,
}

impl Strip {
    /// All that changes nothing.
    pub const EVERYTHING: Strip = Strip { names: true, debug: true, metadata: true };
    pub(super) const NOTHING: Strip = Strip { names: false, debug: false, metadata: false };
}

/// Removes what changes nothing that runs. Symbols keep their names, which linkers need.
pub fn strip(module: &mut Module, what: Strip) {
    let source = std::mem::take(module);
    module.name.clone_from(&source.name);
    module.target = source.target;
    let mut map = Map::new(module, &source, what);
    move_items(module, source, &mut map).expect("an empty module defines nothing that could be there twice");
}

/// The key of the attribute that is left out, if it is.
pub(super) fn dropped_attribute(module: &Module, what: Strip) -> Option<StringId> {
    if what.debug { module.strings.find(DEBUG) } else { None }
}

/// Which nodes stay.
pub(super) fn kept_nodes(module: &Module, what: Strip) -> Vec<bool> {
    let count = module.metadata.nodes().len();
    if !what.debug && !what.metadata {
        return vec![true; count];
    }
    let mut kept = vec![false; count];
    for (_, referrer, node) in references(module) {
        kept[node.index()] |= match referrer {
            Referrer::Attribute | Referrer::TableCall => true,
            Referrer::Description | Referrer::VariableType => !what.debug,
            Referrer::FunctionNote | Referrer::GlobalNote => !what.metadata,
            Referrer::VariableNote => !what.debug && !what.metadata,
        };
    }
    let types = DebugTypes::new(&module.strings, &module.metadata);
    for (id, operands) in module.metadata.nodes() {
        let is_told = types.kind(operands).is_some();
        kept[id.index()] |= match operands {
            _ if provenance::is_provenance(module, operands) => !what.debug || tells_of_code(module, operands),
            _ if is_told => !what.debug,
            _ => !what.metadata && !is_note(operands),
        };
    }
    for index in (0..count).rev() {
        if !kept[index] {
            continue;
        }
        for operand in needed_operands(&types, module.metadata.operands(NodeId::new(index)), what) {
            if let Operand::Node(node) = operand {
                kept[node.index()] = true;
            }
        }
    }
    kept
}

/// Whether it is not about data, of which nobody but a debugger asks where it stands.
fn tells_of_code(module: &Module, operands: &[Operand]) -> bool {
    match operands.get(1) {
        Some(Operand::Symbol(symbol)) => module.symbols.get(*symbol).declaration == Declaration::Function,
        Some(Operand::Node(_) | Operand::String(_) | Operand::Integer(_) | Operand::Type(_)) | None => true,
    }
}

/// Whether a node has the form of something noted, which whoever notes it names.
fn is_note(operands: &[Operand]) -> bool {
    matches!(operands, [Operand::String(_), Operand::Integer(_)])
}

/// The operands of a node that stay with it.
pub(super) fn needed_operands<'node>(
    types: &DebugTypes<'_>,
    operands: &'node [Operand],
    what: Strip,
) -> &'node [Operand] {
    let form = types.kind(operands).map(|kind| kind.form());
    match form {
        Some((wanted, Rest::All(Wanted::Note))) if what.metadata => &operands[..operands.len().min(1 + wanted.len())],
        Some(_) | None => operands,
    }
}
