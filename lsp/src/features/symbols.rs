//! `textDocument/documentSymbol` and `workspace/symbol`. It owns the protocol's kinds of symbols.

use ide::{DocumentSymbol, NavigationTarget};
use source::SourceFile;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    self, DocumentSymbolParams, DocumentSymbolResponse, OneOf, ServerCapabilities, SymbolInformation, SymbolKind, Url,
    WorkspaceSymbolParams,
};

use crate::capabilities::ClientSupport;
use crate::server::Server;
use crate::snapshot::Snapshot;

/// More than this nobody reads; typing on narrows it down.
const MOST_SYMBOLS: usize = 256;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.document_symbol_provider = Some(OneOf::Left(true));
    capabilities.workspace_symbol_provider = Some(OneOf::Left(true));
}

/// The protocol's kind.
pub(crate) fn kind(kind: ide::SymbolKind) -> SymbolKind {
    match kind {
        ide::SymbolKind::Module => SymbolKind::MODULE,
        ide::SymbolKind::Function | ide::SymbolKind::BuiltinFunction | ide::SymbolKind::Test => SymbolKind::FUNCTION,
        ide::SymbolKind::Method | ide::SymbolKind::StaticMethod => SymbolKind::METHOD,
        ide::SymbolKind::Structure | ide::SymbolKind::BuiltinType => SymbolKind::STRUCT,
        ide::SymbolKind::Enumeration => SymbolKind::ENUM,
        ide::SymbolKind::Case => SymbolKind::ENUM_MEMBER,
        ide::SymbolKind::Field => SymbolKind::FIELD,
        ide::SymbolKind::TypeAlias => SymbolKind::CLASS,
        ide::SymbolKind::Constant => SymbolKind::CONSTANT,
        ide::SymbolKind::Trait => SymbolKind::INTERFACE,
        ide::SymbolKind::Implementation => SymbolKind::OBJECT,
        ide::SymbolKind::TypeParameter => SymbolKind::TYPE_PARAMETER,
        ide::SymbolKind::Label => SymbolKind::KEY,
        ide::SymbolKind::Global
        | ide::SymbolKind::Parameter
        | ide::SymbolKind::SelfValue
        | ide::SymbolKind::Variable => SymbolKind::VARIABLE,
    }
}

pub(crate) async fn of_document(
    server: &Server,
    params: DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>> {
    let uri = params.text_document.uri.clone();
    let found = server
        .read_whole(&uri, move |snapshot| {
            let uri = &params.text_document.uri;
            let file = snapshot.file(uri)?;
            let symbols = ide::document_symbols(&snapshot.db, file);
            let text = snapshot.context.support.all.text_document.as_ref();
            let takes_trees = text
                .and_then(|text| text.document_symbol.as_ref()?.hierarchical_document_symbol_support)
                .unwrap_or(false);
            if takes_trees {
                let symbols = symbols.iter().map(|symbol| nested(snapshot, file, symbol));
                return Some(DocumentSymbolResponse::Nested(symbols.collect()));
            }
            let mut list = Vec::new();
            for symbol in &symbols {
                flatten(snapshot, uri, file, symbol, None, &mut list);
            }
            Some(DocumentSymbolResponse::Flat(list))
        })
        .await?;
    Ok(found.flatten())
}

#[expect(deprecated, reason = "the protocol's struct has a field that it replaced by tags")]
fn nested(snapshot: &Snapshot, file: SourceFile, symbol: &DocumentSymbol) -> lsp_types::DocumentSymbol {
    let children = symbol.children.iter().map(|child| nested(snapshot, file, child));
    lsp_types::DocumentSymbol {
        name: symbol.name.clone(),
        detail: symbol.detail.clone(),
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: snapshot.range(file, symbol.full_range.clone()),
        selection_range: snapshot.range(file, symbol.focus_range.clone()),
        children: Some(children.collect()),
    }
}

fn flatten(
    snapshot: &Snapshot,
    uri: &Url,
    file: SourceFile,
    symbol: &DocumentSymbol,
    container: Option<&str>,
    list: &mut Vec<SymbolInformation>,
) {
    let location = lsp_types::Location { uri: uri.clone(), range: snapshot.range(file, symbol.full_range.clone()) };
    let information = information(symbol.name.clone(), symbol.kind, location, container.map(ToString::to_string));
    list.push(information);
    for child in &symbol.children {
        flatten(snapshot, uri, file, child, Some(&symbol.name), list);
    }
}

#[expect(deprecated, reason = "the protocol's struct has a field that it replaced by tags")]
fn information(
    name: String,
    symbol_kind: ide::SymbolKind,
    location: lsp_types::Location,
    container_name: Option<String>,
) -> SymbolInformation {
    SymbolInformation { name, kind: kind(symbol_kind), tags: None, deprecated: None, location, container_name }
}

pub(crate) async fn of_workspace(
    server: &Server,
    params: WorkspaceSymbolParams,
) -> Result<Option<Vec<SymbolInformation>>> {
    let found = server
        .read_all(move |snapshots| {
            let mut list: Vec<SymbolInformation> = Vec::new();
            for snapshot in snapshots {
                let found = ide::workspace_symbols(&snapshot.db, &params.query, MOST_SYMBOLS);
                let symbols = found.iter().filter_map(|target| of_target(snapshot, target));
                if snapshots.len() == 1 {
                    return symbols.collect();
                }
                // Projects share files: the standard library at least.
                let is_new = |symbol: &SymbolInformation| list.iter().all(|known| known.location != symbol.location);
                let new: Vec<SymbolInformation> = symbols.filter(is_new).collect();
                list.extend(new);
            }
            list
        })
        .await?;
    Ok(Some(found))
}

fn of_target(snapshot: &Snapshot, target: &NavigationTarget) -> Option<SymbolInformation> {
    let location = snapshot.location(target.file, target.focus_range.clone())?;
    Some(information(target.name.clone(), target.kind, location, target.container.clone()))
}
