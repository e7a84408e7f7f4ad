//! What a program shows to others, as a list of declarations that belongs to no language: types in the order in which C must
//! know them, functions, globals. It is made once ([`super::types`]) and written three times. It owns the data; it must not
//! know the types of the language, nor how any other language writes them.
//!
//! Names are C's, each told apart from all others; who writes for a language with other words changes them alike everywhere.

/// Everything that others can name.
pub(super) struct Interface {
    /// The package.
    pub name: String,
    /// The target, as `lang targets` writes it.
    pub target: String,
    /// Headers of the C library that C includes.
    pub includes: Vec<&'static str>,
    /// Headers of others that C includes, whose types some of these are.
    pub of_others: Vec<OfOthers>,
    /// Types that these define, as C writes them, and how the program has them.
    pub of_c: Vec<(String, Layout)>,
    /// Structures and unions by name, in the order in which they were met: their definitions may stand later or nowhere.
    pub known: Vec<Known>,
    /// Definitions, each behind those that it needs in full.
    pub definitions: Vec<Definition>,
    /// Functions and globals, in the order of the program.
    pub symbols: Vec<Symbol>,
}

/// Headers that were read together.
#[derive(Clone)]
pub(super) struct OfOthers {
    /// With the quotes or brackets around each.
    pub headers: Vec<String>,
    /// Macros that these are read with, and their values.
    pub defines: Vec<(String, String)>,
}

/// The name of a structure or union.
pub(super) struct Known {
    pub name: String,
    pub is_union: bool,
    /// The header of the C library that declares it, if it is C's.
    pub header: Option<&'static str>,
}

/// A type written out.
pub(super) struct Definition {
    pub name: String,
    pub documentation: Option<String>,
    pub body: Body,
    pub constants: Vec<Constant>,
    /// Whether several headers define the same, of which C takes the first.
    pub is_shared: bool,
}

/// What a type is.
pub(super) enum Body {
    Record(Record),
    /// Another name for a number or an address. `none` is the case that null stands for.
    Name {
        form: Form,
        none: Option<String>,
    },
}

/// A structure or union. Sizes and offsets are in bytes.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// That of a part of another type, which C does not name, is given for languages that must.
    pub name: String,
    pub is_union: bool,
    pub fields: Vec<Field>,
    pub packed: bool,
    pub align: Option<u32>,
    pub layout: Layout,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    pub size: u64,
    pub align: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Field {
    pub name: String,
    pub form: Form,
    pub documentation: Option<String>,
    /// The case that null stands for.
    pub none: Option<String>,
    pub offset: u64,
}

/// The number of a case.
pub(super) struct Constant {
    pub name: String,
    pub documentation: Option<String>,
    /// Its bits, extended to 128 by the sign.
    pub value: u128,
    pub bits: u32,
    pub signed: bool,
}

/// A type as C has it. What is constant is not written through this place.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub is_const: bool,
    pub shape: Shape,
}

#[derive(Clone, Debug)]
pub(super) enum Shape {
    Void,
    Bool,
    /// C's `char`, which only bytes of texts and of nothing are.
    Char,
    Integer {
        bits: u32,
        signed: bool,
    },
    Float {
        bits: u32,
    },
    /// What has a name: a [`Known`] or a [`Body::Name`].
    Named(String),
    Pointer(Box<Form>),
    /// Elements, and how many; `None` at the end of an object for as many as there are.
    Array(Box<Form>, Option<u64>),
    /// The address of a function is a pointer to one.
    Function(Vec<Form>, Box<Form>),
    /// A structure or union that is written where it stands.
    Inline(Box<Record>),
    /// A type that only C has.
    Own(Own),
}

/// Types that only C has.
#[derive(Clone, Debug)]
pub(super) enum Own {
    /// So many numbers, `__attribute__((vector_size(…)))`.
    Vector(Box<Form>, u64),
    /// `_Complex`, of numbers.
    Complex(Box<Form>),
    LongDouble,
}

impl Own {
    /// How messages call it.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Own::Vector(..) => "C's vectors",
            Own::Complex(_) => "C's complex numbers",
            Own::LongDouble => "C's `long double`",
        }
    }
}

/// A function or global.
pub(super) struct Symbol {
    /// How it is called in C.
    pub name: String,
    /// How the linker knows it.
    pub symbol: String,
    /// The first paragraph of its comment.
    pub documentation: Option<String>,
    /// Who owns what, in sentences.
    pub ownership: Vec<String>,
    pub kind: SymbolKind,
    /// Whether one of [`Interface::of_others`] declares it.
    pub is_declared: bool,
}

pub(super) enum SymbolKind {
    Function { parameters: Vec<(String, Form)>, result: Form, returns: bool },
    Global(Form),
}

impl Form {
    pub(super) fn new(shape: Shape, is_const: bool) -> Form {
        Form { is_const, shape }
    }

    pub(super) fn plain(shape: Shape) -> Form {
        Form { is_const: false, shape }
    }

    /// The address of something.
    pub(super) fn pointer(to: Form, is_const: bool) -> Form {
        Form { is_const, shape: Shape::Pointer(Box::new(to)) }
    }
}

impl Symbol {
    /// What is said about it: its comment, and who owns what.
    pub(super) fn said(&self) -> Option<String> {
        let ownership = (!self.ownership.is_empty()).then(|| self.ownership.join("\n"));
        let parts: Vec<String> = self.documentation.iter().cloned().chain(ownership).collect();
        (!parts.is_empty()).then(|| parts.join("\n"))
    }
}
