//! What the server asks the client. It owns the waiting: every question is a task of its own, so that no handler and no
//! thread of ours ever waits for the client. tower-lsp panics when an answer finds nobody waiting, so none is given up.

use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tower_lsp::Client;
use tower_lsp::lsp_types::notification::Progress as ProgressNotification;
use tower_lsp::lsp_types::request::WorkDoneProgressCreate;
use tower_lsp::lsp_types::{
    ConfigurationItem, MessageType, NumberOrString, ProgressParams, ProgressParamsValue, Registration,
    WorkDoneProgress, WorkDoneProgressCreateParams,
};

/// A question.
pub(crate) enum Ask {
    /// Please tell us about these things from now on.
    Register(Vec<Registration>),
    /// Please ask for diagnostics again.
    RefreshDiagnostics,
    /// Please ask for inlay hints again.
    RefreshInlayHints,
    /// Please ask for code lenses again.
    RefreshCodeLenses,
    /// What are the settings? The answer is handed on.
    Configuration(Box<dyn FnOnce(Value) + Send>),
    /// Show progress under this name; the steps come one by one.
    Progress(String, UnboundedReceiver<WorkDoneProgress>),
}

/// Asks one question after the other, without waiting for answers.
pub(crate) async fn ask_all(client: Client, mut questions: UnboundedReceiver<Ask>) {
    while let Some(question) = questions.recv().await {
        tokio::spawn(ask(client.clone(), question));
    }
}

async fn ask(client: Client, question: Ask) {
    let answer = match question {
        Ask::Register(registrations) => client.register_capability(registrations).await,
        Ask::RefreshDiagnostics => client.workspace_diagnostic_refresh().await,
        Ask::RefreshInlayHints => client.inlay_hint_refresh().await,
        Ask::RefreshCodeLenses => client.code_lens_refresh().await,
        Ask::Configuration(take) => {
            let section = ConfigurationItem { scope_uri: None, section: Some("lang".to_string()) };
            let answer = client.configuration(vec![section]).await;
            answer.map(|sections| take(sections.into_iter().next().unwrap_or_default()))
        }
        Ask::Progress(token, steps) => show_progress(&client, token, steps).await,
    };
    if let Err(error) = answer {
        let message = format!("the editor refused a request of the server: {error}");
        client.log_message(MessageType::LOG, message).await;
    }
}

async fn show_progress(
    client: &Client,
    token: String,
    mut steps: UnboundedReceiver<WorkDoneProgress>,
) -> tower_lsp::jsonrpc::Result<()> {
    let token = NumberOrString::String(token);
    let params = WorkDoneProgressCreateParams { token: token.clone() };
    client.send_request::<WorkDoneProgressCreate>(params).await?;
    while let Some(step) = steps.recv().await {
        let params = ProgressParams { token: token.clone(), value: ProgressParamsValue::WorkDone(step) };
        client.send_notification::<ProgressNotification>(params).await;
    }
    Ok(())
}

/// Where the steps of a progress come from.
pub(crate) type Steps = UnboundedSender<WorkDoneProgress>;
