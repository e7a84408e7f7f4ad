//! Documents and projects, and the one thread that changes them. It owns the queue: whatever handlers want is done in the
//! order in which they asked, so that a question is answered for the text that the client saw when it asked. It must not
//! know what questions are about.

mod change;
mod documents;
mod history;
mod polling;
mod projects;
mod renewal;
mod writer;

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::thread;

use tower_lsp::lsp_types::{TextDocumentContentChangeEvent, Url};

use crate::context::Context;
use crate::snapshot::Snapshot;
pub(crate) use documents::Documents;
pub(crate) use history::{Step, moved};
pub(crate) use projects::ProjectId;

/// What handlers want of the writer.
pub(crate) enum Job {
    /// What the client can do and wants; folders of the workspace.
    Configure(Box<dyn FnOnce(&mut Context) + Send>),
    /// Load the workspace's projects.
    LoadWorkspace(Vec<PathBuf>),
    /// Folders that came to the workspace and folders that went.
    Folders {
        /// Came.
        added: Vec<PathBuf>,
        /// Went.
        removed: Vec<PathBuf>,
    },
    /// A document was opened.
    Open {
        /// Its name.
        uri: Url,
        /// What the client says that it is written in.
        language: String,
        /// Its version.
        version: i32,
        /// Its text.
        text: String,
    },
    /// A document was changed.
    Change {
        /// Its name.
        uri: Url,
        /// Its version after the changes.
        version: i32,
        /// The changes, in order.
        changes: Vec<TextDocumentContentChangeEvent>,
    },
    /// A document was closed.
    Close(Url),
    /// Files changed, came or went.
    Files(Vec<PathBuf>),
    /// It is time to look whether files changed.
    Look,
    /// Something is known that problems depend on, besides texts.
    News,
    /// Somebody wants to read one document's project.
    Read(Read),
    /// Somebody wants to read all projects.
    ReadAll(Box<dyn FnOnce(Vec<Snapshot>) + Send>),
    /// The end.
    Stop,
}

/// A wish to read.
pub(crate) struct Read {
    /// The document.
    pub(crate) path: PathBuf,
    /// The state of its text at the first attempt, if that has been made and matters.
    pub(crate) edition: Option<u64>,
    /// Whether a later text will do, with the place moved along.
    pub(crate) follows: bool,
    /// Takes what there is, on the writer's thread: it must hand it on at once.
    pub(crate) deliver: Box<dyn FnOnce(Delivery) + Send>,
}

/// What a reader gets.
pub(crate) enum Delivery {
    /// A snapshot, and the state of the document's text in it.
    Snapshot(Box<Snapshot>, u64),
    /// No project knows the file.
    NoProject,
    /// The text is another by now.
    Changed,
}

/// The way to the writer.
#[derive(Clone)]
pub(crate) struct Queue {
    jobs: Sender<Job>,
}

impl Queue {
    /// Adds a wish. Never waits.
    pub(crate) fn add(&self, job: Job) {
        // Without a writer the server is ending, and nobody waits for what is wished.
        let _ending = self.jobs.send(job);
    }
}

/// Starts the writer.
pub(crate) fn start(context: Context) -> io::Result<Queue> {
    let (jobs, waiting) = mpsc::channel();
    let queue = Queue { jobs };
    context.c_headers.tell(queue.clone());
    let mut writer = writer::Writer::new(context, queue.clone())?;
    thread::Builder::new()
        .name("writer".to_string())
        .stack_size(driver::parallel::STACK_BYTES)
        .spawn(move || writer.run(&waiting))?;
    Ok(queue)
}
