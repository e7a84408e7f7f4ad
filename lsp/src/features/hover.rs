//! `textDocument/hover`. It owns the step from the user's switches to `ide`'s; the page is the same for every client, since
//! it reads well as plain text too.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    Hover, HoverContents, HoverParams, HoverProviderCapability, MarkupContent, MarkupKind, ServerCapabilities,
};

use crate::capabilities::ClientSupport;
use crate::server::Server;
use crate::settings::{Settings, Shown};
use crate::snapshot::Snapshot;
use crate::survival::Fates;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.hover_provider = Some(HoverProviderCapability::Simple(true));
}

pub(crate) async fn hover(server: &Server, params: HoverParams) -> Result<Option<Hover>> {
    let place = params.text_document_position_params;
    let uri = place.text_document.uri.clone();
    let found = server
        .read(&uri, move |snapshot| {
            let position = snapshot.position(&place)?;
            let settings = settings(&snapshot.context.settings);
            let fates = Fates::new(snapshot, position);
            let told = ide::Told {
                outcome: &|target, symbol, number| fates.of(target, symbol, number),
                find_kind: &driver::find_kind,
            };
            let found = ide::hover_when_told(&snapshot.db, position, &settings, told)?;
            Some(Hover {
                range: Some(snapshot.range(position.file, found.range)),
                contents: HoverContents::Markup(MarkupContent {
                    kind: format(snapshot),
                    value: found.markdown,
                }),
            })
        })
        .await?;
    Ok(found.flatten())
}

/// What `ide` calls the user's switches.
pub(crate) fn settings(settings: &Settings) -> ide::HoverSettings {
    let shown = |block: Shown| match block {
        Shown::Definition => ide::ShowBlock::Definition,
        Shown::Always => ide::ShowBlock::Always,
        Shown::Never => ide::ShowBlock::Never,
    };
    ide::HoverSettings {
        targets: ide::shown_targets(&settings.targets),
        layout: shown(settings.hover.layout),
        abi: shown(settings.hover.abi),
        codegen: settings.hover.codegen,
        copies: settings.hover.copies,
    }
}

/// Markdown, unless the client says that it takes plain text only.
fn format(snapshot: &Snapshot) -> MarkupKind {
    let text = snapshot.context.support.all.text_document.as_ref();
    let formats = text.and_then(|text| text.hover.as_ref()?.content_format.as_ref());
    match formats {
        Some(formats) if !formats.contains(&MarkupKind::Markdown) => MarkupKind::PlainText,
        Some(_) | None => MarkupKind::Markdown,
    }
}
