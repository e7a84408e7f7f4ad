//! Hints of what the compiler adds to a body: copies and moves behind the expression, drops behind the block. It must not
//! know how they are found.

use std::collections::BTreeMap;

use hir::ExpressionId;

use super::body::Subject;
use super::{Found, InlayHint, InlayHintKind, ShownCopies};
use crate::copies::{CopyOutcome, FunctionCopies, InsertedCopy, copies};

/// Adds the hints of one body, if there are no errors in it.
pub(super) fn hints(subject: Subject<'_>, found: &mut Found<'_>) {
    let target = types::target(subject.db);
    let Some(of_body) = copies(subject.db, subject.item, &target) else {
        found.is_broken = true;
        return;
    };
    if found.settings.copies != ShownCopies::None {
        copied(subject, &of_body, found);
    }
    if found.settings.moves {
        moved(subject, &of_body, &mut found.hints);
    }
    if found.settings.drops {
        dropped(subject, &of_body, &mut found.hints);
    }
}

/// What is known of a copy, if it is to be shown; of all that are inserted nobody asks what becomes of them.
fn is_shown(outcome: Option<&CopyOutcome>) -> bool {
    outcome.is_none_or(CopyOutcome::is_made)
}

/// The copies of one expression, with what is known of each.
type Copied<'a> = (ExpressionId, Vec<(&'a InsertedCopy, Option<CopyOutcome>)>);

fn copied(subject: Subject<'_>, of_body: &FunctionCopies, found: &mut Found<'_>) {
    let settings = found.settings;
    let asks = settings.copies == ShownCopies::Surviving;
    let mut by_expression: BTreeMap<usize, Copied<'_>> = BTreeMap::new();
    for copy in of_body.copies.iter() {
        let Some(expression) = copy.expression.filter(|_| copy.bytes >= settings.minimum_copy_bytes) else {
            continue;
        };
        let outcome = asks.then(|| (found.fate)(found.position(subject.range(expression)), &copy.symbol, copy.number));
        found.awaits_fates |= outcome == Some(CopyOutcome::NotYet);
        if is_shown(outcome.as_ref()) {
            let (_, copies) = by_expression.entry(expression.index()).or_insert((expression, Vec::new()));
            copies.push((copy, outcome));
        }
    }
    for (expression, copies) in by_expression.into_values() {
        let tooltip: Vec<String> = copies.iter().map(|(copy, outcome)| explain(copy, outcome.as_ref())).collect();
        let copies: Vec<&InsertedCopy> = copies.into_iter().map(|(copy, _)| copy).collect();
        found.hints.push(InlayHint {
            offset: subject.range(expression).end,
            label: format!("⟵ copy {}", sizes(&copies)),
            kind: InlayHintKind::Copy,
            tooltip: tooltip.join("\n\n"),
            edit: None,
        });
    }
}

/// `64 B`, `3 × 48 B`, `48 B + 24 B`.
fn sizes(copies: &[&InsertedCopy]) -> String {
    let mut runs: Vec<(u64, u32)> = Vec::new();
    for copy in copies {
        match runs.last_mut() {
            Some((bytes, count)) if *bytes == copy.bytes => *count += 1,
            _ => runs.push((copy.bytes, 1)),
        }
    }
    let texts: Vec<String> = runs
        .into_iter()
        .map(|(bytes, count)| match count {
            1 => format!("{bytes} B"),
            _ => format!("{count} × {bytes} B"),
        })
        .collect();
    texts.join(" + ")
}

fn explain(copy: &InsertedCopy, outcome: Option<&CopyOutcome>) -> String {
    let mut text =
        format!("copy {} bytes of {} to {}: {}", copy.bytes, copy.from.describe(), copy.to.describe(), copy.why);
    if let Some(clause) = copy.clauses.first() {
        text.push_str(&format!(" ({}, {})", clause.text, clause.clause));
    }
    if let Some(outcome) = outcome {
        text.push_str(&format!(". -O2: {}", outcome.words()));
    }
    text
}

fn moved(subject: Subject<'_>, found: &FunctionCopies, hints: &mut Vec<InlayHint>) {
    for moved in &found.moves {
        let what = moved.value.place.as_deref().unwrap_or("the value");
        hints.push(InlayHint {
            offset: subject.range(moved.expression).end,
            label: "⟵ move".to_string(),
            kind: InlayHintKind::Move,
            tooltip: format!("`{what}`, a `{}`, moves to {}; it has no value afterwards", moved.value.ty, moved.to),
            edit: None,
        });
    }
}

fn dropped(subject: Subject<'_>, found: &FunctionCopies, hints: &mut Vec<InlayHint>) {
    let mut by_block: BTreeMap<usize, (ExpressionId, Vec<String>, Vec<String>)> = BTreeMap::new();
    for dropped in found.drops.iter().filter(|dropped| dropped.at_scope_end) {
        let Some(place) = &dropped.value.place else { continue };
        let block = by_block.entry(dropped.expression.index());
        let (_, names, reasons) = block.or_insert((dropped.expression, Vec::new(), Vec::new()));
        let mark = if dropped.conditional { "?" } else { "" };
        let condition = match dropped.conditional {
            true => ", if it has not been moved: a hidden flag tells",
            false => "",
        };
        // A variable is named once, however many of its parts are left.
        let name = format!("{place}{mark}");
        if !names.contains(&name) {
            names.push(name);
            reasons.push(format!("`{place}: {}`: {}{condition}", dropped.value.ty, dropped.what));
        }
    }
    for (block, names, reasons) in by_block.into_values() {
        hints.push(InlayHint {
            offset: subject.range(block).end,
            label: format!("⟵ drop {}", names.join(", ")),
            kind: InlayHintKind::Drop,
            tooltip: format!("dropped here, in this order:\n\n- {}", reasons.join("\n- ")),
            edit: None,
        });
    }
}
