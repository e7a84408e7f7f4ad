//! Who refers to metadata nodes from outside of metadata, and what the node has to be. Owns this list, as data; what nodes
//! may say of each other is the list beside ([`crate::debug`], one form for each kind). The verifier holds both.
//!
//! | who | refers to |
//! | --- | --- |
//! | an attribute of a function | any node |
//! | its attribute `debug` | a `function` |
//! | the type of a variable | a type, or a `named` |
//! | a note of a function, a variable, a global | `("text", place)` |
//! | a call through a table | what tables there are: see [`crate::dispatch`]; a node that begins with no text says nothing of them |
//! | a node | nodes before it; if debuggers are told of it, those of its kind's form |
//!
//! Instructions, blocks, types, signatures and symbols refer to none.

use crate::debug::DEBUG;
use crate::ids::{NodeId, SymbolId};
use crate::module::Module;

/// Who refers to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Referrer {
    /// The attribute of a function that tells debuggers of it.
    Description,
    /// Any other attribute of a function.
    Attribute,
    /// A variable.
    VariableType,
    /// What is noted about a function.
    FunctionNote,
    /// What is noted about a variable.
    VariableNote,
    /// What is noted about a global.
    GlobalNote,
    /// A call through a table.
    TableCall,
}

/// What a node has to be where somebody refers to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Referred {
    /// Any node.
    Anything,
    /// What debuggers are told of a function.
    Function,
    /// A type, or the key of one in a node.
    Type,
    /// Something noted: see [`crate::Note`].
    Note,
    /// Which tables there are (see [`crate::dispatch`]), or what begins with no text and says nothing of them.
    Tables,
}

impl Referrer {
    /// All of them.
    #[cfg(test)]
    pub(crate) const ALL: [Referrer; 7] = [
        Referrer::Description,
        Referrer::Attribute,
        Referrer::VariableType,
        Referrer::FunctionNote,
        Referrer::VariableNote,
        Referrer::GlobalNote,
        Referrer::TableCall,
    ];

    /// Its name in messages, and what it may refer to.
    pub(crate) fn rule(self) -> (&'static str, Referred) {
        match self {
            Referrer::Description => ("the attribute 'debug' of a function", Referred::Function),
            Referrer::Attribute => ("an attribute of a function", Referred::Anything),
            Referrer::VariableType => ("the type of a variable", Referred::Type),
            Referrer::FunctionNote => ("a note of a function", Referred::Note),
            Referrer::VariableNote => ("a note of a variable", Referred::Note),
            Referrer::GlobalNote => ("a note of a global", Referred::Note),
            Referrer::TableCall => ("the tables of a call", Referred::Tables),
        }
    }
}

impl Referred {
    /// In words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Referred::Anything => "a node",
            Referred::Function => "a 'function'",
            Referred::Type => "a type's node or a 'named'",
            Referred::Note => "a text without zero bytes and a place in a text",
            Referred::Tables => "a name alone, or with 0 or 1 and either how many tables there are or the node of each",
        }
    }
}

/// Everything outside of metadata that refers to a node, with the function or global that it belongs to.
pub(crate) fn references(module: &Module) -> impl Iterator<Item = (SymbolId, Referrer, NodeId)> {
    let key = module.strings.find(DEBUG);
    let of_functions = module.functions.iter().flat_map(move |function| {
        let attributes = function.attributes.iter().map(move |attribute| {
            let is_description = Some(attribute.key) == key;
            (if is_description { Referrer::Description } else { Referrer::Attribute }, attribute.node)
        });
        let types = function.variables.iter().filter_map(|variable| variable.source_type);
        let types = types.map(|node| (Referrer::VariableType, node));
        let notes = function.notes.iter().map(|note| match note.variable {
            Some(_) => (Referrer::VariableNote, note.node),
            None => (Referrer::FunctionNote, note.node),
        });
        let tables = function.table_calls.iter().map(|known| (Referrer::TableCall, known.tables));
        let all = attributes.chain(types).chain(notes).chain(tables);
        all.map(|(referrer, node)| (function.symbol, referrer, node))
    });
    let of_globals = module
        .globals
        .iter()
        .flat_map(|global| global.notes.iter().map(|node| (global.symbol, Referrer::GlobalNote, *node)));
    of_functions.chain(of_globals)
}
