//! The optimiser as editors see it: whether `lang-llvm` is there, has answered, or failed, told in `lang/llvmStatus` when it
//! changes. It owns the way to the workers, so that nobody asks them without its state being told. Nothing is started to
//! find out: an optimiser that nobody has asked anything is `installed`, no more.

use std::sync::{Arc, Mutex};

use driver::worker::Workers;
use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types::notification::Notification;

use crate::outgoing::Outgoing;
use crate::tools::Tools;

/// How the optimiser is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LlvmState {
    /// There is no `lang-llvm`.
    Missing,
    /// There is one; nobody has asked it anything yet.
    Installed,
    /// It has answered.
    Ready,
    /// The last question had no answer.
    Failed,
}

/// What the notification carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LlvmStatus {
    /// How it is.
    pub(crate) state: LlvmState,
    /// What is missing and what helps, or why there was no answer.
    pub(crate) message: Option<String>,
}

/// The notification.
pub(crate) enum LlvmStatusNotification {}

impl Notification for LlvmStatusNotification {
    type Params = LlvmStatus;
    const METHOD: &'static str = "lang/llvmStatus";
}

/// The way to the optimiser, from any thread.
pub(crate) struct Llvm {
    tools: Arc<Tools>,
    outgoing: Outgoing,
    last: Mutex<Option<LlvmStatus>>,
}

impl Llvm {
    pub(crate) fn new(tools: Arc<Tools>, outgoing: Outgoing) -> Llvm {
        Llvm { tools, outgoing, last: Mutex::new(None) }
    }

    /// Tells the client what can be known without asking anything.
    pub(crate) fn announce(&self) {
        // What it says is told already.
        let _known = self.workers();
    }

    /// The workers, or how to install them.
    pub(crate) fn workers(&self) -> Result<&'static Workers, String> {
        let workers = (self.tools.llvm)();
        match &workers {
            Ok(_) => self.tell(LlvmState::Installed, None),
            Err(reason) => self.tell(LlvmState::Missing, Some(reason)),
        }
        workers
    }

    /// What came of a question to the workers.
    pub(crate) fn answered<T, E: ToString>(&self, answer: &Result<T, E>) {
        match answer {
            Ok(_) => self.tell(LlvmState::Ready, None),
            Err(error) => self.tell(LlvmState::Failed, Some(&error.to_string())),
        }
    }

    fn tell(&self, state: LlvmState, message: Option<&str>) {
        let Ok(mut last) = self.last.lock() else { return };
        let is_asked_before = last.as_ref().is_some_and(|last| match last.state {
            LlvmState::Ready | LlvmState::Failed => true,
            LlvmState::Missing | LlvmState::Installed => false,
        });
        if state == LlvmState::Installed && is_asked_before {
            return;
        }
        let status = LlvmStatus { state, message: message.map(str::to_owned) };
        if last.as_ref() != Some(&status) {
            self.outgoing.notify::<LlvmStatusNotification>(status.clone());
            *last = Some(status);
        }
    }
}
