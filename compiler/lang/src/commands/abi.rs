//! `lang abi`: how functions are called and types laid out, for people, as JSON or as a picture. It owns where
//! descriptions come from and the choice of the form; the tables of single functions are `abi`'s own.

mod difference;
mod text;

use std::path::Path;

use ::abi::Target;
use ::abi::report::{Drawing, Report, svg};
use driver::{AbiReport, CText, TypeReport};
use project::disk::FileText;
use source::{Severity, printable};

use super::{Checked, Context, Exit, Trouble, c_worker, check_input, print};
use crate::arguments::{Abi, AbiCommand, AbiFormat, Reporting};
use crate::render::{self, Style};

pub(super) fn run(context: &Context, abi: &Abi) -> Result<Exit, Trouble> {
    if let Some(AbiCommand::Diff(difference)) = &abi.command {
        return difference::run(context, difference);
    }
    if abi.c.is_some() || abi.c_file.is_some() {
        return of_c(context, abi);
    }
    let (report, checked) = of_program(context, abi)?;
    print(&in_form(&report, abi.format)?)?;
    checked.finish(context)
}

fn in_form(report: &AbiReport, format: AbiFormat) -> Result<String, Trouble> {
    Ok(match format {
        AbiFormat::Text => printable::paragraph(&text::text(report)).into_owned(),
        AbiFormat::Json => {
            let json = serde_json::to_string_pretty(report).map_err(|error| error.to_string())?;
            format!("{}\n", printable::json(&json))
        }
        AbiFormat::Svg => picture(report)?,
    })
}

/// Describes C declarations.
fn of_c(context: &Context, abi: &Abi) -> Result<Exit, Trouble> {
    let (path, text) = match (&abi.c, &abi.c_file) {
        (Some(text), _) => ("--c".to_string(), text.clone()),
        (None, Some(file)) => (file.display().to_string(), read(file)?),
        (None, None) => return Err(Trouble("there are no C declarations".to_string())),
    };
    let text = CText { path: &path, text: &text, options: &abi.reading.clang, names: &abi.function };
    let reader = c_worker::reader(&abi.reading)?;
    let style = Style { format: abi.reporting.message_format, colors: context.colors, hints: false };
    let reader = reader.as_ref().map_err(String::as_str);
    let problems = match driver::abi_of_c(reader, &text, &asked_targets(&abi.target)?) {
        Ok(declarations) => {
            if declarations.problems.is_empty() || !declarations.report.functions.is_empty() {
                print(&in_form(&declarations.report, abi.format)?)?;
            }
            declarations.problems
        }
        Err(problem) => vec![*problem],
    };
    if !problems.is_empty() {
        render::print(&problems, style, &driver::all_kinds())?;
    }
    let is_wrong = problems.iter().any(|problem| problem.severity == Severity::Error);
    Ok(if is_wrong { Exit::Errors } else { Exit::Success })
}

/// Describes a program on each target; the answer has what is wrong with it on any of them.
fn of_program(context: &Context, abi: &Abi) -> Result<(AbiReport, Checked), Trouble> {
    let names = Names { functions: &abi.function, types: &abi.types };
    let (mut report, mut checked) = (None, None);
    for target in asked_targets(&abi.target)? {
        let (on_target, session) = on_target(context, abi.input.as_deref(), target, &abi.reporting, &names)?;
        join(&mut report, on_target);
        match &mut checked {
            None => checked = Some(session),
            Some(first) => first.add_what_is_new(&session),
        }
    }
    match (report, checked) {
        (Some(report), Some(checked)) => Ok((report, checked)),
        _ => Err(Trouble("there is no target to describe it for".to_string())),
    }
}

/// Which functions and types are asked for.
struct Names<'a> {
    functions: &'a [String],
    types: &'a [String],
}

fn on_target(
    context: &Context,
    input: Option<&Path>,
    target: Target,
    reporting: &Reporting,
    names: &Names<'_>,
) -> Result<(AbiReport, Checked), Trouble> {
    let mut checked = check_input(context, input, Some(target.name()), reporting)?;
    // Warnings are not asked for; errors say why a function is not in the report.
    checked.reports.retain(|report| report.severity == Severity::Error);
    let report = driver::abi_report(&checked.program, names.functions, names.types);
    Ok((report.map_err(|problem| problem.0)?, checked))
}

/// The targets of a command line; without any this machine.
fn asked_targets(names: &[String]) -> Result<Vec<Target>, Trouble> {
    Ok(match names.is_empty() {
        true => vec![crate::backends::host()?],
        false => crate::backends::targets(names)?,
    })
}

/// Reads a file that is no source of a program.
fn read(path: &Path) -> Result<String, Trouble> {
    let problem = match project::disk::read_named_text(path) {
        FileText::Text(text) => return Ok(text),
        FileText::NotUtf8 { .. } => "it is not UTF-8".to_string(),
        FileText::Unreadable(reason) => reason,
    };
    Err(Trouble(format!("{}: {problem}", path.display())))
}

fn join(report: &mut Option<AbiReport>, other: AbiReport) {
    match report {
        None => *report = Some(other),
        Some(report) => report.add(other),
    }
}

fn picture(report: &AbiReport) -> Result<String, Trouble> {
    let mut titles: Vec<(String, Vec<Report>)> = Vec::new();
    for ty in &report.types {
        titles.push((format!("{} type {}", ty.form, ty.name), reports_of_type(ty)));
    }
    for function in &report.functions {
        let reports = function.targets.iter().filter_map(|on| on.abi.clone());
        titles.push((text::function_title(function), reports.collect()));
    }
    titles.retain(|(_, reports)| !reports.is_empty());
    if titles.is_empty() {
        return Err(Trouble("there is no function or type to draw".to_string()));
    }
    let drawings = titles.iter().map(|(title, reports)| Drawing { title, reports: reports.iter().collect() });
    Ok(svg(&drawings.collect::<Vec<_>>()))
}

/// A type as a function that takes and gives it.
fn reports_of_type(ty: &TypeReport) -> Vec<Report> {
    let of_target = |on: &driver::TypeOnTarget| {
        Some(Report {
            target: on.target.clone(),
            params: vec![on.argument.clone()?],
            result: on.result.clone()?,
            stack_bytes: 0,
            stack_align: 0,
            shadow_bytes: 0,
            variadic: false,
            vector_registers: None,
        })
    };
    ty.targets.iter().filter_map(of_target).collect()
}
