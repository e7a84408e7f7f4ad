//! Bytes to messages, messages to handlers. It owns framing, the order in which handlers start, and what becomes of
//! messages that are no messages; it must not know what handlers do.
//!
//! tower-lsp's own server ends at the first message that it cannot read, lets at most a few handlers run at once (so that
//! a cancellation waits behind what it is to cancel), and polls them in no promised order. Its service is used all the
//! same: here each handler is polled once, in order, up to its first wait, and goes on as a task of its own.

mod frames;
mod messages;

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{self, Poll, Waker};
use std::thread;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::sync::mpsc::{self, UnboundedReceiver};
use tower_lsp::jsonrpc::{Request, Response};
use tower_lsp::{ExitedError, LspService};
use tower_service::Service as _;

use crate::context::Context;
use crate::outgoing::Outgoing;
use crate::server::Server;
use crate::tools::Tools;
use crate::{requests, world};
pub(crate) use messages::Incoming;

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;
const INTERNAL_ERROR: i64 = -32603;

/// Serves until the end; returns the exit code.
pub(crate) async fn serve(tools: Arc<Tools>) -> Result<u8, String> {
    let starting = |error: std::io::Error| format!("cannot start the server's threads: {error}");
    let (sender, incoming) = mpsc::unbounded_channel();
    let (end, closed) = (sender.clone(), sender.clone());
    // Who reads no answers asks nothing either.
    let is_closed = move || drop(closed.send(Incoming::End));
    let outgoing = Outgoing::start(is_closed).map_err(starting)?;
    thread::Builder::new()
        .name("input".to_string())
        .spawn(move || {
            frames::read_all(std::io::stdin().lock(), |body| sender.send(messages::read(&body)).is_ok());
            // If nobody takes it, the server has ended already.
            let _ended = sender.send(Incoming::End);
        })
        .map_err(starting)?;
    let (asked, to_ask) = mpsc::unbounded_channel();
    let queue = world::start(Context::new(tools, outgoing.clone(), asked)).map_err(starting)?;
    let (service, socket) = LspService::build(|client| {
        tokio::spawn(requests::ask_all(client, to_ask));
        Server::new(queue, end)
    })
    .finish();
    let (mut requests, mut responses) = socket.split();
    let forward = outgoing.clone();
    tokio::spawn(async move {
        while let Some(request) = requests.next().await {
            forward.send(&request);
        }
    });
    let code = dispatch(service, incoming, &outgoing, async move |response| {
        // An answer that nobody waits for is dropped, as is one that comes after the end.
        let _unwanted = responses.send(response).await;
    })
    .await;
    outgoing.finish();
    match outgoing.failure() {
        Some(reason) => Err(reason),
        None => Ok(code),
    }
}

async fn dispatch(
    mut service: LspService<Server>,
    mut incoming: UnboundedReceiver<Incoming>,
    outgoing: &Outgoing,
    mut answer: impl AsyncFnMut(Response),
) -> u8 {
    let mut was_shut_down = false;
    while let Some(message) = incoming.recv().await {
        match message {
            Incoming::Request(request) => {
                let method = request.method().to_string();
                was_shut_down |= method == "shutdown";
                if method == "exit" {
                    break;
                }
                let call = start(&mut service, request, outgoing);
                if method == "initialize"
                    && let Some(task) = call
                {
                    // Until it is answered the service takes nothing else. A panic was answered by the task itself.
                    let _ended = task.await;
                }
            }
            Incoming::Response(response) => answer(response).await,
            Incoming::Unreadable(message) => outgoing.refuse(Value::Null, PARSE_ERROR, &message),
            Incoming::Invalid(id, message) => outgoing.refuse(id, INVALID_REQUEST, &message),
            Incoming::End => break,
        }
    }
    service.inner().stop();
    u8::from(!was_shut_down)
}

type Call = Pin<Box<dyn Future<Output = Result<Option<Response>, ExitedError>> + Send>>;

/// Runs a handler up to its first wait, and the rest as a task.
fn start(
    service: &mut LspService<Server>,
    request: Request,
    outgoing: &Outgoing,
) -> Option<tokio::task::JoinHandle<()>> {
    let id = request.id().map(|id| serde_json::to_value(id).unwrap_or_default());
    let mut call: Call = service.call(request);
    let first = catch_unwind(AssertUnwindSafe(|| call.as_mut().poll(&mut task::Context::from_waker(Waker::noop()))));
    match first {
        Ok(Poll::Ready(Ok(Some(response)))) => outgoing.send(&response),
        // A notification has no answer, and after the end nobody waits for one.
        Ok(Poll::Ready(Ok(None) | Err(_))) => {}
        Err(_panic) => answer_panic(id, outgoing),
        Ok(Poll::Pending) => {
            let outgoing = outgoing.clone();
            return Some(tokio::spawn(async move {
                match tokio::spawn(call).await {
                    Ok(Ok(Some(response))) => outgoing.send(&response),
                    Ok(Ok(None) | Err(_)) => {}
                    Err(_panic) => answer_panic(id, &outgoing),
                }
            }));
        }
    }
    None
}

fn answer_panic(id: Option<Value>, outgoing: &Outgoing) {
    if let Some(id) = id {
        let message = "internal error in the language server; its log (standard error) says where";
        outgoing.refuse(id, INTERNAL_ERROR, message);
    }
}
