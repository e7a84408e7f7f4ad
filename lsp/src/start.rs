//! The beginning of a session: which folders, which settings, and the files that editors may open besides the user's own.
//! It owns nothing; it must not answer questions.

use std::path::PathBuf;

use project::standard_library;
use serde_json::Value;
use tower_lsp::lsp_types::{InitializeParams, MessageType, ServerInfo};

use crate::context::Context;
use crate::requests::Ask;
use crate::settings::Settings;
use crate::uris;
use crate::world::{Job, Queue};

/// The folders of the workspace; older clients name only one.
pub(crate) fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let root = params.root_uri.as_ref();
    match &params.workspace_folders {
        Some(folders) => folders.iter().map(|folder| uris::path_of(&folder.uri)).collect(),
        None => root.map(uris::path_of).into_iter().collect(),
    }
}

/// Who answers.
pub(crate) fn server_info() -> ServerInfo {
    ServerInfo { name: "lang".to_string(), version: Some(env!("CARGO_PKG_VERSION").to_string()) }
}

/// Writes the standard library, what the compiler knows by itself and the explanations of diagnostics, so that editors can open them.
pub(crate) fn write_files(context: &mut Context) {
    let cache = match driver::system::cache::usable_folder() {
        Ok(Some(cache)) => cache,
        Ok(None) => return,
        Err(reason) => {
            let message = format!("the cache is not used: {reason}; the standard library cannot be opened");
            context.outgoing.log(MessageType::WARNING, message);
            return;
        }
    };
    let version = context.tools.version;
    let written = standard_library::write_to(&cache, version).and_then(|standard| {
        let page = standard.join("builtins.md");
        project::disk::write_read_only(&page, &ide::builtins_page())?;
        context.builtins_page = Some(page);
        context.standard_folder = Some(standard);
        let folder = cache.join(format!("explanations-{version}"));
        for kind in driver::all_kinds() {
            let path = folder.join(format!("{}.md", kind.code));
            project::disk::write_read_only(&path, &explanation(kind))?;
        }
        context.explanations = Some(folder);
        Ok(())
    });
    if let Err(error) = written {
        let reason = project::disk::reason(&error);
        let message = format!("cannot write to {}: {reason}; the standard library cannot be opened", cache.display());
        context.outgoing.log(MessageType::WARNING, message);
    }
}

fn explanation(kind: &source::DiagnosticKind) -> String {
    let explanation = kind.explanation.trim_end();
    format!("# {}: {}\n\n`{}`\n\n{explanation}\n", kind.code, kind.title, kind.name)
}

/// Asks for the settings, and for being told when they change.
pub(crate) fn ask_for_settings(queue: &Queue, first: bool) {
    let answers = queue.clone();
    queue.add(Job::Configure(Box::new(move |context| {
        if first && context.support.configuration_changes {
            context.ask(Ask::Register(vec![tower_lsp::lsp_types::Registration {
                id: "lang-settings".to_string(),
                method: "workspace/didChangeConfiguration".to_string(),
                register_options: Some(serde_json::json!({"section": "lang"})),
            }]));
        }
        if context.support.configuration {
            context.ask(Ask::Configuration(Box::new(move |section| {
                if section.is_object() {
                    apply(&answers, section);
                }
            })));
        }
    })));
}

/// Takes the settings of `workspace/didChangeConfiguration`, or asks for them where the client sends none.
pub(crate) fn take_settings(queue: &Queue, settings: Value) {
    if settings.is_object() {
        apply(queue, settings);
    }
    ask_for_settings(queue, false);
}

fn apply(queue: &Queue, section: Value) {
    queue.add(Job::Configure(Box::new(move |context| {
        let settings = Settings::read(&section);
        if settings == context.settings {
            return;
        }
        context.settings = settings;
        context.refresh_inlay_hints();
        let workspace = context.support.all.workspace.as_ref();
        if workspace.and_then(|workspace| workspace.code_lens.as_ref()?.refresh_support) == Some(true) {
            context.ask(Ask::RefreshCodeLenses);
        }
    })));
}
