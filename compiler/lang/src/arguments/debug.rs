//! The words of `lang debug`. It must not know what debuggers there are on this machine.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{C_HELP, Generation, INPUT_HELP, Reporting};

/// `lang debug`
#[derive(Debug, Args)]
pub struct Debug {
    #[arg(value_name = "INPUT", help = INPUT_HELP, value_hint = ValueHint::AnyPath)]
    pub input: Option<PathBuf>,
    #[arg(value_name = "TEST", help = format!("The one test to debug instead of main: its name, or part of it; {C_HELP}"))]
    pub words: Vec<String>,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub arguments: Vec<OsString>,
    /// Debugger (by default the first of these on the PATH, also with a version behind its name)
    #[arg(long, value_enum, value_name = "DEBUGGER")]
    pub debugger: Option<DebuggerChoice>,
    /// Only print the command, and keep the executable
    #[arg(long)]
    pub print: bool,
    /// Where to keep the executable (by default NAME-debug, where `lang build` writes NAME)
    #[arg(short = 'o', long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "print")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub generation: Generation,
    #[command(flatten)]
    pub reporting: Reporting,
}

/// Debuggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DebuggerChoice {
    /// GNU's.
    Gdb,
    /// LLVM's.
    Lldb,
}
