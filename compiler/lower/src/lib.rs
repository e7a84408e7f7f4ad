//! The source form of bodies, ownership analysis, `diagnostics(file)`: the one list, and instantiation to MIR.
//! Must not know backends or editors. Input: bodies of `hir` with the types of `types`.

mod analysis;
pub mod coverage;
mod diagnostics;
#[cfg(test)]
mod fixture;
mod instantiate;
mod lints;
mod promises;
mod queries;
mod reached;
pub mod source_form;
#[cfg(test)]
mod tests;

pub use analysis::rules as borrow_rules;
pub use diagnostics::kinds::ALL as DIAGNOSTIC_KINDS;
pub use diagnostics::{check_item, diagnostics, silent_poison};
pub use instantiate::{
    Built, C_ENTRY, ENTRIES_BEFORE_METHODS, Instance, Maker, Outside, Settings, Way, can_be_built, chunk_item, cost,
    described_types, function_name, is_always_inlined, is_unoptimised, mir_naming_statements, mir_of, symbol,
    type_name,
};
pub use lints::best_order;
pub use queries::{body_problems, closure_form, derived_form, source_form};
pub use reached::{ReachedInstances, reached_instances};
