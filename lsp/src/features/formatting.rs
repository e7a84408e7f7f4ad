//! `textDocument/formatting` and `rangeFormatting`. There are no options: what the client says of tabs is not heeded.

use ide::FileRange;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    DocumentFormattingParams, DocumentRangeFormattingParams, OneOf, ServerCapabilities, TextEdit,
};

use crate::capabilities::ClientSupport;
use crate::edits::text_edits;
use crate::server::Server;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.document_formatting_provider = Some(OneOf::Left(true));
    capabilities.document_range_formatting_provider = Some(OneOf::Left(true));
}

pub(crate) async fn document(server: &Server, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
    let uri = params.text_document.uri;
    let asked = uri.clone();
    let found = server
        .read(&asked, move |snapshot| {
            let file = snapshot.file(&uri)?;
            Some(text_edits(snapshot, file, &ide::format(&snapshot.db, file)))
        })
        .await?;
    Ok(found.flatten())
}

pub(crate) async fn range(server: &Server, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
    let uri = params.text_document.uri;
    let asked = uri.clone();
    let found = server
        .read(&asked, move |snapshot| {
            let file = snapshot.file(&uri)?;
            let range = snapshot.bytes(file, params.range);
            let edits = ide::format_range(&snapshot.db, &FileRange { file, range });
            Some(text_edits(snapshot, file, &edits))
        })
        .await?;
    Ok(found.flatten())
}
