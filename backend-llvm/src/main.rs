//! `lang-llvm`: the program that `lang` starts to make code with LLVM. Owns its arguments; the conversation is in the
//! library. It says nothing on its standard output but frames.

use std::io::{self, BufReader, BufWriter};
use std::process::ExitCode;

use backend_llvm::{Fault, Llvm, serve};
use mir::Backend;

const USAGE: &str =
    "lang-llvm makes machine code with LLVM for `lang`, which starts it by itself when it is installed beside
`lang` or in a directory of PATH; LANG_LLVM names it elsewhere. There is nothing to do with it by hand.

Usage: lang-llvm --worker     answer jobs on standard input (what `lang` does)
       lang-llvm --version    print the version
";

/// Tests name a fault here.
const FAULT: &str = "LANG_LLVM_FAULT";

fn main() -> ExitCode {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["--worker"] => work(),
        ["--version" | "-V"] => {
            println!("lang-llvm {}", Llvm::new().version());
            ExitCode::SUCCESS
        }
        ["--help" | "-h"] => {
            print!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => {
            eprint!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn work() -> ExitCode {
    let fault = match std::env::var(FAULT).ok().map(|text| text.parse::<Fault>()).transpose() {
        Ok(fault) => fault,
        Err(message) => {
            eprintln!("lang-llvm: {FAULT}: {message}");
            return ExitCode::from(2);
        }
    };
    die_with_parent();
    let mut input = BufReader::new(io::stdin().lock());
    let mut output = BufWriter::new(io::stdout().lock());
    match serve(&mut input, &mut output, fault.as_ref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lang-llvm: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Has the system end this process with the thread that started it, whatever LLVM is at then. If that is gone already, so
/// is the input.
#[cfg(target_os = "linux")]
fn die_with_parent() {
    // Without it, it ends after its job.
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent() {}
