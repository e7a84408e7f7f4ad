//! What the server is handed by the program that starts it: its version, the machine it works for, the code generators.
//! It owns nothing else, so that this room needs no code generator to be compiled.

use driver::worker::Workers;
use driver::{CReader, Settings};
use mir::Backend;

/// The surroundings of a server.
pub struct Tools {
    /// The version of `lang`.
    pub version: &'static str,
    /// Target and threads of what answers questions about code.
    pub settings: Settings,
    /// The embedded code generator.
    pub cranelift: &'static dyn Backend,
    /// What reads C; or why there is nothing.
    pub c_reader: fn() -> Result<CReader, String>,
    /// The workers of LLVM, started when first asked for; or how to install them.
    pub llvm: fn() -> Result<&'static Workers, String>,
}
