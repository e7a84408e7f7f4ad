//! `textDocument/prepareRename`, `rename`, and `workspace/willRenameFiles`, by which imports follow a file. It owns the
//! step from the paths of renamed files to those of modules.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use ide::{FilePosition, ModuleMove, NavigationTarget, RenameError, SymbolKind};
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::{
    FileOperationFilter, FileOperationPattern, FileOperationRegistrationOptions, OneOf, PrepareRenameResponse,
    RenameFilesParams, RenameOptions, RenameParams, ServerCapabilities, TextDocumentPositionParams, TextEdit, Url,
    WorkDoneProgressOptions, WorkspaceEdit, WorkspaceFileOperationsServerCapabilities,
};

use crate::capabilities::ClientSupport;
use crate::edits::{self, DocumentEdits, EditForm, documents, numbers};
use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::uris;

/// The protocol's 'request failed': the client shows the message.
const REQUEST_FAILED: i64 = -32803;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, support: &ClientSupport) {
    let rename = support.all.text_document.as_ref().and_then(|text| text.rename.as_ref());
    let prepares = rename.and_then(|rename| rename.prepare_support).unwrap_or(false);
    capabilities.rename_provider = Some(if prepares {
        OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })
    } else {
        OneOf::Left(true)
    });
    let filter = |glob: &str| FileOperationFilter {
        scheme: Some("file".to_string()),
        pattern: FileOperationPattern { glob: glob.to_string(), ..FileOperationPattern::default() },
    };
    let workspace = capabilities.workspace.get_or_insert_with(Default::default);
    let operations = workspace.file_operations.get_or_insert_with(WorkspaceFileOperationsServerCapabilities::default);
    // Folders have no ending.
    operations.will_rename =
        Some(FileOperationRegistrationOptions { filters: vec![filter("**/*.lang"), filter("**/[!.]*")] });
}

fn refused(error: RenameError) -> Error {
    request_failed(error.to_string())
}

fn request_failed(message: String) -> Error {
    Error { code: ErrorCode::ServerError(REQUEST_FAILED), message: message.into(), data: None }
}

/// What is said of a name that a module of headers declares, or of that module. One that an import gives to it may change.
fn refused_of_headers(snapshot: &Snapshot, position: FilePosition) -> Option<Error> {
    let found = ide::definition(&snapshot.db, position)?;
    let written = position.file.text(&snapshot.db).get(found.origin.start as usize..found.origin.end as usize)?;
    let is_of_headers = |target: &NavigationTarget| {
        let is_meant = target.name == written || target.kind == SymbolKind::Module;
        is_meant && snapshot.loaded.header_module(target.file).is_some()
    };
    let message = || format!("`{written}` is made of C's headers by `[bind]` in `lang.toml`, where its name stands");
    found.targets.iter().any(is_of_headers).then(|| request_failed(message()))
}

pub(crate) async fn prepare(
    server: &Server,
    place: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>> {
    let uri = place.text_document.uri.clone();
    let found = server
        .read(&uri, move |snapshot| {
            let position = snapshot.position(&place)?;
            if let Some(error) = refused_of_headers(snapshot, position) {
                return Some(Err(error));
            }
            let target = match ide::prepare_rename(&snapshot.db, position) {
                Ok(target) => target,
                Err(error) => return Some(Err(refused(error))),
            };
            Some(Ok(PrepareRenameResponse::RangeWithPlaceholder {
                range: snapshot.range(position.file, target.range),
                placeholder: target.name,
            }))
        })
        .await?;
    found.flatten().transpose()
}

pub(crate) async fn rename(server: &Server, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
    let place = params.text_document_position;
    let new_name = params.new_name;
    let found = server
        .read_everywhere(place, move |snapshot, position| {
            if let Some(error) = refused_of_headers(snapshot, position) {
                return Err(error);
            }
            let change = ide::rename(&snapshot.db, position, &new_name).map_err(refused)?;
            Ok((EditForm::of(snapshot), documents(snapshot, &change)))
        })
        .await?;
    let mut merged = Merged::default();
    for each in found {
        let (form, documents) = each?;
        merged.add(form, documents);
    }
    Ok(merged.edit())
}

pub(crate) async fn will_rename_files(server: &Server, params: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
    let path = |uri: &str| Url::parse(uri).ok().map(|uri| uris::path_of(&uri));
    let renamed: Vec<(PathBuf, PathBuf)> =
        params.files.iter().filter_map(|each| Some((path(&each.old_uri)?, path(&each.new_uri)?))).collect();
    server
        .read_all(move |snapshots| {
            let mut merged = Merged::default();
            for snapshot in snapshots {
                let change = ide::rename_modules(&snapshot.db, &moves(snapshot, &renamed));
                merged.add(EditForm::of(snapshot), documents(snapshot, &change));
            }
            if merged.documents.is_empty() { None } else { merged.edit() }
        })
        .await
}

/// The changes of several projects, a file that they share changed once: what one project changes there the others do.
#[derive(Default)]
struct Merged {
    form: Option<EditForm>,
    documents: Vec<DocumentEdits>,
    /// Where each document stands in the list.
    places: HashMap<Url, usize>,
}

impl Merged {
    fn add(&mut self, form: EditForm, documents: Vec<DocumentEdits>) {
        self.form.get_or_insert(form);
        for new in documents {
            match self.places.entry(new.uri.clone()) {
                Entry::Occupied(place) => {
                    let known = &mut self.documents[*place.get()].edits;
                    let key = |edit: &TextEdit| (numbers(edit.range), edit.new_text.clone());
                    let present: HashSet<([u32; 4], String)> = known.iter().map(key).collect();
                    known.extend(new.edits.into_iter().filter(|edit| !present.contains(&key(edit))));
                }
                Entry::Vacant(place) => {
                    place.insert(self.documents.len());
                    self.documents.push(new);
                }
            }
        }
    }

    fn edit(self) -> Option<WorkspaceEdit> {
        Some(edits::of_documents(self.form?, self.documents))
    }
}

/// The modules of a project whose files are renamed, or lie in folders that are.
fn moves(snapshot: &Snapshot, renamed: &[(PathBuf, PathBuf)]) -> Vec<ModuleMove> {
    let mut moves = Vec::new();
    for loaded in &snapshot.loaded.files {
        let Some(path) = &loaded.path else {
            continue;
        };
        let renaming = renamed.iter().find_map(|(old, new)| Some((new, path.strip_prefix(old).ok()?)));
        let Some((new, inside)) = renaming else {
            continue;
        };
        let new_path = if inside.as_os_str().is_empty() { new.clone() } else { new.join(inside) };
        let modules = loaded.package.modules(&snapshot.db);
        let module = modules.iter().find(|(_, file)| *file == loaded.file);
        if let Some(new_module) = module.and_then(|(module, _)| moved_module(path, module, &new_path)) {
            moves.push(ModuleMove { file: loaded.file, path: new_module });
        }
    }
    moves
}

/// The path of the module that the file will be: its package's root is as far above the old file as the module says.
fn moved_module(old: &Path, module: &str, new: &Path) -> Option<String> {
    let root = old.ancestors().nth(module.split('.').count())?;
    let inside = new.strip_prefix(root).ok()?;
    if inside.extension()? != "lang" {
        return None;
    }
    let names: Option<Vec<&str>> = inside.parent()?.iter().map(|name| name.to_str()).collect();
    let mut names = names?;
    names.push(inside.file_stem()?.to_str()?);
    Some(names.join("."))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::moved_module;

    #[test]
    fn a_moved_file_keeps_its_package() {
        let moved = |old: &str, module: &str, new: &str| moved_module(Path::new(old), module, Path::new(new));
        assert_eq!(moved("/p/a/b.lang", "a.b", "/p/a/c.lang").as_deref(), Some("a.c"));
        assert_eq!(moved("/p/a/b.lang", "a.b", "/p/d.lang").as_deref(), Some("d"));
        assert_eq!(moved("/p/a.lang", "a", "/p/x/y/a.lang").as_deref(), Some("x.y.a"));
        assert_eq!(moved("/p/a.lang", "a", "/q/a.lang"), None);
        assert_eq!(moved("/p/a.lang", "a", "/p/a.txt"), None);
        assert_eq!(moved("/p/a.lang", "a", "/p"), None);
    }
}
