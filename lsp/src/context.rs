//! What every answer may depend on besides the program: the client's abilities and wishes, the settings, the tools. It is
//! never changed, only replaced by the writer, so that a snapshot keeps what it began with.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::mpsc::UnboundedSender;

use crate::c_headers::CHeaders;
use crate::capabilities::ClientSupport;
use crate::last_hints::LastHints;
use crate::llvm::Llvm;
use crate::outgoing::Outgoing;
use crate::positions::Encoding;
use crate::requests::Ask;
use crate::settings::{DiagnosticsMode, Settings};
use crate::survival::Survival;
use crate::tools::Tools;

/// The surroundings of an answer.
#[derive(Clone)]
pub(crate) struct Context {
    /// Version, target, code generators.
    pub(crate) tools: Arc<Tools>,
    /// The optimiser, and how it is.
    pub(crate) llvm: Arc<Llvm>,
    /// Hints as they were before texts broke.
    pub(crate) hints: Arc<LastHints>,
    /// What became of copies.
    pub(crate) survival: Arc<Survival>,
    /// Headers of C.
    pub(crate) c_headers: Arc<CHeaders>,
    /// The way to the client.
    pub(crate) outgoing: Outgoing,
    /// Questions to the client, whose answers nobody waits for here.
    pub(crate) asked: UnboundedSender<Ask>,
    /// What columns count.
    pub(crate) encoding: Encoding,
    /// What the client can do.
    pub(crate) support: ClientSupport,
    /// What the user wants.
    pub(crate) settings: Settings,
    /// Where the files of the standard library were written, if the system allowed it.
    pub(crate) standard_folder: Option<PathBuf>,
    /// Where the explanations of diagnostics were written.
    pub(crate) explanations: Option<PathBuf>,
    /// Where the page was written of what the compiler knows by itself.
    pub(crate) builtins_page: Option<PathBuf>,
}

impl Context {
    /// Before the client has said anything.
    pub(crate) fn new(tools: Arc<Tools>, outgoing: Outgoing, asked: UnboundedSender<Ask>) -> Context {
        Context {
            llvm: Arc::new(Llvm::new(tools.clone(), outgoing.clone())),
            tools,
            hints: Arc::default(),
            survival: Arc::default(),
            c_headers: Arc::default(),
            outgoing,
            asked,
            encoding: Encoding::Utf16,
            support: ClientSupport::default(),
            settings: Settings::default(),
            standard_folder: None,
            explanations: None,
            builtins_page: None,
        }
    }

    /// Whether the client asks for diagnostics by itself, so that none are sent.
    pub(crate) fn pulls_diagnostics(&self) -> bool {
        match self.settings.diagnostics_mode {
            DiagnosticsMode::Auto => self.support.pulls_diagnostics,
            DiagnosticsMode::Push => false,
            DiagnosticsMode::Pull => true,
        }
    }

    /// Asks the client to ask for hints again, if it can.
    pub(crate) fn refresh_inlay_hints(&self) {
        let workspace = self.support.all.workspace.as_ref();
        if workspace.and_then(|workspace| workspace.inlay_hint.as_ref()?.refresh_support) == Some(true) {
            self.ask(Ask::RefreshInlayHints);
        }
    }

    /// Asks the client something.
    pub(crate) fn ask(&self, question: Ask) {
        // If nobody takes it, the server is ending.
        let _ending = self.asked.send(question);
    }
}
