//! Compiled programs and tests as processes. It owns what they inherit and how their end is put into words; it must
//! not know what they do.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use project::disk::TemporaryFolder;

use super::children;

/// The end of a captured process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// How it ended, in words; none for success.
    pub ending: Option<String>,
    /// Standard output, then standard error.
    pub output: Vec<u8>,
    /// How many bytes of that are standard output.
    pub printed: usize,
}

/// Runs a program without input and keeps what it prints. Beyond the limit it is killed, with what it has started.
pub fn run_captured(
    program: &Path,
    arguments: &[String],
    variables: &[(&str, &Path)],
    limit: Option<Duration>,
) -> io::Result<Ended> {
    let mut command = Command::new(program);
    command.args(arguments).envs(variables.iter().copied());
    let (result, in_time) = match limit {
        Some(limit) => children::output_within(command, limit)?,
        None => (children::output(command)?, true),
    };
    let printed = result.stdout.len();
    let mut output = result.stdout;
    output.extend_from_slice(&result.stderr);
    let too_long = || format!("killed after {} seconds, its time limit", limit.unwrap_or_default().as_secs());
    let ending = match (in_time, result.status.success()) {
        (false, _) => Some(too_long()),
        (true, false) => Some(in_words(result.status)),
        (true, true) => None,
    };
    Ok(Ended { ending, output, printed })
}

/// A program that this process goes on as: signals, the terminal and the exit code are its own, and there is nobody whom it
/// could outlive.
#[derive(Debug)]
pub struct Successor {
    /// The folder in which it lies, which is removed before it begins, or goes with it.
    pub(crate) folder: TemporaryFolder,
    /// Its file.
    pub(crate) program: PathBuf,
    /// What it is called.
    pub(crate) name: String,
    /// What it is given.
    pub(crate) arguments: Vec<OsString>,
    /// Whether debuggers are told of it: they read its file when they hear of it, and under no other name.
    pub(crate) is_debugged: bool,
}

impl Successor {
    /// Becomes the program. Returns only if that fails. To be called on the process's first thread: a debugger may wait for
    /// ever for a process that begins anew on another.
    #[cfg(target_os = "linux")]
    pub fn begin(self) -> io::Error {
        use std::os::fd::AsRawFd;
        use std::os::unix::process::CommandExt;
        let start = |program: &Path| Command::new(program).arg0(&self.name).args(&self.arguments).exec();
        if self.is_debugged {
            return match self.folder.hand_on() {
                Ok(()) => start(&self.program),
                Err(error) => error,
            };
        }
        let file = match std::fs::File::open(&self.program) {
            Ok(file) => file,
            Err(error) => return error,
        };
        drop(self.folder);
        start(Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd())))
    }

    /// Runs the program and ends as it did.
    #[cfg(not(target_os = "linux"))]
    pub fn begin(self) -> io::Error {
        match Command::new(&self.program).args(&self.arguments).status() {
            Ok(status) => {
                drop(self.folder);
                std::process::exit(exit_code(status))
            }
            Err(error) => error,
        }
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
