//! What a call or the use of a value does behind the programmer's back: bytes copied, values moved in, counts raised. It owns the sentences;
//! what happens is told by `crate::copies`, and what is left of it after optimisation by whoever asks.

use hir::{ExpressionId, ItemId, LocalId};

use super::page::{Page, bytes, code};
use super::question::Question;
use crate::copies::{CallValue, FunctionCopies, InsertedCopy, copies};

/// A sentence and the targets on which it holds.
struct Line {
    text: String,
    targets: Vec<abi::Target>,
}

/// What is asked about.
#[derive(Clone, Copy)]
pub(super) enum About {
    /// A call, or one argument of it.
    Call {
        /// The call.
        call: ExpressionId,
        /// The argument's parameter.
        parameter: Option<u32>,
    },
    /// An expression whose value is used.
    Expression(ExpressionId),
}

impl About {
    fn holds(self, of: Option<&CallValue>, expression: Option<ExpressionId>) -> bool {
        match self {
            About::Call { call, parameter: None } => {
                of.is_some_and(|value| value.call == call) || expression == Some(call)
            }
            About::Call { call, parameter } => {
                of.is_some_and(|value| value.call == call && value.parameter == parameter)
            }
            About::Expression(wanted) => expression == Some(wanted),
        }
    }
}

/// Writes what is copied, moved and counted.
pub(super) fn write(question: &Question<'_>, page: &mut Page, item: ItemId, about: About) {
    let mut copied: Vec<Line> = Vec::new();
    let mut owners: Vec<Line> = Vec::new();
    for target in &question.targets {
        let Some(found) = copies(question.db, item, target) else {
            return;
        };
        for copy in &found.copies {
            if about.holds(copy.call.as_ref(), copy.expression) {
                add(&mut copied, sentence(question, &found, copy, target), *target);
            }
        }
        for value in &found.moves {
            if about.holds(value.call.as_ref(), Some(value.expression)) {
                let place = named(value.value.place.as_deref(), &value.value.ty);
                let text = format!("{place} moves to {}: {}", value.to, bytes(value.bytes));
                add(&mut owners, text, *target);
            }
        }
        for value in &found.shares {
            if about.holds(value.call.as_ref(), Some(value.expression)) {
                let place = named(value.value.place.as_deref(), &value.value.ty);
                let text = format!("{place} gets one owner more: {}; its count is raised", value.to);
                add(&mut owners, text, *target);
            }
        }
    }
    if !copied.is_empty() || !owners.is_empty() {
        page.rule();
    }
    section(question, page, "Copies made here:", &copied);
    section(question, page, "Owners:", &owners);
}

/// Where and how the value of a variable ends, if anything is done then.
pub(super) fn ends(question: &Question<'_>, item: ItemId, local: LocalId) -> Vec<String> {
    let Some(found) = copies(question.db, item, &types::target(question.db)) else {
        return Vec::new();
    };
    let mut ends: Vec<String> = Vec::new();
    for dropped in found.drops.iter().filter(|dropped| dropped.local == Some(local)) {
        let place = match dropped.at_scope_end {
            true => "at the end of its block",
            false => "before that, by an assignment or a way out",
        };
        let condition = if dropped.conditional {
            ", if it was not moved"
        } else {
            ""
        };
        let what = named(dropped.value.place.as_deref(), &dropped.value.ty);
        let text = format!("{what} ends {place}{condition}: {}", dropped.what);
        if !ends.contains(&text) {
            ends.push(text);
        }
    }
    ends
}

fn named(place: Option<&str>, ty: &str) -> String {
    match place {
        Some(place) => code(place),
        None => format!("the new {}", code(ty)),
    }
}

fn sentence(question: &Question<'_>, of: &FunctionCopies, copy: &InsertedCopy, target: &abi::Target) -> String {
    let outcome = (question.told.outcome)(target, &of.symbol, copy.number);
    let (from, to) = (copy.from.describe(), copy.to.describe());
    format!(
        "{} from {from} to {to}, since {}; -O2: {}",
        bytes(copy.bytes),
        copy.why,
        outcome.words()
    )
}

fn add(lines: &mut Vec<Line>, text: String, target: abi::Target) {
    match lines.iter_mut().find(|line| line.text == text) {
        Some(line) if line.targets.contains(&target) => {}
        Some(line) => line.targets.push(target),
        None => lines.push(Line {
            text,
            targets: vec![target],
        }),
    }
}

fn section(question: &Question<'_>, page: &mut Page, title: &str, lines: &[Line]) {
    if lines.is_empty() {
        return;
    }
    page.text(title);
    let shown = lines.iter().map(|line| {
        if line.targets.len() == question.targets.len() {
            return line.text.clone();
        }
        let names: Vec<String> = line.targets.iter().map(ToString::to_string).collect();
        format!("{}: {}", names.join(", "), line.text)
    });
    page.list(&shown.collect::<Vec<_>>());
}
