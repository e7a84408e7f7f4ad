//! The operands of each kind of node behind its word, as data. Owns what the verifier demands of them; how they are made and
//! read stands beside.

use super::Kind;

/// What an operand has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A text.
    Text,
    /// A type: its node, or the key of a definition.
    Type,
    /// The node of what a definition can describe.
    Declared,
    /// A scalar.
    Scalar,
    /// The scalar of an integer.
    Integer,
    /// A number.
    Number,
    /// A number of bytes.
    Bytes,
    /// A place in a text, relative to the item's chunk.
    Offset,
    /// The node of something noted: see [`crate::Note`].
    Note,
    /// A node of some kind.
    Node(Kind),
}

/// What may stand behind the operands that there must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// Nothing.
    Nothing,
    /// One more, or nothing.
    Perhaps(Wanted),
    /// As many as there are.
    All(Wanted),
}

/// What nodes of a kind stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// A type.
    Type,
    /// A type that a definition can describe.
    Declared,
    /// A global or a constant.
    Datum,
    /// Part of a type, a name, a function.
    Other,
}

impl Kind {
    /// The operands behind the word.
    pub(crate) fn form(self) -> (&'static [Wanted], Rest) {
        use Wanted::{Bytes, Declared, Integer, Node, Note, Number, Offset, Scalar, Text, Type};
        match self {
            Kind::Scalar => (&[Text, Scalar], Rest::Nothing),
            Kind::Pointer => (&[Text], Rest::Perhaps(Type)),
            Kind::Reference => (&[Text, Type], Rest::Nothing),
            Kind::Code | Kind::Text | Kind::Opaque | Kind::Name => (&[Text], Rest::Nothing),
            Kind::Array => (&[Text, Type, Number], Rest::Nothing),
            Kind::Structure | Kind::Union => (&[Text, Bytes], Rest::All(Node(Kind::Field))),
            Kind::Enumeration => (&[Text, Integer], Rest::All(Node(Kind::Case))),
            Kind::Variants => (&[Text, Bytes, Type, Bytes], Rest::All(Node(Kind::Variant))),
            Kind::Field => (&[Text, Type, Bytes], Rest::Nothing),
            Kind::Case => (&[Text, Number], Rest::Nothing),
            Kind::Variant => (&[Text, Number, Bytes], Rest::All(Node(Kind::Field))),
            Kind::Definition => (&[Text, Text, Declared], Rest::All(Note)),
            Kind::Function => (&[Text, Text, Text, Offset], Rest::Perhaps(Type)),
            Kind::Datum => (&[Text, Text, Text, Offset, Type, Bytes], Rest::All(Note)),
            Kind::Value => (&[Text, Text, Text, Offset, Type, Bytes, Number, Number], Rest::All(Note)),
            Kind::Object => (&[Text, Text, Text, Offset, Type, Text, Bytes], Rest::All(Note)),
        }
    }

    /// What its nodes stand for.
    fn role(self) -> Role {
        match self {
            Kind::Structure | Kind::Union | Kind::Enumeration | Kind::Variants | Kind::Opaque => Role::Declared,
            Kind::Scalar | Kind::Pointer | Kind::Reference | Kind::Code | Kind::Array | Kind::Text => Role::Type,
            Kind::Datum | Kind::Value | Kind::Object => Role::Datum,
            Kind::Field | Kind::Case | Kind::Variant | Kind::Definition | Kind::Name | Kind::Function => Role::Other,
        }
    }

    /// Whether its nodes describe a type.
    pub(crate) fn is_type(self) -> bool {
        matches!(self.role(), Role::Type | Role::Declared)
    }

    /// Whether a definition can describe such a type: one whose size stands in its node, so that types which lead to each
    /// other by their keys have an end.
    pub(crate) fn is_declared(self) -> bool {
        self.role() == Role::Declared
    }

    /// Whether its nodes tell of a global or a constant, which nobody names.
    pub(crate) fn is_datum(self) -> bool {
        self.role() == Role::Datum
    }

    /// Whether values of such a type are numbers.
    pub(crate) fn is_number(self) -> bool {
        matches!(self, Kind::Scalar | Kind::Enumeration | Kind::Pointer | Kind::Reference | Kind::Code)
    }
}
