//! A diagnostic as plain data, with positions relative to chunks. It must not know how it is rendered.

use crate::{Db, DiagnosticKind, Span};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// The program cannot be built.
    Error,
    /// The program can be built; `@[allow(…)]` silences it.
    Warning,
    /// Nothing is wrong, but something could be cheaper. Editors show it, command lines count it; `@[allow(…)]` silences
    /// it too.
    Hint,
}

/// What editors show apart from text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tag {
    /// The code has no effect; shown faded.
    Unnecessary,
}

/// A place with a few words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words; may be empty.
    pub text: String,
}

/// A change of text that puts it right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// What the change does, for a menu.
    pub title: String,
    /// The place that is replaced.
    pub span: Span,
    /// The text to put there.
    pub text: String,
    /// Further places of the same mistake, which get the same text.
    pub also: Vec<Span>,
    /// Whether something else may be meant: a person has to choose it.
    pub is_guess: bool,
}

/// A diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its kind: code, name, severity.
    pub kind: &'static DiagnosticKind,
    /// What is wrong here, in one line.
    pub message: String,
    /// Where, with a few words.
    pub primary: Label,
    /// Other places that explain it.
    pub secondary: Vec<Label>,
    /// Facts.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
    /// A change an editor can apply.
    pub fix: Option<Fix>,
    /// Hints for editors.
    pub tags: Vec<Tag>,
}

impl Diagnostic {
    /// A diagnostic with nothing but its message and its place.
    pub fn new(kind: &'static DiagnosticKind, span: Span, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            fix: None,
            tags: Vec::new(),
        }
    }

    /// Errors keep a program from being built.
    pub fn severity(&self) -> Severity {
        self.kind.severity
    }

    /// Adds words to the primary place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Adds another place.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds advice.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds a change an editor can apply.
    pub fn fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        self.fix = Some(Fix { title: title.into(), span, text: text.into(), also: Vec::new(), is_guess: false });
        self
    }

    /// Adds a change that may not be what is meant.
    pub fn guess(self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        let mut diagnostic = self.fix(title, span, text);
        if let Some(fix) = &mut diagnostic.fix {
            fix.is_guess = true;
        }
        diagnostic
    }

    /// Adds a hint for editors.
    pub fn tag(mut self, tag: Tag) -> Self {
        self.tags.push(tag);
        self
    }

    /// The order of reports within a file: position, then code, then message. Reads absolute positions.
    pub fn sort_key(&self, db: &dyn Db) -> (u32, u32, &'static str, String) {
        let range = self.primary.span.absolute(db);
        (range.start, range.end, self.kind.code, self.message.clone())
    }
}
