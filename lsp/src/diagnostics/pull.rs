//! `textDocument/diagnostic` and `workspace/diagnostic`: the client asks. It owns result ids, which are hashes of the
//! lists: nothing is remembered, and a restarted server still knows what is unchanged.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    Diagnostic, DiagnosticOptions, DiagnosticServerCapabilities, DocumentDiagnosticParams, DocumentDiagnosticReport,
    DocumentDiagnosticReportResult, FullDocumentDiagnosticReport, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, ServerCapabilities, UnchangedDocumentDiagnosticReport,
    WorkDoneProgressOptions, WorkspaceDiagnosticParams, WorkspaceDiagnosticReport, WorkspaceDiagnosticReportResult,
    WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
    WorkspaceUnchangedDocumentDiagnosticReport,
};

use super::{Converter, answers_for, of_file, of_manifests};
use crate::capabilities::ClientSupport;
use crate::server::Server;
use crate::snapshot::Snapshot;
use crate::uris;

/// Announces both questions to clients that ask.
pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.diagnostic_provider = Some(DiagnosticServerCapabilities::Options(DiagnosticOptions {
        identifier: Some("lang".to_string()),
        inter_file_dependencies: true,
        workspace_diagnostics: true,
        work_done_progress_options: WorkDoneProgressOptions::default(),
    }));
}

/// The diagnostics of one document.
pub(crate) async fn document(
    server: &Server,
    params: DocumentDiagnosticParams,
) -> Result<DocumentDiagnosticReportResult> {
    let path = uris::path_of(&params.text_document.uri);
    let found = server.read_whole(&params.text_document.uri, move |snapshot| of_path(snapshot, &path)).await?;
    let items = found.unwrap_or_default();
    let result_id = result_id(&items);
    let report = if params.previous_result_id.as_ref() == Some(&result_id) {
        DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        })
    } else {
        DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id: Some(result_id), items },
        })
    };
    Ok(DocumentDiagnosticReportResult::Report(report))
}

fn of_path(snapshot: &Snapshot, path: &Path) -> Vec<Diagnostic> {
    let mut converter = Converter::new(snapshot);
    let found = snapshot.loaded.files.iter().find(|file| file.path.as_deref() == Some(path));
    match found {
        Some(file) => of_file(snapshot, file, &mut converter),
        None => of_manifests(snapshot, &mut converter).remove(path).unwrap_or_default(),
    }
}

/// The diagnostics of every file of every project.
pub(crate) async fn workspace(
    server: &Server,
    params: WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult> {
    let mut before: HashMap<PathBuf, String> = HashMap::new();
    for known in params.previous_result_ids {
        before.insert(uris::path_of(&known.uri), known.value);
    }
    let lists = server
        .read_all(move |snapshots| snapshots.iter().flat_map(|snapshot| of_project(snapshot, &before)).collect())
        .await?;
    Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items: lists }))
}

fn of_project(snapshot: &Snapshot, before: &HashMap<PathBuf, String>) -> Vec<WorkspaceDocumentDiagnosticReport> {
    let mut converter = Converter::new(snapshot);
    let mut items = Vec::new();
    let mut add = |path: &Path, diagnostics: Vec<Diagnostic>| {
        let known = before.get(path);
        // What is clean and was never reported on need not be reported now.
        if !answers_for(snapshot, path) || (diagnostics.is_empty() && known.is_none()) {
            return;
        }
        let Some(uri) = snapshot.uri_of_path(path) else { return };
        let version = snapshot.version(&uri).map(i64::from);
        let result_id = result_id(&diagnostics);
        items.push(if known == Some(&result_id) {
            WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
                uri,
                version,
                unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
            })
        } else {
            WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
                uri,
                version,
                full_document_diagnostic_report: FullDocumentDiagnosticReport {
                    result_id: Some(result_id),
                    items: diagnostics,
                },
            })
        });
    };
    for file in &snapshot.loaded.files {
        if let Some(path) = &file.path {
            add(path, of_file(snapshot, file, &mut converter));
        }
    }
    let mut manifests = of_manifests(snapshot, &mut converter);
    for path in before.keys().filter(|path| path.ends_with(project::MANIFEST)) {
        manifests.entry(path.clone()).or_default();
    }
    for (path, diagnostics) in manifests {
        add(&path, diagnostics);
    }
    items
}

fn result_id(diagnostics: &[Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    // What is no JSON could not be sent either.
    serde_json::to_string(diagnostics).unwrap_or_default().hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
