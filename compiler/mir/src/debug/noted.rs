//! What the program notes about itself (`@[note("…")]`), all of a module in one list. Owns the walk over everything that may bear
//! a note and the words for what each is about; must not know who shows them.

use rustc_hash::FxHashSet;

use crate::ids::NodeId;
use crate::metadata::Operand;
use crate::module::Module;

use super::DebugTypes;

/// Something noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted<'module> {
    /// The symbol of the function, global or constant, or the full name of the type, in whose item the note stands.
    pub owner: &'module str,
    /// The variable of the function that it is about, if it is about one.
    pub variable: Option<&'module str>,
    /// What is noted.
    pub text: &'module str,
    /// Bytes from the start of the item's chunk.
    pub offset: u32,
}

/// Everything noted in a module: about globals and constants, about types, about functions and their variables. What has not
/// the right form is not there.
pub fn noted(module: &Module) -> Vec<Noted<'_>> {
    let mut all = Vec::new();
    let mut add = |owner, variable, node: NodeId| {
        if let [Operand::String(text), Operand::Integer(offset)] = *module.metadata.operands(node)
            && let Ok(offset) = u32::try_from(offset)
        {
            all.push(Noted { owner, variable, text: module.strings.text(text), offset });
        }
    };
    for global in &module.globals {
        global.notes.iter().for_each(|note| add(module.symbol_name(global.symbol), None, *note));
    }
    // One that lies in memory here is no datum once more.
    let told: FxHashSet<&str> = module
        .globals
        .iter()
        .filter(|global| !global.notes.is_empty())
        .map(|global| module.symbol_name(global.symbol))
        .collect();
    let nodes = |operands: &[Operand]| -> Vec<NodeId> {
        let node = |operand: &Operand| match operand {
            Operand::Node(node) => Some(*node),
            Operand::String(_) | Operand::Integer(_) | Operand::Symbol(_) | Operand::Type(_) => None,
        };
        operands.iter().filter_map(node).collect()
    };
    let types = DebugTypes::new(&module.strings, &module.metadata);
    for (datum, notes) in types.data() {
        if !told.contains(datum.key) {
            nodes(notes).into_iter().for_each(|note| add(datum.key, None, note));
        }
    }
    for key in types.keys() {
        nodes(types.notes(key)).into_iter().for_each(|note| add(types.key(key), None, note));
    }
    for function in &module.functions {
        for note in &function.notes {
            let variable = note.variable.and_then(|variable| function.variables.get(variable.index()));
            let variable = variable.map(|variable| module.strings.text(variable.name));
            add(module.symbol_name(function.symbol), variable, note.node);
        }
    }
    all
}
