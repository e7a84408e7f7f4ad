//! Collects proposals: leaves out what does not fit the typed text, ranks by the kind of place a name comes from and by
//! the expected type, cuts the list. What is proposed is the callers' business.

use hir::{ItemId, Parent};
use rustc_hash::FxHashSet;
use types::Ty;

use super::item::{CompletionItem, CompletionKey, CompletionKind, CompletionSettings, Completions};
use crate::cursor::{CallTarget, Cursor};
use crate::edit::TextEdit;

/// Where a name comes from, the nearest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Class {
    /// A field of what is constructed that has no value yet.
    FieldName,
    /// A variable or parameter.
    Local,
    /// A parameter that has no argument yet.
    ArgumentName,
    /// A field.
    Field,
    /// A method.
    Method,
    /// An item of this module.
    SameModule,
    /// Something imported.
    Imported,
    /// Something of the compiler.
    Builtin,
    /// A text with places to fill in.
    Snippet,
    /// A reserved word.
    Keyword,
    /// `x.if` and the like.
    Postfix,
    /// What has to be imported first.
    AutoImport,
}

/// A proposal before it is ranked.
pub(super) struct Candidate {
    pub label: String,
    pub kind: CompletionKind,
    pub class: Class,
    pub parameters: Option<String>,
    pub description: Option<String>,
    /// The type of the value that it stands for or gives.
    pub ty: Option<Ty>,
    pub text: String,
    pub is_snippet: bool,
    pub additional_edits: Vec<TextEdit>,
    pub key: Option<CompletionKey>,
    /// How many bytes before the word go.
    pub bytes_before: u32,
}

impl Candidate {
    pub fn new(label: impl Into<String>, kind: CompletionKind, class: Class) -> Candidate {
        let label = label.into();
        Candidate {
            text: label.clone(),
            label,
            kind,
            class,
            parameters: None,
            description: None,
            ty: None,
            is_snippet: false,
            additional_edits: Vec::new(),
            key: None,
            bytes_before: 0,
        }
    }

    pub fn described(mut self, description: impl Into<String>) -> Candidate {
        self.description = Some(description.into());
        self
    }

    pub fn typed(mut self, db: &dyn source::Db, ty: Option<Ty>) -> Candidate {
        self.ty = ty;
        if self.description.is_none() {
            self.description = ty.map(|ty| types::display(db, ty));
        }
        self
    }

    pub fn snippet(mut self, text: impl Into<String>) -> Candidate {
        self.text = text.into();
        self.is_snippet = true;
        self
    }
}

/// The proposals so far.
pub(super) struct Collector<'a, 'db> {
    pub cursor: &'a Cursor<'db>,
    pub settings: &'a CompletionSettings,
    /// The type that is wanted at the cursor.
    pub expected: Option<Ty>,
    /// Whether more is found once more is typed.
    pub is_incomplete: bool,
    items: Vec<CompletionItem>,
}

impl<'a, 'db> Collector<'a, 'db> {
    pub fn new(cursor: &'a Cursor<'db>, settings: &'a CompletionSettings) -> Collector<'a, 'db> {
        Collector { cursor, settings, expected: None, is_incomplete: false, items: Vec::new() }
    }

    /// Whether a name fits what is typed.
    pub fn fits(&self, label: &str) -> bool {
        fits(self.cursor.prefix, label)
    }

    /// Whether a name is proposed already.
    pub fn has(&self, label: &str) -> bool {
        self.items.iter().any(|item| item.label == label)
    }

    /// How many are proposed already.
    pub fn count(&self) -> usize {
        self.items.len()
    }

    /// Of the candidates behind the first ones only those remain whose name none of the first has.
    pub fn drop_repeated(&mut self, first: usize) {
        let added = self.items.split_off(first);
        let known: FxHashSet<&str> = self.items.iter().map(|item| item.label.as_str()).collect();
        let added: Vec<CompletionItem> =
            added.into_iter().filter(|item| !known.contains(item.label.as_str())).collect();
        self.items.extend(added);
    }

    /// Adds a candidate, if it fits what is written.
    pub fn add(&mut self, candidate: Candidate) {
        let cursor = self.cursor;
        if !self.fits(&candidate.label) || candidate.is_snippet && !self.settings.snippets {
            return;
        }
        let is_expected = match (self.expected, candidate.ty) {
            (Some(expected), Some(ty)) => ty.value_type() == expected.value_type(),
            (None, _) | (_, None) => false,
        };
        let is_preselected = is_expected && candidate.class == Class::Local;
        let sort_text = self.sort_text(&candidate, is_expected);
        let mut additional_edits = candidate.additional_edits;
        if candidate.bytes_before > 0 {
            // Editors rank by how much of the edit's range fits: one that began earlier would come before all others.
            let start = cursor.written.start;
            additional_edits.push(TextEdit::replace(start - candidate.bytes_before..start, ""));
        }
        self.items.push(CompletionItem {
            label: candidate.label,
            parameters: candidate.parameters,
            description: candidate.description,
            kind: candidate.kind,
            sort_text,
            edit: TextEdit::replace(cursor.written.clone(), candidate.text),
            word_end: cursor.word_end,
            is_snippet: candidate.is_snippet,
            additional_edits,
            is_preselected,
            key: candidate.key,
        });
    }

    /// What fits the expected type comes first, then what is near; what is near keeps its order, all else is sorted by name.
    fn sort_text(&self, candidate: &Candidate, is_expected: bool) -> String {
        let class = candidate.class;
        let is_first = match class {
            Class::FieldName | Class::ArgumentName => true,
            Class::Local | Class::Field | Class::Method | Class::SameModule | Class::Imported | Class::Builtin => {
                is_expected
            }
            Class::Snippet | Class::Keyword | Class::Postfix | Class::AutoImport => false,
        };
        let starts = candidate.label.starts_with(self.cursor.prefix);
        let place = if class <= Class::Field { self.items.len() } else { 0 };
        let (later, inside) = (u8::from(!is_first), u8::from(!starts));
        format!("{later}{:02}{inside}{place:03}{}", class as u8, candidate.label)
    }

    /// Reserved words.
    pub fn words(&mut self, words: &[&str]) {
        for word in words {
            self.add(Candidate::new(*word, CompletionKind::Keyword, Class::Keyword));
        }
    }

    /// A text with places to fill in, under a name.
    pub fn snippet(&mut self, label: &str, description: &str, text: &str) {
        let candidate = Candidate::new(label, CompletionKind::Snippet, Class::Snippet);
        self.add(candidate.described(description).snippet(text));
    }

    /// What a call of `name` inserts: places for its arguments, or the name alone where parentheses stand already.
    pub fn call(&self, mut candidate: Candidate, target: &CallTarget) -> Candidate {
        let shown: Vec<&str> = target.parameters.iter().map(|each| &*each.text).collect();
        let more = match (target.is_variadic, shown.is_empty()) {
            (true, true) => "...",
            (true, false) => ", ...",
            (false, _) => "",
        };
        candidate.parameters = Some(format!("({}{more})", shown.join(", ")));
        if self.cursor.text_behind.starts_with(['(', '[']) || !self.settings.snippets {
            return candidate;
        }
        let places: Vec<String> = (target.parameters.iter().enumerate())
            .map(|(index, each)| {
                let is_mutable = each.ty.and_then(Ty::as_borrow).is_some_and(|(_, mutable)| mutable);
                let word = each.text.split(':').next().unwrap_or_default();
                let word = if each.name.is_empty() { word } else { &each.name };
                let (before, word) = match word.strip_prefix("mut ") {
                    Some(rest) => ("mut ", rest),
                    None if is_mutable => ("mut ", word),
                    None => ("", word),
                };
                format!("{before}${{{}:{}}}", index + 1, in_snippet(word))
            })
            .collect();
        let text = format!("{}({})$0", candidate.text, places.join(", "));
        candidate.snippet(text)
    }

    /// Ranks and cuts.
    pub fn finish(mut self) -> Completions {
        self.items.sort_by(|left, right| left.sort_text.cmp(&right.sort_text));
        let is_cut = self.items.len() > self.settings.limit;
        self.items.truncate(self.settings.limit);
        Completions { items: self.items, is_incomplete: self.is_incomplete || is_cut }
    }
}

/// How an item is found again; `None` for what has no name.
pub(super) fn key(db: &dyn source::Db, item: ItemId, part: Option<u32>) -> Option<CompletionKey> {
    let mut names = vec![item.name(db).text().to_string()];
    let mut parent = item.parent(db);
    while let Parent::Item(outer) = parent {
        names.insert(0, outer.name(db).text().to_string());
        parent = outer.parent(db);
    }
    let module = item.module(db);
    Some(CompletionKey {
        package: module.package(db).name(db).to_string(),
        module: module.path(db).text().to_string(),
        names,
        part,
    })
}

/// Whether the letters of `prefix` come in this order in `label`, whatever their case.
pub(super) fn fits(prefix: &str, label: &str) -> bool {
    let mut letters = label.chars().flat_map(char::to_lowercase);
    prefix.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted))
}

/// A text as it stands in a snippet.
pub(super) fn in_snippet(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '$' | '}' | '\\') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}
