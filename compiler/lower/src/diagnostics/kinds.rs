//! The kinds of diagnostics that this room finds, one file each: code, title, explanation, and how the problem is put.

pub mod always_fits;
pub mod assigned_let;
pub mod certain_panic;
pub mod changed_in_guard;
pub mod changed_while_lent;
pub mod copied_despite_promise;
pub mod fresh_memory;
pub mod index_out_of_bounds;
pub mod large_argument_copy;
pub mod larger_than_promised;
pub mod lent_twice;
pub mod match_too_complex;
pub mod missing_cases;
pub mod missing_return;
pub mod move_out;
pub mod moved_value;
pub mod mut_behind_ref;
pub mod nested_too_deeply;
pub mod not_in_registers;
pub mod outlived_borrow;
pub mod part_of_nothing;
pub mod refutable_pattern;
pub mod reorder_into_registers;
pub mod reorder_to_shrink;
pub mod returned_argument;
pub mod returned_capture;
pub mod returned_local;
pub mod returned_storage;
pub mod smaller_field;
pub mod stored_argument;
pub mod unassigned_variable;
pub mod unknown_warning;
pub mod unreachable_arm;
pub mod unreachable_code;
pub mod unread_assignment;
pub mod untranslated;
pub mod unused_mut;
pub mod unused_variable;
pub mod used_while_lent;

use hir::ExpressionId;
use source::DiagnosticKind;
use types::{Anchor, Problem};

/// Every kind, by code.
pub static ALL: &[&DiagnosticKind] = &[
    &nested_too_deeply::KIND,
    &untranslated::KIND,
    &returned_capture::KIND,
    &moved_value::KIND,
    &unassigned_variable::KIND,
    &missing_return::KIND,
    &move_out::KIND,
    &assigned_let::KIND,
    &part_of_nothing::KIND,
    &missing_cases::KIND,
    &refutable_pattern::KIND,
    &changed_in_guard::KIND,
    &match_too_complex::KIND,
    &changed_while_lent::KIND,
    &used_while_lent::KIND,
    &lent_twice::KIND,
    &outlived_borrow::KIND,
    &returned_local::KIND,
    &returned_argument::KIND,
    &stored_argument::KIND,
    &mut_behind_ref::KIND,
    &returned_storage::KIND,
    &not_in_registers::KIND,
    &larger_than_promised::KIND,
    &copied_despite_promise::KIND,
    &unused_variable::KIND,
    &unused_mut::KIND,
    &unread_assignment::KIND,
    &unreachable_code::KIND,
    &unknown_warning::KIND,
    &index_out_of_bounds::KIND,
    &fresh_memory::KIND,
    &certain_panic::KIND,
    &unreachable_arm::KIND,
    &always_fits::KIND,
    &large_argument_copy::KIND,
    &reorder_into_registers::KIND,
    &reorder_to_shrink::KIND,
    &smaller_field::KIND,
];

/// What uses a borrow later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaterUse {
    /// This expression.
    Expression(ExpressionId),
    /// The end of the value that holds it.
    Drop,
}

/// Says that a loan is live because of a value's end.
fn used_by_drop(problem: Problem) -> Problem {
    problem.note("the loan is used when the value that holds it ends: `drop` runs on that, since its type has `Drop`")
}

/// Adds where the loan was made and where it is used later.
fn with_loan(problem: Problem, lent: ExpressionId, used: Option<LaterUse>) -> Problem {
    let problem = problem.also(Anchor::Expression(lent), "lent here");
    match used {
        Some(LaterUse::Drop) => used_by_drop(problem),
        Some(LaterUse::Expression(used)) if used == lent => {
            problem.note("the loan is used again in the next turn of the loop")
        }
        Some(LaterUse::Expression(used)) => problem.also(Anchor::Expression(used), "the borrow is used later, here"),
        None => problem,
    }
}
