//! Names of modules of `[bind]` in what a program is told: why a header's name is not there, and where C declares what is. It owns
//! the words for that; the front end knows nothing of headers, so they are added to its reports.

use std::path::Path;
use std::sync::Arc;

use project::disk::FileText;
use project::{CDeclaration, HeaderBinder, Loaded, LoadedFile, Origin, Place, Report, WantedModule};
use source::{Database, printable};

use crate::bind;
use crate::check::UNKNOWN_IMPORT;

/// Adds what headers say to the reports of a file.
pub fn explain(
    db: &Database,
    loaded: &Loaded,
    binder: Option<&dyn HeaderBinder>,
    file: &LoadedFile,
    reports: &mut [Report],
) {
    let Some(binder) = binder else { return };
    if let Some(wanted) = &file.bound {
        for report in reports {
            let place = word(report).and_then(|name| place(binder, wanted, name));
            report.secondary.extend(place);
        }
        return;
    }
    for report in reports.iter_mut().filter(|report| report.kind.name == UNKNOWN_IMPORT) {
        let missing = word(report).zip(bound_module(db, loaded, file, &report.message));
        let Some((note, help)) = missing.and_then(|(name, wanted)| why_missing(binder, wanted, name)) else { continue };
        report.notes.push(note);
        // It is no slip, so no neighbour is meant.
        report.help = vec![help];
        report.fix = None;
    }
}

/// Where C declares what a module of headers declares.
pub(crate) fn place(binder: &dyn HeaderBinder, wanted: &WantedModule, name: &str) -> Option<Place> {
    let declared = declaration(binder, wanted, name)?;
    let FileText::Text(text) = project::disk::read_text(&declared.file) else { return None };
    let line = text.split_inclusive('\n').take(declared.line.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let start = line + declared.column.saturating_sub(1) as usize;
    let end = start + name.len();
    // Where a header was changed meanwhile, another thing stands there.
    if text.get(start..end) != Some(name) {
        return None;
    }
    let path: Arc<str> = declared.file.display().to_string().into();
    let origin = Origin { path, text: text.as_str().into() };
    Some(Place { origin, range: start as u32..end as u32, label: "C declares it here".to_string() })
}

/// The text that a report marks.
fn word(report: &Report) -> Option<&str> {
    let place = report.primary.as_ref()?;
    place.origin.text.get(place.range.start as usize..place.range.end as usize)
}

/// The module of headers that a report is about, by the path that it has for the file.
fn bound_module<'a>(
    db: &Database,
    loaded: &'a Loaded,
    file: &LoadedFile,
    message: &str,
) -> Option<&'a Arc<WantedModule>> {
    let path = message.split('`').nth(1)?;
    let is_it = |bound: &&LoadedFile| {
        let module = hir::module_of_file(db, bound.file);
        module.is_some_and(|module| module.import_path(db, file.package) == path)
    };
    let mut bound = loaded.files.iter().filter(|bound| bound.bound.is_some());
    bound.find(is_it)?.bound.as_ref()
}

fn declaration(binder: &dyn HeaderBinder, wanted: &WantedModule, name: &str) -> Option<CDeclaration> {
    let whole = binder.bind(wanted, None).ok()?;
    binder.declared(&whole).get(name).cloned()
}

/// Why a module lacks a name that its headers have, and what to do.
fn why_missing(binder: &dyn HeaderBinder, wanted: &WantedModule, name: &str) -> Option<(String, String)> {
    let whole = binder.bind(wanted, None).ok()?;
    let declared = binder.declared(&whole).get(name).cloned();
    let (entry, only) = (&wanted.entry.name, &wanted.entry.only);
    let c = |place: &CDeclaration| {
        let text = if place.text.is_empty() { name } else { &place.text };
        let path = place.file.display().to_string();
        format!("C has `{}` in {}:{}", printable::line(text), printable::line(&path), place.line)
    };
    let without_form = "write a function in C that does what is needed of it, and declare that";
    if let Some(why) = bind::reason(&whole.text, name) {
        let place = declared.as_ref().map_or_else(|| format!("the headers of `{entry}` have it"), c);
        return Some((format!("{place}; it is left out: {why}"), without_form.to_string()));
    }
    let declared = declared?;
    let is_macro = declared.text.starts_with("#define ");
    let is_excluded = !only.is_empty() && !only.iter().any(|pattern| bind::matches(pattern, name));
    let (why, help) = match (declared.is_own, is_excluded, is_macro) {
        (true, true, true) if declared.text.contains('(') => {
            ("it is a macro with parameters, which no module can have".to_string(), without_form.to_string())
        }
        (true, true, _) => (
            "`only` leaves it out".to_string(),
            format!("add it to `only` of `{entry}` in `[bind]`: `only = [{}]`", listed(only, name)),
        ),
        (true, false, true) => ("it is a macro without a value".to_string(), without_form.to_string()),
        // The compiler's own forms, which have a name here already.
        (true, false, false) => return None,
        (false, ..) => {
            let header = listed(&wanted.entry.headers, &shown(&declared.file));
            let why = format!("which does not count as a header of `{entry}`");
            (
                why,
                format!("name it in `[bind]`, or what programs include for it: `{entry} = {{ header = [{header}] }}`"),
            )
        }
    };
    let join = if declared.is_own { "; " } else { ", " };
    Some((format!("{}{join}{why}", c(&declared)), help))
}

fn listed(known: &[String], more: &str) -> String {
    let all = known.iter().map(String::as_str).chain([more]);
    all.map(|each| format!("\"{}\"", printable::line(each))).collect::<Vec<_>>().join(", ")
}

fn shown(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
