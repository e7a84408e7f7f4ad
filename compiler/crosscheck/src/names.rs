//! The names by which the parts of a cross-check's program know each other. Owns them and nothing else: MIR, C and the
//! readers of what was emitted must agree on them.

/// What every name of a generated function begins with.
const CALLEE: &str = "xc_callee_";
const CALLER: &str = "xc_caller_";

/// The bytes of all values, one after the other.
pub const IMAGES: &str = "xc_images";
/// `(case)`: a callee has been reached.
pub const ENTER: &str = "xc_enter";
/// `(case, parameter, address)`: compares what a callee got.
pub const SEEN: &str = "xc_seen";
/// `(case, parameter, address, size)`: overwrites the callee's parameter, and looks at where it stands.
pub const SPOIL: &str = "xc_spoil";
/// `(case, address, size)`: overwrites the memory that a result and its guards get.
pub const PREPARE: &str = "xc_prepare";
/// `(case, address)`: compares a result and looks at the guards around it.
pub const RESULT: &str = "xc_result";
/// `(case, parameter, address)`: compares the caller's own value after the call.
pub const KEPT: &str = "xc_kept";

/// The function that is called.
pub fn callee(case: usize) -> String {
    format!("{CALLEE}{case}")
}

/// The function that calls.
pub fn caller(case: usize) -> String {
    format!("{CALLER}{case}")
}

/// The case that a function belongs to.
pub fn case_of(symbol: &str) -> Option<usize> {
    symbol.strip_prefix(CALLEE).or_else(|| symbol.strip_prefix(CALLER))?.parse().ok()
}

/// Bytes of the guards on both sides of a result.
pub fn guard(align: u64) -> u64 {
    align.max(16)
}
