//! The blocks about passing that several pages share: one value side by side on all targets, a whole signature, the clauses
//! that decided and the copies they force. It owns their arrangement; facts and words come from `passing` and `forms`.

use abi::{ValueIndex, Why};
use rustc_hash::{FxHashMap, FxHashSet};
use types::Ty;

use super::forms;
use super::page::{Page, Side, Table, bytes, code};
use super::passing::{CallShape, OnTarget, indices, reason, side};
use super::question::Question;

/// How a value travels as the only argument and as the result, a column for each target.
pub(super) fn passed_alone(question: &Question<'_>, page: &mut Page, ty: Ty) {
    let argument = CallShape::of_argument(question.db, ty);
    let result = CallShape::of_result(question.db, ty);
    let arguments = argument.on_all(&question.targets);
    let results = result.on_all(&question.targets);
    let mut table = Table::new(columns([("passed", Side::Left)], question));
    let row = |name: &str, cells: Vec<String>| [name.to_string()].into_iter().chain(cells);
    table.row(row("argument", each(&arguments, |on| Some(on.place(ValueIndex::Param(0))))));
    table.row(row("result", each(&results, |on| Some(on.place(ValueIndex::Result)))));
    page.table(&table);
    let is_described = arguments.iter().any(|on| on.abi.is_ok());
    if question.settings.codegen && is_described {
        let mut table = Table::new(columns([("form", Side::Left)], question));
        let llvm = |on: &OnTarget| (question.host.makes_code)(&on.target).llvm;
        let cranelift = |on: &OnTarget| (question.host.makes_code)(&on.target).cranelift;
        let forms = [
            ("argument, LLVM", forms_of(&arguments, |on| forms::llvm_parameters(&argument, on).filter(|_| llvm(on)))),
            ("result, LLVM", forms_of(&results, |on| forms::llvm_result(&result, on).filter(|_| llvm(on)))),
            (
                "argument, Cranelift",
                forms_of(&arguments, |on| forms::cranelift_parameters(on).filter(|_| cranelift(on))),
            ),
            ("result, Cranelift", forms_of(&results, |on| forms::cranelift_result(on).filter(|_| cranelift(on)))),
        ];
        let mut is_any = false;
        for (name, cells) in forms {
            if cells.iter().any(|cell| !cell.is_empty()) {
                is_any = true;
                table.row(row(name, cells));
            }
        }
        if is_any {
            page.table(&table);
        }
    }
    let mut notes = Notes::default();
    notes.add(&arguments, ValueIndex::Param(0), "argument");
    notes.add(&results, ValueIndex::Result, "result");
    if question.settings.codegen {
        notes.remarks_of_cranelift(question, &arguments, "argument");
        notes.remarks_of_cranelift(question, &results, "result");
    }
    notes.write(question, page);
}

/// Where exactly every value of a signature travels, a column for each target, then clauses and copies.
pub(super) fn signature(question: &Question<'_>, page: &mut Page, shape: &CallShape) {
    let mut notes = Notes::default();
    let on_targets = shape.on_all(&question.targets);
    let left = [("value", Side::Left), ("type", Side::Left), ("bytes", Side::Right)];
    let mut table = Table::new(columns(left, question));
    let all = indices(shape);
    for index in &all {
        let (name, ty) = value(shape, *index);
        let size = types::layout(question.db, ty).size;
        let first = [code(&name), code(&types::display(question.db, ty)), size.to_string()];
        table.row(first.into_iter().chain(each(&on_targets, |on| Some(on.place(*index)))));
        notes.add(&on_targets, *index, &code(&name));
    }
    if !all.is_empty() {
        page.table(&table);
    }
    notes.write(question, page);
}

/// The name and type of a value of a signature.
fn value(shape: &CallShape, index: ValueIndex) -> (String, Ty) {
    match index {
        ValueIndex::Param(number) => {
            let value = &shape.parameters[usize::from(number)];
            (value.name.clone(), value.ty)
        }
        ValueIndex::Result => ("result".to_string(), shape.result),
    }
}

/// The declarations of a function for both code generators, on each target.
pub(super) fn declarations(question: &Question<'_>, page: &mut Page, shape: &CallShape, symbol: &str) {
    let on_targets = shape.on_all(&question.targets);
    let makes_code = |on: &OnTarget| (question.host.makes_code)(&on.target);
    let llvm =
        same_or_each(&on_targets, |on| forms::llvm_declaration(shape, on, symbol).filter(|_| makes_code(on).llvm));
    if !llvm.is_empty() {
        page.code("llvm", &llvm);
    }
    let cranelift =
        same_or_each(&on_targets, |on| forms::cranelift_declaration(on, symbol).filter(|_| makes_code(on).cranelift));
    if !cranelift.is_empty() {
        page.code("clif", &cranelift);
    }
}

/// What is said of each target, said once where it is the same on all.
pub(super) fn by_target(on_targets: &[OnTarget], say: impl Fn(&OnTarget) -> String) -> String {
    let said: Vec<String> = on_targets.iter().map(&say).collect();
    match said.split_first() {
        Some((first, rest)) if rest.iter().all(|other| other == first) => first.clone(),
        _ => {
            let each = said.iter().zip(on_targets);
            let each: Vec<String> = each.map(|(text, on)| format!("{text} ({})", on.target)).collect();
            each.join(", ")
        }
    }
}

fn same_or_each(on_targets: &[OnTarget], form: impl Fn(&OnTarget) -> Option<String>) -> String {
    let mut text = String::new();
    let forms: Vec<(String, &OnTarget)> = on_targets.iter().filter_map(|on| Some((form(on)?, on))).collect();
    if let Some(((first, _), rest)) = forms.split_first()
        && rest.iter().all(|(other, _)| other == first)
    {
        return first.clone();
    }
    for (form, on) in forms {
        text.push_str(&format!("; {}\n{form}\n", on.target));
    }
    text
}

fn columns<const N: usize>(left: [(&str, Side); N], question: &Question<'_>) -> Vec<(String, Side)> {
    let targets = question.targets.iter().map(|target| (target.to_string(), Side::Left));
    let left = left.into_iter().map(|(name, side)| (name.to_string(), side));
    left.chain(targets).collect()
}

fn each(on_targets: &[OnTarget], cell: impl Fn(&OnTarget) -> Option<String>) -> Vec<String> {
    on_targets.iter().map(|on| cell(on).unwrap_or_default()).collect()
}

fn forms_of(on_targets: &[OnTarget], form: impl Fn(&OnTarget) -> Option<String>) -> Vec<String> {
    let shown = |text: String| if text.is_empty() { text } else { code(&text) };
    each(on_targets, |on| form(on).map(shown))
}

/// The copies and clauses of some values, each said once.
#[derive(Default)]
pub(super) struct Notes {
    copies: Sentences,
    clauses: Vec<(Why, Note)>,
    remarks: Sentences,
}

/// Notes of different text, in the order in which they came.
#[derive(Default)]
struct Sentences {
    notes: Vec<Note>,
    places: FxHashMap<String, usize>,
}

impl Sentences {
    /// The note of a text.
    fn of(&mut self, text: String) -> &mut Note {
        let place = *self.places.entry(text).or_insert_with_key(|text| {
            self.notes.push(note(text.clone()));
            self.notes.len() - 1
        });
        &mut self.notes[place]
    }
}

/// A sentence, the values it is about and the targets it holds on.
struct Note {
    text: String,
    values: Vec<String>,
    known: FxHashSet<String>,
    targets: Vec<abi::Target>,
}

impl Note {
    fn add(&mut self, value: &str, target: abi::Target) {
        if self.known.insert(value.to_string()) {
            self.values.push(value.to_string());
        }
        if !self.targets.contains(&target) {
            self.targets.push(target);
        }
    }

    fn on(&self, question: &Question<'_>) -> String {
        if self.targets.len() == question.targets.len() {
            return String::new();
        }
        let names: Vec<String> = self.targets.iter().map(ToString::to_string).collect();
        format!("{}: ", names.join(", "))
    }
}

fn note(text: String) -> Note {
    Note { text, values: Vec::new(), known: FxHashSet::default(), targets: Vec::new() }
}

impl Notes {
    /// Notes what is to be said of a value.
    pub fn add(&mut self, on_targets: &[OnTarget], index: ValueIndex, name: &str) {
        for on in on_targets {
            let abi = match &on.abi {
                Ok(abi) => abi,
                Err(refusal) => {
                    self.remarks.of(refusal.to_string()).add(name, on.target);
                    continue;
                }
            };
            for copy in abi.copies_for_call(index) {
                let may = if copy.elidable { " (may be left out)" } else { "" };
                let forced = abi.value(index).forced_to_memory().and_then(|why| why.forces_memory());
                let forced = forced.map_or(String::new(), |forced| format!(", and {forced}"));
                let (who, why) = (side(copy.side), reason(copy.reason));
                let text = format!("{name}: {who} copies {}, since {why}{forced}{may}", bytes(copy.bytes));
                self.copies.of(text).add(name, on.target);
            }
            for why in &abi.value(index).why {
                let place = self.clauses.iter().position(|(known, _)| known == why);
                let place = place.unwrap_or_else(|| {
                    let text = format!("{} ({})", why.text(), why.clause());
                    self.clauses.push((*why, note(text)));
                    self.clauses.len() - 1
                });
                self.clauses[place].1.add(name, on.target);
            }
        }
    }

    /// Notes what Cranelift cannot pass, or not by itself.
    fn remarks_of_cranelift(&mut self, question: &Question<'_>, on_targets: &[OnTarget], name: &str) {
        for on in on_targets {
            if (question.host.makes_code)(&on.target).cranelift
                && let Some(remark) = forms::cranelift_remark(on)
            {
                self.remarks.of(remark).add(name, on.target);
            }
        }
    }

    /// Writes copies, then clauses.
    pub fn write(&self, question: &Question<'_>, page: &mut Page) {
        let remarks = self.remarks.notes.iter().map(|note| format!("{}{}", note.on(question), note.text));
        page.list(&remarks.collect::<Vec<_>>());
        if !self.copies.notes.is_empty() {
            page.text("Copies that this costs:");
            let lines = self.copies.notes.iter().map(|note| format!("{}{}", note.on(question), note.text));
            page.list(&lines.collect::<Vec<_>>());
        }
        self.write_clauses(question, page);
    }

    /// Writes the clauses alone.
    pub fn write_clauses(&self, question: &Question<'_>, page: &mut Page) {
        for target in &question.targets {
            let holds = |(_, note): &&(Why, Note)| note.targets.contains(target);
            let clauses = self.clauses.iter().filter(holds);
            let lines: Vec<String> =
                clauses.map(|(_, note)| format!("{}: {}", note.values.join(", "), note.text)).collect();
            if !lines.is_empty() {
                page.text(&format!("Why, on {target}:"));
                page.list(&lines);
            }
        }
    }
}
