//! `textDocument/codeLens`. It owns the names of the commands, which the editor's extension runs, and their argument,
//! `{uri, kind, name}`: `kind` is `program`, `test` or `bench`, `name` of the latter two what `lang test --exact` takes.

use ide::{LensKind, LensSettings, RunnableKind};
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{CodeLens, CodeLensOptions, CodeLensParams, Command, ServerCapabilities};

use crate::capabilities::ClientSupport;
use crate::server::Server;

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.code_lens_provider = Some(CodeLensOptions { resolve_provider: Some(false) });
}

fn command(kind: LensKind) -> &'static str {
    match kind {
        LensKind::Run => "lang.run",
        LensKind::Test => "lang.test",
        LensKind::Measure => "lang.bench",
        LensKind::Debug => "lang.debug",
    }
}

fn kind(kind: RunnableKind) -> &'static str {
    match kind {
        RunnableKind::Program => "program",
        RunnableKind::Test => "test",
        RunnableKind::Bench => "bench",
    }
}

pub(crate) async fn lenses(server: &Server, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
    let uri = params.text_document.uri;
    let asked = uri.clone();
    let found = server
        .read_whole(&asked, move |snapshot| {
            let file = snapshot.file(&uri)?;
            let settings = &snapshot.context.settings;
            let wanted = LensSettings { run: settings.lens_run, debug: settings.lens_debug && settings.debug };
            let lens = |lens: ide::CodeLens| CodeLens {
                range: snapshot.range(file, lens.runnable.range),
                command: Some(Command {
                    title: lens.kind.title().to_string(),
                    command: command(lens.kind).to_string(),
                    arguments: Some(vec![
                        json!({"uri": uri, "kind": kind(lens.runnable.kind), "name": lens.runnable.name}),
                    ]),
                }),
                data: None,
            };
            let lenses = ide::code_lenses(&snapshot.db, file, wanted);
            Some(lenses.into_iter().map(lens).collect())
        })
        .await?;
    Ok(found.flatten())
}
