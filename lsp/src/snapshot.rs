//! What a reader sees: one project as it was at one moment, with the documents' versions and the client's wishes of that
//! moment. It owns the steps between the protocol's places and `ide`'s. Whoever holds one keeps the writer waiting as soon
//! as it has something to write, except within queries, which are cancelled: drop it before you wait for anything else.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use driver::{Program, Run};
use ide::FilePosition;
use project::{Loaded, Origin};
use source::{Database, SourceFile, line_index};
use tower_lsp::lsp_types::{Location, Position, Range, TextDocumentPositionParams, Url};

use crate::context::Context;
use crate::uris;
use crate::world::{Documents, ProjectId, Step, moved};

/// One project at one moment.
pub(crate) struct Snapshot {
    /// Its database.
    pub(crate) db: Database,
    /// What is loaded.
    pub(crate) loaded: Arc<Loaded>,
    /// The client, the settings, the tools.
    pub(crate) context: Arc<Context>,
    /// The open documents of all projects.
    pub(crate) documents: Documents,
    /// Which project it is.
    pub(crate) project: ProjectId,
    /// Which project answers for a file.
    pub(crate) answers: Arc<std::collections::HashMap<PathBuf, ProjectId>>,
    /// What was edited between the question and this text, if the question follows it.
    pub(crate) steps: Vec<Step>,
}

impl Snapshot {
    /// The program of this snapshot, for `driver`.
    pub(crate) fn program(&self) -> (Program, Run) {
        let settings = &self.context.tools.settings;
        (Program::of_loaded(self.db.clone(), self.loaded.clone(), settings), Run::new(settings))
    }

    /// The file of a document, if the project has it.
    pub(crate) fn file(&self, uri: &Url) -> Option<SourceFile> {
        self.loaded.file(&uris::path_of(uri))
    }

    /// A place of the protocol as `ide` has it.
    pub(crate) fn offset(&self, uri: &Url, position: Position) -> Option<FilePosition> {
        let file = self.file(uri)?;
        let (text, lines) = (file.text(&self.db), line_index(&self.db, file));
        let offset = self.context.encoding.offset(text, lines, position);
        Some(FilePosition { file, offset })
    }

    /// As [`Snapshot::offset`], from what most requests carry: the place that was asked about, in this text.
    pub(crate) fn position(&self, params: &TextDocumentPositionParams) -> Option<FilePosition> {
        self.offset(&params.text_document.uri, moved(params.position, &self.steps))
    }

    /// A range of the protocol as `ide` has it.
    pub(crate) fn bytes(&self, file: SourceFile, range: Range) -> std::ops::Range<u32> {
        let (text, lines) = (file.text(&self.db), line_index(&self.db, file));
        let start = self.context.encoding.offset(text, lines, range.start);
        let end = self.context.encoding.offset(text, lines, range.end);
        start..end.max(start)
    }

    /// A range of bytes as the protocol has it.
    pub(crate) fn range(&self, file: SourceFile, range: std::ops::Range<u32>) -> Range {
        let (text, lines) = (file.text(&self.db), line_index(&self.db, file));
        self.context.encoding.range(text, lines, range)
    }

    /// The name of a file: the client's own if it is open.
    pub(crate) fn uri(&self, file: SourceFile) -> Option<Url> {
        self.uri_of_path(self.loaded.path(file)?)
    }

    /// A place in a file as the protocol has it.
    pub(crate) fn location(&self, file: SourceFile, range: std::ops::Range<u32>) -> Option<Location> {
        Some(Location { uri: self.uri(file)?, range: self.range(file, range) })
    }

    /// The version of a document that this snapshot has, if it is open.
    pub(crate) fn version(&self, uri: &Url) -> Option<i32> {
        let document = self.documents.get(&uris::path_of(uri))?;
        Some(document.version)
    }

    /// The name of a path.
    pub(crate) fn uri_of_path(&self, path: &Path) -> Option<Url> {
        match self.documents.get(path) {
            Some(document) => Some(document.uri.clone()),
            None => uris::of_path(path),
        }
    }

    /// The path of a text that a report points into.
    pub(crate) fn path_of_origin(&self, origin: &Origin) -> PathBuf {
        let shown = Path::new(&*origin.path);
        match &self.context.standard_folder {
            Some(folder) if shown.is_relative() => folder.join(shown),
            Some(_) | None => shown.to_path_buf(),
        }
    }
}
