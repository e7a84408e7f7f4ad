//! A problem found by this room, as a value: what is wrong and which part of the item it speaks of, by id. Must not
//! hold positions or text trees, so that text moved by an edit re-checks nothing; [`crate::item_diagnostics`] is where
//! ids become places.

use hir::{ExpressionId, ItemId, LocalId, PatternId, TypeReferenceId};
use source::DiagnosticKind;

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its kind: code, name, severity.
    pub kind: &'static DiagnosticKind,
    /// What it speaks of.
    pub at: Anchor,
    /// What is wrong here, in one line.
    pub message: String,
    /// A few words at the place itself; may be empty.
    pub label: String,
    /// Other places that explain it.
    pub related: Vec<(Anchor, String)>,
    /// Facts.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
    /// A change an editor can apply.
    pub fix: Option<TextFix>,
}

/// A change an editor can apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFix {
    /// What the change does, for a menu.
    pub title: String,
    /// The part it changes.
    pub at: Anchor,
    /// How.
    pub edit: Edit,
    /// Whether something else may be meant.
    pub is_guess: bool,
}

/// How a text changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The part becomes this text.
    Replace(String),
    /// This text goes in front.
    Before(String),
    /// This text goes behind.
    After(String),
}

/// A part of an item, in ids. Ids of expressions, locals and types in bodies are those of the item's own body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// The name of the item itself.
    Item,
    /// The name of another item.
    Other(ItemId),
    /// All of another item.
    Whole(ItemId),
    /// An expression of the body.
    Expression(ExpressionId),
    /// An expression of another item's body.
    OtherExpression(ItemId, ExpressionId),
    /// The name after the point of a field access or method call of the body.
    Member(ExpressionId),
    /// A local's name where it is declared.
    Local(LocalId),
    /// A pattern of the body.
    Pattern(PatternId),
    /// A type written in the body.
    BodyType(TypeReferenceId),
    /// A type written in the item's head.
    HeadType(TypeReferenceId),
    /// The name of a field of this item; of an enum the type of what a case carries.
    Field(u32),
    /// The name of a field of another item; of an enum the type of what a case carries.
    OtherField(ItemId, u32),
    /// The name of a case of this item.
    Case(u32),
    /// The name of a case of another item.
    OtherCase(ItemId, u32),
}

impl Problem {
    /// A problem with nothing but its message and its place.
    pub fn new(kind: &'static DiagnosticKind, at: Anchor, message: impl Into<String>) -> Problem {
        Problem {
            kind,
            at,
            message: message.into(),
            label: String::new(),
            related: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            fix: None,
        }
    }

    /// Adds words to the place.
    pub fn label(mut self, text: impl Into<String>) -> Problem {
        self.label = text.into();
        self
    }

    /// Adds another place.
    pub fn also(mut self, at: Anchor, text: impl Into<String>) -> Problem {
        self.related.push((at, text.into()));
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Problem {
        self.notes.push(text.into());
        self
    }

    /// Adds advice.
    pub fn help(mut self, text: impl Into<String>) -> Problem {
        self.help.push(text.into());
        self
    }

    /// Adds a change an editor can apply.
    pub fn fix(mut self, title: impl Into<String>, at: Anchor, edit: Edit) -> Problem {
        self.fix = Some(TextFix { title: title.into(), at, edit, is_guess: false });
        self
    }

    /// Adds a change that may not be what is meant.
    pub fn guess(self, title: impl Into<String>, at: Anchor, edit: Edit) -> Problem {
        let mut problem = self.fix(title, at, edit);
        if let Some(fix) = &mut problem.fix {
            fix.is_guess = true;
        }
        problem
    }
}
