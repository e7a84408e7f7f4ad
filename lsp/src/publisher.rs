//! Sends problems to the client: of the file that was edited first, of the other open ones next, of the whole project
//! after that, and only lists that changed. It owns the thread that computes them, the memory of what was sent and, with
//! `desk`, when all work is done; it must not write databases.
//!
//! A posted snapshot would keep the writer waiting, so the writer withdraws it before it writes; nothing that was computed
//! from a withdrawn snapshot is sent.

mod desk;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use project::LoadedFile;
use salsa::Cancelled;
use tower_lsp::lsp_types::notification::PublishDiagnostics;
use tower_lsp::lsp_types::{Diagnostic, MessageType, PublishDiagnosticsParams, Url};

use crate::context::Context;
use crate::diagnostics::{self, Converter};
use crate::outgoing::Outgoing;
use crate::requests::Ask;
use crate::snapshot::Snapshot;
use crate::status::Status;
use crate::world::ProjectId;
use desk::{Desk, Found, Withdrawn};

/// The way to the thread.
pub(crate) struct Publisher {
    desk: Arc<Desk<ProjectId, Post>>,
    status: Status,
}

/// What is known of a project that is to be reported on.
pub(crate) struct Post {
    /// The project.
    pub(crate) snapshot: Snapshot,
    /// The file that was edited last.
    pub(crate) edited: Option<PathBuf>,
}

impl Publisher {
    /// Starts the thread.
    pub(crate) fn start(outgoing: Outgoing) -> io::Result<Publisher> {
        let desk = Arc::new(Desk::new());
        let status = Status::new(outgoing.clone());
        let mut worker = Worker {
            desk: desk.clone(),
            outgoing,
            status: status.clone(),
            sent: HashMap::new(),
            complete: BTreeSet::new(),
            stale: None,
        };
        thread::Builder::new()
            .name("publisher".to_string())
            .stack_size(driver::parallel::STACK_BYTES)
            .spawn(move || worker.run())?;
        Ok(Publisher { desk, status })
    }

    /// Says that there is work whose posts are still to come.
    pub(crate) fn begin(&self, message: &str) {
        self.desk.begin(|| self.status.busy(message));
    }

    /// Asks for the problems of all projects that changed; with it, whatever was begun or withdrawn is complete.
    pub(crate) fn post(&self, posts: Vec<Post>) {
        let posts = posts.into_iter().map(|post| (post.snapshot.project, post)).collect();
        self.desk.post(posts, || self.status.idle());
    }

    /// Takes back what was asked about a project: it is about to change.
    pub(crate) fn withdraw(&self, project: ProjectId) {
        self.desk.withdraw(project);
    }

    /// The project is gone: takes back what was sent about it.
    pub(crate) fn forget(&self, project: ProjectId) {
        self.desk.forget(project);
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
    desk: Arc<Desk<ProjectId, Post>>,
    outgoing: Outgoing,
    status: Status,
    sent: HashMap<PathBuf, Sent>,
    /// Projects whose every file has been reported on.
    complete: BTreeSet<ProjectId>,
    /// The client that has to be told to ask again, once all is done: it asks by itself.
    stale: Option<Arc<Context>>,
}

impl Worker {
    fn run(&mut self) {
        loop {
            let Found { post, forgotten } = self.desk.take();
            for project in forgotten {
                self.complete.remove(&project);
                self.clear(project, |_| false);
            }
            if let Some((_, Post { snapshot, edited })) = post {
                if !snapshot.context.pulls_diagnostics() {
                    self.report(&snapshot, edited.as_deref());
                } else if edited.is_none() && snapshot.context.support.refreshes_diagnostics {
                    // After an edit of its own the client asks anyway.
                    self.stale = Some(snapshot.context.clone());
                }
            }
            let stale = &mut self.stale;
            self.desk.finish(|| {
                if let Some(context) = stale.take() {
                    context.ask(Ask::RefreshDiagnostics);
                }
                self.status.idle();
            });
        }
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
                    let (program, run) = snapshot.program();
                    driver::analyse_file(&program, &run, file);
                }
                let found = diagnostics::of_file(snapshot, file, &mut converter);
                self.send(snapshot, path, found)?;
                reported.insert(path);
            }
        }
        if !self.complete.contains(&snapshot.project) {
            let (program, run) = snapshot.program();
            driver::analyse_all(&program, &run);
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
        self.desk.unless_withdrawn(snapshot.project, || ())?;
        self.clear(snapshot.project, |path| reported.contains(path));
        self.complete.insert(snapshot.project);
        Ok(())
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
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        // Long lists take a while to be written as JSON; that need not be done under the lock.
        let message = self.outgoing.prepare::<PublishDiagnostics>(&params);
        // Under the lock, so that nothing is sent after a withdrawal.
        let project = snapshot.project;
        self.desk.unless_withdrawn(project, || self.outgoing.post(message))?;
        let sent = Sent { project, uri: params.uri, version, diagnostics: params.diagnostics };
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
