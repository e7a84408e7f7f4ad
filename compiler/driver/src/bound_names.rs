//! Names of modules of `[bind]` in what a program is told: why a header's name is not there, and where C declares what is. It owns
//! the words for that; the front end knows nothing of headers, so they are added to its reports.

use std::collections::{BTreeMap, HashMap};
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
    let Some(binder) = binder.filter(|_| !reports.is_empty()) else { return };
    if let Some(wanted) = &file.bound {
        let names = Names::of(binder, wanted);
        for report in reports {
            let place = word(report).zip(names.as_ref()).and_then(|(name, names)| names.place(name));
            report.secondary.extend(place);
        }
        return;
    }
    // A module is asked for once, however many of its names are missing.
    let mut known: HashMap<String, Option<Names<'_>>> = HashMap::new();
    for report in reports.iter_mut().filter(|report| report.kind.name == UNKNOWN_IMPORT) {
        let missing = word(report).zip(bound_module(db, loaded, file, &report.message));
        let Some((name, (path, wanted))) = missing else { continue };
        let names = known.entry(path.to_string()).or_insert_with(|| Names::of(binder, wanted));
        let Some((note, help)) = names.as_ref().and_then(|names| names.why_missing(name)) else { continue };
        report.notes.push(note);
        // It is no slip, so no neighbour is meant.
        report.help = vec![help];
        report.fix = None;
    }
}

/// The text that a report marks.
fn word(report: &Report) -> Option<&str> {
    let place = report.primary.as_ref()?;
    place.origin.text.get(place.range.start as usize..place.range.end as usize)
}

/// The module of headers that a report is about, by the path that it has for the file.
fn bound_module<'a, 'm>(
    db: &Database,
    loaded: &'a Loaded,
    file: &LoadedFile,
    message: &'m str,
) -> Option<(&'m str, &'a WantedModule)> {
    let path = message.split('`').nth(1)?;
    let is_it = |bound: &&LoadedFile| {
        let module = hir::module_of_file(db, bound.file);
        module.is_some_and(|module| module.import_path(db, file.package) == path)
    };
    let mut bound = loaded.files.iter().filter(|bound| bound.bound.is_some());
    Some((path, bound.find(is_it)?.bound.as_deref()?))
}

/// What the headers of a module say.
pub(crate) struct Names<'a> {
    wanted: &'a WantedModule,
    declared: Arc<BTreeMap<String, CDeclaration>>,
    /// Why names that are declared are not in the module.
    reasons: HashMap<String, String>,
}

impl<'a> Names<'a> {
    /// Nothing if the module cannot be made.
    pub(crate) fn of(binder: &dyn HeaderBinder, wanted: &'a WantedModule) -> Option<Names<'a>> {
        let whole = binder.bind(wanted, None).ok()?;
        Some(Names { wanted, declared: binder.declared(&whole), reasons: bind::reasons(&whole.text) })
    }

    /// Where C declares something.
    pub(crate) fn place(&self, name: &str) -> Option<Place> {
        let declared = self.declared.get(name)?;
        let FileText::Text(text) = project::disk::read_text(&declared.file) else { return None };
        let line =
            text.split_inclusive('\n').take(declared.line.saturating_sub(1) as usize).map(str::len).sum::<usize>();
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

    /// Why the module lacks a name that its headers have, and what to do.
    fn why_missing(&self, name: &str) -> Option<(String, String)> {
        let declared = self.declared.get(name);
        let (entry, only) = (&self.wanted.entry.name, &self.wanted.entry.only);
        let c = |place: &CDeclaration| {
            let text = if place.text.is_empty() { name } else { &place.text };
            let path = place.file.display().to_string();
            format!("C has `{}` in {}:{}", printable::line(text), printable::line(&path), place.line)
        };
        let without_form = "write a function in C that does what is needed of it, and declare that";
        if let Some(why) = self.reasons.get(name) {
            let place = declared.map_or_else(|| format!("the headers of `{entry}` have it"), c);
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
                let header = listed(&self.wanted.entry.headers, &shown(&declared.file));
                let why = format!("which does not count as a header of `{entry}`");
                (
                    why,
                    format!(
                        "name it in `[bind]`, or what programs include for it: `{entry} = {{ header = [{header}] }}`"
                    ),
                )
            }
        };
        let join = if declared.is_own { "; " } else { ", " };
        Some((format!("{}{join}{why}", c(declared)), help))
    }
}

fn listed(known: &[String], more: &str) -> String {
    let all = known.iter().map(String::as_str).chain([more]);
    all.map(|each| format!("\"{}\"", printable::line(each))).collect::<Vec<_>>().join(", ")
}

fn shown(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
