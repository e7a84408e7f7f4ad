//! `textDocument/inlayHint`. It owns how hints are drawn: which side keeps a space, which of the protocol's two kinds they
//! are. What a broken text hides stays as it was ([`crate::last_hints`]). Tooltips come with the hints, since they cost
//! nothing; there is nothing to resolve.

use ide::{FileRange, InlayHintKind as Kind, InlayHintSettings, KnownFate};
use source::SourceFile;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams, InlayHintTooltip, MarkupContent, MarkupKind, OneOf,
    ServerCapabilities, TextEdit,
};

use crate::capabilities::ClientSupport;
use crate::server::Server;
use crate::settings::Settings;
use crate::snapshot::Snapshot;
use crate::survival::HintFates;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.inlay_hint_provider = Some(OneOf::Left(true));
}

pub(crate) async fn inlay_hint(server: &Server, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
    let uri = params.text_document.uri.clone();
    server
        .read(&uri, move |snapshot| {
            let Some(file) = snapshot.file(&params.text_document.uri) else {
                return Vec::new();
            };
            let range = snapshot.bytes(file, params.range);
            let settings = wanted(&snapshot.context.settings);
            let range = FileRange { file, range };
            let uri = &params.text_document.uri;
            let fates = HintFates::new(snapshot, uri);
            let fate: KnownFate<'_> = &|position, symbol, number| fates.of(position, symbol, number);
            let pieces = ide::pieces_with_hints(&snapshot.db, &range, &settings, fate);
            let pieces = snapshot.context.hints.shown(uri, &settings, pieces);
            let hints = ide::hints_in(pieces, &range);
            hints.into_iter().map(|hint| converted(snapshot, file, hint)).collect()
        })
        .await
}

fn wanted(settings: &Settings) -> InlayHintSettings {
    let settings = &settings.inlay_hints;
    InlayHintSettings {
        types: settings.types,
        parameters: settings.parameters,
        copies: settings.copies,
        minimum_copy_bytes: settings.minimum_copy_bytes,
        moves: settings.moves,
        drops: settings.drops,
        padding: settings.padding,
        type_arguments: settings.type_arguments,
        captures: settings.captures,
    }
}

fn converted(snapshot: &Snapshot, file: SourceFile, hint: ide::InlayHint) -> InlayHint {
    let (kind, space_before, space_behind) = match hint.kind {
        Kind::Type | Kind::TypeArguments => (Some(InlayHintKind::TYPE), false, false),
        Kind::Parameter => (Some(InlayHintKind::PARAMETER), false, true),
        Kind::Copy | Kind::Move | Kind::Drop | Kind::Padding | Kind::Capture => (None, true, false),
    };
    let edit = hint.edit.map(|edit| TextEdit { range: snapshot.range(file, edit.range), new_text: edit.text });
    InlayHint {
        position: snapshot.range(file, hint.offset..hint.offset).start,
        label: InlayHintLabel::String(hint.label),
        kind,
        text_edits: edit.map(|edit| vec![edit]),
        tooltip: Some(InlayHintTooltip::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: hint.tooltip,
        })),
        padding_left: Some(space_before),
        padding_right: Some(space_behind),
        data: None,
    }
}
