//! What the words in front of a declarator mean: `unsigned long`, `double _Complex`, names of types. Owns which words may
//! stand together; how wide they are is a fact of `abi`'s targets.

use abi::{Architecture, Ty, TyId};
use lang_c::ast::{
    DeclarationSpecifier, Extension, SpecifierQualifier, TS18661FloatFormat, TS18661FloatType, TypeQualifier,
    TypeSpecifier,
};
use lang_c::span::{Node, Span};

use super::{ATOMIC, Base, CType, Shape, Translator};
use crate::read::Unreadable;
use crate::read::attributes::Attributes;

/// A specifier of a declaration or a member.
pub(super) enum Specifier<'a> {
    Type(&'a Node<TypeSpecifier>),
    Const,
    Atomic,
    Extensions(&'a [Node<Extension>]),
    Nothing,
}

pub(super) fn of_declaration(specifier: &Node<DeclarationSpecifier>) -> Option<Specifier<'_>> {
    match &specifier.node {
        DeclarationSpecifier::TypeSpecifier(specifier) => Some(Specifier::Type(specifier)),
        DeclarationSpecifier::TypeQualifier(qualifier) => Some(of_qualifier(&qualifier.node)),
        DeclarationSpecifier::Extension(extensions) => Some(Specifier::Extensions(extensions)),
        // `_Alignas` arrives as an attribute.
        DeclarationSpecifier::StorageClass(_)
        | DeclarationSpecifier::Function(_)
        | DeclarationSpecifier::Alignment(_) => None,
    }
}

pub(super) fn of_member(specifier: &Node<SpecifierQualifier>) -> Specifier<'_> {
    match &specifier.node {
        SpecifierQualifier::TypeSpecifier(specifier) => Specifier::Type(specifier),
        SpecifierQualifier::TypeQualifier(qualifier) => of_qualifier(&qualifier.node),
        SpecifierQualifier::Extension(extensions) => Specifier::Extensions(extensions),
    }
}

fn of_qualifier(qualifier: &TypeQualifier) -> Specifier<'static> {
    match qualifier {
        TypeQualifier::Const => Specifier::Const,
        TypeQualifier::Restrict
        | TypeQualifier::Volatile
        | TypeQualifier::Nonnull
        | TypeQualifier::NullUnspecified
        | TypeQualifier::Nullable => Specifier::Nothing,
        TypeQualifier::Atomic => Specifier::Atomic,
    }
}

/// The words of a scalar type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Words {
    void: bool,
    bool: bool,
    char: bool,
    short: bool,
    int: bool,
    long: u32,
    float: bool,
    double: bool,
    signed: bool,
    unsigned: bool,
    complex: bool,
}

impl Translator<'_> {
    pub(super) fn base(&mut self, specifiers: &[Specifier<'_>]) -> Result<Base, Unreadable> {
        let mut words = Words::default();
        let (mut named, mut span, mut is_const, mut is_atomic) = (None, Span::none(), false, false);
        let mut attributes = Attributes::default();
        let mut index = 0;
        while let Some(specifier) = specifiers.get(index) {
            index += 1;
            match specifier {
                Specifier::Const => is_const = true,
                Specifier::Atomic => is_atomic = true,
                Specifier::Nothing => {}
                Specifier::Extensions(extensions) => self.attributes(extensions, &mut attributes)?,
                Specifier::Type(specifier) => {
                    span = specifier.span;
                    // Attributes behind a brace belong to the structure or enumeration itself.
                    let mut own = Attributes::default();
                    while let Some(Specifier::Extensions(extensions)) = specifiers.get(index)
                        && defines(&specifier.node)
                    {
                        self.attributes(extensions, &mut own)?;
                        index += 1;
                    }
                    if let Some(ty) = self.type_specifier(specifier, &own, &mut words)? {
                        named = Some(ty);
                    }
                }
            }
        }
        let mut ty = match named {
            Some(ty) if words == Words::default() && attributes.bit_int.is_none() => ty,
            Some(ty) if words == (Words { complex: true, ..Words::default() }) && self.arena.get(ty.id).is_float() => {
                CType::scalar(self.arena.complex(ty.id), format!("{} _Complex", ty.name))
            }
            Some(_) => return Err(self.problem(span, "these words of a type do not go together", "write one type")),
            None => self.scalar(words, &attributes, span)?,
        };
        if is_atomic {
            ty = CType { shape: Shape::Undescribed(ATOMIC), name: format!("_Atomic({})", ty.name), ..ty };
        }
        if is_const {
            ty.name = format!("const {}", ty.name);
        }
        Ok(Base { ty, attributes })
    }

    fn type_specifier(
        &mut self,
        specifier: &Node<TypeSpecifier>,
        own: &Attributes,
        words: &mut Words,
    ) -> Result<Option<CType>, Unreadable> {
        let span = specifier.span;
        match &specifier.node {
            TypeSpecifier::Void => words.void = true,
            TypeSpecifier::Char => words.char = true,
            TypeSpecifier::Short => words.short = true,
            TypeSpecifier::Int => words.int = true,
            TypeSpecifier::Long => words.long += 1,
            TypeSpecifier::Float => words.float = true,
            TypeSpecifier::Double => words.double = true,
            TypeSpecifier::Signed => words.signed = true,
            TypeSpecifier::Unsigned => words.unsigned = true,
            TypeSpecifier::Bool => words.bool = true,
            TypeSpecifier::Complex => words.complex = true,
            TypeSpecifier::Struct(record) => return self.record(record, own).map(Some),
            TypeSpecifier::Enum(enumeration) => return self.enumeration(enumeration, own).map(Some),
            TypeSpecifier::TypedefName(name) => return self.named_type(&name.node.name, span).map(Some),
            TypeSpecifier::TS18661Float(float) => return self.exact_float(float, span).map(Some),
            TypeSpecifier::Atomic(name) => {
                let inner = self.qualified(&name.node.specifiers)?.ty;
                let name = format!("_Atomic({})", inner.name);
                return Ok(Some(CType { name, shape: Shape::Undescribed(ATOMIC), ..inner }));
            }
            TypeSpecifier::TypeOf(_) => {
                return Err(self.problem(span, "typeof is not evaluated here", "write the type"));
            }
        }
        Ok(None)
    }

    fn named_type(&mut self, name: &str, span: Span) -> Result<CType, Unreadable> {
        if name == "__builtin_va_list" {
            return Ok(self.va_list());
        }
        let mut known = self.typedefs.get(name).cloned();
        if let Some(ty) = &mut known
            && matches!(ty.shape, Shape::Incomplete)
            && let Some(defined) = self.tags.get(&ty.name)
        {
            let align = ty.align;
            *ty = CType { align, name: name.to_string(), ..defined.clone() };
        }
        known.ok_or_else(|| self.problem(span, format!("{name} is not declared here"), "write its typedef in front"))
    }

    fn exact_float(&self, float: &TS18661FloatType, span: Span) -> Result<CType, Unreadable> {
        let (id, suffix) = match (&float.format, float.width) {
            (TS18661FloatFormat::BinaryInterchange, 16) => (TyId::F16, ""),
            (TS18661FloatFormat::BinaryInterchange, 32) => (TyId::F32, ""),
            (TS18661FloatFormat::BinaryInterchange, 64) => (TyId::F64, ""),
            (TS18661FloatFormat::BinaryInterchange, 128) => (TyId::F128, ""),
            (TS18661FloatFormat::BinaryExtended, 32) => (TyId::F64, "x"),
            (
                TS18661FloatFormat::BinaryInterchange
                | TS18661FloatFormat::BinaryExtended
                | TS18661FloatFormat::DecimalInterchange
                | TS18661FloatFormat::DecimalExtended,
                _,
            ) => return Err(self.problem(span, "this floating-point type is not described", "write another type")),
        };
        Ok(CType::scalar(id, format!("_Float{}{suffix}", float.width)))
    }

    fn scalar(&mut self, words: Words, attributes: &Attributes, span: Span) -> Result<CType, Unreadable> {
        let integer = |bits: u64| match (bits, words.unsigned) {
            (8, false) => TyId::I8,
            (8, true) => TyId::U8,
            (16, false) => TyId::I16,
            (16, true) => TyId::U16,
            (32, false) => TyId::I32,
            (32, true) => TyId::U32,
            (64, false) => TyId::I64,
            (64, true) => TyId::U64,
            (_, false) => TyId::I128,
            (_, true) => TyId::U128,
        };
        let sign = if words.unsigned { "unsigned " } else { "" };
        let is_integer = words.int || words.signed || words.unsigned || words.short || words.long > 0;
        if let Some(bits) = attributes.bit_int {
            let width = u16::try_from(bits).ok().filter(|bits| *bits > 0);
            let width = width.ok_or_else(|| self.problem(span, "this width is not described", "write 1 to 65535"))?;
            let id = self.arena.bit_int(width, !words.unsigned);
            return Ok(CType::scalar(id, format!("{sign}_BitInt({bits})")));
        }
        let long_double = self.target.long_double_type();
        let (id, name) = match words {
            Words { void: true, .. } => (TyId::VOID, "void".to_string()),
            Words { bool: true, .. } => (TyId::BOOL, "_Bool".to_string()),
            Words { float: true, .. } => (TyId::F32, "float".to_string()),
            Words { double: true, long: 0, .. } => (TyId::F64, "double".to_string()),
            Words { double: true, .. } => (long_double, "long double".to_string()),
            Words { char: true, signed: true, .. } => (TyId::I8, "signed char".to_string()),
            Words { char: true, unsigned: true, .. } => (TyId::U8, "unsigned char".to_string()),
            Words { char: true, .. } if self.target.char_is_signed() => (TyId::I8, "char".to_string()),
            Words { char: true, .. } => (TyId::U8, "char".to_string()),
            Words { short: true, .. } => (integer(16), format!("{sign}short")),
            Words { long: 0, .. } if is_integer => (integer(32), format!("{sign}int")),
            Words { long: 1, .. } => (integer(8 * self.target.long_bytes()), format!("{sign}long")),
            Words { long: 2, .. } => (integer(64), format!("{sign}long long")),
            Words { complex: true, .. } => (TyId::F64, "double".to_string()),
            _ => return Err(self.problem(span, "a type is missing here", "write one: C has no implicit int")),
        };
        let ty = CType::scalar(id, name);
        if !words.complex {
            return Ok(ty);
        }
        Ok(CType::scalar(self.arena.complex(ty.id), format!("{} _Complex", ty.name)))
    }

    /// A type with what `mode` and the vector attributes make of it.
    pub(super) fn changed(&mut self, ty: CType, attributes: &Attributes, span: Span) -> Result<CType, Unreadable> {
        let mut ty = match &attributes.mode {
            Some(mode) => self.with_mode(&ty, mode, span)?,
            None => ty,
        };
        let layout = self.arena.layout(&self.target, ty.id);
        let count = match (attributes.vector_bytes, attributes.vector_elements) {
            (Some(bytes), _) => Some(bytes / layout.size.max(1)),
            (None, elements) => elements,
        };
        if let Some(count) = count {
            let is_element = matches!(ty.shape, Shape::Scalar)
                && ty.id != TyId::POINTER
                && ty.id != TyId::VOID
                && ty.id != TyId::BOOL;
            match u32::try_from(count).ok().filter(|count| *count > 0 && is_element) {
                Some(count) => {
                    let id = self.arena.vector(ty.id, count);
                    ty = CType::scalar(id, format!("{} vector of {count}", ty.name));
                }
                None => return Err(self.problem(span, "this is no vector type", "write a whole number of scalars")),
            }
        }
        Ok(ty)
    }

    fn with_mode(&self, ty: &CType, mode: &str, span: Span) -> Result<CType, Unreadable> {
        let unsigned = match self.arena.get(ty.id) {
            Ty::Int { signed, .. } => !signed,
            _ => false,
        };
        let pointer = if self.target.pointer_bytes() == 4 { "SI" } else { "DI" };
        let made = match mode {
            "pointer" | "word" | "unwind_word" => return self.with_mode(ty, pointer, span),
            "wchar" => CType::scalar(self.target.wchar(), "wchar_t"),
            "byte" | "QI" => CType::scalar(if unsigned { TyId::U8 } else { TyId::I8 }, ty.name.clone()),
            "HI" => CType::scalar(if unsigned { TyId::U16 } else { TyId::I16 }, ty.name.clone()),
            "SI" => CType::scalar(if unsigned { TyId::U32 } else { TyId::I32 }, ty.name.clone()),
            "DI" => CType::scalar(if unsigned { TyId::U64 } else { TyId::I64 }, ty.name.clone()),
            "TI" if unsigned => CType::scalar(TyId::U128, "unsigned __int128"),
            "TI" => CType::scalar(TyId::I128, "__int128"),
            "HF" => CType::scalar(TyId::F16, "_Float16"),
            "BF" => CType::scalar(TyId::BF16, "__bf16"),
            "SF" => CType::scalar(TyId::F32, "float"),
            "DF" => CType::scalar(TyId::F64, "double"),
            "TF" if self.target.architecture == Architecture::Powerpc64le => {
                CType::scalar(self.target.long_double_type(), "long double")
            }
            "TF" => CType::scalar(TyId::F128, "_Float128"),
            _ => return Err(self.problem(span, format!("the mode {mode} is not known here"), "write the type")),
        };
        Ok(made)
    }
}

/// Whether a specifier has a brace, behind which attributes belong to the type.
fn defines(specifier: &TypeSpecifier) -> bool {
    match specifier {
        TypeSpecifier::Struct(record) => record.node.declarations.is_some(),
        TypeSpecifier::Enum(enumeration) => !enumeration.node.enumerators.is_empty(),
        _ => false,
    }
}
