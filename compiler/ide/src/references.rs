//! Every place that names what is named at a position, and whether it is read or written there. It must not know how
//! the places are found, which `search` does.

mod access;
#[cfg(test)]
mod tests;

use source::Db;

use crate::name_use::NameUse;
use crate::position::{FilePosition, FileRange};
use crate::search::{Scope, uses};

pub use access::Access;

/// A place that names something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// The name.
    pub range: FileRange,
    /// What happens to the value there.
    pub access: Access,
    /// Whether it is declared there.
    pub is_declaration: bool,
}

/// Every place in the program that names what stands at a position, file by file; `None` if no name stands there.
pub fn references(db: &dyn Db, position: FilePosition, include_declaration: bool) -> Option<Vec<Reference>> {
    let definition = NameUse::at(db, position)?.definition;
    let found = uses(db, definition, Scope::Program);
    let wanted = found.iter().filter(|used| include_declaration || !used.is_declaration);
    Some(wanted.map(|used| Reference::of(db, used)).collect())
}

impl Reference {
    /// The reference that a use is.
    pub(crate) fn of(db: &dyn Db, used: &NameUse) -> Reference {
        Reference { range: used.range.clone(), access: Access::of(db, used), is_declaration: used.is_declaration }
    }
}
