//! What is left of a unit when its code has been made: what debuggers are told. Owns this remainder, which debug information
//! is written of together with the artifacts of the same unit.

use super::DEBUG;
use crate::function::Note;
use crate::ids::NodeId;
use crate::metadata::Metadata;
use crate::module::Module;
use crate::strings::Strings;
use crate::variable::{Scope, Variable};

/// What debuggers are told of one unit.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// The texts.
    pub strings: Strings,
    /// The nodes of types and functions.
    pub metadata: Metadata,
    /// The functions that it defines, in order.
    pub functions: Vec<FunctionRecords>,
}

/// What debuggers are told of one function.
#[derive(Clone, Debug)]
pub struct FunctionRecords {
    /// Its symbol.
    pub symbol: String,
    /// The node with what it is called; none of what nobody wrote.
    pub function: Option<NodeId>,
    /// Its scopes.
    pub scopes: Vec<Scope>,
    /// Its variables, which artifacts name by their positions here.
    pub variables: Vec<Variable>,
    /// What is noted about it and its variables.
    pub notes: Vec<Note>,
    /// Of code that an optimiser gets, which variables may change where they are visible.
    pub changing: Vec<bool>,
}

impl Records {
    /// What a unit says, without its code; and what can be said of code that is optimised only by looking at it before.
    pub fn of(module: Module, is_optimised: bool) -> Records {
        let key = module.strings.find(DEBUG);
        let mut functions = Vec::with_capacity(module.functions.len());
        for function in module.functions {
            if !function.is_defined() {
                continue;
            }
            let said = function.attributes.iter().find(|attribute| Some(attribute.key) == key);
            let changing = if is_optimised { function.changing_variables() } else { Vec::new() };
            functions.push(FunctionRecords {
                changing,
                symbol: module.strings.text(module.symbols.get(function.symbol).name).to_owned(),
                function: said.map(|attribute| attribute.node),
                scopes: function.scopes,
                variables: function.variables,
                notes: function.notes,
            });
        }
        Records { strings: module.strings, metadata: module.metadata, functions }
    }
}
