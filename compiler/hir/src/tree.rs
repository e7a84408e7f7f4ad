//! What a chunk declares: every item without bodies, ranges and comments, so that edits inside bodies leave it equal.
//! Nothing is resolved here; types stay as written. The data only; [`crate::item_tree`] makes it.

use source::Chunk;

use crate::arena::List;
use crate::{ConstantExpression, ItemKind, Name, TypeReferenceId, TypeReferences};

/// The items of one chunk.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ItemTree {
    /// Parents before their members, else as written.
    pub items: Vec<Item>,
    /// The imports.
    pub imports: Vec<Import>,
    /// The C libraries of `import extern "m"`.
    pub libraries: Vec<ExternLibrary>,
    /// Every type written in the chunk outside bodies.
    pub types: TypeReferences,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) arguments: Vec<AttributeArgument>,
}

/// Where an item stands: an element of its chunk's item tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, salsa::SalsaValue)]
pub struct ItemSource<'db> {
    /// The chunk.
    pub chunk: Chunk<'db>,
    /// The place in [`ItemTree::items`].
    pub index: u32,
}

/// An item without its body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Its name, as in its id.
    pub name: Name,
    /// The type, trait or impl it stands in, earlier in [`ItemTree::items`].
    pub parent: Option<u32>,
    /// `pub`.
    pub is_public: bool,
    /// See [`ItemTree::attributes`]; those of an `extern { … }` block count for its members too.
    pub attributes: List,
    /// The type parameters of its own.
    pub generics: Vec<GenericParameter>,
    /// The types written in its head, fields and cases, as a run of [`TypeReferences::ids`]; members have their own.
    pub types: List,
    /// Whether there is a syntax error in its head, or among its fields and cases: something may be missing there.
    pub is_incomplete: bool,
    /// The texts of its computed array lengths and case values: where one changes, so does what depends on the head.
    pub constants: Vec<Box<str>>,
    /// The rest.
    pub data: ItemData,
}

/// What is particular to each kind of item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ItemData {
    /// A function with or without a body, and C functions.
    Function(FunctionData),
    /// A record, enum or union.
    Type(TypeData),
    /// `type Name = T`.
    Alias(TypeReferenceId),
    /// `let NAME: T = …`; the type may be left out.
    Constant(Option<TypeReferenceId>),
    /// `let mut name: T = …`.
    Global(Option<TypeReferenceId>),
    /// `let mut optind: i32` in `extern { … }`.
    ExternGlobal {
        /// `mut`.
        mutable: bool,
        /// Its type.
        type_reference: TypeReferenceId,
    },
    /// `type name` in `extern { … }`.
    OpaqueType,
    /// `trait`.
    Trait(TraitData),
    /// `impl`.
    Impl(ImplData),
    /// `test "…"`.
    Test {
        /// Whether it is measured, and not run as a test.
        is_bench: bool,
    },
}

/// A type parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenericParameter {
    /// Its name.
    pub name: Name,
    /// The traits it must have, as written.
    pub bounds: Vec<TypeReferenceId>,
    /// `ref` among the bounds: arguments may be borrows.
    pub allows_borrows: bool,
}

/// How a method takes `self`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Receiver {
    /// `fn`: borrows.
    Ref,
    /// `fn mut`: borrows mutably.
    Mut,
    /// `fn move`: consumes.
    Move,
}

/// A function's head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionData {
    /// `None` for functions outside types and for `fn static`.
    pub receiver: Option<Receiver>,
    /// Without `self`.
    pub parameters: Vec<Parameter>,
    /// `...` at the end.
    pub is_variadic: bool,
    /// The result as written; without it nothing is returned.
    pub result: Option<TypeReferenceId>,
    /// `unsafe fn`.
    pub is_unsafe: bool,
    /// `extern fn` with a body: C may call it, its symbol is its name.
    pub is_extern: bool,
    /// Whether it has a body; only methods of traits and C functions may lack one.
    pub has_body: bool,
}

/// A parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its name; absent in the payload of a case and after a mistake.
    pub name: Option<Name>,
    /// Its type.
    pub type_reference: TypeReferenceId,
}

/// How values of a type live.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeForm {
    /// `type`: on the heap, one owner.
    Heap,
    /// `type inline`: on the stack, moved.
    Inline,
    /// `type copy` and `type union`: on the stack, copied.
    Copy,
    /// `type view`: on the stack, holds borrows.
    View,
}

/// A type with a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeData {
    /// How values live.
    pub form: TypeForm,
    /// What they are made of.
    pub shape: TypeShape,
}

/// What values of a type are made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeShape {
    /// Fields one after the other.
    Record(Vec<Field>),
    /// One of several cases.
    Enum {
        /// The cases.
        cases: Vec<Case>,
        /// `: i32` behind the name.
        representation: Option<TypeReferenceId>,
    },
    /// Fields in one place.
    Union(Vec<Field>),
}

/// A field, `let @name: T`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// `pub`.
    pub is_public: bool,
    /// See [`ItemTree::attributes`].
    pub attributes: List,
    /// Its type.
    pub type_reference: TypeReferenceId,
}

/// A case of an enum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Its name.
    pub name: Name,
    /// What it carries.
    pub payload: Vec<Parameter>,
    /// `= 4`.
    pub value: Option<ConstantExpression>,
}

/// A trait's head; its methods are items.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraitData {
    /// `trait A: B`.
    pub requires: Vec<TypeReferenceId>,
    /// `trait A: ref`: types that hold borrows may have it.
    pub allows_borrows: bool,
}

/// An impl's head; its methods are items.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImplData {
    /// The trait; absent for more methods of a type.
    pub trait_reference: Option<TypeReferenceId>,
    /// The type.
    pub target: TypeReferenceId,
    /// Whether there is a body; without one the methods are derived.
    pub has_body: bool,
}

/// An attribute, `@[name(arguments)]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// Its name.
    pub name: Name,
    /// See [`ItemTree::attribute_arguments`].
    pub arguments: List,
}

/// An argument of an attribute, `os: "linux"`, `16`, `unused_variable`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttributeArgument {
    /// The name before the colon.
    pub name: Option<Name>,
    /// The value.
    pub value: AttributeValue,
}

/// The value of an attribute's argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttributeValue {
    /// Nothing usable; already reported.
    Missing,
    /// A word; names of diagnostics may hold `-`.
    Word(Name),
    /// A number.
    Integer(u64),
    /// A string, decoded.
    String(Box<str>),
}

/// `import a.b.c (x as y)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Import {
    /// `pub`: re-exports.
    pub is_public: bool,
    /// See [`ItemTree::attributes`].
    pub attributes: List,
    /// The names before the parentheses.
    pub path: Vec<Name>,
    /// `as` behind the path.
    pub alias: Option<Name>,
    /// The names in the parentheses; without parentheses the module itself is bound.
    pub names: Option<Vec<ImportName>>,
}

/// One name in the parentheses of an import.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImportName {
    /// The name in the other module.
    pub name: Name,
    /// `as`.
    pub alias: Option<Name>,
}

/// `import extern "m"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternLibrary {
    /// See [`ItemTree::attributes`].
    pub attributes: List,
    /// The library's name.
    pub name: Name,
}

impl ItemTree {
    /// The attributes of an item, field or import.
    pub fn attributes(&self, list: List) -> &[Attribute] {
        &self.attributes[list.range()]
    }

    /// The arguments of an attribute.
    pub fn attribute_arguments(&self, attribute: Attribute) -> &[AttributeArgument] {
        &self.arguments[attribute.arguments.range()]
    }

    /// The first attribute with this name in `list`.
    pub fn attribute(&self, list: List, name: &str) -> Option<Attribute> {
        self.attributes(list).iter().copied().find(|attribute| attribute.name.text() == name)
    }

    /// The text of `@[name("text")]` in `list`.
    pub fn attribute_text(&self, list: List, name: &str) -> Option<&str> {
        let attribute = self.attribute(list, name)?;
        self.attribute_arguments(attribute).iter().find_map(|argument| match &argument.value {
            AttributeValue::String(text) => Some(&**text),
            AttributeValue::Missing | AttributeValue::Word(_) | AttributeValue::Integer(_) => None,
        })
    }

    /// The word of `@[name(word)]` in `list`.
    pub fn attribute_word(&self, list: List, name: &str) -> Option<Name> {
        let attribute = self.attribute(list, name)?;
        self.attribute_arguments(attribute).iter().find_map(|argument| match &argument.value {
            AttributeValue::Word(word) => Some(*word),
            AttributeValue::Missing | AttributeValue::String(_) | AttributeValue::Integer(_) => None,
        })
    }
}

impl Import {
    /// The names that it binds in its module.
    pub fn bound_names(&self) -> impl Iterator<Item = Name> + '_ {
        let whole = match &self.names {
            None => self.alias.or(self.path.last().copied()),
            Some(_) => None,
        };
        let names = self.names.iter().flatten();
        whole.into_iter().chain(names.map(|each| each.alias.unwrap_or(each.name)))
    }
}

impl Item {
    /// The function's head, of functions and C functions.
    pub fn function(&self) -> Option<&FunctionData> {
        if let ItemData::Function(data) = &self.data { Some(data) } else { None }
    }

    /// Form and shape, of types with a body.
    pub fn type_data(&self) -> Option<&TypeData> {
        if let ItemData::Type(data) = &self.data { Some(data) } else { None }
    }

    /// What an impl is for.
    pub fn impl_data(&self) -> Option<&ImplData> {
        if let ItemData::Impl(data) = &self.data { Some(data) } else { None }
    }
}
