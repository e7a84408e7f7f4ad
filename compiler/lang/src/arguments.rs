//! The command line as plain data: commands, options, their help. It owns every word that a user may type after `lang`;
//! it must not know what any of it does, so that completions and help cost no work.

mod debug;
mod ir;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

pub use debug::{Debug, DebuggerChoice};
pub use ir::{From, Interpret, Ir, IrAction, Link, Lower, Pair, RunModules, Strip, Written};

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "lang",
    version,
    about = "Compiler of a small systems language: C layout, C calling convention, memory safe",
    after_help = "Exit codes: 0 no errors, 1 errors in the program, 2 wrong usage or an internal error.\n\
        Environment: with LANG_BACKTRACE=1 programs tell the callers of a function in which a check fails, LANG_CACHE_DIR \
        is the folder of the cache, NO_COLOR switches colours off.",
    propagate_version = true,
    subcommand_required = true,
    arg_required_else_help = true
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Colours: by default where standard error is a terminal, and NO_COLOR is not set
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN", help_heading = "General")]
    pub color: Color,
    /// How many threads to use (by default one per core)
    #[arg(long, global = true, value_name = "N", help_heading = "General", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Print how long each stage took, on standard error
    #[arg(long, global = true, help_heading = "General")]
    pub timings: bool,
    /// Check the intermediate code after each stage (slow; for work on the compiler)
    #[arg(long, global = true, hide = true)]
    pub verify: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a new project in a new folder
    New(New),
    /// Report errors and warnings; generates no code
    Check(Check),
    /// Compile to an executable, or to one of the forms before it
    Build(Build),
    /// Compile in memory and run; the exit code is the program's
    Run(Run),
    /// Build once, then run each `test` block, and each example in a comment, in a process of its own
    Test(Test),
    /// Build, then run `main` or one test under a debugger, which stops at its first statement and where a check fails
    Debug(Debug),
    /// Bring sources into the one form: two spaces, lines of at most 100 characters
    Fmt(Fmt),
    /// Explain a diagnostic, or list all
    Explain(Explain),
    /// Show how values are laid out and passed: registers, stack, copies
    Abi(Abi),
    /// Write a C header for the functions that C can call
    Header(Header),
    /// Write a module for headers of C: types, functions, constants, documentation
    Bind(Bind),
    /// Write the reference of a package as pages for a browser: documentation, memory, calling conventions
    Doc(Doc),
    /// Compare all engines with each other and with C: signatures, calls, whole programs
    Crosscheck(Crosscheck),
    /// Work on modules of the intermediate representation: make, print, join, compare, run them
    Ir(Ir),
    /// List the targets, and what works on each
    Targets(Targets),
    /// Serve an editor: the language server on standard input and output
    Lsp(Lsp),
    /// Print a script that completes commands and options in a shell
    Completions(Completions),
    /// Read C with clang's library: the process that `lang abi` starts
    #[command(hide = true)]
    CWorker,
}

/// `lang lsp`: what editors pass although it says nothing new.
#[derive(Debug, Args)]
pub struct Lsp {
    /// Standard input and output, which it is anyway
    #[arg(long, hide = true)]
    pub stdio: bool,
    /// The editor's process, which `initialize` says too
    #[arg(long = "clientProcessId", value_name = "ID", hide = true)]
    pub client_process: Option<u32>,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// Where standard error is a terminal, and NO_COLOR is not set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// `lang new`
#[derive(Debug, Args)]
pub struct New {
    /// Folder to make; its name is the package's name
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub folder: PathBuf,
    /// Make a library (lib.lang) instead of a program (main.lang)
    #[arg(long)]
    pub library: bool,
    /// Name of the package, if it is not the folder's
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
}

/// How diagnostics are printed, and which.
#[derive(Debug, Args)]
pub struct Reporting {
    /// Form of the diagnostics
    #[arg(long, value_enum, default_value = "human", value_name = "FORMAT", help_heading = "Diagnostics")]
    pub message_format: MessageFormat,
    /// Do not report `warnings`, or the warnings of one name or code
    #[arg(long, value_name = "warnings|NAME", help_heading = "Diagnostics")]
    pub allow: Vec<String>,
    /// Treat `warnings`, or the warnings of one name or code, as errors
    #[arg(long, value_name = "warnings|NAME", help_heading = "Diagnostics")]
    pub deny: Vec<String>,
    /// Show hints, what could be cheaper, which are only counted otherwise
    #[arg(long, help_heading = "Diagnostics")]
    pub hints: bool,
}

/// Forms of diagnostics. The first two go to standard error, the others to standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// With the source, for people.
    Human,
    /// One line each: `file:line:column: error[code]: message`.
    Short,
    /// One JSON object per line: code, name, severity, message, file, range, label, related, notes, help, fix, tags.
    Json,
    /// One SARIF 2.1.0 document.
    Sarif,
    /// Workflow commands that GitHub turns into annotations.
    Github,
}

const INPUT_HELP: &str =
    "FILE.lang, a folder with lang.toml, or - for standard input (by default the project around the current folder)";

const C_HELP: &str = "C files, object files and archives behind it are linked";

/// `lang check`
#[derive(Debug, Args)]
pub struct Check {
    #[arg(value_name = "INPUT", help = INPUT_HELP, value_hint = ValueHint::AnyPath)]
    pub input: Option<PathBuf>,
    /// Target whose layouts and promises are checked; several are checked one after the other
    #[arg(long, value_name = "TARGET", value_delimiter = ',')]
    pub target: Vec<String>,
    /// Make every form of the program on the way to machine code, and check each against its own rules: what is found is a
    /// mistake of the compiler
    #[arg(long)]
    pub verify: bool,
    /// Break one form before it is checked: then it must be found
    #[arg(long, value_name = "FORM", hide = true, requires = "verify")]
    pub mutate: Option<String>,
    /// Compare every declaration of C with headers, not only those before which `@[header("…")]` stands
    #[arg(long)]
    pub headers: bool,
    /// A header in which declarations without `@[header("…")]` are looked for, as between the quotes of `#include`
    #[arg(long, value_name = "HEADER", value_delimiter = ',', requires = "headers")]
    pub header: Vec<String>,
    #[command(flatten)]
    pub reading: CReading,
    #[command(flatten)]
    pub reporting: Reporting,
}

/// `lang fmt`
#[derive(Debug, Args)]
pub struct Fmt {
    /// Files, folders with all modules below them, or - for standard input (by default the project around the current
    /// folder)
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,
    /// Write nothing: show what would change, and end with 1 if anything would
    #[arg(long)]
    pub check: bool,
}

/// What decides the generated code.
#[derive(Clone, Debug, Args)]
pub struct Generation {
    /// Code generator
    #[arg(long, value_enum, default_value = "auto", value_name = "BACKEND")]
    pub backend: BackendChoice,
    /// Another code generator for one module; may be given several times
    #[arg(long, value_name = "MODULE=BACKEND", value_parser = module_backend)]
    pub backend_for: Vec<(String, BackendChoice)>,
    /// Optimise: the same as -O2, and --backend auto is LLVM
    #[arg(long)]
    pub release: bool,
    /// How hard to optimise: 0 not at all, 1 a little, 2 for speed, 3 whatever it costs, s for size
    #[arg(short = 'O', value_enum, value_name = "LEVEL")]
    pub level: Option<Level>,
    /// Optimise the program as a whole: all of it at once, or thin in parts that are given more of each other; with --release
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "full")]
    pub lto: Option<LtoChoice>,
    /// Debug information: -g all, -g1 functions and lines, -g0 none (by default none in text and in LLVM's bitcode, else what
    /// `debug` in lang.toml says, or all where nothing is optimised)
    #[arg(short = 'g')]
    pub debug: bool,
    #[arg(short = '0', hide = true, requires = "debug", conflicts_with_all = ["debug_lines", "debug_all"])]
    pub debug_none: bool,
    #[arg(short = '1', hide = true, requires = "debug", conflicts_with = "debug_all")]
    pub debug_lines: bool,
    #[arg(short = '2', hide = true, requires = "debug")]
    pub debug_all: bool,
    /// Let integer + - * and negation wrap when they overflow, instead of ending the program; all else stays checked
    #[arg(long)]
    pub unchecked: bool,
    /// Have accesses to memory watched while the program runs: those out of bounds and after the end, or the races of threads;
    /// --backend auto is LLVM
    #[arg(long, value_enum, value_name = "WHAT")]
    pub sanitize: Option<SanitizerChoice>,
    /// Compile everything anew, and keep nothing for the next build
    #[arg(long)]
    pub no_cache: bool,
    #[command(flatten)]
    pub linking: Linking,
}

/// How a program is optimised as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LtoChoice {
    /// Everything at once, on one core: the fastest and smallest code.
    Full,
    /// In parts on all cores, each with the small bodies of others that it may inline.
    Thin,
}

/// What watches a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SanitizerChoice {
    /// Accesses out of bounds and after the end.
    Address,
    /// Races of threads.
    Thread,
}

/// C libraries.
#[derive(Clone, Debug, Args)]
pub struct Linking {
    /// Link the C library NAME
    #[arg(short = 'l', value_name = "NAME", help_heading = "Linking")]
    pub libraries: Vec<String>,
    /// Look for C libraries in FOLDER
    #[arg(short = 'L', value_name = "FOLDER", value_hint = ValueHint::DirPath, help_heading = "Linking")]
    pub search_paths: Vec<PathBuf>,
}

/// How hard code is optimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Not at all.
    #[value(name = "0")]
    None,
    /// A little.
    #[value(name = "1")]
    Less,
    /// For speed.
    #[value(name = "2")]
    Speed,
    /// For speed, whatever it costs.
    #[value(name = "3")]
    Aggressive,
    /// For size.
    #[value(name = "s")]
    Size,
}

/// Reads `MODULE=llvm` or `MODULE=cranelift`.
fn module_backend(text: &str) -> Result<(String, BackendChoice), String> {
    let form = "write MODULE=llvm or MODULE=cranelift, as in geometry.vec=llvm";
    let (module, backend) = text.split_once('=').ok_or(form)?;
    let backend = match backend {
        "llvm" => BackendChoice::Llvm,
        "cranelift" => BackendChoice::Cranelift,
        _ => return Err(form.to_string()),
    };
    Ok((module.trim().to_string(), backend))
}

/// Code generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BackendChoice {
    /// Cranelift; LLVM for optimised builds, which is to be installed then.
    Auto,
    /// Fast compilation, built in.
    Cranelift,
    /// Fast code; needs the program lang-llvm.
    Llvm,
}

/// `lang build`
#[derive(Debug, Args)]
pub struct Build {
    #[arg(value_name = "INPUT", help = format!("{INPUT_HELP}; {C_HELP}"), value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<PathBuf>,
    /// Where to write the result; - is standard output for the text forms
    #[arg(short = 'o', long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// What to make; the text forms go to standard output
    #[arg(long, value_enum, value_name = "FORM")]
    pub emit: Option<Emit>,
    /// Only the functions of this name, for --emit abi-diff
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// Leave out of an executable or a shared library what only debuggers and linkers read: names of symbols, debug
    /// information; what fails tells functions of the language, and no lines
    #[arg(long, conflicts_with = "sanitize")]
    pub strip: bool,
    /// Target to build for (see `lang targets`)
    #[arg(long, value_name = "TARGET")]
    pub target: Option<String>,
    #[command(flatten)]
    pub generation: Generation,
    #[command(flatten)]
    pub reporting: Reporting,
}

/// The forms of a program on its way to the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// The tokens of each file.
    Tokens,
    /// The syntax tree of each file.
    Ast,
    /// Every name, with what it means and where that is declared.
    Resolved,
    /// Items and bodies with resolved names.
    Hir,
    /// The control-flow graphs that ownership is checked on, as Graphviz.
    SourceCfg,
    /// The intermediate code before the ABI pass.
    MirSource,
    /// The intermediate code that backends read.
    Mir,
    /// Each function's intermediate code before and after the ABI pass, side by side.
    AbiDiff,
    /// Each copy of memory: where, why, how large, and what the optimiser made of it.
    Copies,
    /// Each call through `dyn`: what an optimised build makes of it, and why.
    Devirtualised,
    /// Cranelift's intermediate code.
    Clif,
    /// LLVM's intermediate code as text.
    LlvmIr,
    /// LLVM's intermediate code in its binary form.
    LlvmBc,
    /// Assembly.
    Asm,
    /// One object file.
    Obj,
    /// A shared library of what C can name, with a link beside it by its soname.
    Shared,
    /// An archive of what C can name.
    Staticlib,
    /// An executable.
    Exe,
}

impl Emit {
    /// Whether it needs no code, so that broken programs have it too.
    pub fn is_of_source(self) -> bool {
        matches!(self, Emit::Tokens | Emit::Ast | Emit::Resolved | Emit::Hir | Emit::SourceCfg)
    }
}

/// `lang run`
#[derive(Debug, Args)]
pub struct Run {
    #[arg(value_name = "INPUT", help = format!("{INPUT_HELP}; {C_HELP}"), value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<PathBuf>,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub arguments: Vec<std::ffi::OsString>,
    /// Write /tmp/perf-PID.map, by which Linux's perf names the functions of a program in memory
    #[arg(long)]
    pub perf_map: bool,
    #[command(flatten)]
    pub generation: Generation,
    #[command(flatten)]
    pub reporting: Reporting,
}

/// `lang test`
#[derive(Debug, Args)]
pub struct Test {
    #[arg(value_name = "INPUT", help = INPUT_HELP, value_hint = ValueHint::AnyPath)]
    pub input: Option<PathBuf>,
    /// Run only tests whose name contains one of these texts; C files, object files and archives among them are linked
    #[arg(value_name = "FILTER")]
    pub filters: Vec<String>,
    /// Names must be equal to a filter, not contain it
    #[arg(long)]
    pub exact: bool,
    /// Print the names of the tests instead of running them
    #[arg(long)]
    pub list: bool,
    /// Build the executable and run nothing: each line is the number that the executable takes to run a test, and its name
    #[arg(long, conflicts_with_all = ["list", "show_output"])]
    pub no_run: bool,
    /// Where to write the executable of --no-run, by default NAME-tests
    #[arg(short = 'o', long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "no_run")]
    pub output: Option<PathBuf>,
    /// Show what tests print, also of those that pass
    #[arg(long)]
    pub show_output: bool,
    /// Measure the benches instead of running the tests: one after another, optimised as by --release if no -O is given
    #[arg(long, conflicts_with_all = ["standard", "coverage", "coverage_lcov", "coverage_json", "coverage_html"])]
    pub bench: bool,
    /// Tell what benches took as JSON, one object on each line
    #[arg(long, requires = "bench", conflicts_with_all = ["list", "no_run", "show_output"])]
    pub json: bool,
    /// End a test that takes longer, with all that it has started; 0 waits for ever
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub timeout: u64,
    /// Run the examples of the standard library instead of those of the package
    #[arg(long = "std", hide = true)]
    pub standard: bool,
    #[command(flatten)]
    pub coverage: Coverage,
    #[command(flatten)]
    pub generation: Generation,
    #[command(flatten)]
    pub reporting: Reporting,
}

impl Test {
    /// How code is made.
    pub fn generation(&self) -> Generation {
        let mut generation = self.generation.clone();
        generation.release |= self.bench && generation.level.is_none();
        generation
    }
}

/// What is told of how much of the program its tests ran.
#[derive(Debug, Args)]
pub struct Coverage {
    /// Say how many lines, functions and branches of the package the tests ran
    #[arg(long, help_heading = "Coverage")]
    pub coverage: bool,
    /// Write the counts for `genhtml` and other tools that read lcov files
    #[arg(long, value_name = "FILE", help_heading = "Coverage", value_hint = ValueHint::FilePath)]
    pub coverage_lcov: Option<PathBuf>,
    /// Write the counts in the JSON form of `llvm-cov export`
    #[arg(long, value_name = "FILE", help_heading = "Coverage", value_hint = ValueHint::FilePath)]
    pub coverage_json: Option<PathBuf>,
    /// Write pages that show each file with its counts; index.html is the first
    #[arg(long, value_name = "FOLDER", help_heading = "Coverage", value_hint = ValueHint::DirPath)]
    pub coverage_html: Option<PathBuf>,
}

impl Coverage {
    /// Whether anything is asked for.
    pub fn is_wanted(&self) -> bool {
        self.coverage || self.coverage_lcov.is_some() || self.coverage_json.is_some() || self.coverage_html.is_some()
    }
}

/// `lang explain`
#[derive(Debug, Args)]
pub struct Explain {
    /// Code (E0123) or name (unused-variable); without it all are listed
    #[arg(value_name = "CODE")]
    pub code: Option<String>,
}

/// `lang abi`
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Abi {
    /// What to do, if not to describe one program.
    #[command(subcommand)]
    pub command: Option<AbiCommand>,
    #[arg(value_name = "INPUT", help = INPUT_HELP, value_hint = ValueHint::AnyPath)]
    pub input: Option<PathBuf>,
    /// Describe these C declarations instead, as in --c 'struct S { long n; double x; }; struct S f(struct S, double);'
    #[arg(long, value_name = "DECLARATIONS", conflicts_with_all = ["input", "types"])]
    pub c: Option<String>,
    /// Describe the declarations of a C file or header instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["input", "types", "c"], value_hint = ValueHint::FilePath)]
    pub c_file: Option<PathBuf>,
    #[command(flatten)]
    pub reading: CReading,
    /// Only the functions of this name
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// Only the types of this name
    #[arg(long = "type", value_name = "NAME")]
    pub types: Vec<String>,
    /// Target (see `lang targets`); several stand side by side
    #[arg(long, value_name = "TARGET", value_delimiter = ',')]
    pub target: Vec<String>,
    /// Form of the report
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: AbiFormat,
    #[command(flatten)]
    pub reporting: Reporting,
}

/// `lang bind`
#[derive(Debug, Args)]
pub struct Bind {
    /// Headers, as #include names them or by their paths; those below their folders count as theirs
    #[arg(value_name = "HEADER", required = true)]
    pub headers: Vec<String>,
    /// Only what has a name of this pattern, and what it needs; * stands for any letters, ? for one
    #[arg(long, value_name = "PATTERN")]
    pub only: Vec<String>,
    /// Where to write the module (by default, and for -, standard output); a module that was written so is replaced
    #[arg(short = 'o', long, value_name = "FILE.lang", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// C library that programs with the module are linked with
    #[arg(long, value_name = "NAME")]
    pub link: Vec<String>,
    /// Target whose layouts and names are written (see `lang targets`)
    #[arg(long, value_name = "TARGET")]
    pub target: Option<String>,
    #[command(flatten)]
    pub reading: CReading,
    /// Form of the diagnostics
    #[arg(long, value_enum, default_value = "human", value_name = "FORMAT", help_heading = "Diagnostics")]
    pub message_format: MessageFormat,
}

/// How C is read.
#[derive(Debug, Args)]
pub struct CReading {
    /// Clang's library, which reads C; `none` for the embedded parser
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub libclang: Option<PathBuf>,
    /// What clang is told, behind `--`: -Iinclude, -DNAME, -std=c23
    #[arg(last = true, value_name = "CLANG OPTION", allow_hyphen_values = true)]
    pub clang: Vec<String>,
}

/// What `lang abi` does besides describing.
#[derive(Debug, Subcommand)]
pub enum AbiCommand {
    /// Tell which exported functions are called differently; ends with 1 if there are any, with 2 if it cannot tell
    Diff(AbiDiff),
}

/// `lang header`
#[derive(Debug, Args)]
pub struct Header {
    #[arg(value_name = "INPUT", help = INPUT_HELP, value_hint = ValueHint::AnyPath)]
    pub input: Option<PathBuf>,
    /// Where to write it, by default to standard output
    #[arg(short = 'o', long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// A module for Python, which loads the shared library by `ctypes`, instead of a header of C
    #[arg(long, conflicts_with = "rust")]
    pub python: bool,
    /// A module of declarations for Rust instead of a header of C
    #[arg(long)]
    pub rust: bool,
    /// Write also what `pkg-config` says of the library that `lang build --emit shared` or `staticlib` puts beside it
    #[arg(long, value_name = "FILE.pc", value_hint = ValueHint::FilePath)]
    pub pkg_config: Option<PathBuf>,
    /// Target (see `lang targets`)
    #[arg(long, value_name = "TARGET")]
    pub target: Option<String>,
    #[command(flatten)]
    pub reporting: Reporting,
}

/// `lang doc`
#[derive(Debug, Args)]
pub struct Doc {
    #[arg(value_name = "INPUT", help = INPUT_HELP, value_hint = ValueHint::AnyPath)]
    pub input: Option<PathBuf>,
    /// The standard library and the book instead of a package
    #[arg(long = "std", conflicts_with = "input")]
    pub standard: bool,
    /// Folder for the pages, by default NAME-doc
    #[arg(short = 'o', long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub output: Option<PathBuf>,
    /// Targets (see `lang targets`) whose conventions stand side by side, by default this machine's, AArch64's and Windows'
    #[arg(long, value_name = "TARGET", value_delimiter = ',')]
    pub target: Vec<String>,
    /// Also what is not `pub`
    #[arg(long)]
    pub private: bool,
    #[command(flatten)]
    pub reporting: Reporting,
}

/// `lang abi diff`
#[derive(Debug, Args)]
pub struct AbiDiff {
    /// The old version: FILE.lang, a folder with lang.toml, a C header (.h, .c), or a report (.json) of `lang abi`
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    pub old: PathBuf,
    /// The new version
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    pub new: PathBuf,
    /// Target (see `lang targets`); may be given several times
    #[arg(long, value_name = "TARGET", value_delimiter = ',')]
    pub target: Vec<String>,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: ReportFormat,
    #[command(flatten)]
    pub reading: CReading,
}

/// Forms of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AbiFormat {
    /// For people.
    Text,
    /// One JSON document, as `abi.schema.json` says.
    Json,
    /// A picture: the bytes of each value on their way into registers and stack slots.
    Svg,
}

/// Forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people.
    Text,
    /// One JSON document.
    Json,
}

/// `lang crosscheck`
#[derive(Debug, Args)]
pub struct Crosscheck {
    #[arg(value_name = "INPUT", help = format!("{INPUT_HELP}; C files, object files and archives are linked to all"), value_hint = ValueHint::AnyPath)]
    pub inputs: Vec<PathBuf>,
    #[command(flatten)]
    pub linking: Linking,
    /// Check so many random signatures
    #[arg(long, value_name = "N")]
    pub random: Option<usize>,
    /// Run so many random programs
    #[arg(long, value_name = "N")]
    pub programs: Option<u64>,
    /// What random signatures and programs follow from, and in the interpreter the turns of threads
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Run programs with threads in so many orders in the interpreter, one for each seed from S on
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub schedules: u64,
    /// Targets, if not all whose programs can run here
    #[arg(long, value_name = "TARGET", value_delimiter = ',')]
    pub targets: Vec<String>,
    /// Engines, if not all
    #[arg(long, value_enum, value_name = "ENGINE", value_delimiter = ',')]
    pub engines: Vec<EngineChoice>,
    /// Form of the report
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: ReportFormat,
    /// Get one kind of decision wrong for Cranelift: then the check must fail
    #[arg(long, value_name = "KIND", hide = true)]
    pub mutate: Option<String>,
    /// Report the first difference as it is, without looking for a smaller one
    #[arg(long, hide = true)]
    pub no_shrink: bool,
    #[command(flatten)]
    pub reporting: Reporting,
}

/// Who takes part in a cross-check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineChoice {
    /// The embedded code generator.
    Cranelift,
    /// The code generator of the program lang-llvm.
    Llvm,
    /// The C compilers.
    C,
    /// The interpreter of the intermediate code; for whole programs.
    Interpreter,
}

/// `lang targets`
#[derive(Debug, Args)]
pub struct Targets {
    /// Form of the list
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: ReportFormat,
}

/// `lang completions`
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
