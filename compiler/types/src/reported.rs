//! The proof that an error was reported. What has no meaning is poison, and agrees with everything so that nothing follows from it;
//! poison that nobody has reported would be a program that is left out in silence. So poison of translated bodies holds
//! this proof, which only reporting gives.

use hir::{Body, ExpressionId};
use source::Severity;

use crate::inference::Inference;
use crate::problem::Problem;

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
    /// The proof that what is poison in a body was reported, if something is.
    pub fn reported(&self) -> Option<Reported> {
        self.poisoned.then_some(Reported(()))
    }

    /// The same by a look at every expression of the body: one without a type comes from a declaration that was reported where it stands.
    pub fn reported_within(&self, body: &Body) -> Option<Reported> {
        let mut expressions = (0..body.expression_count()).map(ExpressionId::from_index);
        let is_poison = self.poisoned || expressions.any(|expression| self.expression_type(expression).is_error());
        is_poison.then_some(Reported(()))
    }
}
