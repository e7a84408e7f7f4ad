//! The program `lang`: reads the command line, calls `driver`, prints. It hands the code generators to `driver` and owns
//! exit codes and the report of internal errors; it must not analyse anything.

mod arguments;
mod backends;
mod commands;
mod crash;
mod dumps;
mod progress;
mod render;

use std::process::ExitCode;
use std::thread;

use clap::Parser;

use arguments::Arguments;
use commands::{Ending, Exit};

/// Compiling is a great many small allocations on several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    crash::install();
    let arguments = Arguments::parse();
    // Deeply nested programs are walked recursively; a thread may have more stack than the system gives the first one.
    let worker = thread::Builder::new()
        .name("main".to_string())
        .stack_size(driver::parallel::STACK_BYTES)
        .spawn(move || commands::run(arguments));
    let ending = match worker.map(thread::JoinHandle::join) {
        Ok(Ok(ending)) => ending,
        // The panic hook has said what happened.
        Ok(Err(_)) => Ending::Exit(Exit::Trouble),
        Err(error) => {
            eprintln!("error: cannot start a thread: {error}");
            Ending::Exit(Exit::Trouble)
        }
    };
    backends::end();
    let exit = match ending {
        Ending::Exit(exit) => exit,
        // All threads of the compiler have ended; this one is the process's first.
        Ending::Program { program, arguments } => Exit::Program(driver::system::start::start(program, &arguments)),
    };
    exit.code()
}
