//! Compiled programs and tests as processes. It owns what they inherit and how their end is put into words; it must
//! not know what they do.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};

use project::disk::TemporaryFolder;

use super::children;

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
    let mut command = Command::new(program);
    command.args(arguments);
    let result = children::output(command)?;
    let mut output = result.stdout;
    output.extend_from_slice(&result.stderr);
    let ending = (!result.status.success()).then(|| in_words(result.status));
    Ok(Ended { ending, output })
}

/// Becomes a program, which is called `name`: signals, the terminal and the exit code are its own, and there is nobody
/// whom it could outlive. It lies in a folder that is removed before it begins. Returns only if that fails.
#[cfg(target_os = "linux")]
pub(crate) fn become_program(folder: TemporaryFolder, program: &Path, name: &str, arguments: &[OsString]) -> io::Error {
    use std::os::fd::AsRawFd;
    use std::os::unix::process::CommandExt;
    let file = match std::fs::File::open(program) {
        Ok(file) => file,
        Err(error) => return error,
    };
    drop(folder);
    let opened = format!("/proc/self/fd/{}", file.as_raw_fd());
    Command::new(opened).arg0(name).args(arguments).exec()
}

/// The same, but its folder stays as long as it lives: debuggers read its file when they hear of it, and under no other name.
#[cfg(unix)]
pub(crate) fn become_debugged(
    folder: TemporaryFolder,
    program: &Path,
    name: &str,
    arguments: &[OsString],
) -> io::Error {
    use std::os::unix::process::CommandExt;
    match folder.hand_on() {
        Ok(()) => Command::new(program).arg0(name).args(arguments).exec(),
        Err(error) => error,
    }
}

/// The same, which has its folder as long as it lives anyway.
#[cfg(not(unix))]
pub(crate) use become_program as become_debugged;

/// Runs a program and ends as it did.
#[cfg(not(target_os = "linux"))]
pub(crate) fn become_program(folder: TemporaryFolder, program: &Path, _: &str, arguments: &[OsString]) -> io::Error {
    match Command::new(program).args(arguments).status() {
        Ok(status) => {
            drop(folder);
            std::process::exit(exit_code(status))
        }
        Err(error) => error,
    }
}

/// Passes on to standard error what a helper said. Nobody may be listening.
pub(crate) fn pass_on(said: &[u8]) {
    let _ = io::Write::write_all(&mut io::stderr().lock(), said);
}

/// The exit code as a shell says it.
pub fn exit_code(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + signal(status).unwrap_or(0))
}

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
