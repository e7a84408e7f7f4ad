//! Names and scopes of source variables: side tables that debug information is made of. Owns no semantics:
//! leaving them out changes nothing that runs.

use serde::{Deserialize, Serialize};

use crate::ids::{NodeId, ScopeId, Slot, StringId};
use crate::types::Type;

/// A lexical scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scope {
    /// The scope around it; `None` for the function's own.
    pub parent: Option<ScopeId>,
    /// First byte, relative to the item's chunk.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

/// A source variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Variable {
    /// Its name.
    pub name: StringId,
    /// Its type.
    pub ty: Type,
    /// Where it lives; nowhere if its type has no bytes, or if no code comes to it. It hides others of its name all the same.
    pub slot: Option<Slot>,
    /// Where its name is visible.
    pub scope: ScopeId,
    /// Where it is declared, relative to the item's chunk.
    pub offset: u32,
    /// The number of the parameter it holds, if it is one.
    pub parameter: Option<u32>,
    /// Its source type in the module's metadata, if that says more than `ty`.
    pub source_type: Option<NodeId>,
}
