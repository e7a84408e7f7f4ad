//! The program `lang`: reads the command line, calls `driver`, prints. It hands the code generators to `driver` and owns
//! exit codes and the report of internal errors; it must not analyse anything.

mod arguments;
mod backends;
mod commands;
mod crash;
mod dumps;
mod output;
mod progress;
mod render;

use std::process::ExitCode;

use clap::Parser;
use clap::error::Error;

use arguments::Arguments;
use commands::{Ending, Exit};

/// Compiling is a great many small allocations on several threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    crash::install();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return help_or_complaint(&error).code(),
    };
    let ending = match driver::system::ending::watched(move || commands::run(arguments)) {
        Ok(Ok(ending)) => ending,
        // The panic hook has said what happened.
        Ok(Err(_)) => Ending::Exit(Exit::Trouble),
        Err(error) => {
            output::complain("error", &format!("cannot start a thread: {error}"));
            Ending::Exit(Exit::Trouble)
        }
    };
    // Whatever this process becomes would inherit children that it knows nothing of.
    backends::end();
    // All threads of the compiler have ended, but a server's may have been in the middle of something; this one is the
    // process's first.
    let clean_up = driver::system::ending::clean_up;
    let exit = match ending {
        Ending::Exit(exit) => {
            clean_up();
            exit
        }
        Ending::Program { program, arguments } => {
            clean_up();
            Exit::Program(driver::system::start::start(program, &arguments))
        }
        Ending::Process(successor) => {
            let error = successor.begin();
            clean_up();
            output::complain("error", &format!("cannot start the program: {}", project::disk::reason(&error)));
            Exit::Trouble
        }
    };
    exit.code()
}

/// Help and versions, which were asked for, go to standard output, complaints to standard error.
fn help_or_complaint(error: &Error) -> commands::Exit {
    let is_complaint = error.use_stderr();
    match output::shown(error.print()) {
        Ok(()) if !is_complaint => commands::Exit::Success,
        Ok(()) | Err(_) => commands::Exit::Trouble,
    }
}
