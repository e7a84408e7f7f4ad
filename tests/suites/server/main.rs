//! The language server from outside: every test starts the real `lang lsp` and speaks the protocol. One module per
//! feature; `life` is the server itself.

mod c_headers;
mod cases;
mod code_actions;
mod code_lens;
mod codegen;
mod completion;
mod declaring;
mod definition;
mod diagnostics;
mod document_links;
mod edits;
mod formatting;
mod hover;
mod inlay_hints;
mod life;
mod llvm;
mod memory;
mod patterns;
mod places;
mod references;
mod rename;
mod reports;
mod requests;
mod semantic_tokens;
mod signature_help;
mod soak;
mod survival;
mod symbols;
mod tests_found;
mod traits;
mod untrusted;
mod workspaces;
