//! One file per thing that editors ask, between the protocol's words and `ide`'s. A feature owns its capability and its
//! conversion; it must not decide anything about programs, which is `ide`'s business.
//!
//! How to add one (`definition` is the example):
//! 1. `features/NAME.rs` with `pub(crate) fn announce(capabilities, support)`, called from [`announce`] below, and one
//!    `pub(crate) async fn` per method.
//! 2. In `server.rs` the method of `LanguageServer`, one line that calls it.
//! 3. In it `server.read(&uri, move |snapshot| …)` for questions about a position (never answered for another text),
//!    `server.read_whole(…)` for questions about a whole document (asked again when the text changes),
//!    `server.read_typing(…)` for what is asked while letters are typed (asked again at the place where its place is now), or
//!    `server.read_all(|snapshots| …)` for questions about all projects. All of them must be reached before the first other
//!    `.await`, so that the question stands in the queue behind the edits that came before it.
//! 4. `snapshot.position(&params)` gives the `ide::FilePosition`, `snapshot.bytes(file, range)` a byte range,
//!    `snapshot.range(file, bytes)` and `snapshot.location(file, bytes)` the way back, `&snapshot.db` the database,
//!    `snapshot.context.settings` the settings, `snapshot.context.tools` the code generators; for what `driver` does,
//!    `snapshot.program()`. Work that asks no query and takes long comes after `read`, when the snapshot is gone.
//! 5. Commands of `workspace/executeCommand`: a line in `commands.rs`.
//! 6. A protocol test in `tests/suites/server/NAME.rs` with `tests::language_client::Client`; add its module to
//!    `tests/suites/server/main.rs`. The soak test sends every method that is announced, see `soak.rs` there.

pub(crate) mod call_hierarchy;
pub(crate) mod code_actions;
pub(crate) mod code_lens;
pub(crate) mod codegen;
pub(crate) mod commands;
pub(crate) mod completion;
pub(crate) mod definition;
pub(crate) mod document_links;
mod everywhere;
pub(crate) mod formatting;
pub(crate) mod hover;
pub(crate) mod inlay_hints;
pub(crate) mod ranges;
pub(crate) mod references;
pub(crate) mod rename;
pub(crate) mod semantic_tokens;
pub(crate) mod signature_help;
pub(crate) mod symbols;
pub(crate) mod tests_found;

use tower_lsp::lsp_types::ServerCapabilities;

use crate::capabilities::ClientSupport;
use crate::diagnostics::pull;

/// What each feature adds to the answer to `initialize`.
pub(crate) fn announce(capabilities: &mut ServerCapabilities, support: &ClientSupport) {
    pull::announce(capabilities, support);
    definition::announce(capabilities, support);
    references::announce(capabilities, support);
    rename::announce(capabilities, support);
    symbols::announce(capabilities, support);
    ranges::announce(capabilities, support);
    call_hierarchy::announce(capabilities, support);
    hover::announce(capabilities, support);
    completion::announce(capabilities, support);
    signature_help::announce(capabilities, support);
    semantic_tokens::announce(capabilities, support);
    inlay_hints::announce(capabilities, support);
    formatting::announce(capabilities, support);
    code_actions::announce(capabilities, support);
    code_lens::announce(capabilities, support);
    document_links::announce(capabilities, support);
    commands::announce(capabilities, support);
}
