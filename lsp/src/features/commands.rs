//! `workspace/executeCommand`: the list of commands, and which file does each. It must not know what they do.

use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{ExecuteCommandOptions, ExecuteCommandParams, ServerCapabilities, WorkDoneProgressOptions};

use crate::capabilities::ClientSupport;
use crate::features::{code_actions, codegen, tests_found};
use crate::server::Server;

const COMMANDS: &[&str] = &[
    "lang.serverStatus",
    "lang.showCode",
    "lang.layout",
    "lang.crosscheck",
    "lang.copies",
    "lang.fieldOrder",
    "lang.tests",
];

pub(crate) fn announce(capabilities: &mut ServerCapabilities, _support: &ClientSupport) {
    capabilities.execute_command_provider = Some(ExecuteCommandOptions {
        commands: COMMANDS.iter().map(ToString::to_string).collect(),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    });
}

pub(crate) async fn execute(server: &Server, params: ExecuteCommandParams) -> Result<Option<Value>> {
    match params.command.as_str() {
        "lang.serverStatus" => server_status(server).await.map(Some),
        "lang.showCode" => codegen::show_code(server, &params.arguments).await,
        "lang.layout" => codegen::layout(server, &params.arguments).await,
        "lang.crosscheck" => codegen::crosscheck(server, &params.arguments).await,
        "lang.copies" => codegen::copies(server, &params.arguments).await,
        "lang.fieldOrder" => code_actions::field_order(server, &params.arguments).await,
        "lang.tests" => tests_found::tests(server, &params.arguments).await,
        unknown => Err(Error::invalid_params(format!(
            "there is no command `{unknown}`; the commands are {}",
            COMMANDS.join(", ")
        ))),
    }
}

/// What the server has loaded, for people who wonder.
async fn server_status(server: &Server) -> Result<Value> {
    let projects = server
        .read_all(|snapshots| {
            let project = |snapshot: &crate::snapshot::Snapshot| {
                let loaded = &snapshot.loaded;
                json!({"name": loaded.name, "folder": loaded.folder, "files": loaded.files.len()})
            };
            snapshots.iter().map(project).collect::<Vec<Value>>()
        })
        .await?;
    let memory = json!({"entries": source::entries(), "renewals": source::epoch()});
    Ok(json!({"version": env!("CARGO_PKG_VERSION"), "projects": projects, "memory": memory}))
}
