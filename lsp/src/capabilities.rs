//! What the client can do, read once from `initialize`, and what the server says that it can do. It owns the negotiation;
//! each feature's own part of the answer stands in its file.

use tower_lsp::lsp_types::{
    ClientCapabilities, OneOf, PositionEncodingKind, SaveOptions, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};

use crate::features;
use crate::positions::Encoding;

/// What the client can do, as far as it matters.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClientSupport {
    /// Everything as the client said it, for what only one feature asks.
    pub(crate) all: ClientCapabilities,
    /// It asks for diagnostics.
    pub(crate) pulls_diagnostics: bool,
    /// It can be told to ask for diagnostics again.
    pub(crate) refreshes_diagnostics: bool,
    /// Diagnostics may name related places.
    pub(crate) related_information: bool,
    /// It shows progress.
    pub(crate) progress: bool,
    /// It answers `workspace/configuration`.
    pub(crate) configuration: bool,
    /// It tells about changes of settings if asked to.
    pub(crate) configuration_changes: bool,
    /// It watches files if asked to.
    pub(crate) watches_files: bool,
    /// It watches folders outside of the workspace too.
    pub(crate) watches_relative: bool,
}

impl ClientSupport {
    /// Reads the client's capabilities.
    pub(crate) fn new(all: ClientCapabilities) -> ClientSupport {
        let text = all.text_document.as_ref();
        let workspace = all.workspace.as_ref();
        let watching = workspace.and_then(|workspace| workspace.did_change_watched_files);
        ClientSupport {
            pulls_diagnostics: text.is_some_and(|text| text.diagnostic.is_some()),
            refreshes_diagnostics: workspace
                .and_then(|workspace| workspace.diagnostic.as_ref()?.refresh_support)
                .unwrap_or(false),
            related_information: text
                .and_then(|text| text.publish_diagnostics.as_ref()?.related_information)
                .unwrap_or(false),
            progress: all.window.as_ref().and_then(|window| window.work_done_progress).unwrap_or(false),
            configuration: workspace.and_then(|workspace| workspace.configuration).unwrap_or(false),
            configuration_changes: workspace
                .and_then(|workspace| workspace.did_change_configuration?.dynamic_registration)
                .unwrap_or(false),
            watches_files: watching.and_then(|watching| watching.dynamic_registration).unwrap_or(false),
            watches_relative: watching.and_then(|watching| watching.relative_pattern_support).unwrap_or(false),
            all,
        }
    }
}

/// The encoding that costs least of those that the client offers; without an offer it is UTF-16.
pub(crate) fn negotiated_encoding(client: &ClientCapabilities) -> Encoding {
    let offered = client.general.as_ref().and_then(|general| general.position_encodings.as_deref()).unwrap_or_default();
    let offers = |kind: &PositionEncodingKind| offered.contains(kind);
    if offers(&PositionEncodingKind::UTF8) {
        Encoding::Utf8
    } else if offers(&PositionEncodingKind::UTF16) || offered.is_empty() {
        Encoding::Utf16
    } else if offers(&PositionEncodingKind::UTF32) {
        Encoding::Utf32
    } else {
        Encoding::Utf16
    }
}

/// What the server can do for this client.
pub(crate) fn server(support: &ClientSupport, encoding: Encoding) -> ServerCapabilities {
    let mut capabilities = ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    };
    features::announce(&mut capabilities, support);
    capabilities
}
