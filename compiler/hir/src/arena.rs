//! Four-byte ids into the flat arrays of one body or one item tree, and ranges of its shared lists.
//! Ids are not zero, so `Option<Id>` takes four bytes too. This file must not know what the arrays hold.

/// Declares an id type and indexing of `$owner.$field` by it.
macro_rules! arena_id {
    ($(#[$documentation:meta])* $name:ident) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(std::num::NonZeroU32);

        impl $name {
            /// The id of the element at `index`. Arrays hold fewer than 2³² − 1 elements, as texts have fewer bytes.
            #[inline]
            pub fn from_index(index: usize) -> Self {
                Self(std::num::NonZeroU32::MIN.saturating_add(index as u32))
            }

            /// The place in its array.
            #[inline]
            pub fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(formatter, "#{}", self.index())
            }
        }
    };
    ($(#[$documentation:meta])* $name:ident in $owner:ident.$field:ident: $element:ty) => {
        $crate::arena::arena_id!($(#[$documentation])* $name);

        impl std::ops::Index<$name> for $owner {
            type Output = $element;

            #[inline]
            fn index(&self, id: $name) -> &$element {
                &self.$field[id.index()]
            }
        }
    };
}

pub(crate) use arena_id;

/// A run of elements in one of the shared arrays of a body or item tree. What it indexes is said where it is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct List {
    /// Index of the first element.
    pub start: u32,
    /// How many there are.
    pub length: u32,
}

impl List {
    /// No elements.
    pub const EMPTY: List = List { start: 0, length: 0 };

    /// The elements of `array` from `start` to its end.
    pub(crate) fn rest_of<T>(array: &[T], start: usize) -> List {
        List { start: start as u32, length: (array.len() - start) as u32 }
    }

    /// As an index into its array.
    #[inline]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.length as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.length == 0
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.length as usize
    }
}
