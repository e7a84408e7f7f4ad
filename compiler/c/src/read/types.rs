//! C types as those of `abi`, with what C calls them and what lies where in them. Owns what specifiers and declarators
//! mean; sizes, layouts and conventions are `abi`'s.

mod base;
mod records;

use std::collections::HashMap;

use abi::report::FieldLabel;
use abi::{Layout, Target, TyId, TypeArena};
use lang_c::ast::{
    ArraySize, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, Extension,
    FunctionDeclarator, PointerQualifier, SpecifierQualifier, TypeName, TypeQualifier,
};
use lang_c::span::{Node, Span};

use super::attributes::Attributes;
use super::spelling::Spelling;
use super::{Unreadable, is_void, problem};
use crate::declarations::MOST_LEAVES;

/// A C type.
#[derive(Clone, Debug)]
pub(super) struct CType {
    pub id: TyId,
    /// As C writes it.
    pub name: String,
    pub shape: Shape,
    /// `aligned` on a typedef, in bytes, which may also lower it.
    pub align: Option<u32>,
}

/// What a type is made of.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Scalar,
    Record(Option<String>, Vec<Member>),
    Array(Box<CType>, u64),
    Function(Box<Function>),
    /// A structure that is not defined (yet), by `struct` or `union` and its tag.
    Incomplete,
    /// What clang's library may know and nobody here, and why.
    Undescribed(&'static str),
}

/// A member of a structure or union.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Nothing for an anonymous structure.
    pub name: Option<String>,
    pub ty: CType,
    pub offset_bits: u64,
    /// Of a bit-field.
    pub bits: Option<u64>,
    /// In bytes.
    pub size: u64,
}

#[derive(Clone, Debug)]
pub(super) struct Function {
    pub result: CType,
    pub params: Vec<Parameter>,
    pub variadic: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Parameter {
    pub name: Option<String>,
    pub ty: CType,
}

/// A declarator with its type.
pub(super) struct Declared {
    pub name: Option<String>,
    pub ty: CType,
    /// What stands behind it.
    pub attributes: Attributes,
}

/// Specifiers: a type, and attributes for what is declared with it.
pub(super) struct Base {
    pub ty: CType,
    pub attributes: Attributes,
}

/// The types of one file on one target.
pub(super) struct Translator<'a> {
    pub target: Target,
    pub arena: TypeArena,
    pub enumerators: HashMap<String, i128>,
    spelling: &'a Spelling,
    /// Where the declaration begins in what the parser was given, and in the respelled text.
    begin: (usize, usize),
    typedefs: HashMap<String, CType>,
    /// By `struct`, `union` or `enum` and the tag.
    tags: HashMap<String, CType>,
}

/// Why an `_Atomic` value has no description.
pub(super) const ATOMIC: &str = "how an _Atomic value is laid out and passed is not known here";

impl CType {
    pub fn scalar(id: TyId, name: impl Into<String>) -> CType {
        CType { id, name: name.into(), shape: Shape::Scalar, align: None }
    }

    fn pointer_to(pointee: &CType) -> CType {
        let name = match &pointee.shape {
            Shape::Function(function) => {
                let params: Vec<&str> = function.params.iter().map(|param| param.ty.name.as_str()).collect();
                format!("{} (*)({})", function.result.name, params.join(", "))
            }
            Shape::Array(..) => {
                let (element, lengths) = pointee.name.split_once('[').unwrap_or((&pointee.name, "]"));
                format!("{element} (*)[{lengths}")
            }
            Shape::Scalar | Shape::Record(..) | Shape::Incomplete | Shape::Undescribed(_)
                if pointee.name.ends_with('*') =>
            {
                format!("{}*", pointee.name)
            }
            Shape::Scalar | Shape::Record(..) | Shape::Incomplete | Shape::Undescribed(_) => {
                format!("{} *", pointee.name)
            }
        };
        CType::scalar(TyId::POINTER, name)
    }

    /// What clang calls the structure.
    pub fn tag(&self) -> Option<String> {
        match &self.shape {
            Shape::Record(tag, _) => tag.clone(),
            Shape::Scalar | Shape::Array(..) | Shape::Function(_) | Shape::Incomplete | Shape::Undescribed(_) => None,
        }
    }

    /// The scalars inside, in order; of a scalar none.
    pub fn leaves(&self) -> Vec<FieldLabel> {
        let mut found = Vec::new();
        if let Shape::Record(_, members) = &self.shape {
            add_members(String::new(), members, 0, &mut found);
        }
        found
    }
}

fn add_members(path: String, members: &[Member], offset: u64, found: &mut Vec<FieldLabel>) {
    for member in members {
        let path = match &member.name {
            Some(name) if path.is_empty() => name.clone(),
            Some(name) => format!("{path}.{name}"),
            None => path.clone(),
        };
        let bits = member.bits.unwrap_or(8 * member.size);
        add_leaves(path, &member.ty, offset + member.offset_bits, bits, found);
    }
}

fn add_leaves(path: String, ty: &CType, offset: u64, bits: u64, found: &mut Vec<FieldLabel>) {
    if found.len() == MOST_LEAVES {
        return;
    }
    match &ty.shape {
        Shape::Record(_, members) => add_members(path, members, offset, found),
        Shape::Array(element, count) => {
            let each = bits / (*count).max(1);
            for number in 0..(*count).min(MOST_LEAVES as u64) {
                add_leaves(format!("{path}[{number}]"), element, offset + number * each, each, found);
            }
        }
        Shape::Scalar | Shape::Function(_) | Shape::Incomplete | Shape::Undescribed(_) => {
            found.push(FieldLabel { path, ty: ty.name.clone(), offset_bits: offset, bits })
        }
    }
}

impl<'a> Translator<'a> {
    pub fn new(target: Target, spelling: &'a Spelling) -> Translator<'a> {
        Translator {
            target,
            arena: TypeArena::new(),
            enumerators: HashMap::new(),
            spelling,
            begin: (0, 0),
            typedefs: HashMap::new(),
            tags: HashMap::new(),
        }
    }

    /// The next declaration: where it begins for the parser, and in the respelled text.
    pub fn begins_at(&mut self, given: usize, respelled: usize) {
        self.begin = (given, respelled);
    }

    /// A position of the parser in the respelled text.
    fn respelled(&self, position: usize) -> usize {
        position.saturating_sub(self.begin.0) + self.begin.1
    }

    pub fn problem(&self, span: Span, message: impl Into<String>, help: impl Into<String>) -> Unreadable {
        let start = self.spelling.origin(self.respelled(span.start));
        let end = self.spelling.origin(self.respelled(span.end.saturating_sub(1))) + 1;
        problem(start..end.max(start), message, help)
    }

    /// A typedef. It gives a structure without a tag its name.
    pub fn define(&mut self, name: String, mut ty: CType, align: Option<u32>) {
        ty.align = align.or(ty.align);
        if matches!(ty.shape, Shape::Incomplete) {
            // It may be defined by the time it is used.
            self.typedefs.insert(name, ty);
            return;
        }
        if let Shape::Record(tag @ None, _) = &mut ty.shape {
            *tag = Some(name.clone());
        }
        ty.name.clone_from(&name);
        self.typedefs.insert(name, ty);
    }

    /// What specifiers of a declaration mean.
    pub fn declared(&mut self, specifiers: &[Node<DeclarationSpecifier>]) -> Result<Base, Unreadable> {
        let specifiers: Vec<base::Specifier<'_>> = specifiers.iter().filter_map(base::of_declaration).collect();
        self.base(&specifiers)
    }

    /// The same inside of structures and type names.
    pub fn qualified(&mut self, specifiers: &[Node<SpecifierQualifier>]) -> Result<Base, Unreadable> {
        let specifiers: Vec<base::Specifier<'_>> = specifiers.iter().map(base::of_member).collect();
        self.base(&specifiers)
    }

    /// Size and alignment of a type name, as in `sizeof(T)`.
    pub fn type_name_layout(&mut self, name: &Node<TypeName>) -> Result<Layout, Unreadable> {
        let base = self.qualified(&name.node.specifiers)?;
        let ty = match &name.node.declarator {
            Some(declarator) => self.declarator(&base, declarator)?.ty,
            None => base.ty,
        };
        self.check_complete(&ty, name.span)?;
        let layout = self.arena.layout(&self.target, ty.id);
        Ok(Layout { align: ty.align.unwrap_or(layout.align), ..layout })
    }

    /// Width and sign of a type name, if it is an integer.
    pub fn type_name_integer(&mut self, name: &Node<TypeName>) -> Result<Option<(u16, bool)>, Unreadable> {
        let base = self.qualified(&name.node.specifiers)?;
        let ty = match &name.node.declarator {
            Some(declarator) => self.declarator(&base, declarator)?.ty,
            None => base.ty,
        };
        let is_number = matches!(ty.shape, Shape::Scalar) && ty.id != TyId::BOOL;
        Ok(self.arena.get(ty.id).as_integer().filter(|_| is_number))
    }

    /// What a declarator makes of a type.
    pub fn declarator(&mut self, base: &Base, declarator: &Node<Declarator>) -> Result<Declared, Unreadable> {
        let mut attributes = base.attributes.clone();
        self.attributes(&declarator.node.extensions, &mut attributes)?;
        let ty = self.changed(base.ty.clone(), &attributes, declarator.span)?;
        let (name, ty) = self.derived(ty, declarator)?;
        Ok(Declared { name, ty, attributes })
    }

    fn derived(&mut self, mut ty: CType, declarator: &Node<Declarator>) -> Result<(Option<String>, CType), Unreadable> {
        let is_prefix = |derived: &&Node<DerivedDeclarator>| match derived.node {
            DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => true,
            DerivedDeclarator::Array(_) | DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_) => false,
        };
        let derived = &declarator.node.derived;
        let suffixes = derived.iter().filter(|each| !is_prefix(each)).rev();
        for each in derived.iter().filter(is_prefix).chain(suffixes) {
            ty = match &each.node {
                DerivedDeclarator::Pointer(qualifiers) | DerivedDeclarator::Block(qualifiers) => {
                    self.pointer(&ty, qualifiers)?
                }
                DerivedDeclarator::Array(array) => {
                    let count = match &array.node.size {
                        ArraySize::Unknown | ArraySize::VariableUnknown => None,
                        ArraySize::VariableExpression(count) | ArraySize::StaticExpression(count) => {
                            let value = self.constant(count)?;
                            let count = u64::try_from(value).ok().filter(|count| *count < 1 << 32);
                            Some(count.ok_or_else(|| {
                                self.problem(each.span, format!("{value} is no length"), "write 0 or more elements")
                            })?)
                        }
                    };
                    self.array(ty, count, each.span)?
                }
                DerivedDeclarator::Function(function) => self.function(ty, function)?,
                DerivedDeclarator::KRFunction(names) if names.is_empty() => function_type(ty, Vec::new(), true),
                DerivedDeclarator::KRFunction(_) => {
                    let help = "declare the types of its parameters in its parentheses";
                    return Err(self.problem(each.span, "parameters in the old style say nothing to callers", help));
                }
            };
        }
        match &declarator.node.kind.node {
            DeclaratorKind::Abstract => Ok((None, ty)),
            DeclaratorKind::Identifier(name) => Ok((Some(name.node.name.clone()), ty)),
            DeclaratorKind::Declarator(inner) => {
                self.only_harmless(&inner.node.extensions, inner.span)?;
                self.derived(ty, inner)
            }
        }
    }

    fn pointer(&mut self, pointee: &CType, qualifiers: &[Node<PointerQualifier>]) -> Result<CType, Unreadable> {
        let mut ty = CType::pointer_to(pointee);
        for qualifier in qualifiers {
            match &qualifier.node {
                PointerQualifier::Extension(extensions) => self.only_harmless(extensions, qualifier.span)?,
                PointerQualifier::TypeQualifier(word) if word.node == TypeQualifier::Atomic => {
                    ty = CType { shape: Shape::Undescribed(ATOMIC), ..ty };
                }
                PointerQualifier::TypeQualifier(_) => {}
            }
        }
        Ok(ty)
    }

    /// Inside of a declarator, an attribute that changes anything is about a part that is not told apart here.
    fn only_harmless(&mut self, extensions: &[Node<Extension>], span: Span) -> Result<(), Unreadable> {
        let mut attributes = Attributes::default();
        self.attributes(extensions, &mut attributes)?;
        match attributes == Attributes::default() {
            true => Ok(()),
            false => {
                let help = "write it behind the declarator, or give the type a name first";
                Err(self.problem(span, "what this attribute is about is not told apart here", help))
            }
        }
    }

    fn array(&mut self, element: CType, count: Option<u64>, span: Span) -> Result<CType, Unreadable> {
        self.check_complete(&element, span)?;
        let id = match count {
            Some(count) => self.arena.array(element.id, count),
            None => self.arena.flexible_array(element.id),
        };
        let length = count.map_or(String::new(), |count| count.to_string());
        // `int[2][3]` is two arrays of three, so the outer length stands first.
        let (inner, rest) = element.name.split_once('[').unwrap_or((&element.name, ""));
        let rest = if rest.is_empty() { String::new() } else { format!("[{rest}") };
        Ok(CType {
            id,
            name: format!("{inner}[{length}]{rest}"),
            align: element.align,
            shape: Shape::Array(Box::new(element), count.unwrap_or(0)),
        })
    }

    fn function(&mut self, result: CType, function: &Node<FunctionDeclarator>) -> Result<CType, Unreadable> {
        let mut params = Vec::new();
        for parameter in &function.node.parameters {
            let mut base = self.declared(&parameter.node.specifiers)?;
            self.attributes(&parameter.node.extensions, &mut base.attributes)?;
            let declared = match &parameter.node.declarator {
                Some(declarator) => self.declarator(&base, declarator)?,
                None => Declared {
                    name: None,
                    ty: self.changed(base.ty, &base.attributes, parameter.span)?,
                    attributes: Attributes::default(),
                },
            };
            let ty = match &declared.ty.shape {
                Shape::Array(element, _) => CType::pointer_to(element),
                Shape::Function(_) => CType::pointer_to(&declared.ty),
                Shape::Scalar | Shape::Record(..) | Shape::Incomplete | Shape::Undescribed(_) => declared.ty,
            };
            params.push(Parameter { name: declared.name, ty });
        }
        // `f()` says nothing of its parameters before C23, so callers pass them as to `...`.
        let variadic = matches!(function.node.ellipsis, Ellipsis::Some) || params.is_empty();
        if let [only] = params.as_slice()
            && is_void(&only.ty)
        {
            params.clear();
        }
        Ok(function_type(result, params, variadic))
    }

    /// Refuses what has no size.
    pub fn check_complete(&self, ty: &CType, span: Span) -> Result<(), Unreadable> {
        match &ty.shape {
            Shape::Incomplete => {
                let message = format!("{} is not defined here", ty.name);
                Err(self.problem(span, message, "write its members, or use it behind a pointer only"))
            }
            Shape::Function(_) => Err(self.problem(span, "a function has no size", "write a pointer to it")),
            Shape::Undescribed(why) => Err(self.problem(span, *why, "use it behind a pointer only")),
            Shape::Scalar | Shape::Record(..) | Shape::Array(..) => Ok(()),
        }
    }

    /// Refuses what cannot be a parameter or result.
    pub fn check_passed(&self, ty: &CType, span: Span) -> Result<(), Unreadable> {
        self.check_complete(ty, span)?;
        let natural = self.arena.layout(&self.target, ty.id).align;
        match ty.align {
            Some(align) if align != natural => {
                let message = format!("{} is aligned by its typedef, and how that is passed is not described", ty.name);
                Err(self.problem(span, message, "write the attribute behind the brace of the structure itself"))
            }
            Some(_) | None => Ok(()),
        }
    }
}

impl Function {
    /// Whether nothing is known of its parameters.
    pub fn is_without_prototype(&self) -> bool {
        self.variadic && self.params.is_empty()
    }
}

fn function_type(result: CType, params: Vec<Parameter>, variadic: bool) -> CType {
    CType {
        id: TyId::POINTER,
        name: "function".to_string(),
        shape: Shape::Function(Box::new(Function { result, params, variadic })),
        align: None,
    }
}
