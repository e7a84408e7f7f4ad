//! Invariants of metadata nodes and memory kinds by themselves: what they name is there, and stands before them, so nothing
//! leads to itself. Must not know what a node means.

use crate::metadata::Operand;
use crate::module::Module;
use crate::types::Type;

use super::Problem;

pub fn verify_metadata(module: &Module, problems: &mut Vec<Problem>) {
    let (texts, symbols, types) = (module.strings.len(), module.symbols.len(), module.types.len());
    for (id, operands) in module.metadata.nodes() {
        let wrong = operands.iter().find_map(|operand| match operand {
            Operand::Node(node) => (*node >= id).then_some("it names a later node"),
            Operand::String(text) => (text.index() >= texts).then_some("it names a text that is not in the module"),
            Operand::Symbol(symbol) => {
                (symbol.index() >= symbols).then_some("it names a symbol that is not in the module")
            }
            Operand::Type(Type::Aggregate(ty)) => {
                (ty.index() >= types).then_some("it names a type that is not in the module")
            }
            Operand::Type(Type::Scalar(_)) | Operand::Integer(_) => None,
        });
        if let Some(message) = wrong {
            problems.push(Problem { place: id.to_string(), message: message.to_owned() });
        }
    }
    for (id, alias) in module.metadata.aliases() {
        let mut require = |holds: bool, message: &str| {
            if !holds {
                problems.push(Problem { place: id.to_string(), message: message.to_owned() });
            }
        };
        require(alias.parent < id, "it stands before its parent");
        require(alias.name.index() < texts, "its name is not in the module");
    }
}
