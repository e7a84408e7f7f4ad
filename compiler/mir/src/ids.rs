//! Dense ids. Owns the numbers by which the IR refers to its parts; must not know what they stand for.
//! All are four bytes and `Copy`, so that instructions stay small and walking a function chases no pointers.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of position `index`.
            #[inline]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("no table of a module has four thousand million entries"))
            }

            /// The position in the table that owns the thing.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str($prefix)?;
                fmt::Display::fmt(&self.0, formatter)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, formatter)
            }
        }
    };
}

id!(
    /// A scalar computed once, by a parameter, a block parameter or an instruction of one function.
    Value,
    "v"
);
id!(
    /// A basic block of one function.
    Block,
    "b"
);
id!(
    /// A piece of memory that lives as long as one call of a function.
    Slot,
    "s"
);
id!(
    /// An entry of a function's table of places that may panic.
    SiteId,
    "site"
);
id!(
    /// An entry of a function's table of calls.
    CallId,
    "call"
);
id!(
    /// A lexical scope of one function.
    ScopeId,
    "scope"
);
id!(
    /// A source variable of one function.
    VariableId,
    "variable"
);
id!(
    /// An aggregate type of one module. Equal types have equal ids.
    TypeId,
    "type"
);
id!(
    /// An interned signature of one module.
    SignatureId,
    "signature"
);
id!(
    /// A function or datum by its linker name, interned in one module.
    SymbolId,
    "symbol"
);
id!(
    /// An interned text of one module.
    StringId,
    "string"
);
id!(
    /// An interned metadata node of one module.
    NodeId,
    "!"
);
id!(
    /// An ABI description attached to one module.
    AbiId,
    "abi"
);
id!(
    /// A place in the tree of memory that loads and stores may touch; [`AliasId::ANY`] is its root.
    AliasId,
    "alias"
);

impl AliasId {
    /// Any memory: the access may alias every other.
    pub const ANY: AliasId = AliasId(0);
}

impl Value {
    /// Stands for 'no result' in an instruction; never a value of a function.
    pub const NONE: Value = Value(u32::MAX);

    /// Whether this is a value and not [`Value::NONE`].
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != u32::MAX
    }
}

/// An alignment: a power of two of bytes, by construction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Align(u8);

impl TryFrom<u8> for Align {
    type Error = &'static str;

    fn try_from(exponent: u8) -> Result<Align, &'static str> {
        if exponent < 64 { Ok(Align(exponent)) } else { Err("no address has that many bits") }
    }
}

impl Align {
    /// No alignment at all: one byte.
    pub const ONE: Align = Align(0);

    /// The alignment of so many bytes.
    ///
    /// # Panics
    /// If `bytes` is not a power of two; alignments come from layouts, where they are.
    #[inline]
    pub fn new(bytes: u64) -> Align {
        Align::try_new(bytes).expect("layouts give powers of two as alignments")
    }

    /// The alignment of so many bytes, if that is a power of two.
    #[inline]
    pub const fn try_new(bytes: u64) -> Option<Align> {
        if bytes.is_power_of_two() { Some(Align(bytes.trailing_zeros() as u8)) } else { None }
    }

    /// In bytes.
    #[inline]
    pub const fn bytes(self) -> u64 {
        1 << self.0
    }

    /// The exponent of two.
    #[inline]
    pub const fn exponent(self) -> u8 {
        self.0
    }

    /// What is known of an address `offset` bytes after one of this alignment.
    #[inline]
    pub fn at_offset(self, offset: u64) -> Align {
        if offset == 0 { self } else { Align(self.0.min(offset.trailing_zeros() as u8)) }
    }
}

impl fmt::Display for Align {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.bytes())
    }
}

impl fmt::Debug for Align {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
