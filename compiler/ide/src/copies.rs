//! What the compiler does with values behind the programmer's back, per function: every memory copy that it inserts,
//! every move, every owner that is counted, every drop, each with the expression it belongs to and the reason.
//!
//! One function is lowered with its closure literals, and nothing that it calls: source form, intermediate code, ABI pass. So the answer is what
//! the build does, not a second opinion. It must not know optimisers; [`InsertedCopy::number`] is the name under which
//! [`mir::CopyRecord`] tells what became of a copy.

mod data;
mod lowered;
mod ownership;
mod sites;
#[cfg(test)]
mod tests;
mod words;

use std::sync::Arc;

use hir::{ExpressionId, ItemId};
use source::Db;

pub use data::{
    CallValue, Clause, CopyEnd, CopyMemory, DroppedValue, FunctionCopies, InsertedCopy, MovedValue, SharedValue,
    TransferredValue,
};
pub use words::CopyOutcome;

use sites::Subject;

/// What the body of a function or test copies, moves and drops when it is built for a target. `None` for what has no
/// body, and for a body with errors.
pub fn copies(db: &dyn Db, item: ItemId, target: &abi::Target) -> Option<Arc<FunctionCopies>> {
    if *target == types::target(db) {
        own_copies(db, item).clone()
    } else {
        of_function(db, item, target).map(Arc::new)
    }
}

/// The same for the target of the database.
pub fn copies_of_function(db: &dyn Db, item: ItemId) -> Option<Arc<FunctionCopies>> {
    own_copies(db, item).clone()
}

/// The part of [`copies`] that belongs to one call: copies of its arguments and its result, arguments that are moved
/// in or get one owner more.
pub fn copies_of_call(db: &dyn Db, item: ItemId, call: ExpressionId, target: &abi::Target) -> FunctionCopies {
    let Some(all) = copies(db, item, target) else {
        return FunctionCopies::default();
    };
    let is_of_call = |value: &Option<CallValue>| value.as_ref().is_some_and(|value| value.call == call);
    FunctionCopies {
        copies: all.copies.iter().filter(|copy| is_of_call(&copy.call)).cloned().collect(),
        moves: all.moves.iter().filter(|value| is_of_call(&value.call)).cloned().collect(),
        shares: all.shares.iter().filter(|value| is_of_call(&value.call)).cloned().collect(),
        drops: Vec::new(),
    }
}

/// For the target of the database, which editors ask for again and again.
#[salsa::tracked(returns(ref), no_eq, lru = 256)]
fn own_copies(db: &dyn Db, item: ItemId) -> Option<Arc<FunctionCopies>> {
    of_function(db, item, &types::target(db)).map(Arc::new)
}

fn of_function(db: &dyn Db, item: ItemId, target: &abi::Target) -> Option<FunctionCopies> {
    if !lower::can_be_built(db, item, types::Arguments::NONE) {
        return None;
    }
    let mut found = FunctionCopies::default();
    let form = lower::source_form(db, item);
    lowered::find(Subject::new(db, item, None, form), target, &mut found)?;
    ownership::find(Subject::new(db, item, None, form), &mut found);
    for literal in hir::body(db, item).closures() {
        let Some(form) = lower::closure_form(db, item, literal) else { continue };
        let subject = Subject::new(db, item, Some(literal), &form);
        lowered::find(subject, target, &mut found)?;
        ownership::find(subject, &mut found);
    }
    Some(found)
}
