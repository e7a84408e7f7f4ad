//! `textDocument/hover`. It owns the step from the user's switches to `ide`'s; the page is the same for every client, since
//! it reads well as plain text too.

use ide::{CDeclared, CodeGenerators, HoverLink, InC};
use mir::Backend;
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    Hover, HoverContents, HoverParams, HoverProviderCapability, MarkupContent, MarkupKind, ServerCapabilities,
    TextDocumentPositionParams,
};

use crate::c_headers;
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
        .read_typing(&uri, move |snapshot| {
            let position = snapshot.position(&place)?;
            let settings = settings(&snapshot.context.settings);
            let fates = Fates::new(snapshot, position);
            let host = ide::HoverHost {
                outcome: &|target, symbol, number| fates.of(target, symbol, number),
                dispatch: &|of, slot| {
                    let workers = snapshot.context.llvm.workers().ok()?;
                    let (program, run) = snapshot.program();
                    let entry = driver::dispatch_of(&program, &run, workers, of, slot)?;
                    Some(ide::Dispatched {
                        decision: entry.decision().to_owned(),
                        candidates: entry.types(&snapshot.db),
                        reason: entry.why_not_direct(&snapshot.db),
                    })
                },
                makes_code: &|target| makes_code(snapshot, target),
                c_declaration: &|item| c_declared(snapshot, item),
                find_kind: &driver::find_kind,
            };
            let found = ide::hover_with_host(&snapshot.db, position, &settings, host)?;
            let range = snapshot.range(position.file, found.range.clone());
            Some(Hover {
                range: Some(range),
                contents: HoverContents::Markup(MarkupContent {
                    kind: format(snapshot),
                    value: text(snapshot, &place, found),
                }),
            })
        })
        .await?;
    Ok(found.flatten())
}

/// What C's header says, with a link for an editor that follows links to files.
fn c_declared(snapshot: &Snapshot, item: &InC) -> Option<CDeclared> {
    let found = c_headers::declaration(snapshot, item)?;
    let place = format!("{}:{}", found.file.display(), found.line);
    let follows = snapshot.context.settings.command_links;
    let link = snapshot.uri_of_path(&found.file).filter(|_| follows).map(|uri| format!("{uri}#L{}", found.line));
    Some(CDeclared { text: found.text, place, link })
}

/// The page, with links in the place of details for an editor that follows them.
fn text(snapshot: &Snapshot, place: &TextDocumentPositionParams, found: ide::Hover) -> String {
    if !snapshot.context.settings.command_links || found.links.is_empty() {
        return found.whole();
    }
    let argument = json!([{"uri": place.text_document.uri, "position": place.position}]).to_string();
    let links = found.links.iter().map(|link| {
        let (title, command) = match link {
            HoverLink::Picture => ("Picture", "lang.show.layout"),
            HoverLink::Layout => ("Layout and ABI", "lang.show.layoutText"),
            HoverLink::AbiReport => ("ABI report", "lang.show.abi"),
            HoverLink::Mir => ("MIR", "lang.show.mir"),
            HoverLink::Reorder => ("Reorder", "lang.reorderFields"),
            HoverLink::Assembly => ("Assembly", "lang.show.bothAssemblies"),
        };
        format!("[{title}](command:{command}?{})", percent_encoded(&argument))
    });
    format!("{}\n{}\n", found.markdown, links.collect::<Vec<String>>().join(" · "))
}

/// As the argument of a link to a command.
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte.is_ascii_alphanumeric() {
            true => encoded.push(char::from(byte)),
            false => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// Without workers nobody knows what LLVM could do; its forms are shown for what they would be.
fn makes_code(snapshot: &Snapshot, target: &ide::Target) -> CodeGenerators {
    let context = &snapshot.context;
    CodeGenerators {
        llvm: context.llvm.workers().map_or(true, |workers| workers.supports(target).is_ok()),
        cranelift: context.tools.cranelift.supports(target).is_ok(),
    }
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
