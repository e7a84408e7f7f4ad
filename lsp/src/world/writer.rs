//! The one thread that writes. It owns documents, projects and the order of all changes; it must not compute answers. Edits
//! that follow one another are written once; snapshots are taken between them where somebody asked in between.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};

use project::{Input, MANIFEST, Overlay, TargetNames};
use tower_lsp::lsp_types::{MessageType, TextDocumentContentChangeEvent, Url};

use super::documents::Documents;
use super::history::History;
use super::polling::Polling;
use super::projects::{Project, ProjectId, Projects};
use super::renewal::{QUIET, Renewal};
use super::{Delivery, Job, Queue, Read};
use super::{change, documents};
use crate::context::Context;
use crate::publisher::{Post, Publisher};
use crate::snapshot::Snapshot;
use crate::{uris, watching};

pub(super) struct Writer {
    context: Arc<Context>,
    target: TargetNames,
    overlay: Overlay,
    documents: Documents,
    history: History,
    projects: Projects,
    /// Folders of the workspace.
    folders: BTreeSet<PathBuf>,
    /// Files whose texts in the overlay the databases do not have yet.
    unwritten: BTreeSet<PathBuf>,
    /// Projects that changed since their problems were last asked for, with the file that was edited last.
    unreported: BTreeMap<ProjectId, Option<PathBuf>>,
    publisher: Publisher,
    queue: Queue,
    polling: Polling,
    renewal: Renewal,
}

impl Writer {
    pub(super) fn new(context: Context, queue: Queue) -> io::Result<Writer> {
        Ok(Writer {
            target: driver::target_names(&context.tools.settings.target),
            publisher: Publisher::start(context.outgoing.clone())?,
            context: Arc::new(context),
            overlay: Overlay::default(),
            documents: Documents::default(),
            history: History::default(),
            projects: Projects::default(),
            folders: BTreeSet::new(),
            unwritten: BTreeSet::new(),
            unreported: BTreeMap::new(),
            queue,
            polling: Polling::default(),
            renewal: Renewal::default(),
        })
    }

    /// Works until the end.
    pub(super) fn run(&mut self, jobs: &Receiver<Job>) {
        let mut batch = VecDeque::new();
        while let Some(first) = self.next(jobs) {
            batch.push_back(first);
            batch.extend(jobs.try_iter());
            while let Some(job) = batch.pop_front() {
                if matches!(job, Job::Stop) {
                    return;
                }
                self.take(job);
            }
            self.write();
            self.report();
        }
    }

    /// The next wish; memory is given back when there is none for a while, or when it must be.
    fn next(&mut self, jobs: &Receiver<Job>) -> Option<Job> {
        let projects = &self.projects;
        if self.renewal.is_overdue(source::entries(), || projects.bytes()) {
            self.renew();
        }
        match jobs.recv_timeout(QUIET) {
            Err(RecvTimeoutError::Timeout) => {
                let projects = &self.projects;
                if self.renewal.is_due(source::entries(), || projects.bytes()) {
                    self.renew();
                }
                jobs.recv().ok()
            }
            first => first.ok(),
        }
    }

    /// Loads all projects anew, so that what is known of texts that are gone goes.
    fn renew(&mut self) {
        for project in self.projects.iter() {
            self.publisher.withdraw(project.id);
            self.unreported.entry(project.id).or_default();
        }
        let folder = self.context.standard_folder.as_deref();
        // Otherwise it stays due, and is tried again after the next wish.
        let binder = self.context.tools.settings.binder.as_ref();
        if self.projects.renew(&self.target, &self.overlay, folder, binder) {
            self.renewal.begin();
        }
        self.report();
    }

    fn take(&mut self, job: Job) {
        match &job {
            Job::LoadWorkspace(_) | Job::Folders { .. } | Job::Open { .. } | Job::Close(_) | Job::Files(_) => {
                self.renewal.note_change();
            }
            Job::Change { .. } => self.renewal.note_edit(),
            Job::Configure(_) | Job::Look | Job::News | Job::Read(_) | Job::ReadAll(_) | Job::Stop => {}
        }
        match job {
            Job::Configure(configure) => {
                let mut context = Context::clone(&self.context);
                configure(&mut context);
                if context.settings != self.context.settings {
                    for project in self.projects.iter() {
                        self.unreported.entry(project.id).or_default();
                    }
                }
                self.context = Arc::new(context);
            }
            Job::LoadWorkspace(folders) => {
                self.load_folders(folders);
                self.context.llvm.announce();
            }
            Job::Folders { added, removed } => {
                self.folders.retain(|folder| !removed.contains(folder));
                let folders = &self.folders;
                self.projects.keep_only(|project| folders.iter().any(|folder| project.starts_with(folder)));
                self.load_folders(added);
                self.drop_unused();
            }
            Job::Open { uri, language, version, text } => {
                match documents::is_of_a_program(&uris::path_of(&uri), &language) {
                    true => self.open(uri, version, text),
                    false => self.documents.set_other(uris::path_of(&uri), true),
                }
            }
            Job::Change { uri, version, changes } => self.change(uri, version, changes),
            Job::Close(uri) => self.close(&uri),
            Job::Files(paths) => self.files(&paths),
            Job::Look => {
                let watched = self.projects.iter().flat_map(|project| &project.living.loaded().watched);
                let changed = self.polling.changed(watched.cloned());
                self.files(&changed);
            }
            Job::News => {
                for project in self.projects.iter() {
                    self.unreported.entry(project.id).or_default();
                }
            }
            Job::Read(read) => self.read(read),
            Job::ReadAll(deliver) => {
                self.write();
                let projects: Vec<ProjectId> = self.projects.iter().map(|project| project.id).collect();
                deliver(projects.into_iter().filter_map(|id| self.snapshot(id)).collect());
            }
            Job::Stop => {}
        }
    }

    fn load_folders(&mut self, folders: Vec<PathBuf>) {
        self.publisher.begin("loading");
        let progress = watching::Progress::begin(&self.context, "Loading");
        for folder in folders {
            for package in watching::packages_below(&folder) {
                progress.say(&source::printable::line(&package.to_string_lossy()));
                let id = self.load(Input::Folder(package));
                self.projects.keep(id);
            }
            self.folders.insert(folder);
        }
        let outside: Vec<PathBuf> = self.projects.iter().flat_map(|project| watching::roots(&project.living)).collect();
        watching::watch(&self.context, &outside);
        if !self.context.support.watches_files {
            self.polling.start(&self.queue);
        }
    }

    fn load(&mut self, input: Input) -> ProjectId {
        if self.projects.has(&input) {
            return self.projects.load(input, &self.target, &self.overlay, None, None);
        }
        let folder = self.context.standard_folder.as_deref();
        let binder = self.context.tools.settings.binder.clone();
        let id = self.projects.load(input, &self.target, &self.overlay, folder, binder);
        self.unreported.entry(id).or_default();
        id
    }

    /// Makes sure that a project answers for an open file.
    fn find_project(&mut self, path: &Path) {
        let known = self.projects.answering(path);
        if known.is_some_and(|project| project.living.owns(path) && !is_imported_only(project, path)) {
            return;
        }
        if path.file_name().is_some_and(|name| name == MANIFEST) {
            if let Some(folder) = path.parent() {
                self.load(Input::Folder(folder.to_path_buf()));
            }
            return;
        }
        if let Some(folder) = self.overlay.enclosing_package(path) {
            let input = Input::Folder(folder);
            if !self.projects.has(&input) {
                self.load(input);
                if self.projects.answering(path).is_some_and(|project| project.living.owns(path)) {
                    return;
                }
            }
        }
        let is_standard = self.context.standard_folder.as_ref().is_some_and(|folder| path.starts_with(folder));
        if is_standard && self.projects.answering(path).is_some() {
            return;
        }
        self.load(Input::File(path.to_path_buf()));
    }

    fn open(&mut self, uri: Url, version: i32, text: String) {
        let path = uris::path_of(&uri);
        let was_open = self.overlay.has(&path);
        self.overlay.set(path.clone(), text.into());
        self.documents.set(path.clone(), uri, version);
        if was_open {
            self.unwritten.insert(path);
            return;
        }
        // A file that is not on disk yet may become a module of a package.
        if self.projects.concerned(&path).is_empty() {
            self.reload_watching(&path);
        } else {
            self.unwritten.insert(path.clone());
            self.write();
        }
        self.find_project(&path);
        self.touch(&path);
    }

    fn change(&mut self, uri: Url, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let path = uris::path_of(&uri);
        if self.documents.is_other(&path) {
            return;
        }
        let Some(text) = self.overlay.text(&path) else {
            let message = format!("{uri} was changed before it was opened; the change is ignored");
            self.context.outgoing.log(MessageType::WARNING, message);
            return;
        };
        let encoding = self.context.encoding;
        self.history.note(&path, self.documents.edition(&path), encoding, &changes);
        let changed = change::apply(text, encoding, changes);
        self.overlay.set(path.clone(), changed.into());
        self.documents.set(path.clone(), uri, version);
        self.unwritten.insert(path);
    }

    fn close(&mut self, uri: &Url) {
        let path = uris::path_of(uri);
        self.documents.set_other(path.clone(), false);
        if self.overlay.remove(&path).is_none() {
            return;
        }
        self.unwritten.remove(&path);
        self.history.forget(&path);
        self.documents.remove(&path);
        for id in self.projects.concerned(&path) {
            self.publisher.withdraw(id);
            self.projects.edit(id, &path, &self.overlay);
            self.unreported.entry(id).or_default();
        }
        self.drop_unused();
    }

    /// Files changed on disk. Those that are open are what the editor says they are.
    fn files(&mut self, paths: &[PathBuf]) {
        let mut anew = BTreeSet::new();
        for path in paths {
            if self.overlay.has(path) {
                continue;
            }
            let is_manifest = path.file_name().is_some_and(|name| name == MANIFEST);
            let has = self.projects.concerned(path);
            if !has.is_empty() && !is_manifest && project::disk::is_file(path) {
                self.unwritten.insert(path.clone());
            } else {
                anew.extend(self.projects.watching(path));
            }
            if is_manifest
                && self.folders.iter().any(|folder| path.starts_with(folder))
                && project::disk::is_file(path)
                && let Some(folder) = path.parent()
            {
                let id = self.load(Input::Folder(folder.to_path_buf()));
                self.projects.keep(id);
            }
        }
        // A folder without its manifest is no package any more.
        let overlay = self.overlay.clone();
        let is_package = |folder: &Path| overlay.is_file(&folder.join(MANIFEST));
        self.drop_unless(|project| match project.living.input() {
            Input::Folder(folder) => !paths.contains(&folder.join(MANIFEST)) || is_package(folder),
            Input::File(_) | Input::StandardInput | Input::StandardLibrary => true,
        });
        for id in anew {
            self.reload(id);
        }
        // A manifest that came or went decides for open files below it who answers.
        if paths.iter().any(|path| path.file_name().is_some_and(|name| name == MANIFEST)) {
            let open: Vec<PathBuf> = self.documents.paths().cloned().collect();
            for path in open {
                self.find_project(&path);
            }
            self.drop_unused();
        }
    }

    fn reload_watching(&mut self, path: &Path) {
        for id in self.projects.watching(path) {
            self.reload(id);
        }
    }

    fn reload(&mut self, id: ProjectId) {
        self.publisher.withdraw(id);
        self.projects.reload(id, &self.overlay);
        self.unreported.entry(id).or_default();
    }

    /// Brings the databases up to the texts.
    fn write(&mut self) {
        for path in std::mem::take(&mut self.unwritten) {
            for id in self.projects.concerned(&path) {
                self.publisher.withdraw(id);
                self.projects.edit(id, &path, &self.overlay);
                self.unreported.insert(id, Some(path.clone()));
            }
        }
    }

    fn touch(&mut self, path: &Path) {
        if let Some(project) = self.projects.answering(path) {
            self.unreported.insert(project.id, Some(path.to_path_buf()));
        }
    }

    /// Asks for the problems of what has changed.
    fn report(&mut self) {
        if self.projects.take_moved() {
            for project in self.projects.iter() {
                self.unreported.entry(project.id).or_default();
            }
        }
        let changed = std::mem::take(&mut self.unreported).into_iter();
        let posts = changed.filter_map(|(id, edited)| {
            let snapshot = self.snapshot(id)?;
            Some(Post { snapshot, edited })
        });
        self.publisher.post(posts.collect());
    }

    fn read(&mut self, read: Read) {
        self.write();
        let edition = self.documents.edition(&read.path);
        let earlier = read.edition.filter(|wanted| *wanted != edition);
        if earlier.is_some() && !read.follows {
            return (read.deliver)(Delivery::Changed);
        }
        let steps = earlier.map_or_else(Vec::new, |earlier| self.history.since(&read.path, earlier));
        let id = self.projects.answering(&read.path).map(|project| project.id);
        (read.deliver)(match id.and_then(|id| self.snapshot(id)) {
            Some(snapshot) => {
                let snapshot = Snapshot { steps, ..snapshot };
                Delivery::Snapshot(Box::new(snapshot), edition)
            }
            None => Delivery::NoProject,
        });
    }

    fn snapshot(&self, id: ProjectId) -> Option<Snapshot> {
        let project = self.projects.get(id)?;
        Some(Snapshot {
            db: project.db.clone(),
            loaded: project.living.loaded().clone(),
            context: self.context.clone(),
            documents: self.documents.clone(),
            project: id,
            answers: self.projects.answers().clone(),
            steps: Vec::new(),
        })
    }

    /// Drops projects that neither the workspace nor an open file needs.
    fn drop_unused(&mut self) {
        let documents = self.documents.clone();
        let answers = self.projects.answers().clone();
        self.drop_unless(|project| {
            project.in_workspace
                || match project.living.input() {
                    Input::File(path) => documents.get(path).is_some() && answers.get(path) == Some(&project.id),
                    Input::Folder(folder) => {
                        documents.get(&folder.join(MANIFEST)).is_some()
                            || documents.paths().any(|path| project.living.owns(path))
                    }
                    Input::StandardInput | Input::StandardLibrary => false,
                }
        });
    }

    fn drop_unless(&mut self, wanted: impl Fn(&Project) -> bool) {
        for mut project in self.projects.drop_unless(wanted) {
            self.publisher.withdraw(project.id);
            self.publisher.forget(project.id);
            self.unreported.remove(&project.id);
            project.stop_readers();
        }
    }
}

/// Whether a project without a manifest has the file only because its entry imports it.
fn is_imported_only(project: &Project, path: &Path) -> bool {
    match project.living.input() {
        Input::File(entry) => entry != path,
        Input::Folder(_) | Input::StandardInput | Input::StandardLibrary => false,
    }
}
