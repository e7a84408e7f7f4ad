//! Child processes: compiled programs and tests. It owns what they inherit and how their end is put into words; it must
//! not know what they do.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// The end of a captured process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How it ended, in words; none for success.
    pub ending: Option<String>,
    /// Standard output, then standard error.
    pub output: Vec<u8>,
}

/// Runs a program without input and keeps what it prints.
pub fn run_captured(program: &Path, arguments: &[String]) -> io::Result<Ended> {
    let result = Command::new(program).args(arguments).stdin(Stdio::null()).output()?;
    let mut output = result.stdout;
    output.extend_from_slice(&result.stderr);
    let ending = (!result.status.success()).then(|| in_words(result.status));
    Ok(Ended { ending, output })
}

/// Runs a program with this process's input and output and returns its exit code, as a shell would.
pub fn run_inherited(program: &Path, arguments: &[OsString]) -> io::Result<i32> {
    let status = Command::new(program).args(arguments).status()?;
    Ok(exit_code(status))
}

/// Passes on to standard error what a helper said. Nobody may be listening.
pub(crate) fn pass_on(said: &[u8]) {
    let _ = io::Write::write_all(&mut io::stderr().lock(), said);
}

/// The exit code as a shell says it.
pub(crate) fn exit_code(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + signal(status).unwrap_or(0))
}

/// Makes this process end when nobody reads its output any more, as programs do. Rust's own start-up code switches that
/// off, which a program that runs in this process would notice: it would print into nothing for ever.
#[cfg(unix)]
pub(crate) fn end_with_the_reader() {
    const BROKEN_PIPE: i32 = 13;
    const DEFAULT: usize = 0;
    unsafe extern "C" {
        fn signal(number: i32, handler: usize) -> usize;
    }
    // SAFETY: `signal` is C's, the number is that of a signal, and the default handler needs nothing of this process.
    unsafe { signal(BROKEN_PIPE, DEFAULT) };
}

#[cfg(not(unix))]
pub(crate) fn end_with_the_reader() {}

pub(super) fn in_words(status: ExitStatus) -> String {
    match (status.code(), signal(status)) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("killed by signal {signal}"),
        (None, None) => "ended abnormally".to_string(),
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: ExitStatus) -> Option<i32> {
    None
}
