//! `lang lsp`: the language server on standard input and output. It owns what the server is handed; everything else is
//! `lsp`'s.

use super::{Context, Exit, Trouble, c_worker};
use crate::backends;

pub(super) fn run(context: &Context) -> Result<Exit, Trouble> {
    // Where no program can be made, an editor still checks them, as for the most common machine.
    let target = abi::Target::host().unwrap_or(abi::Target::X86_64_LINUX);
    let tools = lsp::Tools {
        version: env!("CARGO_PKG_VERSION"),
        settings: driver::Settings {
            target,
            threads: context.threads,
            verify: context.verify,
            unchecked: false,
            binder: Some(c_worker::binder(target)),
        },
        cranelift: backends::cranelift(),
        c_reader: || c_worker::find(None),
        llvm: backends::llvm,
    };
    let code = lsp::run(tools)?;
    Ok(Exit::Program(i32::from(code)))
}
