//! Everything that is wrong in a file, as one list. Owns the order, `@[allow(…)]` and the last step to positions; must not
//! find problems itself.

pub mod kinds;
#[cfg(test)]
mod places;
#[cfg(test)]
mod tests;

use hir::ItemId;
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Db, Diagnostic, Label, Severity, SourceFile, Span};

use crate::queries::body_problems;

/// Everything that is wrong in a file, by position: syntax, names, types, ownership. What `lang check` prints and the
/// editor shows. The only query of this room that reads absolute positions.
pub fn diagnostics(db: &dyn Db, file: SourceFile) -> &[Diagnostic] {
    file_diagnostics(db, file)
}

#[salsa::tracked(returns(deref))]
fn file_diagnostics(db: &dyn Db, file: SourceFile) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for &chunk in source::chunks(db, file) {
        found.extend_from_slice(source::syntax_diagnostics(db, chunk));
        // Most chunks have no attribute, and need no answer of their own.
        if chunk.has_attribute(db) {
            found.extend_from_slice(hir::chunk_diagnostics(db, chunk));
            let allowed = hir::allowed_warnings(db, chunk).into_iter();
            found.extend(allowed.filter_map(|(name, span)| kinds::unknown_warning::problem(name, span, &warnings())));
        }
    }
    if let Some(module) = hir::module_of_file(db, file) {
        found.extend_from_slice(hir::module_diagnostics(db, module));
        for item in hir::module_items(db, module).ids() {
            found.extend_from_slice(item_diagnostics(db, item));
        }
    }
    let found = without_consequences(db, file, found);
    let mut placed: Vec<_> =
        found.into_iter().map(|diagnostic| (diagnostic.primary.span.absolute(db), diagnostic)).collect();
    placed.sort_by(|(left_place, left), (right_place, right)| {
        let left = (left_place, left.kind.code, &left.message);
        left.cmp(&(right_place, right.kind.code, &right.message))
    });
    let mut found: Vec<Diagnostic> = placed.into_iter().map(|(_, diagnostic)| diagnostic).collect();
    found.dedup();
    as_one(with_dropped_results(found))
}

/// Where a value is missed that its function has and does not give, one problem tells both: the caller's, with the place
/// where the value is lost.
fn with_dropped_results(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let missed = |diagnostic: &Diagnostic| match diagnostic.secondary.first() {
        Some(function) if function.text == types::FORGOTTEN_RESULT => Some(function.span),
        Some(_) | None => None,
    };
    let mut firsts: FxHashMap<Span, usize> = FxHashMap::default();
    let mut is_told: Vec<bool> = vec![true; found.len()];
    for (index, diagnostic) in found.iter().enumerate() {
        if let Some(function) = missed(diagnostic) {
            firsts.entry(function).or_insert(index);
        }
    }
    if firsts.is_empty() {
        return found;
    }
    // The lost values by chunk, which most functions have for themselves.
    let mut lost: FxHashMap<_, Vec<usize>> = FxHashMap::default();
    for (index, diagnostic) in found.iter().enumerate() {
        if diagnostic.kind.name == "unused-result" && !diagnostic.help.is_empty() {
            lost.entry(diagnostic.primary.span.chunk).or_default().push(index);
        }
    }
    let mut functions: Vec<(usize, Span)> = firsts.iter().map(|(function, first)| (*first, *function)).collect();
    functions.sort_unstable_by_key(|(first, _)| *first);
    let mut merged: FxHashSet<Span> = FxHashSet::default();
    for (first, function) in functions {
        let Some(of_chunk) = lost.get_mut(&function.chunk) else {
            continue;
        };
        let is_its = |index: &usize| found[*index].primary.span.start > function.start;
        let Some(place) = of_chunk.iter().position(is_its) else {
            continue;
        };
        let its = of_chunk.remove(place);
        is_told[its] = false;
        let (span, help) = (found[its].primary.span, found[its].help.clone());
        found[first].secondary.push(Label { span, text: "its last value is lost here".to_string() });
        found[first].help = help;
        merged.insert(function);
    }
    for (index, diagnostic) in found.iter().enumerate() {
        if let Some(function) = missed(diagnostic) {
            is_told[index] &= firsts[&function] == index || !merged.contains(&function);
        }
    }
    let mut is_told = is_told.into_iter();
    found.retain(|_| is_told.next() == Some(true));
    found
}

/// Kinds of which the same mistake is told once in a file, where one text puts it right wherever it stands.
const TOLD_ONCE: [&str; 1] = ["unknown-type"];

/// Tells a mistake once that was made in several places, at the first of them.
fn as_one(found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut firsts: FxHashMap<(&str, String), usize> = FxHashMap::default();
    let mut told: Vec<Diagnostic> = Vec::with_capacity(found.len());
    for diagnostic in found {
        let is_certain = diagnostic.fix.as_ref().is_some_and(|fix| !fix.is_guess);
        if !is_certain || !TOLD_ONCE.contains(&diagnostic.kind.name) {
            told.push(diagnostic);
            continue;
        }
        let key = (diagnostic.kind.code, diagnostic.message.clone());
        let first = firsts.get(&key).and_then(|first| told.get_mut(*first)?.fix.as_mut());
        match (first, &diagnostic.fix) {
            (Some(first), Some(fix)) => first.also.push(fix.span),
            (None, _) | (_, None) => {
                firsts.insert(key, told.len());
                told.push(diagnostic);
            }
        }
    }
    for first in firsts.into_values() {
        let further = told[first].fix.as_ref().map_or(0, |fix| fix.also.len());
        if further > 0 {
            let places = if further == 1 { "place" } else { "places" };
            told[first].notes.push(format!("it stands in {further} more {places}"));
        }
    }
    told
}

/// Leaves out what may be due to a syntax error: what else is wrong on a line with one, and warnings about an item with
/// one, of which not all was seen.
fn without_consequences(db: &dyn Db, file: SourceFile, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    // Of what is not told nothing follows, so only chunks are asked of which something is.
    let is_syntax_error = |diagnostic: &&Diagnostic| {
        diagnostic.severity() == Severity::Error && source::DIAGNOSTIC_KINDS.contains(&diagnostic.kind)
    };
    let blamed: FxHashSet<_> =
        found.iter().filter(is_syntax_error).map(|diagnostic| diagnostic.primary.span.chunk).collect();
    if blamed.is_empty() {
        return found;
    }
    let chunks = source::chunks(db, file).iter();
    let broken: FxHashMap<_, _> = chunks
        .filter(|chunk| blamed.contains(&chunk.id(db)))
        .map(|chunk| (chunk.id(db), source::broken_lines(db, *chunk)))
        .filter(|(_, lines)| !lines.is_empty())
        .collect();
    if broken.is_empty() {
        return found;
    }
    found.retain(|diagnostic| {
        let span = diagnostic.primary.span;
        let Some(lines) = broken.get(&span.chunk) else {
            return true;
        };
        let is_syntax = source::DIAGNOSTIC_KINDS.contains(&diagnostic.kind);
        let is_on_line = lines.iter().any(|line| line.start <= span.start && span.start <= line.end);
        is_syntax || diagnostic.severity() == Severity::Error && !is_on_line
    });
    found
}

/// The names of everything that can be allowed.
fn warnings() -> Vec<&'static str> {
    let all = [hir::DIAGNOSTIC_KINDS, types::DIAGNOSTIC_KINDS, kinds::ALL].into_iter().flatten();
    all.filter(|kind| kind.severity != Severity::Error).map(|kind| kind.name).collect()
}

/// Runs every analysis of an item, so that a batch command can do so on all threads before it asks for the list. Gives what
/// is wrong in it.
pub fn check_item(db: &dyn Db, item: ItemId) -> &[Diagnostic] {
    item_diagnostics(db, item)
}

/// The error to tell of an item that holds poison though nothing in the whole program is an error: see
/// [`kinds::untranslated`].
pub fn silent_poison(db: &dyn Db, item: ItemId) -> Option<Diagnostic> {
    let problem = || types::diagnostic(db, item, &kinds::untranslated::problem(types::Anchor::Item));
    types::is_poisoned(db, item).then(problem).flatten()
}

/// Everything that is wrong with an item, in no order. Kept, so that an edit looks up positions of one item only.
#[salsa::tracked(returns(deref))]
fn item_diagnostics(db: &dyn Db, item: ItemId) -> Vec<Diagnostic> {
    let mut found = hir::item_diagnostics(db, item);
    if item.kind(db).may_have_body() {
        found.extend_from_slice(hir::body_diagnostics(db, item));
    }
    found.extend(types::item_diagnostics(db, item));
    let problems = body_problems(db, item).iter();
    found.extend(problems.filter_map(|problem| types::diagnostic(db, item, problem)));
    if !found.is_empty() && hir::item_source(db, item).is_some_and(|source| source::is_incomplete(db, source.chunk)) {
        return Vec::new();
    }
    if found.iter().all(|diagnostic| diagnostic.severity() != Severity::Error) {
        found.extend(crate::promises::broken(db, item));
        found.extend(crate::lints::hints(db, item));
    }
    found.retain(|diagnostic| {
        let kind = diagnostic.kind;
        kind.severity == Severity::Error || !hir::is_allowed(db, item, kind.name)
    });
    found
}
