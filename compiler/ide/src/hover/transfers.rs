//! What a call or the use of a value does behind the programmer's back: bytes copied, values moved in, counts raised. It owns the sentences;
//! what happens is told by `crate::copies`, and what is left of it after optimisation by whoever asks.

use hir::{ExpressionId, ItemId, LocalId};

use super::news;
use super::page::{Page, bytes, code};
use super::question::{HoverLink, Question};
use crate::copies::{CallValue, CopyOutcome, FunctionCopies, InsertedCopy, copies};

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
    /// A parameter that arrives, by its place in the signature.
    Entry(u32),
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
            About::Entry(_) => false,
        }
    }

    fn holds_copy(self, copy: &InsertedCopy) -> bool {
        match self {
            About::Entry(parameter) => copy.parameter == Some(parameter),
            About::Call { .. } | About::Expression(_) => self.holds(copy.call.as_ref(), copy.expression),
        }
    }
}

/// Copies on one target for one reason and with one fate.
struct Alike {
    names: Vec<String>,
    sizes: Vec<String>,
    /// Why, and what is left of them.
    why: String,
    targets: Vec<abi::Target>,
}

/// What is copied: what, why, and what is left of it after optimisation. What is said of several copies shares a line.
pub(super) fn lines(question: &Question<'_>, item: ItemId, about: About) -> Vec<String> {
    let mut all: Vec<Alike> = Vec::new();
    for target in &question.targets {
        let Some(found) = copies(question.db, item, target) else {
            return Vec::new();
        };
        for alike in alike(question, &found, target, about) {
            let same =
                |known: &&mut Alike| known.names == alike.names && known.sizes == alike.sizes && known.why == alike.why;
            match all.iter_mut().find(same) {
                Some(known) => known.targets.push(*target),
                None => all.push(alike),
            }
        }
    }
    let line = |alike: &Alike| {
        let is = if alike.names.len() == 1 { "is" } else { "are" };
        let (names, sizes) = (alike.names.join(", "), alike.sizes.join(" + "));
        let text = format!("{names} {is} copied, {sizes} B: {}", alike.why);
        news::on_targets(question, &alike.targets, &text)
    };
    let mut lines: Vec<String> = all.iter().take(MOST_LINES).map(line).flat_map(in_width).collect();
    if all.len() > MOST_LINES {
        lines.push(format!("… and {} more", all.len() - MOST_LINES));
    }
    lines
}

/// A line that an editor would break is broken where its news begins.
fn in_width(line: String) -> Vec<String> {
    match line.rsplit_once(FATE) {
        Some((copy, outcome)) if line.chars().count() > WIDEST => {
            vec![copy.to_string(), format!(" {FATE}{outcome}")]
        }
        Some(_) | None => vec![line],
    }
}

fn alike(question: &Question<'_>, found: &FunctionCopies, target: &abi::Target, about: About) -> Vec<Alike> {
    let mut all: Vec<Alike> = Vec::new();
    for copy in &found.copies {
        if !about.holds_copy(copy) {
            continue;
        }
        let outcome = (question.host.outcome)(target, &copy.symbol, copy.number).words();
        let section =
            copy.clauses.first().map_or(String::new(), |clause| format!(" ({})", news::section(clause.clause)));
        let why = format!("{}{section}{FATE}{outcome}", copy.cause());
        let name = copy.from.name.replace('`', "");
        let size = copy.bytes.to_string();
        match all.iter_mut().find(|alike| alike.why == why) {
            Some(alike) => {
                alike.names.push(name);
                alike.sizes.push(size);
            }
            None => all.push(Alike { names: vec![name], sizes: vec![size], why, targets: vec![*target] }),
        }
    }
    all
}

/// The same as the first lines of a page.
pub(super) fn news(question: &Question<'_>, page: &mut Page, item: ItemId, about: About) {
    let lines = lines(question, item, about);
    if !lines.is_empty() {
        page.news(lines);
        page.link(HoverLink::Mir);
        page.link(HoverLink::Assembly);
    }
}

/// Between a copy and what became of it.
const FATE: &str = " · -O2: ";
/// VS Code breaks lines of hovers that are longer, where its window is of common width.
const WIDEST: usize = 92;

/// More lines about copies are counted only.
const MOST_LINES: usize = 6;

/// Writes what is copied, moved and counted.
pub(super) fn write(question: &Question<'_>, page: &mut Page, item: ItemId, about: About) {
    let mut copied: Vec<Line> = Vec::new();
    let mut owners: Vec<Line> = Vec::new();
    let mut missing: Option<String> = None;
    for target in &question.targets {
        let Some(found) = copies(question.db, item, target) else {
            return;
        };
        for copy in &found.copies {
            if about.holds_copy(copy) {
                let outcome = (question.host.outcome)(target, &copy.symbol, copy.number);
                add(&mut copied, sentence(copy, &outcome), *target);
                if let CopyOutcome::Nobody(how) = outcome {
                    missing = Some(how);
                }
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
    if let Some(how) = missing {
        page.text(&format!("What an optimiser leaves of copies is not known: {how}"));
    }
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
        let condition = if dropped.conditional { ", if it was not moved" } else { "" };
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

fn sentence(copy: &InsertedCopy, outcome: &CopyOutcome) -> String {
    let (from, to) = (copy.from.describe(), copy.to.describe());
    let (bytes, why, outcome) = (bytes(copy.bytes), &copy.why, outcome.words());
    format!("{bytes} from {from} to {to}, since {why}; -O2: {outcome}")
}

fn add(lines: &mut Vec<Line>, text: String, target: abi::Target) {
    match lines.iter_mut().find(|line| line.text == text) {
        Some(line) if line.targets.contains(&target) => {}
        Some(line) => line.targets.push(target),
        None => lines.push(Line { text, targets: vec![target] }),
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

#[cfg(test)]
mod tests {
    use super::{FATE, WIDEST, in_width};

    #[test]
    fn long_lines_are_broken_before_the_fate() {
        let cause = "a".repeat(WIDEST - FATE.chars().count() - 4);
        let fitting = format!("{cause}{FATE}gone");
        assert_eq!(in_width(fitting.clone()), [fitting]);
        let long = format!("{cause}{FATE}gone in main");
        assert_eq!(in_width(long), [cause, "  · -O2: gone in main".to_string()]);
        assert_eq!(in_width("a".repeat(WIDEST + 1)).len(), 1);
    }
}
