//! `textDocument/documentLink`. Links come with their targets; there is nothing to resolve.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    DocumentLink, DocumentLinkOptions, DocumentLinkParams, ServerCapabilities, WorkDoneProgressOptions,
};

use crate::capabilities::ClientSupport;
use crate::server::Server;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.document_link_provider = Some(DocumentLinkOptions {
        resolve_provider: Some(false),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    });
}

pub(crate) async fn links(server: &Server, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
    let uri = params.text_document.uri;
    let asked = uri.clone();
    let found = server
        .read_whole(&asked, move |snapshot| {
            let file = snapshot.file(&uri)?;
            let links = ide::document_links(&snapshot.db, file).into_iter();
            let links = links.filter_map(|link| {
                Some(DocumentLink {
                    range: snapshot.range(file, link.range),
                    target: Some(snapshot.uri(link.target)?),
                    tooltip: None,
                    data: None,
                })
            });
            Some(links.collect())
        })
        .await?;
    Ok(found.flatten())
}
