//! Which regions of a body are counted, and where: the regions that can run on their own, as ranges of the item's chunk, each
//! with the point where its counter is raised. It owns this list, which is the same whether code is made of the body or not,
//! so that what nothing reaches is listed too. Must not know how a counter is raised nor how many times it was.
//!
//! Regions lie in each other, and the innermost one says how often a place ran. A branch of `if`, an arm and its guard, the
//! body and the condition of a loop and the right side of `&&` and `||` have one. Where ways lead out of an expression (`return`,
//! `break`, `continue`, `throw`, `try`, the `else` of a `let`, a call that never returns), one begins behind it and ends with the
//! region around it. A check that fails ends the program and no region.

mod branches;
#[cfg(test)]
mod tests;
mod walk;

use hir::{ClosureId, ItemId, ItemKind};
use source::Db;

pub use self::branches::Sum;
pub use crate::source_form::Point;
pub use syntax::TextRange;

use crate::instantiate::Instance;

/// The bytes of a counter.
pub const COUNTER_BYTES: u64 = 8;

/// The symbol of the first counter of a program: they lie one behind the other.
pub const COUNTERS: &str = "lang.counters";

/// The symbol of a body's first counter.
pub fn counters_symbol(function: &str) -> String {
    format!("{function}.counters")
}

/// The regions of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The closure literal whose body it is, if it is none of an item.
    pub closure: Option<ClosureId>,
    /// The counters in the order in which they lie. The first is that of the whole.
    pub counters: Vec<Counter>,
    /// Where one of several ways is taken.
    pub branches: Vec<Branch>,
}

/// A counter of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Where it is raised.
    pub point: Point,
    /// Its region, relative to the chunk; nothing where no text stands behind the point.
    pub range: Option<TextRange>,
    /// What control passes on the way to the region without doing anything: lines that begin in it have its count, too.
    pub gap: Option<TextRange>,
}

/// One of several ways, and all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// What decides: a part of a condition, a pattern, what is tried.
    pub range: TextRange,
    /// How often it held.
    pub taken: Sum,
    /// How often it did not.
    pub not_taken: Sum,
}

/// The bodies of an item, its own first, then those of its closure literals. Nothing of items without a body that runs.
pub fn functions(db: &dyn Db, item: ItemId) -> Vec<Function> {
    if has_body(db, item) { walk::functions(db, item) } else { Vec::new() }
}

/// Whether an item has a body that runs and counts.
fn has_body(db: &dyn Db, item: ItemId) -> bool {
    match item.kind(db) {
        ItemKind::Function => !hir::is_required_method(db, item),
        ItemKind::Constant
        | ItemKind::Test
        | ItemKind::Type
        | ItemKind::Alias
        | ItemKind::ExternFunction
        | ItemKind::Global
        | ItemKind::ExternGlobal
        | ItemKind::OpaqueType
        | ItemKind::Trait
        | ItemKind::Impl => false,
    }
}

/// The words of the chunk that an item stands in, relative to it: what is neither space nor a comment.
pub fn words(db: &dyn Db, item: ItemId) -> Vec<TextRange> {
    let Some(source) = hir::item_source(db, item) else { return Vec::new() };
    let parse = source::parse(db, source.chunk);
    parse.tokens().map(|token| parse.token_range(token)).collect()
}

/// The regions of the body that an instance is made of.
pub fn of_instance(db: &dyn Db, instance: Instance) -> Option<Function> {
    let (item, closure) = counted_body(instance)?;
    if has_body(db, item) { walk::function(db, item, closure) } else { None }
}

/// The body whose points an instance counts, if there is one in the text.
pub fn counted_body(instance: Instance) -> Option<(ItemId, Option<ClosureId>)> {
    match instance {
        Instance::Function(item, _) => Some((item, None)),
        Instance::Closure(item, closure, _) => Some((item, Some(closure))),
        Instance::Forwarder(..)
        | Instance::Environment(_)
        | Instance::Drop(_)
        | Instance::Boxed(_)
        | Instance::Slot(..)
        | Instance::Table(..)
        | Instance::Retain(_)
        | Instance::Constant(_)
        | Instance::Global(_)
        | Instance::Entry(_)
        | Instance::TestEntry => None,
    }
}
