//! Changes of text as the protocol has them. It owns the choice of form that the client takes: with the versions of open
//! documents, so that an editor refuses a change of a text that has gone on, or without.

use std::collections::HashMap;

use ide::{SourceChange, TextEdit};
use source::SourceFile;
use tower_lsp::lsp_types::{
    self, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, Url, WorkspaceEdit,
};

use crate::snapshot::Snapshot;

/// The form of changes that the client takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EditForm {
    /// With the versions of the documents.
    Versioned,
    /// By the documents' names alone.
    Plain,
}

impl EditForm {
    /// What the client of a snapshot takes.
    pub(crate) fn of(snapshot: &Snapshot) -> EditForm {
        let workspace = snapshot.context.support.all.workspace.as_ref();
        let edit = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        match edit.and_then(|edit| edit.document_changes) {
            Some(true) => EditForm::Versioned,
            Some(false) | None => EditForm::Plain,
        }
    }
}

/// The changes of one document.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct DocumentEdits {
    /// Which.
    pub(crate) uri: Url,
    /// The version that they are for, if it is open.
    pub(crate) version: Option<i32>,
    /// The changes.
    pub(crate) edits: Vec<lsp_types::TextEdit>,
}

/// The edits of one file.
pub(crate) fn text_edits(snapshot: &Snapshot, file: SourceFile, edits: &[TextEdit]) -> Vec<lsp_types::TextEdit> {
    let edit = |edit: &TextEdit| lsp_types::TextEdit {
        range: snapshot.range(file, edit.range.clone()),
        new_text: edit.text.clone(),
    };
    edits.iter().map(edit).collect()
}

/// A range by its numbers: the protocol's own type cannot be a key.
pub(crate) fn numbers(range: lsp_types::Range) -> [u32; 4] {
    let (start, end) = (range.start, range.end);
    [start.line, start.character, end.line, end.character]
}

/// Changes of several files, document by document.
pub(crate) fn documents(snapshot: &Snapshot, change: &SourceChange) -> Vec<DocumentEdits> {
    let documents = change.files.iter().filter_map(|(file, edits)| {
        let uri = snapshot.uri(*file)?;
        Some(DocumentEdits { version: snapshot.version(&uri), edits: text_edits(snapshot, *file, edits), uri })
    });
    documents.collect()
}

/// Changes of several files.
pub(crate) fn workspace_edit(snapshot: &Snapshot, change: &SourceChange) -> WorkspaceEdit {
    of_documents(EditForm::of(snapshot), documents(snapshot, change))
}

/// Changes of documents in the form that the client takes.
pub(crate) fn of_documents(form: EditForm, documents: Vec<DocumentEdits>) -> WorkspaceEdit {
    match form {
        EditForm::Plain => {
            let changes: HashMap<Url, Vec<lsp_types::TextEdit>> =
                documents.into_iter().map(|each| (each.uri, each.edits)).collect();
            WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
        }
        EditForm::Versioned => {
            let document = |each: DocumentEdits| TextDocumentEdit {
                text_document: OptionalVersionedTextDocumentIdentifier { uri: each.uri, version: each.version },
                edits: each.edits.into_iter().map(OneOf::Left).collect(),
            };
            let documents = documents.into_iter().map(document).collect();
            WorkspaceEdit { document_changes: Some(DocumentChanges::Edits(documents)), ..WorkspaceEdit::default() }
        }
    }
}
