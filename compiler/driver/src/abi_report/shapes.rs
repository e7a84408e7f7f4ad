//! What values are to a caller: the structures, tags, tables and functions that are reached through them, behind pointers too.
//! It owns the form of this graph; its sibling `shaping` makes it of types of the language, and which differences break
//! callers, `meaning` knows. Names of types are told for messages only.

use serde::{Deserialize, Serialize};

/// A type as callers know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShapeReport {
    /// What the language calls it.
    #[serde(rename = "type")]
    pub ty: String,
    /// What it is.
    #[serde(flatten)]
    pub shape: Shape,
}

/// What a value is to a caller. Numbers are places in the list of shapes of a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Shape {
    /// Nobody sees inside: an opaque type, or an object with a field that is not `pub`.
    Closed,
    /// What a `String` leads to.
    Text,
    /// An integer; of its sign nothing is said, where it matters the registers tell it.
    Integer {
        /// Its width.
        bits: u64,
    },
    /// A floating-point number.
    Float {
        /// Its width.
        bits: u64,
    },
    /// `false` or `true`.
    Bool,
    /// An address, of a function too.
    Pointer {
        /// What lies there.
        to: usize,
        /// Whether it may be null.
        nullable: bool,
        /// Whether who gets it may write there.
        written: bool,
        /// Who ends what it leads to.
        held: Held,
    },
    /// Fields beside each other.
    Structure {
        /// Its size.
        bytes: u64,
        /// Its alignment.
        align: u64,
        /// Those that have room, in order.
        fields: Vec<Part>,
    },
    /// Fields in each other's place.
    Union {
        /// Its size.
        bytes: u64,
        /// Its alignment.
        align: u64,
        /// Those that have room, in order.
        fields: Vec<Part>,
    },
    /// An enum with a tag.
    Enum {
        /// Its size.
        bytes: u64,
        /// Its alignment.
        align: u64,
        /// What tells the case.
        tag: Part,
        /// The cases, in order.
        cases: Vec<CaseShape>,
    },
    /// Elements one after another.
    Array {
        /// What each is.
        element: usize,
        /// How many there are.
        length: u64,
    },
    /// Code that is called through a pointer.
    Function {
        /// What it is given.
        params: Vec<usize>,
        /// What it gives.
        result: usize,
    },
    /// The table of a `dyn`, which is read from its beginning.
    Table {
        /// Its words, in order.
        fields: Vec<Part>,
    },
    /// No value.
    Nothing,
}

/// Who ends what a pointer leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Held {
    /// Not who gets it: it is lent, or a raw pointer.
    Lent,
    /// Who gets it.
    Owned,
    /// Who gets it, as one of several owners.
    Counted,
    /// Who gets it, by one call.
    Once,
}

/// A field with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// Where it begins, in bytes.
    pub offset: u64,
    /// What it is.
    pub shape: usize,
}

/// A case of an enum with a tag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseShape {
    /// Its name.
    pub name: String,
    /// Its tag, in decimal.
    pub tag: String,
    /// What it carries.
    pub fields: Vec<Part>,
}

/// The shapes of what one function is given and gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShapesOfCall {
    /// Of the parameters, in order.
    pub params: Vec<usize>,
    /// Of the result.
    pub result: usize,
}

/// The shapes of a target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShapesOnTarget {
    /// The target's triple.
    pub target: String,
    /// Each shape once.
    pub shapes: Vec<ShapeReport>,
}
