//! How the rules of one document are written down: each once, with its clause, its sentence and, if it sends values to
//! memory, why in a few words. Owns the macro that makes a type of such a list.

/// Makes the type of a document's rules.
macro_rules! rule_list {
    (
        $(#[$about:meta])*
        $name:ident {
            $($(#[$what:meta])* $rule:ident: $clause:expr, $text:literal $(, to memory because $memory:literal)?;)*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$what])* $rule,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$rule),*];

            /// Document and section.
            pub(super) const fn clause(self) -> &'static str {
                match self {
                    $($name::$rule => $clause,)*
                }
            }

            /// The rule, as a sentence for a person.
            pub(super) const fn text(self) -> &'static str {
                match self {
                    $($name::$rule => $text,)*
                }
            }

            /// Why a value travels in memory, in a few words, if this rule is what sends it there.
            pub(super) const fn forces_memory(self) -> Option<&'static str> {
                match self {
                    $($name::$rule => rule_list!(@memory $($memory)?),)*
                }
            }
        }
    };
    (@memory) => { None };
    (@memory $memory:literal) => { Some($memory) };
}

pub(super) use rule_list;
