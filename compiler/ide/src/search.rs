//! Where a definition is written in the program: the texts of files are searched for its name first, and only what was
//! found there is looked up. It owns the scope of each search and the names that imports give a definition; it must not
//! know what the uses are for.

use std::cell::Cell;

use hir::Name;
use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet};
use source::{Chunk, Db, SourceFile, chunk_starts, chunks, parse};
use syntax::{NodeKind, TokenKind, view};

use crate::definition::Definition;
use crate::name_use::NameUse;
use crate::navigation_target::SymbolKind;
use crate::token::TokenPlace;

/// Where to search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// In all files that may speak of it.
    Program,
    /// In one file.
    File(SourceFile),
}

/// Every place that names a definition, file by file, by offset. `Self` is found too where it stands for a type.
pub(crate) fn uses(db: &dyn Db, definition: Definition, scope: Scope) -> Vec<NameUse> {
    let mut found = Vec::new();
    let mut names = vec![definition.name(db)];
    let files = files(db, definition, scope);
    let only = chunk_of(db, definition);
    let callers = callers(db, definition);
    let mut searched = 0;
    while let Some(name) = names.get(searched).cloned() {
        searched += 1;
        let filter = Filter::new(db, definition, &name);
        for &file in &files {
            if callers.as_ref().is_some_and(|callers| !callers.contains(&file)) {
                continue;
            }
            let in_chunk = only.filter(|chunk| chunk.id(db).file(db) == file);
            for place in occurrences_where(db, file, &name, in_chunk, |at| filter.may_fit(file, at)) {
                let Some(used) = NameUse::of_token(db, &place) else {
                    continue;
                };
                if used.definition == definition {
                    if let Some(alias) = alias(&place).filter(|alias| !names.iter().any(|known| known == alias)) {
                        names.push(alias.to_string());
                    }
                    found.push(used);
                }
            }
        }
    }
    if stands_for_self(db, definition) {
        found.extend(self_types(db, definition, &found));
    }
    let places: FxHashMap<SourceFile, usize> = files.iter().copied().zip(0..).collect();
    found.sort_by_key(|used| (places.get(&used.range.file), used.range.range.start));
    found.dedup_by(|left, right| left.range == right.range);
    found
}

/// The files that call a function, for its parameters: only calls of it name them.
fn callers(db: &dyn Db, definition: Definition) -> Option<FxHashSet<SourceFile>> {
    let Definition::Parameter { item, .. } = definition else {
        return None;
    };
    let calls = uses(db, Definition::Item(item), Scope::Program);
    let own = hir::item_file(db, item);
    Some(calls.into_iter().map(|used| used.range.file).chain(own).collect())
}

/// A word of a text that is spelled like the definition searched for.
#[derive(Clone, Copy)]
struct Word<'text> {
    chunk: Chunk<'text>,
    text: &'text str,
    /// Where it stands in `text`.
    start: usize,
    end: usize,
}

impl Word<'_> {
    fn is_behind(self, signs: [char; 2]) -> bool {
        self.text[..self.start].trim_end().ends_with(signs)
    }

    /// Whether it is what an import binds, so that a look-up tells what it means.
    fn is_alias(self) -> bool {
        let before = self.text[..self.start].strip_suffix([' ', '\n', '\t']);
        before.is_some_and(|before| before.trim_end().ends_with(" as"))
    }

    fn is_before_colon(self) -> bool {
        self.text[self.end..].trim_start().starts_with(':')
    }

    fn is_quoted(self) -> bool {
        self.text[..self.start].ends_with('"') && self.text[self.end..].starts_with('"')
    }
}

/// Sorts out words that cannot mean a definition before their chunks are parsed and their bodies inferred.
struct Filter<'db> {
    db: &'db dyn Db,
    definition: Definition,
    name: Name,
    own_file: Option<SourceFile>,
    /// The last file that was asked about, and whether the name by itself has the meaning there.
    last: Cell<Option<(SourceFile, bool)>>,
}

impl<'db> Filter<'db> {
    fn new(db: &'db dyn Db, definition: Definition, name: &str) -> Filter<'db> {
        Filter {
            db,
            definition,
            name: Name::new(name),
            own_file: definition.item().and_then(|item| hir::item_file(db, item)),
            last: Cell::new(None),
        }
    }

    fn may_fit(&self, file: SourceFile, word: Word<'_>) -> bool {
        match self.definition {
            Definition::Field { .. } => word.is_behind(['.', '@']) || word.is_before_colon() || word.is_quoted(),
            Definition::Parameter { .. } => self.own_file == Some(file) || word.is_before_colon(),
            Definition::Item(item) if item.parent_item(self.db).is_some() => {
                self.own_file == Some(file) || word.is_behind(['.', '@'])
            }
            Definition::Item(_) | Definition::Module(_) => {
                self.own_file == Some(file)
                    || word.is_behind(['.', '.'])
                    || is_import(self.db, word.chunk) && !word.is_alias()
                    || self.is_meant_in(file)
            }
            // Whatever a look at the text does not rule out is looked up.
            _ => true,
        }
    }

    /// Whether the name by itself means the definition in a file.
    fn is_meant_in(&self, file: SourceFile) -> bool {
        if let Some((last, is_meant)) = self.last.get()
            && last == file
        {
            return is_meant;
        }
        let module = hir::module_of_file(self.db, file);
        let meaning = module.and_then(|module| hir::resolve(self.db, module, self.name));
        let is_meant = meaning.map(Definition::of_resolution) == Some(self.definition);
        self.last.set(Some((file, is_meant)));
        is_meant
    }
}

/// Whether a chunk is an import.
fn is_import(db: &dyn Db, chunk: Chunk<'_>) -> bool {
    let head = chunk.id(db).head(db);
    head.trim_start_matches("pub").trim_start().starts_with("import")
}

/// The files that may name a definition: all, but the standard library's only for what is its own.
fn files(db: &dyn Db, definition: Definition, scope: Scope) -> Vec<SourceFile> {
    if let Scope::File(file) = scope {
        return vec![file];
    }
    if let Some(chunk) = chunk_of(db, definition) {
        return vec![chunk.id(db).file(db)];
    }
    let is_standard = definition.is_standard(db);
    let modules = hir::all_modules(db).iter().copied();
    modules
        .filter(|module| is_standard || !module.is_standard(db))
        .filter_map(|module| hir::module_file(db, module))
        .collect()
}

/// The chunk that holds all uses, for what cannot be named outside of its item.
fn chunk_of(db: &dyn Db, definition: Definition) -> Option<Chunk<'_>> {
    let item = definition.item().filter(|_| definition.is_local())?;
    Some(hir::item_source(db, item)?.chunk)
}

/// The words of a file that are spelled `name`, and the strings that hold nothing else.
pub(crate) fn occurrences<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    name: &str,
    only: Option<Chunk<'db>>,
) -> Vec<TokenPlace<'db>> {
    occurrences_where(db, file, name, only, |_| true)
}

/// As [`occurrences`], those left out that a look at the text alone rules out.
fn occurrences_where<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    name: &str,
    only: Option<Chunk<'db>>,
    may_fit: impl Fn(Word<'db>) -> bool,
) -> Vec<TokenPlace<'db>> {
    let mut places = Vec::new();
    let text = file.text(db);
    let (searched, base) = match only.and_then(|chunk| Some((chunk, chunk_starts(db, file).start(chunk.id(db))?))) {
        Some((chunk, start)) => (&**chunk.text(db), start),
        None => (&**text, 0),
    };
    for at in words(searched, name) {
        let offset = base + at as u32;
        let end = offset as usize + name.len();
        let starts = chunk_starts(db, file);
        let place = starts.index_at(offset).and_then(|index| {
            let chunk = *chunks(db, file).get(index)?;
            let start = starts.start(chunk.id(db))?;
            let word = Word { chunk, text, start: offset as usize, end };
            if !may_fit(word) {
                return None;
            }
            let parse = parse(db, chunk);
            let token = parse.token_at(offset - start)?;
            let range = parse.token_range(token);
            let is_whole = range.shifted(start).index() == (offset as usize..end);
            let is_quoted = parse.token_kind(token) == TokenKind::String && range.length() as usize == name.len() + 2;
            (is_whole || is_quoted).then(|| TokenPlace::new(chunk, start, parse, token))
        });
        places.extend(place);
    }
    places
}

/// All files of the program.
pub(crate) fn all_files(db: &dyn Db) -> impl Iterator<Item = SourceFile> + '_ {
    let modules = hir::all_modules(db).iter();
    modules.filter_map(|module| hir::module_file(db, *module))
}

/// Whether a word stands anywhere in a text.
pub(crate) fn occurs(text: &str, name: &str) -> bool {
    words(text, name).next().is_some()
}

/// Where a word stands in a text.
fn words<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let bytes = text.as_bytes();
    let is_word = move |at: &usize| {
        let before = at.checked_sub(1).is_some_and(|before| is_word_byte(bytes[before]));
        let behind = bytes.get(at + name.len()).copied().is_some_and(is_word_byte);
        !before && !behind && !name.is_empty()
    };
    memmem::find_iter(bytes, name).filter(is_word)
}

/// Bytes of names; those of letters outside of ASCII count too.
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The other name that an import gives what its token names.
fn alias<'db>(place: &TokenPlace<'db>) -> Option<&'db str> {
    let alias = match place.node_kind() {
        NodeKind::ImportName => view::ImportName::cast(place.parse, place.node)?.alias()?,
        NodeKind::Import => view::Import::cast(place.parse, place.node)?.alias()?,
        _ => return None,
    };
    Some(alias.text())
}

/// Whether `Self` may mean it.
fn stands_for_self(db: &dyn Db, definition: Definition) -> bool {
    matches!(SymbolKind::of(db, definition), SymbolKind::Structure | SymbolKind::Enumeration | SymbolKind::Trait)
}

/// Where `Self` means a type or trait: in its own chunk, and in impls, which name it.
fn self_types(db: &dyn Db, definition: Definition, named: &[NameUse]) -> Vec<NameUse> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for used in named {
        let Some(source) = used.item.and_then(|item| hir::item_source(db, item)) else {
            continue;
        };
        if !seen.insert(source.chunk) {
            continue;
        }
        let places = occurrences(db, used.range.file, "Self", Some(source.chunk));
        let uses = places.iter().filter_map(|place| NameUse::of_token(db, place));
        found.extend(uses.filter(|each| each.definition == definition));
    }
    found
}
