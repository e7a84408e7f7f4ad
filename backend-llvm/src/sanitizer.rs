//! Sanitizers: LLVM's passes that have each access to memory watched. Owns how LLVM calls them; must not know which functions are
//! watched, nor where the library is that does it.

use std::ffi::c_char;
use std::sync::Once;

use inkwell::llvm_sys::support::LLVMParseCommandLineOptions;
use inkwell::module::Module;
use inkwell::targets::TargetMachine;
use mir::{BackendError, Sanitizer};

use crate::machine;

/// The attribute of functions that are watched.
pub(crate) fn attribute(sanitizer: Sanitizer) -> &'static str {
    match sanitizer {
        Sanitizer::Address => "sanitize_address",
        Sanitizer::Thread => "sanitize_thread",
    }
}

/// Writes the calls and checks into a module whose other passes are done.
pub(crate) fn watch(module: &Module<'_>, machine: &TargetMachine, sanitizer: Sanitizer) -> Result<(), BackendError> {
    let passes = match sanitizer {
        Sanitizer::Address => "asan",
        Sanitizer::Thread => "tsan-module,function(tsan)",
    };
    settings();
    machine::run_passes(module, machine, passes)
}

/// What can be said of the passes in no other way. Constants and globals stay as they are: tables are found by what stands
/// around them. Groups of sections are for linkers that leave out what they have twice; there is nothing twice.
fn settings() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let words = [c"lang-llvm", c"-asan-globals=0", c"-asan-with-comdat=0"];
        let words: [*const c_char; 3] = words.map(|word| word.as_ptr());
        // SAFETY: the words are texts that live for ever, as many as is said, and LLVM reads them here only.
        unsafe { LLVMParseCommandLineOptions(words.len() as i32, words.as_ptr(), std::ptr::null()) };
    });
}
