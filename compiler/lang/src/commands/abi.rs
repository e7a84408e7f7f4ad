//! `lang abi`: how functions are called and types laid out, for people or as JSON. It owns the arrangement of the text;
//! the tables of single functions are `abi`'s own.

use driver::{AbiReport, TypeReport};

use super::{Context, Exit, Trouble, check_input, print};
use crate::arguments::{Abi, ReportFormat};

pub(super) fn run(context: &Context, abi: &Abi) -> Result<Exit, Trouble> {
    let mut checked = check_input(context, abi.input.as_deref(), abi.target.as_deref(), &abi.reporting)?;
    // Warnings are not asked for; errors say why a function is not in the report.
    checked
        .reports
        .retain(|report| report.severity == source::Severity::Error);
    let report = checked
        .session
        .abi_report(&abi.function, &abi.types)
        .map_err(|problem| problem.0)?;
    print(&match abi.format {
        ReportFormat::Text => text(&report),
        ReportFormat::Json => {
            let json = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
            format!("{json}\n")
        }
    })?;
    checked.finish(context)
}

fn text(report: &AbiReport) -> String {
    let mut text = String::new();
    for ty in &report.types {
        text.push_str(&type_text(ty, &report.target));
        text.push('\n');
    }
    for function in &report.functions {
        let symbol = if function.symbol == function.name {
            String::new()
        } else {
            format!(", symbol {}", function.symbol)
        };
        let kind = if function.imported { "C function" } else { "function" };
        text.push_str(&format!("{kind} {}{symbol}, on {}\n\n", function.name, report.target));
        text.push_str(&function.abi.to_string());
        text.push('\n');
    }
    if text.ends_with("\n\n") {
        text.pop();
    }
    text
}

fn type_text(ty: &TypeReport, target: &str) -> String {
    let mut text = format!(
        "{} type {}: {} bytes, aligned to {}, {} of padding, on {target}\n\n",
        ty.form, ty.name, ty.size, ty.align, ty.padding
    );
    if !ty.fields.is_empty() {
        let width = |length: fn(&driver::FieldReport) -> usize, title: &str| {
            ty.fields.iter().map(length).max().unwrap_or(0).max(title.len())
        };
        let names = width(|field| field.name.chars().count(), "field");
        let types = width(|field| field.ty.chars().count(), "type");
        text.push_str(format!("{:>6}  {:>5}  {:names$}  {:types$}", "offset", "bytes", "field", "type").trim_end());
        text.push('\n');
        for field in &ty.fields {
            let row = format!(
                "{:>6}  {:>5}  {:names$}  {:types$}",
                field.offset, field.size, field.name, field.ty
            );
            text.push_str(row.trim_end());
            text.push('\n');
        }
        text.push('\n');
    }
    for value in [&ty.argument, &ty.result] {
        text.push_str(&format!("as {}: {}, {}\n", value.name, value.places_text(), value.how));
        for copy in &value.copies {
            text.push_str(&format!(
                "  copy: {} copies {} bytes: {}\n",
                copy.side, copy.bytes, copy.reason
            ));
        }
    }
    text
}
