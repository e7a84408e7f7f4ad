//! Signatures in the languages of the two code generators, on all targets. It owns their text; what stands in it is
//! `abi`'s, which both code generators read too.

use abi::FnAbi;
use abi::cranelift::{Entry, Plan};

use super::passing::{CallShape, OnTarget};

/// What stands in a table in the place of a form that cannot be had.
const REFUSED: &str = "not possible";

/// `declare i32 @name(ptr, i64)`.
pub(super) fn llvm_declaration(shape: &CallShape, on: &OnTarget, symbol: &str) -> Option<String> {
    let signature = shape.llvm(on)?.to_string();
    let (result, parameters) = signature.split_once(" (")?;
    Some(format!("declare {result} @{}({parameters}", quoted(symbol)))
}

/// The types of the parameters, or of the result.
pub(super) fn llvm_parameters(shape: &CallShape, on: &OnTarget) -> Option<String> {
    let signature = shape.llvm(on)?.to_string();
    let (_, parameters) = signature.split_once(" (")?;
    Some(parameters.strip_suffix(')').unwrap_or(parameters).to_string())
}

/// How a function that gives the result begins: `{ i64, double }`, or `void (ptr sret(…) align 8)`.
pub(super) fn llvm_result(shape: &CallShape, on: &OnTarget) -> Option<String> {
    let signature = shape.llvm(on)?.to_string();
    Some(match signature.strip_suffix(" ()") {
        Some(result) => result.to_string(),
        None => signature,
    })
}

/// `function %name(i64, f64) -> i32 system_v`, or why Cranelift cannot.
pub(super) fn cranelift_declaration(on: &OnTarget, symbol: &str) -> Option<String> {
    Some(match plan(on)? {
        Ok(plan) => {
            let results = match plan.results.as_slice() {
                [] => String::new(),
                results => format!(" -> {}", entries(results)),
            };
            format!("function %{symbol}({}){results} system_v", entries(&plan.params))
        }
        Err(refusal) => format!("; {refusal}"),
    })
}

/// The entries that carry the parameters.
pub(super) fn cranelift_parameters(on: &OnTarget) -> Option<String> {
    Some(match plan(on)? {
        Ok(plan) => entries(&plan.params),
        Err(_) => REFUSED.to_string(),
    })
}

/// The entries that carry the result, the address of the result among them.
pub(super) fn cranelift_result(on: &OnTarget) -> Option<String> {
    Some(match plan(on)? {
        Ok(plan) if plan.results.is_empty() => entries(&plan.params),
        Ok(plan) => entries(&plan.results),
        Err(_) => REFUSED.to_string(),
    })
}

/// Why Cranelift cannot pass the values, or what a call costs with it beyond what stands in the description.
pub(super) fn cranelift_remark(on: &OnTarget) -> Option<String> {
    match plan(on)? {
        Ok(plan) => Some(format!("Cranelift calls a thunk that {}", plan.thunk?)),
        Err(refusal) => Some(refusal),
    }
}

fn plan(on: &OnTarget) -> Option<Result<Plan, String>> {
    let abi: &FnAbi = on.abi.as_ref().ok()?;
    Some(abi::cranelift::plan(abi).map_err(|refusal| refusal.to_string()))
}

fn entries(entries: &[Entry]) -> String {
    entries.iter().map(Entry::to_string).collect::<Vec<_>>().join(", ")
}

/// A symbol as LLVM writes it: in quotes where it holds other than letters, digits and a few signs.
fn quoted(symbol: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '$' | '-');
    if symbol.chars().all(is_plain) { symbol.to_string() } else { format!("\"{symbol}\"") }
}
