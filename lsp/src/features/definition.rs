//! `textDocument/definition`, `declaration`, `typeDefinition` and `implementation`. It owns the choice between plain
//! locations and links, which say what was asked about.

use ide::{BuiltinName, FilePosition, NavigationTarget, Targets};
use source::Db;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    DeclarationCapability, GotoCapability, GotoDefinitionParams, GotoDefinitionResponse,
    ImplementationProviderCapability, Location, LocationLink, OneOf, Position, Range, ServerCapabilities,
    TextDocumentClientCapabilities, TypeDefinitionProviderCapability,
};

use crate::capabilities::ClientSupport;
use crate::server::Server;
use crate::snapshot::Snapshot;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.definition_provider = Some(OneOf::Left(true));
    capabilities.declaration_provider = Some(DeclarationCapability::Simple(true));
    capabilities.type_definition_provider = Some(TypeDefinitionProviderCapability::Simple(true));
    capabilities.implementation_provider = Some(ImplementationProviderCapability::Simple(true));
}

/// What is asked for, and what the client says about it.
struct Question {
    ask: fn(&dyn Db, FilePosition) -> Option<Targets>,
    /// Whether what the compiler knows by itself is an answer: its page.
    takes_builtins: bool,
    capability: fn(&TextDocumentClientCapabilities) -> Option<GotoCapability>,
}

pub(crate) async fn definition(
    server: &Server,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let question = Question { ask: ide::definition, takes_builtins: true, capability: |text| text.definition };
    answer(server, params, question).await
}

pub(crate) async fn declaration(
    server: &Server,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let question = Question { ask: ide::declaration, takes_builtins: true, capability: |text| text.declaration };
    answer(server, params, question).await
}

pub(crate) async fn type_definition(
    server: &Server,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let question =
        Question { ask: ide::type_definition, takes_builtins: false, capability: |text| text.type_definition };
    answer(server, params, question).await
}

pub(crate) async fn implementation(
    server: &Server,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let question = Question { ask: ide::implementation, takes_builtins: false, capability: |text| text.implementation };
    answer(server, params, question).await
}

async fn answer(
    server: &Server,
    params: GotoDefinitionParams,
    question: Question,
) -> Result<Option<GotoDefinitionResponse>> {
    let place = params.text_document_position_params;
    let uri = place.text_document.uri.clone();
    let found = server
        .read(&uri, move |snapshot| {
            let position = snapshot.position(&place)?;
            let text = snapshot.context.support.all.text_document.as_ref();
            let capability = text.and_then(question.capability);
            let takes_links = capability.and_then(|goto| goto.link_support).unwrap_or(false);
            match (question.ask)(&snapshot.db, position) {
                Some(found) => Some(response(snapshot, position, &found, takes_links)),
                None if question.takes_builtins => builtin(snapshot, position, takes_links),
                None => None,
            }
        })
        .await?;
    Ok(found.flatten())
}

/// Targets as the client wants them.
fn response(snapshot: &Snapshot, asked: FilePosition, found: &Targets, takes_links: bool) -> GotoDefinitionResponse {
    let targets = found.targets.iter();
    if takes_links {
        let origin = snapshot.range(asked.file, found.origin.clone());
        let link = |target: &NavigationTarget| {
            Some(LocationLink {
                origin_selection_range: Some(origin),
                target_uri: snapshot.uri(target.file)?,
                target_range: snapshot.range(target.file, target.full_range.clone()),
                target_selection_range: snapshot.range(target.file, target.focus_range.clone()),
            })
        };
        return GotoDefinitionResponse::Link(targets.filter_map(link).collect());
    }
    let location = |target: &NavigationTarget| snapshot.location(target.file, target.focus_range.clone());
    GotoDefinitionResponse::Array(targets.filter_map(location).collect())
}

/// The heading of what the compiler knows by itself on its page.
fn builtin(snapshot: &Snapshot, asked: FilePosition, takes_links: bool) -> Option<GotoDefinitionResponse> {
    let page = snapshot.context.builtins_page.as_ref()?;
    let (name, origin) = BuiltinName::at(&snapshot.db, asked)?;
    let uri = snapshot.uri_of_path(page)?;
    let start = Position::new(ide::line_on_builtins_page(name), 0);
    let range = Range::new(start, start);
    Some(if takes_links {
        GotoDefinitionResponse::Link(vec![LocationLink {
            origin_selection_range: Some(snapshot.range(asked.file, origin)),
            target_uri: uri,
            target_range: range,
            target_selection_range: range,
        }])
    } else {
        GotoDefinitionResponse::Array(vec![Location { uri, range }])
    })
}
