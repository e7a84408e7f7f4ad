//! Questions about a place whose answers lie in all projects that have its file: a package may be a project by itself and
//! a dependency of others. It must not know what is asked.

use std::sync::{Mutex, PoisonError};

use ide::FilePosition;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::TextDocumentPositionParams;

use crate::server::Server;
use crate::snapshot::Snapshot;

impl Server {
    /// The answers of every project that has the document, none if no project has it. As [`Server::read`], it answers only
    /// for the text that the client saw.
    pub(crate) async fn read_everywhere<R: Send + 'static>(
        &self,
        place: TextDocumentPositionParams,
        work: impl Fn(&Snapshot, FilePosition) -> R + Send + Sync + 'static,
    ) -> Result<Vec<R>> {
        let first_version = Mutex::new(None);
        let answer = self.read_all(move |snapshots| {
            let uri = &place.text_document.uri;
            let version = snapshots.first().and_then(|snapshot| snapshot.version(uri));
            let mut first = first_version.lock().unwrap_or_else(PoisonError::into_inner);
            if *first.get_or_insert(version) != version {
                return Err(Error::content_modified());
            }
            drop(first);
            let answers = snapshots.iter().filter_map(|snapshot| {
                let position = snapshot.position(&place)?;
                Some(work(snapshot, position))
            });
            Ok(answers.collect())
        });
        answer.await?
    }
}
