//! What is said to one worker. It owns the order (a hello, then a job, then its answer), the wait with a time limit, and
//! what a worker's end looks like. Pipes block, so a thread of its own reads and writes them: a worker that neither
//! reads nor answers cannot hold up anything but that thread, which ends with it.

use std::io::{BufReader, BufWriter};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use mir::BackendError;
use mir::worker::{Answer, FrameError, Hello, HelloError, Job, Product, Work, read_frame, read_hello, write_frame};

use crate::system::worker_process::{End, WorkerProcess};

/// One worker, from the moment it was started.
pub(super) struct Conversation {
    process: WorkerProcess,
    jobs: Sender<Job>,
    replies: Receiver<Reply>,
    greeted: bool,
    next: u64,
}

enum Reply {
    Hello(Result<Hello, HelloError>),
    Answer(Result<Answer, FrameError>),
}

/// Why a worker gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// There is none that could have: not started, or of another version.
    NoWorker(String),
    /// It ended.
    Died {
        /// In words.
        how: String,
        /// Its last lines on standard error.
        last_words: String,
    },
    /// It took too long and was killed.
    Hung {
        /// The limit.
        limit: Duration,
        /// Its last lines on standard error.
        last_words: String,
    },
    /// What it said is no answer; it was killed.
    Garbled {
        /// What is wrong with it.
        reason: String,
        /// Its last lines on standard error.
        last_words: String,
    },
}

impl Conversation {
    /// Starts a worker without waiting for its first word.
    pub(super) fn start(program: &Path) -> Result<Conversation, Failure> {
        let failed = |error: std::io::Error| {
            Failure::NoWorker(format!("it cannot be started: {}", project::disk::reason(&error)))
        };
        let (process, stdin, stdout) = WorkerProcess::start(program).map_err(failed)?;
        let (jobs, incoming) = mpsc::channel();
        let (outgoing, replies) = mpsc::channel();
        thread::Builder::new()
            .name("worker".to_string())
            .spawn(move || speak(stdin, stdout, &incoming, &outgoing))
            .map_err(failed)?;
        Ok(Conversation { process, jobs, replies, greeted: false, next: 0 })
    }

    /// The worker's first word; asked for once.
    pub(super) fn hello(&mut self, limit: Duration) -> Result<Hello, Failure> {
        match self.replies.recv_timeout(limit) {
            Ok(Reply::Hello(Ok(hello))) => {
                self.greeted = true;
                Ok(hello)
            }
            Ok(Reply::Hello(Err(HelloError::Frame(FrameError::Ended | FrameError::Cut | FrameError::Failed(_))))) => {
                Err(self.died())
            }
            Ok(Reply::Hello(Err(error))) => Err(Failure::NoWorker(error.to_string())),
            Ok(Reply::Answer(_)) => Err(self.garbled("an answer before a greeting")),
            Err(RecvTimeoutError::Timeout) => Err(self.hung(limit)),
            Err(RecvTimeoutError::Disconnected) => Err(self.died()),
        }
    }

    /// Has a job done. After a failure the worker is gone.
    pub(super) fn ask(&mut self, work: Work, limit: Duration) -> Result<Result<Product, BackendError>, Failure> {
        if !self.greeted {
            self.hello(limit)?;
        }
        self.next += 1;
        let job = Job { id: self.next, work };
        if self.jobs.send(job).is_err() {
            return Err(self.died());
        }
        match self.replies.recv_timeout(limit) {
            Ok(Reply::Answer(Ok(answer))) if answer.id == self.next => Ok(answer.result),
            Ok(Reply::Answer(Ok(answer))) => Err(self.garbled(&format!("an answer to job {}", answer.id))),
            Ok(Reply::Hello(_)) => Err(self.garbled("a second greeting")),
            Ok(Reply::Answer(Err(error @ (FrameError::TooLong(_) | FrameError::Malformed(_))))) => {
                Err(self.garbled(&error.to_string()))
            }
            Ok(Reply::Answer(Err(FrameError::Ended | FrameError::Cut | FrameError::Failed(_))))
            | Err(RecvTimeoutError::Disconnected) => Err(self.died()),
            Err(RecvTimeoutError::Timeout) => Err(self.hung(limit)),
        }
    }

    fn died(&mut self) -> Failure {
        let End { how, last_words } = self.process.end();
        Failure::Died { how, last_words }
    }

    fn hung(&mut self, limit: Duration) -> Failure {
        let End { last_words, .. } = self.process.kill();
        Failure::Hung { limit, last_words }
    }

    fn garbled(&mut self, reason: &str) -> Failure {
        let End { last_words, .. } = self.process.kill();
        Failure::Garbled { reason: reason.to_string(), last_words }
    }
}

impl Failure {
    /// What happened, in words that follow "the worker".
    pub(super) fn in_words(&self) -> String {
        match self {
            Failure::NoWorker(reason) => format!("cannot be used: {reason}"),
            Failure::Died { how, .. } => format!("died ({how})"),
            Failure::Hung { limit, .. } => format!("did not answer within {:.1} s", limit.as_secs_f64()),
            Failure::Garbled { reason, .. } => format!("gave no answer that can be read ({reason})"),
        }
    }

    /// What the worker wrote last on standard error.
    pub(super) fn last_words(&self) -> &str {
        match self {
            Failure::NoWorker(_) => "",
            Failure::Died { last_words, .. }
            | Failure::Hung { last_words, .. }
            | Failure::Garbled { last_words, .. } => last_words,
        }
    }
}

/// Reads the greeting, then writes each job and reads its answer, until either side ends.
fn speak(stdin: ChildStdin, stdout: ChildStdout, jobs: &Receiver<Job>, replies: &Sender<Reply>) {
    let mut reader = BufReader::new(stdout);
    let mut writer = BufWriter::new(stdin);
    let hello = read_hello(&mut reader, mir::binary::VERSION);
    let refused = hello.is_err();
    if replies.send(Reply::Hello(hello)).is_err() || refused {
        return;
    }
    for job in jobs {
        let answer = write_frame(&mut writer, &job).and_then(|()| read_frame(&mut reader));
        let failed = answer.is_err();
        if replies.send(Reply::Answer(answer)).is_err() || failed {
            return;
        }
    }
}
