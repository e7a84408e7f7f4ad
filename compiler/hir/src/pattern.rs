//! The forms of patterns. [`Body`](crate::Body) holds them.

use crate::arena::List;
use crate::{ExpressionId, LocalId, Name, PatternId, PatternPathId, Resolution};

/// A pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Nothing usable; already reported.
    Missing,
    /// `_`.
    Wildcard,
    /// `x`, `mut x`.
    Binding(LocalId),
    /// `1`, `-1`, `"a"`, `true`: a literal, perhaps negated.
    Literal(ExpressionId),
    /// `1..5`, `'a'..='z'`.
    Range {
        /// A literal.
        start: ExpressionId,
        /// A literal.
        end: ExpressionId,
        /// `..=`.
        inclusive: bool,
    },
    /// `Shape.Circle(r)`, `None`, `LIMIT`.
    Path {
        /// The name.
        path: PatternPathId,
        /// See [`crate::Body::pattern_arguments`].
        arguments: List,
        /// `..` at the end.
        has_rest: bool,
    },
    /// `(a, b)`; see [`crate::Body::pattern_list`].
    Tuple(List),
    /// `[a, b]`; see [`crate::Body::pattern_list`]. One of its parts may be a [`Pattern::Rest`].
    Array(List),
    /// `..`, `.. as name` among the elements of an array: those that no other part stands for, lent as a slice if they have a
    /// name.
    Rest(Option<LocalId>),
    /// `a | b`; the same names are the same locals in all parts. See [`crate::Body::pattern_list`].
    Or(List),
    /// `pattern as name`.
    As {
        /// What must fit.
        pattern: PatternId,
        /// The whole.
        local: LocalId,
    },
}

/// A capitalised name in a pattern. A single name may be a case of the matched type, which `types` tries first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternPath {
    /// The names, `Shape.Circle`, behind those of modules; none where that is reported.
    pub names: Vec<Name>,
    /// What the names mean in the module; of `Shape.Circle` what `Shape` means, the case being up to `types`.
    pub resolution: Option<Resolution>,
}

/// An argument of a path pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternArgument {
    /// The name before the colon.
    pub name: Option<Name>,
    /// What must fit.
    pub pattern: PatternId,
}
