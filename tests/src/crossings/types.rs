//! Types of the programs that cross to C: what they are, what they hold, and how the language writes them. Must not know values.

use super::Program;

/// A type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Number(Number),
    /// A type of the program, by its place in it.
    Named(usize),
    Option(Box<Type>),
    Result(Box<Type>, Box<Type>),
    Tuple(Vec<Type>),
    Array(Box<Type>, usize),
    Borrow(Access, Box<Type>),
    Slice(Access, Box<Type>),
    /// `ref String`.
    Text,
    Function(Kind, Box<Signature>),
    /// A `dyn` of a trait of the program, by its place in it.
    Object(Kind, usize),
}

/// What a closure, function pointer or method takes and gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub parameters: Vec<Type>,
    pub result: Option<Type>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Ref,
    Mut,
}

/// Who holds a closure or a `dyn`; of functions also C's pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Ref,
    Mut,
    Owned,
    Extern,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Bool,
    Integer { bits: u32, is_signed: bool },
    Float { bits: u32 },
}

/// A type that the program declares.
#[derive(Debug)]
pub struct Declared {
    pub name: String,
    pub place: Place,
    /// `packed` or `align(16)`.
    pub attribute: Option<&'static str>,
    pub body: Body,
}

/// Where the values of a declared type lie, in the word of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Copy,
    Inline,
    View,
    Heap,
}

#[derive(Debug)]
pub enum Body {
    /// The fields `f0`, `f1`, ….
    Structure(Vec<Type>),
    /// The cases `C0`, `C1`, …; with names the parts are `p0`, `p1`, ….
    Enum { cases: Vec<Vec<Type>>, has_names: bool },
    /// An enum of a type of integers, with the numbers of its cases.
    Integers(Number, Vec<i128>),
}

/// A trait.
#[derive(Debug)]
pub struct Interface {
    pub name: String,
    /// Its methods are `fn mut`.
    pub is_mut: bool,
    /// The methods `m0`, `m1`, ….
    pub methods: Vec<Signature>,
}

/// What values of a type may hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    pub owners: bool,
    pub borrows: bool,
    /// A `mut`, so that it is looked at through a place that may be changed.
    pub mutable: bool,
    /// A borrow of what no constant can be.
    pub deep: bool,
    /// A pointer to a function, which no constant is.
    pub code: bool,
}

impl Facts {
    /// Whether a constant can be such a value.
    pub fn is_plain(self) -> bool {
        self == Facts::default()
    }

    /// Whether all of this is in `allowed`.
    pub fn are_in(self, allowed: Facts) -> bool {
        self.with(allowed) == allowed
    }

    fn with(self, other: Facts) -> Facts {
        Facts {
            owners: self.owners || other.owners,
            borrows: self.borrows || other.borrows,
            mutable: self.mutable || other.mutable,
            deep: self.deep || other.deep,
            code: self.code || other.code,
        }
    }
}

/// An enum as both halves see it: its cases and what they carry.
pub struct Cases<'a> {
    pub names: Vec<String>,
    pub payloads: Vec<Vec<&'a Type>>,
    pub has_names: bool,
}

impl<'a> Cases<'a> {
    /// What null tells from the empty case, where there is one beside a case of a single pointer: such an enum has no tag.
    pub fn pointer(&self, program: &Program) -> Option<&'a Type> {
        let pointer = match self.payloads.as_slice() {
            [empty, full] | [full, empty] if empty.is_empty() && full.len() == 1 => full[0],
            _ => return None,
        };
        pointer.is_pointer_like(program).then_some(pointer)
    }
}

impl Program {
    pub fn facts(&self, ty: &Type) -> Facts {
        let all = |types: &[&Type]| types.iter().fold(Facts::default(), |facts, ty| facts.with(self.facts(ty)));
        match ty {
            Type::Number(_) => Facts::default(),
            Type::Function(Kind::Extern, _) => Facts { code: true, ..Facts::default() },
            Type::Named(number) => {
                let declared = &self.declared[*number];
                let facts = match &declared.body {
                    Body::Structure(fields) => all(&fields.iter().collect::<Vec<_>>()),
                    Body::Enum { cases, .. } => all(&cases.iter().flatten().collect::<Vec<_>>()),
                    Body::Integers(..) => Facts::default(),
                };
                match declared.place {
                    Place::Copy => facts,
                    Place::Inline | Place::Heap => facts.with(Facts { owners: true, ..Facts::default() }),
                    Place::View => facts.with(Facts { borrows: true, ..Facts::default() }),
                }
            }
            Type::Option(some) => self.facts(some),
            Type::Result(ok, err) => all(&[ok, err]),
            Type::Tuple(elements) => all(&elements.iter().collect::<Vec<_>>()),
            Type::Array(element, _) => self.facts(element),
            Type::Borrow(access, to) | Type::Slice(access, to) => {
                let inside = self.facts(to);
                Facts { borrows: true, mutable: *access == Access::Mut, deep: !inside.is_plain(), ..Facts::default() }
            }
            Type::Text => Facts { borrows: true, ..Facts::default() },
            Type::Function(kind, _) | Type::Object(kind, _) => match kind {
                Kind::Ref => Facts { borrows: true, ..Facts::default() },
                Kind::Mut => Facts { borrows: true, mutable: true, ..Facts::default() },
                Kind::Owned | Kind::Extern => Facts { owners: true, ..Facts::default() },
            },
        }
    }

    /// The cases of an enum; none of another type.
    pub fn cases<'a>(&'a self, ty: &'a Type) -> Option<Cases<'a>> {
        let words = |first: &str, second: &str| vec![first.to_string(), second.to_string()];
        let numbered = |count: usize| (0..count).map(|number| format!("C{number}")).collect::<Vec<_>>();
        let (names, payloads, has_names) = match ty {
            Type::Option(some) => (words("None", "Some"), vec![vec![], vec![&**some]], false),
            Type::Result(ok, err) => (words("Ok", "Err"), vec![vec![&**ok], vec![&**err]], false),
            Type::Named(number) => match &self.declared[*number].body {
                Body::Structure(_) => return None,
                Body::Enum { cases, has_names } => {
                    (numbered(cases.len()), cases.iter().map(|case| case.iter().collect()).collect(), *has_names)
                }
                Body::Integers(_, tags) => (numbered(tags.len()), vec![vec![]; tags.len()], false),
            },
            Type::Number(_) | Type::Tuple(_) | Type::Array(..) | Type::Borrow(..) | Type::Slice(..) => return None,
            Type::Text | Type::Function(..) | Type::Object(..) => return None,
        };
        Some(Cases { names, payloads, has_names })
    }

    /// Whether values of a type are pointers to objects with one owner.
    pub fn is_heap(&self, ty: &Type) -> bool {
        matches!(ty, Type::Named(number) if self.declared[*number].place == Place::Heap)
    }

    /// The type as the language writes it.
    pub fn text(&self, ty: &Type) -> String {
        let list = |types: &[Type]| types.iter().map(|ty| self.text(ty)).collect::<Vec<_>>().join(", ");
        match ty {
            Type::Number(number) => number.text(),
            Type::Named(number) => self.declared[*number].name.clone(),
            Type::Option(some) => format!("Option[{}]", self.text(some)),
            Type::Result(ok, err) => format!("Result[{}, {}]", self.text(ok), self.text(err)),
            Type::Tuple(elements) => format!("({})", list(elements)),
            Type::Array(element, length) => format!("[{}; {length}]", self.text(element)),
            Type::Borrow(access, to) => format!("{} {}", access.word(), self.text(to)),
            Type::Slice(access, element) => format!("{} [{}]", access.word(), self.text(element)),
            Type::Text => "ref String".to_string(),
            Type::Function(kind, signature) => {
                let result = signature.result.as_ref().map(|ty| format!(" -> {}", self.text(ty))).unwrap_or_default();
                format!("{}fn ({}){result}", kind.words(), list(&signature.parameters))
            }
            Type::Object(kind, interface) => format!("{}dyn {}", kind.words(), self.interfaces[*interface].name),
        }
    }
}

impl Type {
    /// Whether the type is written with a `ref` or `mut` before it, or would be another with one.
    pub fn is_lent(&self) -> bool {
        match self {
            Type::Borrow(..) | Type::Slice(..) | Type::Text | Type::Object(..) => true,
            Type::Function(kind, _) => *kind != Kind::Extern,
            Type::Number(_) | Type::Named(_) | Type::Option(_) | Type::Result(..) => false,
            Type::Tuple(_) | Type::Array(..) => false,
        }
    }

    /// Whether a value has a pointer that is never null at its beginning, so that null is what an enum's empty case is.
    pub fn is_pointer_like(&self, program: &Program) -> bool {
        match self {
            Type::Borrow(..) | Type::Slice(..) | Type::Text | Type::Function(..) | Type::Object(..) => true,
            Type::Named(_) => program.is_heap(self),
            Type::Number(_) | Type::Option(_) | Type::Result(..) | Type::Tuple(_) | Type::Array(..) => false,
        }
    }
}

impl Access {
    pub fn word(self) -> &'static str {
        match self {
            Access::Ref => "ref",
            Access::Mut => "mut",
        }
    }
}

impl Kind {
    fn words(self) -> &'static str {
        match self {
            Kind::Ref => "ref ",
            Kind::Mut => "mut ",
            Kind::Owned => "",
            Kind::Extern => "extern ",
        }
    }
}

impl Number {
    pub fn text(self) -> String {
        match self {
            Number::Bool => "bool".to_string(),
            Number::Integer { bits, is_signed } => format!("{}{bits}", if is_signed { "i" } else { "u" }),
            Number::Float { bits } => format!("f{bits}"),
        }
    }
}

impl Place {
    pub fn word(self) -> &'static str {
        match self {
            Place::Copy => "copy ",
            Place::Inline => "inline ",
            Place::View => "view ",
            Place::Heap => "",
        }
    }
}
