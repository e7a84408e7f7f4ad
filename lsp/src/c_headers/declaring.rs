//! The quick fix 'declare from header': a declaration that differs from its header becomes what that says, and a name that means
//! nothing is declared in a block whose header has it. It owns when one is offered: made in the background on a copy of the
//! program, and only if the header itself finds nothing wrong in the outcome. `ide` knows what is written.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use driver::{HeaderCheck, Program};
use ide::{ActionKind, CodeAction, FilePosition, FileRange, InC, SourceChange, TextEdit, WantedDeclaration};
use project::{Loaded, Report};
use source::{ProgramCopy, Severity, SourceFile};

use super::{CHeaders, FRESH, Question, Wanted, make_room};
use crate::snapshot::Snapshot;
use crate::tools::Tools;

/// So many fixes of a file are prepared before somebody asks for them.
const PREPARED: usize = 8;

/// A fix that somebody may ask for.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Ask {
    path: PathBuf,
    text: Arc<str>,
    wanted: WantedDeclaration,
    question: Question,
}

/// What is needed to make it, whatever becomes of the program meanwhile.
pub(super) struct Task {
    ask: Ask,
    /// The file of the copy.
    file: SourceFile,
    copy: ProgramCopy,
    loaded: Loaded,
}

/// One that was made.
pub(super) struct Fix {
    /// None if nothing can surely be done.
    edits: Option<Vec<TextEdit>>,
    since: Instant,
}

/// A place that may be put right.
struct Place {
    code: &'static str,
    range: Range<u32>,
    ask: Ask,
}

/// Has what may be asked for made in the background. The reports are what the headers say.
pub(super) fn prepare(snapshot: &Snapshot, file: SourceFile, reports: &[Report]) {
    for place in places(snapshot, file, reports, |_| true).into_iter().take(PREPARED) {
        let _not_yet = snapshot.context.c_headers.known_fix(snapshot, file, &place.ask);
    }
}

/// What can be done at a range, as far as it is known.
pub(crate) fn fixes(snapshot: &Snapshot, range: &FileRange) -> Vec<CodeAction> {
    let is_meant = |place: &Range<u32>| place.start <= range.range.end && range.range.start <= place.end;
    let reports = super::checked(snapshot, range.file);
    let places = places(snapshot, range.file, &reports, is_meant).into_iter();
    let known = places.filter_map(|place| {
        let edits = snapshot.context.c_headers.known_fix(snapshot, range.file, &place.ask)?;
        Some(CodeAction {
            title: format!("Declare from header `{}`", place.ask.question.headers.join("`, `")),
            kind: ActionKind::QuickFix,
            is_preferred: true,
            diagnostic: Some((place.code, place.range)),
            change: SourceChange::of_file(range.file, edits),
        })
    });
    known.collect()
}

/// The places of a file where declarations differ from headers or names mean nothing that headers have.
fn places(
    snapshot: &Snapshot,
    file: SourceFile,
    reports: &[Report],
    is_meant: impl Fn(&Range<u32>) -> bool,
) -> Vec<Place> {
    let (db, text) = (&snapshot.db, file.text(&snapshot.db));
    let Some(path) = snapshot.loaded.path(file).filter(|_| text.contains("header")) else { return Vec::new() };
    let ask = |wanted, question| Ask { path: path.to_path_buf(), text: text.clone(), wanted, question };
    let mut places = Vec::new();
    for report in reports {
        if !matches!(report.kind.name, "differs-from-header" | "not-in-header") {
            continue;
        }
        let Some(place) = &report.primary else { continue };
        let item = InC::at(db, FilePosition { file, offset: place.range.start });
        // Only a part of the declaration may be marked.
        let Some(item) = item.filter(|item| is_meant(&item.range)) else { continue };
        let wanted = WantedDeclaration::Declared(place.range.start);
        let (code, range) = (report.kind.code, place.range.clone());
        let question = Question::of(snapshot, &item);
        places.extend(question.map(|question| Place { code, range, ask: ask(wanted, question) }));
    }
    let blocks = ide::header_blocks(text);
    let loaded = snapshot.loaded.files.iter().find(|loaded| loaded.file == file);
    let Some(loaded) = loaded.filter(|_| !blocks.is_empty()) else { return places };
    let libraries = ide::libraries_of_file(db, file);
    for report in driver::file_reports(db, loaded) {
        if !matches!(report.kind.name, "unknown-name" | "unknown-type") {
            continue;
        }
        let range = report.primary.as_ref().map(|place| place.range.clone());
        let Some(range) = range.filter(&is_meant) else { continue };
        let Some(name) = text.get(range.start as usize..range.end as usize) else { continue };
        for block in &blocks {
            let question = Question::of_headers(snapshot, block.headers.clone(), file, &libraries);
            let headers = &snapshot.context.c_headers;
            let is_there = |question: &Question| {
                let declared = headers.declared(question.clone(), &snapshot.context.tools);
                declared.is_some_and(|declared| declared.contains_key(name))
            };
            let Some(question) = question.filter(is_there) else { continue };
            let wanted = WantedDeclaration::Added(name.to_string(), block.start);
            places.push(Place { code: report.kind.code, range: range.clone(), ask: ask(wanted, question) });
        }
    }
    places
}

impl CHeaders {
    /// The changes that somebody asks for, if they are known; else they are made in the background.
    fn known_fix(self: &Arc<CHeaders>, snapshot: &Snapshot, file: SourceFile, ask: &Ask) -> Option<Vec<TextEdit>> {
        let mut state = self.lock();
        let known = state.fixes.get(ask);
        let (edits, is_fresh) =
            known.map_or((None, false), |known| (known.edits.clone(), known.since.elapsed() < FRESH));
        let wanted = Wanted::Fix(ask.clone());
        if !is_fresh && !state.waiting.contains(&wanted) {
            // What was asked of another text nobody wants to know any more.
            state.tasks.retain(|other, _| other.path != ask.path || other.text == ask.text);
            if let Some(task) = Task::new(snapshot, file, ask) {
                make_room(&mut state.tasks);
                state.tasks.insert(ask.clone(), task);
                self.want(&mut state, wanted, &snapshot.context.tools);
            }
        }
        edits
    }

    /// Makes one.
    pub(super) fn fix(&self, task: &Task, tools: &Tools) -> Fix {
        let answer = self.module(&task.ask.question, tools);
        let edits = answer.and_then(|module| task.edits(&module, self, tools));
        Fix { edits, since: Instant::now() }
    }

    /// The text of the module of headers.
    fn module(&self, question: &Question, tools: &Tools) -> Option<Arc<str>> {
        let known = self.lock().answers.get(question).filter(|known| known.since.elapsed() < FRESH).cloned();
        let answer = match known {
            Some(known) => known,
            None => {
                let answer = question.read(tools.settings.binder.as_deref()?);
                self.lock().answers.insert(question.clone(), answer.clone());
                answer
            }
        };
        answer.module.map(|module| module.text.clone())
    }
}

impl Task {
    fn new(snapshot: &Snapshot, file: SourceFile, ask: &Ask) -> Option<Task> {
        let copy = ProgramCopy::new(&snapshot.db, |_| None)?;
        let loaded = snapshot.loaded.in_copy(&copy);
        Some(Task { ask: ask.clone(), file: *copy.files.get(&file)?, copy, loaded })
    }

    /// The first changes after which nothing is wrong.
    fn edits(&self, module: &str, headers: &CHeaders, tools: &Tools) -> Option<Vec<TextEdit>> {
        let proposed = ide::declare(&self.copy.db, self.file, module, &self.ask.wanted);
        let before = (!proposed.is_empty()).then(|| self.checked(&self.copy, self.file, headers, tools))?;
        proposed.into_iter().find(|edits| self.is_right(edits, &before, headers, tools))
    }

    fn is_right(&self, edits: &[TextEdit], before: &HeaderCheck, headers: &CHeaders, tools: &Tools) -> bool {
        let text: Arc<str> = ide::apply(&self.ask.text, edits).into();
        let changed = ProgramCopy::new(&self.copy.db, |file| (file == self.file).then(|| text.clone()));
        let Some(changed) = changed else { return false };
        let Some(&file) = changed.files.get(&self.file) else { return false };
        if !ide::is_sound(&self.copy.db, self.file, (&changed.db, file), edits) {
            return false;
        }
        let after = self.checked(&changed, file, headers, tools);
        let (errors_before, errors_after) = (errors(before), errors(&after));
        let are_known = errors_after.iter().all(|message| errors_before.contains(message));
        are_known
            && match &self.ask.wanted {
                WantedDeclaration::Declared(_) => {
                    errors_after.len() < errors_before.len() && after.unchecked.len() <= before.unchecked.len()
                }
                WantedDeclaration::Added(name, _) => {
                    !after.unchecked.iter().any(|path| path.rsplit('.').next() == Some(name))
                }
            }
    }

    fn checked(&self, copy: &ProgramCopy, file: SourceFile, headers: &CHeaders, tools: &Tools) -> HeaderCheck {
        let loaded = match std::ptr::eq(copy, &self.copy) {
            true => self.loaded.clone(),
            false => self.loaded.in_copy(copy),
        };
        let program = Program::of_loaded(copy.db.clone(), Arc::new(loaded), &tools.settings);
        driver::check_headers_of_file(&program, file, &|question| {
            let known =
                headers.lock().facts.get(&question).filter(|known| known.is_fresh()).map(|known| known.facts.clone());
            Some(known.unwrap_or_else(|| headers.read_facts(&question, tools)))
        })
    }
}

/// The messages of what is wrong.
fn errors(check: &HeaderCheck) -> Vec<&str> {
    let errors = check.reports.iter().filter(|report| report.severity == Severity::Error);
    errors.map(|report| report.message.as_str()).collect()
}
