//! `textDocument/definition`. It owns the choice between plain locations and links, which say what was asked about.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{GotoDefinitionParams, GotoDefinitionResponse, LocationLink, OneOf, ServerCapabilities};

use crate::capabilities::ClientSupport;
use crate::server::Server;
use crate::snapshot::Snapshot;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.definition_provider = Some(OneOf::Left(true));
}

pub(crate) async fn definition(
    server: &Server,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let place = params.text_document_position_params;
    let uri = place.text_document.uri.clone();
    let found = server
        .read(&uri, move |snapshot| {
            let position = snapshot.position(&place)?;
            Some(response(snapshot, &ide::definition(&snapshot.db, position)))
        })
        .await?;
    Ok(found.flatten())
}

/// Targets as the client wants them.
pub(crate) fn response(snapshot: &Snapshot, targets: &[ide::NavigationTarget]) -> GotoDefinitionResponse {
    let text = snapshot.context.support.all.text_document.as_ref();
    let takes_links = text.and_then(|text| text.definition?.link_support).unwrap_or(false);
    if takes_links {
        let link = |target: &ide::NavigationTarget| {
            Some(LocationLink {
                origin_selection_range: None,
                target_uri: snapshot.uri(target.file)?,
                target_range: snapshot.range(target.file, target.full_range.clone()),
                target_selection_range: snapshot.range(target.file, target.focus_range.clone()),
            })
        };
        return GotoDefinitionResponse::Link(targets.iter().filter_map(link).collect());
    }
    let location = |target: &ide::NavigationTarget| snapshot.location(target.file, target.focus_range.clone());
    GotoDefinitionResponse::Array(targets.iter().filter_map(location).collect())
}
