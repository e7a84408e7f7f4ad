//! `textDocument/references` and `documentHighlight`.

use std::collections::HashSet;

use ide::Access;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Location, OneOf, ReferenceParams,
    ServerCapabilities,
};

use crate::capabilities::ClientSupport;
use crate::edits::numbers;
use crate::server::Server;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.references_provider = Some(OneOf::Left(true));
    capabilities.document_highlight_provider = Some(OneOf::Left(true));
}

pub(crate) async fn references(server: &Server, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
    let place = params.text_document_position;
    let with_declaration = params.context.include_declaration;
    let found = server
        .read_everywhere(place, move |snapshot, position| {
            let found = ide::references(&snapshot.db, position, with_declaration)?;
            let location = |each: &ide::Reference| snapshot.location(each.range.file, each.range.range.clone());
            Some(found.iter().filter_map(location).collect::<Vec<Location>>())
        })
        .await?;
    // Projects that share a file find the same places there.
    let mut known = HashSet::new();
    let all = found.into_iter().flatten().flatten();
    let all: Vec<Location> =
        all.filter(|location| known.insert((location.uri.clone(), numbers(location.range)))).collect();
    Ok((!all.is_empty()).then_some(all))
}

pub(crate) async fn highlight(
    server: &Server,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>> {
    let place = params.text_document_position_params;
    let uri = place.text_document.uri.clone();
    let found = server
        .read(&uri, move |snapshot| {
            let position = snapshot.position(&place)?;
            let found = ide::highlight(&snapshot.db, position);
            let highlight = |each: &ide::Highlight| DocumentHighlight {
                range: snapshot.range(position.file, each.range.clone()),
                kind: Some(match each.access {
                    Access::Name => DocumentHighlightKind::TEXT,
                    Access::Read => DocumentHighlightKind::READ,
                    Access::Write => DocumentHighlightKind::WRITE,
                }),
            };
            Some(found.iter().map(highlight).collect())
        })
        .await?;
    Ok(found.flatten())
}
