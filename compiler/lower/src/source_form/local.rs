//! The locals of a body. Where a name is visible is no business of the source form: whoever records that for debuggers
//! reads it off the body.

use hir::Name;
use types::Ty;

/// An index into `SourceForm::locals`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(pub u32);

impl LocalId {
    /// The place of the result.
    pub const RETURN: LocalId = LocalId(0);
}

impl std::fmt::Debug for LocalId {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "_{}", self.0)
    }
}

/// A local of a body.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    /// Its type.
    pub ty: Ty,
    /// What it is for.
    pub kind: LocalKind,
    /// Whether it may be changed after its first assignment: `let mut`, and temporaries.
    pub mutable: bool,
    /// The name of a parameter or variable.
    pub name: Option<Name>,
    /// The local of the typed body, for parameters and variables.
    pub variable: Option<hir::LocalId>,
}

impl LocalKind {
    /// Whether it has its value from the start: a parameter, or what a closure has captured.
    pub fn is_given(self) -> bool {
        match self {
            LocalKind::Parameter | LocalKind::Captured => true,
            LocalKind::Return | LocalKind::Variable | LocalKind::Value | LocalKind::Temporary | LocalKind::DropFlag => {
                false
            }
        }
    }
}

/// What a local is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalKind {
    /// The place of the result.
    Return,
    /// A parameter, `self` included.
    Parameter,
    /// What a closure has captured: a parameter that its environment gives.
    Captured,
    /// A `let` or `for` variable.
    Variable,
    /// A value on its way from one statement to others: assigned exactly once, before all reads, and never borrowed.
    Value,
    /// A temporary that is borrowed, assigned on several paths, or must be dropped.
    Temporary,
    /// A hidden `bool` that says whether a value is there to be dropped.
    DropFlag,
}
