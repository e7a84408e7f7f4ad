//! The rim itself. Owns what is done with raw pointers, and that neither an error nor a panic crosses it. Everything unsafe of
//! this library that is more than an attribute stands here.

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::data::LangAbiStatus;
use crate::texts::owned;
use crate::types::LangAbiTypes;

/// Why something is not done.
pub enum Refusal {
    /// An argument makes no sense.
    Invalid(String),
    /// The library does not describe it.
    Unsupported(abi::Unsupported),
}

impl From<abi::Unsupported> for Refusal {
    fn from(unsupported: abi::Unsupported) -> Refusal {
        Refusal::Unsupported(unsupported)
    }
}

pub fn invalid<T>(message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Invalid(message.into()))
}

/// Answers a question about types that C gave, or keeps why not.
///
/// # Safety
/// `types` is null or what [`crate::lang_abi_types_new`] gave, not freed, and nobody else uses it now; `place` is null or may
/// be written.
pub unsafe fn ask<T>(
    types: *mut LangAbiTypes,
    place: *mut T,
    question: impl FnOnce(&mut LangAbiTypes) -> Result<T, Refusal>,
) -> LangAbiStatus {
    // SAFETY: the caller says so.
    let Some(types) = (unsafe { types.as_mut() }) else { return LangAbiStatus::Invalid };
    let (status, message) = match catch_unwind(AssertUnwindSafe(|| question(types))) {
        Ok(Ok(_)) if place.is_null() => {
            (LangAbiStatus::Invalid, "the place of the answer is a null pointer".to_owned())
        }
        Ok(Ok(answer)) => {
            // SAFETY: the caller says so.
            unsafe { place.write(answer) };
            (LangAbiStatus::Ok, String::new())
        }
        Ok(Err(Refusal::Invalid(message))) => (LangAbiStatus::Invalid, message),
        Ok(Err(Refusal::Unsupported(unsupported))) => (LangAbiStatus::Unsupported, unsupported.to_string()),
        Err(_) => (LangAbiStatus::Internal, "a mistake of this library: please report what led to it".to_owned()),
    };
    types.error = owned(&message);
    status
}

/// A list of C.
///
/// # Safety
/// `first` is null, or so many items can be read there while the result is used.
pub unsafe fn list<'list, T>(first: *const T, count: usize) -> Result<&'list [T], Refusal> {
    match (first.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => invalid("a list of some items is a null pointer"),
        // SAFETY: the caller says so.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(first, count) }),
    }
}

/// A text of C, if there is one.
///
/// # Safety
/// `text` is null or ends in a zero byte, while the result is used.
pub unsafe fn text<'text>(text: *const c_char) -> Result<Option<&'text str>, Refusal> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller says so.
    match unsafe { CStr::from_ptr(text) }.to_str() {
        Ok(text) => Ok(Some(text)),
        Err(_) => invalid("a text is not UTF-8"),
    }
}
