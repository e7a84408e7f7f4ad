//! What C has types of its own for where this language has structures: `@[c(vector)]`, `@[c(complex)]`, `@[c(long_double)]`.
//! Owns the list and its words; must not know layouts, which decide whether a type's fields are those of one.

/// A type of C's own, as which a structure is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OwnForm {
    /// A short vector, as of `__attribute__((vector_size))`: one field, an array of numbers.
    Vector,
    /// `_Complex`: two fields, floating-point numbers of one type.
    Complex,
    /// `long double`: fields for the bytes that count.
    LongDouble,
}

impl OwnForm {
    /// All of them.
    pub const ALL: [OwnForm; 3] = [OwnForm::Vector, OwnForm::Complex, OwnForm::LongDouble];

    /// As the attribute has it.
    pub const fn word(self) -> &'static str {
        match self {
            OwnForm::Vector => "vector",
            OwnForm::Complex => "complex",
            OwnForm::LongDouble => "long_double",
        }
    }

    /// The one of a word.
    pub fn from_word(word: &str) -> Option<OwnForm> {
        OwnForm::ALL.into_iter().find(|form| form.word() == word)
    }
}
