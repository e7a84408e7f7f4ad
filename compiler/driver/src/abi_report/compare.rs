//! Two reports compared: which exported functions are called differently. It owns what counts as a change: where a value or
//! its address travels, its size, alignment and widening, and what it means to a caller, which its sibling `meaning` knows;
//! of reports without shapes, as those of C, the places of the scalars inside. Names of types and parameters do not count.

use abi::report::{Report, ValueReport};
use serde::Serialize;

use super::meaning::{self, Way};
use super::shapes::{ShapeReport, ShapesOfCall};
use super::{ABI_REPORT_VERSION, AbiReport, FunctionOnTarget, FunctionReport};

/// What changed between two reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// [`ABI_REPORT_VERSION`].
    pub version: u32,
    /// The targets that both reports speak of.
    pub targets: Vec<String>,
    /// Whether callers have to be compiled again: a function changed or is gone.
    pub breaking: bool,
    /// How many exported functions are called as before.
    pub unchanged: usize,
    /// The others, by symbol.
    pub functions: Vec<Change>,
}

/// One exported function that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Its name for the linker, by which functions are matched.
    pub symbol: String,
    /// Its full name.
    pub name: String,
    /// What happened to it, on each target where something did.
    pub targets: Vec<ChangedOn>,
}

/// What happened to a function on one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedOn {
    /// The target's triple.
    pub target: String,
    /// `changed`, `removed` or `added`.
    pub change: &'static str,
    /// The values that travel differently.
    pub values: Vec<ValueChange>,
}

/// One value that travels differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueChange {
    /// Its name; the new one, if it has one.
    pub name: String,
    /// How it travelled, in words; nothing if it was not there.
    pub old: Option<String>,
    /// How it travels now; nothing if it is gone.
    pub new: Option<String>,
}

/// Compares the exported functions of two reports, on the targets of both.
pub fn compare(old: &AbiReport, new: &AbiReport) -> Comparison {
    let common = old.targets.iter().filter(|target| new.targets.contains(target));
    let targets: Vec<String> = common.cloned().collect();
    let symbols = |report: &AbiReport| -> Vec<String> {
        let exported = report.functions.iter().filter(|function| function.exported);
        exported.map(|function| function.symbol.clone()).collect()
    };
    let mut all = symbols(old);
    all.extend(symbols(new));
    all.sort();
    all.dedup();
    let mut unchanged = 0;
    let mut functions = Vec::new();
    for symbol in all {
        let (before, after) = (exported(old, &symbol), exported(new, &symbol));
        let on_targets: Vec<ChangedOn> =
            targets.iter().filter_map(|target| change(on(old, before, target), on(new, after, target))).collect();
        match after.or(before) {
            Some(function) if !on_targets.is_empty() => {
                functions.push(Change { name: function.name.clone(), symbol, targets: on_targets })
            }
            Some(_) | None => unchanged += 1,
        }
    }
    let mut changes = functions.iter().flat_map(|function| &function.targets);
    Comparison {
        version: ABI_REPORT_VERSION,
        targets,
        breaking: changes.any(|on| on.change != "added"),
        unchanged,
        functions,
    }
}

fn exported<'a>(report: &'a AbiReport, symbol: &str) -> Option<&'a FunctionReport> {
    let mut functions = report.functions.iter();
    functions.find(|function| function.exported && function.symbol == symbol)
}

/// A function on one target, with the shapes of what it is called with.
#[derive(Clone, Copy)]
struct OnTarget<'a> {
    function: &'a FunctionOnTarget,
    shapes: &'a [ShapeReport],
}

impl<'a> OnTarget<'a> {
    fn call(self) -> Option<&'a ShapesOfCall> {
        self.function.shapes.as_ref()
    }
}

fn on<'a>(report: &'a AbiReport, function: Option<&'a FunctionReport>, target: &str) -> Option<OnTarget<'a>> {
    let function = function?.targets.iter().find(|on| on.target == target)?;
    let shapes = report.shapes.iter().find(|shapes| shapes.target == target);
    Some(OnTarget { function, shapes: shapes.map_or(&[], |shapes| &shapes.shapes) })
}

fn change(old: Option<OnTarget<'_>>, new: Option<OnTarget<'_>>) -> Option<ChangedOn> {
    let made = |target: &str, change, values| Some(ChangedOn { target: target.to_string(), change, values });
    match (old, new) {
        (None, None) => None,
        (Some(old), None) => made(&old.function.target, "removed", Vec::new()),
        (None, Some(new)) => made(&new.function.target, "added", Vec::new()),
        (Some(old), Some(new)) => {
            let values = value_changes(old, new);
            if values.is_empty() { None } else { made(&new.function.target, "changed", values) }
        }
    }
}

fn value_changes(old: OnTarget<'_>, new: OnTarget<'_>) -> Vec<ValueChange> {
    let (Some(before), Some(after)) = (&old.function.abi, &new.function.abi) else {
        let (was, is) = (&old.function.unsupported, &new.function.unsupported);
        if was == is {
            return Vec::new();
        }
        return vec![ValueChange {
            name: "function".to_string(),
            old: Some(was.clone().unwrap_or_else(|| "described".to_string())),
            new: Some(is.clone().unwrap_or_else(|| "described".to_string())),
        }];
    };
    let mut changes = Vec::new();
    for index in 0..before.params.len().max(after.params.len()) {
        let shape = |on: OnTarget<'_>| on.call().and_then(|call| call.params.get(index)).copied();
        let shapes = Shapes::of(old, shape(old), new, shape(new), Way::Given);
        changes.extend(changes_of_value(before.params.get(index), after.params.get(index), shapes));
    }
    let shape = |on: OnTarget<'_>| on.call().map(|call| call.result);
    let shapes = Shapes::of(old, shape(old), new, shape(new), Way::Taken);
    changes.extend(changes_of_value(Some(&before.result), Some(&after.result), shapes));
    if before.variadic != after.variadic {
        let words = |report: &Report| Some(if report.variadic { "variadic" } else { "not variadic" }.to_string());
        changes.push(ValueChange { name: "...".to_string(), old: words(before), new: words(after) });
    }
    changes
}

/// What a value is before and after, where both are known.
struct Shapes<'a> {
    old: (&'a [ShapeReport], usize),
    new: (&'a [ShapeReport], usize),
    way: Way,
}

impl<'a> Shapes<'a> {
    fn of(
        old: OnTarget<'a>,
        old_shape: Option<usize>,
        new: OnTarget<'a>,
        new_shape: Option<usize>,
        way: Way,
    ) -> Option<Shapes<'a>> {
        Some(Shapes { old: (old.shapes, old_shape?), new: (new.shapes, new_shape?), way })
    }
}

fn changes_of_value(
    old: Option<&ValueReport>,
    new: Option<&ValueReport>,
    shapes: Option<Shapes<'_>>,
) -> Vec<ValueChange> {
    let Some(name) = new.or(old).map(|value| value.name.clone()) else { return Vec::new() };
    match (old, new, shapes) {
        (Some(before), Some(after), Some(shapes)) if travels_alike(before, after) => {
            meaning::changes(&name, shapes.old, shapes.new, shapes.way)
        }
        (Some(before), Some(after), None) if travels_alike(before, after) && places(before) == places(after) => {
            Vec::new()
        }
        (before, after, _) => {
            let same_words = before.map(in_words) == after.map(in_words);
            let words = |value: &ValueReport| match same_words {
                true => format!("{}, {}", in_words(value), fields_in_words(value)),
                false => in_words(value),
            };
            vec![ValueChange { name, old: before.map(words), new: after.map(words) }]
        }
    }
}

fn travels_alike(old: &ValueReport, new: &ValueReport) -> bool {
    old.bytes == new.bytes && old.align == new.align && old.how == new.how && old.places == new.places
}

/// Where the scalars inside of a value lie.
fn places(value: &ValueReport) -> Vec<(u64, u64)> {
    let fields = value.fields.iter();
    fields.map(|field| (field.offset_bits, field.bits)).collect()
}

fn in_words(value: &ValueReport) -> String {
    let (bytes, places) = (value.bytes, value.places_text());
    format!("{bytes} bytes aligned to {}, {}: {places}", value.align, value.how)
}

fn fields_in_words(value: &ValueReport) -> String {
    let at = |bits: u64| match bits % 8 {
        0 => (bits / 8).to_string(),
        rest => format!("{}.{rest}", bits / 8),
    };
    let fields = value.fields.iter();
    let words: Vec<String> = fields
        .map(|field| format!("{} at {}..{}", field.path, at(field.offset_bits), at(field.offset_bits + field.bits)))
        .collect();
    format!("with {}", words.join(", "))
}
