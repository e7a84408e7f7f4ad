//! Which code generators there are, and which one a command line means. It owns that choice; it must not know what they
//! do. The others know them only as `mir::Backend`.

use std::sync::LazyLock;

use abi::Target;
use backend_cranelift::Cranelift;
use mir::{Backend, JustInTime, Optimisation, Options};

use crate::arguments::{BackendChoice, Generation};

static CRANELIFT: LazyLock<Cranelift> = LazyLock::new(Cranelift::new);

/// The code generator for a build.
pub fn chosen(generation: &Generation) -> Result<&'static dyn Backend, String> {
    match generation.backend {
        BackendChoice::Auto | BackendChoice::Cranelift => Ok(&*CRANELIFT),
        BackendChoice::Llvm => Err(
            "the LLVM backend is not installed: the program `lang-llvm` is neither beside `lang` nor on the PATH, and this \
             version does not come with it yet; use --backend cranelift"
                .to_string(),
        ),
    }
}

/// The embedded code generator.
pub fn cranelift() -> &'static dyn Backend {
    &*CRANELIFT
}

/// The code generator that runs programs in this process.
pub fn in_process() -> &'static dyn JustInTime {
    &*CRANELIFT
}

/// What it is asked to do.
pub fn options(generation: &Generation, verify: bool) -> Options {
    Options {
        optimisation: if generation.release {
            Optimisation::Speed
        } else {
            Optimisation::None
        },
        verify,
        position_independent: true,
        debug_information: false,
        report_copies: false,
    }
}

/// Reads a target from the command line; without one it is this machine.
pub fn target(name: Option<&str>) -> Result<Target, String> {
    let Some(name) = name else {
        return Ok(driver::host());
    };
    let target = Target::parse(name).map_err(|error| error.to_string())?;
    match target.convention() {
        Some(_) => Ok(target),
        None => Err(format!(
            "the C ABI of {target} is not described yet; `lang targets` says what works where"
        )),
    }
}
