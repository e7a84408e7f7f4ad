//! The answer to completion as data.

use crate::builtins::BuiltinName;
use crate::edit::TextEdit;
use crate::navigation_target::SymbolKind;

/// What the asker wants and can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompletionSettings {
    /// Whether texts may hold places to fill in, `${1:name}`; without, callables are inserted by their name.
    pub snippets: bool,
    /// Whether names that must be imported are proposed.
    pub auto_import: bool,
    /// No more than this many.
    pub limit: usize,
}

impl Default for CompletionSettings {
    fn default() -> Self {
        CompletionSettings { snippets: true, auto_import: true, limit: 200 }
    }
}

/// What may be typed at a place.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Completions {
    /// The proposals, the best first.
    pub items: Vec<CompletionItem>,
    /// Whether more would be found once more is typed.
    pub is_incomplete: bool,
}

/// What kind of thing is proposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompletionKind {
    /// Something declared, or known to the compiler.
    Symbol(SymbolKind),
    /// A reserved word.
    Keyword,
    /// A text with places to fill in.
    Snippet,
    /// An attribute or one of its arguments.
    Attribute,
}

/// One proposal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompletionItem {
    /// The name.
    pub label: String,
    /// What is shown directly behind the name: parameters.
    pub parameters: Option<String>,
    /// What is shown at the end of the line: the type, or the module it comes from.
    pub description: Option<String>,
    /// What kind of thing it is.
    pub kind: CompletionKind,
    /// Texts in whose order the proposals are shown.
    pub sort_text: String,
    /// The typed part of the word, and what replaces it.
    pub edit: TextEdit,
    /// The end of the word around the cursor, for editors that replace all of it.
    pub word_end: u32,
    /// Whether the text has places to fill in.
    pub is_snippet: bool,
    /// Changes elsewhere in the file: the import, and what goes directly before the word.
    pub additional_edits: Vec<TextEdit>,
    /// Whether nothing else is as likely.
    pub is_preselected: bool,
    /// For [`crate::resolve_completion`].
    pub key: Option<CompletionKey>,
}

/// What an item proposes, in words that outlive the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompletionKey {
    /// The package's name; empty for what the compiler knows by itself.
    pub package: String,
    /// The module's path in the package.
    pub module: String,
    /// The name of the item, behind that of the type it stands in.
    pub names: Vec<String>,
    /// The field's or case's place, if it is one of that type.
    pub part: Option<u32>,
}

impl CompletionKey {
    /// The key of a name that the compiler knows by itself.
    pub(super) fn of_builtin(name: BuiltinName) -> CompletionKey {
        CompletionKey {
            package: String::new(),
            module: String::new(),
            names: vec![name.text().to_string()],
            part: None,
        }
    }
}
