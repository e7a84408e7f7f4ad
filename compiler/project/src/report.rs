//! A diagnostic with absolute positions, ready to be shown: what printers and the editor's protocol read. It owns the last
//! step from chunk-relative spans to files and offsets, and the order of reports; it must not know how they are printed.
//! It stands in this room because problems of `lang.toml` and of unreadable files have no chunk to be relative to.

use std::ops::Range;
use std::sync::Arc;

use source::{Db, Diagnostic, DiagnosticKind, Severity, Span, Tag};

use crate::problems::Problem;

/// A text that reports point into.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The path as messages show it.
    pub path: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

/// Many reports share one text, and comparing it byte by byte for each of them took more time than finding them.
impl PartialEq for Origin {
    fn eq(&self, other: &Origin) -> bool {
        self.path == other.path && (Arc::ptr_eq(&self.text, &other.text) || self.text == other.text)
    }
}

impl Eq for Origin {}

/// A place in a text, with a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The text.
    pub origin: Origin,
    /// The bytes.
    pub range: Range<u32>,
    /// The words; may be empty.
    pub label: String,
}

/// A change of text that puts it right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it does.
    pub title: String,
    /// What is replaced.
    pub place: Place,
    /// By what.
    pub text: String,
    /// What is replaced by the same, too.
    pub also: Vec<Place>,
    /// Whether something else may be meant.
    pub is_guess: bool,
}

/// A diagnostic with absolute positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Code, name, title, explanation.
    pub kind: &'static DiagnosticKind,
    /// The kind's severity, unless the user asked for another.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where; none for what concerns no text, as a failed link.
    pub primary: Option<Place>,
    /// Other places that explain it.
    pub secondary: Vec<Place>,
    /// Facts.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
    /// A change that puts it right.
    pub fix: Option<Change>,
    /// Hints for editors.
    pub tags: Vec<Tag>,
}

impl Report {
    /// A report that concerns no text.
    pub fn without_place(kind: &'static DiagnosticKind, message: impl Into<String>) -> Report {
        Report {
            kind,
            severity: kind.severity,
            message: message.into(),
            primary: None,
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            fix: None,
            tags: Vec::new(),
        }
    }

    /// Looks the positions of a diagnostic up, as they are now.
    pub fn of_diagnostic(db: &dyn Db, diagnostic: &Diagnostic) -> Report {
        let place = |span: Span, label: &str| place_of_span(db, span, label);
        Report {
            kind: diagnostic.kind,
            severity: diagnostic.severity(),
            message: diagnostic.message.clone(),
            primary: Some(place(diagnostic.primary.span, &diagnostic.primary.text)),
            secondary: diagnostic.secondary.iter().map(|label| place(label.span, &label.text)).collect(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            fix: diagnostic.fix.as_ref().map(|fix| Change {
                title: fix.title.clone(),
                place: place(fix.span, ""),
                text: fix.text.clone(),
                also: fix.also.iter().map(|span| place(*span, "")).collect(),
                is_guess: fix.is_guess,
            }),
            tags: diagnostic.tags.clone(),
        }
    }

    pub(crate) fn of_problem(problem: Problem, origin: &Origin) -> Report {
        let mut report = Report::without_place(problem.kind, problem.message);
        report.primary = Some(Place { origin: origin.clone(), range: problem.range, label: problem.label });
        report.help.extend(problem.help);
        report
    }

    /// Reports are shown by file, position, code and message: nothing in it depends on the order of work.
    pub fn sort_key(&self) -> (&str, u32, u32, &'static str, &str) {
        match &self.primary {
            Some(place) => (&place.origin.path, place.range.start, place.range.end, self.kind.code, &self.message),
            None => ("", 0, 0, self.kind.code, &self.message),
        }
    }
}

fn place_of_span(db: &dyn Db, span: Span, label: &str) -> Place {
    let file = span.file(db);
    let range = span.absolute(db);
    Place {
        origin: Origin { path: file.path(db).clone(), text: file.text(db).clone() },
        range: range.start..range.end,
        label: label.to_string(),
    }
}
