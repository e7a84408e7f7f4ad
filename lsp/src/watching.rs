//! Finding packages in folders, asking the client to watch files, showing that loading takes time. It owns the patterns;
//! it must not know what is done when a file changes.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use project::{Input, LivingProject, MANIFEST};
use serde_json::json;
use tokio::sync::mpsc::unbounded_channel;
use tower_lsp::lsp_types::{
    Registration, WorkDoneProgress, WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport,
};

use crate::context::Context;
use crate::requests::{Ask, Steps};
use crate::uris;

/// Folders that hold no sources but may hold a great many files.
const SKIPPED: &[&str] = &["node_modules", "target"];

/// A workspace is not searched for packages deeper than this.
const DEPTH: usize = 8;

/// The packages in a folder and below, outer ones first.
pub(crate) fn packages_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut level = vec![folder.to_path_buf()];
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        for folder in level {
            if project::disk::is_file(&folder.join(MANIFEST)) {
                found.push(folder.clone());
            }
            next.extend(project::disk::folders_in(&folder).into_iter().filter(|folder| {
                let name = folder.file_name().unwrap_or_default().to_string_lossy();
                !SKIPPED.contains(&&*name)
            }));
        }
        level = next;
    }
    found.sort();
    found
}

/// The folders that the files of a project lie in.
pub(crate) fn roots(project: &LivingProject) -> Vec<PathBuf> {
    let mut roots: Vec<PathBuf> = match project.input() {
        Input::Folder(folder) => vec![folder.clone()],
        Input::File(_) | Input::StandardInput | Input::StandardLibrary => Vec::new(),
    };
    let manifests = project.loaded().watched.iter().filter(|path| path.ends_with(MANIFEST));
    roots.extend(manifests.filter_map(|manifest| manifest.parent()).map(Path::to_path_buf));
    roots
}

/// Asks the client to tell about changes of sources and manifests: those of the workspace and, where the client can, those
/// in `outside`.
pub(crate) fn watch(context: &Context, outside: &[PathBuf]) {
    if !context.support.watches_files {
        return;
    }
    // Modules may be made of a folder's own headers.
    let patterns = ["**/*.lang".to_string(), format!("**/{MANIFEST}"), "**/*.{h,hh,hpp}".to_string()];
    let mut watchers: Vec<serde_json::Value> = patterns.iter().map(|pattern| json!({"globPattern": pattern})).collect();
    if context.support.watches_relative {
        for uri in outside.iter().filter_map(|folder| uris::of_path(folder)) {
            watchers.push(json!({"globPattern": {"baseUri": uri, "pattern": format!("**/{{*.lang,{MANIFEST}}}")}}));
        }
    }
    context.ask(Ask::Register(vec![Registration {
        id: "lang-files".to_string(),
        method: "workspace/didChangeWatchedFiles".to_string(),
        register_options: Some(json!({"watchers": watchers})),
    }]));
}

/// Progress that the client shows while this lives.
pub(crate) struct Progress {
    steps: Option<Steps>,
}

static TOKENS: AtomicU64 = AtomicU64::new(0);

impl Progress {
    /// Begins to show something, if the client can.
    pub(crate) fn begin(context: &Context, title: &str) -> Progress {
        if !context.support.progress {
            return Progress { steps: None };
        }
        let (steps, receiver) = unbounded_channel();
        let token = format!("lang/{}", TOKENS.fetch_add(1, Ordering::Relaxed));
        context.ask(Ask::Progress(token, receiver));
        let progress = Progress { steps: Some(steps) };
        progress.send(WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title: title.to_string(),
            ..WorkDoneProgressBegin::default()
        }));
        progress
    }

    /// Says what is being done.
    pub(crate) fn say(&self, message: &str) {
        self.send(WorkDoneProgress::Report(WorkDoneProgressReport {
            message: Some(message.to_string()),
            ..WorkDoneProgressReport::default()
        }));
    }

    fn send(&self, step: WorkDoneProgress) {
        if let Some(steps) = &self.steps {
            // A client that refused to show progress is not told about it.
            let _refused = steps.send(step);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.send(WorkDoneProgress::End(WorkDoneProgressEnd::default()));
    }
}
