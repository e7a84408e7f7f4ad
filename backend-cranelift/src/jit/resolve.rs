//! Names to addresses in this process. Owns the search in libraries and the process itself. Must not know what uses
//! an address.

use std::ffi::{CStr, CString, c_void};

use mir::BackendError;

use super::builtins;

/// The C mathematics library, which this process itself may not have loaded.
const MATHEMATICS: &str = "m";
/// Development packages install `libNAME.so`, often a text for the linker; programs load `libNAME.so.VERSION`.
const VERSIONS: std::ops::RangeInclusive<u32> = 0..=9;

/// The addresses of names, in their order.
pub(super) fn addresses(names: &[&str], libraries: &[String]) -> Result<Vec<u64>, BackendError> {
    // Programs may use it without asking, as with a C compiler that has it built in; if it is missing, names will be.
    let mut opened: Vec<_> = open(MATHEMATICS).into_iter().collect();
    for library in libraries {
        let handle = open(library).map_err(|reason| {
            BackendError::new(format!(
                "the library `{library}` cannot be loaded into this process: {reason}"
            ))
        })?;
        opened.push(handle);
    }
    let mut missing = Vec::new();
    let mut addresses = Vec::with_capacity(names.len());
    for name in names {
        match address(name, &opened) {
            Some(address) => addresses.push(address),
            None => missing.push(*name),
        }
    }
    if missing.is_empty() {
        return Ok(addresses);
    }
    Err(BackendError::new(format!("no library defines {}", missing.join(", "))))
}

fn address(name: &str, libraries: &[*mut c_void]) -> Option<u64> {
    if let Some(builtin) = builtins::address(name) {
        return Some(builtin);
    }
    let name = CString::new(name).ok()?;
    libraries
        .iter()
        .chain([&libc::RTLD_DEFAULT])
        .find_map(|library| look_up(*library, &name))
}

fn look_up(library: *mut c_void, name: &CStr) -> Option<u64> {
    // SAFETY: the handle came from `dlopen` and is never closed, or is the one that stands for the process.
    let address = unsafe { libc::dlsym(library, name.as_ptr()) };
    (!address.is_null()).then(|| address.expose_provenance() as u64)
}

/// Loads a library by path, or by the name that `-l` takes.
fn open(library: &str) -> Result<*mut c_void, String> {
    if library.contains('/') {
        return load(library);
    }
    load(&format!("lib{library}.so")).or_else(|reason| {
        let mut versions = VERSIONS.rev();
        let found = versions.find_map(|version| load(&format!("lib{library}.so.{version}")).ok());
        found.ok_or(reason)
    })
}

/// Loads a file, or says why the system does not.
fn load(path: &str) -> Result<*mut c_void, String> {
    let path = CString::new(path).map_err(|_| "its name contains a NUL".to_owned())?;
    // SAFETY: loading runs the library's initialisers, which is what linking with it would have done.
    let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_GLOBAL) };
    if !handle.is_null() {
        return Ok(handle);
    }
    // SAFETY: after a failure this is null or a text that lives until this thread's next call of such a function.
    let reason = unsafe {
        let text = libc::dlerror();
        (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned())
    };
    Err(reason.unwrap_or_else(|| "the system gives no reason".to_owned()))
}
