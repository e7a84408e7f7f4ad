//! Two reports compared: which exported functions are called differently. It owns what counts as a change: where a value or
//! its address travels, its size, alignment, widening and the places of the scalars inside; names of types and parameters
//! do not count.

use abi::report::{Report, ValueReport};
use serde::Serialize;

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
            targets.iter().filter_map(|target| change(on(before, target), on(after, target))).collect();
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

fn on<'a>(function: Option<&'a FunctionReport>, target: &str) -> Option<&'a FunctionOnTarget> {
    function?.targets.iter().find(|on| on.target == target)
}

fn change(old: Option<&FunctionOnTarget>, new: Option<&FunctionOnTarget>) -> Option<ChangedOn> {
    let made = |target: &str, change, values| Some(ChangedOn { target: target.to_string(), change, values });
    match (old, new) {
        (None, None) => None,
        (Some(old), None) => made(&old.target, "removed", Vec::new()),
        (None, Some(new)) => made(&new.target, "added", Vec::new()),
        (Some(old), Some(new)) => {
            let values = value_changes(old, new);
            if values.is_empty() { None } else { made(&new.target, "changed", values) }
        }
    }
}

fn value_changes(old: &FunctionOnTarget, new: &FunctionOnTarget) -> Vec<ValueChange> {
    let (Some(before), Some(after)) = (&old.abi, &new.abi) else {
        if old.unsupported == new.unsupported {
            return Vec::new();
        }
        return vec![ValueChange {
            name: "function".to_string(),
            old: Some(old.unsupported.clone().unwrap_or_else(|| "described".to_string())),
            new: Some(new.unsupported.clone().unwrap_or_else(|| "described".to_string())),
        }];
    };
    let mut changes = Vec::new();
    for index in 0..before.params.len().max(after.params.len()) {
        changes.extend(value_change(before.params.get(index), after.params.get(index)));
    }
    changes.extend(value_change(Some(&before.result), Some(&after.result)));
    if before.variadic != after.variadic {
        let words = |report: &Report| Some(if report.variadic { "variadic" } else { "not variadic" }.to_string());
        changes.push(ValueChange { name: "...".to_string(), old: words(before), new: words(after) });
    }
    changes
}

fn value_change(old: Option<&ValueReport>, new: Option<&ValueReport>) -> Option<ValueChange> {
    let name = new.or(old)?.name.clone();
    match (old, new) {
        (Some(before), Some(after)) if travels_alike(before, after) => None,
        (before, after) => {
            let same_words = before.map(in_words) == after.map(in_words);
            let words = |value: &ValueReport| match same_words {
                true => format!("{}, {}", in_words(value), fields_in_words(value)),
                false => in_words(value),
            };
            Some(ValueChange { name, old: before.map(words), new: after.map(words) })
        }
    }
}

fn travels_alike(old: &ValueReport, new: &ValueReport) -> bool {
    let places = |value: &ValueReport| -> Vec<(u64, u64)> {
        let fields = value.fields.iter();
        fields.map(|field| (field.offset_bits, field.bits)).collect()
    };
    old.bytes == new.bytes
        && old.align == new.align
        && old.how == new.how
        && old.places == new.places
        && places(old) == places(new)
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
