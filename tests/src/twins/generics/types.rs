//! The types of a generic program: declarations with type parameters, what they are made of, and types with other types
//! in the place of parameters. Must not know values.

use std::collections::HashMap;

use super::super::declaration::Storage;
use super::super::texts::{Both, Texts};
use super::Generator;

/// A type; with parameters in it, it is one only where these are declared.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Type {
    Int(&'static str),
    Bool,
    Float,
    Text,
    Tuple(Vec<Type>),
    /// Of two elements.
    Array(Box<Type>),
    /// The n-th declaration with arguments.
    Named(usize, Vec<Type>),
    Parameter(&'static str),
    Ref(Box<Type>),
}

/// What parameters stand for.
pub(super) type Binding = HashMap<&'static str, Type>;

/// A type parameter; whether it takes borrows.
pub(super) type Parameter = (&'static str, bool);

/// A declared type.
#[derive(Clone)]
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) storage: Storage,
    pub(super) parameters: Vec<Parameter>,
    /// A structure is a type of one case without a name.
    pub(super) cases: Vec<(String, Vec<Type>)>,
    /// Whether it is the language's own.
    pub(super) is_known: bool,
    /// The methods that stand in it.
    pub(super) methods: Both,
}

impl Declaration {
    pub(super) fn is_record(&self) -> bool {
        self.cases[0].0.is_empty()
    }
}

/// The numbers of the declarations that every program has.
pub(super) const OPTION: usize = 0;
pub(super) const RESULT: usize = 1;
pub(super) const NODE: usize = 2;

pub(super) const INTS: [&str; 10] = ["i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128"];

impl Type {
    pub(super) fn option(of: Type) -> Type {
        Type::Named(OPTION, vec![of])
    }

    fn parts(&self) -> &[Type] {
        match self {
            Type::Tuple(parts) | Type::Named(_, parts) => parts,
            Type::Array(part) | Type::Ref(part) => std::slice::from_ref(part),
            Type::Int(_) | Type::Bool | Type::Float | Type::Text | Type::Parameter(_) => &[],
        }
    }

    /// How many types are written in it.
    pub(super) fn size(&self) -> usize {
        1 + self.parts().iter().map(Type::size).sum::<usize>()
    }

    /// Whether some part, or the whole, is so.
    pub(super) fn any(&self, is_so: &dyn Fn(&Type) -> bool) -> bool {
        is_so(self) || self.parts().iter().any(|part| part.any(is_so))
    }

    pub(super) fn is_ground(&self) -> bool {
        !self.any(&|part| matches!(part, Type::Parameter(_)))
    }

    pub(super) fn has_borrow(&self) -> bool {
        self.any(&|part| matches!(part, Type::Ref(_)))
    }

    /// The type with what parameters stand for.
    pub(super) fn with(&self, binding: &Binding) -> Type {
        let all = |parts: &[Type]| parts.iter().map(|part| part.with(binding)).collect();
        match self {
            Type::Parameter(name) => binding.get(name).unwrap_or(self).clone(),
            Type::Tuple(parts) => Type::Tuple(all(parts)),
            Type::Named(number, parts) => Type::Named(*number, all(parts)),
            Type::Array(part) => Type::Array(Box::new(part.with(binding))),
            Type::Ref(part) => Type::Ref(Box::new(part.with(binding))),
            Type::Int(_) | Type::Bool | Type::Float | Type::Text => self.clone(),
        }
    }

    /// The type with its parameters open: what they stand for is to be found, under names that nothing else has.
    pub(super) fn opened(&self) -> Type {
        let names = [("A", "?A"), ("B", "?B"), ("M", "?M"), ("N", "?N")];
        self.with(&names.into_iter().map(|(name, open)| (name, Type::Parameter(open))).collect())
    }

    /// The first parameter in it that is open.
    pub(super) fn first_open(&self) -> Option<&'static str> {
        match self {
            Type::Parameter(name) => name.starts_with('?').then_some(*name),
            _ => self.parts().iter().find_map(Type::first_open),
        }
    }

    /// Makes this, by its open parameters, the other type; says whether it can be.
    pub(super) fn bind(&self, other: &Type, binding: &mut Binding) -> bool {
        match (self, other) {
            (Type::Parameter(name), _) if name.starts_with('?') => {
                binding.entry(name).or_insert_with(|| other.clone()) == other
            }
            (Type::Named(left, _), Type::Named(right, _)) if left != right => false,
            (Type::Tuple(_), Type::Tuple(_))
            | (Type::Named(..), Type::Named(..))
            | (Type::Array(_), Type::Array(_))
            | (Type::Ref(_), Type::Ref(_)) => {
                let (left, right) = (self.parts(), other.parts());
                left.len() == right.len() && left.iter().zip(right).all(|(left, right)| left.bind(right, binding))
            }
            _ => self == other,
        }
    }
}

impl Generator {
    /// Declares what every program has, and some generic types, each made of those before it; on the heap also of itself.
    pub(super) fn declare(&mut self) {
        let (a, b) = (Type::Parameter("A"), Type::Parameter("B"));
        let known = |name: &str, parameters: &[Parameter], cases| Declaration {
            name: name.to_owned(),
            storage: Storage::Copy,
            parameters: parameters.to_vec(),
            cases,
            is_known: true,
            methods: Both::same(""),
        };
        let of = |name: &str, parts: Vec<Type>| (name.to_owned(), parts);
        let option = known("Option", &[("A", true)], vec![of("None", vec![]), of("Some", vec![a.clone()])]);
        let result = known("Result", &[("A", true), ("B", true)], vec![of("Ok", vec![a]), of("Err", vec![b])]);
        let node = Declaration {
            storage: Storage::Heap,
            is_known: false,
            ..known("Node", &[], vec![of("", vec![Type::Text, Type::Int("i64")])])
        };
        self.types.extend([option, result, node]);
        for number in self.types.len()..self.types.len() + self.random.usize(3..6) {
            let storage = [Storage::Heap, Storage::Inline, Storage::Inline, Storage::Copy][self.random.usize(0..4)];
            let takes_borrows = storage != Storage::Heap && self.happens(40);
            let is_record = self.happens(45);
            // With a pointer for its parameter it has no tag.
            let may_be_null = !is_record && self.happens(30);
            let names = &["A", "B"][..if may_be_null { 1 } else { self.random.usize(1..3) }];
            let parameters: Vec<Parameter> = names.iter().map(|name| (*name, takes_borrows)).collect();
            let mut cases = Vec::new();
            let count = if may_be_null { 0 } else { self.random.usize(2..5) };
            for case in 0..if is_record { 1 } else { count } {
                let itself = (storage == Storage::Heap && case > 0).then_some(number);
                let count =
                    if is_record { self.random.usize(1..4) } else { [0, 1, 1, 1, 2, 3][self.random.usize(0..6)] };
                let parts: Vec<Type> = (0..count).map(|_| self.part(2, storage, &parameters, itself)).collect();
                cases.push((if is_record { String::new() } else { format!("C{number}x{case}") }, parts));
            }
            if may_be_null {
                cases.push((format!("C{number}x0"), Vec::new()));
                cases.push((format!("C{number}x1"), vec![Type::Parameter("A")]));
                if self.random.bool() {
                    cases.reverse();
                }
            }
            for (name, _) in &parameters {
                let parameter = Type::Parameter(name);
                let is_itself = |part: &Type| matches!(part, Type::Named(named, _) if *named == number);
                let is_used = |part: &Type| part.any(&|part| *part == parameter) && !part.any(&is_itself);
                if !cases.iter().any(|(_, parts)| parts.iter().any(is_used)) {
                    let case = self.random.usize(0..cases.len());
                    cases[case].1.push(parameter);
                }
            }
            let (is_known, methods) = (false, Both::same(""));
            self.types.push(Declaration { name: format!("T{number}"), storage, parameters, cases, is_known, methods });
        }
    }

    fn part(&mut self, depth: u32, around: Storage, parameters: &[Parameter], itself: Option<usize>) -> Type {
        let parameter = |random: &mut fastrand::Rng| Type::Parameter(parameters[random.usize(0..parameters.len())].0);
        match self.random.u32(0..100) {
            choice if depth == 0 || choice < 55 => match self.random.u32(0..10) {
                0 => Type::Int(INTS[self.random.usize(0..INTS.len())]),
                1 => Type::Bool,
                2 if around != Storage::Copy => Type::Text,
                3 if around != Storage::Copy => Type::Named(NODE, Vec::new()),
                _ => parameter(&mut self.random),
            },
            55..63 => Type::Tuple((0..2).map(|_| self.part(depth - 1, around, parameters, itself)).collect()),
            63..70 => Type::Array(Box::new(self.part(depth - 1, around, parameters, None))),
            70..80 if itself.is_some() => {
                let mut arguments: Vec<Type> = parameters.iter().map(|(name, _)| Type::Parameter(name)).collect();
                self.random.shuffle(&mut arguments);
                let recursive = Type::Named(itself.unwrap_or_default(), arguments);
                if self.random.bool() { recursive } else { Type::option(recursive) }
            }
            _ => {
                let fits = |number: &usize| around != Storage::Copy || self.types[*number].storage == Storage::Copy;
                let known: Vec<usize> = (0..self.types.len()).filter(fits).collect();
                let number = known[self.random.usize(0..known.len())];
                let takes_borrows = parameters.iter().any(|(_, takes_borrows)| *takes_borrows);
                let wanted = self.types[number].parameters.clone();
                let arguments = wanted.iter().map(|(_, may_be_borrow)| {
                    if takes_borrows && !may_be_borrow {
                        return self.ground(1, around == Storage::Copy);
                    }
                    self.part(depth - 1, around, parameters, None)
                });
                Type::Named(number, arguments.collect())
            }
        }
    }

    /// A type without parameters.
    pub(super) fn ground(&mut self, depth: u32, is_plain: bool) -> Type {
        match self.random.u32(0..100) {
            choice if depth == 0 || choice < 60 => match self.random.u32(0..9) {
                0..4 => Type::Int(INTS[self.random.usize(0..INTS.len())]),
                4 => Type::Bool,
                5 => Type::Float,
                _ if is_plain => Type::Int("i64"),
                6 => Type::Named(NODE, Vec::new()),
                _ => Type::Text,
            },
            60..70 => Type::Tuple((0..2).map(|_| self.ground(depth - 1, is_plain)).collect()),
            70..76 => Type::Array(Box::new(self.ground(depth - 1, is_plain))),
            _ => {
                let fits = |number: &usize| !is_plain || self.types[*number].storage == Storage::Copy;
                let known: Vec<usize> = (0..self.types.len()).filter(fits).collect();
                let number = known[self.random.usize(0..known.len())];
                let count = self.types[number].parameters.len();
                Type::Named(number, (0..count).map(|_| self.ground(depth - 1, is_plain)).collect())
            }
        }
    }

    /// A type as it is written.
    pub(super) fn written(&self, ty: &Type) -> Both {
        let all = |parts: &[Type]| Both::listed(&parts.iter().map(|part| self.written(part)).collect::<Vec<_>>());
        match ty {
            Type::Int(name) | Type::Parameter(name) => Both::same(*name),
            Type::Bool => Both::same("bool"),
            Type::Float => Both::same("f64"),
            Type::Text => Both::same("String"),
            Type::Tuple(parts) => all(parts).around("(", ")"),
            Type::Array(part) => self.written(part).around("[", "; 2]"),
            Type::Ref(part) => {
                let part = self.written(part);
                Both::new(format!("ref {}", part.language), format!("&{}", part.rust))
            }
            Type::Named(number, _) => {
                let Both { language, rust } = self.bare(ty, "");
                let is_heap = self.types[*number].storage == Storage::Heap;
                Both::new(language, if is_heap { format!("Box<{rust}>") } else { rust })
            }
        }
    }

    /// A named type without the box around it; `turbofish` stands before Rust's arguments.
    pub(super) fn bare(&self, ty: &Type, turbofish: &str) -> Both {
        let Type::Named(number, arguments) = ty else { unreachable!("only named types have a name") };
        let name = &self.types[*number].name;
        if arguments.is_empty() {
            return Both::same(name);
        }
        let listed = Both::listed(&arguments.iter().map(|part| self.written(part)).collect::<Vec<_>>());
        Both::new(format!("{name}[{}]", listed.language), format!("{name}{turbofish}<{}>", listed.rust))
    }

    /// Whether a value is copied where it is used.
    pub(super) fn is_copied(&self, ty: &Type) -> bool {
        match ty {
            Type::Int(_) | Type::Bool | Type::Float | Type::Text | Type::Ref(_) => true,
            Type::Parameter(_) => false,
            Type::Tuple(_) | Type::Array(_) => ty.parts().iter().all(|part| self.is_copied(part)),
            Type::Named(number, arguments) => {
                self.types[*number].storage == Storage::Copy && arguments.iter().all(|part| self.is_copied(part))
            }
        }
    }

    /// What a case of a type carries.
    pub(super) fn payload(&self, ty: &Type, case: usize) -> Vec<Type> {
        let Type::Named(number, arguments) = ty else { return Vec::new() };
        let declared = &self.types[*number];
        let binding = declared.parameters.iter().map(|(name, _)| *name).zip(arguments.iter().cloned()).collect();
        declared.cases[case].1.iter().map(|part| part.with(&binding)).collect()
    }

    /// The declarations as they are written.
    pub(super) fn write_types(&self, texts: &mut Texts) {
        for declared in self.types.iter().filter(|declared| !declared.is_known) {
            let (word, derived) = match declared.storage {
                Storage::Heap => ("", "Clone"),
                Storage::Inline => ("inline ", "Clone"),
                Storage::Copy => ("copy ", "Clone, Copy"),
            };
            let Both { language, rust } = parameters(&declared.parameters);
            let (name, methods) = (&declared.name, &declared.methods.language);
            let parts = |parts: &[Type]| parts.iter().map(|part| self.written(part)).collect::<Vec<_>>();
            if declared.is_record() {
                let fields = parts(&declared.cases[0].1);
                let of = |(number, ty): (usize, &Both)| {
                    (format!("let @a{number}: {}", ty.language), format!("a{number}: {}", ty.rust))
                };
                let (ours, theirs): (Vec<_>, Vec<_>) = fields.iter().enumerate().map(of).unzip();
                texts.language(&format!("type {word}{name}{language} {{\n{}\n{methods}}}", ours.join("\n")));
                texts.rust(&format!(
                    "#[derive({derived})]\n#[repr(C)]\nstruct {name}{rust} {{ {} }}",
                    theirs.join(", ")
                ));
            } else {
                let cases = declared.cases.iter().map(|(case, carried)| {
                    let carried = Both::in_brackets(&parts(carried));
                    (format!("case {case}{}", carried.language), format!("{case}{}", carried.rust))
                });
                let (ours, theirs): (Vec<_>, Vec<_>) = cases.unzip();
                texts.language(&format!("type {word}enum {name}{language} {{\n{}\n{methods}}}", ours.join("\n")));
                texts.rust(&format!(
                    "#[derive({derived})]\n#[repr(C, u8)]\nenum {name}{rust} {{ {} }}",
                    theirs.join(", ")
                ));
            }
        }
    }
}

/// A list of type parameters as it is written.
pub(super) fn parameters(all: &[Parameter]) -> Both {
    if all.is_empty() {
        return Both::same("");
    }
    let of = |(name, takes_borrows): &Parameter| {
        Both::new(if *takes_borrows { format!("{name}: ref") } else { (*name).to_owned() }, *name)
    };
    let listed = Both::listed(&all.iter().map(of).collect::<Vec<_>>());
    Both::new(format!("[{}]", listed.language), format!("<{}>", listed.rust))
}

/// What parameters stand for that were opened.
pub(super) fn closed(binding: &Binding) -> Binding {
    binding.iter().map(|(name, ty)| (name.trim_start_matches('?'), ty.clone())).collect()
}
