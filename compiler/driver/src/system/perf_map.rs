//! The file by which Linux's `perf` names functions of code that is in memory only. It owns the file's name and form (`perf`'s
//! `jit-interface.txt`): the address and bytes of each function in hexadecimal digits, and its name.

use std::io;
use std::path::PathBuf;

use mir::LoadedFunction;
use source::printable;

use super::output;

/// Where `perf` looks, for every process.
const FOLDER: &str = "/tmp";

/// Writes the file of this process. It stays, since `perf report` reads it when the process has ended.
///
/// # Errors
/// The system's reason, with the path.
pub fn write(functions: &[LoadedFunction]) -> io::Result<()> {
    let lines = functions
        .iter()
        .map(|LoadedFunction { name, address, bytes }| format!("{address:x} {bytes:x} {}\n", printable::line(name)));
    let path = PathBuf::from(FOLDER).join(format!("perf-{}.map", std::process::id()));
    let written = output::write_file(&path, lines.collect::<String>().as_bytes());
    written.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}
