//! How many borrows lie behind each other in values of a type. Must not know loans.

use hir::ItemId;
use rustc_hash::FxHashMap;
use source::Db;
use types::{Arguments, NamedType, Structure, Ty, type_definition};

/// How many levels of borrows the values of a type have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Depth {
    /// So many.
    pub levels: usize,
    /// Whether the last stands for all deeper ones too: views that lead to values of their own type have no last level.
    pub is_endless: bool,
}

impl Depth {
    /// The level that stands for one, if there is such a level.
    pub fn level(self, level: usize) -> Option<usize> {
        if level < self.levels {
            return Some(level);
        }
        self.is_endless.then(|| self.levels - 1)
    }

    /// One level more in front of it.
    fn behind_a_borrow(self) -> Depth {
        if self.levels < MOST_LEVELS {
            Depth { levels: self.levels + 1, ..self }
        } else {
            Depth { levels: MOST_LEVELS, is_endless: true }
        }
    }

    fn or(self, other: Depth) -> Depth {
        Depth { levels: self.levels.max(other.levels), is_endless: self.is_endless || other.is_endless }
    }
}

/// Levels are told apart behind so many views; deeper ones count as one, for each value has a set of loans for each level.
const MOST_VIEWS: u8 = 8;

/// The most levels that values of a type have, whichever type of a chain is asked for first: all deeper ones are the last.
const MOST_LEVELS: usize = 16;

/// The levels of types, each counted once.
pub struct Levels<'db> {
    db: &'db dyn Db,
    known: FxHashMap<Ty, Depth>,
    /// Behind how many more views levels are told apart.
    views: u8,
}

impl<'db> Levels<'db> {
    /// Nothing is known yet.
    pub fn new(db: &'db dyn Db) -> Levels<'db> {
        Levels { db, known: FxHashMap::default(), views: MOST_VIEWS }
    }

    /// How many levels the values of a type have.
    pub fn depth(&mut self, ty: Ty) -> Depth {
        if let Some(depth) = self.known.get(&ty) {
            return *depth;
        }
        let depth = match (ty.as_borrow(), ty.structure()) {
            (Some((target, _)), _) => self.depth(target).behind_a_borrow(),
            (None, Structure::Tuple(elements)) => self.deepest(elements.iter().copied()),
            (None, Structure::Array(element, _)) => self.depth(element),
            (None, Structure::Named(named)) if types::is_view(self.db, named.item) => self.of_view(named),
            (None, Structure::Named(named)) => self.deepest(named.arguments.types().iter().copied()),
            (None, Structure::Whole) => match (ty.as_slice(), ty.as_pointer()) {
                (Some(element), _) => self.depth(element),
                // In a view it leads to what other borrows lead to.
                (None, Some(target)) => {
                    let behind = self.depth(target);
                    if behind.levels > 0 { behind.behind_a_borrow() } else { behind }
                }
                // All that values of a type parameter for borrows may hold counts as one level.
                (None, None) => {
                    let holds = ty.is_parameter() && types::holds_borrow(self.db, ty);
                    Depth { levels: usize::from(holds), is_endless: false }
                }
            },
            (None, Structure::Object(_)) => Depth::default(),
        };
        self.known.insert(ty, depth);
        depth
    }

    fn deepest(&mut self, types: impl Iterator<Item = Ty>) -> Depth {
        types.fold(Depth::default(), |deepest, ty| deepest.or(self.depth(ty)))
    }

    fn of_view(&self, named: NamedType) -> Depth {
        match self.views.checked_sub(1) {
            Some(views) => view_depth(self.db, named.item, named.arguments, views),
            None => Depth { levels: 1, is_endless: true },
        }
    }
}

/// The levels of a view, told apart behind so many more: one less for each, so views that lead to each other have an end.
/// A view is a borrow whatever its fields are: raw pointers may lead to what it lends.
#[salsa::tracked(returns(copy))]
fn view_depth(db: &dyn Db, item: ItemId, arguments: Arguments, views: u8) -> Depth {
    let mut levels = Levels { views, ..Levels::new(db) };
    let parts = type_definition(db, NamedType { item, arguments }).parts();
    levels.deepest(parts.iter().map(|part| part.ty)).or(Depth { levels: 1, is_endless: false })
}

/// Whether values of a type have a single borrow on a level, and no array of them.
pub fn is_single_on_level(db: &dyn Db, ty: Ty, level: usize) -> bool {
    count_on_level(db, ty, level) == 1
}

/// The borrows on a level; of more than one, and where nobody knows, it says two.
fn count_on_level(db: &dyn Db, ty: Ty, level: usize) -> usize {
    match (ty.as_borrow(), ty.structure()) {
        (Some(_), _) if level == 0 => 1,
        (Some((target, _)), _) => count_on_level(db, target, level - 1),
        (None, Structure::Tuple(elements)) => {
            let mut count = 0;
            for element in elements.iter().copied() {
                count += count_on_level(db, element, level);
                if count > 1 {
                    return 2;
                }
            }
            count
        }
        (None, Structure::Array(element, _)) => (2 * count_on_level(db, element, level)).min(2),
        // Nobody knows how many there are in one, nor that what is there is of one level only.
        (None, Structure::Named(_) | Structure::Whole) if types::holds_borrow(db, ty) => 2,
        (None, Structure::Named(_) | Structure::Whole | Structure::Object(_)) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Database;

    #[test]
    fn borrows_are_counted_by_level() {
        let leaf = Ty::borrow(Ty::STRING, false);
        let pair = Ty::tuple(&[leaf, Ty::I64]);
        let slot = Ty::borrow(pair, true);
        let database = Database::default();
        let mut levels = Levels::new(&database);
        let mut count = |ty: Ty| levels.depth(ty).levels;
        assert_eq!(count(Ty::I64), 0);
        assert_eq!(count(pair), 1);
        assert_eq!(count(Ty::tuple(&[leaf, slot])), 2);
        assert_eq!(count(Ty::borrow(Ty::slice(slot), false)), 3);
        let is_single = |ty: Ty, level: usize| is_single_on_level(&database, ty, level);
        assert!(is_single(slot, 0) && is_single(slot, 1) && !is_single(slot, 2));
        assert!(!is_single(Ty::tuple(&[slot, slot]), 1));
        assert!(!is_single(Ty::array(slot, 3), 0));
        let deep = (0..40).fold(leaf, |ty, _| Ty::borrow(ty, true));
        let depth = levels.depth(deep);
        assert_eq!((depth.levels, depth.level(3), depth.level(40)), (MOST_LEVELS, Some(3), Some(MOST_LEVELS - 1)));
        assert!(is_single(Ty::borrow(Ty::slice(leaf), true), 0) && !is_single(Ty::borrow(Ty::slice(leaf), true), 1));
    }
}
