//! What debuggers are told of two functions that have become one. Owns what is left then: of what the two say differently
//! nothing is said, since it would be wrong for one of them.

use super::{DEBUG, DebugFunction, DebugType, DebugTypes};
use crate::function::{Function, Note};
use crate::ids::NodeId;
use crate::module::Module;

/// Leaves of what a module with one function tells debuggers what `other`, whose code is the same, tells as well: types that
/// have one name in both, and the function's name without type arguments.
pub fn keep_what_is_common(kept: &mut Module, other: &Module) {
    let ([ours], [theirs]) = (kept.functions.as_slice(), other.functions.as_slice()) else { return };
    let (types, other_types) =
        (DebugTypes::new(&kept.strings, &kept.metadata), DebugTypes::new(&other.strings, &other.metadata));
    let name = |types: &DebugTypes<'_>, node: Option<NodeId>| node.map(|node| name(types, types.of_node(node)));
    let different: Vec<usize> = ours
        .variables
        .iter()
        .zip(&theirs.variables)
        .enumerate()
        .filter(|(_, (our, their))| name(&types, our.source_type) != name(&other_types, their.source_type))
        .map(|(number, _)| number)
        .collect();
    let function = said(kept).zip(said(other)).and_then(|((place, our), (_, their))| {
        let (our, their) = (types.function(our)?, other_types.function(their)?);
        let is_same_result = result(&types, our) == result(&other_types, their);
        let is_same = (our.owner, our.name) == (their.owner, their.name) && is_same_result;
        (!is_same).then(|| {
            let texts = [our.module, plain(our.owner), plain(our.name)].map(str::to_owned);
            (place, texts, our.offset, our.result.filter(|_| is_same_result))
        })
    });
    let noted = |types: &DebugTypes<'_>, function: &Function| -> Vec<_> {
        let note = |note: &Note| (note.variable, types.note(note.node).map(str::to_owned));
        function.notes.iter().map(note).collect()
    };
    if noted(&types, ours) != noted(&other_types, theirs) {
        kept.functions[0].notes.clear();
    }
    for number in different {
        kept.functions[0].variables[number].source_type = None;
    }
    if let Some((place, [module, owner, name], offset, result)) = function {
        let said = DebugFunction { module: &module, owner: &owner, name: &name, offset, result };
        let node = kept.debug_nodes().function(said);
        kept.functions[0].attributes[place].node = node;
    }
}

/// The place of what a function says of itself among its attributes, and the node.
fn said(module: &Module) -> Option<(usize, NodeId)> {
    let key = module.strings.find(DEBUG)?;
    let attributes = &module.functions.first()?.attributes;
    let place = attributes.iter().position(|attribute| attribute.key == key)?;
    Some((place, attributes[place].node))
}

fn name(types: &DebugTypes<'_>, ty: DebugType) -> Option<String> {
    match ty {
        DebugType::Named(key) => Some(types.key(key).to_owned()),
        DebugType::Node(node) => Some(types.describe(node)?.name.to_owned()),
    }
}

fn result(types: &DebugTypes<'_>, function: DebugFunction<'_>) -> Option<Option<String>> {
    function.result.map(|result| name(types, result))
}

/// A name without type arguments.
fn plain(name: &str) -> &str {
    name.split_once('[').map_or(name, |(plain, _)| plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(notes: &[&str]) -> Module {
        let text = "module \"m\"\nfunction system_abi export @f() : () {\nb0:\n  return\n}\n";
        let mut module = crate::read(text).expect("the text is of the form");
        for text in notes {
            let node = module.debug_nodes().note(text, 0);
            module.functions[0].notes.push(Note { variable: None, node });
        }
        module
    }

    #[test]
    fn what_only_one_of_two_notes_is_left_out() {
        for (kept, other, left) in [
            (&["a", "b"][..], &["a", "b"][..], 2),
            (&["a"], &["b"], 0),
            (&["a"], &[], 0),
            (&[], &["a"], 0),
            (&["a", "b"], &["a"], 0),
        ] {
            let mut kept = module(kept);
            keep_what_is_common(&mut kept, &module(other));
            assert_eq!(kept.functions[0].notes.len(), left, "{other:?}");
        }
    }
}
