//! Wrong descriptions on purpose: one decision of a description is changed, so that a check that stays green with it is
//! known to prove nothing about that decision. Owns the list of kinds of decisions and how each is got wrong; must not
//! know who checks. Nothing but tests and `lang crosscheck --mutate` has a use for it.
//!
//! What is not in the list, because no code generator reads it: the `va_start` facts of [`crate::VariadicLayout`]
//! (only C defines variadic functions), the reasons, and the copy plans, which are shown to people.

mod change;
mod kind;
#[cfg(test)]
mod tests;

use crate::description::FnAbi;

pub use kind::Mutation;

impl Mutation {
    /// Gets the first decision of its kind wrong; false if the description holds none, and it is then as it was.
    pub fn apply(self, abi: &mut FnAbi) -> bool {
        change::apply(self, abi)
    }
}
