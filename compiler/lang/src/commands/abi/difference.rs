//! `lang abi diff`: two versions of a library beside each other. It owns where versions are read from and the exit code,
//! for continuous integration; what counts as a change is `driver`'s.

use std::path::Path;

use ::abi::Target;
use driver::{AbiReport, CText, Comparison};
use source::{Severity, printable};

use super::{Names, asked_targets, join, on_target};
use crate::arguments::{AbiDiff, CReading, MessageFormat, ReportFormat, Reporting};
use crate::commands::{Context, Exit, Trouble, c_worker, print};

pub(super) fn run(context: &Context, difference: &AbiDiff) -> Result<Exit, Trouble> {
    let targets = asked_targets(&difference.target)?;
    let old = version(context, &difference.old, &targets, &difference.reading)?;
    let new = version(context, &difference.new, &targets, &difference.reading)?;
    let comparison = driver::compare(&old, &new);
    if comparison.targets.is_empty() {
        return Err(Trouble(format!(
            "nothing to compare: {} describes {}, {} describes {}",
            difference.old.display(),
            old.targets.join(", "),
            difference.new.display(),
            new.targets.join(", ")
        )));
    }
    print(&match difference.format {
        ReportFormat::Text => printable::paragraph(&text(&comparison)).into_owned(),
        ReportFormat::Json => {
            let json = serde_json::to_string_pretty(&comparison).map_err(|error| error.to_string())?;
            format!("{}\n", printable::json(&json))
        }
    })?;
    Ok(if comparison.breaking { Exit::Errors } else { Exit::Success })
}

/// One version: a program, or a report that was made earlier. A program with errors has no calls that one could compare.
fn version(context: &Context, input: &Path, targets: &[Target], reading: &CReading) -> Result<AbiReport, Trouble> {
    let trouble = |problem: String| Trouble(format!("{}: {problem}", input.display()));
    if input.extension().is_some_and(|ending| ending == "json") {
        return of_json(&super::read(input)?).map_err(trouble);
    }
    if input.extension().is_some_and(|ending| ending == "h" || ending == "c" || ending == "i") {
        return of_c(&input.display().to_string(), &super::read(input)?, targets, reading).map_err(trouble);
    }
    let mut report = None;
    let everything = Names { functions: &[], types: &[] };
    let reporting =
        Reporting { message_format: MessageFormat::Human, allow: Vec::new(), deny: Vec::new(), hints: false };
    for target in targets {
        let (on_target, checked) = on_target(context, Some(input), *target, &reporting, &everything)?;
        if checked.has_errors() {
            checked.print_reports()?;
            return Err(trouble(format!("it has errors on {target}, so its calls cannot be compared")));
        }
        join(&mut report, on_target);
    }
    report.ok_or_else(|| trouble("there is no target to describe it for".to_string()))
}

/// C declarations. What is not described cannot be compared, which is said.
fn of_c(path: &str, text: &str, targets: &[Target], reading: &CReading) -> Result<AbiReport, String> {
    let reader = c_worker::reader(reading).map_err(|Trouble(reason)| reason)?;
    let text = CText { path, text, options: &reading.clang, names: &[] };
    let described = driver::abi_of_c(reader.as_ref().map_err(String::as_str), &text, targets);
    let described = described.map_err(|problem| problem.message.clone())?;
    match described.problems.iter().find(|problem| problem.severity == Severity::Error) {
        Some(problem) => Err(problem.message.clone()),
        None => Ok(described.report),
    }
}

/// A report that was made earlier.
fn of_json(text: &str) -> Result<AbiReport, String> {
    let report: AbiReport = serde_json::from_str(text).map_err(|error| format!("it is no ABI report: {error}"))?;
    let (version, known) = (report.version, driver::ABI_REPORT_VERSION);
    if version != known {
        return Err(format!("it is an ABI report of version {version}, and only version {known} is understood"));
    }
    Ok(report)
}

fn text(comparison: &Comparison) -> String {
    let mut text = String::new();
    for target in &comparison.targets {
        text.push_str(&format!("{target}\n"));
        let mut nothing = true;
        for function in &comparison.functions {
            for on in function.targets.iter().filter(|on| on.target == *target) {
                nothing = false;
                text.push_str(&format!("  {} {}\n", on.change, function.name));
                for value in &on.values {
                    let words = |words: &Option<String>| words.clone().unwrap_or_else(|| "not there".to_string());
                    text.push_str(&format!("    {}\n", value.name));
                    text.push_str(&format!("      was: {}\n", words(&value.old)));
                    text.push_str(&format!("      is:  {}\n", words(&value.new)));
                }
            }
        }
        if nothing {
            text.push_str("  every exported function is called as before\n");
        }
    }
    text.push_str(&format!("{} functions are called as before\n", comparison.unchanged));
    text
}
