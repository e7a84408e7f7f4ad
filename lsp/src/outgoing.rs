//! Messages to the client, from any thread. It owns the one thread that writes standard output, so that messages are whole
//! and a slow client holds up nobody else; it must not know what the messages say.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};
use source::printable;
use tower_lsp::lsp_types::MessageType;
use tower_lsp::lsp_types::notification::{LogMessage, Notification};

/// How long the last messages may take on their way out.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The way to the client.
#[derive(Clone)]
pub(crate) struct Outgoing {
    messages: Sender<Parcel>,
    finished: Arc<(Mutex<bool>, Condvar)>,
    /// Why nothing can be written any more, unless nobody reads it.
    failure: Arc<Mutex<Option<io::Error>>>,
}

enum Parcel {
    Message(Prepared),
    End,
}

/// A message as it is written, in two pieces; none at all if it cannot be.
pub(crate) struct Prepared(Option<(String, Vec<u8>)>);

/// Maps with keys that are no strings are the only values that do not become JSON; the protocol has none.
fn prepared(message: &impl Serialize) -> Prepared {
    let body = serde_json::to_vec(message).ok();
    Prepared(body.map(|body| (format!("Content-Length: {}\r\n\r\n", body.len()), body)))
}

impl Outgoing {
    /// Starts the thread that writes. When nothing can be written any more, it says so.
    pub(crate) fn start(is_closed: impl FnOnce() + Send + 'static) -> io::Result<Outgoing> {
        let (messages, parcels) = mpsc::channel();
        let finished = Arc::new((Mutex::new(false), Condvar::new()));
        let failure = Arc::new(Mutex::new(None));
        let (flag, reason) = (finished.clone(), failure.clone());
        thread::Builder::new().name("output".to_string()).spawn(move || {
            if let Err(error) = write_all(&parcels) {
                if error.kind() != io::ErrorKind::BrokenPipe
                    && let Ok(mut reason) = reason.lock()
                {
                    *reason = Some(error);
                }
                is_closed();
            }
            if let Ok(mut done) = flag.0.lock() {
                *done = true;
            }
            flag.1.notify_all();
        })?;
        Ok(Outgoing { messages, finished, failure })
    }

    /// Why nothing could be written, for the user.
    pub(crate) fn failure(&self) -> Option<String> {
        let failure = self.failure.lock().ok()?;
        let reason = project::disk::reason(failure.as_ref()?);
        Some(format!("cannot write to standard output: {reason}"))
    }

    /// Sends anything that is a JSON-RPC message.
    pub(crate) fn send(&self, message: &impl Serialize) {
        self.post(prepared(message));
    }

    /// Sends a notification.
    pub(crate) fn notify<N: Notification>(&self, params: N::Params) {
        self.post(self.prepare::<N>(&params));
    }

    /// A notification, ready to be sent.
    pub(crate) fn prepare<N: Notification>(&self, params: &N::Params) -> Prepared {
        #[derive(Serialize)]
        struct Message<'params, P> {
            jsonrpc: &'static str,
            method: &'static str,
            params: &'params P,
        }
        prepared(&Message { jsonrpc: "2.0", method: N::METHOD, params })
    }

    /// Sends what was prepared.
    pub(crate) fn post(&self, message: Prepared) {
        // Without a writer the client is gone, and so is whoever would read this.
        let _gone = self.messages.send(Parcel::Message(message));
    }

    /// Writes a line to the editor's log of this server.
    pub(crate) fn log(&self, kind: MessageType, message: impl Into<String>) {
        self.notify::<LogMessage>(tower_lsp::lsp_types::LogMessageParams {
            typ: kind,
            message: printable::paragraph(&message.into()).into_owned(),
        });
    }

    /// Answers a message that could not even be read.
    pub(crate) fn refuse(&self, id: Value, code: i64, message: &str) {
        self.send(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}));
    }

    /// Waits until everything so far has been written, but not for ever.
    pub(crate) fn finish(&self) {
        if self.messages.send(Parcel::End).is_err() {
            return;
        }
        let (finished, signal) = &*self.finished;
        if let Ok(done) = finished.lock() {
            // Whether the time was enough or not, the server ends now.
            let _ended = signal.wait_timeout_while(done, LAST_WORDS, |done| !*done);
        }
    }
}

fn write_all(parcels: &Receiver<Parcel>) -> io::Result<()> {
    let mut output = io::stdout().lock();
    while let Ok(Parcel::Message(Prepared(message))) = parcels.recv() {
        let Some((head, body)) = message else { continue };
        output.write_all(head.as_bytes())?;
        output.write_all(&body)?;
        output.flush()?;
    }
    Ok(())
}
