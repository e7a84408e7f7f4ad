//! The words of `lang ir`. It must not know what a module of the intermediate representation is.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueHint};

use super::{BackendChoice, INPUT_HELP, Level, Linking, Reporting};

const MODULE_HELP: &str = "Module as text or in the binary form, whichever it is, or - for standard input";

/// `lang ir`
#[derive(Debug, Args)]
pub struct Ir {
    /// What to do with it
    #[command(subcommand)]
    pub action: IrAction,
}

/// What is done with modules.
#[derive(Debug, Subcommand)]
pub enum IrAction {
    /// Make one module of a program, with all that it reaches, or one for each module of its text
    From(From),
    /// Tell what is wrong with modules
    Verify(Modules),
    /// Write a module in the other form, or as text
    Print(One),
    /// Leave out what nothing needs that runs: names of types and fields, what debuggers are told, what is noted
    Strip(Strip),
    /// Join modules to one
    Link(Link),
    /// Bring the functions of a module into the form that code generators take: how each value travels is decided
    Lower(Lower),
    /// Run the `main` of modules step by step; the exit code is the program's
    Interpret(Interpret),
    /// Make code of modules and run it; the exit code is the program's
    Run(RunModules),
    /// Count what modules have; ends of blocks are no instructions
    Stats(Modules),
    /// Tell in what two modules differ, but for numbering and names that change nothing; exit code 1 if they do
    Diff(Pair),
}

impl IrAction {
    /// The modules that it reads.
    pub fn modules(&self) -> Vec<&Path> {
        match self {
            IrAction::From(_) => Vec::new(),
            IrAction::Verify(modules) | IrAction::Stats(modules) => modules.paths(),
            IrAction::Link(link) => link.modules.paths(),
            IrAction::Interpret(interpret) => interpret.modules.paths(),
            IrAction::Run(run) => run.modules.paths(),
            IrAction::Print(one) => vec![&one.file],
            IrAction::Strip(strip) => vec![&strip.one.file],
            IrAction::Lower(lower) => vec![&lower.one.file],
            IrAction::Diff(pair) => vec![&pair.left, &pair.right],
        }
    }
}

/// Where a module is written to.
#[derive(Debug, Args)]
pub struct Written {
    /// Where to write it, by default to standard output; in the binary form if the name ends in `.mirb`
    #[arg(short = 'o', long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// The binary form, whatever the name
    #[arg(long)]
    pub binary: bool,
}

/// `lang ir from`
#[derive(Debug, Args)]
pub struct From {
    #[arg(value_name = "INPUT", help = INPUT_HELP, value_hint = ValueHint::AnyPath)]
    pub input: Option<PathBuf>,
    /// Target (see `lang targets`)
    #[arg(long, value_name = "TARGET")]
    pub target: Option<String>,
    /// Write a file into FOLDER for each module of the text; linked they are the program
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with = "output")]
    pub per_module: Option<PathBuf>,
    /// What debuggers are told, too
    #[arg(short = 'g')]
    pub debug: bool,
    #[command(flatten)]
    pub written: Written,
    #[command(flatten)]
    pub reporting: Reporting,
}

/// Modules that are looked at.
#[derive(Debug, Args)]
pub struct Modules {
    #[arg(value_name = "FILE", help = MODULE_HELP, required = true, value_hint = ValueHint::FilePath)]
    pub files: Vec<PathBuf>,
}

impl Modules {
    fn paths(&self) -> Vec<&Path> {
        self.files.iter().map(PathBuf::as_path).collect()
    }
}

/// A module of which another one is made.
#[derive(Debug, Args)]
pub struct One {
    #[arg(value_name = "FILE", help = MODULE_HELP, value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    #[command(flatten)]
    pub written: Written,
}

/// `lang ir strip`: without an option all that it may leave out.
#[derive(Debug, Args)]
pub struct Strip {
    #[command(flatten)]
    pub one: One,
    /// Names of types and of their fields
    #[arg(long)]
    pub names: bool,
    /// Variables, and all else that debuggers are told; where functions stand remains, for checks that fail
    #[arg(long)]
    pub debug: bool,
    /// What the program notes, and metadata of which the compiler knows nothing
    #[arg(long)]
    pub metadata: bool,
}

/// `lang ir link`
#[derive(Debug, Args)]
pub struct Link {
    #[command(flatten)]
    pub modules: Modules,
    /// Keep only what SYMBOL leads to; may be given several times. The rest is not even read
    #[arg(long, value_name = "SYMBOL")]
    pub root: Vec<String>,
    #[command(flatten)]
    pub written: Written,
}

/// `lang ir lower`
#[derive(Debug, Args)]
pub struct Lower {
    #[command(flatten)]
    pub one: One,
    /// Target (see `lang targets`); by default the module's own, or this machine
    #[arg(long, value_name = "TARGET")]
    pub target: Option<String>,
}

/// `lang ir interpret`
#[derive(Debug, Args)]
pub struct Interpret {
    #[command(flatten)]
    pub modules: Modules,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub arguments: Vec<String>,
}

/// `lang ir run`
#[derive(Debug, Args)]
pub struct RunModules {
    #[command(flatten)]
    pub modules: Modules,
    /// Code generator
    #[arg(long, value_enum, default_value = "auto", value_name = "BACKEND")]
    pub backend: BackendChoice,
    /// Optimise: the same as -O2, and --backend auto is LLVM
    #[arg(long)]
    pub release: bool,
    /// How hard to optimise: 0 not at all, 1 a little, 2 for speed, 3 whatever it costs, s for size
    #[arg(short = 'O', value_enum, value_name = "LEVEL")]
    pub level: Option<Level>,
    /// Tell debuggers what the modules say; lines of callers, with LANG_BACKTRACE=1, too, they say if made by
    /// `lang ir from -g`
    #[arg(short = 'g')]
    pub debug: bool,
    #[command(flatten)]
    pub linking: Linking,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub arguments: Vec<std::ffi::OsString>,
}

/// `lang ir diff`
#[derive(Debug, Args)]
pub struct Pair {
    #[arg(value_name = "LEFT", help = MODULE_HELP, value_hint = ValueHint::FilePath)]
    pub left: PathBuf,
    #[arg(value_name = "RIGHT", help = MODULE_HELP, value_hint = ValueHint::FilePath)]
    pub right: PathBuf,
}
