//! Finds the function that a worker fails on, by compiling ever smaller parts of its unit, and says so. It owns the
//! search and the words; it must not know processes. A user can do something about a function: write it differently,
//! or report it. About a unit nobody can do anything.

use std::time::Duration;

use mir::{BackendError, Function, Module};

use super::conversation::Failure;
use super::{Attempt, MEANWHILE};

/// A part of a unit takes at most as long as the unit did: a function that hangs does so in a fraction of the limit too.
const PART_OF_LIMIT: u32 = 4;

/// So many functions are listed when the search cannot tell them apart.
const LISTED: usize = 5;

/// So many lines of the worker's last words are shown: above them stands the list of LLVM's own frames.
const LAST_LINES: usize = 12;

/// The error for a unit that failed twice. `attempt` compiles a part of it.
pub(super) fn blame(
    unit: &Module,
    failure: &Failure,
    limit: Duration,
    attempt: &dyn Fn(&Module, Duration) -> Attempt,
) -> BackendError {
    let mut text = format!("the worker {}", failure.in_words());
    let mut symbol = None;
    if !matches!(failure, Failure::NoWorker(_)) {
        let functions: Vec<usize> = (0..unit.functions.len()).collect();
        let fails = |kept: &[usize]| attempt(&part(unit, kept), limit / PART_OF_LIMIT).is_err();
        let culprits = search(functions, &fails);
        let names: Vec<&str> = culprits.iter().map(|index| unit.symbol_name(unit.functions[*index].symbol)).collect();
        text.push_str(&match names.as_slice() {
            [] => " on the data".to_string(),
            [name] => {
                symbol = Some((*name).to_string());
                format!(" on the function `{name}`")
            }
            many if many.len() <= LISTED => format!(" on `{}` together", many.join("`, `")),
            many => format!(" on {} functions together", many.len()),
        });
        let count = unit.functions.len();
        let plural = if count == 1 { "" } else { "s" };
        text.push_str(&format!(
            " of the unit `{}` ({count} function{plural}), twice, the second time in a fresh worker and alone",
            unit.name
        ));
    }
    if !failure.last_words().is_empty() {
        let lines: Vec<&str> = failure.last_words().lines().collect();
        let last = lines[lines.len().saturating_sub(LAST_LINES)..].join("\n");
        text.push_str(&format!("\nits last words were:\n{last}"));
    }
    text.push_str(&format!(
        "\nthis is a mistake in the compiler or in LLVM, not in the program: {MEANWHILE}, and report it"
    ));
    BackendError { symbol, message: text }
}

/// The smallest part that still fails: halves are tried as long as one of them does.
fn search(mut suspects: Vec<usize>, fails: &dyn Fn(&[usize]) -> bool) -> Vec<usize> {
    if fails(&[]) {
        return Vec::new();
    }
    while suspects.len() > 1 {
        let right = suspects.split_off(suspects.len() / 2);
        if fails(&suspects) {
            continue;
        }
        if fails(&right) {
            suspects = right;
            continue;
        }
        suspects.extend(right);
        break;
    }
    suspects
}

/// The unit with the bodies of some functions only; the others are as if another unit had them.
fn part(unit: &Module, kept: &[usize]) -> Module {
    let mut part = unit.clone();
    let functions = std::mem::take(&mut part.functions);
    let (stay, go): (Vec<_>, Vec<_>) = functions.into_iter().enumerate().partition(|(index, _)| kept.contains(index));
    let bodies = |functions: Vec<(usize, Function)>| functions.into_iter().map(|(_, function)| function);
    part.functions = bodies(stay).collect();
    for function in bodies(go) {
        part.remove_body(&function);
    }
    part
}

#[cfg(test)]
mod tests {
    use super::search;

    fn found(count: usize, fails: impl Fn(&[usize]) -> bool) -> Vec<usize> {
        search((0..count).collect(), &fails)
    }

    #[test]
    fn the_smallest_part_that_fails() {
        for culprit in 0..13 {
            assert_eq!(found(13, |part| part.contains(&culprit)), [culprit]);
        }
        assert_eq!(found(8, |part| part.contains(&1) && part.contains(&2)), [0, 1, 2, 3]);
        assert_eq!(found(8, |_| true), [], "the data are enough");
        assert_eq!(found(1, |part| !part.is_empty()), [0]);
        assert_eq!(found(4, |_| false), [0, 1, 2, 3], "it does not happen again");
    }
}
