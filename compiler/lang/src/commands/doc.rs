//! `lang doc`: the reference of a package, or of the standard library, as pages. It owns what is asked for and where it is
//! written; what stands on the pages is `doc`'s.

use std::path::PathBuf;

use ::doc::{Chapter, Options};
use driver::Policy;
use project::{HeaderItems, Input};
use source::{Package, Severity};

use super::{Checked, Context, Exit, Trouble, check_input, open_input, print, style};
use crate::arguments::Doc;

/// The targets that are shown beside this machine's.
const TARGETS: [&str; 3] = ["x86_64-linux-gnu", "aarch64-linux-gnu", "x86_64-windows-msvc"];

pub(super) fn run(context: &Context, doc: &Doc) -> Result<Exit, Trouble> {
    let targets = match doc.target.is_empty() {
        true => ide::shown_targets(&TARGETS),
        false => crate::backends::targets(&doc.target)?,
    };
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
    let packages = loaded.program.packages(db).iter().copied();
    let packages: Vec<Package> = packages.filter(|package| package.is_standard(db) == doc.standard).collect();
    let of_headers =
        loaded.files.iter().filter_map(|file| Some((file.file, file.bound.as_ref()?.entry.headers.clone())));
    let of_headers = of_headers.collect();
    let options = Options { targets, with_private: doc.private, of_headers, ..Options::default() };
    let (options, folder) = match doc.standard {
        true => (of_standard_library(options), PathBuf::from("std-doc")),
        false => (Options { version: loaded.version.clone(), ..options }, driver::default_output(program, "-doc")),
    };
    let site = run.timings.measure("collect", || ::doc::collect(db, &packages, options));
    let pages = run.timings.measure("pages", || ::doc::pages(db, &site));
    let folder = doc.output.clone().unwrap_or(folder);
    match driver::write_outputs(program, run, &folder, &pages) {
        Ok(()) => print(&format!("{}\n", folder.join("index.html").display()))?,
        Err(reports) => checked.add(reports),
    }
    checked.finish(context)
}

/// What is particular to the standard library's pages: they have the version of the compiler, and the book.
fn of_standard_library(options: Options) -> Options {
    Options {
        title: Some("Standard library".to_string()),
        version: Some(env!("CARGO_PKG_VERSION").to_string()),
        book: project::book::BOOK.iter().map(|(name, text)| Chapter::new(name, text)).collect(),
        ..options
    }
}

/// A program of the standard library alone, which needs no check: its tests have done that.
fn standard_library(context: &Context, doc: &Doc) -> Result<Checked, Trouble> {
    let (program, run) = open_input(context, &Input::StandardLibrary, None, HeaderItems::Named)?;
    let policy = Policy::new(&[], &[]).map_err(|unknown| unknown.0)?;
    Ok(Checked { program, run, reports: Vec::new(), policy, style: style(context, &doc.reporting) })
}
