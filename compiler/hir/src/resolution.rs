//! What a name can mean. Data only; the scopes are in `scope`.

use crate::{ItemId, Module, Name};

/// What a name of a module's scope means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resolution {
    /// An item of this or another module.
    Item(ItemId),
    /// A module, after `import a.b`.
    Module(Module),
    /// A case that needs no prefix: `Some`, `None`, `Ok`, `Err`.
    Case {
        /// The enum.
        item: ItemId,
        /// The place among its cases.
        index: u32,
    },
    /// A type of the compiler.
    BuiltinType(BuiltinType),
    /// A function of the compiler.
    BuiltinFunction(BuiltinFunction),
}

impl Resolution {
    /// The item that it is.
    pub fn as_item(self) -> Option<ItemId> {
        if let Resolution::Item(item) = self { Some(item) } else { None }
    }
}

/// What a name in a type means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeResolution {
    /// A type, alias, opaque type or trait.
    Item(ItemId),
    /// `T.Object` of a type or alias: the C struct behind a heap type.
    Object(ItemId),
    /// `T.Object` of a type of the compiler, which has none.
    ObjectOfBuiltin(BuiltinType),
    /// A type of the compiler.
    Builtin(BuiltinType),
    /// A type parameter.
    GenericParameter {
        /// Whose it is.
        item: ItemId,
        /// The place among that item's own type parameters.
        index: u32,
    },
    /// A name that exists but is no type; reported.
    NotAType(Resolution),
    /// A name that does not exist or may not be seen; reported.
    Unknown,
}

macro_rules! builtins {
    (
        $(#[$documentation:meta])* $name:ident from $first:literal:
        $($(#[$variant_documentation:meta])* $variant:ident $text:literal,)*
    ) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$variant_documentation])* $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// Its name in the language.
            pub const fn text(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The one with this name.
            #[inline]
            pub fn from_name(name: Name) -> Option<$name> {
                (name.place() as usize).checked_sub($first).and_then(|place| Self::ALL.get(place)).copied()
            }
        }
    };
}

builtins! {
    /// Types of the compiler. Their names cannot be declared again.
    BuiltinType from 0:
    /// `bool`
    Bool "bool",
    /// `i8`
    I8 "i8",
    /// `i16`
    I16 "i16",
    /// `i32`
    I32 "i32",
    /// `i64`
    I64 "i64",
    /// `i128`
    I128 "i128",
    /// `u8`
    U8 "u8",
    /// `u16`
    U16 "u16",
    /// `u32`
    U32 "u32",
    /// `u64`
    U64 "u64",
    /// `u128`
    U128 "u128",
    /// `f32`
    F32 "f32",
    /// `f64`
    F64 "f64",
    /// `Pointer[T]`
    Pointer "Pointer",
    /// `String`
    String "String",
    /// `Never`
    Never "Never",
}

builtins! {
    /// Functions of the compiler: their types cannot be written in the language. A module may declare the names anew.
    BuiltinFunction from 16:
    /// `print(value)`
    Print "print",
    /// `println(value)`
    Println "println",
    /// `panic("…")`
    Panic "panic",
    /// `assert(condition)`
    Assert "assert",
    /// `swap(mut a, mut b)`
    Swap "swap",
    /// `replace(mut a, b)`
    Replace "replace",
    /// `size_of[T]()`
    SizeOf "size_of",
    /// `align_of[T]()`
    AlignOf "align_of",
    /// `offset_of[T]("field")`
    OffsetOf "offset_of",
    /// `zeroed[T]()`
    Zeroed "zeroed",
}

/// The texts of all builtin names, whose numbers are their places here.
pub(crate) fn builtin_texts() -> impl Iterator<Item = &'static str> {
    let types = BuiltinType::ALL.iter().map(|each| each.text());
    types.chain(BuiltinFunction::ALL.iter().map(|each| each.text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtin_names_are_found_by_their_number() {
        for &each in BuiltinType::ALL {
            assert_eq!(BuiltinType::from_name(Name::new(each.text())), Some(each));
            assert_eq!(BuiltinFunction::from_name(Name::new(each.text())), None);
        }
        for &each in BuiltinFunction::ALL {
            assert_eq!(BuiltinFunction::from_name(Name::new(each.text())), Some(each));
            assert_eq!(BuiltinType::from_name(Name::new(each.text())), None);
        }
        assert_eq!(BuiltinType::from_name(Name::new("i65")), None);
    }
}
