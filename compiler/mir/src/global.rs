//! Global data. Owns bytes and the addresses in them; must not know sections or object formats.

use serde::{Deserialize, Serialize};

use crate::function::Linkage;
use crate::ids::{Align, NodeId, SymbolId};
use crate::types::Type;

/// A datum with its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Global {
    /// Its name for the linker.
    pub symbol: SymbolId,
    /// Who sees the symbol.
    pub linkage: Linkage,
    /// Whether it never changes while the program runs; addresses in it may still be filled in when it starts.
    pub constant: bool,
    /// Alignment of its address.
    pub align: Align,
    /// Its type, if it has one.
    pub ty: Option<Type>,
    /// What it starts as.
    #[serde(with = "crate::binary::bytes")]
    pub bytes: Vec<u8>,
    /// Addresses in it, by rising offset; the bytes there are 0.
    pub relocations: Vec<GlobalRelocation>,
    /// What the program notes about it: nodes as in [`crate::Note`].
    pub notes: Vec<NodeId>,
}

/// An address in a datum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GlobalRelocation {
    /// Byte offset of the eight bytes that hold it.
    pub offset: u64,
    /// Whose address.
    pub symbol: SymbolId,
    /// What is added to it.
    pub addend: i64,
}
