//! The traits whose methods the compiler makes: `Equal`, `Order`, `Hash`, `Show` and `Clone`. Types without a name have them by their
//! parts, named types by an `impl` without a body. Must not know how the methods are made.

use hir::{ItemId, ItemKind, Name};
use smallvec::SmallVec;
use source::Db;

use crate::classify::is_plain;
use crate::ty::{ClosureKind, DynKind, Ty, TypeKind};

/// A trait whose methods the compiler makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Derivable {
    /// `equal(other: ref Self) -> bool`: whether all parts are equal. A NaN equals itself.
    Equal,
    /// `compare(other: ref Self) -> Ordering`: the first parts that differ decide, cases by their order. A NaN comes last.
    Order,
    /// `hash(into: mut Hasher)`: all parts one after the other. Scalars have it by `std`, floats not at all.
    Hash,
    /// `show -> String`
    Show,
    /// `clone -> Self`
    Clone,
}

impl Derivable {
    /// All of them.
    pub const ALL: [Derivable; 5] =
        [Derivable::Equal, Derivable::Order, Derivable::Hash, Derivable::Show, Derivable::Clone];

    /// The name of the trait in the prelude.
    pub fn name(self) -> &'static str {
        match self {
            Derivable::Equal => "Equal",
            Derivable::Order => "Order",
            Derivable::Hash => "Hash",
            Derivable::Show => "Show",
            Derivable::Clone => "Clone",
        }
    }

    /// The name of its one method.
    pub fn method_name(self) -> &'static str {
        match self {
            Derivable::Equal => "equal",
            Derivable::Order => "compare",
            Derivable::Hash => "hash",
            Derivable::Show => "show",
            Derivable::Clone => "clone",
        }
    }

    /// The trait.
    pub fn item(self, db: &dyn Db) -> Option<ItemId> {
        hir::prelude_item(db, Name::new(self.name())).filter(|item| item.kind(db) == ItemKind::Trait)
    }

    /// The method.
    pub fn method(self, db: &dyn Db) -> Option<ItemId> {
        hir::member(db, self.item(db)?, Name::new(self.method_name()))
    }

    /// What parts of a type without a name need the trait so that it has it; nothing if it has not, and for named types,
    /// which an `impl` gives it.
    pub(crate) fn parts(self, db: &dyn Db, ty: Ty) -> Option<SmallVec<[Ty; 4]>> {
        let none = Some(SmallVec::new());
        match ty.kind() {
            TypeKind::Named(_)
            | TypeKind::Object(_)
            | TypeKind::Variable(_)
            | TypeKind::Parameter(..)
            | TypeKind::Error
            | TypeKind::Never
            | TypeKind::Closure(ClosureKind::Owned | ClosureKind::Once | ClosureKind::Mut, ..) => None,
            // A copy of a lent closure is one; nothing else is known of a closure.
            TypeKind::Closure(ClosureKind::Ref, ..) => (self == Derivable::Clone).then(SmallVec::new),
            TypeKind::Dyn(DynKind::Owned, _) => None,
            TypeKind::Dyn(DynKind::Ref, _) if self == Derivable::Clone => none,
            TypeKind::Dyn(DynKind::Mut, _) if self == Derivable::Clone => None,
            TypeKind::Dyn(DynKind::Ref | DynKind::Mut, _) => Some(SmallVec::from_slice(&[ty.value_type()])),
            // `std` has these for slices, element by element.
            TypeKind::Slice(_) => None,
            TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Pointer(_)
                if self == Derivable::Hash =>
            {
                None
            }
            TypeKind::Unit | TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::String => none,
            TypeKind::Pointer(_) => (self != Derivable::Show).then(SmallVec::new),
            TypeKind::ExternFunction(..) => matches!(self, Derivable::Equal | Derivable::Clone).then(SmallVec::new),
            // A copy of a `ref` is one; a `mut` has no second.
            TypeKind::Ref(_) if self == Derivable::Clone => none,
            TypeKind::Mut(_) if self == Derivable::Clone => None,
            TypeKind::Ref(target) | TypeKind::Mut(target) => Some(SmallVec::from_slice(&[target])),
            TypeKind::Tuple(_) | TypeKind::Array(..) if self == Derivable::Clone && is_plain(db, ty) => none,
            TypeKind::Tuple(elements) => Some(SmallVec::from_slice(&elements.types())),
            TypeKind::Array(element, _) => Some(SmallVec::from_slice(&[element])),
        }
    }
}

/// `Hasher`: what a `Hash` writes into.
pub fn hasher(db: &dyn Db) -> Option<ItemId> {
    hir::standard_item(db, "hash", "Hasher")
}

/// Which of these a trait is.
#[salsa::tracked(returns(copy))]
pub fn derivable(db: &dyn Db, item: ItemId) -> Option<Derivable> {
    let name = item.name(db).text();
    let of_name = Derivable::ALL.into_iter().find(|derivable| derivable.name() == &*name)?;
    (of_name.item(db) == Some(item)).then_some(of_name)
}
