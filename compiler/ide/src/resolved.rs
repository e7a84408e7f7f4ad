//! Every name of a text with what it means, as lines for people and programs (`--emit resolved`). It owns the order and the
//! form of the lines; what a name means is `name_use`'s alone, so that the list and editors cannot disagree.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use source::{Db, LineIndex, SourceFile, chunk_starts, chunks, parse, printable};
use syntax::{NodeKind, TokenKind};

use crate::builtins::BuiltinName;
use crate::definition::Definition;
use crate::name_use::{NameUse, paths};
use crate::navigation_target::{NavigationTarget, SymbolKind};
use crate::token::TokenPlace;

/// The names of a file in the order of the text, one a line, in five fields between tabs: where it stands (`line:column`, in characters from 1), the name
/// as it is written, what kind of thing it means, the path by which that is known, and where its name is declared
/// (`path:line:column`). A `-` stands for a path or a place that there is none of, `nothing` for the kind of what a name
/// means that means nothing. Files may have errors.
pub fn resolved_names(db: &dyn Db, file: SourceFile) -> String {
    let mut places = Places::default();
    let mut text = String::new();
    let starts = chunk_starts(db, file);
    for &chunk in chunks(db, file) {
        let Some(start) = starts.start(chunk.id(db)) else {
            continue;
        };
        let parse = parse(db, chunk);
        for token in parse.tokens() {
            let place = TokenPlace::new(chunk, start, parse, token);
            let (offset, written, meaning) = match NameUse::of_token(db, &place) {
                Some(found) => (found.range.range.start, place.text().trim_matches('"'), found.definition.into()),
                None => match meaning_without_definition(db, &place) {
                    Some(meaning) => (place.file_range(db).range.start, place.text(), meaning),
                    None => continue,
                },
            };
            let at = places.position(db, file, offset);
            let told = places.meaning(db, meaning);
            let _infallible = writeln!(text, "{at}\t{}\t{told}", printable::line(written));
        }
    }
    text
}

/// What a name means.
enum Meaning {
    Definition(Definition),
    Builtin(BuiltinName),
    /// On the path of an import, with the path up to here.
    Folder(String),
    /// A parameter of the type of a function, which nobody can name.
    ParameterOfType,
    Nothing,
}

impl From<Definition> for Meaning {
    fn from(definition: Definition) -> Meaning {
        definition.as_builtin().map_or(Meaning::Definition(definition), Meaning::Builtin)
    }
}

/// What a token means that is no name of something declared; `None` if it is no name at all.
fn meaning_without_definition(db: &dyn Db, place: &TokenPlace<'_>) -> Option<Meaning> {
    (place.kind() == TokenKind::Word).then_some(())?;
    if let Some(builtin) = BuiltinName::of_token(db, place) {
        return Some(Meaning::Builtin(builtin));
    }
    if let Some(folder) = paths::folder_of_import(db, place) {
        return Some(Meaning::Folder(folder));
    }
    if is_in_function_type(place) {
        return Some(Meaning::ParameterOfType);
    }
    is_place_of_name(place.node_kind()).then_some(Meaning::Nothing)
}

/// Whether a token is the name before a parameter's type in the type of a function.
fn is_in_function_type(place: &TokenPlace<'_>) -> bool {
    let parse = place.parse;
    let list = (place.node_kind() == NodeKind::Parameter).then(|| parse.parent(place.node)).flatten();
    let owner = list.and_then(|list| parse.parent(list));
    [list, owner].into_iter().flatten().any(|node| parse.kind(node) == NodeKind::FunctionType)
}

/// Whether a word that belongs to such a node by itself is a name; of others it may be `copy`, `static` or an attribute.
fn is_place_of_name(kind: NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Name
            | NodeKind::SelfField
            | NodeKind::FieldAccess
            | NodeKind::NamedArgument
            | NodeKind::PathType
            | NodeKind::DynType
            | NodeKind::PathPattern
            | NodeKind::FieldPattern
            | NodeKind::BindingPattern
            | NodeKind::AsPattern
            | NodeKind::RestPattern
            | NodeKind::Break
            | NodeKind::Continue
            | NodeKind::Import
            | NodeKind::ImportName
            | NodeKind::Field
            | NodeKind::Case
            | NodeKind::Parameter
            | NodeKind::GenericParameter
            | NodeKind::Error
    )
}

/// The positions of files that were asked for, and what was told of definitions.
#[derive(Default)]
struct Places {
    files: FxHashMap<SourceFile, Columns>,
    told: FxHashMap<Definition, String>,
}

impl Places {
    fn position(&mut self, db: &dyn Db, file: SourceFile, offset: u32) -> String {
        let text = file.text(db);
        self.files.entry(file).or_insert_with(|| Columns::new(text)).position(text, offset)
    }

    /// Kind, path and place of a declaration.
    fn meaning(&mut self, db: &dyn Db, meaning: Meaning) -> String {
        let definition = match meaning {
            Meaning::Nothing => return "nothing\t-\t-".to_owned(),
            Meaning::Folder(path) => return format!("folder\t{path}\t-"),
            Meaning::ParameterOfType => return format!("{}\t-\t-", SymbolKind::Parameter.word()),
            Meaning::Builtin(builtin) => return format!("{}\t{}\t-", kind_of_builtin(builtin).word(), builtin.text()),
            Meaning::Definition(definition) => definition,
        };
        if let Some(told) = self.told.get(&definition) {
            return told.clone();
        }
        let kind = SymbolKind::of(db, definition).word();
        let known = known_as(db, definition);
        let place = match NavigationTarget::of(db, definition) {
            Some(target) => {
                let position = self.position(db, target.file, target.focus_range.start);
                format!("{}:{position}", printable::line(target.file.path(db)))
            }
            None => "-".to_owned(),
        };
        let told = format!("{kind}\t{known}\t{place}");
        self.told.insert(definition, told.clone());
        told
    }
}

fn kind_of_builtin(builtin: BuiltinName) -> SymbolKind {
    match builtin {
        BuiltinName::Type(_) | BuiltinName::Object => SymbolKind::BuiltinType,
        BuiltinName::Function(_)
        | BuiltinName::PointerNull
        | BuiltinName::PointerOffset
        | BuiltinName::PointerWrite
        | BuiltinName::PointerRead
        | BuiltinName::PointerDrop
        | BuiltinName::IntoRaw
        | BuiltinName::FromRaw
        | BuiltinName::Length => SymbolKind::BuiltinFunction,
    }
}

/// The path by which a definition is known where it is not declared; what is known in one item only has none.
fn known_as(db: &dyn Db, definition: Definition) -> String {
    match definition {
        Definition::Item(item) => item.path(db),
        Definition::Module(module) => module.full_path(db),
        Definition::Field { item, .. } | Definition::Case { item, .. } => {
            format!("{}.{}", item.path(db), definition.name(db))
        }
        Definition::Parameter { .. }
        | Definition::SelfValue(_)
        | Definition::Local { .. }
        | Definition::GenericParameter { .. }
        | Definition::Label { .. }
        | Definition::BuiltinType(_)
        | Definition::BuiltinFunction(_) => "-".to_owned(),
    }
}

/// Characters are counted from here to there at most.
const STEP: usize = 256;

/// Lines and columns of a text, with steps on the way, so that a long line costs no more than many short ones.
struct Columns {
    lines: LineIndex,
    /// How many characters begin before each multiple of [`STEP`] bytes.
    before: Vec<usize>,
}

impl Columns {
    fn new(text: &str) -> Columns {
        let counts = text.as_bytes().chunks(STEP).scan(0, |sum, bytes| {
            let before = *sum;
            *sum += characters(bytes);
            Some(before)
        });
        Columns { lines: LineIndex::new(text), before: counts.collect() }
    }

    /// `line:column`, both from 1.
    fn position(&self, text: &str, offset: u32) -> String {
        let line = self.lines.line_column(offset).line;
        let start = self.lines.line_start(line).unwrap_or_default();
        let column = self.characters_before(text, offset) - self.characters_before(text, start);
        format!("{}:{}", line + 1, column + 1)
    }

    fn characters_before(&self, text: &str, offset: u32) -> usize {
        let offset = (offset as usize).min(text.len());
        let step = offset / STEP;
        match self.before.get(step) {
            Some(before) => before + characters(&text.as_bytes()[step * STEP..offset]),
            None => text.chars().count(),
        }
    }
}

/// How many characters begin in some bytes: every byte of UTF-8 but continuation bytes begins one.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::Columns;

    #[test]
    fn columns_count_characters() {
        let text = format!("{}\n\u{fc}\u{fc}x{}", "\u{fc}".repeat(700), "\u{20ac}".repeat(300));
        let columns = Columns::new(&text);
        for (offset, character) in text.char_indices() {
            let line = text[..offset].matches('\n').count();
            let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
            let column = text[start..offset].chars().count();
            let told = columns.position(&text, offset as u32);
            assert_eq!(told, format!("{}:{}", line + 1, column + 1), "{character:?} at {offset}");
        }
    }
}
