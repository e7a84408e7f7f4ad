//! The driver: loads a program, checks all of it, makes code for what is reachable, and links.
//!
//! It must not know LLVM, Cranelift or the editor's protocol: code generators come in as `&dyn Backend`. All its calls
//! of the operating system stand in `system`. Reading order: `session`, `check`, `instances`, `compile`, `build`.

mod abi_diff;
mod abi_report;
mod build;
mod c_header;
mod check;
mod compile;
mod copies;
pub mod dumps;
mod function_code;
mod in_memory;
mod instances;
mod missing;
mod modules;
mod objects;
mod outputs;
pub mod parallel;
mod policy;
mod positions;
pub mod problems;
mod session;
mod shown_code;
mod store;
pub mod system;
mod tests_of_program;
mod timings;
mod units;
pub mod worker;

pub use abi_report::{
    ABI_REPORT_VERSION, AbiReport, Change, ChangedOn, Comparison, FieldReport, FunctionOnTarget, FunctionReport,
    NoReport, TypeOnTarget, TypeReport, ValueChange, abi_of_c, compare,
};
pub use build::{Generation, Product};
pub use check::file_reports;
pub use compile::Compiled;
pub use function_code::{FunctionCode, NoCode, OptimisedCode};
pub use in_memory::InMemory;
pub use modules::{ProgramModules, Watched};
pub use policy::{Policy, UnknownWarning, all_kinds, find_kind};
pub use positions::SourcePositions;
pub use session::{Session, Settings, target_names};
pub use shown_code::ShownCode;
pub use store::Store;
pub use system::linker::LinkInputs;
pub use tests_of_program::{Outcome, TestResult};
pub use timings::{Stage, Timings};
