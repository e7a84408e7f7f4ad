//! The compiler library's unwinder, by which C's `backtrace` finds callers: the rim to its list of code made in memory. Must not
//! know what is in the rules.

unsafe extern "C" {
    fn __register_frame(rules: *const u8);
}

/// Tells it how callers are found, by a section `.eh_frame` that ends in a zero. It is never freed, as code is not.
pub(super) fn register(rules: Vec<u8>) {
    // SAFETY: the section is well-formed, of whole entries with an end, and lives as long as the process.
    unsafe { __register_frame(rules.leak().as_ptr()) };
}
