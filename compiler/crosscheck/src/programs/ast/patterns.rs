//! Patterns of generated programs, and what they are matched with. Their literals may be adopted: the first value that the
//! model meets decides them, so that arms are chosen which random literals would hardly ever choose.

use std::cell::{Cell, RefCell};

use super::{Block, Expr, Type};

/// How the names of a pattern get what they stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// They are `ref`.
    Lent,
    /// They are `mut`.
    Changed,
    /// They are the parts.
    Given,
}

/// What a pattern is matched with.
pub(crate) struct Scrutinee {
    /// With `Lent` a place or a borrow, with `Changed` a `mut`, with `Given` a value.
    pub(crate) value: Expr,
    pub(crate) mode: Mode,
}

impl Scrutinee {
    /// The type that patterns match.
    pub(crate) fn ty(&self) -> &Type {
        self.value.ty.target()
    }
}

/// An arm of a `match`.
pub(crate) struct Arm {
    pub(crate) pattern: Pattern,
    pub(crate) guard: Option<Expr>,
    pub(crate) body: Block,
}

/// A literal of a pattern.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Literal {
    /// The bits of an integer.
    Int(u128),
    Float(f64),
    Bool(bool),
    Text(String),
}

/// What the literals of a pattern become when the first value comes to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Adoption {
    /// They stay.
    Never,
    /// The range begins with the value; a lone literal is the value.
    First,
    /// The range ends with the value, which it excludes if it excludes its end.
    Last,
    /// The range begins right above the value.
    Above,
    /// The range ends right below the value.
    Below,
}

/// How the parts of a struct are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Naming {
    Positional,
    /// So many by position, the others by name.
    Named(usize),
}

/// A pattern and the type that it matches.
pub(crate) struct Pattern {
    pub(crate) ty: Type,
    pub(crate) kind: PatternKind,
}

/// The kinds of pattern.
pub(crate) enum PatternKind {
    Wildcard,
    Name(usize),
    As(Box<Pattern>, usize),
    Literal(RefCell<Literal>, Cell<Adoption>),
    /// From, to, whether the end is included.
    Range(RefCell<(Literal, Literal)>, bool, Cell<Adoption>),
    Constant(usize),
    /// Parts in written order with their numbers; of a struct some may be left out.
    Parts(Vec<(usize, Pattern)>, Naming),
    Or(Vec<Pattern>),
}

impl Pattern {
    /// Whether some `|` stands in it.
    pub(crate) fn has_alternatives(&self) -> bool {
        match &self.kind {
            PatternKind::Or(_) => true,
            PatternKind::As(inner, _) => inner.has_alternatives(),
            PatternKind::Parts(parts, _) => parts.iter().any(|(_, part)| part.has_alternatives()),
            PatternKind::Wildcard
            | PatternKind::Name(_)
            | PatternKind::Literal(..)
            | PatternKind::Range(..)
            | PatternKind::Constant(_) => false,
        }
    }
}
