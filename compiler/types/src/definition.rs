//! What a `type` item defines: kind, fields, attributes. Owns the data and the query [`type_definition`]; must not
//! know layouts or bodies of methods.

use hir::Name;

use crate::problem::Problem;
use crate::ty::Ty;

/// What a `type` item defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDefinition {
    /// Where its values live and how they are handed on.
    pub kind: DefinitionKind,
    /// The fields in order; of an opaque type none.
    pub fields: Vec<Field>,
    /// `@[packed]`: no padding between fields.
    pub packed: bool,
    /// `@[align(N)]`: at least this alignment.
    pub align: Option<u32>,
    /// Whether something in it is poison.
    pub poisoned: bool,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

/// Where values of a type live and how they are handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefinitionKind {
    /// `type`: on the heap, one owner; a value is the pointer.
    Heap,
    /// `type inline`: on the stack, moved.
    Inline,
    /// `type copy`: on the stack, plain bits.
    Copy,
    /// `type union`: a C union of plain fields.
    Union,
    /// A C type declared in `extern { }`: only behind a pointer.
    Opaque,
}

/// One field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name without `@`.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
    /// Whether it is visible outside of its module.
    pub public: bool,
}

impl TypeDefinition {
    /// The position of the field with a name.
    pub fn field(&self, name: Name) -> Option<u32> {
        self.fields
            .iter()
            .position(|field| field.name == name)
            .map(|index| index as u32)
    }
}
