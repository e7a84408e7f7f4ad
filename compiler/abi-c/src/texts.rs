//! Texts for C. Owns those that never change, which are kept for ever, once each; must not know what they say.

use std::collections::HashMap;
use std::ffi::{CString, c_char};
use std::sync::{LazyLock, Mutex, PoisonError};

static KEPT: LazyLock<Mutex<HashMap<&'static str, CString>>> = LazyLock::new(Mutex::default);

/// A text of this library as C has it. The list of them is finite, so the memory is, too.
pub fn kept(text: &'static str) -> *const c_char {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.entry(text).or_insert_with(|| owned(text)).as_ptr()
}

/// A text as C has it; it ends in front of a zero byte.
pub fn owned(text: &str) -> CString {
    let text = text.split('\0').next().unwrap_or_default();
    CString::new(text).unwrap_or_default()
}
