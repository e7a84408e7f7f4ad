//! Who calls a function, and whom it calls. Tests and constants call too. It must not know how editors draw it: whoever
//! asks gives the place of a function that an earlier answer named.

use std::ops::Range;

use hir::ItemId;
use source::{Db, chunk_starts, parse};

use crate::at_cursor::{item_around, item_named_at};
use crate::definition::Definition;
use crate::goto::{called_method, method_of_trait, methods_of_impls};
use crate::name_use::NameUse;
use crate::navigation_target::NavigationTarget;
use crate::position::FilePosition;
use crate::search::{Scope, uses};
use crate::token::TokenPlace;

/// A function at the other end of calls, and where these stand: in the caller's file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Calls {
    /// The caller or the called.
    pub target: NavigationTarget,
    /// The names of the called function in the caller, ascending.
    pub ranges: Vec<Range<u32>>,
}

/// The function named at a position, else the function, test or constant around it.
pub fn prepare_call_hierarchy(db: &dyn Db, position: FilePosition) -> Option<NavigationTarget> {
    NavigationTarget::of(db, Definition::Item(item_at(db, position)?))
}

/// Where the function at a position is named in bodies, by caller.
pub fn incoming_calls(db: &dyn Db, position: FilePosition) -> Vec<Calls> {
    let Some(called) = item_at(db, position).filter(|item| item.kind(db).is_function()) else {
        return Vec::new();
    };
    let mut calls = Grouped::default();
    for used in uses(db, Definition::Item(called), Scope::Program) {
        if let (Some(caller), Some(_)) = (used.item, used.expression) {
            calls.add(caller, used.range.range);
        }
    }
    // Who calls the trait's method calls this one, unless it is known to be another.
    if let Some(declared) = method_of_trait(db, called) {
        for used in uses(db, Definition::Item(declared), Scope::Program) {
            if let (Some(caller), Some(_)) = (used.item, used.expression)
                && called_method(db, &used).is_none_or(|method| method == called)
            {
                calls.add(caller, used.range.range);
            }
        }
    }
    calls.answer(db)
}

/// The functions that are named in the body at a position: of a trait's methods those of the type, where it is known. A
/// trait's method that has no body leads to those of its impls.
pub fn outgoing_calls(db: &dyn Db, position: FilePosition) -> Vec<Calls> {
    let mut calls = Grouped::default();
    let item = item_at(db, position);
    let Some((item, source)) = item.and_then(|item| Some((item, hir::item_source(db, item)?))) else {
        return Vec::new();
    };
    if hir::is_required_method(db, item)
        && let Some(name) = hir::item_name_span(db, item)
    {
        let range = crate::position::FileRange::of_span(db, name).range;
        methods_of_impls(db, item).into_iter().for_each(|method| calls.add(method, range.clone()));
        return calls.answer(db);
    }
    let chunk = source.chunk;
    let start = item_file_start(db, item).unwrap_or_default();
    let (tree, span) = (parse(db, chunk), hir::item_span(db, item));
    let inside = |token: &syntax::TokenId| {
        let range = tree.token_range(*token);
        span.is_some_and(|span| span.start <= range.start && range.end <= span.end)
    };
    for token in tree.tokens().filter(inside).filter(|token| tree.token_kind(*token).is_word_like()) {
        let Some(used) = NameUse::of_token(db, &TokenPlace::new(chunk, start, tree, token)) else {
            continue;
        };
        if let Definition::Item(called) = used.definition
            && used.expression.is_some()
            && called.kind(db).is_function()
        {
            calls.add(called_method(db, &used).unwrap_or(called), used.range.range);
        }
    }
    calls.answer(db)
}

fn item_file_start(db: &dyn Db, item: ItemId) -> Option<u32> {
    let chunk = hir::item_source(db, item)?.chunk.id(db);
    chunk_starts(db, chunk.file(db)).start(chunk)
}

/// The function that is named at a position, else what has a body around it.
fn item_at(db: &dyn Db, position: FilePosition) -> Option<ItemId> {
    let named = item_named_at(db, position).filter(|item| item.kind(db).is_function());
    named.or_else(|| item_around(db, position).filter(|item| item.kind(db).may_have_body()))
}

/// Places by item, in the order in which the items were met.
#[derive(Default)]
struct Grouped {
    groups: Vec<(ItemId, Vec<Range<u32>>)>,
}

impl Grouped {
    fn add(&mut self, item: ItemId, range: Range<u32>) {
        match self.groups.iter_mut().find(|(known, _)| *known == item) {
            Some((_, ranges)) => ranges.push(range),
            None => self.groups.push((item, vec![range])),
        }
    }

    fn answer(self, db: &dyn Db) -> Vec<Calls> {
        let groups = self.groups.into_iter();
        groups
            .filter_map(|(item, ranges)| {
                let target = NavigationTarget::of(db, Definition::Item(item))?;
                Some(Calls { target, ranges })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
