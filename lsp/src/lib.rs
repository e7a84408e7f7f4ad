//! The language server: protocol, ordering, cancellation and conversion between the protocol's words and `ide`'s.
//!
//! It must not know types, syntax or code generators: every answer comes from `ide`, `driver` or `project`.
//!
//! How a message travels: `transport` cuts standard input into messages and starts each handler of `server` in the order
//! of arrival; a handler puts what it wants on the `world`'s queue before it first waits. One writer thread takes the
//! queue in order: it alone changes texts and databases, and hands snapshots to reading threads. `publisher` reports
//! problems from snapshots of its own. What reads is cancelled when something is written, and either starts again or is
//! answered 'content modified'. Reading order: `transport`, `server`, `world`, `snapshot`, `positions`, `features`.

mod c_headers;
mod capabilities;
mod context;
mod diagnostics;
mod edits;
mod features;
mod last_hints;
mod llvm;
mod outgoing;
mod parent;
mod positions;
mod publisher;
mod reading;
mod requests;
mod server;
mod settings;
mod snapshot;
mod start;
mod status;
mod survival;
mod tools;
mod transport;
mod uris;
mod watching;
mod world;

pub use tools::Tools;

use std::sync::Arc;

/// Serves one client over standard input and output until it says `exit` or goes away. Returns the exit code that the
/// protocol asks for: 0 if `shutdown` came first.
///
/// # Errors
/// When the system gives no threads; the text is for the user.
pub fn run(tools: Tools) -> Result<u8, String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(16)
        .thread_stack_size(driver::parallel::STACK_BYTES)
        .enable_time()
        .build()
        .map_err(|error| format!("cannot start the server's threads: {error}"))?;
    let code = runtime.block_on(transport::serve(Arc::new(tools)));
    // A thread may be reading standard input or compiling; nobody waits for it any more.
    runtime.shutdown_background();
    code
}
