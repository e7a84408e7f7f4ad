//! The processes of code generators: where their program is, starting and ending them, and what they wrote last on
//! standard error. It must not know what is said to them.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::children::{self, Running};
use super::process::in_words;

/// So much of what a worker writes on standard error is kept.
const KEPT_BYTES: usize = 4096;

/// A worker whose pipe ended has so long to end by itself.
const GRACE: Duration = Duration::from_secs(1);

/// A running worker.
pub(crate) struct WorkerProcess {
    child: Running,
    last_words: Arc<Mutex<VecDeque<u8>>>,
    /// Answers when standard error has ended.
    silence: Receiver<()>,
}

/// How a worker ended.
pub(crate) struct End {
    /// In words.
    pub how: String,
    /// What it wrote last on standard error.
    pub last_words: String,
}

impl WorkerProcess {
    /// Starts a worker and returns the pipes to it.
    pub(crate) fn start(program: &Path) -> io::Result<(WorkerProcess, ChildStdin, ChildStdout)> {
        let mut command = Command::new(program);
        command.arg("--worker").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = children::start_worker(command)?;
        let (Some(stdin), Some(stdout), Some(stderr)) = child.pipes() else {
            return Err(io::Error::other("the system gave no pipe"));
        };
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let (sender, silence) = mpsc::channel();
        let kept = last_words.clone();
        thread::Builder::new().name("worker messages".to_string()).spawn(move || {
            listen(stderr, &kept);
            // Nobody may be interested any more.
            let _ = sender.send(());
        })?;
        let process = WorkerProcess { child, last_words, silence };
        Ok((process, stdin, stdout))
    }

    /// Kills the process at once.
    pub(crate) fn kill(&mut self) -> End {
        // It may have ended by itself in this very moment, which is as good.
        let _ = self.child.kill();
        self.end()
    }

    /// Waits for a process that has closed its pipes; one that goes on nevertheless is killed.
    pub(crate) fn end(&mut self) -> End {
        let start = Instant::now();
        let mut pause = Duration::from_millis(1);
        let how = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break in_words(status),
                Ok(None) if start.elapsed() > GRACE => {
                    let _ = self.child.kill();
                    break match self.child.wait() {
                        Ok(_) => "it closed its output and went on".to_string(),
                        Err(error) => project::disk::reason(&error),
                    };
                }
                Ok(None) => thread::sleep(pause),
                Err(error) => break project::disk::reason(&error),
            }
            pause = (pause * 2).min(Duration::from_millis(50));
        };
        // A process that it started may hold the pipe open for longer than anyone wants to wait.
        let _ = self.silence.recv_timeout(GRACE);
        let mut bytes = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        End { how, last_words: String::from_utf8_lossy(bytes.make_contiguous()).trim().to_string() }
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        // A worker between two jobs ends when its input does, which may be a moment later than this; as it has nothing
        // to lose, nobody waits for that.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn listen(mut stderr: ChildStderr, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 1024];
    loop {
        match stderr.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend(&buffer[..count]);
                let surplus = kept.len().saturating_sub(KEPT_BYTES);
                kept.drain(..surplus);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Finds the program of a code generator: named in an environment variable, beside this program, or on the PATH. The
/// error lists where it was looked for.
pub(crate) fn find(variable: &str, name: &str) -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os(variable).filter(|path| !path.is_empty()) {
        let path = PathBuf::from(path);
        return if path.is_file() {
            Ok(path)
        } else {
            Err(format!("{variable} names {}, where there is no program", path.display()))
        };
    }
    // A link to `lang` stands for `lang` itself, but its neighbours count too.
    let here = std::env::current_exe().ok();
    let real = here.as_deref().and_then(|path| path.canonicalize().ok());
    let beside = [here, real].into_iter().flatten().map(|path| path.with_file_name(name));
    let search = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&search).filter(|folder| folder.is_absolute()).map(|folder| folder.join(name));
    let mut first = None;
    for candidate in beside.chain(on_path) {
        if candidate.is_file() {
            return Ok(candidate);
        }
        first.get_or_insert(candidate);
    }
    let first = first.map_or(String::new(), |path| format!(" ({})", path.display()));
    Err(format!("there is no `{name}` beside lang{first} nor on the PATH"))
}

/// How long a job may take, if the environment says so, in milliseconds.
pub(crate) fn time_limit() -> Option<Duration> {
    let text = std::env::var("LANG_LLVM_TIME_LIMIT").ok()?;
    text.trim().parse().ok().map(Duration::from_millis)
}
