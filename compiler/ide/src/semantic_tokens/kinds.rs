//! The words for what a token is. Their order is their number in every answer.

macro_rules! words {
    ($(#[$documentation:meta])* $name:ident: $($(#[$word_documentation:meta])* $word:ident $text:literal,)*) => {
        $(#[$documentation])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$word_documentation])* $word,)* }

        impl $name {
            /// All of them in the order of their numbers.
            pub const ALL: &[$name] = &[$($name::$word,)*];

            /// Its name for editors.
            pub const fn text(self) -> &'static str {
                match self { $($name::$word => $text,)* }
            }
        }
    };
}

words! {
    /// What a token is.
    SemanticKind:
    /// A module.
    Namespace "namespace",
    /// An alias.
    Type "type",
    /// A structure or opaque C type.
    Structure "struct",
    /// An enum.
    Enumeration "enum",
    /// A case.
    EnumMember "enumMember",
    /// A union.
    Union "union",
    /// A trait.
    Interface "interface",
    /// A type parameter.
    TypeParameter "typeParameter",
    /// A parameter.
    Parameter "parameter",
    /// A variable, constant or C global.
    Variable "variable",
    /// A field.
    Property "property",
    /// A function.
    Function "function",
    /// A function of a type.
    Method "method",
    /// A reserved word.
    Keyword "keyword",
    /// A word that changes what the next one means: `pub`, `mut`, `copy`.
    Modifier "modifier",
    /// A comment.
    Comment "comment",
    /// A string.
    String "string",
    /// A character literal.
    Character "character",
    /// A number.
    Number "number",
    /// An operator.
    Operator "operator",
    /// `true`, `false`.
    Boolean "boolean",
    /// A type of the compiler.
    BuiltinType "builtinType",
    /// `self`, `Self`.
    SelfKeyword "selfKeyword",
    /// The label of a loop.
    Label "label",
    /// An attribute.
    Attribute "decorator",
    /// `\n` in a string.
    EscapeSequence "escapeSequence",
    /// `%d` in a C function's format, `${` and `}`.
    FormatSpecifier "formatSpecifier",
}

words! {
    /// What else is true of a token.
    SemanticModifier:
    /// The name is declared here.
    Declaration "declaration",
    /// What is declared has its body or value here.
    Definition "definition",
    /// It never changes.
    Readonly "readonly",
    /// It belongs to the type or the program, not to a value.
    Static "static",
    /// It may be changed.
    Mutable "mutable",
    /// The value is moved away here.
    Consuming "consuming",
    /// It is, or is lent as, a borrow.
    Reference "reference",
    /// It needs `unsafe`.
    Unsafe "unsafe",
    /// Other modules may use it.
    Public "public",
    /// It comes with the compiler.
    DefaultLibrary "defaultLibrary",
    /// It documents what follows.
    Documentation "documentation",
    /// A word that decides what runs next.
    ControlFlow "controlFlow",
}

/// A set of [`SemanticModifier`]s.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SemanticModifiers(u32);

impl SemanticModifiers {
    /// None.
    pub const NONE: SemanticModifiers = SemanticModifiers(0);

    /// The set with one more.
    pub const fn with(self, modifier: SemanticModifier) -> SemanticModifiers {
        SemanticModifiers(self.0 | 1 << modifier as u32)
    }

    /// The set with one more, if `condition` holds.
    pub(super) const fn with_if(self, condition: bool, modifier: SemanticModifier) -> SemanticModifiers {
        if condition { self.with(modifier) } else { self }
    }

    /// Whether one is in it.
    pub const fn has(self, modifier: SemanticModifier) -> bool {
        self.0 & 1 << modifier as u32 != 0
    }

    /// One bit for each by its number.
    pub const fn bits(self) -> u32 {
        self.0
    }
}
