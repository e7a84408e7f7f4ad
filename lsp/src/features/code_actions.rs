//! `textDocument/codeAction`. It owns the names of kinds in the protocol, which of them the client wants, and the
//! diagnostics of the client that an action belongs to. `lang.fieldOrder {uri, position}` answers `{title, edit}` for the
//! type there, `null` where no other order of its fields is better.

use ide::{ActionKind, FileRange};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    CodeAction, CodeActionKind, CodeActionOptions, CodeActionOrCommand, CodeActionParams, CodeActionProviderCapability,
    CodeActionResponse, Diagnostic, NumberOrString, ServerCapabilities, TextDocumentPositionParams,
    WorkDoneProgressOptions,
};

use crate::c_headers;
use crate::capabilities::ClientSupport;
use crate::edits::workspace_edit;
use crate::server::Server;
use crate::snapshot::Snapshot;

/// Every kind, as it is announced.
const KINDS: [ActionKind; 6] = [
    ActionKind::QuickFix,
    ActionKind::Extract,
    ActionKind::Inline,
    ActionKind::Rewrite,
    ActionKind::OrganiseImports,
    ActionKind::FixAll,
];

pub(crate) fn announce(capabilities: &mut ServerCapabilities, support: &ClientSupport) {
    let text = support.all.text_document.as_ref();
    let takes_actions = text.and_then(|text| text.code_action.as_ref()?.code_action_literal_support.as_ref());
    // A client that knows commands only could not apply an edit that comes with an action.
    if takes_actions.is_some() {
        capabilities.code_action_provider = Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(KINDS.map(kind_name).to_vec()),
            work_done_progress_options: WorkDoneProgressOptions::default(),
            resolve_provider: Some(false),
        }));
    }
}

fn kind_name(kind: ActionKind) -> CodeActionKind {
    match kind {
        ActionKind::QuickFix => CodeActionKind::QUICKFIX,
        ActionKind::Extract => CodeActionKind::REFACTOR_EXTRACT,
        ActionKind::Inline => CodeActionKind::REFACTOR_INLINE,
        ActionKind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        ActionKind::OrganiseImports => CodeActionKind::SOURCE_ORGANIZE_IMPORTS,
        ActionKind::FixAll => CodeActionKind::SOURCE_FIX_ALL,
    }
}

/// Whether a client that asks for these kinds wants one of them: kinds are trees, `refactor` holds `refactor.extract`.
/// Actions on whole files come only when they are asked for.
fn wants(only: Option<&[CodeActionKind]>, kind: ActionKind) -> bool {
    let name = kind_name(kind);
    match only {
        None => !matches!(kind, ActionKind::OrganiseImports | ActionKind::FixAll),
        Some(only) => only.iter().any(|asked| {
            let asked = asked.as_str();
            asked.is_empty()
                || name.as_str().strip_prefix(asked).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        }),
    }
}

pub(crate) async fn actions(server: &Server, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
    let uri = params.text_document.uri.clone();
    let found = server
        .read(&uri, move |snapshot| {
            let file = snapshot.file(&params.text_document.uri)?;
            let range = FileRange { file, range: snapshot.bytes(file, params.range) };
            let only = params.context.only.as_deref();
            let mut found = ide::code_actions(&snapshot.db, &range, |kind| wants(only, kind));
            if wants(only, ActionKind::QuickFix) {
                found.extend(c_headers::fixes(snapshot, &range));
            }
            let actions = found.iter();
            let actions = actions.map(|action| code_action(snapshot, &range, action, &params.context.diagnostics));
            Some(actions.map(CodeActionOrCommand::CodeAction).collect::<Vec<_>>())
        })
        .await?;
    Ok(found.flatten())
}

fn code_action(
    snapshot: &Snapshot,
    asked: &FileRange,
    action: &ide::CodeAction,
    diagnostics: &[Diagnostic],
) -> CodeAction {
    let fixed = action.diagnostic.as_ref().map(|(code, place)| {
        let place = snapshot.range(asked.file, place.clone());
        let is_meant = |diagnostic: &&Diagnostic| {
            diagnostic.range == place && diagnostic.code == Some(NumberOrString::String(code.to_string()))
        };
        diagnostics.iter().filter(is_meant).cloned().collect()
    });
    CodeAction {
        title: action.title.clone(),
        kind: Some(kind_name(action.kind)),
        diagnostics: fixed,
        edit: Some(workspace_edit(snapshot, &action.change)),
        is_preferred: action.is_preferred.then_some(true),
        ..CodeAction::default()
    }
}

/// `lang.fieldOrder`
pub(crate) async fn field_order(server: &Server, arguments: &[Value]) -> Result<Option<Value>> {
    let place: Option<TextDocumentPositionParams> = arguments.first().and_then(|argument| {
        let (uri, position) = (&argument["uri"], &argument["position"]);
        serde_json::from_value(json!({"textDocument": {"uri": uri}, "position": position})).ok()
    });
    let Some(place) = place else {
        let words = "the argument is {\"uri\": …, \"position\": {\"line\": …, \"character\": …}}";
        return Err(Error::invalid_params(words));
    };
    let uri = place.text_document.uri.clone();
    let found = server
        .read(&uri, move |snapshot| {
            let action = ide::reorder_fields(&snapshot.db, snapshot.position(&place)?)?;
            let edit = workspace_edit(snapshot, &action.change);
            Some(json!({"title": action.title, "edit": edit}))
        })
        .await?;
    Ok(found.flatten())
}
