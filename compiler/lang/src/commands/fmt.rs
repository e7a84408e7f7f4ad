//! `lang fmt`: sources in the one form, in place, from standard input, or only compared. It owns which files are meant and
//! what is said about them; how a text is formatted, `syntax` knows.

mod difference;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use project::disk::{self, FileText};
use project::{Input, Origin, Overlay, Place, Report};
use source::printable;

use super::{Context, Exit, Trouble, complain, print};
use crate::arguments::{Fmt, MessageFormat};
use crate::output;
use crate::render::{self, Style};

/// What standard input is called in messages.
const STANDARD_INPUT: &str = "<stdin>";

pub(super) fn run(context: &Context, fmt: &Fmt) -> Result<Exit, Trouble> {
    if fmt.paths.iter().any(|path| path == Path::new("-")) {
        if fmt.paths.len() > 1 {
            return Err(Trouble("format either standard input (-) or files, not both".to_string()));
        }
        return standard_input(context, fmt.check);
    }
    let mut outcome = Outcome::default();
    for (file, root) in files(&fmt.paths)? {
        let shown = file.display().to_string();
        let Some(text) = readable(context, &shown, disk::read_text(&file)) else {
            outcome.failed = true;
            continue;
        };
        let formatted = format(context, &shown, &text, &mut outcome)?;
        if formatted == text {
            continue;
        }
        if fmt.check {
            print(&difference::unified(&printable::line(&shown), &text, &formatted))?;
        } else if let Err(error) = disk::replace_text(&file, &root, &formatted) {
            complain(context, &format!("cannot write {shown}: {}", disk::reason(&error)));
            outcome.failed = true;
            continue;
        }
        outcome.changed += 1;
    }
    outcome.say(fmt.check);
    Ok(outcome.exit(fmt.check))
}

fn standard_input(context: &Context, check: bool) -> Result<Exit, Trouble> {
    let Some(text) = readable(context, STANDARD_INPUT, disk::read_standard_input()) else {
        return Ok(Exit::Errors);
    };
    let mut outcome = Outcome::default();
    let formatted = format(context, STANDARD_INPUT, &text, &mut outcome)?;
    if check {
        outcome.changed = usize::from(formatted != text);
        print(&difference::unified(STANDARD_INPUT, &text, &formatted))?;
    } else {
        print(&formatted)?;
    }
    Ok(outcome.exit(check))
}

/// What came of all files.
#[derive(Default)]
struct Outcome {
    changed: usize,
    failed: bool,
}

impl Outcome {
    fn say(&self, check: bool) {
        let files = if self.changed == 1 { "file" } else { "files" };
        match (self.changed, check) {
            (0, _) => {}
            (count, false) => output::say(&format!("formatted {count} {files}\n")),
            (count, true) => output::say(&format!("{count} {files} would be changed by `lang fmt`\n")),
        }
    }

    fn exit(&self, check: bool) -> Exit {
        if self.failed || check && self.changed > 0 { Exit::Errors } else { Exit::Success }
    }
}

/// The files that the paths lead to, each once, with the folders that they must not lead out of.
fn files(paths: &[PathBuf]) -> Result<BTreeMap<PathBuf, PathBuf>, Trouble> {
    let mut found = BTreeMap::new();
    let mut add_folder = |folder: &Path| {
        let (modules, _) = disk::module_files(folder);
        let is_here = folder == Path::new(".");
        let count = modules.len();
        found.extend(
            modules
                .into_iter()
                .map(|module| if is_here { module } else { folder.join(module) })
                .map(|file| (file, folder.to_path_buf())),
        );
        count
    };
    if paths.is_empty() {
        let input = Input::of_argument(None).map_err(|no_input| no_input.0)?;
        if let Input::Folder(folder) = input {
            add_folder(&folder);
        }
        return Ok(found);
    }
    let mut single = Vec::new();
    for path in paths {
        if disk::is_folder(path) {
            if add_folder(path) == 0 {
                return Err(Trouble(format!("there is no .lang file in {}", path.display())));
            }
            continue;
        }
        match Input::of_argument(Some(path)).map_err(|no_input| no_input.0)? {
            Input::File(file) => single.push(file),
            Input::Folder(folder) => {
                add_folder(&folder);
            }
            Input::StandardInput | Input::StandardLibrary => {}
        }
    }
    for file in single {
        let root = Overlay::default().enclosing_package(&file);
        let root = root.unwrap_or_else(|| file.parent().map(Path::to_path_buf).unwrap_or_default());
        found.entry(file).or_insert(root);
    }
    Ok(found)
}

/// The text, or nothing after a complaint.
fn readable(context: &Context, shown: &str, text: FileText) -> Option<String> {
    let complaint = match text {
        FileText::Text(text) => return Some(text),
        FileText::NotUtf8 { .. } => format!("{shown} is not UTF-8, save it in this encoding"),
        FileText::Unreadable(reason) => format!("cannot read {shown}: {reason}"),
    };
    complain(context, &complaint);
    None
}

/// Formats a text and reports its syntax errors.
fn format(context: &Context, shown: &str, text: &str, outcome: &mut Outcome) -> Result<String, Trouble> {
    let parse = syntax::parse(text);
    if !parse.errors().is_empty() {
        outcome.failed = true;
        report(context, shown, &parse)?;
    }
    Ok(syntax::format::format_parse(&parse))
}

/// Prints the syntax errors as `lang check` does.
fn report(context: &Context, shown: &str, parse: &syntax::Parse) -> Result<(), Trouble> {
    let origin = Origin { path: shown.into(), text: parse.text().into() };
    let place = |range: syntax::TextRange, label: &str| Place {
        origin: origin.clone(),
        range: range.start..range.end,
        label: label.to_string(),
    };
    let reports: Vec<Report> = parse
        .errors()
        .iter()
        .map(|error| {
            let mut report = Report::without_place(source::syntax_error_kind(error.kind), error.message.clone());
            report.primary = Some(place(error.range, ""));
            report.secondary = error.related.iter().map(|related| place(related.range, &related.message)).collect();
            report
        })
        .collect();
    let style = Style { format: MessageFormat::Human, colors: context.colors, hints: false };
    Ok(render::print(&reports, style, &[])?)
}
