//! Why each kind of copy is made, as sentences. Owns wording; must not decide anything.

use mir::{CopyFate, CopyReason};

use super::data::{Clause, InsertedCopy};

/// Why a call copies an argument into its argument area.
pub(super) const STACK_ARGUMENT: &str =
    "the callee owns its argument and may change it, and the convention passes this value in memory";

/// Why a call passes the address of a copy.
pub(super) const ADDRESS_ARGUMENT: &str =
    "the callee owns its argument and may change it, so it gets the address of a copy";

/// Why an argument that owns counted values is copied first.
pub(super) const OWNED_ARGUMENT: &str =
    "the callee will drop what is in the argument, so it gets a value whose counted parts have an owner of their own";

/// Why a parameter is copied at the entry.
pub(super) const UNDERALIGNED_PARAMETER: &str =
    "the argument area keeps less alignment than the parameter's type wants";

/// Why a result goes through a temporary.
pub(super) const ALIASED_RESULT: &str =
    "the callee might reach the place where the result goes, so it writes to a temporary first";

/// Why a function copies its result.
pub(super) const RESULT: &str = "the result is written to the address that the caller gave";

/// Why a result is copied after a call.
pub(super) const LATE_PLACE: &str = "the place is found only after the call, because the call may change where it is, so the result waits in a temporary";

/// Why parts are put together elsewhere.
pub(super) const PARTS_FIRST: &str =
    "the new value is made of the old one, so its parts are put together in a temporary first";

/// Why the contents of an object are copied.
pub(super) const REPLACED_CONTENTS: &str =
    "the object behind the borrow stays where it is and gets the contents of the new one, whose memory is freed";

/// Why an exchange copies.
pub(super) const SWAP: &str = "the bytes of both values change places, by way of a temporary";

/// Why an array is filled.
pub(super) const REPEAT: &str = "each element of the array gets these bytes";

/// Why a value that is read is copied.
pub(super) fn assignment(ty: &str, moved: bool) -> String {
    match moved {
        true => format!("`{ty}` lives by value: moving it moves its bytes to the new place"),
        false => format!("`{ty}` is copied on use: both places have a value of their own"),
    }
}

/// What an optimiser made of a copy, in a few words.
pub fn fate_words(fate: CopyFate) -> &'static str {
    match fate {
        CopyFate::Kept => "survives -O2",
        CopyFate::Moves => "becomes register moves at -O2",
        CopyFate::Gone => "gone at -O2",
    }
}

/// The rules that put a value where it travels.
pub(super) fn clauses(value: &abi::ValueAbi) -> Vec<Clause> {
    let clauses = value.why.iter().map(|why| Clause {
        clause: why.clause(),
        text: why.text(),
    });
    clauses.collect()
}

impl InsertedCopy {
    /// The kind of reason in a few words, as `lang build --emit copies` says it.
    pub fn reason_name(&self) -> &'static str {
        match self.reason {
            CopyReason::Argument => "argument",
            CopyReason::CalleeLocal => "callee local",
            CopyReason::ReturnSlot => "return slot",
            CopyReason::AbiTemporary => "ABI temporary",
            CopyReason::Capture => "capture",
            CopyReason::Assignment => "assignment",
        }
    }
}
