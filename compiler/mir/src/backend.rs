//! The seam to code generators. Owns the one coarse trait; must not know any of them. A backend gets a unit in
//! lowered form and gives artifacts; it translates one to one, decides nothing and repairs nothing.

mod one_file;

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::artifact::Artifacts;
use crate::debug::Records;
use crate::module::Module;

pub use one_file::OneFile;

/// A code generator.
pub trait Backend: Send + Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// Its version; part of every fingerprint.
    fn version(&self) -> String;

    /// Whether it can make code for a target.
    ///
    /// # Errors
    /// Says what is missing.
    fn supports(&self, target: &abi::Target) -> Result<(), BackendError>;

    /// About how many functions a unit should have. Few, if each is compiled by itself: an edit compiles little anew.
    fn functions_per_unit(&self) -> usize {
        24
    }

    /// Whether it optimises across functions: bodies that other units define, to be inlined, and facts about addresses
    /// are then of use to it.
    fn optimises(&self, _options: &Options) -> bool {
        false
    }

    /// Whether it declares functions as LLVM's IR has them, so that units need [`crate::Passing::llvm`].
    fn reads_llvm_signatures(&self) -> bool {
        false
    }

    /// Compiles the functions and data of a unit, all in lowered form.
    ///
    /// # Errors
    /// Names what it cannot compile and in which function.
    fn compile(&self, unit: &Module, target: &abi::Target, options: &Options) -> Result<Artifacts, BackendError>;

    /// Joins artifacts, in this order, to one relocatable object, and writes the site tables and the debug information: of
    /// each unit what MIR says of it, if debuggers are told anything.
    ///
    /// # Errors
    /// Names what the object format cannot hold.
    fn assemble(
        &self,
        artifacts: &[(&Artifacts, Option<&Records>)],
        positions: &dyn Positions,
        target: &abi::Target,
        options: &Options,
    ) -> Result<Vec<u8>, BackendError>;

    /// The unit in a form for people.
    ///
    /// # Errors
    /// Names what it cannot compile, or says that it has no such form.
    fn text(
        &self,
        unit: &Module,
        target: &abi::Target,
        options: &Options,
        form: TextForm,
    ) -> Result<String, BackendError>;

    /// The unit in the code generator's own binary form, for its own tools.
    ///
    /// # Errors
    /// Names what it cannot compile, or says that it has no such form.
    fn bitcode(&self, _unit: &Module, _target: &abi::Target, _options: &Options) -> Result<Vec<u8>, BackendError> {
        Err(BackendError::new(format!(
            "the {} backend has no binary form of its intermediate code; use --backend llvm",
            self.name()
        )))
    }
}

/// A code generator that can run a program in this process.
pub trait JustInTime: Send + Sync {
    /// Links artifacts in memory. `entry` is a C `main` (argument count, argument vector). Symbols that no artifact
    /// defines are looked up in the libraries and in the C library, as in a program that a C compiler links: not in what
    /// else this process happens to have. Debuggers are told what was asked for, of each unit what MIR says of it, when the
    /// program begins.
    ///
    /// # Errors
    /// Names libraries or symbols that are not found.
    fn load(
        &self,
        artifacts: &[(&Artifacts, Option<&Records>)],
        positions: &dyn Positions,
        entry: &str,
        surroundings: &Surroundings<'_>,
        debug: DebugInformation,
    ) -> Result<Box<dyn LoadedProgram>, LoadError>;
}

/// What a program in memory is linked with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings<'a> {
    /// Shared libraries: paths, or names as after `-l`.
    pub libraries: &'a [String],
    /// Functions of the program that the libraries call, in the order in which the table [`OFFERED_SYMBOL`] of the first
    /// library wants their addresses.
    pub offered: &'a [&'a str],
    /// Data of the program that C names: its place is in the first library.
    pub shared: &'a [&'a str],
    /// Whether the program can say where its functions are.
    pub lists_functions: bool,
    /// Whether the program may ask who called whom.
    pub shows_callers: bool,
}

/// The table of addresses in a library that calls functions of the program by their names.
pub const OFFERED_SYMBOL: &str = "std.offered";

/// A program in memory that has not begun.
pub trait LoadedProgram: Send {
    /// Calls its entry on this thread and gives the result. What it occupies stays, since threads and exit handlers of
    /// the program may still use it.
    fn run(self: Box<Self>, arguments: &[String]) -> i32;

    /// Its functions by rising addresses, if [`Surroundings::lists_functions`] asked for them.
    fn functions(&self) -> &[LoadedFunction];
}

/// A function in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedFunction {
    /// Its symbol.
    pub name: String,
    /// Its first byte.
    pub address: u64,
    /// Bytes of code.
    pub bytes: u64,
}

/// Why a program is not in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// A library cannot be loaded.
    MissingLibrary {
        /// As it was asked for.
        name: String,
        /// The system's reason.
        reason: String,
    },
    /// No library defines these symbols.
    UndefinedSymbols(Vec<String>),
    /// Anything else.
    Other(BackendError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::MissingLibrary { name, reason } => {
                write!(formatter, "the library {name} cannot be loaded: {reason}")
            }
            LoadError::UndefinedSymbols(symbols) => write!(formatter, "no library defines {}", symbols.join(", ")),
            LoadError::Other(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<BackendError> for LoadError {
    fn from(error: BackendError) -> LoadError {
        LoadError::Other(error)
    }
}

/// Where source expressions stand, known only when an object is written.
pub trait Positions: Sync {
    /// Where the chunk of the item begins that a symbol stands for. `None` if it has no source.
    fn origin(&self, symbol: &str) -> Option<Origin>;

    /// The position of a byte offset in a chunk, and the offsets there that stand in the same line.
    fn position_from(&self, origin: Origin, offset: u32) -> (Position, Range<u32>);

    /// The position of a byte offset in the chunk of a symbol.
    fn position(&self, symbol: &str, offset: u32) -> Option<Position> {
        self.origin(symbol).map(|origin| self.position_from(origin, offset).0)
    }

    /// The display path of a file.
    fn file(&self, file: u32) -> &str;

    /// How many files there are.
    fn file_count(&self) -> u32;

    /// The folder from which relative paths of files count; empty where nobody knows.
    fn folder(&self) -> &str {
        ""
    }

    /// Whether a file is part of the standard library, in which debuggers do not stop.
    fn is_library(&self, _file: u32) -> bool {
        false
    }
}

/// Where the chunk of an item begins, from which offsets in it count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Number of the file.
    pub file: u32,
    /// Bytes from the start of the file.
    pub offset: u32,
    /// The line there, from 0.
    pub line: u32,
}

/// A place in a source file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Number of the file, from 0, for [`Positions::file`].
    pub file: u32,
    /// Line.
    pub line: u32,
    /// Column, in characters.
    pub column: u32,
}

/// No source is known: for units without any, and for tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPositions;

impl Positions for NoPositions {
    fn origin(&self, _symbol: &str) -> Option<Origin> {
        None
    }

    fn position_from(&self, origin: Origin, offset: u32) -> (Position, Range<u32>) {
        (Position { file: origin.file, line: origin.line + 1, column: 1 }, offset..offset)
    }

    fn file(&self, _file: u32) -> &str {
        ""
    }

    fn file_count(&self) -> u32 {
        0
    }
}

/// Forms for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TextForm {
    /// Cranelift's IR.
    Clif,
    /// LLVM's IR.
    Llvm,
    /// Assembly.
    Assembly,
}

/// What a backend is asked to do beyond translating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// How hard it tries.
    pub optimisation: Optimisation,
    /// Whether it verifies its own IR.
    pub verify: bool,
    /// Whether the code may be loaded anywhere.
    pub position_independent: bool,
    /// Whether text for readers says beside each instruction which byte of its function's chunk it comes from; objects
    /// never do.
    pub source_positions: bool,
    /// Whether the artifact tells what became of each copy.
    pub report_copies: bool,
    /// What debuggers are told.
    pub debug: DebugInformation,
    /// What watches the program while it runs.
    pub sanitize: Option<Sanitizer>,
}

/// What watches each access to memory while a program runs. Only a code generator that says so makes code for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sanitizer {
    /// Finds accesses out of bounds and after the end.
    Address,
    /// Finds accesses of threads that nothing brings into an order.
    Thread,
}

impl Sanitizer {
    /// Its name on command lines, ours and those of C compilers.
    pub fn name(self) -> &'static str {
        match self {
            Sanitizer::Address => "address",
            Sanitizer::Thread => "thread",
        }
    }
}

/// What debuggers are told of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DebugInformation {
    /// Nothing beyond the names of functions.
    #[default]
    None,
    /// Functions and lines.
    Lines,
    /// Variables and types, too.
    Full,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            optimisation: Optimisation::None,
            verify: false,
            position_independent: true,
            source_positions: false,
            report_copies: false,
            debug: DebugInformation::None,
            sanitize: None,
        }
    }
}

/// How hard a backend tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Optimisation {
    /// Compile fast: `-O0`.
    None,
    /// A little: `-O1`.
    Less,
    /// Run fast: `-O2`.
    Speed,
    /// Run fast, whatever it costs: `-O3`.
    Aggressive,
    /// Run fast and stay small: `-Os`.
    Size,
}

/// Why there is no code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackendError {
    /// The function or datum, if it is about one.
    pub symbol: Option<String>,
    /// What is not supported or went wrong, in words for the user.
    pub message: String,
}

impl BackendError {
    /// An error that is not about one function.
    pub fn new(message: impl Into<String>) -> BackendError {
        BackendError { symbol: None, message: message.into() }
    }

    /// An error about one function or datum.
    pub fn in_symbol(symbol: impl Into<String>, message: impl Into<String>) -> BackendError {
        BackendError { symbol: Some(symbol.into()), message: message.into() }
    }
}

impl fmt::Display for BackendError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.symbol {
            Some(symbol) => write!(formatter, "in {symbol}: {}", self.message),
            None => formatter.write_str(&self.message),
        }
    }
}

impl std::error::Error for BackendError {}
