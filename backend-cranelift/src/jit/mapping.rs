//! Executable memory: the rim to the operating system. Owns one mapping and the call into it. Must not know what the
//! code does; that it is code for this processor, made from verified MIR, is what the caller vouches for.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;

use mir::BackendError;

/// Memory that is written first and then, in part, executed.
pub(super) struct Mapping {
    start: *mut u8,
    size: usize,
}

// SAFETY: the memory belongs to this value alone, and no system call used here cares which thread makes it.
unsafe impl Send for Mapping {}

impl Mapping {
    /// Fresh memory, zeroed and writable.
    pub(super) fn new(size: usize) -> Result<Mapping, BackendError> {
        // SAFETY: an anonymous mapping at an address of the system's choice touches no memory that exists.
        let start = unsafe {
            libc::mmap(
                ptr::null_mut(),
                size.max(1),
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return Err(failure("memory for the program cannot be reserved"));
        }
        Ok(Mapping { start: start.cast(), size })
    }

    /// Where it starts.
    pub(super) fn address(&self) -> u64 {
        self.start.expose_provenance() as u64
    }

    /// Its bytes, while it is still writable.
    pub(super) fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the mapping has `size` bytes, all initialised to 0, and `&mut self` makes this the only reference.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.size) }
    }

    /// Makes the start executable and what follows it up to `constants_end` read-only.
    pub(super) fn protect(&mut self, code_end: usize, constants_end: usize) -> Result<(), BackendError> {
        for (start, end, protection) in
            [(0, code_end, libc::PROT_READ | libc::PROT_EXEC), (code_end, constants_end, libc::PROT_READ)]
        {
            // SAFETY: both bounds are page boundaries inside of the mapping, and nobody holds a reference to its bytes.
            let status = unsafe { libc::mprotect(self.start.add(start).cast::<c_void>(), end - start, protection) };
            if start < end && status != 0 {
                return Err(failure("memory for the program cannot be made executable"));
            }
        }
        self.synchronise(code_end);
        Ok(())
    }

    /// Makes instructions that were written as data visible to the processor's instruction fetch.
    fn synchronise(&self, code_end: usize) {
        #[cfg(target_arch = "aarch64")]
        {
            unsafe extern "C" {
                fn __clear_cache(start: *mut c_char, end: *mut c_char);
            }
            // SAFETY: the range is inside of the mapping; the function only cleans caches.
            unsafe { __clear_cache(self.start.cast(), self.start.add(code_end).cast()) };
        }
        // x86-64 keeps both in step by itself.
        #[cfg(not(target_arch = "aarch64"))]
        let _ = code_end;
    }

    /// Calls a C `main` at an offset and flushes what it left in C's buffers.
    pub(super) fn call_main(&self, offset: usize, arguments: &[String]) -> i32 {
        // An argument cannot hold a NUL on any command line; what follows one would be invisible to C.
        let texts: Vec<CString> = arguments
            .iter()
            .map(|argument| CString::new(argument.split('\0').next().unwrap_or_default()).unwrap_or_default())
            .collect();
        let mut pointers: Vec<*const c_char> = texts.iter().map(|text| text.as_ptr()).collect();
        let count = pointers.len() as c_int;
        pointers.push(ptr::null());
        default_faults();
        // SAFETY: the offset is that of a function in the mapping's executable part, compiled as a C `main`; it gets a
        // NUL-terminated vector of NUL-terminated texts that live until it returns.
        unsafe {
            let main: extern "C" fn(c_int, *const *const c_char) -> c_int =
                std::mem::transmute(self.start.add(offset).cast_const().cast::<c_void>());
            let status = main(count, pointers.as_ptr());
            libc::fflush(ptr::null_mut());
            status
        }
    }

    /// Leaves the memory in place: threads and exit handlers of the program may still use it.
    pub(super) fn keep(self) {
        std::mem::forget(self);
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: the mapping is this value's own, and no code in it has been called unless `keep` was called after.
        unsafe { libc::munmap(self.start.cast(), self.size) };
    }
}

/// Takes this process's own handlers of faults away, so that the program has its own or none.
fn default_faults() {
    for signal in [libc::SIGSEGV, libc::SIGBUS] {
        // SAFETY: the default action replaces a handler whose code stays where it is.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

fn failure(what: &str) -> BackendError {
    BackendError::new(format!("{what}: {}", std::io::Error::last_os_error()))
}
