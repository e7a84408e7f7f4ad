//! Which texts change when a name does. It must not know whether they may.

use hir::{ItemId, ItemKind};
use source::{Db, SourceFile};
use syntax::{NodeKind, view};

use super::RenameError;
use super::checks::{is_known_to_c, text};
use crate::definition::Definition;
use crate::edit::{SourceChange, TextEdit};
use crate::goto::{method_of_trait, methods_of_impls};
use crate::name_use::NameUse;
use crate::position::{FilePosition, FileRange};
use crate::search::{Scope, uses};
use crate::token::TokenPlace;

/// The places of a name, and what is done there.
pub(super) struct Changes {
    /// The places that are renamed.
    pub uses: Vec<NameUse>,
    /// The edits.
    pub change: SourceChange,
}

impl Changes {
    /// What changes if `old`, which is used here, becomes `new`.
    pub fn new(db: &dyn Db, used: &NameUse, old: &str, new: &str) -> Result<Changes, RenameError> {
        let is_alias = used.definition.name(db) != old;
        let scope = if is_alias && binds_for_itself(db, used.range.file, old) {
            Scope::File(used.range.file)
        } else {
            Scope::Program
        };
        let mut changes = Changes { uses: Vec::new(), change: SourceChange::default() };
        let definitions = match used.definition {
            Definition::Item(item) if !is_alias => family(db, item)?,
            definition => vec![definition],
        };
        for definition in definitions {
            changes.add_uses(db, definition, scope, old, new);
            if !is_alias && is_known_to_c(db, definition) {
                changes.keep_symbol(db, definition, old);
            }
        }
        Ok(changes)
    }

    fn add_uses(&mut self, db: &dyn Db, definition: Definition, scope: Scope, old: &str, new: &str) {
        for used in uses(db, definition, scope) {
            if text(db, &used) != old {
                continue;
            }
            let range = match same_import_name(db, &used, new) {
                Some(whole) => whole.range,
                None => used.range.range.clone(),
            };
            let edit = TextEdit::replace(range, new);
            self.change.add(used.range.file, edit);
            self.uses.push(used);
        }
    }

    /// Writes the name that C knows before a declaration.
    fn keep_symbol(&mut self, db: &dyn Db, definition: Definition, symbol: &str) {
        let span = definition.item().and_then(|item| hir::item_span(db, item));
        if let Some(span) = span {
            let at = FileRange::of_span(db, span);
            let edit = TextEdit::insert(at.range.start, format!("@[name(\"{symbol}\")] "));
            self.change.add(at.file, edit);
        }
    }
}

/// A method with those that must be called like it: the trait's and its impls'.
fn family(db: &dyn Db, item: ItemId) -> Result<Vec<Definition>, RenameError> {
    if item.kind(db) != ItemKind::Function {
        return Ok(vec![Definition::Item(item)]);
    }
    let declared = method_of_trait(db, item).unwrap_or(item);
    if declared.module(db).is_standard(db) {
        let name = item.name(db);
        return Err(RenameError(format!(
            "`{name}` is declared by a trait of the standard library, which cannot be changed"
        )));
    }
    if types::is_asked_by_loops(db, declared) {
        let name = item.name(db);
        return Err(RenameError(format!("`{name}` is what `for` calls: under another name no loop would find it")));
    }
    let implementing = methods_of_impls(db, declared);
    Ok(std::iter::once(declared).chain(implementing).map(Definition::Item).collect())
}

/// Whether an import of the file binds a name by `as`, and for this file only.
fn binds_for_itself(db: &dyn Db, file: SourceFile, name: &str) -> bool {
    let places = crate::search::occurrences(db, file, name, None);
    places.iter().any(|place| {
        let import = place.nodes().find_map(|node| view::Import::cast(place.parse, node));
        let Some(import) = import.filter(|import| !import.is_public()) else {
            return false;
        };
        let alias = match place.node_kind() {
            NodeKind::ImportName => view::ImportName::cast(place.parse, place.node).and_then(|name| name.alias()),
            _ => import.alias(),
        };
        alias.is_some_and(|alias| alias.id() == place.token)
    })
}

/// All of `old as new` in an import, where either is renamed to the other: `as` would say nothing.
fn same_import_name(db: &dyn Db, used: &NameUse, new: &str) -> Option<FileRange> {
    let position = FilePosition { file: used.range.file, offset: used.range.range.start };
    let place = TokenPlace::at(db, position)?;
    let name = view::ImportName::cast(place.parse, place.node)?;
    let (original, alias) = (name.name()?, name.alias()?);
    let other = if original.id() == place.token { alias } else { original };
    let range = name.range().shifted(place.start);
    (other.text() == new).then_some(FileRange { file: used.range.file, range: range.start..range.end })
}
