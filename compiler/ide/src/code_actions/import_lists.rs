//! Imports as they are written: read from the tree, and written again with names taken out, put in or sorted. It must not
//! know why.

use std::ops::Range;

use source::{Db, Diagnostic, SourceFile, chunk_starts, chunks, parse};
use syntax::view::{self, Item};

/// An import of a file.
#[derive(Clone)]
pub(super) struct WrittenImport {
    /// All of it, attributes included.
    pub range: Range<u32>,
    /// `a.b`, or the quoted library of `import extern`.
    pub path: String,
    /// The name behind `as`.
    pub alias: Option<String>,
    /// The names in parentheses, each with its place.
    pub names: Option<Vec<(Range<u32>, String)>>,
    pub is_public: bool,
    pub is_extern: bool,
    /// Attributes as written.
    pub attributes: String,
    /// Whether it has no mistake of syntax, so that it can be written anew.
    pub is_sound: bool,
}

/// The imports of a file, as they stand.
pub(super) fn imports(db: &dyn Db, file: SourceFile) -> Vec<WrittenImport> {
    let starts = chunk_starts(db, file);
    let mut found = Vec::new();
    for &chunk in chunks(db, file) {
        let tree = hir::item_tree(db, chunk);
        if tree.imports.is_empty() && tree.libraries.is_empty() {
            continue;
        }
        let Some(start) = starts.start(chunk.id(db)) else {
            continue;
        };
        let parse = parse(db, chunk);
        let is_sound = parse.errors().is_empty();
        for item in parse.file().items() {
            found.extend(match item {
                Item::Import(import) => Some(written(import, start, is_sound)),
                Item::ImportExtern(library) => library.library().map(|name| WrittenImport {
                    range: absolute(library.range(), start),
                    path: name.text().to_string(),
                    alias: None,
                    names: None,
                    is_public: library.is_public(),
                    is_extern: true,
                    attributes: attributes(library.attributes()),
                    is_sound,
                }),
                Item::Constant(_)
                | Item::Function(_)
                | Item::Type(_)
                | Item::Alias(_)
                | Item::ExternBlock(_)
                | Item::Trait(_)
                | Item::Impl(_)
                | Item::Test(_) => None,
            });
        }
    }
    found
}

fn written(import: view::Import<'_>, start: u32, is_sound: bool) -> WrittenImport {
    let path: Vec<&str> = import.path().map(|word| word.text()).collect();
    let names = import.names().map(|name| {
        let text: Vec<&str> = [name.name(), name.alias()].into_iter().flatten().map(|word| word.text()).collect();
        (absolute(name.range(), start), text.join(" as "))
    });
    WrittenImport {
        range: absolute(import.range(), start),
        path: path.join("."),
        alias: import.alias().map(|alias| alias.text().to_string()),
        names: import.has_names().then(|| names.collect()),
        is_public: import.is_public(),
        is_extern: false,
        attributes: attributes(import.attributes()),
        is_sound,
    }
}

fn attributes<'tree>(attributes: impl Iterator<Item = view::Attribute<'tree>>) -> String {
    let written = attributes.map(|attribute| {
        let text = attribute.tree().node_text(attribute.node());
        format!("{text}\n")
    });
    written.collect()
}

fn absolute(range: syntax::TextRange, start: u32) -> Range<u32> {
    range.start + start..range.end + start
}

impl WrittenImport {
    /// The import without the names that diagnostics call unused; `None` if nothing of it is left.
    pub fn without_unused(&self, unused: &[Range<u32>]) -> Option<WrittenImport> {
        let is_unused =
            |range: &Range<u32>| unused.iter().any(|each| range.start <= each.start && each.end <= range.end);
        let mut rest = self.clone();
        match &mut rest.names {
            None => return (!is_unused(&self.range)).then_some(rest),
            Some(names) => {
                let had_names = !names.is_empty();
                names.retain(|(range, _)| !is_unused(range));
                if had_names && names.is_empty() {
                    return None;
                }
            }
        }
        Some(rest)
    }

    /// The import in the one form.
    pub fn text(&self) -> String {
        let public = if self.is_public { "pub " } else { "" };
        let word = if self.is_extern { "extern " } else { "" };
        let mut text = format!("{}{public}import {word}{}", self.attributes, self.path);
        if let Some(alias) = &self.alias {
            text.push_str(&format!(" as {alias}"));
        }
        if let Some(names) = &self.names {
            let names: Vec<&str> = names.iter().map(|(_, name)| name.as_str()).collect();
            text.push_str(&format!(" ({})", names.join(", ")));
        }
        syntax::format(&text).trim_end().to_string()
    }
}

/// Where the names stand that diagnostics call unused.
pub(super) fn unused_names(db: &dyn Db, file: SourceFile) -> Vec<Range<u32>> {
    let unused = lower::diagnostics(db, file).iter().filter(|diagnostic| is_unused(diagnostic));
    unused
        .map(|diagnostic| {
            let place = diagnostic.primary.span.absolute(db);
            place.start..place.end
        })
        .collect()
}

/// Whether a diagnostic is about an import that nothing uses.
pub(super) fn is_unused(diagnostic: &Diagnostic) -> bool {
    diagnostic.kind.name == "unused-import"
}
