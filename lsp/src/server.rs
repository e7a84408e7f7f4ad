//! The protocol's methods. It owns nothing but the way from each method to what does the work: what changes something
//! goes to the world's queue before the first wait, what asks something to its file in `features`.

use std::path::PathBuf;

use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::*;
use tower_lsp::{LanguageServer, async_trait};

use crate::capabilities::{self, ClientSupport};
use crate::diagnostics::pull;
use crate::features;
use crate::settings::Settings;
use crate::transport::Incoming;
use crate::world::{Job, Queue};
use crate::{parent, start, uris};

/// The server as tower-lsp sees it.
pub(crate) struct Server {
    /// The way to the writer.
    pub(crate) queue: Queue,
    /// Where the end is announced when the editor's process has died.
    end: UnboundedSender<Incoming>,
    /// The semantic tokens that the client has.
    pub(crate) sent_tokens: features::semantic_tokens::SentTokens,
    /// Folders of the workspace, from `initialize` to `initialized`.
    folders: std::sync::Mutex<Vec<PathBuf>>,
}

impl Server {
    pub(crate) fn new(queue: Queue, end: UnboundedSender<Incoming>) -> Server {
        Server {
            queue,
            end,
            sent_tokens: features::semantic_tokens::SentTokens::default(),
            folders: std::sync::Mutex::new(Vec::new()),
        }
    }

    /// Ends the writer.
    pub(crate) fn stop(&self) {
        self.queue.add(Job::Stop);
    }
}

#[async_trait]
impl LanguageServer for Server {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let folders = start::folders(&params);
        if let Ok(mut known) = self.folders.lock() {
            *known = folders;
        }
        if let Some(process) = params.process_id {
            let end = self.end.clone();
            parent::watch(process, move || {
                // If nobody listens, the server has ended already.
                let _ended = end.send(Incoming::End);
            });
        }
        let encoding = capabilities::negotiated_encoding(&params.capabilities);
        let support = ClientSupport::new(params.capabilities);
        let capabilities = capabilities::server(&support, encoding);
        let settings = params.initialization_options.as_ref().map(Settings::read).unwrap_or_default();
        self.queue.add(Job::Configure(Box::new(move |context| {
            context.encoding = encoding;
            context.support = support;
            context.settings = settings;
            start::write_files(context);
        })));
        Ok(InitializeResult { capabilities, server_info: Some(start::server_info()) })
    }

    async fn initialized(&self, _: InitializedParams) {
        let folders = self.folders.lock().map(|mut known| std::mem::take(&mut *known));
        self.queue.add(Job::LoadWorkspace(folders.unwrap_or_default()));
        start::ask_for_settings(&self.queue, true);
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let TextDocumentItem { uri, language_id: language, version, text } = params.text_document;
        self.queue.add(Job::Open { uri, language, version, text });
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let VersionedTextDocumentIdentifier { uri, version } = params.text_document;
        let changes = params.content_changes;
        self.queue.add(Job::Change { uri, version, changes });
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        self.queue.add(Job::Files(vec![uris::path_of(&params.text_document.uri)]));
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        self.sent_tokens.forget(&params.text_document.uri);
        self.queue.add(Job::Close(params.text_document.uri));
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        let paths = params.changes.iter().map(|change| uris::path_of(&change.uri));
        self.queue.add(Job::Files(paths.collect()));
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let paths = |folders: &[WorkspaceFolder]| folders.iter().map(|folder| uris::path_of(&folder.uri)).collect();
        self.queue.add(Job::Folders { added: paths(&params.event.added), removed: paths(&params.event.removed) });
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        start::take_settings(&self.queue, params.settings);
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        pull::document(self, params).await
    }

    async fn workspace_diagnostic(&self, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
        pull::workspace(self, params).await
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        features::definition::definition(self, params).await
    }

    async fn goto_declaration(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        features::definition::declaration(self, params).await
    }

    async fn goto_type_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        features::definition::type_definition(self, params).await
    }

    async fn goto_implementation(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        features::definition::implementation(self, params).await
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        features::references::references(self, params).await
    }

    async fn document_highlight(&self, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
        features::references::highlight(self, params).await
    }

    async fn prepare_rename(&self, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        features::rename::prepare(self, params).await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        features::rename::rename(self, params).await
    }

    async fn will_rename_files(&self, params: RenameFilesParams) -> Result<Option<WorkspaceEdit>> {
        features::rename::will_rename_files(self, params).await
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        features::symbols::of_document(self, params).await
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<Vec<SymbolInformation>>> {
        features::symbols::of_workspace(self, params).await
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        features::ranges::folding(self, params).await
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        features::ranges::selection(self, params).await
    }

    async fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<CallHierarchyItem>>> {
        features::call_hierarchy::prepare(self, params).await
    }

    async fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        features::call_hierarchy::incoming(self, params).await
    }

    async fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        features::call_hierarchy::outgoing(self, params).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        features::completion::completion(self, params).await
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        features::completion::resolve(self, item).await
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        features::signature_help::signature_help(self, params).await
    }

    async fn semantic_tokens_full(&self, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
        features::semantic_tokens::full(self, params).await
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> Result<Option<SemanticTokensFullDeltaResult>> {
        features::semantic_tokens::delta(self, params).await
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        features::semantic_tokens::range(self, params).await
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        features::hover::hover(self, params).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        features::inlay_hints::inlay_hint(self, params).await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        features::formatting::document(self, params).await
    }

    async fn range_formatting(&self, params: DocumentRangeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        features::formatting::range(self, params).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        features::code_actions::actions(self, params).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        features::code_lens::lenses(self, params).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        features::document_links::links(self, params).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        features::commands::execute(self, params).await
    }
}
