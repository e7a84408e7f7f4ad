//! Hints of what the compiler adds to a body: copies and moves behind the expression, drops behind the block. It must not
//! know how they are found.

use std::collections::BTreeMap;

use hir::ExpressionId;

use super::body::Subject;
use super::{InlayHint, InlayHintKind, InlayHintSettings};
use crate::copies::{FunctionCopies, InsertedCopy, copies};

/// Adds the hints of one body; whether they could be found, which errors prevent.
pub(super) fn hints(subject: Subject<'_>, settings: &InlayHintSettings, hints: &mut Vec<InlayHint>) -> bool {
    let target = types::target(subject.db);
    let Some(found) = copies(subject.db, subject.item, &target) else {
        return false;
    };
    if settings.copies {
        copied(subject, &found, settings.minimum_copy_bytes, hints);
    }
    if settings.moves {
        moved(subject, &found, hints);
    }
    if settings.drops {
        dropped(subject, &found, hints);
    }
    true
}

fn copied(subject: Subject<'_>, found: &FunctionCopies, minimum: u64, hints: &mut Vec<InlayHint>) {
    let mut by_expression: BTreeMap<usize, (ExpressionId, Vec<&InsertedCopy>)> = BTreeMap::new();
    for copy in found.copies.iter().filter(|copy| copy.bytes >= minimum) {
        if let Some(expression) = copy.expression {
            let (_, copies) = by_expression
                .entry(expression.index())
                .or_insert((expression, Vec::new()));
            copies.push(copy);
        }
    }
    for (expression, copies) in by_expression.into_values() {
        let tooltip: Vec<String> = copies.iter().map(|copy| explain(copy)).collect();
        hints.push(InlayHint {
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
            _other => runs.push((copy.bytes, 1)),
        }
    }
    let texts: Vec<String> = runs
        .into_iter()
        .map(|(bytes, count)| match count {
            1 => format!("{bytes} B"),
            _many => format!("{count} × {bytes} B"),
        })
        .collect();
    texts.join(" + ")
}

fn explain(copy: &InsertedCopy) -> String {
    let mut text = format!(
        "copy {} bytes of {} to {}: {}",
        copy.bytes,
        copy.from.describe(),
        copy.to.describe(),
        copy.why
    );
    if let Some(clause) = copy.clauses.first() {
        text.push_str(&format!(" ({}, {})", clause.text, clause.clause));
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
            tooltip: format!(
                "`{what}`, a `{}`, moves to {}; it has no value afterwards",
                moved.value.ty, moved.to
            ),
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
