//! Signatures: what a function takes and gives, before any convention. Owns the interned table; must not know
//! where values travel, which [`abi::FnAbi`] says.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::ids::SignatureId;
use crate::types::Type;

/// Parameters and result as the source wrote them: aggregates are single entries.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Signature {
    /// Types of the parameters. Of a variadic call, types of all arguments, promoted as C wants.
    pub parameters: Vec<Type>,
    /// Type of the result, if there is one.
    pub result: Option<Type>,
    /// How many parameters are declared; fewer than all only in variadic calls.
    pub fixed: u32,
    /// Whether the function is declared with `...`.
    pub variadic: bool,
}

impl Signature {
    /// A signature without `...`.
    pub fn new(parameters: Vec<Type>, result: Option<Type>) -> Signature {
        let fixed = parameters.len() as u32;
        Signature { parameters, result, fixed, variadic: false }
    }

    /// A signature with `...` after the first `fixed` parameters.
    pub fn variadic(parameters: Vec<Type>, fixed: u32, result: Option<Type>) -> Signature {
        Signature { parameters, result, fixed, variadic: true }
    }
}

/// The signatures of one module, each once.
#[derive(Clone, Debug, Default)]
pub struct Signatures {
    list: Vec<Signature>,
    table: FxHashMap<Signature, SignatureId>,
}

impl Signatures {
    /// The id of a signature, new or known.
    pub fn intern(&mut self, signature: Signature) -> SignatureId {
        if let Some(known) = self.table.get(&signature) {
            return *known;
        }
        let id = SignatureId::new(self.list.len());
        self.list.push(signature.clone());
        self.table.insert(signature, id);
        id
    }

    /// All signatures in the order of their ids.
    pub(crate) fn list(&self) -> &[Signature] {
        &self.list
    }

    /// The table of such a list; `None` if one stands there twice.
    pub(crate) fn from_list(list: Vec<Signature>) -> Option<Signatures> {
        let table: FxHashMap<Signature, SignatureId> =
            list.iter().enumerate().map(|(index, signature)| (signature.clone(), SignatureId::new(index))).collect();
        (table.len() == list.len()).then_some(Signatures { list, table })
    }

    /// One signature.
    pub fn get(&self, id: SignatureId) -> &Signature {
        &self.list[id.index()]
    }

    /// All signatures in the order of their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (SignatureId, &Signature)> {
        self.list.iter().enumerate().map(|(index, signature)| (SignatureId(index as u32), signature))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
