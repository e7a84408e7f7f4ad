//! `lang doc`: the reference of a package, or of the standard library, as pages. It owns what is asked for and where it is
//! written; what stands on the pages is `doc`'s.

use std::path::Path;

use ::doc::{Chapter, Options};
use abi::Target;
use driver::Policy;
use project::Input;
use source::Severity;

use super::{Checked, Context, Exit, Trouble, check_input, open_input, print, style};
use crate::arguments::Doc;

/// The targets that are shown beside this machine's.
const TARGETS: [&str; 3] = ["x86_64-linux-gnu", "aarch64-linux-gnu", "x86_64-windows-msvc"];

pub(super) fn run(context: &Context, doc: &Doc) -> Result<Exit, Trouble> {
    let targets = targets(&doc.target)?;
    let mut checked = match doc.standard {
        true => standard_library(context, doc)?,
        false => check_input(context, doc.input.as_deref(), None, &doc.reporting)?,
    };
    // Warnings are not asked for; errors say why something could not be told.
    checked.reports.retain(|report| report.severity == Severity::Error);
    if checked.has_errors() {
        return checked.finish(context);
    }
    let (program, run) = (&checked.program, &mut checked.run);
    let (db, loaded) = (&program.db, &program.loaded);
    let standard = loaded.program.standard(db);
    let (packages, title, book) = match doc.standard {
        true => (standard.into_iter().collect(), Some("Standard library".to_string()), book()),
        false => {
            let all = loaded.program.packages(db).iter().copied();
            (all.filter(|package| Some(*package) != standard).collect::<Vec<_>>(), None, Vec::<Chapter>::new())
        }
    };
    let version = match doc.standard {
        true => Some(env!("CARGO_PKG_VERSION").to_string()),
        false => loaded.version.clone(),
    };
    let options = Options { targets, with_private: doc.private, title, version, book };
    let site = run.timings.measure("collect", || ::doc::collect(db, &packages, options));
    let pages = run.timings.measure("pages", || ::doc::pages(db, &site));
    let folder = match &doc.output {
        Some(folder) => folder.clone(),
        None if doc.standard => Path::new("std-doc").to_path_buf(),
        None => driver::default_output(program, "-doc"),
    };
    let written = driver::write_outputs(program, run, &folder, &pages);
    match written {
        Ok(()) => print(&format!("{}\n", folder.join("index.html").display()))?,
        Err(reports) => checked.add(reports),
    }
    checked.finish(context)
}

fn book() -> Vec<Chapter> {
    project::book::BOOK.iter().map(|(name, text)| Chapter::new(name, text)).collect()
}

/// The targets with these names, or those that are shown if none is named, each once.
fn targets(names: &[String]) -> Result<Vec<Target>, Trouble> {
    if names.is_empty() {
        return Ok(ide::shown_targets(&TARGETS));
    }
    let mut targets = Vec::new();
    for name in names {
        let target = crate::backends::target(Some(name))?;
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    Ok(targets)
}

/// A program of the standard library alone, which needs no check: its tests have done that.
fn standard_library(context: &Context, doc: &Doc) -> Result<Checked, Trouble> {
    let (program, run) = open_input(context, &Input::StandardLibrary, None)?;
    let policy = Policy::new(&[], &[]).map_err(|unknown| unknown.0)?;
    Ok(Checked { program, run, reports: Vec::new(), policy, style: style(context, &doc.reporting) })
}
