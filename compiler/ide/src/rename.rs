//! A name is changed everywhere it is written. It owns the promise that the program means the same afterwards: what
//! would not is refused in words that say why. It must not know how editors ask for the new name.
//!
//! A new name that stands nowhere in the program can clash with nothing. For any other the change is tried on a copy of
//! the program, where every name is looked up again, which finds every clash, hidden name and capture by itself.

mod changes;
mod checks;
mod modules;
#[cfg(test)]
mod tests;
mod trial;

use std::ops::Range;

use source::Db;

use crate::edit::SourceChange;
use crate::name_use::NameUse;
use crate::position::FilePosition;

use changes::Changes;
pub use modules::{ModuleMove, rename_modules};

/// The name that can be changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RenameTarget {
    /// Where it stands.
    pub range: Range<u32>,
    /// What it is now.
    pub name: String,
}

/// Why a name cannot be changed, in one sentence for the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RenameError(pub String);

impl std::fmt::Display for RenameError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for RenameError {}

/// Whether the name at a position can be changed.
pub fn prepare_rename(db: &dyn Db, position: FilePosition) -> Result<RenameTarget, RenameError> {
    let used = NameUse::at(db, position).ok_or_else(no_name)?;
    let name = checks::renamable(db, &used)?;
    Ok(RenameTarget { range: used.range.range, name })
}

/// Changes the name at a position everywhere: in named arguments, constructions and imports too. An import that gives it
/// another name keeps that; with the cursor on the other name only that is changed. What C knows by its name keeps its
/// symbol: it gets `@[name("…")]`.
pub fn rename(db: &dyn Db, position: FilePosition, new_name: &str) -> Result<SourceChange, RenameError> {
    let used = NameUse::at(db, position).ok_or_else(no_name)?;
    let old_name = checks::renamable(db, &used)?;
    let new_name = new_name.trim();
    if new_name == old_name {
        return Ok(SourceChange::default());
    }
    checks::new_name(used.definition, &old_name, new_name)?;
    let changes = Changes::new(db, &used, &old_name, new_name)?;
    checks::letters(db, &changes.uses, new_name)?;
    if checks::is_written_anywhere(db, new_name) {
        trial::check(db, &changes, &old_name, new_name)?;
    }
    Ok(changes.change)
}

fn no_name() -> RenameError {
    RenameError("no name stands here: put the cursor on the name to change".to_string())
}
