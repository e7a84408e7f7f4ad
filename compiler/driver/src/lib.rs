//! The driver: loads a program, checks all of it, makes code for what is reachable, and links.
//!
//! It must not know LLVM, Cranelift or the editor's protocol: code generators come in as `&dyn Backend`. All its calls
//! of the operating system stand in `system`. Reading order: `program`, `check`, `instances`, `compile`, `build`.

mod abi_diff;
mod abi_report;
mod bind;
mod bound_names;
mod build;
mod c_check;
mod c_reader;
mod check;
mod compile;
mod copies;
mod coverage;
mod debugging;
mod devirtualised;
mod dispatch;
pub mod dumps;
mod examples;
mod function_code;
mod header_modules;
mod imported_libraries;
mod in_memory;
mod instances;
mod interface;
mod libraries;
mod merging;
mod missing;
mod module_program;
mod modules;
mod objects;
mod outputs;
pub mod parallel;
mod pieces;
mod pkg_config;
mod policy;
mod positions;
pub mod problems;
mod program;
mod shown_code;
mod store;
pub mod system;
mod tables;
mod tests_of_program;
mod timings;
mod units;
mod verified;
mod waiting;
pub mod worker;

pub use abi_diff::abi_diff;
pub use abi_report::{
    ABI_REPORT_VERSION, AbiReport, CDeclarations, CText, CaseShape, Change, ChangedOn, Comparison, FieldReport,
    FunctionOnTarget, FunctionReport, Held, NoReport, Part, Shape, ShapeReport, ShapesOfCall, ShapesOnTarget,
    TypeOnTarget, TypeReport, ValueChange, abi_of_c, abi_report, compare,
};
pub use bind::{BOUND, Binding, Bound, bind};
pub use bound_names::explain as explain_bound_names;
pub use build::{
    Generation, Product, default_output, entries, generate, has_module, link, link_inputs, main_function, module_names,
    object_product, successor, tests, with_executable,
};
pub use c_check::{
    AskedHeaders, HeaderCheck, HeaderFacts, HeaderQuestion, UnreadHeaders, check_headers, check_headers_of_file,
    declares_c,
};
pub use c_reader::{CReader, serve_c};
pub use check::{analyse_all, analyse_file, check, file_reports};
pub use compile::Compiled;
pub use copies::copies;
pub use coverage::{
    Counters, CoveredBranch, CoveredFile, CoveredFunction, CoveredRegion, LineCount, Ratio, Segment, Span, Summary,
    coverage,
};
pub use debugging::{Session, debugger, one_test};
pub use devirtualised::{devirtualised, dispatch_of};
pub use dispatch::{DispatchedCall, Entry, Opening};
pub use examples::{ExampleTest, ExamplesOf, ExpectedOutput, add_examples};
pub use function_code::{FunctionCode, NoCode, OptimisedCode, function_code, optimised_code};
pub use header_modules::HeaderModules;
pub use in_memory::{InMemory, InProcess, load};
pub use interface::{HeaderLanguage, OF_HEADER, header};
pub use libraries::{default_library, shared_library, static_library};
pub use module_program::{Begun, ModuleGeneration, program_of_module};
pub use modules::{
    ProgramModules, Watched, described_modules, in_pieces, kept_modules, modules, watched_functions, watched_modules,
};
pub use objects::{object, objects};
pub use outputs::{Made, may_replace, write_made, write_output, write_outputs};
pub use pkg_config::{OF_PKG_CONFIG, pkg_config};
pub use policy::{Policy, UnknownWarning, all_kinds, find_kind};
pub use positions::SourcePositions;
pub use program::{Program, Run, Settings, target_names};
pub use shown_code::ShownCode;
pub use store::Store;
pub use system::linker::LinkInputs;
pub use system::process::Successor;
pub use tests_of_program::{Outcome, TestResult, run_tests, test_name};
pub use timings::{Stage, Timings};
pub use units::LinkTime;
pub use verified::{Form, verify};
