//! How the values of a signature travel in lowered form: the target's description, and where each value stands in the
//! lists of lowered functions and calls. Owns these facts, written down once by the ABI pass, so that nobody who reads a
//! list counts for himself; must not know conventions, which decided in [`abi`].

use std::ops::Range;

use abi::llvm::LlvmSignature;
use abi::{FnAbi, Placement};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What the ABI pass attaches to functions and calls of one signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passing {
    /// Where each value travels.
    pub abi: FnAbi,
    /// Where each value stands in the lists.
    pub list: LoweredList,
    /// The signature in LLVM's IR, if the pass was asked for it.
    pub llvm: Option<LlvmSignature>,
}

/// Where the values of a signature stand in the list of parameters of a lowered function, or of arguments of a lowered
/// call: the address for the result comes first, if the caller gives one; then of each parameter, in the order of the
/// signature, its parts, or its address, or its bytes on the stack. The parts of a result are a list of their own, in the
/// description's order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoweredList {
    /// Where the first parameter begins, then where each one ends.
    pub(crate) bounds: SmallVec<[u32; 6]>,
}

impl Passing {
    /// A description with the lists that follow from it.
    pub fn new(abi: FnAbi, llvm: Option<LlvmSignature>) -> Passing {
        Passing { list: LoweredList::of(&abi), abi, llvm }
    }
}

impl LoweredList {
    fn of(abi: &FnAbi) -> LoweredList {
        let mut end = match abi.result.placement {
            Placement::Sret { .. } => 1,
            Placement::Ignore | Placement::Parts(_) | Placement::Memory(_) => 0,
        };
        let mut bounds = SmallVec::with_capacity(abi.params.len() + 1);
        bounds.push(end);
        for parameter in &abi.params {
            end += match &parameter.placement {
                Placement::Ignore | Placement::Sret { .. } => 0,
                Placement::Parts(parts) => parts.len() as u32,
                Placement::Memory(_) => 1,
            };
            bounds.push(end);
        }
        LoweredList { bounds }
    }

    /// Where the address for the result stands, if the caller gives one.
    pub fn result_address(&self) -> Option<usize> {
        (self.bounds[0] > 0).then_some(0)
    }

    /// Where a parameter stands: one place for each of its parts, one for an address or for bytes, none if it does not
    /// travel.
    pub fn parameter(&self, number: usize) -> Range<usize> {
        self.bounds[number] as usize..self.bounds[number + 1] as usize
    }

    /// Where each parameter stands, in the order of the signature.
    pub fn parameters(&self) -> impl Iterator<Item = Range<usize>> {
        self.bounds.windows(2).map(|bounds| bounds[0] as usize..bounds[1] as usize)
    }

    /// Whether it can be asked about so many parameters, whatever it answers: what was read from bytes may hold anything.
    pub(crate) fn has_parameters(&self, count: usize) -> bool {
        self.bounds.len() == count + 1
    }
}
