//! The description of functions and types for people. It owns the arrangement; each word of a value is `abi`'s.

use ::abi::report::{Report, side_by_side};
use driver::{AbiReport, FieldReport, FunctionReport, TypeOnTarget, TypeReport};
use source::printable;

/// All types, then all functions.
pub(super) fn text(report: &AbiReport) -> String {
    let mut text = String::new();
    for ty in &report.types {
        for on in &ty.targets {
            text.push_str(&type_text(ty, on));
            text.push('\n');
        }
    }
    for function in &report.functions {
        text.push_str(&function_text(function));
        text.push('\n');
    }
    if text.ends_with("\n\n") {
        text.pop();
    }
    text
}

/// What a function is, and what the linker knows it by.
pub(super) fn function_title(function: &FunctionReport) -> String {
    let kind = if function.imported { "C function" } else { "function" };
    let symbol = if function.symbol == function.name {
        String::new()
    } else {
        format!(", symbol {}", printable::line(&function.symbol))
    };
    format!("{kind} {}{symbol}", printable::line(&function.name))
}

fn function_text(function: &FunctionReport) -> String {
    let mut text = function_title(function);
    let reports: Vec<&Report> = function.targets.iter().filter_map(|on| on.abi.as_ref()).collect();
    match reports.as_slice() {
        [] => text.push_str("\n\n"),
        [report] => text.push_str(&format!(", on {}\n\n{report}", report.target)),
        several => text.push_str(&format!("\n\n{}", side_by_side(several))),
    }
    for on in &function.targets {
        if let Some(unsupported) = &on.unsupported {
            text.push_str(&format!("not described on {}: {unsupported}\n", on.target));
        }
    }
    let declarations: Vec<(&str, &str)> =
        function.targets.iter().filter_map(|on| Some((on.target.as_str(), on.llvm.as_deref()?))).collect();
    match declarations.as_slice() {
        [(_, first), others @ ..] if others.iter().all(|(_, other)| other == first) => {
            text.push_str(&format!("llvm: {first}\n"));
        }
        several => {
            for (target, declaration) in several {
                text.push_str(&format!("llvm on {target}: {declaration}\n"));
            }
        }
    }
    text
}

fn type_text(ty: &TypeReport, on: &TypeOnTarget) -> String {
    let mut text = format!(
        "{} type {}: {} bytes, aligned to {}, {} of padding, on {}\n\n",
        ty.form, ty.name, on.size, on.align, on.padding, on.target
    );
    if !on.fields.is_empty() {
        let width = |length: fn(&FieldReport) -> usize, title: &str| {
            on.fields.iter().map(length).max().unwrap_or(0).max(title.len())
        };
        let names = width(|field| field.name.chars().count(), "field");
        let types = width(|field| field.ty.chars().count(), "type");
        let mut row = |offset: &str, bytes: &str, field: &str, ty: &str| {
            let (field, ty) = (printable::padded(field, names), printable::padded(ty, types));
            text.push_str(format!("{offset:>6}  {bytes:>5}  {field}  {ty}").trim_end());
            text.push('\n');
        };
        row("offset", "bytes", "field", "type");
        for field in &on.fields {
            row(&field.offset.to_string(), &field.size.to_string(), &field.name, &field.ty);
        }
        text.push('\n');
    }
    for value in [&on.argument, &on.result].into_iter().flatten() {
        text.push_str(&format!("as {}: {}, {}\n", value.name, value.places_text(), value.how));
        for copy in &value.copies {
            text.push_str(&format!("  copy: {} copies {} bytes: {}\n", copy.side, copy.bytes, copy.reason));
        }
    }
    if let Some(unsupported) = &on.unsupported {
        text.push_str(&format!("not described: {unsupported}\n"));
    }
    text
}
