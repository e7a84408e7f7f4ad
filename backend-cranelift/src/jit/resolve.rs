//! Names to addresses in this process. Owns the search in libraries and the process itself. Must not know what uses
//! an address.

use std::ffi::{CStr, CString, c_void};

use mir::{BackendError, LoadError};

use super::builtins;

/// What a C compiler links with every program: the C library, and the compiler library for what needs a system. Nothing
/// else of this process counts: a program that runs here is to link as an executable too.
const DEFAULT: [&str; 2] = ["libc.so.6", "libgcc_s.so.1"];
/// Development packages install `libNAME.so`, often a text for the linker; programs load `libNAME.so.VERSION`.
const VERSIONS: std::ops::RangeInclusive<u32> = 0..=9;

/// Libraries of a program, in the order in which they are searched.
pub(super) struct Libraries {
    handles: Vec<*mut c_void>,
}

impl Libraries {
    /// Loads libraries into this process.
    pub(super) fn open(names: &[String]) -> Result<Libraries, LoadError> {
        let mut handles = Vec::with_capacity(names.len() + DEFAULT.len());
        for name in names {
            handles.push(open(name).map_err(|reason| LoadError::MissingLibrary { name: name.clone(), reason })?);
        }
        let given = handles.len();
        handles.extend(DEFAULT.into_iter().filter_map(|name| load(name).ok()));
        if handles.len() == given {
            // A system with another C library: what this process has is all that is known of it.
            handles.push(libc::RTLD_DEFAULT);
        }
        Ok(Libraries { handles })
    }

    /// The addresses of names, in their order.
    pub(super) fn addresses(&self, names: &[&str]) -> Result<Vec<u64>, LoadError> {
        let found: Vec<Option<u64>> = names.iter().map(|name| self.address(name)).collect();
        let missing = names.iter().zip(&found).filter(|(_, address)| address.is_none());
        let missing: Vec<String> = missing.map(|(name, _)| (*name).to_owned()).collect();
        if missing.is_empty() {
            Ok(found.into_iter().flatten().collect())
        } else {
            Err(LoadError::UndefinedSymbols(missing))
        }
    }

    fn address(&self, name: &str) -> Option<u64> {
        let text = CString::new(name).ok()?;
        let mut handles = self.handles.iter();
        let found = handles.find_map(|library| look_up(*library, &text)).or_else(|| builtins::address(name));
        // What no library has of these is null, or known when the program has its place.
        found.or_else(|| mir::may_be_missing(name).then_some(0))
    }

    /// Writes addresses of the program's functions into the table that the first library has for them.
    pub(super) fn offer(&self, addresses: &[u64]) -> Result<(), BackendError> {
        if addresses.is_empty() {
            return Ok(());
        }
        let table = CString::new(mir::OFFERED_SYMBOL)
            .ok()
            .zip(self.handles.first())
            .and_then(|(name, library)| look_up(*library, &name))
            .ok_or_else(|| BackendError::new("the library has no table for the functions of the program"))?;
        let table = std::ptr::with_exposed_provenance_mut::<u64>(table as usize);
        // SAFETY: whoever made the library gave the table as many entries as functions are offered, all writable and
        // aligned, and nobody reads them before the program begins.
        unsafe { std::ptr::copy_nonoverlapping(addresses.as_ptr(), table, addresses.len()) };
        Ok(())
    }
}

/// The library that was made for the program.
impl Libraries {
    /// Where the first library has room for a datum of the program.
    pub(super) fn datum(&self, name: &str) -> Option<u64> {
        look_up(*self.handles.first()?, &CString::new(name).ok()?)
    }

    /// Writes what a datum starts as into its room in the first library.
    pub(super) fn fill(&self, address: u64, bytes: &[u8]) {
        let place = std::ptr::with_exposed_provenance_mut::<u8>(address as usize);
        // SAFETY: whoever made the library gave the datum as many writable bytes as the program's has, and nobody reads
        // them before the program begins.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place, bytes.len()) };
    }
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
