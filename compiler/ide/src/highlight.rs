//! What lights up in a file while the cursor stands on a name or a keyword of control flow. It must not know other files.

use std::ops::Range;

use source::Db;

use crate::jumps;
use crate::name_use::NameUse;
use crate::position::FilePosition;
use crate::references::{Access, Reference};
use crate::search::{Scope, uses};
use crate::token::TokenPlace;

/// A place that lights up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Highlight {
    /// Where.
    pub range: Range<u32>,
    /// What happens to the value there; of a keyword [`Access::Name`].
    pub access: Access,
}

/// The places of the file that name what stands at a position; on a keyword of a loop or function, where that begins
/// and is left.
pub fn highlight(db: &dyn Db, position: FilePosition) -> Vec<Highlight> {
    if let Some(found) = NameUse::at(db, position) {
        let found = uses(db, found.definition, Scope::File(position.file));
        let references = found.iter().map(|used| Reference::of(db, used));
        let highlight = |reference: Reference| Highlight { range: reference.range.range, access: reference.access };
        return references.map(highlight).collect();
    }
    let exits = TokenPlace::at(db, position).and_then(|place| jumps::exits(&place));
    let highlight = |range: syntax::TextRange| Highlight { range: range.start..range.end, access: Access::Name };
    exits.into_iter().flatten().map(highlight).collect()
}

#[cfg(test)]
mod tests;
