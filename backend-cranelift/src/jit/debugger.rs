//! GDB's interface for code made in memory, which lldb reads, too: the rim to whatever debugger holds this process. Owns the
//! list of symbol files that debuggers read, and the function that they stop at to hear of a new one. Must not know what is
//! in a symbol file.
//!
//! Names, layout and version are those of the interface (GDB's manual, 'JIT Compilation Interface'): a debugger knows the
//! symbols of this executable, and nothing else.

use std::hint::black_box;
use std::ptr;
use std::sync::{Mutex, PoisonError};

/// A symbol file in the list.
#[repr(C)]
pub struct CodeEntry {
    next: *mut CodeEntry,
    previous: *mut CodeEntry,
    symbol_file: *const u8,
    bytes: u64,
}

/// Where debuggers begin to read.
#[repr(C)]
pub struct Descriptor {
    version: u32,
    action: u32,
    relevant: *mut CodeEntry,
    first: *mut CodeEntry,
}

const VERSION: u32 = 1;
const REGISTERED: u32 = 1;

/// What debuggers look for.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "debuggers know it by this name")]
pub static mut __jit_debug_descriptor: Descriptor =
    Descriptor { version: VERSION, action: 0, relevant: ptr::null_mut(), first: ptr::null_mut() };

/// Where debuggers stop this process to read [`__jit_debug_descriptor`].
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn __jit_debug_register_code() {
    // A function without any effect would not be called.
    black_box(&raw const __jit_debug_descriptor);
}

/// The list is written by one thread at a time.
static LIST: Mutex<()> = Mutex::new(());

/// Where a program finds the address and the length of its symbol file.
pub(super) fn bounds(symbol_file: &'static [u8]) -> u64 {
    let address = symbol_file.as_ptr().expose_provenance() as u64;
    let bounds: &'static mut [u64; 2] = Box::leak(Box::new([address, symbol_file.len() as u64]));
    ptr::from_mut(bounds).expose_provenance() as u64
}

/// Tells debuggers of code by an image of an ELF file.
pub(super) fn register(symbol_file: &'static [u8]) {
    let bytes = symbol_file.len() as u64;
    let guard = LIST.lock().unwrap_or_else(PoisonError::into_inner);
    let descriptor = &raw mut __jit_debug_descriptor;
    // SAFETY: only this function touches the descriptor and the entries, under the lock, and no entry is ever freed; a
    // debugger reads them while this process stands still in the function that is called last.
    unsafe {
        let first = (*descriptor).first;
        let entry = CodeEntry { next: first, previous: ptr::null_mut(), symbol_file: symbol_file.as_ptr(), bytes };
        let entry = ptr::from_mut(Box::leak(Box::new(entry)));
        if !first.is_null() {
            (*first).previous = entry;
        }
        descriptor.write_volatile(Descriptor { version: VERSION, action: REGISTERED, relevant: entry, first: entry });
    }
    __jit_debug_register_code();
    drop(guard);
}
