//! What the process that holds clang is asked and what it answers, as plain data, and its form as bytes. It owns the shape of
//! both; it must not know clang. An answer comes from another process and may be damaged: indices are checked when it is read,
//! so that whoever follows them need not.

use serde::{Deserialize, Serialize};

/// What every message begins with: another word means another version, or no worker at all.
const GREETING: &[u8] = b"lang-c 3\n";

/// A header, or text that stands for one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The file, as clang is to call it.
    pub path: String,
    /// Its text, if it is not the one on the disk.
    pub text: Option<String>,
    /// The triple of the target.
    pub target: String,
    /// What clang is told besides, in its own words: `-I`, `-D`, `-std=`.
    pub options: Vec<String>,
    /// Whether comments and macros are wanted, too.
    pub in_full: bool,
}

/// What clang made of it, or why it made nothing.
pub type Reply = Result<Answer, String>;

/// The declarations of a translation unit, in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Every type that is named below. What a type holds by value stands before it.
    pub types: Vec<Type>,
    /// Structures and unions.
    pub records: Vec<Record>,
    /// Functions, in the order of their first declarations.
    pub functions: Vec<Function>,
    /// Variables of the file.
    pub globals: Vec<Global>,
    /// Enumerations.
    pub enumerations: Vec<Enumeration>,
    /// Typedefs.
    pub typedefs: Vec<Typedef>,
    /// Errors that clang found.
    pub errors: Vec<Mistake>,
    /// Macros without parameters, in the order of their names; if they were asked for.
    pub macros: Vec<Macro>,
    /// The names of macros with parameters, and where they stand; if they were asked for.
    pub macros_with_parameters: Vec<(String, Place)>,
    /// The file itself, and behind it those that are included somewhere, as clang found them; if they were asked for.
    pub files: Vec<File>,
}

/// An index into [`Answer::types`].
pub type TypeIndex = u32;

/// A type, as clang lays it out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Type {
    /// As C writes it.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Bytes; nothing for what has no size.
    pub size: Option<u64>,
    /// Bytes.
    pub align: Option<u64>,
    /// The same without typedefs, which may say otherwise.
    pub natural_align: Option<u64>,
    /// Whether a program may not write it: of an array, its elements.
    pub is_const: bool,
    /// Of an enumeration, what [`Enumeration::tag`] says.
    pub enumeration: Option<String>,
}

/// What a type is, without typedefs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// `void`.
    Void,
    /// `_Bool`.
    Bool,
    /// An integer as wide as its size.
    Integer {
        /// Whether it has a sign.
        signed: bool,
    },
    /// `_BitInt`.
    BitInt {
        /// Its width.
        bits: u16,
        /// Whether it has a sign.
        signed: bool,
    },
    /// A floating-point number.
    Float(Float),
    /// A pointer, whatever to.
    Pointer {
        /// The function that it points to, if it is one.
        callback: Option<Callback>,
        /// What it points to otherwise, which may stand behind it.
        pointee: Option<TypeIndex>,
    },
    /// `_Complex`.
    Complex(TypeIndex),
    /// A short vector.
    Vector {
        /// Of what.
        element: TypeIndex,
        /// How many.
        count: u32,
    },
    /// An array.
    Array {
        /// Of what.
        element: TypeIndex,
        /// How many; nothing for `[]`.
        count: Option<u64>,
    },
    /// An index into [`Answer::records`].
    Record(u32),
    /// An enumeration is the integer of this type.
    Enumeration(TypeIndex),
    /// `_Atomic`.
    Atomic(TypeIndex),
    /// A function, which has no values.
    Function,
    /// A structure, union or enumeration that is not defined.
    Incomplete,
    /// What nobody here knows.
    Unknown,
}

/// The formats of floating-point numbers, by what C calls them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Float {
    /// `_Float16`.
    Half,
    /// `__bf16`.
    Brain,
    /// `float`.
    Single,
    /// `double`.
    Double,
    /// `long double`, whatever the target's is.
    Long,
    /// `_Float128`.
    Quad,
}

/// What a function pointer points to. Its types may stand behind it: no value holds another by a pointer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Callback {
    /// The result.
    pub result: TypeIndex,
    /// The parameters.
    pub params: Vec<TypeIndex>,
    /// How the list of parameters ends.
    pub prototype: Prototype,
    /// Whether it is called as C's functions are.
    pub is_called_as_c: bool,
}

/// How a list of parameters ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Prototype {
    /// With its last parameter.
    Fixed,
    /// With `...`.
    Variadic,
    /// `f()` before C23: nobody knows the parameters.
    Missing,
}

/// A structure or union.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its tag, or the typedef that stands for one; nothing if it has neither.
    pub tag: Option<String>,
    /// As C writes it; of one without a name, clang's words for it.
    pub name: String,
    /// Whether it is a union.
    pub is_union: bool,
    /// Bytes.
    pub size: u64,
    /// Bytes.
    pub align: u64,
    /// What its attributes say.
    pub attributes: Attributes,
    /// Its members, in order.
    pub fields: Vec<Field>,
    /// Where its definition stands.
    pub place: Place,
    /// The comment above it; if that was asked for.
    pub comment: Option<String>,
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// Nothing for an unnamed bit-field or an anonymous structure.
    pub name: Option<String>,
    /// Its type.
    pub ty: TypeIndex,
    /// Where its first bit stands.
    pub offset_bits: u64,
    /// Of a bit-field.
    pub width: Option<u16>,
    /// What its attributes say.
    pub attributes: Attributes,
    /// The comment above or behind it; if that was asked for.
    pub comment: Option<String>,
}

/// The attributes of a declaration. Clang tells that there is `aligned`, not how much it asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attributes {
    /// `packed`.
    pub packed: bool,
    /// `aligned` or `_Alignas`.
    pub aligned: bool,
    /// One that is not written beside the declaration, as of `#pragma pack`.
    pub implicit: bool,
    /// `transparent_union`.
    pub transparent: bool,
    /// The name of one that may change how values travel.
    pub unknown: Option<String>,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its name for the linker.
    pub symbol: String,
    /// Whether other files see it.
    pub exported: bool,
    /// Whether all that is known of it is a body for calls in this file: C99's `inline`, which makes no symbol.
    pub is_inline_only: bool,
    /// The names of its parameters, as many as there are.
    pub names: Vec<Option<String>>,
    /// Its types.
    pub ty: Callback,
    /// The name of an attribute that may change how values travel.
    pub unknown: Option<String>,
    /// Whether C says that it never comes back.
    pub never_returns: bool,
    /// Whether it is defined with its parameters' types behind the list, which hides from callers what they are.
    pub is_old_style: bool,
    /// Where its first declaration stands.
    pub place: Place,
    /// The comment above it; if that was asked for.
    pub comment: Option<String>,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Global {
    /// Its name.
    pub name: String,
    /// Its name for the linker.
    pub symbol: String,
    /// Whether other files see it.
    pub exported: bool,
    /// Its type.
    pub ty: TypeIndex,
    /// Where it stands.
    pub place: Place,
    /// Whether no program may write it.
    pub is_const: bool,
    /// Whether each thread has its own.
    pub is_thread_local: bool,
    /// The comment above it; if that was asked for.
    pub comment: Option<String>,
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enumeration {
    /// Its tag, or the typedef that stands for one.
    pub tag: Option<String>,
    /// The integer that it is.
    pub ty: TypeIndex,
    /// Names and values; those of unsigned types from 2^63 on stand as they are.
    pub enumerators: Vec<(String, i128)>,
    /// The comment at each of them; if that was asked for.
    pub comments: Vec<Option<String>>,
    /// Where it stands.
    pub place: Place,
    /// The comment above it; if that was asked for.
    pub comment: Option<String>,
}

/// A name of a type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typedef {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub ty: TypeIndex,
    /// Where it stands.
    pub place: Place,
    /// The comment above it; if that was asked for.
    pub comment: Option<String>,
}

/// A macro without parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Macro {
    /// Its name.
    pub name: String,
    /// Where its last definition stands.
    pub place: Place,
    /// What clang made of it as an expression.
    pub value: Value,
}

/// What clang made of an expression.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// It is empty, as that of a guard.
    Empty,
    /// It is no expression, or none with a value while compiling.
    None,
    /// It may be a constant, but none that is read here: why, in words that follow `since`.
    Strange(String),
    /// An integer, and its type; `bool` included.
    Integer(TypeIndex, i128),
    /// A floating-point number that fits `double`, and its type.
    Float(TypeIndex, f64),
    /// A string without a NUL in it.
    Text(String),
    /// A pointer that is an integer, and its type.
    Address(TypeIndex, u64),
}

/// A file that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// As clang calls it.
    pub path: String,
    /// What it includes, as indices into [`Answer::files`], in order.
    pub includes: Vec<u32>,
    /// Whether it says of itself, in an `#error`, that it is not to be included directly.
    pub is_internal: bool,
}

/// A place in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The file, as clang calls it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, in bytes.
    pub column: u32,
    /// Bytes from the start of the file.
    pub offset: u32,
}

/// An error that clang found. What it is about is no part of the answer, nor what depends on that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mistake {
    /// The function, type or variable that it is about, if it has a name.
    pub name: Option<String>,
    /// In clang's words.
    pub message: String,
    /// Where.
    pub place: Place,
}

/// A message as bytes.
pub fn write<T: Serialize>(message: &T) -> Vec<u8> {
    let mut bytes = GREETING.to_vec();
    // Writing to memory fails for lengths that are not known beforehand only, and all of ours are.
    bytes.extend(postcard::to_allocvec(message).unwrap_or_default());
    bytes
}

fn read<'bytes, T: Deserialize<'bytes>>(bytes: &'bytes [u8]) -> Result<T, String> {
    let Some(body) = bytes.strip_prefix(GREETING) else {
        return Err("it does not begin as messages of this version do".to_string());
    };
    match postcard::take_from_bytes(body) {
        Ok((message, [])) => Ok(message),
        Ok((_, rest)) => Err(format!("{} bytes stand behind its end", rest.len())),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads a question.
///
/// # Errors
/// What is wrong with the bytes.
pub fn read_request(bytes: &[u8]) -> Result<Request, String> {
    read(bytes)
}

/// Reads an answer; its indices lead somewhere, and nothing holds itself.
///
/// # Errors
/// What is wrong with the bytes.
pub fn read_reply(bytes: &[u8]) -> Result<Reply, String> {
    let reply: Reply = read(bytes)?;
    if let Ok(answer) = &reply {
        answer.check()?;
    }
    Ok(reply)
}

impl Answer {
    fn check(&self) -> Result<(), String> {
        let known = self.types.len() as u64;
        let exists = |index: TypeIndex| u64::from(index) < known;
        let callback_exists = |of: &Callback| exists(of.result) && of.params.iter().all(|param| exists(*param));
        for (number, ty) in self.types.iter().enumerate() {
            let stands_before = |index: TypeIndex| (index as usize) < number;
            let is_right = match &ty.kind {
                Kind::Complex(inner) | Kind::Enumeration(inner) | Kind::Atomic(inner) => stands_before(*inner),
                Kind::Vector { element, count: _ } | Kind::Array { element, count: _ } => stands_before(*element),
                Kind::Record(record) => {
                    let record = self.records.get(*record as usize);
                    record.is_some_and(|record| record.fields.iter().all(|field| stands_before(field.ty)))
                }
                Kind::Pointer { callback, pointee } => {
                    callback.as_ref().is_none_or(callback_exists) && pointee.is_none_or(exists)
                }
                Kind::Void
                | Kind::Bool
                | Kind::Integer { .. }
                | Kind::BitInt { .. }
                | Kind::Float(_)
                | Kind::Function
                | Kind::Incomplete
                | Kind::Unknown => true,
            };
            if !is_right {
                return Err(format!("its type {number} holds one that does not stand before it"));
            }
        }
        let rest = self.globals.iter().map(|global| global.ty);
        let rest = rest.chain(self.enumerations.iter().map(|each| each.ty));
        let of_macros = self.macros.iter().filter_map(|each| match each.value {
            Value::Integer(ty, _) | Value::Float(ty, _) | Value::Address(ty, _) => Some(ty),
            Value::Empty | Value::None | Value::Strange(_) | Value::Text(_) => None,
        });
        let files = self.files.len() as u64;
        if !self.files.iter().flat_map(|file| &file.includes).all(|index| u64::from(*index) < files) {
            return Err("it names a file that it does not hold".to_string());
        }
        let all = rest.chain(self.typedefs.iter().map(|each| each.ty)).chain(of_macros).all(exists);
        if self.enumerations.iter().any(|each| each.comments.len() != each.enumerators.len()) {
            return Err("an enumeration has not as many comments as names".to_string());
        }
        if !all || !self.functions.iter().all(|function| callback_exists(&function.ty)) {
            return Err("it names a type that it does not hold".to_string());
        }
        Ok(())
    }
}

impl Mistake {
    /// The error behind its place.
    pub fn in_words(&self) -> String {
        if self.place.file.is_empty() { self.message.clone() } else { format!("{}: {}", self.place, self.message) }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}:{}:{}", self.file, self.line, self.column)
    }
}
