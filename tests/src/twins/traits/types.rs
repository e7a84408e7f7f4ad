//! Types of programs about traits, and what is declared.

use super::super::declaration::Storage;
use super::super::texts::Both;
use super::Generator;

/// A type; what stands for one too.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Type {
    Number,
    Byte,
    Truth,
    Text,
    Pair(Box<(Type, Type)>),
    /// Of two elements.
    Array(Box<Type>),
    /// The n-th declaration, with type arguments.
    Named(usize, Vec<Type>),
    /// A type parameter; `Self` in a trait.
    Parameter(&'static str),
}

/// What stands for type parameters.
pub(super) type Binding = Vec<(&'static str, Type)>;

/// A declared type.
#[derive(Clone)]
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) storage: Storage,
    pub(super) parameters: Vec<&'static str>,
    /// Of a structure the fields, of an enum (`is_enum`) what each case carries, one or nothing of each.
    pub(super) parts: Vec<Type>,
    pub(super) is_enum: bool,
}

impl Type {
    pub(super) fn pair(first: Type, second: Type) -> Type {
        Type::Pair(Box::new((first, second)))
    }

    pub(super) fn array(element: Type) -> Type {
        Type::Array(Box::new(element))
    }

    /// The type with what stands for its parameters.
    pub(super) fn with(&self, binding: &Binding) -> Type {
        match self {
            Type::Number | Type::Byte | Type::Truth | Type::Text => self.clone(),
            Type::Pair(parts) => Type::pair(parts.0.with(binding), parts.1.with(binding)),
            Type::Array(part) => Type::array(part.with(binding)),
            Type::Named(number, arguments) => {
                Type::Named(*number, arguments.iter().map(|argument| argument.with(binding)).collect())
            }
            Type::Parameter(name) => {
                binding.iter().find(|(bound, _)| bound == name).map_or_else(|| self.clone(), |(_, ty)| ty.clone())
            }
        }
    }

    /// Whether another type is this one with something for its parameters; adds what that is.
    pub(super) fn bind(&self, other: &Type, binding: &mut Binding) -> bool {
        match (self, other) {
            (Type::Parameter(name), _) => match binding.iter().find(|(bound, _)| bound == name) {
                Some((_, ty)) => ty == other,
                None => {
                    binding.push((name, other.clone()));
                    true
                }
            },
            (Type::Pair(ours), Type::Pair(theirs)) => {
                ours.0.bind(&theirs.0, binding) && ours.1.bind(&theirs.1, binding)
            }
            (Type::Array(ours), Type::Array(theirs)) => ours.bind(theirs, binding),
            (Type::Named(ours, own), Type::Named(theirs, others)) => {
                ours == theirs && own.iter().zip(others).all(|(own, other)| own.bind(other, binding))
            }
            _ => self == other,
        }
    }
}

impl Generator {
    /// How a type is written.
    pub(super) fn written(&self, ty: &Type) -> Both {
        match ty {
            Type::Number => Both::same("i64"),
            Type::Byte => Both::same("u8"),
            Type::Truth => Both::same("bool"),
            Type::Text => Both::same("String"),
            Type::Pair(parts) => Both::in_brackets(&[self.written(&parts.0), self.written(&parts.1)]),
            Type::Array(part) => self.written(part).around("[", "; 2]"),
            Type::Named(number, arguments) => {
                let Both { language, rust } = self.arguments(arguments);
                let name = &self.types[*number].name;
                Both::new(format!("{name}{language}"), format!("{name}{rust}"))
            }
            Type::Parameter(name) => Both::same(*name),
        }
    }

    /// Type arguments in their brackets; nothing if there are none.
    pub(super) fn arguments(&self, arguments: &[Type]) -> Both {
        if arguments.is_empty() {
            return Both::same("");
        }
        let all: Vec<Both> = arguments.iter().map(|argument| self.written(argument)).collect();
        let Both { language, rust } = Both::listed(&all);
        Both::new(format!("[{language}]"), format!("<{rust}>"))
    }

    /// Whether values of the type are copied on use.
    pub(super) fn is_copied(&self, ty: &Type, copied: &[&'static str]) -> bool {
        match ty {
            Type::Number | Type::Byte | Type::Truth => true,
            Type::Text => false,
            Type::Pair(parts) => self.is_copied(&parts.0, copied) && self.is_copied(&parts.1, copied),
            Type::Array(part) => self.is_copied(part, copied),
            Type::Named(number, _) => self.types[*number].storage == Storage::Copy,
            Type::Parameter(name) => copied.contains(name),
        }
    }
}
