//! `lang c-worker`: the process in which clang's library reads C, which `lang` starts by itself. It owns the streams; all that
//! is said on them is `c`'s. Unlike LLVM's worker it is no program of its own: the library is loaded at run time, so `lang`
//! needs nothing to be built, and one that is there is always of the same version.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use driver::{CReader, HeaderModules};
use project::HeaderBinder;

use super::{Exit, Trouble};
use crate::arguments::CReading;

pub(super) fn run() -> Result<Exit, Trouble> {
    driver::serve_c(&mut io::stdin().lock(), &mut io::stdout().lock()).map_err(|error| Trouble(error.to_string()))?;
    Ok(Exit::Success)
}

/// What makes the modules of `[bind]`.
pub(super) fn binder(target: abi::Target) -> Arc<dyn HeaderBinder> {
    Arc::new(HeaderModules::new(target, || find(None), syntax::format::format))
}

/// What reads C, by a library that is named or one that is installed.
pub(super) fn find(library: Option<&Path>) -> Result<CReader, String> {
    let program: PathBuf = std::env::current_exe().map_err(|error| project::disk::reason(&error))?;
    CReader::find(library, program, &["c-worker"])
}

/// What reads C; else why there is nothing, in words for whoever reads what the embedded parser says.
pub(super) fn reader(reading: &CReading) -> Result<Result<CReader, String>, Trouble> {
    let named = reading.libclang.as_deref();
    if named.map(Path::as_os_str) == Some(OsStr::new("none")) {
        return Ok(Err("--libclang none asks for it".to_string()));
    }
    match find(named) {
        Ok(reader) => Ok(Ok(reader)),
        Err(reason) if named.is_some() => Err(Trouble(reason)),
        Err(reason) => Ok(Err(reason)),
    }
}
