//! Changes of text as the protocol has them. It owns the choice of form that the client takes: with the versions of open
//! documents, so that an editor refuses a change of a text that has gone on, or without.

use std::collections::HashMap;

use ide::{SourceChange, TextEdit};
use source::SourceFile;
use tower_lsp::lsp_types::{
    self, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, Url, WorkspaceEdit,
};

use crate::snapshot::Snapshot;

/// The edits of one file.
pub(crate) fn text_edits(snapshot: &Snapshot, file: SourceFile, edits: &[TextEdit]) -> Vec<lsp_types::TextEdit> {
    let edit = |edit: &TextEdit| lsp_types::TextEdit {
        range: snapshot.range(file, edit.range.clone()),
        new_text: edit.text.clone(),
    };
    edits.iter().map(edit).collect()
}

/// Changes of several files.
pub(crate) fn workspace_edit(snapshot: &Snapshot, change: &SourceChange) -> WorkspaceEdit {
    let files = change.files.iter().filter_map(|(file, edits)| {
        let uri = snapshot.uri(*file)?;
        let version = snapshot.version(&uri);
        Some((uri, version, text_edits(snapshot, *file, edits)))
    });
    of_documents(snapshot, files.collect())
}

/// Changes of documents with the versions that they are for.
pub(crate) fn of_documents(
    snapshot: &Snapshot,
    documents: Vec<(Url, Option<i32>, Vec<lsp_types::TextEdit>)>,
) -> WorkspaceEdit {
    let workspace = snapshot.context.support.all.workspace.as_ref();
    let takes_versions = workspace
        .and_then(|workspace| workspace.workspace_edit.as_ref()?.document_changes)
        .unwrap_or(false);
    if !takes_versions {
        let changes: HashMap<Url, Vec<lsp_types::TextEdit>> =
            documents.into_iter().map(|(uri, _, edits)| (uri, edits)).collect();
        return WorkspaceEdit {
            changes: Some(changes),
            ..WorkspaceEdit::default()
        };
    }
    let document = |(uri, version, edits): (Url, Option<i32>, Vec<lsp_types::TextEdit>)| TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    };
    WorkspaceEdit {
        document_changes: Some(DocumentChanges::Edits(documents.into_iter().map(document).collect())),
        ..WorkspaceEdit::default()
    }
}
