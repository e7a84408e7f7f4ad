//! Why each kind of copy is made, as sentences. Owns wording; must not decide anything.

use mir::CopyFate;

use super::data::{Clause, InsertedCopy};

/// How the reason of every argument begins.
const CALLEE_OWNS: &str = "the callee owns its argument, and ";

/// Why a call copies an argument into its argument area, or passes the address of a copy.
pub(super) fn argument(value: &abi::ValueAbi) -> String {
    let forced = value.forced_to_memory().and_then(|why| why.forces_memory());
    let forced = forced.unwrap_or("the convention passes it in memory");
    format!("{CALLEE_OWNS}{forced}")
}

/// Why what is captured is copied.
pub(super) const CAPTURE: &str = "an owned closure keeps what it captures in its environment, on the heap";

/// Why a closure that is called once copies what it has captured.
pub(super) const TAKEN_OUT: &str =
    "a closure that is called once takes what it has captured out of its environment, and frees that";

/// Why an argument that owns counted values is copied first.
pub(super) const OWNED_ARGUMENT: &str =
    "the callee will drop what is in the argument, so it gets a value whose counted parts have an owner of their own";

/// Why a parameter is copied at the entry.
pub(super) const UNDERALIGNED_PARAMETER: &str =
    "the argument area keeps less alignment than the parameter's type wants";

/// Why an argument goes through a temporary.
pub(super) const UNDERALIGNED_ARGUMENT: &str =
    "it is less aligned here than its slot of the argument area, so it is put into an aligned temporary first";

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

/// What is known of a copy in optimised code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CopyOutcome {
    /// What the code of each place shows that the function was compiled to.
    Shown {
        /// The functions that the body was inlined into, innermost first, and what is left of the copy there.
        places: Vec<(Vec<String>, CopyFate)>,
        /// Whether that is the code of a build, and not of the function by itself.
        is_whole: bool,
    },
    /// Nobody has looked yet.
    NotYet,
    /// There is nobody who could look; what to do about it.
    Nobody(String),
    /// It could not be found out.
    Failed,
}

impl CopyOutcome {
    /// Whether the optimised program is known to copy these bytes, in one place at least.
    pub fn is_made(&self) -> bool {
        match self {
            CopyOutcome::Shown { places, .. } => places.iter().any(|(_, fate)| match fate {
                CopyFate::Kept | CopyFate::Moves => true,
                CopyFate::Gone | CopyFate::Unknown => false,
            }),
            CopyOutcome::NotYet | CopyOutcome::Nobody(_) | CopyOutcome::Failed => false,
        }
    }

    /// In a few words: `gone`, `loads and stores, gone in main`.
    pub fn words(&self) -> String {
        let (places, is_whole) = match self {
            CopyOutcome::Shown { places, is_whole } if !places.is_empty() => (places, *is_whole),
            CopyOutcome::Shown { .. } | CopyOutcome::Failed => return "not known".to_string(),
            CopyOutcome::NotYet => return "not known yet".to_string(),
            CopyOutcome::Nobody(_) => return "not known without lang-llvm".to_string(),
        };
        let said: Vec<String> = places
            .iter()
            .map(|(callers, fate)| match callers.last() {
                None => fate.in_words().to_string(),
                Some(_) => format!("{} in {}", fate.in_words(), callers.join(" in ")),
            })
            .collect();
        let (first, rest) = said.split_at(said.len().min(MOST_PLACES));
        let mut text = first.join(", ");
        if !rest.is_empty() {
            text.push_str(&format!(", and in {} more places", rest.len()));
        }
        if !is_whole {
            text.push_str(" (compiled by itself)");
        }
        text
    }
}

/// More places of one copy are counted only.
const MOST_PLACES: usize = 3;

/// The rule that sent a value to memory.
pub(super) fn clauses(value: &abi::ValueAbi) -> Vec<Clause> {
    let clauses = value.forced_to_memory().map(|why| Clause { clause: why.clause(), text: why.text() });
    clauses.into_iter().collect()
}

impl InsertedCopy {
    /// Why, in a few words without what is so for every copy of its kind.
    pub fn cause(&self) -> String {
        let cause = self.why.strip_prefix(CALLEE_OWNS).unwrap_or(&self.why);
        let (first, _explained) = cause.split_once(": ").unwrap_or((cause, ""));
        first.replace('`', "")
    }

    /// The kind of reason in a few words, as `lang build --emit copies` says it.
    pub fn reason_name(&self) -> &'static str {
        self.reason.in_words()
    }
}
