//! `textDocument/definition`, `declaration`, `typeDefinition` and `implementation`. It owns the choice between plain
//! locations and links, which say what was asked about.

use ide::{BuiltinName, FilePosition, InC, NavigationTarget, Targets};
use project::disk::FileText;
use source::Db;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    DeclarationCapability, GotoCapability, GotoDefinitionParams, GotoDefinitionResponse,
    ImplementationProviderCapability, Location, LocationLink, OneOf, Position, Range, ServerCapabilities,
    TextDocumentClientCapabilities, TypeDefinitionProviderCapability,
};

use crate::c_headers;
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
    /// Whether a declaration that was made of a header of C leads into the header.
    leads_to_header: bool,
    capability: fn(&TextDocumentClientCapabilities) -> Option<GotoCapability>,
}

pub(crate) async fn definition(
    server: &Server,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let question = Question {
        ask: ide::definition,
        takes_builtins: true,
        leads_to_header: true,
        capability: |text| text.definition,
    };
    answer(server, params, question).await
}

pub(crate) async fn declaration(
    server: &Server,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let question = Question {
        ask: ide::declaration,
        takes_builtins: true,
        leads_to_header: false,
        capability: |text| text.declaration,
    };
    answer(server, params, question).await
}

pub(crate) async fn type_definition(
    server: &Server,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let question = Question {
        ask: ide::type_definition,
        takes_builtins: false,
        leads_to_header: true,
        capability: |text| text.type_definition,
    };
    answer(server, params, question).await
}

pub(crate) async fn implementation(
    server: &Server,
    params: GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>> {
    let question = Question {
        ask: ide::implementation,
        takes_builtins: false,
        leads_to_header: false,
        capability: |text| text.implementation,
    };
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
                Some(found) => Some(response(snapshot, position, &found, question.leads_to_header, takes_links)),
                None if question.takes_builtins => builtin(snapshot, position, takes_links),
                None => None,
            }
        })
        .await?;
    Ok(found.flatten())
}

/// Targets as the client wants them.
fn response(
    snapshot: &Snapshot,
    asked: FilePosition,
    found: &Targets,
    leads_to_header: bool,
    takes_links: bool,
) -> GotoDefinitionResponse {
    let targets = found.targets.iter();
    // What was made of a header is defined there.
    let in_header = |target: &NavigationTarget| leads_to_header.then(|| header_location(snapshot, target)).flatten();
    if takes_links {
        let origin = snapshot.range(asked.file, found.origin.clone());
        let link = |target: &NavigationTarget| {
            if let Some(Location { uri, range }) = in_header(target) {
                return Some(LocationLink {
                    origin_selection_range: Some(origin),
                    target_uri: uri,
                    target_range: range,
                    target_selection_range: range,
                });
            }
            Some(LocationLink {
                origin_selection_range: Some(origin),
                target_uri: snapshot.uri(target.file)?,
                target_range: snapshot.range(target.file, target.full_range.clone()),
                target_selection_range: snapshot.range(target.file, target.focus_range.clone()),
            })
        };
        return GotoDefinitionResponse::Link(targets.filter_map(link).collect());
    }
    let location = |target: &NavigationTarget| {
        in_header(target).or_else(|| snapshot.location(target.file, target.focus_range.clone()))
    };
    GotoDefinitionResponse::Array(targets.filter_map(location).collect())
}

/// Where C declares something, if it belongs to a module that was made of headers.
fn header_location(snapshot: &Snapshot, target: &NavigationTarget) -> Option<Location> {
    snapshot.loaded.header_module(target.file)?;
    let position = FilePosition { file: target.file, offset: target.focus_range.start };
    let found = c_headers::declaration(snapshot, &InC::at(&snapshot.db, position)?)?;
    let FileText::Text(text) = project::disk::read_text(&found.file) else { return None };
    let line = found.line.checked_sub(1)?;
    let bytes = found.column.saturating_sub(1) as usize;
    let before = text.lines().nth(line as usize).and_then(|line| line.get(..bytes)).unwrap_or_default();
    let start = Position::new(line, snapshot.context.encoding.width(before));
    Some(Location { uri: snapshot.uri_of_path(&found.file)?, range: Range::new(start, start) })
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
