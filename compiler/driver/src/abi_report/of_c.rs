//! The report of C declarations, as that of a program is, for `lang abi --c`. It owns the way from what was read to rows;
//! it must not know C.

use std::sync::Arc;

use abi::Target;
use c::read::{Functions, Text, Unreadable};
use project::{Origin, Report};

use super::{AbiReport, Described, FunctionReport};
use crate::problems::unreadable_c;

/// Describes the functions that C declarations declare, on each target; all of them if none is named. `path` names the
/// text in messages.
///
/// # Errors
/// What cannot be read or described, with what to do.
pub fn abi_of_c(path: &str, text: &str, names: &[String], targets: &[Target]) -> Result<AbiReport, Box<Report>> {
    let described = Text::parse(text).and_then(|parsed| {
        let mut report = AbiReport::new(Vec::new());
        for target in targets {
            report.add(of_functions(&parsed.functions(*target, names)?));
        }
        match names.iter().find(|name| !report.functions.iter().any(|known| known.name == **name)) {
            Some(name) => Err(Unreadable {
                range: 0..0,
                message: format!("no function `{name}` is declared here"),
                help: "name one that is".to_owned(),
            }),
            None => Ok(report),
        }
    });
    described.map_err(|problem| {
        let origin = Origin { path: Arc::from(path), text: Arc::from(text) };
        let end = problem.range.end.min(text.len());
        let range = problem.range.start.min(end)..end;
        Box::new(unreadable_c::report(origin, range, problem.message, problem.help))
    })
}

fn of_functions(read: &Functions) -> AbiReport {
    let mut report = AbiReport::new(vec![read.target.to_string()]);
    for function in &read.functions {
        let described = Described {
            symbol: &function.name,
            arena: &read.arena,
            signature: &function.signature,
            params: &function.parameters,
            result: &function.result,
            tag: &|index| function.tag(index),
        };
        report.functions.push(FunctionReport {
            symbol: function.name.clone(),
            name: function.name.clone(),
            imported: true,
            exported: function.exported,
            targets: vec![described.on(&read.target)],
        });
    }
    report
}
