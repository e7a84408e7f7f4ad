//! Invariants of symbols and data.

use crate::ids::AbiId;
use crate::module::Module;

use super::Problem;
use super::calls::is_list_of;

pub fn verify_module(module: &Module, problems: &mut Vec<Problem>) {
    let mut defined = vec![false; module.symbols.len()];
    let functions = module.functions.iter().map(|function| function.symbol);
    let globals = module.globals.iter().map(|global| global.symbol);
    for symbol in functions.chain(globals) {
        match defined.get_mut(symbol.index()) {
            None => {
                problems.push(Problem { place: symbol.to_string(), message: "it is not in the module".to_owned() });
                return;
            }
            Some(again) => {
                if std::mem::replace(again, true) {
                    let place = module.symbol_name(symbol).to_owned();
                    problems.push(Problem { place, message: "it is defined twice".to_owned() });
                }
            }
        }
    }
    for (id, signature) in module.signatures.iter() {
        if signature.fixed as usize > signature.parameters.len() {
            problems.push(Problem {
                place: id.to_string(),
                message: "more parameters are declared than there are".to_owned(),
            });
        }
    }
    for (index, passing) in module.abis.iter().enumerate() {
        if !is_list_of(&passing.list, &passing.abi) {
            let place = AbiId::new(index).to_string();
            let message = "the positions are not those of the list that the description wants".to_owned();
            problems.push(Problem { place, message });
        }
    }
    for global in &module.globals {
        let mut require = |holds: bool, message: &str| {
            if !holds {
                let place = module.symbol_name(global.symbol).to_owned();
                problems.push(Problem { place, message: message.to_owned() });
            }
        };
        let mut free = 0;
        for relocation in &global.relocations {
            require(relocation.offset >= free, "relocations stand by rising offset and apart");
            free = relocation.offset.saturating_add(8);
            require(free <= global.bytes.len() as u64, "a relocation lies outside");
            require(relocation.symbol.index() < module.symbols.len(), "a relocation's symbol is not in the module");
        }
        let nodes = module.metadata.nodes().len();
        require(global.notes.iter().all(|note| note.index() < nodes), "a note is out of range");
        if let Some(ty) = global.ty {
            let layout = module.types.layout(ty);
            require(layout.size == global.bytes.len() as u64, "it has not the size of its type");
            require(layout.align <= global.align, "it is less aligned than its type");
        }
    }
}
