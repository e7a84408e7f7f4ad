//! `lang/serverStatus`: whether the server is well, and whether it has work left. It owns the notification and sends it
//! only when something in it changed.

use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};
use tower_lsp::lsp_types::notification::Notification;

use crate::outgoing::Outgoing;

/// How the server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Health {
    /// Well.
    Ok,
    /// Something failed, the rest goes on.
    Warning,
}

/// What the notification carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ServerStatus {
    /// How it is.
    pub(crate) health: Health,
    /// Whether everything that was asked of it is done.
    pub(crate) quiescent: bool,
    /// What it is doing, or what failed.
    pub(crate) message: Option<String>,
}

/// The notification.
pub(crate) enum ServerStatusNotification {}

impl Notification for ServerStatusNotification {
    type Params = ServerStatus;
    const METHOD: &'static str = "lang/serverStatus";
}

/// The status, from any thread.
#[derive(Clone)]
pub(crate) struct Status {
    outgoing: Outgoing,
    last: Arc<Mutex<Option<ServerStatus>>>,
}

impl Status {
    pub(crate) fn new(outgoing: Outgoing) -> Status {
        Status { outgoing, last: Arc::new(Mutex::new(None)) }
    }

    /// There is work.
    pub(crate) fn busy(&self, message: &str) {
        self.change(|status| {
            status.quiescent = false;
            status.message = Some(message.to_string());
        });
    }

    /// All work is done.
    pub(crate) fn idle(&self) {
        self.change(|status| {
            status.quiescent = true;
            if status.health == Health::Ok {
                status.message = None;
            }
        });
    }

    /// Something failed that should not have.
    pub(crate) fn failed(&self, message: &str) {
        self.change(|status| {
            status.health = Health::Warning;
            status.message = Some(message.to_string());
        });
    }

    fn change(&self, change: impl FnOnce(&mut ServerStatus)) {
        let Ok(mut last) = self.last.lock() else { return };
        let mut status = last.clone().unwrap_or(ServerStatus { health: Health::Ok, quiescent: false, message: None });
        change(&mut status);
        if last.as_ref() != Some(&status) {
            self.outgoing.notify::<ServerStatusNotification>(status.clone());
            *last = Some(status);
        }
    }
}
