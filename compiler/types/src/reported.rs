//! The proof that an error was reported. What has no meaning is poison, and agrees with everything so that nothing follows from it;
//! poison that nobody has reported would be a program that is left out in silence. So poison of translated bodies holds
//! this proof, which only reporting gives.

use hir::{ItemId, ItemKind};
use source::{Db, Severity};

use crate::constant::ConstantValue;
use crate::definition::type_definition;
use crate::evaluate::constant_value;
use crate::inference::Inference;
use crate::inferrer::infer;
use crate::problem::Problem;
use crate::signatures::signature;

/// Somebody has reported an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reported(());

/// Reports an error.
pub fn report(problems: &mut Vec<Problem>, problem: Problem) -> Reported {
    assert_eq!(problem.kind.severity, Severity::Error, "a warning explains no poison");
    problems.push(problem);
    Reported(())
}

impl Inference {
    /// The proof that what is poison in a body was reported, if something is: in the body, or where something is declared that
    /// an expression without a type comes from.
    pub fn reported(&self) -> Option<Reported> {
        (self.poisoned || self.compact.has_poison()).then_some(Reported(()))
    }
}

/// Whether an item holds poison, in what it declares or in its body: a part of it is left out, for which there must be an error
/// in the program, there or where something is declared that it uses.
pub fn is_poisoned(db: &dyn Db, item: ItemId) -> bool {
    let is_in_body = || infer(db, item).reported().is_some();
    match item.kind(db) {
        ItemKind::Function => signature(db, item).poisoned || (hir::has_body(db, item) && is_in_body()),
        ItemKind::ExternFunction => signature(db, item).poisoned,
        ItemKind::Test => is_in_body(),
        ItemKind::Global | ItemKind::Constant => is_in_body() || *constant_value(db, item) == ConstantValue::Error,
        ItemKind::Type => type_definition(db, item).poisoned,
        ItemKind::Alias | ItemKind::ExternGlobal | ItemKind::OpaqueType | ItemKind::Trait | ItemKind::Impl => false,
    }
}
