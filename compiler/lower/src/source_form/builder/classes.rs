//! What care values of a type need, remembered for the few types of a body so that each question is asked once.
//! Must not know more about types than `types` says.

use source::Db;
use types::Ty;

use super::Builder;

/// What care values of a type need.
#[derive(Clone, Copy)]
struct Class {
    is_copy: bool,
    needs_drop: bool,
    is_heap: bool,
}

/// So many of the last are looked at before the queries are asked, which know all.
const REMEMBERED: usize = 16;

/// The classes of the types met so far. A body has few types without a fixed answer; a list is faster than a map.
#[derive(Default)]
pub(super) struct Classes {
    known: Vec<(Ty, Class)>,
}

impl Classes {
    fn of(&mut self, db: &dyn Db, ty: Ty) -> Class {
        if ty.is_fixed() {
            return Class { is_copy: true, needs_drop: ty == Ty::STRING, is_heap: false };
        }
        if let Some((_, class)) = self.known.iter().rev().take(REMEMBERED).find(|(known, _)| *known == ty) {
            return *class;
        }
        let class = Class {
            is_copy: types::is_copy(db, ty),
            needs_drop: types::needs_drop(db, ty),
            is_heap: types::is_heap(db, ty),
        };
        self.known.push((ty, class));
        class
    }
}

impl Builder<'_> {
    /// Whether a use copies.
    pub(super) fn is_copy(&mut self, ty: Ty) -> bool {
        self.classes.of(self.db, ty).is_copy
    }

    /// Whether something must be done when a value ends.
    pub(super) fn needs_drop(&mut self, ty: Ty) -> bool {
        self.classes.of(self.db, ty).needs_drop
    }

    /// Whether a value is a pointer to an object of its own.
    pub(super) fn is_heap(&mut self, ty: Ty) -> bool {
        self.classes.of(self.db, ty).is_heap
    }
}
