//! The report of C declarations, as that of a program is, for `lang abi --c`. It owns the choice between clang's library and
//! the embedded parser, and the way from what was read to rows; it must not know C.

use std::sync::Arc;

use abi::Target;
use c::declarations::{Declarations, Refused, Unreadable};
use c::read::Text;
use project::{Origin, Report};
use rustc_hash::FxHashSet;
use source::Severity;

use super::{AbiReport, Described, FunctionReport};
use crate::CReader;
use crate::problems::{c_reader_failed, unreadable_c};

/// C text that is asked about.
#[derive(Clone, Copy, Debug)]
pub struct CText<'a> {
    /// Names it in messages; where includes are looked for, if it is a file.
    pub path: &'a str,
    /// The text.
    pub text: &'a str,
    /// What clang is told besides.
    pub options: &'a [String],
    /// Only these functions; all of them if none is named.
    pub names: &'a [String],
}

/// What C declarations are, and those that are not described.
pub struct CDeclarations {
    /// The functions that are described.
    pub report: AbiReport,
    /// What is wrong with others, each with a reason.
    pub problems: Vec<Report>,
}

/// Describes the functions that C declarations declare, on each target. Without a reader the embedded parser reads them, and
/// `missing` says to a user why there is none.
///
/// # Errors
/// Nothing could be read at all.
pub fn abi_of_c(
    reader: Result<&CReader, &str>,
    text: &CText<'_>,
    targets: &[Target],
) -> Result<CDeclarations, Box<Report>> {
    let mut found = CDeclarations { report: AbiReport::new(Vec::new()), problems: Vec::new() };
    let mut problems: Vec<Refused> = Vec::new();
    // On several targets most problems are the same.
    let mut known: FxHashSet<Refused> = FxHashSet::default();
    for target in targets {
        let read = match reader {
            Ok(reader) => {
                let answer = reader.read(&clang_path(text.path), Some(text.text), target, text.options);
                let answer = answer.map_err(|reason| Box::new(c_reader_failed::report(&reason)))?;
                answer.describe(*target, &clang_path(text.path), text.names)
            }
            Err(_) => {
                let read = Text::parse(text.text).map(|parsed| parsed.declarations(*target, text.names));
                read.map_err(|problem| Box::new(in_text(&origin_of(text), &problem, reader)))?
            }
        };
        found.report.add(of_functions(&read));
        let is_asked = |refused: &Refused| {
            text.names.is_empty() || refused.name.as_ref().is_none_or(|name| text.names.contains(name))
        };
        problems.extend(read.refused.into_iter().filter(is_asked).filter(|refused| known.insert(refused.clone())));
    }
    let is_known = |name: &String| {
        found.report.functions.iter().any(|known| known.name == *name)
            || problems.iter().any(|refused| refused.name.as_ref() == Some(name))
    };
    if let Some(name) = text.names.iter().find(|name| !is_known(name)) {
        let message = format!("no function `{name}` is declared here");
        let help = "name one that is".to_owned();
        let problem = Unreadable { range: 0..0, message, help };
        problems.push(Refused { name: None, problem, elsewhere: None, is_internal: false });
    }
    let origin = origin_of(text);
    let (internal, others): (Vec<&Refused>, Vec<&Refused>) =
        problems.iter().partition(|refused| refused.is_internal && text.names.is_empty());
    found.problems = others.into_iter().map(|refused| of_refused(&origin, refused, reader)).collect();
    found.problems.extend(internal.first().map(|first| of_internal(internal.len(), first)));
    Ok(found)
}

/// A name that clang takes for a file and for no option.
fn clang_path(path: &str) -> String {
    if path.starts_with('-') { format!("./{path}") } else { path.to_string() }
}

/// The text as problems have it: all of them one and the same.
fn origin_of(text: &CText<'_>) -> Origin {
    Origin { path: Arc::from(text.path), text: Arc::from(text.text) }
}

/// Functions that nobody else calls are told of together: headers of the processor's instructions have thousands.
fn of_internal(count: usize, first: &Refused) -> Report {
    let name = first.name.as_deref().unwrap_or_default();
    let message = format!(
        "not described and called by no other text: {count} `static` functions, as {name}: {}",
        first.problem.message
    );
    let help = format!("`--function {name}` asks for one of them");
    Report { severity: Severity::Warning, ..unreadable_c::without_place(message, help) }
}

fn of_refused(origin: &Origin, refused: &Refused, reader: Result<&CReader, &str>) -> Report {
    let mut problem = refused.problem.clone();
    if let Some(name) = &refused.name {
        problem.message = format!("{name}: {}", problem.message);
    }
    match &refused.elsewhere {
        None => in_text(origin, &problem, reader),
        Some(place) => {
            let mut report = unreadable_c::without_place(problem.message, problem.help);
            report.notes.push(format!("it is declared at {place}"));
            report
        }
    }
}

fn in_text(origin: &Origin, problem: &Unreadable, reader: Result<&CReader, &str>) -> Report {
    let end = problem.range.end.min(origin.text.len());
    let range = problem.range.start.min(end)..end;
    let mut report = unreadable_c::report(origin.clone(), range, problem.message.clone(), problem.help.clone());
    if let Err(missing) = reader {
        report.notes.push(format!("the embedded parser has read this; {missing}"));
    }
    report
}

fn of_functions(read: &Declarations) -> AbiReport {
    let mut report = AbiReport::new(vec![read.target.to_string()]);
    for function in &read.functions {
        let described = Described {
            symbol: &function.symbol,
            arena: &read.arena,
            signature: &function.signature,
            params: &function.parameters,
            result: &function.result,
            tag: &|index| function.tag(index),
        };
        report.functions.push(FunctionReport {
            symbol: function.symbol.clone(),
            name: function.name.clone(),
            imported: true,
            exported: function.exported,
            targets: vec![described.on(&read.target)],
        });
    }
    report
}
