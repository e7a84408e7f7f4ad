//! Sends problems to the client: of the file that was edited first, of the other open ones next, of the whole project
//! after that, and only lists that changed. It owns the thread that computes them and the memory of what was sent; it must
//! not write databases.
//!
//! A posted snapshot would keep the writer waiting, so the writer withdraws it before it writes; nothing that was computed
//! from a withdrawn snapshot is sent.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use project::LoadedFile;
use salsa::Cancelled;
use tower_lsp::lsp_types::notification::PublishDiagnostics;
use tower_lsp::lsp_types::{Diagnostic, MessageType, PublishDiagnosticsParams, Url};

use crate::diagnostics::{self, Converter};
use crate::outgoing::Outgoing;
use crate::requests::Ask;
use crate::snapshot::Snapshot;
use crate::status::Status;
use crate::world::ProjectId;

/// The way to the thread.
pub(crate) struct Publisher {
    desk: Arc<Desk>,
}

/// What is to be done.
struct Desk {
    state: Mutex<State>,
    news: Condvar,
}

#[derive(Default)]
struct State {
    /// Projects to report on, the most recent last.
    posts: Vec<Post>,
    /// Projects that are gone.
    forgotten: Vec<ProjectId>,
    /// The project that is being reported on, until it is withdrawn.
    current: Option<ProjectId>,
}

struct Post {
    snapshot: Snapshot,
    edited: Option<PathBuf>,
}

impl Publisher {
    /// Starts the thread.
    pub(crate) fn start(outgoing: Outgoing, status: Status) -> io::Result<Publisher> {
        let desk = Arc::new(Desk {
            state: Mutex::new(State::default()),
            news: Condvar::new(),
        });
        let mut worker = Worker {
            desk: desk.clone(),
            outgoing,
            status,
            sent: HashMap::new(),
            complete: BTreeSet::new(),
            is_stale: false,
        };
        thread::Builder::new()
            .name("publisher".to_string())
            .stack_size(driver::parallel::STACK_BYTES)
            .spawn(move || worker.run())?;
        Ok(Publisher { desk })
    }

    /// Asks for the problems of a project.
    pub(crate) fn post(&self, snapshot: Snapshot, edited: Option<PathBuf>) {
        let mut state = self.desk.lock();
        state.posts.retain(|post| post.snapshot.project != snapshot.project);
        state.posts.push(Post { snapshot, edited });
        self.desk.news.notify_one();
    }

    /// Takes back what was asked about a project: it is about to change.
    pub(crate) fn withdraw(&self, project: ProjectId) {
        let mut state = self.desk.lock();
        state.posts.retain(|post| post.snapshot.project != project);
        if state.current == Some(project) {
            state.current = None;
        }
    }

    /// The project is gone: takes back what was sent about it.
    pub(crate) fn forget(&self, project: ProjectId) {
        self.desk.lock().forgotten.push(project);
        self.desk.news.notify_one();
    }
}

impl Desk {
    /// A panic of another thread leaves the lists as they are, which is as good as any other state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was sent about a file.
struct Sent {
    project: ProjectId,
    uri: Url,
    version: Option<i32>,
    diagnostics: Vec<Diagnostic>,
}

struct Worker {
    desk: Arc<Desk>,
    outgoing: Outgoing,
    status: Status,
    sent: HashMap<PathBuf, Sent>,
    /// Projects whose every file has been reported on.
    complete: BTreeSet<ProjectId>,
    /// Whether a client that asks by itself has to ask again.
    is_stale: bool,
}

/// The snapshot was withdrawn.
struct Withdrawn;

impl Worker {
    fn run(&mut self) {
        loop {
            let (post, forgotten) = self.next();
            for project in forgotten {
                self.complete.remove(&project);
                self.clear(project, |_| false);
            }
            let Some(Post { snapshot, edited }) = post else {
                continue;
            };
            if snapshot.context.pulls_diagnostics() {
                // After an edit of its own the client asks anyway.
                self.is_stale |= edited.is_none() && snapshot.context.support.refreshes_diagnostics;
            } else {
                self.report(&snapshot, edited.as_deref());
            }
            let context = snapshot.context.clone();
            drop(snapshot);
            let mut state = self.desk.lock();
            state.current = None;
            let is_done = state.posts.is_empty();
            drop(state);
            if is_done {
                if std::mem::take(&mut self.is_stale) {
                    context.ask(Ask::RefreshDiagnostics);
                }
                self.status.idle();
            }
        }
    }

    fn next(&self) -> (Option<Post>, Vec<ProjectId>) {
        let mut state = self.desk.lock();
        while state.posts.is_empty() && state.forgotten.is_empty() {
            state = self.desk.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let forgotten = std::mem::take(&mut state.forgotten);
        let post = state.posts.pop();
        state.current = post.as_ref().map(|post| post.snapshot.project);
        (post, forgotten)
    }

    /// Reports on a project. When it is written to meanwhile, the writer posts it again.
    fn report(&mut self, snapshot: &Snapshot, edited: Option<&Path>) {
        // Another reader's end can cancel a query that both wait for; that is no reason to give up.
        for _attempt in 0..3 {
            let attempt = || self.report_files(snapshot, edited);
            match catch_unwind(AssertUnwindSafe(attempt)) {
                Ok(Ok(()) | Err(Withdrawn)) => return,
                Err(panic) => match panic.downcast::<Cancelled>() {
                    Ok(cancelled) if matches!(*cancelled, Cancelled::PendingWrite) => return,
                    Ok(_) => {}
                    Err(_panic) => {
                        let message = "internal error while looking for problems; the log says where";
                        self.outgoing.log(MessageType::ERROR, message);
                        self.status.failed(message);
                        return;
                    }
                },
            }
        }
    }

    fn report_files(&mut self, snapshot: &Snapshot, edited: Option<&Path>) -> Result<(), Withdrawn> {
        let mut converter = Converter::new(snapshot);
        let mut reported = BTreeSet::new();
        let at = |path: &Path| {
            let found = |file: &&LoadedFile| file.path.as_deref() == Some(path);
            snapshot.loaded.files.iter().find(found)
        };
        let open = snapshot.documents.paths().map(PathBuf::as_path);
        for path in edited.into_iter().chain(open) {
            if reported.contains(path) || !diagnostics::answers_for(snapshot, path) {
                continue;
            }
            if let Some(file) = at(path) {
                // Long files are new to the database once; after that there is too little to do for several threads.
                if !self.sent.contains_key(path) {
                    snapshot.session().analyse_file(file);
                }
                let found = diagnostics::of_file(snapshot, file, &mut converter);
                self.send(snapshot, path, found)?;
                reported.insert(path);
            }
        }
        if !self.complete.contains(&snapshot.project) {
            snapshot.session().analyse_all();
        }
        for file in &snapshot.loaded.files {
            let Some(path) = file.path.as_deref() else { continue };
            if !reported.contains(path) && diagnostics::answers_for(snapshot, path) {
                let found = diagnostics::of_file(snapshot, file, &mut converter);
                self.send(snapshot, path, found)?;
                reported.insert(path);
            }
        }
        let manifests: BTreeMap<PathBuf, Vec<Diagnostic>> = diagnostics::of_manifests(snapshot, &mut converter);
        for (path, found) in &manifests {
            if diagnostics::answers_for(snapshot, path) {
                self.send(snapshot, path, found.clone())?;
                reported.insert(path);
            }
        }
        self.still(snapshot.project)?;
        self.clear(snapshot.project, |path| reported.contains(path));
        self.complete.insert(snapshot.project);
        Ok(())
    }

    fn still(&self, project: ProjectId) -> Result<(), Withdrawn> {
        match self.desk.lock().current == Some(project) {
            true => Ok(()),
            false => Err(Withdrawn),
        }
    }

    /// Sends a list if it is news: to the client also that an edit changed nothing is news.
    fn send(&mut self, snapshot: &Snapshot, path: &Path, diagnostics: Vec<Diagnostic>) -> Result<(), Withdrawn> {
        let before = self.sent.get(path);
        let version = snapshot.documents.get(path).map(|document| document.version);
        // Nearly every file of a project, after nearly every edit.
        if before.is_none() && version.is_none() && diagnostics.is_empty() {
            return Ok(());
        }
        let Some(uri) = snapshot.uri_of_path(path) else {
            return Ok(());
        };
        let is_known = before.is_some_and(|sent| {
            let is_current = sent.version == version || (version.is_none() && diagnostics.is_empty());
            is_current && sent.uri == uri && sent.diagnostics == diagnostics
        });
        if is_known {
            // It may have been another project that sent it, which is not to take it back.
            if let Some(sent) = self.sent.get_mut(path) {
                sent.project = snapshot.project;
            }
            return Ok(());
        }
        let params = PublishDiagnosticsParams {
            uri,
            diagnostics,
            version,
        };
        // Long lists take a while to be written as JSON; that need not be done under the lock.
        let message = self.outgoing.prepare::<PublishDiagnostics>(&params);
        // Under the lock, so that nothing is sent after a withdrawal.
        let state = self.desk.lock();
        if state.current != Some(snapshot.project) {
            return Err(Withdrawn);
        }
        self.outgoing.post(message);
        drop(state);
        let sent = Sent {
            project: snapshot.project,
            uri: params.uri,
            version,
            diagnostics: params.diagnostics,
        };
        self.sent.insert(path.to_path_buf(), sent);
        Ok(())
    }

    /// Takes back what was sent about files of a project that it does not have any more.
    fn clear(&mut self, project: ProjectId, keep: impl Fn(&Path) -> bool) {
        let gone = |path: &PathBuf, sent: &mut Sent| sent.project == project && !keep(path);
        for (_, sent) in self.sent.extract_if(gone) {
            if !sent.diagnostics.is_empty() {
                self.outgoing.notify::<PublishDiagnostics>(PublishDiagnosticsParams {
                    uri: sent.uri,
                    diagnostics: Vec::new(),
                    version: None,
                });
            }
        }
    }
}
