//! A change is tried on a copy of the program: every name that could mean something else afterwards is looked up in both.
//! It must not know what is renamed. The copy computes only what these look-ups ask for.

use std::collections::HashMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use source::{Database, Db, DiagnosticKind, ProgramCopy, Severity, SourceFile};

use super::RenameError;
use super::changes::Changes;
use super::checks::described;
use crate::definition::Definition;
use crate::edit::{SourceChange, TextEdit, apply};
use crate::name_use::NameUse;
use crate::position::{FilePosition, FileRange};
use crate::search::{all_files, occurrences};

/// Refuses a change after which a name would mean something else or something would be wrong that was not.
pub(super) fn check(db: &dyn Db, changes: &Changes, old: &str, new: &str) -> Result<(), RenameError> {
    let trial = Trial::new(db, &changes.change);
    // Of a name that is taken the clash says most, of a hidden one what hides it; types are at odds only after that.
    let refused = trial
        .new_problem(db, changes, hir::DIAGNOSTIC_KINDS)
        .or_else(|| trial.changed_meaning(db, changes, new))
        .or_else(|| trial.new_problem(db, changes, types::DIAGNOSTIC_KINDS))
        .or_else(|| trial.new_problem(db, changes, lower::DIAGNOSTIC_KINDS));
    match refused {
        Some(reason) => Err(RenameError(format!("`{old}` cannot become `{new}`: {reason}"))),
        None => Ok(()),
    }
}

/// `main.lang:3:5`, without folders, with the column in characters.
pub(super) fn shown(db: &dyn Db, file: SourceFile, offset: u32) -> String {
    let at = source::line_index(db, file).line_column(offset);
    let text = file.text(db);
    let line_start = (offset - at.column) as usize;
    let column = text.get(line_start..offset as usize).map_or(0, |line| line.chars().count());
    let path = file.path(db);
    let name = path.rsplit('/').next().unwrap_or(path);
    format!("{name}:{}:{}", at.line + 1, column + 1)
}

/// The program after a change.
struct Trial<'change> {
    db: Database,
    files: HashMap<SourceFile, SourceFile>,
    /// Of each file that changes.
    moves: FxHashMap<SourceFile, Moves<'change>>,
}

/// What a name means, comparable between the program and its copy.
#[derive(PartialEq, Eq)]
enum Meaning {
    /// Something declared here, in the copy.
    Declared(SourceFile, u32),
    /// Something that is declared nowhere: of the language, or a module.
    Named(String),
}

impl<'change> Trial<'change> {
    fn new(db: &dyn Db, change: &'change SourceChange) -> Trial<'change> {
        let moves = change.files.iter().map(|(file, edits)| (*file, Moves::new(edits)));
        let moves: FxHashMap<SourceFile, Moves<'change>> = moves.collect();
        let changed = |file| moves.get(&file).map(|moves| Arc::from(apply(SourceFile::text(file, db), moves.edits)));
        match ProgramCopy::new(db, changed) {
            Some(ProgramCopy { db, files, .. }) => Trial { db, files, moves },
            None => Trial { db: Database::new(), files: HashMap::new(), moves },
        }
    }

    /// How the text of a file moves.
    fn moves_of(&self, file: SourceFile) -> &Moves<'change> {
        static NONE: Moves<'static> = Moves { edits: &[], behind: Vec::new() };
        self.moves.get(&file).unwrap_or(&NONE)
    }

    /// Where a place of the program lies in the copy.
    fn moved(&self, file: SourceFile, offset: u32) -> Option<FilePosition> {
        Some(FilePosition { file: *self.files.get(&file)?, offset: self.moves_of(file).moved(offset) })
    }

    /// An error of certain kinds in a changed file that was not there before.
    fn new_problem(&self, db: &dyn Db, changes: &Changes, kinds: &[&DiagnosticKind]) -> Option<String> {
        for (file, _) in &changes.change.files {
            let copied = *self.files.get(file)?;
            let mut known: FxHashMap<(&str, u32), usize> = FxHashMap::default();
            for diagnostic in lower::diagnostics(db, *file) {
                let start = diagnostic.primary.span.absolute(db).start;
                let start = self.moves_of(*file).moved(start);
                *known.entry((diagnostic.kind.code, start)).or_default() += 1;
            }
            for diagnostic in lower::diagnostics(&self.db, copied) {
                let range = diagnostic.primary.span.absolute(&self.db);
                let count = known.entry((diagnostic.kind.code, range.start)).or_default();
                let is_known = *count > 0;
                *count = count.saturating_sub(1);
                if is_known || diagnostic.severity() != Severity::Error || !kinds.contains(&diagnostic.kind) {
                    continue;
                }
                let mut reason = format!("{} ({}", diagnostic.message, shown(&self.db, copied, range.start));
                for other in &diagnostic.secondary {
                    let file = other.span.file(&self.db);
                    let at = other.span.absolute(&self.db).start;
                    reason.push_str(&format!("; {} {}", other.text, shown(&self.db, file, at)));
                }
                return Some(reason + ")");
            }
        }
        None
    }

    /// A name that means something else in the copy: one that was renamed, or one that was spelled so before.
    fn changed_meaning(&self, db: &dyn Db, changes: &Changes, new: &str) -> Option<String> {
        for used in &changes.uses {
            let found = self.found(used.range.file, used.range.range.start);
            if found.map(|found| self.meaning(found)) != self.expected(db, used.definition) {
                return Some(self.captured(db, used, new, found));
            }
        }
        for file in all_files(db) {
            for place in occurrences(db, file, new, None) {
                let Some(before) = NameUse::of_token(db, &place) else {
                    continue;
                };
                let found = self.found(file, before.range.range.start);
                if found.map(|found| self.meaning(found)) != self.expected(db, before.definition) {
                    return Some(self.captured(db, &before, new, found));
                }
            }
        }
        None
    }

    fn found(&self, file: SourceFile, offset: u32) -> Option<Definition> {
        Some(NameUse::at(&self.db, self.moved(file, offset)?)?.definition)
    }

    /// What a definition of the copy is.
    fn meaning(&self, definition: Definition) -> Meaning {
        match place(&self.db, definition) {
            Some(at) => Meaning::Declared(at.file, at.range.start),
            None => Meaning::Named(self.full_name(&self.db, definition)),
        }
    }

    /// What a definition of the program should be in the copy.
    fn expected(&self, db: &dyn Db, definition: Definition) -> Option<Meaning> {
        Some(match place(db, definition) {
            Some(at) => {
                let at = self.moved(at.file, at.range.start)?;
                Meaning::Declared(at.file, at.offset)
            }
            None => Meaning::Named(self.full_name(db, definition)),
        })
    }

    fn full_name(&self, db: &dyn Db, definition: Definition) -> String {
        match definition {
            Definition::Module(module) => format!("module {}", module.full_path(db)),
            _ => definition.name(db),
        }
    }

    fn captured(&self, db: &dyn Db, used: &NameUse, new: &str, found: Option<Definition>) -> String {
        let line = shown(db, used.range.file, used.range.range.start);
        let Some(found) = found else {
            return format!("at {line}, `{new}` would mean nothing");
        };
        let what = described(&self.db, found);
        match place(&self.db, found) {
            Some(at) => {
                let declared = shown(&self.db, at.file, at.range.start);
                format!("at {line}, `{new}` would mean {what}, declared at {declared}")
            }
            None => format!("at {line}, `{new}` would mean {what}"),
        }
    }
}

/// Where a definition is declared.
fn place(db: &dyn Db, definition: Definition) -> Option<FileRange> {
    Some(FileRange::of_span(db, definition.name_span(db)?))
}

/// Where the text of a file comes to lie by the edits of it.
#[derive(Default)]
struct Moves<'change> {
    edits: &'change [TextEdit],
    /// By how many bytes what is behind each edit moves.
    behind: Vec<i64>,
}

impl<'change> Moves<'change> {
    fn new(edits: &'change [TextEdit]) -> Moves<'change> {
        let growth = |edit: &TextEdit| edit.text.len() as i64 - i64::from(edit.range.end - edit.range.start);
        let behind = edits.iter().scan(0, |sum, edit| {
            *sum += growth(edit);
            Some(*sum)
        });
        Moves { edits, behind: behind.collect() }
    }

    /// Where an offset lies after the edits; within a replaced range, where that begins.
    fn moved(&self, offset: u32) -> u32 {
        // Ranges ascend and do not overlap.
        let passed = self.edits.partition_point(|edit| edit.range.end <= offset);
        let by = passed.checked_sub(1).map_or(0, |last| self.behind[last]);
        let inside = self.edits.get(passed).filter(|edit| edit.range.start <= offset);
        let from = inside.map_or(offset, |edit| edit.range.start);
        u32::try_from(i64::from(from) + by).unwrap_or(offset)
    }
}
