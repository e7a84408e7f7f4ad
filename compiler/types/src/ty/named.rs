//! Named types: a `type` item with its type arguments. Must not know what the item defines.

use hir::ItemId;

use super::{Elements, Ty, TypeKind};

/// A `type` item with its type arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NamedType {
    /// The item that declares it.
    pub item: ItemId,
    /// One for each of the item's type parameters.
    pub arguments: Arguments,
}

impl NamedType {
    /// A type that has no type parameters.
    #[inline]
    pub fn plain(item: ItemId) -> NamedType {
        NamedType { item, arguments: Arguments::NONE }
    }

    /// The type as a type.
    pub fn ty(self) -> Ty {
        Ty::intern(TypeKind::Named(self))
    }

    /// Whether it has type arguments.
    #[inline]
    pub fn is_generic(self) -> bool {
        !self.arguments.is_empty()
    }
}

impl From<ItemId> for NamedType {
    /// The declaration itself: where it has type parameters, these stand for themselves.
    #[inline]
    fn from(item: ItemId) -> NamedType {
        NamedType::plain(item)
    }
}

/// Type arguments, equal lists equal: those of a type, or of a function behind those of what it stands in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Arguments(pub(super) Ty);

impl Arguments {
    /// None.
    pub const NONE: Arguments = Arguments(Ty::UNIT);

    /// The one list of these.
    pub fn new(types: &[Ty]) -> Arguments {
        Arguments(Ty::tuple(types))
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Arguments::NONE
    }

    /// The arguments.
    pub fn types(self) -> Elements {
        self.0.as_tuple().unwrap_or_default()
    }
}

impl std::fmt::Debug for Arguments {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.types().fmt(formatter)
    }
}
