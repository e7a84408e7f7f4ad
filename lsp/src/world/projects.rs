//! The loaded projects: which there are, and which one answers for a file. It owns their databases; it must not know
//! documents beyond whether something is open.
//!
//! A file is answered by the project whose own module it is; a file of no package by the project that is this one file
//! with its imports; a file that other projects only use by the first of them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use project::{HeaderBinder, Input, LivingProject, MANIFEST, Overlay, TargetNames, TextChange};
use salsa::Database as _;
use source::Database;

/// A project while the server runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ProjectId(u64);

/// A project and its database.
pub(super) struct Project {
    pub(super) id: ProjectId,
    pub(super) db: Database,
    pub(super) living: LivingProject,
    /// Whether it was found in a folder of the workspace, and stays when nothing of it is open.
    pub(super) in_workspace: bool,
}

/// Which project answers for each known path.
pub(crate) type Answers = Arc<HashMap<PathBuf, ProjectId>>;

#[derive(Default)]
pub(super) struct Projects {
    all: Vec<Project>,
    last: u64,
    answers: Answers,
    /// Whether files have moved from one project to another.
    has_moved: bool,
}

impl Project {
    /// Whoever reads it stops, and is waited for: what a reader of a project that is gone keeps could not be given back.
    pub(super) fn stop_readers(&mut self) {
        self.db.trigger_cancellation();
    }
}

impl Projects {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Project> {
        self.all.iter()
    }

    pub(super) fn get(&self, id: ProjectId) -> Option<&Project> {
        self.all.iter().find(|project| project.id == id)
    }

    pub(super) fn answers(&self) -> &Answers {
        &self.answers
    }

    /// Whether another project answers for some file since the last call.
    pub(super) fn take_moved(&mut self) -> bool {
        std::mem::take(&mut self.has_moved)
    }

    /// The project that answers for a file.
    pub(super) fn answering(&self, path: &Path) -> Option<&Project> {
        self.get(*self.answers.get(path)?)
    }

    /// Whether there is a project for this input.
    pub(super) fn has(&self, input: &Input) -> bool {
        self.all.iter().any(|project| project.living.input() == input)
    }

    /// Loads a project unless there is one for this input.
    pub(super) fn load(
        &mut self,
        input: Input,
        target: &TargetNames,
        overlay: &Overlay,
        standard_folder: Option<&Path>,
        binder: Option<Arc<dyn HeaderBinder>>,
    ) -> ProjectId {
        if let Some(known) = self.all.iter().find(|project| *project.living.input() == input) {
            return known.id;
        }
        self.last += 1;
        let id = ProjectId(self.last);
        let mut db = Database::new();
        let living = LivingProject::open(&mut db, input, target, overlay, standard_folder, binder);
        self.all.push(Project { id, db, living, in_workspace: false });
        self.answer_anew();
        id
    }

    pub(super) fn keep(&mut self, id: ProjectId) {
        if let Some(project) = self.all.iter_mut().find(|project| project.id == id) {
            project.in_workspace = true;
        }
    }

    /// Says of each project whether it belongs to the workspace.
    pub(super) fn keep_only(&mut self, in_workspace: impl Fn(&Path) -> bool) {
        for project in &mut self.all {
            project.in_workspace = match project.living.input() {
                Input::Folder(folder) => in_workspace(folder),
                Input::File(_) | Input::StandardInput | Input::StandardLibrary => false,
            };
        }
    }

    /// Takes out the projects that are not wanted any more.
    pub(super) fn drop_unless(&mut self, wanted: impl Fn(&Project) -> bool) -> Vec<Project> {
        let (kept, dropped): (Vec<Project>, Vec<Project>) =
            std::mem::take(&mut self.all).into_iter().partition(|project| wanted(project));
        self.all = kept;
        if !dropped.is_empty() {
            self.answer_anew();
        }
        dropped
    }

    /// The projects that a change of this file's text concerns.
    pub(super) fn concerned(&self, path: &Path) -> Vec<ProjectId> {
        let is_manifest = path.file_name().is_some_and(|name| name == MANIFEST);
        let concerns = |project: &&Project| project.living.has(path) || (is_manifest && project.living.watches(path));
        self.all.iter().filter(concerns).map(|project| project.id).collect()
    }

    /// The projects that the coming, going or changing of this file may concern.
    pub(super) fn watching(&self, path: &Path) -> Vec<ProjectId> {
        let watches = |project: &&Project| project.living.watches(path);
        self.all.iter().filter(watches).map(|project| project.id).collect()
    }

    /// Takes over the text of one file.
    pub(super) fn edit(&mut self, id: ProjectId, path: &Path, overlay: &Overlay) {
        let Some(project) = self.all.iter_mut().find(|project| project.id == id) else {
            return;
        };
        if project.living.edit(&mut project.db, path, overlay) == TextChange::Reloaded {
            self.answer_anew();
        }
    }

    /// Looks at all files of a project again.
    pub(super) fn reload(&mut self, id: ProjectId, overlay: &Overlay) {
        let Some(project) = self.all.iter_mut().find(|project| project.id == id) else {
            return;
        };
        project.living.reload(&mut project.db, overlay);
        self.answer_anew();
    }

    /// How long the texts of all files are.
    pub(super) fn bytes(&self) -> usize {
        let files = |project: &Project| {
            let files = project.living.loaded().files.iter();
            files.map(|file| file.file.text(&project.db).len()).sum::<usize>()
        };
        self.all.iter().map(files).sum()
    }

    /// Drops what all databases know, names and types too, and loads the projects again under their ids. Waits until nobody
    /// reads them. Does nothing, and says so, while somebody else has a database, as another server of this process may:
    /// names and types would stay, and all be there once more.
    pub(super) fn renew(
        &mut self,
        target: &TargetNames,
        overlay: &Overlay,
        standard_folder: Option<&Path>,
        binder: Option<&Arc<dyn HeaderBinder>>,
    ) -> bool {
        self.all.iter_mut().for_each(Project::stop_readers);
        if source::living_databases() > self.all.len() {
            return false;
        }
        let inputs: Vec<(ProjectId, Input, bool)> = self
            .all
            .drain(..)
            .map(|project| (project.id, project.living.input().clone(), project.in_workspace))
            .collect();
        let is_begun = source::begin_epoch();
        for (id, input, in_workspace) in inputs {
            let mut db = Database::new();
            let living = LivingProject::open(&mut db, input, target, overlay, standard_folder, binder.cloned());
            self.all.push(Project { id, db, living, in_workspace });
        }
        self.answer_anew();
        is_begun
    }

    fn answer_anew(&mut self) {
        let mut answers: HashMap<PathBuf, (u8, ProjectId)> = HashMap::new();
        let mut claim = |path: &Path, rank: u8, id: ProjectId| {
            let known = answers.entry(path.to_path_buf()).or_insert((rank, id));
            if rank < known.0 {
                *known = (rank, id);
            }
        };
        for project in &self.all {
            let loaded = project.living.loaded();
            let (entry, own_rank, other_rank) = match project.living.input() {
                Input::Folder(_) => (None, 0, 2),
                Input::File(path) => (Some(path), 3, 4),
                Input::StandardInput | Input::StandardLibrary => (None, 3, 4),
            };
            for file in &loaded.files {
                let Some(path) = &file.path else { continue };
                let rank = match file.own {
                    true if entry == Some(path) => 1,
                    true => own_rank,
                    false => other_rank,
                };
                claim(path, rank, project.id);
            }
            if let Input::Folder(folder) = project.living.input() {
                claim(&folder.join(MANIFEST), 0, project.id);
            }
            // Problems of a manifest may show only to those that depend on it, who know its own problems too.
            for report in &loaded.reports {
                if let Some(place) = &report.primary {
                    let path = Path::new(&*place.origin.path);
                    let rank = if path.ends_with(MANIFEST) { 0 } else { 5 };
                    claim(path, rank, project.id);
                }
            }
            for path in loaded.standard_paths() {
                claim(path, 6, project.id);
            }
        }
        let answers: HashMap<PathBuf, ProjectId> = answers.into_iter().map(|(path, (_, id))| (path, id)).collect();
        if answers != *self.answers {
            self.has_moved = true;
            self.answers = Arc::new(answers);
        }
    }
}
