//! `lang lsp`: the language server on standard input and output. It owns what the server is handed; everything else is
//! `lsp`'s.

use super::{Context, Exit, Trouble};
use crate::backends;

pub(super) fn run(context: &Context) -> Result<Exit, Trouble> {
    let tools = lsp::Tools {
        version: env!("CARGO_PKG_VERSION"),
        settings: driver::Settings {
            // Where no program can be made, an editor still checks them, as for the most common machine.
            target: abi::Target::host().unwrap_or(abi::Target::X86_64_LINUX),
            threads: context.threads,
            verify: context.verify,
            unchecked: false,
        },
        cranelift: backends::cranelift(),
        llvm: backends::llvm,
    };
    let code = lsp::run(tools)?;
    Ok(Exit::Program(i32::from(code)))
}
